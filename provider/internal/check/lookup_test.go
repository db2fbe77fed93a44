package check

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
)

// The rule for a runnerId is the resource's. What is only a warning there says nothing here.
func TestRunnerIDOfAFunctionIsThatOfTheResource(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"a", "A_b", "", " a", "a ", "a/b"} {
		args := property.NewMap(map[string]property.Value{"runnerId": property.New(id)})
		want := Inputs(property.Map{}, inputs(t, minimal).Set("runnerId", property.New(id))).Failures
		assert.Equal(t, want, GetManagedRunner(args), "%q", id)
	}
}

func TestUnknownArgumentsAreWaitedFor(t *testing.T) {
	t.Parallel()
	unknown := property.New(property.Computed)
	assert.Empty(t, GetManagedRunner(property.NewMap(map[string]property.Value{"runnerId": unknown})))
	assert.Empty(t, GetManagedRunners(property.NewMap(map[string]property.Value{"clusterId": unknown, "zone": unknown})))
}
