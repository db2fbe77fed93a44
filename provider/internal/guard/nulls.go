package guard

import (
	"context"
	"slices"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// refuseNulls answers a null inside a list or a map with a failure that names its path. infer would end the process.
// A null property of an object is an absent one, and passes, as does a null in a free-form value, which infer bears.
func refuseNulls(provider p.Provider, spec schema.PackageSpec) p.Provider {
	inner, reader := provider, read(spec)
	provider.Check = func(ctx context.Context, req p.CheckRequest) (p.CheckResponse, error) {
		var failures []p.CheckFailure
		nulls(nil, property.New(req.Inputs), reader.of(req.Urn).inputs, func(path resource.PropertyPath) {
			failures = append(failures, p.CheckFailure{Property: path.String(), Reason: "must not be null"})
		})
		if len(failures) > 0 {
			return p.CheckResponse{Inputs: req.Inputs, Failures: failures}, nil
		}
		return inner.Check(ctx, req)
	}
	return provider
}

func nulls(path resource.PropertyPath, v property.Value, s *shape, found func(resource.PropertyPath)) {
	visit := func(segment any, item property.Value, s *shape, absent bool) {
		at := append(slices.Clone(path), segment)
		if item.IsNull() && !absent && !s.free() {
			found(at)
		}
		nulls(at, item, s, found)
	}
	switch {
	case v.IsMap():
		for key, item := range v.AsMap().AllStable {
			visit(key, item, s.field(key), s.fields != nil)
		}
	case v.IsArray():
		for i, item := range v.AsArray().All {
			visit(i, item, s.item(), false)
		}
	}
}
