package schema

import (
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// uses finds the types that programs write, and those that they read: what the inputs and the outputs refer to, directly
// or from inside another type.
func uses(spec schema.PackageSpec) (inputs, outputs map[string]bool) {
	inputs, outputs = map[string]bool{}, map[string]bool{}
	visit(spec, inputs, spec.Config.Variables)
	resources := []schema.ResourceSpec{value(spec.Provider)}
	for _, r := range spec.Resources {
		resources = append(resources, r)
	}
	for _, r := range resources {
		visit(spec, inputs, r.InputProperties)
		visit(spec, inputs, value(r.StateInputs).Properties)
		visit(spec, inputs, value(r.ListInputs).Properties)
		visit(spec, outputs, r.Properties)
	}
	for _, f := range spec.Functions {
		visit(spec, inputs, value(f.Inputs).Properties)
		result := resultOf(f)
		visit(spec, outputs, value(result.ObjectTypeSpec).Properties)
		visitType(spec, outputs, result.TypeSpec)
	}
	return inputs, outputs
}

func visit(spec schema.PackageSpec, seen map[string]bool, properties map[string]schema.PropertySpec) {
	for _, p := range properties {
		visitType(spec, seen, &p.TypeSpec)
	}
}

func visitType(spec schema.PackageSpec, seen map[string]bool, t *schema.TypeSpec) {
	if t == nil {
		return
	}
	visitType(spec, seen, t.Items)
	visitType(spec, seen, t.AdditionalProperties)
	for i := range t.OneOf {
		visitType(spec, seen, &t.OneOf[i])
	}
	token := strings.TrimPrefix(t.Ref, "#/types/")
	if typ, ok := spec.Types[token]; ok && !seen[token] {
		seen[token] = true
		visit(spec, seen, typ.Properties)
	}
}
