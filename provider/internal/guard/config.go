package guard

import (
	"context"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
)

// keepResourcesOnConfig reports changes of the provider's configuration as updates. infer would replace the provider
// and with it every resource: a rotated token would delete and create all of them.
func keepResourcesOnConfig(provider p.Provider) p.Provider {
	provider.DiffConfig = func(_ context.Context, req p.DiffRequest) (p.DiffResponse, error) {
		old := req.OldInputs
		if old.Len() == 0 {
			old = req.State
		}
		diff := map[string]p.PropertyDiff{}
		for key, v := range req.Inputs.All {
			before, had := old.GetOk(key)
			switch {
			case bookkeeping(key):
			case !had:
				diff[key] = p.PropertyDiff{Kind: p.Add, InputDiff: true}
			case !public(before).Equals(public(v)):
				diff[key] = p.PropertyDiff{Kind: p.Update, InputDiff: true}
			}
		}
		for key := range old.All {
			if _, has := req.Inputs.GetOk(key); !has && !bookkeeping(key) {
				diff[key] = p.PropertyDiff{Kind: p.Delete, InputDiff: true}
			}
		}
		return p.DiffResponse{HasChanges: len(diff) > 0, DetailedDiff: diff}, nil
	}
	return provider
}

// bookkeeping reports whether a key of a provider's state belongs to the engine or the framework.
func bookkeeping(key string) bool {
	return key == "version" || strings.HasPrefix(key, "__")
}
