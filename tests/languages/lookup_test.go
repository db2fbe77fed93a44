package languages

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/cli"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// managedElsewhere makes two runners that hold secrets, and of which the second is not ready.
func managedElsewhere(t *testing.T) *fakeapi.Running {
	t.Helper()
	fake := fakeapi.Start(fakeapi.Options{PageSize: 1})
	t.Cleanup(fake.Close)
	for n, id := range []string{"first", "second"} {
		fake.Seed(object{
			"identity": object{"runnerId": id, "clusterId": cluster(n + 1), "clusterName": "Cluster of " + id, "zone": "us-east-04a"},
			"spec":     object{"overrides": object{"env": object{"TOKEN": "canary-env"}}},
			"policy":   object{"displayName": "Policy", "constraints": object{"resources": object{"maxCpu": "8"}}},
		})
	}
	fake.Edit("second", func(runner object) { runner["connectionStatus"] = "RUNNER_CONNECTION_STATUS_LOST" })
	return fake
}

// outputs are those of a stack, with secrets as Pulumi shows them or in plain text.
func outputs(t *testing.T, s *cli.Stack, args ...string) object {
	t.Helper()
	var all object
	require.NoError(t, json.Unmarshal([]byte(s.OK(append([]string{"stack", "output", "--json"}, args...)...)), &all))
	return all
}

// The example finds the same in every language. In YAML it cannot compute, and shows the list.
func TestLookupExample(t *testing.T) {
	t.Parallel()
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			fake := managedElsewhere(t)
			s := l.stack(t, filepath.Join(l.programs(t, "examples"), "lookup"), fake)
			s.OK("config", "set", "clusterId", strings.ToUpper(cluster(2)))
			assert.NotContains(t, s.OK("preview", "--diff")+s.Up()+s.State(), "canary")

			want := object{"runnerId": "second", "ready": false, "maxCpu": "[secret]", "allReady": false, "notReady": []any{"second"}}
			shown := outputs(t, s)
			if fleet, ok := shown["fleet"].([]any); ok {
				assert.Equal(t, "yaml", l.name)
				assert.Len(t, fleet, 2)
				delete(shown, "fleet")
				delete(want, "allReady")
				delete(want, "notReady")
			}
			assert.Equal(t, want, shown)
			assert.Equal(t, "8", outputs(t, s, "--show-secrets")["maxCpu"])

			s.OK("config", "set", "clusterId", cluster(3))
			out := s.Fails("preview")
			if l.name != "yaml" {
				assert.Contains(t, out, "there is no managed runner on the cluster "+cluster(3))
			}
			s.Destroy()
			assert.Len(t, fake.Runners(), 2)
			for _, call := range fake.Calls() {
				assert.Contains(t, []string{"GetManagedRunner", "ListManagedRunners"}, call)
			}
		})
	}
}

// The program lookup in testdata/ reads a runner as a resource, and uses the plain forms of the functions.
func TestReadingARunner(t *testing.T) {
	t.Parallel()
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			fake := managedElsewhere(t)
			s := l.stack(t, filepath.Join(l.programs(t, "tests/languages/testdata"), "lookup"), fake)
			assert.NotContains(t, s.OK("preview", "--diff")+s.Up()+s.State(), "canary")

			shown := outputs(t, s)
			want := object{"clusterName": "Cluster of first", "maxCpu": "8", "token": "[secret]", "second": "second"}
			switch l.name {
			case "go":
				assert.Contains(t, shown["refused"], "secret")
				delete(shown, "refused")
			case "python", "typescript":
				want["plain"] = "Policy"
			}
			assert.Equal(t, want, shown, "only what is secret is")
			assert.Equal(t, "canary-env", outputs(t, s, "--show-secrets")["token"])

			fake.Edit("first", func(runner object) { runner["policy"] = replaced(runner["policy"], "8", "12") })
			s.Refresh()
			s.Up()
			assert.Equal(t, "12", outputs(t, s)["maxCpu"])
			s.Destroy()
			assert.Len(t, fake.Runners(), 2)
			for _, call := range fake.Calls() {
				assert.Contains(t, []string{"GetManagedRunner", "ListManagedRunners"}, call)
			}
		})
	}
}
