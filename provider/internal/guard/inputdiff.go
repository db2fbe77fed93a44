package guard

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// compareInputs says of every difference in an input that it is one between inputs. infer leaves that out, and the engine
// then shows the old output as the "before" of a change.
func compareInputs(provider p.Provider, spec schema.PackageSpec) p.Provider {
	inner, reader := provider, read(spec)
	provider.Diff = func(ctx context.Context, req p.DiffRequest) (p.DiffResponse, error) {
		resp, err := inner.Diff(ctx, req)
		for path, d := range resp.DetailedDiff {
			d.InputDiff = d.InputDiff || reader.of(req.Urn).inputs.leads(path)
			resp.DetailedDiff[path] = d
		}
		return resp, err
	}
	return provider
}

// leads reports whether a path begins at a property of the object.
func (s *shape) leads(path string) bool {
	elements, err := resource.ParsePropertyPath(path)
	if err != nil || len(elements) == 0 {
		return false
	}
	name, _ := elements[0].(string)
	_, ok := s.fields[name]
	return ok
}
