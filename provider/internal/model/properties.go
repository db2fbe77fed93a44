package model

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/mapper"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// Properties turns a struct with pulumi tags into Pulumi's own representation.
func Properties(v any) (property.Map, error) {
	encoded, err := mapper.New(&mapper.Opts{IgnoreMissing: true}).Encode(v)
	if err != nil {
		return property.Map{}, fmt.Errorf("encoding properties: %w", err)
	}
	props := resource.NewPropertyValue(encoded)
	return resource.FromResourcePropertyValue(props).AsMap(), nil
}
