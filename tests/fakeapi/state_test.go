package fakeapi

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPersist(t *testing.T) {
	t.Parallel()
	c := newClock()
	options := Options{Clock: c.read, InstallTime: time.Minute, DeleteTime: time.Minute}
	file := filepath.Join(t.TempDir(), "state.json")
	fake := start(t, options)
	require.NoError(t, fake.Persist(file))
	requireOK(t, createWith(t, fake, "one", minimal))
	requireOK(t, create(t, fake, secondRunner))
	requireOK(t, update(t, fake, "spec.overrides", `{"spec":{"overrides":{"env":{"A":"secret"}}}}`))
	fake.Edit("other-runner", func(doc map[string]any) { doc["etag"] = "pinned"; delete(doc, "createTime") })
	requireOK(t, post(t, fake, "DeleteManagedRunner", `{"runnerId":"other-runner"}`))

	info, err := os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	c.advance(30 * time.Second)
	again := start(t, options)
	require.NoError(t, again.Persist(file))
	assert.Equal(t, fake.Runners(), again.Runners())
	requireOK(t, createWith(t, again, "one", minimal))
	c.advance(30 * time.Second)
	assert.Equal(t, "READY", stateOf(t, again).install, "time goes on across a restart")
	requireRefused(t, get(t, again, "other-runner"), CodeNotFound)
	left, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*"))
	require.NoError(t, err)
	assert.Equal(t, []string{file}, left, "no temporary file stays")
}

func TestPersistFailures(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	broken := filepath.Join(directory, "broken.json")
	require.NoError(t, os.WriteFile(broken, []byte("{"), 0o600))
	require.ErrorContains(t, New(Options{}).Persist(broken), "broken.json")
	require.Error(t, New(Options{}).Persist(directory))
	require.Error(t, New(Options{}).Persist(filepath.Join(directory, "none", "state.json")))

	gone := filepath.Join(directory, "gone")
	require.NoError(t, os.Mkdir(gone, 0o700))
	fake := start(t, Options{})
	require.NoError(t, fake.Persist(filepath.Join(gone, "state.json")))
	require.NoError(t, os.RemoveAll(gone))
	requireRefused(t, create(t, fake, minimal), CodeInternal)
	assert.Panics(t, func() { fake.Seed(object(t, minimal)) })
}
