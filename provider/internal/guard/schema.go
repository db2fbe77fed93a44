package guard

import (
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// shape is what the provider's schema says of a value.
type shape struct {
	kind     string // string, boolean, integer, number, array, object; empty for a free-form value
	secret   bool
	required bool
	fields   map[string]*shape // of an object with named properties
	elem     *shape            // of an array, or of an object with free keys
}

// shapes are the inputs and outputs of one resource.
type shapes struct{ inputs, outputs *shape }

// of returns the shapes of the resource that a URN names, or of nothing.
func (s schemaReader) of(urn resource.URN) shapes {
	if urn == "" {
		return shapes{&shape{}, &shape{}}
	}
	r, ok := s.spec.Resources[string(urn.Type())]
	if !ok {
		return shapes{&shape{}, &shape{}}
	}
	return shapes{
		inputs:  s.object(r.InputProperties, r.RequiredInputs),
		outputs: s.object(r.Properties, r.Required),
	}
}

type schemaReader struct{ spec schema.PackageSpec }

func (s schemaReader) object(properties map[string]schema.PropertySpec, required []string) *shape {
	out := &shape{kind: "object", fields: map[string]*shape{}}
	for name, spec := range properties {
		field := s.value(spec.TypeSpec)
		field.secret = spec.Secret
		out.fields[name] = field
	}
	for _, name := range required {
		out.fields[name].required = true
	}
	return out
}

func (s schemaReader) value(t schema.TypeSpec) *shape {
	const local = "#/types/"
	if strings.HasPrefix(t.Ref, local) {
		named, ok := s.spec.Types[strings.TrimPrefix(t.Ref, local)]
		if !ok || len(named.Enum) > 0 {
			return &shape{kind: "string"}
		}
		return s.object(named.Properties, named.Required)
	}
	out := &shape{kind: t.Type}
	switch {
	case t.Items != nil:
		out.elem = s.value(*t.Items)
	case t.AdditionalProperties != nil:
		out.elem = s.value(*t.AdditionalProperties)
	}
	return out
}
