package contract

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
)

func TestSchemaIsValid(t *testing.T) {
	t.Parallel()
	bound, diagnostics, err := schema.BindSpec(packageSpec(t), schema.NewNullLoader(), schema.ValidationOptions{})
	require.NoError(t, err)
	assert.Empty(t, diagnostics)
	assert.Equal(t, "coreweave-sandbox", bound.Name)
}

// TestSchemaHasExamples in every language, for whatever users can call: registry and editors show them.
func TestSchemaHasExamples(t *testing.T) {
	t.Parallel()
	spec := packageSpec(t)
	descriptions := map[string]string{}
	for token, resource := range spec.Resources {
		descriptions[token] = resource.Description
	}
	for token, function := range spec.Functions {
		descriptions[token] = function.Description
	}
	for token, text := range descriptions {
		examples := strings.Split(text, "{{% example %}}")[1:]
		assert.NotEmpty(t, examples, token)
		for _, example := range examples {
			title, _, _ := strings.Cut(strings.TrimSpace(example), "\n")
			for _, language := range []string{"typescript", "python", "go", "yaml"} {
				assert.Equal(t, 1, strings.Count(example, "\n```"+language+"\n"), "%s: %s in %s", token, title, language)
			}
		}
	}
	for _, title := range []string{"### A runner and its policy", "### Import a runner", "### Let others change a field"} {
		assert.Contains(t, spec.Resources[runnerToken].Description, title)
	}
}

func TestSchemaHasTheNamesOfTheDesign(t *testing.T) {
	t.Parallel()
	spec := packageSpec(t)
	assert.Equal(t, provider.Version, spec.Version)
	assert.Equal(t, "CoreWeave Sandbox", spec.DisplayName)
	assert.Equal(t, []string{runnerToken}, slices.Sorted(maps.Keys(spec.Resources)))
	assert.Equal(t, []string{oneToken, listToken}, slices.Sorted(maps.Keys(spec.Functions)))
	for token := range spec.Types {
		assert.True(t, strings.HasPrefix(token, "coreweave-sandbox:index:"), "%s is in another module", token)
	}
	assert.Equal(t, []string{"apiEndpoint", "apiToken", "httpTimeout"}, slices.Sorted(maps.Keys(spec.Config.Variables)))
}

func TestSchemaRequiresWhatARunnerNeeds(t *testing.T) {
	t.Parallel()
	spec := packageSpec(t)
	assert.ElementsMatch(t, []string{"runnerId", "clusterId", "zone", "policy"}, spec.Resources[runnerToken].RequiredInputs)
	assert.Empty(t, spec.Config.Required)
	assert.Empty(t, spec.Provider.RequiredInputs, "the token may come from the environment")
}

// TestSchemaReplacesOnlyForAnotherPlace keeps a change of anything else from deleting a runner.
func TestSchemaReplacesOnlyForAnotherPlace(t *testing.T) {
	t.Parallel()
	var inputs, outputs, other []string
	eachProperty(packageSpec(t), func(owner, name string, p schema.PropertySpec) {
		switch {
		case !p.ReplaceOnChanges && !p.WillReplaceOnChanges:
		case owner == runnerToken+" input":
			inputs = append(inputs, name)
		case owner == runnerToken+" output":
			outputs = append(outputs, name)
		default:
			other = append(other, owner+" "+name)
		}
	})
	want := []string{"clusterId", "runnerId", "zone"}
	assert.Equal(t, want, inputs)
	assert.Equal(t, want, outputs)
	assert.Empty(t, other)
}

// TestSchemaSecretsMatchTheContract: a secret that loses its mark would stand in the state for everybody to read.
func TestSchemaSecretsMatchTheContract(t *testing.T) {
	t.Parallel()
	var secrets []string
	spec := packageSpec(t)
	eachProperty(spec, func(owner, name string, p schema.PropertySpec) {
		if p.Secret {
			secrets = append(secrets, owner+" "+name)
		}
	})
	assert.ElementsMatch(t, []string{
		"config apiToken", "provider input apiToken", "provider output apiToken", runnerToken + " output deploymentSpec",
		oneToken + " output deploymentSpec", "coreweave-sandbox:index:Overrides env", "coreweave-sandbox:index:Policy base",
	}, secrets)
	assert.Equal(t, secretPaths(spec), slices.Sorted(slices.Values(document(t).Secrets)),
		"the schema (expected) and the contract (actual) differ")
}

// secretPaths are the places of a runner that are secret. What is inside one of them is secret with it.
func secretPaths(spec schema.PackageSpec) []string {
	var paths []string
	var visit func(prefix string, properties map[string]schema.PropertySpec)
	visit = func(prefix string, properties map[string]schema.PropertySpec) {
		for name, p := range properties {
			if p.Secret {
				paths = append(paths, prefix+name)
				continue
			}
			element := p.TypeSpec
			for element.Items != nil {
				element = *element.Items
			}
			visit(prefix+name+".", spec.Types[strings.TrimPrefix(element.Ref, "#/types/")].Properties)
		}
	}
	visit("", spec.Resources[runnerToken].Properties)
	slices.Sort(paths)
	return paths
}

// goName finds what only a Go programmer would say.
var goName = regexp.MustCompile(`\b(model|infer|property|runner|config|api)\.[A-Z]|\*(string|bool|int)|\[\]|map\[|interface\{\}|\bnil\b`)

func TestSchemaDescribesEverything(t *testing.T) {
	t.Parallel()
	spec := packageSpec(t)
	described(t, "the package", spec.Description)
	for token, r := range spec.Resources {
		described(t, token, r.Description)
	}
	for token, f := range spec.Functions {
		described(t, token, f.Description)
		described(t, token+" arguments", f.Inputs.Description)
		described(t, token+" result", result(f).Description)
	}
	for token, typ := range spec.Types {
		described(t, token, typ.Description)
		for _, value := range typ.Enum {
			assert.NotEmpty(t, value.Name, "%s %s", token, value.Value)
			described(t, token+" "+value.Value.(string), value.Description)
		}
	}
	eachProperty(spec, func(owner, name string, p schema.PropertySpec) { described(t, owner+" "+name, p.Description) })
}

// fenced are the programs in a description, which are in their own language.
var fenced = regexp.MustCompile("(?s)```.*?```")

// described wants sentences that users of any language understand.
func described(t *testing.T, what, description string) {
	t.Helper()
	first, _, more := strings.Cut(strings.TrimSpace(description), "\n\n")
	assert.True(t, strings.HasSuffix(first, "."), "%s: the description %q does not end with a full stop", what, first)
	if more {
		assert.Regexp(t, "(\\.|```)$", strings.TrimSpace(description), what)
	}
	assert.NotRegexp(t, goName, fenced.ReplaceAllString(description, ""), what)
}

// eachProperty visits every property of the schema, in the order of their names.
func eachProperty(spec schema.PackageSpec, visit func(owner, name string, p schema.PropertySpec)) {
	each := func(owner string, properties map[string]schema.PropertySpec) {
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			visit(owner, name, properties[name])
		}
	}
	each("config", spec.Config.Variables)
	each("provider input", spec.Provider.InputProperties)
	each("provider output", spec.Provider.Properties)
	for token, r := range spec.Resources {
		each(token+" input", r.InputProperties)
		each(token+" output", r.Properties)
	}
	for token, f := range spec.Functions {
		each(token+" input", f.Inputs.Properties)
		each(token+" output", result(f).Properties)
	}
	for token, typ := range spec.Types {
		each(token, typ.Properties)
	}
}
