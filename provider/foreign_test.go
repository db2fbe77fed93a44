package provider_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
)

// What a server holds that this version would not write can be imported, kept and refreshed.
func TestForeignValuesLockNobodyOut(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	fake.Seed(map[string]any{
		"identity": map[string]any{"runnerId": runnerID, "clusterId": "00000000-0000-4000-8000-00000000000a", "zone": "z"},
		"spec":     map[string]any{"releaseChannel": "RELEASE_CHANNEL_NIGHTLY"},
		"policy": map[string]any{
			"base": map[string]any{"metadata": nil, "list": []any{nil, "x"}},
			"constraints": map[string]any{
				"network": map[string]any{"allowedEgress": []any{map[string]any{"futurePeer": "y"}}},
				"security": map[string]any{"runtimeClassMappings": []any{
					map[string]any{"runtimeClass": "RUNTIME_CLASS_FUTURE", "nodeDefault": true},
				}},
			},
		},
	})
	inputs, state := e.read(runnerID, property.Map{}, property.Map{})
	again := e.check(inputs, inputs)
	assert.Empty(t, e.diff(runnerID, state, inputs, again))
	gotInputs, gotState := e.read(runnerID, again, state)
	assert.Empty(t, e.diff(runnerID, gotState, gotInputs, again))

	// What the runner does not have is refused as ever.
	resp, err := e.server.Check(e.ctx, &pulumirpc.CheckRequest{
		Urn: urn, Olds: e.wire(minimal()), News: e.wire(minimal().Set("spec", inputs.Get("spec"))),
	})
	assert.NoError(t, err)
	assert.Equal(t, "spec.releaseChannel", resp.GetFailures()[0].GetProperty())
}

// An older runner is reported with the name of its cluster in the place of the UUID.
func TestClusterReportedByNameReplacesNothing(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	inputs := e.check(property.Map{}, minimal())
	state := e.create(inputs)
	fake.Edit(runnerID, func(doc map[string]any) { doc["identity"].(map[string]any)["clusterId"] = "my-cluster" })
	gotInputs, gotState := e.read(runnerID, inputs, state)
	assert.Empty(t, e.diff(runnerID, gotState, gotInputs, inputs))
	assert.Equal(t, inputs.Get("clusterId"), gotState.Get("clusterId"))
}
