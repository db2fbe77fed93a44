package modeltest_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/check"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/modeltest"
)

func TestValidInputsPassTheChecks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		args := modeltest.Valid().Draw(t, "args")
		assert.Empty(t, check.Inputs(property.Map{}, args).Failures)
	})
}
