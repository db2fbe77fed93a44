package guard

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// keepMarks repairs the secret and unknown marks of values that pass through infer.
//
// infer notes the path of every mark on the way in and sets the marks again on the way out. Paths of siblings share
// memory, so that from the fourth level on a mark can move to a sibling: a secret is written in plain text, a known
// value becomes unknown, an unknown one empty. Here secrets are taken off before infer sees them, and afterwards every
// mark is put back by comparing with the values as they were.
func keepMarks(provider p.Provider) p.Provider {
	inner := provider
	provider.Check = func(ctx context.Context, req p.CheckRequest) (p.CheckResponse, error) {
		raw := req.Inputs
		req.Inputs, req.State = publicMap(req.Inputs), publicMap(req.State)
		resp, err := inner.Check(ctx, req)
		resp.Inputs = restoreMap(raw, resp.Inputs)
		return resp, err
	}
	provider.Create = func(ctx context.Context, req p.CreateRequest) (p.CreateResponse, error) {
		raw := req.Properties
		req.Properties = publicMap(req.Properties)
		resp, err := inner.Create(ctx, req)
		resp.Properties = restoreMap(raw, resp.Properties)
		return resp, err
	}
	provider.Update = func(ctx context.Context, req p.UpdateRequest) (p.UpdateResponse, error) {
		raw := req.Inputs
		req.Inputs, req.OldInputs, req.State = publicMap(req.Inputs), publicMap(req.OldInputs), publicMap(req.State)
		resp, err := inner.Update(ctx, req)
		resp.Properties = restoreMap(raw, resp.Properties)
		return resp, err
	}
	provider.Read = func(ctx context.Context, req p.ReadRequest) (p.ReadResponse, error) {
		inputs, state := req.Inputs, req.Properties
		req.Inputs, req.Properties = publicMap(inputs), publicMap(state)
		resp, err := inner.Read(ctx, req)
		resp.Inputs, resp.Properties = restoreMap(inputs, resp.Inputs), restoreMap(state, resp.Properties)
		return resp, err
	}
	return provider
}

func restoreMap(raw, result property.Map) property.Map {
	out := result.AsMap()
	for k, v := range raw.All {
		got, ok := out[k]
		switch {
		case ok:
			out[k] = restore(v, got)
		case v.HasComputed():
			out[k] = v // infer drops an optional value that is not known yet
		}
	}
	return property.NewMap(out)
}

// restore gives a result the marks that the raw value had at the same place.
func restore(raw, result property.Value) property.Value {
	switch {
	case raw.IsComputed() || result.IsComputed() && !raw.IsNull():
		return raw
	case raw.IsMap() && result.IsMap():
		return property.New(restoreMap(raw.AsMap(), result.AsMap())).WithSecret(raw.Secret())
	case raw.IsArray() && result.IsArray() && raw.AsArray().Len() == result.AsArray().Len():
		out := make([]property.Value, 0, result.AsArray().Len())
		for i, v := range result.AsArray().All {
			out = append(out, restore(raw.AsArray().Get(i), v))
		}
		return property.New(out).WithSecret(raw.Secret())
	default:
		// The shape has changed: any part of the result may be what was secret.
		return result.WithSecret(raw.HasSecrets())
	}
}
