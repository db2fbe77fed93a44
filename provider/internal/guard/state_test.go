package guard

import (
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A state as another version of the provider may have written it.
func TestStatesOfOtherVersions(t *testing.T) {
	t.Parallel()
	status := func(change func(property.Map) property.Map) func(property.Map) property.Map {
		return func(m property.Map) property.Map {
			return m.Set("status", property.New(change(m.Get("status").AsMap())))
		}
	}
	without := func(key string) func(property.Map) property.Map {
		return func(m property.Map) property.Map { return m.Delete(key) }
	}
	extra := func(m property.Map) property.Map { return m.Set("former", str("x")) }
	states := []struct {
		name   string
		change func(property.Map) property.Map
	}{
		{"an output more", extra},
		{"an output less", without("key")},
		{"a renamed output", func(m property.Map) property.Map { return extra(m.Delete("key")) }},
		{"a required input less", without("region")},
		{"an object less", without("status")},
		{"a list less", without("history")},
		{"a null", func(m property.Map) property.Map { return m.Set("key", property.New(property.Null)) }},
		{"a text instead of a number", func(m property.Map) property.Map { return m.Set("size", str("seven")) }},
		{"a text instead of an object", func(m property.Map) property.Map { return m.Set("status", str("up")) }},
		{"an object instead of a list", func(m property.Map) property.Map { return m.Set("history", obj(object{"a": str("x")})) }},
		{"a list of something else", func(m property.Map) property.Map { return m.Set("history", list(str("up"), property.New(1.0))) }},
		{"a nested text instead of a boolean", status(func(m property.Map) property.Map { return m.Set("ready", str("true")) })},
		{"a nested output more", status(extra)},
		{"a nested output less", status(without("phase"))},
		{"a nested enum less", status(without("mode"))},
		{"a nested enum of numbers less", status(without("level"))},
		{"a nested free-form value less", status(without("detail"))},
		{"a nested map less", status(without("labels"))},
		{"an item's output more", func(m property.Map) property.Map {
			return m.Set("history", list(property.New(extra(m.Get("status").AsMap()))))
		}},
	}
	operations := []struct {
		name     string
		tolerant bool // infer is, in part
		run      func(*testing.T, p.Provider, property.Map) error
	}{
		{"Update", false, func(t *testing.T, provider p.Provider, s property.Map) error {
			t.Helper()
			resp, err := provider.Update(running(t), p.UpdateRequest{ID: "id", Urn: urn, State: s, Inputs: inputs(nil)})
			if err == nil {
				assert.Equal(t, "generated-key", resp.Properties.Get("key").AsString())
			}
			return err
		}},
		{"Delete", false, func(t *testing.T, provider p.Provider, s property.Map) error {
			t.Helper()
			return provider.Delete(running(t), p.DeleteRequest{ID: "id", Urn: urn, Properties: s})
		}},
		{"Read", true, func(t *testing.T, provider p.Provider, s property.Map) error {
			t.Helper()
			resp, err := provider.Read(running(t), p.ReadRequest{
				ID: "id", Urn: urn, Properties: s, Inputs: inputs(object{"former": str("x")}),
			})
			if err == nil {
				assert.Equal(t, "eu", resp.Inputs.Get("region").AsString())
			}
			return err
		}},
		{"Diff", true, func(t *testing.T, provider p.Provider, s property.Map) error {
			t.Helper()
			resp, err := provider.Diff(running(t), p.DiffRequest{
				ID: "id", Urn: urn, State: s, OldInputs: inputs(nil), Inputs: inputs(object{"zone": str("a")}),
			})
			if err == nil {
				assert.Contains(t, resp.DetailedDiff, "zone")
				assert.Len(t, resp.DetailedDiff, 1)
			}
			return err
		}},
	}
	for _, op := range operations {
		for _, s := range states {
			t.Run(op.name+"/"+s.name, func(t *testing.T) {
				t.Parallel()
				provider, spec := unguarded(t, &Thing{})
				old := s.change(state(t, provider, inputs(object{"names": list(), "env": obj(nil)})))
				if !op.tolerant {
					require.Error(t, op.run(t, provider, old), "fixed upstream: delete state.go")
				}
				require.NoError(t, op.run(t, tolerateState(provider, spec), old))
			})
		}
	}
}

// Pulumi itself writes none, but a state may be edited.
func TestNullsInStates(t *testing.T) {
	t.Parallel()
	null := property.New(property.Null)
	for name, nulls := range map[string]object{
		"a list":            {"names": list(str("a"), null)},
		"a map":             {"env": obj(object{"A": null.WithSecret(true)})},
		"a list of objects": {"tree": obj(object{"nodes": list(null)})},
		"a map of objects":  {"tree": obj(object{"byName": obj(object{"x": null})})},
		"an item":           {"tree": obj(object{"nodes": list(obj(object{"names": list(null)}))})},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			provider, spec := unguarded(t, &Thing{})
			old := state(t, provider, inputs(nil))
			for key, v := range nulls {
				old = old.Set(key, v)
			}
			read := p.ReadRequest{ID: "id", Urn: urn, Properties: old, Inputs: inputs(nulls)}
			update := p.UpdateRequest{ID: "id", Urn: urn, State: old, Inputs: inputs(nil), OldInputs: inputs(nulls)}
			require.Panics(t, func() { _, _ = provider.Read(running(t), read) }, "fixed upstream")
			require.Panics(t, func() { _, _ = provider.Update(running(t), update) }, "fixed upstream")

			provider = tolerateState(provider, spec)
			_, err := provider.Read(running(t), read)
			require.NoError(t, err)
			_, err = provider.Update(running(t), update)
			require.NoError(t, err)
			require.NoError(t, provider.Delete(running(t), p.DeleteRequest{ID: "id", Urn: urn, Properties: old}))
		})
	}
}

func TestStatesOfThisVersionStayAsTheyAre(t *testing.T) {
	t.Parallel()
	provider, spec := unguarded(t, &Thing{})
	s := state(t, provider, inputs(object{
		"names": list(), "env": obj(object{"A": secret("x")}).WithSecret(true), "free": obj(object{"a": list(obj(nil))}),
		"tree": obj(object{"nodes": list(obj(nil), obj(object{"labels": obj(nil), "names": list()}))}),
	}))
	got := fit(s, read(spec).of(urn).outputs)
	assert.True(t, s.Equals(got), "%#v\n%#v", s, got)
}

func TestImportHasNoStateToFit(t *testing.T) {
	t.Parallel()
	var seen p.ReadRequest
	provider := tolerateState(p.Provider{Read: stub(&seen, p.ReadResponse{}, nil)}, spec(t))
	_, err := provider.Read(t.Context(), p.ReadRequest{ID: "id", Urn: urn})
	require.NoError(t, err)
	assert.Zero(t, seen.Inputs.Len())
	assert.Zero(t, seen.Properties.Len())
}
