package guard

import (
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNulls(t *testing.T) {
	t.Parallel()
	null := property.New(property.Null)
	nested := func(m object) object { return object{"tree": obj(object{"child": obj(m)})} }
	tests := []struct {
		name   string
		in     object
		paths  []string
		panics bool // infer does
	}{
		{"in a list", object{"names": list(str("a"), null)}, []string{"names[1]"}, true},
		{"in a map", object{"env": obj(object{"A": null})}, []string{"env.A"}, true},
		{"in a map under a key that is no name", object{"env": obj(object{"a.b": null})}, []string{`env["a.b"]`}, true},
		{"in a secret map", object{"env": obj(object{"A": null}).WithSecret(true)}, []string{"env.A"}, true},
		{"a secret null", object{"names": list(null.WithSecret(true))}, []string{"names[0]"}, true},
		{"in a list of objects", nested(object{"nodes": list(null)}), []string{"tree.child.nodes[0]"}, true},
		{"in a map of objects", nested(object{"byName": obj(object{"x": null})}), []string{"tree.child.byName.x"}, true},
		{
			"deep in a list of objects", nested(object{"nodes": list(obj(object{"names": list(null)}))}),
			[]string{"tree.child.nodes[0].names[0]"},
			true,
		},
		{
			"several",
			object{"names": list(null, null), "env": obj(object{"A": null})},
			[]string{"env.A", "names[0]", "names[1]"},
			true,
		},
		{"in a free-form value", object{"free": obj(object{"a": null})}, nil, false},
		{"deep in a free-form value", object{"free": obj(object{"a": list(obj(object{"b": null}))})}, nil, false},
		{"a property", object{"names": null, "env": null, "tree": null, "mode": null, "free": null}, nil, false},
		{"a property of a nested object", nested(object{"text": null, "nodes": null, "child": null}), nil, false},
		{"a property of an item", nested(object{"nodes": list(obj(object{"text": null}))}), nil, false},
		{"none", object{"names": list(), "env": obj(nil), "tree": unknown}, nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			provider, spec := unguarded(t, &Thing{})
			req := p.CheckRequest{Urn: urn, Inputs: inputs(tt.in)}
			if tt.panics {
				require.Panics(t, func() { _, _ = provider.Check(running(t), req) }, "fixed upstream: delete nulls.go")
			}
			resp, err := refuseNulls(provider, spec).Check(running(t), req)
			require.NoError(t, err)
			var paths []string
			for _, failure := range resp.Failures {
				paths = append(paths, failure.Property)
				assert.Equal(t, "must not be null", failure.Reason)
			}
			assert.Equal(t, tt.paths, paths)
		})
	}
}
