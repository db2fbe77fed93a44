package upgrades

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/cli"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

var record = flag.Bool("record", false, "record the stacks that the version of provider/version.go leaves behind, in testdata")

// The times in a recording are past, so that everything is ready when it is replayed.
func daysAgo() time.Time { return time.Now().Add(-72 * time.Hour) }

// TestRecord is no test: with -record it records a release, see the documentation of the package. It is not parallel, so
// that it is done before the tests read the files.
func TestRecord(t *testing.T) {
	if !*record {
		t.Skip("records a release, with -record")
	}
	t.Run("settled", recordSettled)
	t.Run("unfinished", recordUnfinished)
}

// recorder is a stack that is being recorded.
type recorder struct {
	*cli.Stack
	fake      *fakeapi.Running
	dir       string // of the recording
	resources object
}

func newRecorder(t *testing.T, kind string) *recorder {
	t.Helper()
	dir := filepath.Join("testdata", provider.Version, kind)
	require.NoError(t, os.RemoveAll(dir))
	require.NoError(t, os.MkdirAll(dir, 0o755))
	fake := fakeapi.Start(fakeapi.Options{Clock: daysAgo})
	t.Cleanup(fake.Close)
	require.NoError(t, fake.Persist(filepath.Join(dir, serverFile)))
	r := &recorder{fake: fake, dir: dir, resources: object{}}
	project := t.TempDir()
	r.writeTo(t, project)
	r.Stack = tools.NewStack(t, project, fake)
	return r
}

func (r *recorder) writeTo(t *testing.T, dir string) {
	t.Helper()
	text, err := yaml.Marshal(object{"name": "upgrade", "runtime": "yaml", "resources": r.resources})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, programFile), text, 0o644))
}

// declare puts a runner into the program, on a cluster of its own.
func (r *recorder) declare(name string, properties object) {
	full := maps.Clone(properties)
	full["runnerId"] = name
	full["clusterId"] = fmt.Sprintf("00000000-0000-4000-8000-%012d", len(r.resources))
	if full["zone"] == nil {
		full["zone"] = "us-east-04a"
	}
	r.resources[name] = object{"type": "coreweave-sandbox:ManagedRunner", "properties": full}
	r.writeTo(r.T, r.Dir)
}

// finish writes the recording.
func (r *recorder) finish() {
	r.writeTo(r.T, r.dir)
	file, err := filepath.Abs(filepath.Join(r.dir, stateFile))
	require.NoError(r.T, err)
	r.OK("stack", "export", "--show-secrets", "--file", file)
	var state object
	readJSON(r.T, file, &state)
	for _, resource := range state["deployment"].(object)["resources"].([]any) {
		// Where the program was run from is nobody's business.
		without(resource.(object), "sourcePosition", "stackTrace")
	}
	writeJSON(r.T, file, state)
}

// recordSettled records runners of all kinds, one of them imported.
func recordSettled(t *testing.T) {
	r := newRecorder(t, "settled")
	documents := tools.Documents(t)
	for _, name := range slices.Sorted(maps.Keys(documents)) {
		r.declare(name, documents[name])
	}
	r.Up()
	r.fake.Seed(object{
		"identity": object{
			"runnerId": "imported", "zone": "us-east-04a", "clusterId": fmt.Sprintf("00000000-0000-4000-8000-%012d", len(r.resources)),
		},
		"spec":   object{"releaseChannel": "RELEASE_CHANNEL_STABLE", "overrides": object{"env": object{"TOKEN": "in-nobody's-program"}}},
		"policy": object{"base": object{"owner": "in-nobody's-program"}},
	})
	r.OK("import", "coreweave-sandbox:index:ManagedRunner", "imported", "imported", "--yes", "--protect=false", "--generate-code=false")
	r.declare("imported", object{
		"spec":   object{"releaseChannel": "RELEASE_CHANNEL_STABLE", "overrides": object{"env": object{"TOKEN": "[kept]"}}},
		"policy": object{"base": object{"owner": "[kept]"}},
	})
	r.Unchanged()
	r.finish()
}

// recordUnfinished records what a run that was cut off leaves: a wait, a create and an update of which the answers are
// lost.
func recordUnfinished(t *testing.T) {
	r := newRecorder(t, "unfinished")
	r.declare("updated", object{"policy": object{}, "spec": object{}})
	r.Up()
	silent := fakeapi.Fault{Call: "GetManagedRunner", Code: fakeapi.CodePermissionDenied, Times: -1}
	steps := []struct {
		name       string
		properties object
		faults     []fakeapi.Fault
	}{
		{"updated", object{"policy": object{}, "spec": object{"releaseChannel": "RELEASE_CHANNEL_RAPID"}}, []fakeapi.Fault{
			{Call: "UpdateManagedRunner", HTTPStatus: 499, Commit: true}, silent,
		}},
		{"created", object{"policy": object{}}, []fakeapi.Fault{{Call: "CreateManagedRunner", HTTPStatus: 499, Commit: true}, silent}},
		{"awaited", object{"policy": object{}, "waitForReady": true}, []fakeapi.Fault{silent}},
	}
	for _, step := range steps {
		if known, ok := r.resources[step.name].(object); ok {
			maps.Copy(known["properties"].(object), step.properties)
			r.writeTo(t, r.Dir)
		} else {
			r.declare(step.name, step.properties)
		}
		for _, fault := range step.faults {
			r.fake.Inject(fault)
		}
		r.Fails("up", "--yes", "--skip-preview", "--target", "**::"+step.name)
		r.fake.ClearFaults()
	}
	require.Len(t, r.fake.Runners(), len(steps))
	r.finish()
	text, err := os.ReadFile(filepath.Join(r.dir, stateFile))
	require.NoError(t, err)
	require.Equal(t, len(steps), strings.Count(string(text), `"__unfinished"`))
}

// A release that was not recorded shows.
func TestEveryReleaseIsRecorded(t *testing.T) {
	t.Parallel()
	changelog, err := os.ReadFile("../../CHANGELOG.md")
	require.NoError(t, err)
	entries, err := os.ReadDir("testdata")
	require.NoError(t, err)
	var recorded []string
	for _, entry := range entries {
		recorded = append(recorded, entry.Name())
	}
	require.NotEmpty(t, recorded)
	for line := range strings.Lines(string(changelog)) {
		if version, ok := strings.CutPrefix(line, "## ["); ok && !strings.HasPrefix(version, "Unreleased") {
			version, _, _ = strings.Cut(version, "]")
			require.True(t, slices.Contains(recorded, version), "%s was released: record it, see the documentation of this package", version)
		}
	}
}
