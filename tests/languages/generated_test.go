package languages

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is committed is what `make generate` writes, to the byte: nothing is missing, edited, or left over.
func TestGeneratedFilesAreUpToDate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, err := tools.Command(tools.Root, "make", "--no-print-directory", "generate", "OUT="+dir)
	require.NoError(t, err)

	generated := map[string]bool{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		generated[name] = true
		want, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		got, err := os.ReadFile(filepath.Join(tools.Root, name))
		if assert.NoError(t, err, "run `make generate`") {
			assert.True(t, bytes.Equal(want, got), "%s is out of date: run `make generate`", name)
		}
		return nil
	}))
	assert.Greater(t, len(generated), 100)

	tracked, err := tools.Command(tools.Root, "git", "ls-files", "sdk")
	require.NoError(t, err)
	for name := range strings.FieldsSeq(tracked) {
		byHand := strings.HasSuffix(name, "/go.mod") || strings.HasSuffix(name, "/go.sum")
		assert.True(t, generated[name] || byHand, "%s is not generated anymore: remove it", name)
	}
}
