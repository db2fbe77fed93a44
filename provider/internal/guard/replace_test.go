package guard

import (
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReplacementsDeleteFirst(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		old, new object
		kinds    map[string]p.DiffKind
		replaces bool
	}{
		{"an added value replaces", nil, object{"zone": str("a")}, map[string]p.DiffKind{"zone": p.AddReplace}, true},
		{"a removed value replaces", object{"zone": str("a")}, nil, map[string]p.DiffKind{"zone": p.DeleteReplace}, true},
		{
			"a changed value replaces",
			object{"zone": str("a")},
			object{"zone": str("b")},
			map[string]p.DiffKind{"zone": p.UpdateReplace},
			true,
		},
		{
			"one of several replaces",
			object{"zone": str("a"), "mode": str("fast")},
			object{"zone": str("b"), "mode": str("slow")},
			map[string]p.DiffKind{"zone": p.UpdateReplace, "mode": p.Update},
			true,
		},
		{
			"a value that is not known yet may replace",
			object{"zone": str("a")},
			object{"zone": unknown},
			map[string]p.DiffKind{"zone": p.UpdateReplace},
			true,
		},
		{
			"an update replaces nothing",
			object{"mode": str("fast")},
			object{"mode": str("slow")},
			map[string]p.DiffKind{"mode": p.Update},
			false,
		},
		{"an addition replaces nothing", nil, object{"mode": str("slow")}, map[string]p.DiffKind{"mode": p.Add}, false},
		{"no change replaces nothing", object{"zone": str("a")}, object{"zone": str("a")}, map[string]p.DiffKind{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			provider, _ := unguarded(t, &Thing{})
			req := p.DiffRequest{
				ID: "id", Urn: urn, State: state(t, provider, inputs(tt.old)),
				OldInputs: inputs(tt.old), Inputs: inputs(tt.new),
			}
			resp, err := provider.Diff(running(t), req)
			require.NoError(t, err)
			require.False(t, resp.DeleteBeforeReplace, "fixed upstream: delete replace.go")

			resp, err = deleteBeforeReplace(provider).Diff(running(t), req)
			require.NoError(t, err)
			assert.Equal(t, tt.replaces, resp.DeleteBeforeReplace)
			kinds := map[string]p.DiffKind{}
			for path, d := range resp.DetailedDiff {
				kinds[path] = d.Kind
			}
			assert.Equal(t, tt.kinds, kinds)
		})
	}
}
