package guard

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// markSecrets marks everything that the schema calls secret, at any depth. infer marks inputs in Check only, so that
// outputs, and inputs that an import or a refresh reads, would be written in plain text.
func markSecrets(provider p.Provider, spec schema.PackageSpec) p.Provider {
	inner, reader := provider, read(spec)
	provider.Check = func(ctx context.Context, req p.CheckRequest) (p.CheckResponse, error) {
		resp, err := inner.Check(ctx, req)
		resp.Inputs = mark(resp.Inputs, reader.of(req.Urn).inputs)
		return resp, err
	}
	provider.Create = func(ctx context.Context, req p.CreateRequest) (p.CreateResponse, error) {
		resp, err := inner.Create(ctx, req)
		resp.Properties = mark(resp.Properties, reader.of(req.Urn).outputs)
		return resp, err
	}
	provider.Update = func(ctx context.Context, req p.UpdateRequest) (p.UpdateResponse, error) {
		resp, err := inner.Update(ctx, req)
		resp.Properties = mark(resp.Properties, reader.of(req.Urn).outputs)
		return resp, err
	}
	provider.Read = func(ctx context.Context, req p.ReadRequest) (p.ReadResponse, error) {
		resp, err := inner.Read(ctx, req)
		resp.Inputs = mark(resp.Inputs, reader.of(req.Urn).inputs)
		resp.Properties = mark(resp.Properties, reader.of(req.Urn).outputs)
		return resp, err
	}
	return provider
}

func mark(m property.Map, s *shape) property.Map {
	return markValue(property.New(m), s).AsMap()
}

func markValue(v property.Value, s *shape) property.Value {
	if v.Secret() || s.secret && !v.IsNull() {
		// A mark inside a secret says no more, and the SDKs of some languages do not read what has it.
		return rebuild(v, func(inner property.Value) property.Value { return inner.WithSecret(false) }).WithSecret(true)
	}
	if v.IsMap() {
		out := v.AsMap().AsMap()
		for k, item := range out {
			out[k] = markValue(item, s.field(k))
		}
		v = property.WithGoValue(v, out)
	}
	return items(v, func(item property.Value) property.Value { return markValue(item, s.item()) })
}
