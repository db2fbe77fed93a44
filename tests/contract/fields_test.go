package contract

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
)

const (
	root         = "../../"
	documentPath = root + "docs/api-contract.md"
	runnerToken  = "coreweave-sandbox:index:ManagedRunner"
	oneToken     = "coreweave-sandbox:index:getManagedRunner"
	listToken    = "coreweave-sandbox:index:getManagedRunners"
	typePrefix   = "#/types/coreweave-sandbox:index:"
)

// generate builds the schema once.
var generate = sync.OnceValues(func() (schema.PackageSpec, error) { return provider.Schema(context.Background()) })

func packageSpec(t *testing.T) schema.PackageSpec {
	t.Helper()
	spec, err := generate()
	require.NoError(t, err)
	return spec
}

func document(t *testing.T) *Document {
	t.Helper()
	d, err := Read(documentPath)
	require.NoError(t, err)
	return d
}

// property is what the schema says of a field: the part of a row of the contract that a schema can tell.
type property struct {
	Type       string // string, boolean, integer, object, struct, or the name of an enum
	Collection string // scalar, list or map
	Mutable    string
}

// TestSchemaMatchesTheContract holds the schema against docs/api-contract.md, in both directions.
func TestSchemaMatchesTheContract(t *testing.T) {
	t.Parallel()
	d, spec := document(t), packageSpec(t)
	properties := propertiesOf(spec)
	require.NotEmpty(t, properties)
	for _, field := range d.Fields {
		got, ok := properties[field.Path]
		if assert.True(t, ok, "%s: the contract has the field, the schema does not", field.Path) {
			assert.Equal(t, expected(field), got, "%s: the contract (expected) and the schema (actual) differ", field.Path)
		}
		delete(properties, field.Path)
	}
	for _, path := range d.PulumiOnly {
		assert.Contains(t, properties, path, "%s: the contract has the property, the schema does not", path)
		delete(properties, path)
	}
	for path := range properties {
		assert.Fail(t, "drift", "%s: the schema has the property, the contract does not", path)
	}
}

// expected is what a row of the contract means for the schema.
func expected(f Field) property {
	p := property{Collection: f.Collection, Mutable: f.Mutable}
	if f.Collection == "set" {
		p.Collection = "list"
	}
	switch {
	case slices.Contains([]string{"string, caseless", "quantity", "timestamp"}, f.Type):
		p.Type = "string"
	case slices.Contains([]string{"bool", "empty message"}, f.Type):
		p.Type = "boolean"
	case slices.Contains([]string{"int", "int64"}, f.Type):
		p.Type = "integer"
	case f.Type == "message":
		p.Type = "object"
	case f.Mutable == "O" && strings.HasPrefix(f.Type, "enum "):
		p.Type = "string" // so that a value that a server adds breaks no program
	case enumOf(f) != "":
		p.Type = enumOf(f)
	default:
		p.Type = f.Type
	}
	return p
}

// propertiesOf are the properties of the resource under the paths of the wire.
func propertiesOf(spec schema.PackageSpec) map[string]property {
	resource := spec.Resources[runnerToken]
	all := map[string]property{}
	for name, p := range resource.Properties {
		mutable := "O"
		if input, ok := resource.InputProperties[name]; ok {
			mutable = "M"
			if input.ReplaceOnChanges || input.WillReplaceOnChanges {
				mutable = "I"
			}
		}
		path := name
		if slices.Contains([]string{"runnerId", "runnerGroupId", "zone", "clusterId", "clusterName"}, name) {
			path = "identity." + name
		}
		collect(all, spec, path, p.TypeSpec, mutable)
	}
	return all
}

// collect notes a property and what is below it.
func collect(all map[string]property, spec schema.PackageSpec, path string, t schema.TypeSpec, mutable string) {
	p := property{Collection: "scalar", Mutable: mutable}
	switch {
	case t.Items != nil:
		path, p.Collection, t = path+"[]", "list", *t.Items
	case t.AdditionalProperties != nil && t.AdditionalProperties.Ref == "pulumi.json#/Any":
		t = schema.TypeSpec{Type: "struct"}
	case t.AdditionalProperties != nil:
		path, p.Collection, t = path+"{}", "map", *t.AdditionalProperties
	}
	p.Type = t.Type
	name, isRef := strings.CutPrefix(t.Ref, typePrefix)
	named := spec.Types[strings.TrimPrefix(t.Ref, "#/types/")]
	switch {
	case isRef && len(named.Enum) > 0:
		p.Type = name
	case isRef:
		p.Type = "object"
		for child, c := range named.Properties {
			collect(all, spec, path+"."+child, c.TypeSpec, mutable)
		}
	}
	all[path] = p
}

// TestEnumsMatchTheContract compares the values of each enum. Those of statuses are not enums in the schema, but named
// in the descriptions.
func TestEnumsMatchTheContract(t *testing.T) {
	t.Parallel()
	d, spec := document(t), packageSpec(t)
	enums := map[string][]string{}
	for token, typ := range spec.Types {
		for _, value := range typ.Enum {
			name := token[strings.LastIndexByte(token, ':')+1:]
			enums[name] = append(enums[name], value.Value.(string))
		}
	}
	for name, values := range d.Enums {
		if property, ok := map[string]string{
			"RunnerInstallStatus": "installStatus", "RunnerConnectionStatus": "connectionStatus",
		}[name]; ok {
			assert.Equal(t, values, known(spec.Resources[runnerToken].Properties[property].Description, values[0]),
				"%s: the contract (expected) and the description of %s (actual) differ", name, property)
			continue
		}
		assert.Equal(t, values, enums[name], "%s: the contract (expected) and the schema (actual) differ", name)
		delete(enums, name)
	}
	for name := range enums {
		assert.Fail(t, "drift", "%s: the schema has the enum, the contract does not", name)
	}
}

// known are the values that a description names.
func known(description, like string) []string {
	prefix := like[:strings.LastIndexByte(like, '_')+1]
	return slices.DeleteFunc(quoted(description), func(text string) bool { return !strings.HasPrefix(text, prefix) })
}

// TestContractIsWellFormed checks what the other tests take for granted.
func TestContractIsWellFormed(t *testing.T) {
	t.Parallel()
	d := document(t)
	require.NotEmpty(t, d.Fields)
	seen := map[string]bool{}
	for _, f := range d.Fields {
		assert.False(t, seen[f.Path], "%s is there twice", f.Path)
		seen[f.Path] = true
		assert.Contains(t, []string{"CONFIRMED", "CONFIRMED (beta)", "DERIVED", "UNKNOWN"}, f.Standing, f.Path)
		assert.Contains(t, []string{"scalar", "list", "set", "map"}, f.Collection, f.Path)
		assert.Contains(t, []string{"M", "I", "O"}, f.Mutable, f.Path)
		assert.Equal(t, f.Collection == "map", strings.HasSuffix(f.Path, "{}"), f.Path)
		assert.Equal(t, f.Collection == "list" || f.Collection == "set", strings.HasSuffix(f.Path, "[]"), f.Path)
		for source := range strings.SplitSeq(f.Source, ", ") {
			assert.Contains(t, d.Sources, source, "%s: a source that is not in the table of sources", f.Path)
		}
		if name := enumOf(f); name != "" {
			assert.Contains(t, d.Enums, name, "%s: an enum that is not in the table of enums", f.Path)
		}
	}
	for _, path := range d.Unmodelled {
		assert.False(t, seen[path], "%s is both a field and left alone", path)
	}
}

// enumOf is the name of the enum that lists the values of a field, or empty.
func enumOf(f Field) string {
	if name, ok := strings.CutPrefix(f.Type, "enum "); ok {
		return name
	}
	if name, ok := strings.CutPrefix(f.Type, "string ("); ok {
		return strings.TrimSuffix(name, ")")
	}
	return ""
}
