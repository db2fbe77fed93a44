package guard

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// noteAdditions makes the preview of an update see inputs that are new. infer calls an output unknown when an input
// that it depends on differs from the state, and overlooks an input that the state does not have: outputs would be
// shown, and handed on, with values that the update is about to change.
func noteAdditions(provider p.Provider) p.Provider {
	inner := provider
	provider.Update = func(ctx context.Context, req p.UpdateRequest) (p.UpdateResponse, error) {
		if req.DryRun {
			for name := range req.Inputs.All {
				if _, had := req.State.GetOk(name); !had {
					req.State = req.State.Set(name, property.Value{})
				}
			}
		}
		return inner.Update(ctx, req)
	}
	return provider
}
