package languages

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// The program options in testdata/ has three runners, and uses of the resource options and of outputs what Pulumi offers.
func TestOptionsAndOutputs(t *testing.T) {
	t.Parallel()
	for _, l := range languages[1:] {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			fake := fakeapi.Start(fakeapi.Options{})
			t.Cleanup(fake.Close)
			s := l.stack(t, filepath.Join(l.programs(t, "tests/languages/testdata"), "options"), fake)
			s.OK("config", "set-all", "--plaintext", "name=old", "--plaintext", "firstCluster="+cluster(1),
				"--plaintext", "secondCluster="+cluster(2), "--plaintext", "thirdCluster="+cluster(3),
				"--secret", "token="+s.Token, "--secret", "coreweave-sandbox:apiToken="+s.Token)
			// The default provider has its token from the stack's configuration, and the explicit one has it from the program.
			s.Env = append(s.Env, "COREWEAVE_API_TOKEN=CW-SECRET-of-nobody")

			out := s.OK("preview", "--diff")
			assert.Contains(t, out, "displayName  : [unknown]", "an output that nobody knows yet")
			assert.Empty(t, fake.Requests())
			assert.NotContains(t, out, "canary")

			out = s.Up()
			assert.NotContains(t, out, "canary")
			assert.NotContains(t, s.State(), "canary", "what is secret deep inside is encrypted")
			assert.NotContains(t, s.State(), s.Token, "a token that is an output too")
			assert.Contains(t, s.OK("stack", "export", "--show-secrets"), "canary-env")
			assertMade(t, fake)
			assert.Equal(t, []string{"first", "second", "third"}, created(t, fake))

			assert.Contains(t, s.OK("stack", "output", "connected"), "yes")

			// The name is another one, and the old one is an alias. The cap is ignored.
			s.OK("config", "set-all", "--plaintext", "name=first", "--plaintext", "maxCpu=16")
			before := len(fake.Requests())
			s.Up("--expect-no-changes")
			for _, r := range fake.Requests()[before:] {
				assert.Equal(t, "GetManagedRunner", r.Call)
			}

			all := exported(t, s, true)
			first, second := state(t, all, "first"), state(t, all, "second")
			assert.True(t, first.Protect)
			assert.Equal(t, object{"create": 300.0, "update": 360.0, "delete": 420.0}, first.Timeouts)
			assert.True(t, second.Retain)
			assert.Equal(t, []string{second.URN}, state(t, all, "third").Depends)
			assert.Contains(t, second.Provider, "::coreweave::")
			assert.Equal(t, provider.Version, state(t, all, "coreweave").Inputs["version"], "the SDK asks for its own version")
			assert.Contains(t, s.Fails("destroy", "--yes", "--skip-preview"), "protect")
			s.OK("state", "unprotect", "--all", "--yes")
			s.Destroy()
			_, ok := fake.Runner("first")
			assert.False(t, ok)
			_, ok = fake.Runner("second")
			assert.True(t, ok, "it is retained")
		})
	}
}

// created are the runners in the order in which they were.
func created(t *testing.T, fake *fakeapi.Running) []string {
	t.Helper()
	var ids []string
	for _, r := range fake.Requests() {
		if r.Call == "CreateManagedRunner" {
			ids = append(ids, r.RunnerID)
		}
	}
	return ids
}

// assertMade looks at what the server was told.
func assertMade(t *testing.T, fake *fakeapi.Running) {
	t.Helper()
	first, ok := fake.Runner("first")
	require.True(t, ok)
	second, ok := fake.Runner("second")
	require.True(t, ok)

	spec := first["spec"].(object)
	assert.Equal(t, "RELEASE_CHANNEL_RAPID", spec["releaseChannel"])
	overrides := spec["overrides"].(object)
	assert.Equal(t, object{"PLAIN": "plain", "SECRET": "canary-env"}, overrides["env"])
	assert.Equal(t, []any{object{"key": "sandbox", "operator": "Exists"}}, overrides["tolerations"])
	constraints := first["policy"].(object)["constraints"].(object)
	assert.Equal(t, []any{"example.com/a", "example.com/canary-image"}, constraints["image"].(object)["allowedImages"])

	assert.Equal(t, first["identity"].(object)["clusterName"], second["displayName"])
	labels := second["spec"].(object)["overrides"].(object)["labels"].(object)
	assert.Equal(t, first["activeConfigVersion"], labels["version"])
}

// state is a resource by its name.
func state(t *testing.T, all []resource, name string) resource {
	t.Helper()
	for _, r := range all {
		if strings.HasSuffix(r.URN, "::"+name) {
			return r
		}
	}
	require.Fail(t, "no resource "+name)
	return resource{}
}
