package model

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/mapper"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// Properties turns one of the types with pulumi tags into Pulumi's own representation. A type that has none is a mistake
// of the caller and panics: what compares properties must never take a failure for two that are equal.
func Properties(v any) property.Map {
	encoded, err := mapper.New(&mapper.Opts{IgnoreMissing: true}).Encode(v)
	if err != nil {
		panic(fmt.Sprintf("%T cannot be encoded: %v", v, err))
	}
	props := resource.NewPropertyValue(encoded)
	return resource.FromResourcePropertyValue(props).AsMap()
}
