package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// seeded makes runners that exist, each on a cluster of its own, with more put over the least that an import takes.
func seeded(fake *fakeapi.Running, runners map[string]object) {
	for id, more := range runners {
		fake.Seed(merge(object{
			"identity": object{"runnerId": id, "clusterId": "cluster-of-" + id, "zone": "us-east-04a"}, "spec": object{}, "policy": object{},
		}, more))
	}
}

// listed is the file for `pulumi import --file`, in which the names are made as the examples adopt-fleet make them.
func (s *stack) listed(ids ...string) {
	s.T.Helper()
	resources := []object{}
	for _, id := range ids {
		resources = append(resources, object{
			"type": "coreweave-sandbox:index:ManagedRunner", "logicalName": id, "id": id,
			"name": "runner_" + strings.NewReplacer("-", "_", ".", "_").Replace(id),
		})
	}
	text, err := json.Marshal(object{"resources": resources})
	require.NoError(s.T, err)
	require.NoError(s.T, os.WriteFile(filepath.Join(s.Dir, "import.json"), text, 0o600))
}

// bulk are the arguments that import the file and keep the program in another one.
func bulk(more ...string) []string {
	return append([]string{"import", "--file", "import.json", "--yes", "--out", "program.yaml"}, more...)
}

// imported is the program that the last import has written.
func (s *stack) imported() object {
	s.T.Helper()
	text, err := os.ReadFile(filepath.Join(s.Dir, "program.yaml"))
	require.NoError(s.T, err)
	var program object
	require.NoError(s.T, yaml.Unmarshal(text, &program))
	return program
}

// managed are the IDs of the runners in the state, in order.
func (s *stack) managed() []string {
	s.T.Helper()
	deployment := body(s.T, []byte(s.State()))["deployment"].(object)
	resources, _ := deployment["resources"].([]any)
	ids := []string{}
	for _, r := range resources {
		if r := r.(object); strings.HasSuffix(r["type"].(string), "ManagedRunner") {
			ids = append(ids, r["id"].(string))
		}
	}
	slices.Sort(ids)
	return ids
}

// onlyRead fails if anything but a read was called.
func onlyRead(t *testing.T, fake *fakeapi.Running) {
	t.Helper()
	for _, call := range fake.Calls() {
		assert.Contains(t, []string{"GetManagedRunner", "ListManagedRunners"}, call)
	}
}

// A bulk import takes all runners or, where one cannot be imported, none. Later ones leave alone what is in the state.
func TestBulkImportTakesAllOrNone(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	seeded(fake, map[string]object{"a": {}, "b": {}, "new": {}, "no-policy": {}, "no-spec": {}})
	fake.Edit("no-policy", func(doc map[string]any) { delete(doc, "policy") })
	fake.Edit("no-spec", func(doc map[string]any) { delete(doc, "spec") })

	s.listed("a", "b", "no-policy", "no-spec", "mistyped")
	out := s.Fails(bulk()...)
	for _, want := range []string{
		`runner "no-policy": the server returned no policy`, `runner "no-spec": the server returned no spec`, "'mistyped' does not exist",
	} {
		assert.Contains(t, out, want, "it names every one that cannot be imported")
	}
	assert.Empty(t, s.managed())

	s.listed("a", "b")
	assert.Contains(t, s.OK(bulk()...), "= 2 imported")
	s.write(s.imported())
	s.Unchanged()

	// Somebody has given them what they lacked, and there is a new one.
	fake.Edit("no-policy", func(doc map[string]any) { doc["policy"] = object{} })
	fake.Edit("no-spec", func(doc map[string]any) { doc["spec"] = object{} })
	s.listed("a", "b", "new", "no-policy", "no-spec")
	fake.ResetRequests()
	out = s.OK(bulk("--skip-preview")...)
	assert.Contains(t, out, "= 3 imported")
	assert.Contains(t, out, "3 unchanged", "the stack and the two that are there")
	assert.Equal(t, 3, fake.Count("GetManagedRunner"))
	assert.Equal(t, []string{"a", "b", "new", "no-policy", "no-spec"}, s.managed())
	assert.Len(t, s.imported()["resources"], 5, "the program has those that were there, too")
	s.write(s.imported())
	s.Unchanged()
	onlyRead(t, fake)
}

// Without a preview the runners that can be imported may be in the state after a failure. The import can be repeated.
func TestBulkImportWithoutPreviewCanBeRepeated(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	runners := map[string]object{"bad": {}}
	for n := range 30 {
		runners[fmt.Sprintf("runner-%02d", n)] = object{}
	}
	seeded(fake, runners)
	fake.Edit("bad", func(doc map[string]any) { delete(doc, "policy") })
	s.listed(slices.Sorted(maps.Keys(runners))...)
	assert.Contains(t, s.Fails(bulk("--skip-preview")...), `runner "bad"`)
	assert.NotContains(t, s.managed(), "bad")
	delete(runners, "bad")
	s.listed(slices.Sorted(maps.Keys(runners))...)
	s.OK(bulk()...)
	assert.Equal(t, slices.Sorted(maps.Keys(runners)), s.managed())
	s.write(s.imported())
	s.Unchanged()
}

// The state knows a resource by its name: the same runner under another one would be there twice.
func TestBulkImportDoesNotKnowOtherNames(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	seeded(fake, map[string]object{"a": {}})
	s.importRunner("a")
	s.listed("a")
	s.OK(bulk()...)
	assert.Equal(t, []string{"a", "a"}, s.managed())
}

// Names of variables that are the same are told apart, and so are those that mean something to Pulumi or to YAML.
func TestBulkImportWritesProgramsForAllNames(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	runners := map[string]object{"a-b": {}, "a.b": {}, "a_b": {}, "pulumi": {}, "1": {}, "runner-b": {}}
	seeded(fake, runners)
	s.listed(slices.Sorted(maps.Keys(runners))...)
	s.OK(bulk()...)
	assert.Len(t, s.imported()["resources"], len(runners))
	s.write(s.imported())
	s.Unchanged()
}

// A text that is the ID of another runner is printed as a reference to it, unless that leads in a circle.
func TestBulkImportPrintsReferences(t *testing.T) {
	t.Parallel()
	for want, group := range map[string]string{"${runner_production.id}": "default", "production": "east"} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			fake, s := start(t, fakeapi.Options{})
			seeded(fake, map[string]object{
				"east":       {"identity": object{"runnerGroupId": "production"}},
				"production": {"identity": object{"runnerGroupId": group}},
			})
			s.listed("east", "production")
			s.OK(bulk()...)
			program := s.imported()
			east := program["resources"].(object)["runner_east"].(object)["properties"].(object)
			assert.Equal(t, want, east["runnerGroupId"])
			s.write(program)
			s.Unchanged()
		})
	}
}

// What was imported is protected, and can be given back without touching the runner.
func TestAdoptionCanBeUndone(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	seeded(fake, map[string]object{"a": {}, "b": {}})
	s.listed("a", "b")
	s.OK(bulk()...)
	s.write(s.imported())
	s.Unchanged()

	assert.Contains(t, s.Fails("destroy", "--yes", "--skip-preview"), "protect")
	s.write(object{"resources": object{}})
	assert.Contains(t, s.Fails("up", "--yes", "--skip-preview"), "protect")

	urn := func(name string) string {
		return "urn:pulumi:test::engine-test::coreweave-sandbox:index:ManagedRunner::" + name
	}
	assert.Contains(t, s.Fails("state", "delete", "--yes", urn("a")), "protect")
	s.OK("state", "delete", "--yes", "--force", urn("a"))
	s.OK("state", "unprotect", "--yes", urn("b"))
	s.OK("state", "delete", "--yes", urn("b"))
	assert.Empty(t, s.managed())
	s.OK("preview", "--expect-no-changes")
	assert.Len(t, fake.Runners(), 2)
	onlyRead(t, fake)
}
