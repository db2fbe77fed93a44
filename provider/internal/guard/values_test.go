package guard

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
)

func TestPublic(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want property.Value }{
		{secret("a"), str("a")},
		{unknown.WithSecret(true), unknown},
		{property.New(property.Null).WithSecret(true), property.New(property.Null)},
		{list().WithSecret(true), list()},
		{obj(nil).WithSecret(true), obj(nil)},
		{list(secret("a"), list(unknown)).WithSecret(true), list(str("a"), list(unknown))},
		{obj(object{"a": obj(object{"b": secret("c")})}), obj(object{"a": obj(object{"b": str("c")})})},
		{secret("a").WithDependencies([]resource.URN{urn}), str("a")},
	}
	for _, tt := range tests {
		assert.True(t, tt.want.Equals(public(tt.in)), "%#v", tt.in)
	}
}
