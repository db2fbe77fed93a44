package runner

import (
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/redact"
)

func TestManagedIsWhatTheProgramGives(t *testing.T) {
	t.Parallel()
	server := specOf(object{
		"releaseChannel": str("RELEASE_CHANNEL_RAPID"), "volumes": obj(object{"enabled": property.New(true)}),
	})
	tests := map[string]struct{ program, want property.Map }{
		"no spec":    {property.Map{}, property.Map{}},
		"empty spec": {specOf(object{}), specOf(object{})},
		"one field":  {specOf(object{"releaseChannel": str("x")}), specOf(object{"releaseChannel": str("RELEASE_CHANNEL_RAPID")})},
		"fields that the server leaves out": {
			specOf(object{"enforceResourceLimits": property.New(true), "imagePull": obj(object{"policy": str("x")})}),
			specOf(object{"enforceResourceLimits": property.New(false), "imagePull": obj(object{})}),
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, property.New(test.want), property.New(managed(server, test.program)))
		})
	}
}

func TestDiffTellsReplacements(t *testing.T) {
	t.Parallel()
	old := property.NewMap(object{"runnerId": str("a"), "zone": str("z"), "displayName": str("d")})
	for name, want := range map[string]p.DiffKind{
		"runnerId": p.UpdateReplace, "zone": p.UpdateReplace, "displayName": p.Update,
	} {
		resp := diff(old, old.Set(name, str("other")))
		assert.Equal(t, map[string]p.PropertyDiff{name: {Kind: want}}, resp.DetailedDiff)
		assert.True(t, resp.HasChanges)
	}
	resp := diff(old.Delete("zone"), old)
	assert.Equal(t, p.AddReplace, resp.DetailedDiff["zone"].Kind)
	assert.Equal(t, p.DeleteReplace, diff(old, old.Delete("zone")).DetailedDiff["zone"].Kind)
	assert.Equal(t, p.Delete, diff(old, old.Delete("displayName")).DetailedDiff["displayName"].Kind)
	assert.False(t, diff(old, old.Set("zone", str("Z"))).HasChanges)
}

func TestKept(t *testing.T) {
	t.Parallel()
	inputs := func(token, label, base string) property.Map {
		return property.NewMap(object{
			"spec": obj(object{"overrides": obj(object{
				"env": obj(object{"TOKEN": str(token)}), "labels": obj(object{"team": str(label)}),
			})}),
			"policy": obj(object{
				"displayName": str(label),
				"base": obj(object{
					"list": property.New([]property.Value{str(base), property.New(1.0)}), "map": obj(object{"a": str(base)}),
				}),
			}),
		})
	}
	state := inputs("token", "label", "base")
	imported := conceal(state)
	assert.Equal(t, property.New(inputs(redact.Kept, "label", redact.Kept)), property.New(imported), "texts that the schema calls secret, and no others")
	assert.Equal(t, []string{"policy.base.list[0]", "policy.base.map.a", "spec.overrides.env.TOKEN"}, keptPaths(imported))

	revealed := reveal(imported, state)
	assert.Empty(t, keptPaths(revealed))
	assert.Empty(t, changes(state, revealed))
	env, _ := revealed.Get("spec").AsMap().Get("overrides").AsMap().GetOk("env")
	assert.True(t, env.AsMap().Get("TOKEN").Secret())

	later := inputs("new token", "label", "new base")
	assert.Equal(t, property.New(imported), property.New(concealAgain(imported, later)), "the value may change unseen")
	written := inputs("written", "label", "written")
	assert.Equal(t, property.New(later), property.New(concealAgain(written, later)), "a value that the program gives may not")
	assert.Equal(t, keptPaths(imported), keptPaths(reveal(imported, property.Map{})), "nothing to reveal")
}
