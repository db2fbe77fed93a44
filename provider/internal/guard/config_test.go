package guard

import (
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestConfigurationChangesReplaceNothing(t *testing.T) {
	t.Parallel()
	before := object{"token": secret("old"), "endpoint": str("https://a"), "__internal": str("1"), "version": str("1.0.0")}
	with := func(m object, changes object) object {
		out := property.NewMap(m).AsMap()
		for key, v := range changes {
			out[key] = v
			if v.IsNull() {
				delete(out, key)
			}
		}
		return out
	}
	tests := []struct {
		name     string
		old, new object
		want     map[string]p.DiffKind
	}{
		{"a rotated token", before, with(before, object{"token": secret("new")}), map[string]p.DiffKind{"token": p.Update}},
		{"a key more", with(before, object{"endpoint": {}}), before, map[string]p.DiffKind{"endpoint": p.Add}},
		{"a key less", before, with(before, object{"endpoint": {}}), map[string]p.DiffKind{"endpoint": p.Delete}},
		{
			"a value that is not known yet", before, with(before, object{"endpoint": unknown}),
			map[string]p.DiffKind{"endpoint": p.Update},
		},
		{
			"everything",
			object{"token": secret("old")},
			object{"endpoint": str("https://b")},
			map[string]p.DiffKind{"token": p.Delete, "endpoint": p.Add},
		},
		{"nothing", before, before, map[string]p.DiffKind{}},
		{"a token that is secret now", with(before, object{"token": str("old")}), before, map[string]p.DiffKind{}},
		{"the same value by another way", before, with(before, object{
			"endpoint": str("https://a").WithDependencies([]resource.URN{urn}),
		}), map[string]p.DiffKind{}},
		{"another version", before, with(before, object{"version": str("2.0.0")}), map[string]p.DiffKind{}},
		{"other bookkeeping", before, with(before, object{"__internal": {}, "__other": str("2")}), map[string]p.DiffKind{}},
		{"nothing at all", nil, nil, map[string]p.DiffKind{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			old, news := property.NewMap(tt.old), property.NewMap(tt.new)
			provider := guarded(t, &Thing{})
			for name, req := range map[string]p.DiffRequest{
				"from inputs": {ID: "id", OldInputs: old, Inputs: news},
				"from state":  {ID: "id", State: old, Inputs: news},
			} {
				resp, err := provider.DiffConfig(running(t), req)
				require.NoError(t, err, name)
				kinds := map[string]p.DiffKind{}
				for key, d := range resp.DetailedDiff {
					kinds[key] = d.Kind
					assert.True(t, d.InputDiff, name)
				}
				assert.Equal(t, tt.want, kinds, name)
				assert.Equal(t, len(tt.want) > 0, resp.HasChanges, name)
				assert.False(t, resp.DeleteBeforeReplace, name)
			}
		})
	}

	t.Run("infer has the defect", func(t *testing.T) {
		t.Parallel()
		provider, _ := unguarded(t, &Thing{})
		resp, err := provider.DiffConfig(running(t), p.DiffRequest{
			OldInputs: property.NewMap(object{"token": secret("old")}),
			Inputs:    property.NewMap(object{"token": secret("new")}),
		})
		require.NoError(t, err)
		assert.Equal(t, p.UpdateReplace, resp.DetailedDiff["token"].Kind, "fixed upstream: delete config.go")
	})
}
