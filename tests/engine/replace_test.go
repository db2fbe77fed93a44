package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

func TestReplacementDeletesAndWaitsBeforeItCreates(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]object{
		"zone":      {"zone": "us-west-01a"},
		"clusterId": {"clusterId": clusterB},
		"runnerId":  {"runnerId": "other"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake, s := start(t, fakeapi.Options{DeleteTime: time.Second})
			s.write(runner(properties(nil)))
			s.Up()
			s.write(runner(properties(change)))
			assert.Contains(t, s.OK("preview", "--diff"), "replace")
			fake.ResetRequests()
			s.Up()
			calls := fake.Calls()
			require.Equal(t, "DeleteManagedRunner", calls[0])
			require.Equal(t, "CreateManagedRunner", calls[len(calls)-1])
			last := fake.Requests()[len(calls)-2]
			assert.Equal(t, "GetManagedRunner", last.Call)
			assert.Equal(t, 404, last.Status, "the last look before the create finds nothing")
			assert.Len(t, fake.Runners(), 1)
			s.Unchanged()
		})
	}
}

// A cluster's UUID has no case, and a change of spelling is no reason to delete a runner.
func TestClusterIDInUpperCaseReplacesNothing(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(properties(object{"clusterId": "00000000-0000-4000-8000-0000000000ab"})))
	s.Up()
	s.write(runner(properties(object{"clusterId": "00000000-0000-4000-8000-0000000000AB"})))
	fake.ResetRequests()
	s.Up()
	assert.Empty(t, fake.Calls())
}

func TestTakenRunnerOrClusterGivesTheImportLine(t *testing.T) {
	t.Parallel()
	const line = "pulumi import coreweave-sandbox:index:ManagedRunner runner "
	for _, code := range []fakeapi.Code{fakeapi.CodeFailedPrecondition, fakeapi.CodeAlreadyExists} {
		t.Run(string(code), func(t *testing.T) {
			t.Parallel()
			fake, s := start(t, fakeapi.Options{ClusterTakenCode: code})
			fake.Seed(object{"identity": object{"runnerId": "theirs", "clusterId": clusterA, "zone": "us-east-04a"}, "policy": object{}})
			s.write(runner(properties(nil)))
			assert.Contains(t, s.Fails("up", "--yes", "--skip-preview"), line+"theirs")
			s.write(runner(properties(object{"runnerId": "theirs", "clusterId": clusterB})))
			assert.Contains(t, s.Fails("up", "--yes", "--skip-preview"), line+"theirs")
			assert.Len(t, fake.Runners(), 1)
		})
	}
}

func TestChangedConfigurationReplacesNothing(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	program := func(timeout string) object {
		p := runnerWith(properties(nil), object{"provider": "${provider}"})
		p["resources"].(object)["provider"] = object{
			"type":       "pulumi:providers:coreweave-sandbox",
			"properties": object{"apiToken": object{"fn::secret": s.Token}, "httpTimeout": timeout},
		}
		return p
	}
	s.write(program("10s"))
	s.Up()
	s.write(program("11s"))
	fake.ResetRequests()
	out := s.Up()
	assert.NotContains(t, out, "replaced")
	assert.Empty(t, fake.Calls())
	assert.NotContains(t, s.State(), s.Token)
}
