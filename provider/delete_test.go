package provider_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

func minimal() property.Map {
	return property.NewMap(map[string]property.Value{
		"runnerId": property.New(runnerID), "zone": property.New("us-east-04a"),
		"clusterId": property.New("00000000-0000-4000-8000-00000000000a"),
		"policy":    property.New(map[string]property.Value{}),
	})
}

// delete calls Delete with a time-out in seconds, as customTimeouts gives it.
func (e engine) delete(id string, state property.Map, timeout float64) error {
	_, err := e.server.Delete(e.ctx, &pulumirpc.DeleteRequest{Urn: urn, Id: id, Properties: e.wire(state), Timeout: timeout})
	return err
}

func TestDeleteWaitsUntilTheRunnerIsGone(t *testing.T) {
	t.Parallel()
	fake := fakeapi.Start(fakeapi.Options{DeletePolls: 3})
	t.Cleanup(fake.Close)
	e := newEngine(t, fake)
	state := e.create(e.check(property.Map{}, minimal()))
	fake.ResetRequests()
	require.NoError(t, e.delete(runnerID, state, 0))
	assert.Equal(t, []string{
		"DeleteManagedRunner", "GetManagedRunner", "GetManagedRunner", "GetManagedRunner", "GetManagedRunner",
	}, fake.Calls(), "one delete, and polls until the runner is not found")
	assert.Empty(t, fake.Runners())

	fake.ResetRequests()
	require.NoError(t, e.delete(runnerID, state, 0), "a missing runner is a success")
}

func TestDeleteThatTakesTooLongCanBeContinued(t *testing.T) {
	t.Parallel()
	fake := fakeapi.Start(fakeapi.Options{DeleteTime: 3 * time.Second})
	t.Cleanup(fake.Close)
	e := newEngine(t, fake)
	state := e.create(e.check(property.Map{}, minimal()))
	err := e.delete(runnerID, state, 1)
	require.Error(t, err)
	assert.Contains(t, err.Error(), `runner "test" is still being deleted`)
	assert.Contains(t, err.Error(), "RUNNER_INSTALL_STATUS_DELETING")
	assert.Contains(t, err.Error(), "customTimeouts.delete")
	require.NoError(t, e.delete(runnerID, state, 0), "the next run goes on waiting")
	assert.Empty(t, fake.Runners())
}

func TestDeleteThatIsHeldSaysBy(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	state := e.create(e.check(property.Map{}, minimal()))
	fake.Hold(runnerID, "volume-1")
	err := e.delete(runnerID, state, 0)
	require.Error(t, err)
	assert.Contains(t, err.Error(), "volume-1")
	assert.Contains(t, err.Error(), "registered volume")
	assert.Len(t, fake.Runners(), 1)
}

// A state of another version of the provider, with an output more and others less, can still be deleted.
func TestDeleteToleratesForeignStates(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	state := e.create(e.check(property.Map{}, minimal()))
	foreign := state.Delete("etag", "ready", "clusterName").Set("future", property.New("x"))
	require.NoError(t, e.delete(runnerID, foreign, 0))
	assert.Empty(t, fake.Runners())
}
