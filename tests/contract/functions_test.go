package contract

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// result is the object that a function returns.
func result(f schema.FunctionSpec) schema.ObjectTypeSpec { return *f.ReturnType.ObjectTypeSpec }

// found is what a function reports of one runner.
func found(t *testing.T, spec schema.PackageSpec, token string) map[string]schema.PropertySpec {
	t.Helper()
	properties := result(spec.Functions[token]).Properties
	if token != listToken {
		return properties
	}
	assert.Equal(t, []string{"runners"}, slices.Collect(maps.Keys(properties)))
	assert.Equal(t, []string{"runners"}, result(spec.Functions[token]).Required)
	element := strings.TrimPrefix(properties["runners"].Items.Ref, "#/types/")
	assert.Equal(t, listToken[:strings.LastIndexByte(listToken, ':')]+":GetManagedRunnersRunner", element)
	return spec.Types[element].Properties
}

// TestFunctionsMatchTheContract holds the functions against the table in docs/api-contract.md, and what they report of a
// runner against what the resource does: the same names, types and secrets, without what only a resource has.
func TestFunctionsMatchTheContract(t *testing.T) {
	t.Parallel()
	d, spec := document(t), packageSpec(t)
	require.Len(t, d.Functions, len(spec.Functions))
	for _, row := range d.Functions {
		token := "coreweave-sandbox:index:" + row.Name
		f, ok := spec.Functions[token]
		require.True(t, ok, "%s: the contract has the function, the schema does not", row.Name)
		assert.ElementsMatch(t, row.Arguments, slices.Collect(maps.Keys(f.Inputs.Properties)), row.Name)

		got := found(t, spec, token)
		want := slices.DeleteFunc(reported(d), func(name string) bool { return slices.Contains(row.LeftOut, name) })
		assert.ElementsMatch(t, want, slices.Collect(maps.Keys(got)), row.Name)
		for name, p := range got {
			asResource := spec.Resources[runnerToken].Properties[name]
			assert.Equal(t, asResource.TypeSpec, p.TypeSpec, "%s %s", row.Name, name)
			assert.Equal(t, asResource.Secret, p.Secret, "%s %s", row.Name, name)
			assert.Nil(t, p.Default, "%s %s: an output has no default", row.Name, name)
		}
		for _, secret := range d.Secrets {
			top, _, _ := strings.Cut(secret, ".")
			assert.Equal(t, token == oneToken, slices.Contains(want, top), "%s: only one runner may have %s", row.Name, top)
		}
	}
	assert.Equal(t, []string{"runnerId"}, spec.Functions[oneToken].Inputs.Required)
	assert.Empty(t, spec.Functions[listToken].Inputs.Required)
}

// reported are the properties of a runner that are on the wire, as Pulumi names them, and ready, which is made of them.
func reported(d *Document) []string {
	names := []string{"ready"}
	for _, field := range d.Fields {
		name, _, _ := strings.Cut(strings.TrimPrefix(field.Path, "identity."), ".")
		if name = Unsuffixed(name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
