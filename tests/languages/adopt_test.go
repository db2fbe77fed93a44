package languages

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/cli"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// importFile is what `pulumi import --file` takes.
type importFile struct {
	Resources []listedRunner `json:"resources"`
}

type listedRunner struct {
	Type        string `json:"type"`
	Name        string `json:"name"`
	LogicalName string `json:"logicalName"`
	ID          string `json:"id"`
}

// existingFleet are runners of every kind on several pages of the list: those that the documents of the engine tests
// describe, and some that no program of today would make.
func existingFleet(t *testing.T) *fakeapi.Running {
	t.Helper()
	fake := fakeapi.Start(fakeapi.Options{PageSize: 6, Clock: stopped})
	t.Cleanup(fake.Close)
	runners := object{}
	for name, properties := range tools.Documents(t) {
		properties["runnerId"], properties["clusterId"] = name, cluster(len(runners))
		runners[name] = object{"type": "coreweave-sandbox:ManagedRunner", "properties": properties}
	}
	dir := t.TempDir()
	program, err := yaml.Marshal(object{"name": "before", "runtime": "yaml", "resources": runners})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "Pulumi.yaml"), program, 0o600))
	byName(t, "yaml").stack(t, dir, fake).Up()

	for id, more := range map[string]object{
		"bare":       {"spec": object{}, "policy": object{}},
		"failed":     {"installStatus": "RUNNER_INSTALL_STATUS_FAILED"},
		"leaving":    {"installStatus": "RUNNER_INSTALL_STATUS_DELETING"},
		"1st.Runner": {"displayName": "An ID that no language takes for the name of a variable"},
		"secretive": {
			"spec":   object{"overrides": object{"env": object{"TOKEN": "canary-env"}}},
			"policy": object{"base": object{"metadata": object{"annotations": object{"key": "canary-base"}}}},
		},
	} {
		// An older runner, which is recorded with the name of its cluster.
		runner := object{
			"identity": object{"runnerId": id, "clusterId": "cluster-of-" + id, "zone": "us-east-04a"},
			"spec":     object{"releaseChannel": "RELEASE_CHANNEL_STABLE"}, "policy": object{},
		}
		maps.Copy(runner, more)
		fake.Seed(runner)
	}
	fake.ResetRequests()
	return fake
}

// apart is a folder for a program that is none of those in the repository. The language's packages are found from there.
func (l *language) apart(t *testing.T, name string) string {
	t.Helper()
	testdata := l.programs(t, "tests/languages/testdata")
	beside := filepath.Join(filepath.Dir(filepath.Dir(testdata)), "apart", l.name)
	dir := filepath.Join(beside, name)
	require.NoError(t, os.MkdirAll(dir, 0o700))
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(testdata, file))
		if os.IsNotExist(err) {
			continue
		}
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(beside, file), text, 0o600))
	}
	return dir
}

// lists runs the example in a preview, and returns what it says, and the file that it has written.
func lists(t *testing.T, s *cli.Stack) (string, importFile) {
	t.Helper()
	out := s.OK("preview")
	text, err := os.ReadFile(filepath.Join(s.Dir, "import.json"))
	require.NoError(t, err)
	assert.NotContains(t, out+string(text), "canary")
	assert.NotContains(t, out+string(text), s.Token)
	var file importFile
	require.NoError(t, json.Unmarshal(text, &file))
	assert.NotNil(t, file.Resources, "an empty list is one, too")
	return out, file
}

// Runners that exist are listed by a program in every language that can, imported with its file into another project, in the
// same language and one of them in YAML too, and then managed without a change.
func TestAdoptingAFleet(t *testing.T) {
	t.Parallel()
	for _, l := range languages[1:] {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			fake := existingFleet(t)
			before := fake.Runners()
			dir := l.apart(t, "adopt-fleet")
			require.NoError(t, copyTree(filepath.Join(tools.Root, "examples", l.name, "adopt-fleet"), dir))
			s := l.stack(t, dir, fake)

			out, file := lists(t, s)
			assert.Contains(t, out, "18 runners are in import.json, without those that are being deleted: leaving")
			assert.Greater(t, fake.Count("ListManagedRunners"), 3, "it takes several pages")
			require.Len(t, file.Resources, 18)
			assert.Equal(t, listedRunner{"coreweave-sandbox:index:ManagedRunner", "runner_1st_runner", "1st.Runner", "1st.Runner"}, file.Resources[0])
			names := map[string]bool{}
			for i, runner := range file.Resources {
				assert.Regexp(t, "^runner_[a-z0-9_]+$", runner.Name)
				assert.Equal(t, runner.ID, runner.LogicalName)
				assert.True(t, i == 0 || file.Resources[i-1].ID < runner.ID, "in order, and each once")
				names[runner.Name] = true
			}
			assert.Len(t, names, 18)

			l.adopts(t, fake, file)
			if l.name == "typescript" {
				byName(t, "yaml").adopts(t, fake, file)
			}
			assert.Equal(t, before, fake.Runners())
			for _, call := range fake.Calls() {
				assert.Contains(t, []string{"GetManagedRunner", "ListManagedRunners"}, call)
			}

			s.OK("config", "set", "runnerGroupId", "development")
			out, file = lists(t, s)
			assert.Contains(t, out, "1 runners are in import.json")
			require.Len(t, file.Resources, 1)
			assert.Equal(t, "everything", file.Resources[0].ID)
			s.OK("config", "set", "zone", "us-west-01a")
			out, file = lists(t, s)
			assert.Contains(t, out, "0 runners are in import.json")
			assert.Empty(t, file.Resources)
			s.OK("config", "set", "zone", "not a zone")
			assert.Contains(t, s.Fails("preview"), "zone")
		})
	}
}

// adopts imports the runners into a new project in the language, whose program is what the import prints.
func (l *language) adopts(t *testing.T, fake *fakeapi.Running, file importFile) {
	t.Helper()
	dir := t.TempDir()
	runtime := map[string]string{"yaml": "yaml", "typescript": "nodejs", "python": "python", "go": "go"}[l.name]
	source := map[string]string{"yaml": "Pulumi.yaml", "typescript": "index.ts", "python": "__main__.py", "go": "main.go"}[l.name]
	head := fmt.Sprintf("name: adopted\nruntime: %s\n", runtime)
	if l.name != "yaml" {
		dir = l.apart(t, "adopted")
		example := filepath.Join(tools.Root, "examples", l.name, "adopt-fleet")
		require.NoError(t, copyTree(example, dir))
		require.NoError(t, os.Remove(filepath.Join(dir, source)))
	}
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	write("Pulumi.yaml", head)
	list, err := json.Marshal(file)
	require.NoError(t, err)
	write("import.json", string(list))
	s := l.stack(t, dir, fake)

	args := []string{"import", "--file", "import.json", "--yes"}
	var out, program string
	if l.name == "yaml" {
		out = s.OK(append(args, "--out", "program.yaml")...)
		text, err := os.ReadFile(filepath.Join(dir, "program.yaml"))
		require.NoError(t, err)
		program = head + string(text)
	} else {
		out = s.OK(append(args, "--generate-code=false")...)
		program = l.definitions(t, s, file)
	}
	assert.Contains(t, out, fmt.Sprintf("= %d imported", len(file.Resources)))
	assert.NotContains(t, out+program+s.State(), "canary")
	assert.Contains(t, program, "[kept]")
	write(source, program)

	out = s.OK("preview", "--diff", "--expect-no-changes")
	assert.Contains(t, out, fmt.Sprintf("%d unchanged", len(file.Resources)+1), "they and the stack")
	assert.NotContains(t, out, "canary")
	s.Up("--expect-no-changes")
	for _, r := range exported(t, s, false) {
		assert.True(t, r.Protect || r.Type != "coreweave-sandbox:index:ManagedRunner", "%s is protected", r.URN)
	}
}
