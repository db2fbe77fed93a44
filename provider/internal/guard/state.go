package guard

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// tolerateState brings a stored state into the shape of today's schema before infer decodes it. infer decodes strictly:
// a state with one output more or less than today's could not be updated, and not even be deleted.
func tolerateState(provider p.Provider, spec schema.PackageSpec) p.Provider {
	inner, reader := provider, read(spec)
	provider.Diff = func(ctx context.Context, req p.DiffRequest) (p.DiffResponse, error) {
		req.State = fit(req.State, reader.of(req.Urn).outputs)
		return inner.Diff(ctx, req)
	}
	provider.Read = func(ctx context.Context, req p.ReadRequest) (p.ReadResponse, error) {
		if req.Properties.Len() > 0 { // not on import
			req.Properties = fit(req.Properties, reader.of(req.Urn).outputs)
		}
		req.Inputs = prune(req.Inputs, reader.of(req.Urn).inputs)
		return inner.Read(ctx, req)
	}
	provider.Update = func(ctx context.Context, req p.UpdateRequest) (p.UpdateResponse, error) {
		req.State = fit(req.State, reader.of(req.Urn).outputs)
		return inner.Update(ctx, req)
	}
	provider.Delete = func(ctx context.Context, req p.DeleteRequest) error {
		req.Properties = fit(req.Properties, reader.of(req.Urn).outputs)
		return inner.Delete(ctx, req)
	}
	return provider
}

// fit drops what the schema does not know, or knows with another type, and adds zero values for what it requires, and in
// place of such items of lists and maps, nulls among them.
func fit(m property.Map, s *shape) property.Map { return fitObject(m, s, true) }

// prune only drops.
func prune(m property.Map, s *shape) property.Map { return fitObject(m, s, false) }

func fitObject(m property.Map, s *shape, fill bool) property.Map {
	if s.fields == nil {
		return m
	}
	out := map[string]property.Value{}
	for name, field := range s.fields {
		v, ok := m.GetOk(name)
		switch {
		case ok && !v.IsNull() && field.admits(v):
			out[name] = fitValue(v, field, fill)
		case field.required && fill:
			out[name] = zero(field)
		}
	}
	return property.NewMap(out)
}

func fitValue(v property.Value, s *shape, fill bool) property.Value {
	switch {
	case !s.admits(v):
		return zero(s).WithSecret(v.Secret())
	case v.IsMap() && s.fields != nil:
		return property.WithGoValue(v, fitObject(v.AsMap(), s, fill))
	case v.IsMap() && s.elem != nil:
		out := v.AsMap().AsMap()
		for key, item := range out {
			out[key] = fitValue(item, s.elem, fill)
		}
		return property.WithGoValue(v, out)
	case s.elem != nil:
		return items(v, func(item property.Value) property.Value { return fitValue(item, s.elem, fill) })
	default:
		return v
	}
}

func zero(s *shape) property.Value {
	switch s.kind {
	case "string":
		return property.New("")
	case "boolean":
		return property.New(false)
	case "integer", "number":
		return property.New(0.0)
	case "array":
		return property.New([]property.Value{})
	default: // a free-form value, too, must be something
		return property.New(fitObject(property.Map{}, s, true))
	}
}
