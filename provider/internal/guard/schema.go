package guard

import (
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// shape is what the provider's schema says of a value. The shape of a type that contains itself contains itself.
type shape struct {
	kind     string // string, boolean, integer, number, array, object; empty for a free-form value
	secret   bool
	required bool
	fields   map[string]*shape // of an object with named properties
	elem     *shape            // of an array, or of an object with free keys
}

// field is the shape of what an object has under a name. What the schema does not know is free-form.
func (s *shape) field(name string) *shape {
	if s.fields == nil {
		return s.item()
	}
	if field, ok := s.fields[name]; ok {
		return field
	}
	return &shape{}
}

// item is the shape of the items of an array or map.
func (s *shape) item() *shape {
	if s.elem == nil {
		return &shape{}
	}
	return s.elem
}

// free reports whether the schema leaves the value to the user.
func (s *shape) free() bool { return s.kind == "" && s.fields == nil && s.elem == nil }

// admits reports whether a known value is of the type that the schema says.
func (s *shape) admits(v property.Value) bool {
	switch s.kind {
	case "string":
		return v.IsString()
	case "boolean":
		return v.IsBool()
	case "integer", "number":
		return v.IsNumber()
	case "array":
		return v.IsArray()
	case "object":
		return v.IsMap()
	default:
		return true
	}
}

// shapes are the inputs and outputs of one resource.
type shapes struct{ inputs, outputs *shape }

// reader knows the shapes of everything in a schema.
type reader struct {
	config    *shape
	resources map[string]shapes
}

// of returns the shapes of the resource that a URN names, or of nothing.
func (r reader) of(urn resource.URN) shapes {
	if urn != "" {
		if s, ok := r.resources[string(urn.Type())]; ok {
			return s
		}
	}
	return shapes{&shape{}, &shape{}}
}

func read(spec schema.PackageSpec) reader {
	b := builder{spec.Types, map[string]*shape{}}
	r := reader{config: &shape{}, resources: map[string]shapes{}}
	if spec.Provider != nil {
		b.object(r.config, spec.Provider.InputProperties, nil)
	}
	for token, s := range spec.Resources {
		r.resources[token] = shapes{
			inputs:  b.object(&shape{}, s.InputProperties, s.RequiredInputs),
			outputs: b.object(&shape{}, s.Properties, s.Required),
		}
	}
	return r
}

type builder struct {
	types map[string]schema.ComplexTypeSpec
	named map[string]*shape
}

// object fills in the shape of an object.
func (b builder) object(out *shape, properties map[string]schema.PropertySpec, required []string) *shape {
	out.kind, out.fields = "object", map[string]*shape{}
	for name, spec := range properties {
		field := *b.value(spec.TypeSpec) // a copy, since the marks are the property's and not the type's
		field.secret = spec.Secret
		out.fields[name] = &field
	}
	for _, name := range required {
		if field, ok := out.fields[name]; ok {
			field.required = true
		}
	}
	return out
}

func (b builder) value(t schema.TypeSpec) *shape {
	if token, local := strings.CutPrefix(t.Ref, "#/types/"); local {
		return b.ref(token)
	}
	out := &shape{kind: t.Type}
	switch {
	case t.Items != nil:
		out.elem = b.value(*t.Items)
	case t.AdditionalProperties != nil:
		out.elem = b.value(*t.AdditionalProperties)
	}
	return out
}

func (b builder) ref(token string) *shape {
	if known, ok := b.named[token]; ok {
		return known
	}
	spec := b.types[token]
	out := &shape{kind: spec.Type}
	b.named[token] = out
	if len(spec.Enum) == 0 && spec.Type == "object" {
		b.object(out, spec.Properties, spec.Required)
	}
	return out
}
