// Package upgrades gives today's plugin the stacks that released versions have left behind, as they were recorded and
// damaged in the ways in which a state can differ from what today's version would have written.
//
// testdata has a directory for each released version, which is never written again. At a release, when
// provider/version.go has the version to release, run
//
//	go test ./tests/upgrades -run TestRecord -record
//
// Until 0.1.0 is released, its recordings may be made anew when the state that it will leave behind changes.
package upgrades

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/cli"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

var tools cli.Tools

func TestMain(m *testing.M) {
	var err error
	if tools, err = cli.Prepare("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(tools.Dir)
	os.Exit(code)
}

type object = map[string]any

// What a recording consists of.
const (
	programFile = "Pulumi.yaml"
	stateFile   = "state.json"   // as `pulumi stack export --show-secrets` gives it
	serverFile  = "runners.json" // of the fake
)

// recordings are the directories of the recordings of one kind, of all versions.
func recordings(t *testing.T, kind string) []string {
	t.Helper()
	dirs, err := filepath.Glob(filepath.Join("testdata", "*", kind))
	require.NoError(t, err)
	require.NotEmpty(t, dirs)
	return dirs
}

// replay makes a stack and a fake of a recording. The state can be changed on the way.
func replay(t *testing.T, recording string, change func(state object)) (*fakeapi.Running, *cli.Stack) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{programFile, serverFile} {
		text, err := os.ReadFile(filepath.Join(recording, name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	fake := fakeapi.Start(fakeapi.Options{})
	t.Cleanup(fake.Close)
	require.NoError(t, fake.Persist(filepath.Join(dir, serverFile)))

	var state object
	readJSON(t, filepath.Join(recording, stateFile), &state)
	if change != nil {
		change(state)
	}
	s := tools.NewStack(t, dir, fake)
	file := filepath.Join(t.TempDir(), stateFile)
	writeJSON(t, file, state)
	s.OK("stack", "import", "--file", file)
	return fake, s
}

// rename gives every runner of the program another display name, and returns how many there are.
func rename(t *testing.T, s *cli.Stack) int {
	t.Helper()
	file := filepath.Join(s.Dir, programFile)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var program object
	require.NoError(t, yaml.Unmarshal(text, &program))
	resources := program["resources"].(object)
	for _, resource := range resources {
		resource.(object)["properties"].(object)["displayName"] = "after the upgrade"
	}
	text, err = yaml.Marshal(program)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, text, 0o600))
	return len(resources)
}

// An upgrade changes nothing by itself, and everything works afterwards.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	for _, recording := range recordings(t, "settled") {
		t.Run(recording, func(t *testing.T) {
			t.Parallel()
			fake, s := replay(t, recording, nil)
			s.Unchanged()
			live(t, fake, s, rename(t, s))
		})
	}
}

// A state need not look as today's version would have written it.
func TestUpgradeOfADamagedState(t *testing.T) {
	t.Parallel()
	for _, recording := range recordings(t, "settled") {
		for round := range damageRounds {
			t.Run(fmt.Sprintf("%s, round %d", recording, round), func(t *testing.T) {
				t.Parallel()
				fake, s := replay(t, recording, func(state object) { damage(t, state, round) })
				s.OK("preview", "--diff", "--expect-no-changes")
				live(t, fake, s, rename(t, s))
			})
		}
	}
}

// live brings a stack through an update, a refresh and its end: every runner is renamed, and nothing else is sent.
func live(t *testing.T, fake *fakeapi.Running, s *cli.Stack, runners int) {
	t.Helper()
	require.Len(t, fake.Runners(), runners)
	fake.ResetRequests()
	s.Up()
	assert.Equal(t, runners, fake.Count("UpdateManagedRunner"))
	for _, r := range fake.Requests() {
		if r.Call == "UpdateManagedRunner" {
			var sent object
			require.NoError(t, json.Unmarshal(r.Body, &sent))
			assert.Equal(t, "displayName", sent["updateMask"])
		}
	}
	for _, call := range []string{"CreateManagedRunner", "DeleteManagedRunner"} {
		assert.Zero(t, fake.Count(call))
	}
	s.Refresh()
	s.Unchanged()
	s.Destroy()
	assert.Empty(t, fake.Runners())
}

// What a version has left unfinished the next one finishes.
func TestUpgradeOfAnUnfinishedStack(t *testing.T) {
	t.Parallel()
	for _, recording := range recordings(t, "unfinished") {
		for _, refreshed := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, refreshed: %t", recording, refreshed), func(t *testing.T) {
				t.Parallel()
				fake, s := replay(t, recording, nil)
				if refreshed {
					s.Refresh()
				} else {
					s.OK("preview", "--diff") // there is something to do
				}
				fake.ResetRequests()
				s.Up()
				for _, call := range []string{"CreateManagedRunner", "UpdateManagedRunner", "DeleteManagedRunner"} {
					assert.Zero(t, fake.Count(call), "%s: it has landed", call)
				}
				s.Unchanged()
				assert.NotContains(t, s.State(), "__unfinished")
				live(t, fake, s, rename(t, s))
			})
		}
	}
}

func readJSON(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, into))
}

func writeJSON(t *testing.T, file string, v any) {
	t.Helper()
	text, err := json.MarshalIndent(v, "", "  ")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, append(text, '\n'), 0o600))
}
