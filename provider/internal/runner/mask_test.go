package runner

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/canonical"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

type object = map[string]property.Value

func str(s string) property.Value { return property.New(s) }
func obj(m object) property.Value { return property.New(m) }

func specOf(m object) property.Map { return property.NewMap(object{"spec": obj(m)}) }

func TestMask(t *testing.T) {
	t.Parallel()
	stable, rapid := str("RELEASE_CHANNEL_STABLE"), str("RELEASE_CHANNEL_RAPID")
	env := func(v string) property.Value { return obj(object{"env": obj(object{"A": str(v)})}) }
	tests := map[string]struct {
		old, new property.Map
		want     []string
	}{
		"nothing":       {specOf(object{"releaseChannel": stable}), specOf(object{"releaseChannel": stable}), nil},
		"a field":       {property.NewMap(object{"displayName": str("a")}), property.NewMap(object{"displayName": str("b")}), []string{"displayName"}},
		"a nested name": {property.NewMap(object{"runnerGroupId": str("a")}), property.NewMap(object{"runnerGroupId": str("b")}), []string{"identity.runnerGroupId"}},
		"a leaf of the policy is the policy": {
			property.NewMap(object{"policy": obj(object{})}),
			property.NewMap(object{"policy": obj(object{"constraints": obj(object{"resources": obj(object{"maxCpu": str("1")})})})}),
			[]string{"policy"},
		},
		"fields of spec by themselves, in order": {
			specOf(object{"releaseChannel": stable, "overrides": env("a")}),
			specOf(object{"releaseChannel": rapid, "overrides": env("b")}),
			[]string{"spec.overrides", "spec.releaseChannel"},
		},
		"a spec that is new":   {property.Map{}, specOf(object{"releaseChannel": stable}), []string{"spec.releaseChannel"}},
		"an explicit false":    {specOf(object{}), specOf(object{"enforceResourceLimits": property.New(false)}), []string{"spec.enforceResourceLimits"}},
		"a field taken out":    {specOf(object{"releaseChannel": rapid}), specOf(object{}), []string{"spec.releaseChannel"}},
		"the spec taken out":   {specOf(object{"releaseChannel": rapid}), property.Map{}, nil},
		"an empty spec is new": {property.Map{}, specOf(object{}), nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, maskOf(changes(test.old, test.new)))
		})
	}
}

// Whatever the table of fields gets, a change of it has a mask path that the API knows.
func TestEveryFieldHasAMaskPath(t *testing.T) {
	t.Parallel()
	known := []string{"displayName", "identity.runnerGroupId", "policy"}
	spec, _ := argsTable.Get("spec")
	for _, field := range spec.Fields {
		known = append(known, "spec."+field.Name)
	}
	for _, field := range argsTable.Fields {
		if field.Replace || field.Local {
			continue // is replaced, never updated; or is never sent
		}
		for _, path := range paths(field) {
			assert.Contains(t, known, path)
			assert.NotNil(t, messageField(path), path)
		}
	}
}

func paths(f *model.Field) []string {
	if f.Name != "spec" {
		return []string{maskPath(canonical.Change{Path: []any{f.Name}})}
	}
	var out []string
	for _, child := range f.Fields {
		out = append(out, maskPath(canonical.Change{Path: []any{f.Name, child.Name}}))
	}
	return out
}

func TestWhatTheProviderDoesIsNeverSent(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"waitForReady", "applyAvailableUpdate"} {
		old, new := property.Map{}, property.NewMap(object{name: property.New(true)})
		assert.True(t, diff(old, new).HasChanges, name)
		assert.Empty(t, maskOf(runnerChanges(old, new)), name)
	}
}

func TestBlocksAreTheMessages(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"policy": true, "spec.overrides": true, "spec.dataPlane": true, "spec.volumes": true,
		"displayName": false, "identity.runnerGroupId": false, "spec.releaseChannel": false, "spec.enforceResourceLimits": false,
	} {
		assert.Equal(t, want, isBlock(path), path)
	}
}
