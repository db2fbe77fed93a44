package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// Every document lives a whole life: created, previewed and refreshed without a change, imported elsewhere without a
// change, edited block by block with exactly the calls that it takes, and destroyed.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for name, doc := range readDocuments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := fakeapi.Start(fakeapi.Options{})
			t.Cleanup(fake.Close)
			s := newStack(t, fake)

			s.write(runner(doc.Properties))
			s.OK("preview")
			assert.Empty(t, fake.Calls(), "a preview makes no call")
			s.Up()
			assert.Equal(t, []string{"CreateManagedRunner"}, fake.Calls())

			fake.ResetRequests()
			s.Up("--expect-no-changes")
			assert.Empty(t, fake.Calls(), "nothing changed, no call")
			s.Unchanged()
			assert.Equal(t, []string{"GetManagedRunner"}, fake.Calls(), "a refresh reads each runner once")
			imported(t, fake, doc.Properties["runnerId"].(string))

			properties := doc.Properties
			for _, e := range doc.Edits {
				properties = e.apply(properties)
				s.write(runner(properties))
				fake.ResetRequests()
				s.Up()
				checkUpdate(t, fake, e.Mask)
				s.Unchanged()
			}

			fake.ResetRequests()
			s.Destroy()
			assert.Equal(t, "DeleteManagedRunner", fake.Calls()[0])
			assert.Empty(t, fake.Runners(), "nothing is left")
		})
	}
}

// checkUpdate expects one update with the mask, and one read before it if a block is replaced whole.
func checkUpdate(t *testing.T, fake *fakeapi.Running, mask string) {
	t.Helper()
	calls := fake.Calls()
	require.NotEmpty(t, calls, "no update for %s", mask)
	last := fake.Requests()[len(calls)-1]
	require.Equal(t, "UpdateManagedRunner", last.Call)
	assert.Equal(t, mask, body(t, last.Body)["updateMask"])
	want := []string{"UpdateManagedRunner"}
	if replacesBlock(mask) {
		want = []string{"GetManagedRunner", "UpdateManagedRunner"}
	}
	assert.Equal(t, want, calls)
}

// replacesBlock reports whether a mask has a message in it, which may hold fields that only a newer client knows.
func replacesBlock(mask string) bool {
	scalars := map[string]bool{
		"displayName": true, "identity.runnerGroupId": true, "spec.releaseChannel": true, "spec.enforceResourceLimits": true,
	}
	for path := range strings.SplitSeq(mask, ",") {
		if !scalars[path] {
			return true
		}
	}
	return false
}

// imported imports the runner into a stack of its own, and expects the generated program to change nothing.
func imported(t *testing.T, fake *fakeapi.Running, runnerID string) {
	t.Helper()
	s := newStack(t, fake)
	s.importRunner(runnerID)
	s.Unchanged()
}

// importRunner imports a runner and makes the generated code the stack's program.
func (s *stack) importRunner(runnerID string) string {
	s.T.Helper()
	generated := filepath.Join(s.Dir, "generated.yaml")
	s.OK("import", "coreweave-sandbox:index:ManagedRunner", "runner", runnerID, "--yes", "--protect=false", "--out", generated)
	text, err := os.ReadFile(generated)
	require.NoError(s.T, err)
	var program object
	require.NoError(s.T, yaml.Unmarshal(text, &program))
	s.write(program)
	return string(text)
}
