package guard

import (
	"context"
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// An operation takes inputs and returns what infer made of them: inputs again, or the outputs that mirror them.
type operation struct {
	name     string
	unknowns bool // it is one of a preview
	reads    bool // it sees nothing that is empty
	run      func(context.Context, p.Provider, property.Map) (property.Map, error)
}

func operations() []operation {
	create := func(dryRun bool) func(context.Context, p.Provider, property.Map) (property.Map, error) {
		return func(ctx context.Context, provider p.Provider, in property.Map) (property.Map, error) {
			resp, err := provider.Create(ctx, p.CreateRequest{Urn: urn, Properties: in, DryRun: dryRun})
			return resp.Properties, err
		}
	}
	update := func(dryRun bool) func(context.Context, p.Provider, property.Map) (property.Map, error) {
		return func(ctx context.Context, provider p.Provider, in property.Map) (property.Map, error) {
			before, err := create(false)(ctx, provider, inputs(nil))
			if err != nil {
				return before, err
			}
			resp, err := provider.Update(ctx, p.UpdateRequest{
				ID: "id", Urn: urn, State: before, OldInputs: inputs(nil), Inputs: in, DryRun: dryRun,
			})
			return resp.Properties, err
		}
	}
	return []operation{
		{"Check", true, false, func(ctx context.Context, provider p.Provider, in property.Map) (property.Map, error) {
			resp, err := provider.Check(ctx, p.CheckRequest{Urn: urn, Inputs: in})
			return resp.Inputs, err
		}},
		{"Create in a preview", true, false, create(true)},
		{"Create", false, false, create(false)},
		{"Update in a preview", true, false, update(true)},
		{"Update", false, false, update(false)},
		{"Read of inputs", false, true, func(ctx context.Context, provider p.Provider, in property.Map) (property.Map, error) {
			resp, err := provider.Read(ctx, p.ReadRequest{ID: "id", Urn: urn, Inputs: in})
			return resp.Inputs, err
		}},
		{"Read of outputs", false, true, func(ctx context.Context, provider p.Provider, in property.Map) (property.Map, error) {
			resp, err := provider.Read(ctx, p.ReadRequest{ID: "id", Urn: urn, Properties: in})
			return resp.Properties, err
		}},
	}
}

func TestMarksStayWhereTheyAre(t *testing.T) {
	t.Parallel()
	labels := func(a property.Value) object { return object{"a": a, "b": str("b"), "c": str("c"), "d": str("d")} }
	deep := func(m object) property.Map {
		return inputs(object{"tree": obj(object{"child": obj(object{"labels": obj(m)})})})
	}
	for _, op := range operations() {
		marks := map[string]property.Map{
			"secret":     deep(labels(secret("canary"))),
			"empty list": inputs(object{"tree": obj(object{"child": obj(object{"child": obj(object{"names": list()})})})}),
		}
		if op.unknowns {
			marks["unknown"] = deep(labels(unknown))
		}
		for mark, in := range marks {
			t.Run(op.name+"/"+mark+"/infer has the defect", func(t *testing.T) {
				t.Parallel()
				provider, _ := unguarded(t, &Thing{})
				for range 200 { // the order of a map decides
					out, err := op.run(running(t), provider, in)
					require.NoError(t, err)
					if !in.Get("tree").Equals(out.Get("tree")) {
						return
					}
				}
				assert.Fail(t, "fixed upstream: delete marks.go")
			})
		}
		t.Run(op.name+"/guarded", func(t *testing.T) {
			t.Parallel()
			provider, spec := unguarded(t, &Thing{})
			provider, ctx, reader := Inner(provider, spec), running(t), read(spec)
			rapid.Check(t, func(t *rapid.T) {
				in := inputs(object{"tree": tree(t, op.unknowns)})
				out, err := op.run(ctx, provider, in)
				require.NoError(t, err)
				if op.reads {
					in = withoutEmpty(property.New(in), reader.of(urn).inputs).AsMap()
				}
				assert.True(t, in.Get("tree").Equals(out.Get("tree")), "%#v\n%#v", in, out)
			})
		})
	}
}

// What infer itself says of a value counts: the guard undoes only what has moved.
func TestMarksOfOutputsThatDifferFromInputs(t *testing.T) {
	t.Parallel()
	elsewhere := func(args Args) State {
		out := outputs(args)
		out.Region, out.Names = "normalized", []string{"normalized"}
		return out
	}
	thing := &Thing{
		create: func(req infer.CreateRequest[Args]) (infer.CreateResponse[State], error) {
			return infer.CreateResponse[State]{ID: "id", Output: elsewhere(req.Inputs)}, nil
		},
	}
	tests := []struct {
		name   string
		dryRun bool
		in     object
		want   object // null for absent
	}{
		{
			"a number in place of a text is unknown in a preview", true,
			object{"size": str("large")},
			object{"size": unknown},
		},
		{
			"and secret if the text is", true,
			object{"size": secret("large")},
			object{"size": unknown.WithSecret(true)},
		},
		{
			"a number in place of a text", false,
			object{"size": str("large")},
			object{"size": property.New(7.0)},
		},
		{
			"a number in place of a secret text is secret", false,
			object{"size": secret("large")},
			object{"size": property.New(7.0).WithSecret(true)},
		},
		{
			"an output that the provider changes is unknown in a preview", true,
			object{"names": list(str("a")), "env": obj(object{})},
			object{"region": unknown, "names": unknown},
		},
		{
			"a changed list of secrets is secret in place", false,
			object{"names": list(secret("a"))},
			object{"region": str("normalized"), "names": list(secret("normalized"))},
		},
		{
			"a list of another length is secret as a whole", false,
			object{"names": list(secret("a"), str("b"))},
			object{"names": list(secret("normalized")).WithSecret(true)},
		},
		{
			"an unknown input is no output if it has none", true,
			object{"writeOnly": unknown},
			object{"writeOnly": {}},
		},
		{
			"an unknown input is an unknown output", true,
			object{"zone": unknown, "names": unknown},
			object{"zone": unknown, "names": unknown},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			provider, spec := unguarded(t, thing)
			resp, err := Inner(provider, spec).Create(running(t), p.CreateRequest{
				Urn: urn, Properties: inputs(tt.in), DryRun: tt.dryRun,
			})
			require.NoError(t, err)
			for key, want := range tt.want {
				assert.True(t, want.Equals(resp.Properties.Get(key)), "%s is %#v", key, resp.Properties.Get(key))
			}
		})
	}
}

func TestCheckKeepsTheSecretsOfTags(t *testing.T) {
	t.Parallel()
	provider, spec := unguarded(t, &Thing{})
	for _, env := range []property.Value{obj(object{"A": str("canary")}), obj(object{"A": unknown}), unknown} {
		resp, err := Inner(provider, spec).Check(running(t), p.CheckRequest{Urn: urn, Inputs: inputs(object{"env": env})})
		require.NoError(t, err)
		assert.True(t, env.WithSecret(true).Equals(resp.Inputs.Get("env")), "%#v", resp.Inputs)
	}
}

// tree draws a Node of a depth of 3 to 16 property path segments.
func tree(t *rapid.T, unknowns bool) property.Value {
	g := generator{t, unknowns}
	return g.node(g.pick(3, 16) - 2)
}

type generator struct {
	*rapid.T
	unknowns bool
}

func (g generator) pick(from, to int) int { return rapid.IntRange(from, to).Draw(g.T, "number") }

func (g generator) node(depth int) property.Value {
	m := object{}
	for _, field := range []string{"text", "other"} {
		if g.pick(0, 1) == 1 {
			m[field] = g.marked(str(rapid.StringMatching("[a-z]{0,6}").Draw(g.T, field)))
		}
	}
	if g.pick(0, 1) == 1 {
		m["count"] = g.marked(property.New(float64(g.pick(0, 3))))
	}
	if g.pick(0, 1) == 1 {
		names := []property.Value{}
		for range g.pick(0, 3) {
			names = append(names, g.marked(str("name")))
		}
		m["names"] = g.marked(list(names...))
	}
	if g.pick(0, 1) == 1 {
		labels := object{}
		for _, key := range []string{"a", "b", "c"}[:g.pick(0, 3)] {
			labels[key] = g.marked(str("label-" + key))
		}
		m["labels"] = g.marked(obj(labels))
	}
	if depth > 1 {
		switch g.pick(0, 2) {
		case 0:
			m["child"] = g.node(depth - 1)
		case 1:
			m["nodes"] = g.marked(list(g.node(depth-2), g.node(min(2, depth-2))))
		case 2:
			m["byName"] = g.marked(obj(object{"x": g.node(depth - 2), "y": g.node(min(2, depth-2))}))
		}
	}
	return g.marked(obj(m))
}

// marked makes some values secret, some unknown, and some both.
func (g generator) marked(v property.Value) property.Value {
	mark := g.pick(0, 11)
	if g.unknowns && (mark == 1 || mark == 2) {
		v = property.WithGoValue(v, property.Computed)
	}
	return v.WithSecret(mark == 2 || mark >= 9)
}
