package guard

import (
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Empty lists and maps move as marks do, and yet what a server reports must not be taken for a mark that has moved.
func TestReadTakesTheServersWordForWhatIsEmpty(t *testing.T) {
	t.Parallel()
	deep := func(n Node) *Node { return &Node{Child: &Node{Child: &n}} }
	before := obj(object{"child": obj(object{"child": obj(object{
		"labels": obj(object{}), "names": list(), "text": str("text"),
	})})})
	tests := []struct {
		name   string
		server *Node
		want   object
	}{
		{"what was empty and is gone is gone", deep(Node{}), object{}},
		{"what is empty still stays", deep(Node{Labels: map[string]string{}}), object{"labels": obj(object{})}},
		{"an empty object that is new stays", deep(Node{Child: &Node{}}), object{"child": obj(object{})}},
		{"an empty map that is new stays", deep(Node{ByName: map[string]Node{}}), object{"byName": obj(object{})}},
		{
			"what is full now stays full", deep(Node{Names: []string{"a"}, Labels: map[string]string{"a": "b"}}),
			object{"labels": obj(object{"a": str("b")}), "names": list(str("a"))},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			provider, spec := unguarded(t, &Thing{
				read: func(req infer.ReadRequest[Args, State]) (infer.ReadResponse[Args, State], error) {
					core := Core{Region: "eu", Tree: tt.server}
					return infer.ReadResponse[Args, State]{ID: req.ID, Inputs: Args{Core: core}, State: State{Core: core}}, nil
				},
			})
			resp, err := Inner(provider, spec).Read(running(t), p.ReadRequest{
				ID: "id", Urn: urn,
				Inputs:     inputs(object{"tree": before}),
				Properties: inputs(object{"tree": before}),
			})
			require.NoError(t, err)
			want := obj(object{"child": obj(object{"child": obj(tt.want)})})
			assert.True(t, want.Equals(resp.Inputs.Get("tree")), "%#v", resp.Inputs)
			assert.True(t, want.Equals(resp.Properties.Get("tree")), "%#v", resp.Properties)
		})
	}

	t.Run("an object that was empty and is gone is gone", func(t *testing.T) {
		t.Parallel()
		provider, spec := unguarded(t, &Thing{
			read: func(req infer.ReadRequest[Args, State]) (infer.ReadResponse[Args, State], error) {
				return infer.ReadResponse[Args, State]{ID: req.ID, Inputs: Args{Core: Core{Region: "eu", Tree: &Node{}}}}, nil
			},
		})
		resp, err := Inner(provider, spec).Read(running(t), p.ReadRequest{
			ID: "id", Urn: urn, Inputs: inputs(object{"tree": obj(object{"child": obj(object{})})}),
		})
		require.NoError(t, err)
		assert.True(t, obj(object{}).Equals(resp.Inputs.Get("tree")), "%#v", resp.Inputs)
	})
}

func TestRestore(t *testing.T) {
	t.Parallel()
	null := property.New(property.Null)
	nested := obj(object{"a": secret("x")})
	tests := []struct {
		name              string
		raw, result, want property.Value
	}{
		{"an empty list that has become null", list(), null, list()},
		{"an item that was an empty list", list(list()), list(null), list(list())},
		{"a text in place of an object with a secret", nested, str("x"), str("x").WithSecret(true)},
		{"an object in place of a secret text", secret("x"), obj(object{"a": str("x")}), obj(object{"a": str("x")}).WithSecret(true)},
		{"a list in place of an object with a secret", nested, list(str("x")), list(str("x")).WithSecret(true)},
		{"another text in place of a secret", secret("x"), str("y"), secret("y")},
		{"a known value that has become unknown", str("x"), unknown, str("x")},
		{"an unknown value that has become known", unknown, str(""), unknown},
		{"what was null", null, str("x"), str("x")},
	}
	for _, tt := range tests {
		got := restorer{}.value(tt.raw, tt.result, &shape{})
		assert.True(t, tt.want.Equals(got), "%s: %#v", tt.name, got)
	}
}
