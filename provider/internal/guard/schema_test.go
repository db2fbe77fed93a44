package guard

import (
	"testing"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/stretchr/testify/assert"
)

func spec(t testing.TB) schema.PackageSpec {
	t.Helper()
	_, spec := unguarded(t, &Thing{})
	return spec
}

func TestShapes(t *testing.T) {
	t.Parallel()
	r := read(spec(t))
	s := r.of(urn)

	assert.True(t, s.inputs.field("region").required)
	assert.False(t, s.inputs.field("zone").required)
	assert.True(t, s.inputs.field("env").secret)
	assert.False(t, s.inputs.field("env").field("any key").secret, "the map is secret as a whole")
	assert.True(t, s.outputs.field("status").field("keys").item().field("password").secret)
	assert.Equal(t, "string", s.inputs.field("mode").kind)
	assert.Equal(t, "integer", s.outputs.field("status").field("level").kind)
	assert.Empty(t, s.outputs.field("status").field("detail").kind, "free-form")
	assert.Same(t, s.inputs.field("tree").field("child").field("child").fields["child"],
		s.inputs.field("tree").field("child").fields["child"], "a type that contains itself ends")
	assert.True(t, r.config.field("token").secret)

	for name, nothing := range map[string]shapes{
		"no URN":        r.of(""),
		"another type":  r.of("urn:pulumi:stack::project::test:guard:Other::name"),
		"no properties": read(schema.PackageSpec{}).of(urn),
	} {
		assert.Equal(t, shapes{&shape{}, &shape{}}, nothing, name)
	}
	parent := r.of("urn:pulumi:stack::project::my:component:Parent$test:guard:Thing::name")
	assert.Same(t, s.inputs, parent.inputs, "the child of a component")

	odd := schema.PackageSpec{Resources: map[string]schema.ResourceSpec{"test:guard:Thing": {
		RequiredInputs:  []string{"missing"},
		InputProperties: map[string]schema.PropertySpec{"a": {TypeSpec: schema.TypeSpec{Ref: "#/types/missing"}}},
	}}}
	assert.Equal(t, &shape{}, read(odd).of(urn).inputs.field("a"), "a type that is not there is free-form")
}
