package engine

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// call is a YAML expression that calls a function.
func call(function string, arguments object) object {
	return object{"fn::invoke": object{"function": "coreweave-sandbox:" + function, "arguments": arguments}}
}

// three makes runners that hold secrets, on clusters of their own.
func three(t *testing.T) (*fakeapi.Running, *stack) {
	t.Helper()
	fake, s := start(t, fakeapi.Options{PageSize: 2})
	for n := range 3 {
		fake.Seed(object{
			"identity": object{
				"runnerId": fmt.Sprintf("runner-%d", n), "clusterId": fmt.Sprintf("00000000-0000-4000-8000-%012d", n), "zone": "us-east-04a",
			},
			"spec":   object{"overrides": object{"env": object{"TOKEN": "canary-env"}}},
			"policy": object{"base": object{"metadata": object{"annotations": object{"a": "canary-base"}}}},
		})
	}
	return fake, s
}

// outputs are those of the stack, with secrets as Pulumi shows them or in plain text.
func (s *stack) outputs(args ...string) object {
	s.T.Helper()
	var all object
	require.NoError(s.T, json.Unmarshal([]byte(s.OK(append([]string{"stack", "output", "--json"}, args...)...)), &all))
	return all
}

func TestLookupKeepsSecrets(t *testing.T) {
	t.Parallel()
	fake, s := three(t)
	s.write(object{
		"variables": object{
			"one":  call("getManagedRunner", object{"runnerId": "runner-1"}),
			"all":  call("getManagedRunners", object{}),
			"some": call("getManagedRunners", object{"clusterId": object{"fn::secret": "00000000-0000-4000-8000-000000000002"}}),
			"none": call("getManagedRunners", object{"zone": "us-west-01a"}),
		},
		"outputs": object{
			"one": "${one}", "env": "${one.spec.overrides.env}", "channel": "${one.spec.releaseChannel}",
			"all": "${all.runners}", "last": "${all.runners[2].runnerId}", "ready": "${all.runners[0].ready}",
			"some": "${some.runners[0].clusterId}", "none": "${none.runners}",
		},
	})
	s.silent("preview", s.OK("preview", "--diff"))
	s.silent("up", s.Up())
	s.filesSilent()

	shown := s.outputs()
	assert.Equal(t, true, shown["ready"], "a list is no secret")
	assert.Equal(t, "runner-2", shown["last"])
	assert.Len(t, shown["all"], 3)
	assert.Equal(t, []any{}, shown["none"])
	for _, name := range []string{"one", "env", "channel", "some"} {
		assert.Equal(t, "[secret]", shown[name], name)
	}
	revealed := s.outputs("--show-secrets")
	assert.Equal(t, object{"TOKEN": "canary-env"}, revealed["env"])
	assert.Equal(t, "RELEASE_CHANNEL_STABLE", revealed["channel"])
	assert.Equal(t, "00000000-0000-4000-8000-000000000002", revealed["some"])

	s.Unchanged()
	s.Destroy()
	assert.Len(t, fake.Runners(), 3, "what is only looked up is not managed")
}

func TestLookupThatFailsSaysWhy(t *testing.T) {
	t.Parallel()
	_, s := three(t)
	for _, tt := range []struct {
		function  string
		arguments object
		want      []string
	}{
		{"getManagedRunner", object{"runnerId": ""}, []string{"must not be empty", "runnerId"}},
		{"getManagedRunner", object{"runnerId": "a/b"}, []string{"must not contain `/`", "runnerId"}},
		{"getManagedRunner", object{"runnerId": "mistyped"}, []string{`"mistyped"`, "check the ID", "getManagedRunners"}},
		{"getManagedRunners", object{"zone": ""}, []string{"leave it out to list all", "zone"}},
		{"getManagedRunners", object{"runnerId": "runner-1"}, []string{"runnerId does not exist"}},
	} {
		s.write(object{"variables": object{"found": call(tt.function, tt.arguments)}, "outputs": object{"found": "${found}"}})
		out := s.Fails("preview")
		for _, want := range tt.want {
			assert.Contains(t, out, want)
		}
		s.silent("preview", out)
	}
	s.Env = append(s.Env, "COREWEAVE_API_TOKEN=")
	s.write(object{"variables": object{"found": call("getManagedRunners", object{})}, "outputs": object{"found": "${found}"}})
	assert.Contains(t, s.Fails("preview"), "coreweave-sandbox:apiToken")
}

// An argument that is not known yet must not be taken for an absent one: the list would have all runners.
func TestLookupWaitsForUnknownArguments(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	program := runner(properties(nil))
	program["variables"] = object{"found": call("getManagedRunners", object{"runnerGroupId": "${runner.etag}"})}
	program["outputs"] = object{"found": "${found.runners}"}
	s.write(program)
	s.OK("preview")
	assert.Empty(t, fake.Calls())
	s.Up()
	assert.Equal(t, []any{}, s.outputs()["found"])
}
