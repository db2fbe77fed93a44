package guard

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
)

// deleteBeforeReplace asks the engine to delete first whenever a change replaces the resource. infer never asks, and
// the engine then creates first.
func deleteBeforeReplace(provider p.Provider) p.Provider {
	inner := provider
	provider.Diff = func(ctx context.Context, req p.DiffRequest) (p.DiffResponse, error) {
		resp, err := inner.Diff(ctx, req)
		for _, d := range resp.DetailedDiff {
			switch d.Kind {
			case p.AddReplace, p.DeleteReplace, p.UpdateReplace:
				resp.DeleteBeforeReplace = true
			}
		}
		return resp, err
	}
	return provider
}
