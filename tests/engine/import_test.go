package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// reference makes a program that only reads a runner.
func reference(runnerID string) object {
	return object{
		"resources": object{"runner": object{
			"type": "coreweave-sandbox:index:ManagedRunner", "get": object{"id": runnerID},
		}},
		"outputs": object{"clusterName": "${runner.clusterName}", "channel": "${runner.spec.releaseChannel}"},
	}
}

func TestMissingRunnerIsNoGhost(t *testing.T) {
	t.Parallel()
	_, s := start(t, fakeapi.Options{})
	out := s.Fails("import", "coreweave-sandbox:index:ManagedRunner", "runner", "mistyped", "--yes", "--generate-code=false")
	assert.Contains(t, out, "does not exist")
	s.write(reference("mistyped"))
	assert.Contains(t, s.Fails("up", "--yes", "--skip-preview"), "does not exist")
	assert.NotContains(t, s.State(), "mistyped")
}

func TestRunnerCanBeReadWithoutManagingIt(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	fake.Seed(object{
		"identity": object{"runnerId": "theirs", "clusterId": clusterA, "zone": "us-east-04a"},
		"spec":     object{"overrides": object{"env": object{"A": "canary-env"}}}, "policy": object{},
	})
	s.write(reference("theirs"))
	out := s.Up()
	assert.Contains(t, out, "RELEASE_CHANNEL_STABLE")
	s.silent("up", out)
	s.silent("state", s.State())
	s.Destroy()
	assert.Len(t, fake.Runners(), 1, "what is only read is not deleted")
}

// A runner that was deleted elsewhere leaves the state at a refresh, and is created again.
func TestRunnerDeletedElsewhereIsOfferedForCreation(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(properties(nil)))
	s.Up()
	fake.Remove("test")
	s.Refresh()
	assert.Contains(t, s.OK("preview", "--diff"), "create")
	s.Up()
	assert.Len(t, fake.Runners(), 1)
	fake.Remove("test")
	s.Destroy()
}
