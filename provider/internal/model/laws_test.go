package model_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/modeltest"
)

// draw generates inputs, as properties and as the provider holds them.
func draw(t *rapid.T) (property.Map, model.Args) {
	inputs := modeltest.Args().Draw(t, "inputs")
	// The one default, which infer would add.
	inputs = inputs.Set("runnerGroupId", property.New(model.DefaultRunnerGroupID))
	args, failures, err := infer.DefaultCheck[model.Args](context.Background(), inputs)
	require.NoError(t, err)
	require.Empty(t, failures)
	return inputs, args
}

func sent(t require.TestingT, args model.Args) []byte {
	text, err := json.Marshal(args.Message())
	require.NoError(t, err)
	return text
}

func received(t require.TestingT, text []byte) model.ManagedRunner {
	var r model.ManagedRunner
	require.NoError(t, json.Unmarshal(text, &r))
	return r
}

// What is sent and received again is what was meant, up to zero values that say nothing.
func TestEncodingLosesNothing(t *testing.T) {
	t.Parallel()
	table := model.Describe[model.Args]()
	rapid.Check(t, func(t *rapid.T) {
		inputs, args := draw(t)
		back := received(t, sent(t, args))
		want, got := said(property.New(inputs), table), said(property.New(model.Properties(back.Args())), table)
		assert.True(t, want.Equals(got), "sent %#v, received %#v", want, got)
		assert.Empty(t, back.Unknown)
	})
}

// After one round trip nothing changes any more, not even a byte.
func TestEncodingIsStable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		_, args := draw(t)
		once := received(t, sent(t, args))
		twice := received(t, sent(t, once.Args()))
		assert.Equal(t, once, twice)
		assert.Equal(t, string(sent(t, once.Args())), string(sent(t, twice.Args())))
	})
}

// The proto spelling of names means the same as their JSON spelling.
func TestSnakeCaseMeansTheSame(t *testing.T) {
	t.Parallel()
	table := model.Describe[model.ManagedRunner]()
	rapid.Check(t, func(t *rapid.T) {
		_, args := draw(t)
		text := sent(t, args)
		var message any
		require.NoError(t, json.Unmarshal(text, &message))
		snaked, err := json.Marshal(respell(message, table))
		require.NoError(t, err)
		assert.Equal(t, received(t, text), received(t, snaked))
	})
}

// Properties brings inputs back into the form that Pulumi compares, up to empty lists.
func TestPropertiesAreTheInputs(t *testing.T) {
	t.Parallel()
	table := model.Describe[model.Args]()
	rapid.Check(t, func(t *rapid.T) {
		inputs, args := draw(t)
		want, got := said(property.New(inputs), table), said(property.New(model.Properties(args)), table)
		assert.True(t, want.Equals(got), "%#v became %#v", want, got)
	})
}

// said is the value without zero values that say nothing. Elements of lists and of maps always count.
func said(v property.Value, f *model.Field) property.Value {
	switch {
	case f.Kind == model.Object && v.IsMap():
		out := map[string]property.Value{}
		for _, child := range f.Fields {
			item, ok := v.AsMap().GetOk(child.Name)
			if ok && (child.Presence || child.Kind == model.Object || !isZero(item)) {
				out[child.Name] = said(item, child)
			}
		}
		return property.New(out)
	case f.Kind == model.List && v.IsArray():
		out := []property.Value{}
		for _, item := range v.AsArray().All {
			out = append(out, said(item, f.Elem))
		}
		return property.New(out)
	default:
		return v
	}
}

func isZero(v property.Value) bool {
	switch {
	case v.IsString():
		return v.AsString() == ""
	case v.IsBool():
		return !v.AsBool()
	case v.IsNumber():
		return v.AsNumber() == 0
	case v.IsArray():
		return v.AsArray().Len() == 0
	case v.IsMap():
		return v.AsMap().Len() == 0
	default:
		return v.IsNull()
	}
}

// respell gives the fields of a message their proto names. Keys of maps stay.
func respell(v any, f *model.Field) any {
	switch v := v.(type) {
	case map[string]any:
		if f.Kind != model.Object {
			return v
		}
		out := map[string]any{}
		for name, item := range v {
			child, _ := f.Get(name)
			out[snake(name)] = respell(item, child)
		}
		return out
	case []any:
		out := slices.Clone(v)
		for i, item := range out {
			out[i] = respell(item, f.Elem)
		}
		return out
	default:
		return v
	}
}

func snake(name string) string {
	var out []rune
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			out = append(out, '_', r-'A'+'a')
		} else {
			out = append(out, r)
		}
	}
	return string(out)
}
