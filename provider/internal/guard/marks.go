package guard

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// keepMarks repairs the secret and unknown marks of values that pass through infer.
//
// infer notes the path of every mark on the way in and sets the marks again on the way out. Paths of siblings share
// memory, so that from the fourth level on a mark can move to a sibling: a secret is written in plain text, a known
// value becomes unknown, an unknown one empty, and an absent one an empty list. Here secrets are taken off before infer
// sees them, and afterwards every mark is put back by comparing with the values as they were. Secrets therefore do not
// flow along infer's WireDependencies: outputs that are derived from secrets have to be secret in the schema.
//
// A read reports what there is, which may lack what was empty before: it gets to see no empty list and no empty map.
func keepMarks(provider p.Provider, spec schema.PackageSpec) p.Provider {
	inner, reader := provider, read(spec)
	provider.Check = func(ctx context.Context, req p.CheckRequest) (p.CheckResponse, error) {
		raw, s := req.Inputs, reader.of(req.Urn)
		req.Inputs, req.State = publicMap(req.Inputs), publicMap(req.State)
		resp, err := inner.Check(ctx, req)
		resp.Inputs = restorerOf(property.New(raw), s.inputs).object(raw, resp.Inputs, s.inputs)
		return resp, err
	}
	provider.Create = func(ctx context.Context, req p.CreateRequest) (p.CreateResponse, error) {
		raw, s := req.Properties, reader.of(req.Urn)
		req.Properties = publicMap(req.Properties)
		resp, err := inner.Create(ctx, req)
		resp.Properties = hide(restorerOf(property.New(raw), s.inputs).outputs(raw, resp.Properties, s.outputs), property.Map{}, raw)
		return resp, err
	}
	provider.Update = func(ctx context.Context, req p.UpdateRequest) (p.UpdateResponse, error) {
		raw, state, s := req.Inputs, req.State, reader.of(req.Urn)
		req.Inputs, req.OldInputs, req.State = publicMap(req.Inputs), publicMap(req.OldInputs), publicMap(req.State)
		resp, err := inner.Update(ctx, req)
		out := restorerOf(property.New(raw), s.inputs).outputs(raw, resp.Properties, s.outputs)
		resp.Properties = hide(out, property.Map{}, raw, state)
		return resp, err
	}
	provider.Read = func(ctx context.Context, req p.ReadRequest) (p.ReadResponse, error) {
		s := reader.of(req.Urn)
		inputs := withoutEmpty(property.New(req.Inputs), s.inputs).AsMap()
		state := withoutEmpty(property.New(req.Properties), s.outputs).AsMap()
		req.Inputs, req.Properties = publicMap(inputs), publicMap(state)
		resp, err := inner.Read(ctx, req)
		reported := mark(resp.Inputs, s.inputs)
		resp.Inputs = hide(restorer{}.object(inputs, resp.Inputs, s.inputs), reported, inputs, state)
		resp.Properties = hide(restorer{}.object(state, resp.Properties, s.outputs), reported, inputs, state)
		return resp, err
	}
	return provider
}
