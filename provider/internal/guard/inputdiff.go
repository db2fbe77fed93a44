package guard

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
)

// compareInputs says that every difference is one between inputs. infer leaves that out, and the engine then shows the
// old output as the "before" of a change.
func compareInputs(provider p.Provider) p.Provider {
	inner := provider
	provider.Diff = func(ctx context.Context, req p.DiffRequest) (p.DiffResponse, error) {
		resp, err := inner.Diff(ctx, req)
		for path, d := range resp.DetailedDiff {
			d.InputDiff = true
			resp.DetailedDiff[path] = d
		}
		return resp, err
	}
	return provider
}
