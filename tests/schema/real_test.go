package schema

import (
	"maps"
	"slices"
	"testing"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The tests of this file edit the provider's own schema, at every place.

func TestNothingBreaksWithoutAChange(t *testing.T) {
	t.Parallel()
	assert.Empty(t, Breaking(live(t), live(t)))
	assert.Empty(t, Breaking(released(t), released(t)))
}

func TestEveryRemovalIsReported(t *testing.T) {
	t.Parallel()
	old, edited := live(t), live(t)
	count := 0
	for _, o := range objects(&edited) {
		for name, p := range maps.Clone(o.properties) {
			delete(o.properties, name)
			assert.Equal(t, []string{o.says(name) + " was removed"}, Breaking(old, edited))
			o.properties[name] = p
			count++
		}
	}
	assert.Greater(t, count, 200, "the test must see the properties")
	assert.Empty(t, Breaking(old, edited), "the test must put everything back")
}

func TestEveryOtherTypeIsReported(t *testing.T) {
	t.Parallel()
	old, edited := live(t), live(t)
	other := schema.TypeSpec{Type: "array", Items: &schema.TypeSpec{Type: "number"}}
	for _, o := range objects(&edited) {
		for name, p := range maps.Clone(o.properties) {
			changed := p
			changed.TypeSpec = other
			o.properties[name] = changed
			want := o.says(name) + ": type changed from " + text(p.TypeSpec) + ` to {"type":"array","items":{"type":"number"}}`
			assert.Equal(t, []string{want}, Breaking(old, edited))
			o.properties[name] = p
		}
	}
}

func TestEveryNewRequirementIsReported(t *testing.T) {
	t.Parallel()
	old, edited := live(t), live(t)
	count := 0
	for _, o := range objects(&edited) {
		required := o.required()
		for name := range o.properties {
			if slices.Contains(required, name) {
				continue
			}
			o.require(append(slices.Clone(required), name))
			assert.Equal(t, []string{o.says(name) + " became required"}, Breaking(old, edited))
			count++
		}
		o.require(required)
	}
	assert.Greater(t, count, 100, "the test must see the properties")
}

func TestNoAdditionOfSomethingOptionalIsReported(t *testing.T) {
	t.Parallel()
	edited := live(t)
	for _, o := range objects(&edited) {
		o.properties["added"] = schema.PropertySpec{TypeSpec: schema.TypeSpec{Type: "string"}}
	}
	assert.Empty(t, Breaking(live(t), edited))
}

func TestEveryRequiredAdditionToInputsIsReported(t *testing.T) {
	t.Parallel()
	old, edited := live(t), live(t)
	inputs, _ := uses(old)
	for _, o := range objects(&edited) {
		required := o.required()
		o.properties["added"] = schema.PropertySpec{TypeSpec: schema.TypeSpec{Type: "string"}}
		o.require(append(slices.Clone(required), "added"))
		var want []string
		if o.kind == "input" || o.kind == "variable" || inputs[o.token] {
			want = []string{o.says("added") + " is new and required"}
		}
		assert.Equal(t, want, Breaking(old, edited))
		delete(o.properties, "added")
		o.require(required)
	}
}

func TestEveryRemovalOfAnEnumValueIsReported(t *testing.T) {
	t.Parallel()
	old, edited := live(t), live(t)
	for token, typ := range old.Types {
		for i, v := range typ.Enum {
			less := typ
			less.Enum = slices.Delete(slices.Clone(typ.Enum), i, i+1)
			edited.Types[token] = less
			assert.Equal(t, []string{"type " + token + ": enum value " + text(v.Value) + " was removed"}, Breaking(old, edited))
		}
		edited.Types[token] = typ
	}
}

func TestEveryLostSecretAndNewReplacementIsReported(t *testing.T) {
	t.Parallel()
	old, edited := live(t), live(t)
	secrets := 0
	for _, o := range objects(&edited) {
		for name, p := range maps.Clone(o.properties) {
			changed := p
			changed.Secret, changed.ReplaceOnChanges = false, true
			o.properties[name] = changed
			messages := 0
			if p.Secret {
				messages++
				secrets++
			}
			if !p.ReplaceOnChanges {
				messages++
			}
			require.Len(t, Breaking(old, edited), messages, o.says(name))
			o.properties[name] = p
		}
	}
	assert.Positive(t, secrets)
}

// object is a set of properties of a schema.
type object struct {
	name, kind, token string
	properties        map[string]schema.PropertySpec
	required          func() []string
	require           func(names []string)
}

// says is how a message about a property begins.
func (o object) says(property string) string { return o.name + ": " + o.kind + ` "` + property + `"` }

// objects are all sets of properties of a schema, to be edited in place.
func objects(spec *schema.PackageSpec) []object {
	of := func(name, kind string, properties map[string]schema.PropertySpec, required *[]string, store func()) object {
		return object{
			name: name, kind: kind, properties: properties,
			required: func() []string { return *required },
			require:  func(names []string) { *required = names; store() },
		}
	}
	nothing := func() {}
	all := []object{
		of("config", "variable", spec.Config.Variables, &spec.Config.Required, nothing),
		of("provider", "input", spec.Provider.InputProperties, &spec.Provider.RequiredInputs, nothing),
		of("provider", "output", spec.Provider.Properties, &spec.Provider.Required, nothing),
	}
	for token, r := range spec.Resources {
		store := func() { spec.Resources[token] = r }
		all = append(all,
			of("resource "+token, "input", r.InputProperties, &r.RequiredInputs, store),
			of("resource "+token, "output", r.Properties, &r.Required, store))
	}
	for token, typ := range spec.Types {
		if len(typ.Enum) == 0 {
			o := of("type "+token, "property", typ.Properties, &typ.Required, func() { spec.Types[token] = typ })
			o.token = token
			all = append(all, o)
		}
	}
	return all
}
