package guard

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
)

// leaveIgnoredChanges hides ignoreChanges from infer. The engine has already reset the ignored inputs to the old ones;
// infer would do so again from the outputs, and by top-level property, which undoes changes beside the ignored path.
func leaveIgnoredChanges(provider p.Provider) p.Provider {
	inner := provider
	provider.Diff = func(ctx context.Context, req p.DiffRequest) (p.DiffResponse, error) {
		req.IgnoreChanges = nil
		return inner.Diff(ctx, req)
	}
	provider.Update = func(ctx context.Context, req p.UpdateRequest) (p.UpdateResponse, error) {
		req.IgnoreChanges = nil
		return inner.Update(ctx, req)
	}
	return provider
}
