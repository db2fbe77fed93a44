package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// Documents are the properties of runners of all kinds, by name: those of the documents of the engine tests.
func (tools Tools) Documents(t *testing.T) map[string]map[string]any {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(tools.Root, "tests", "engine", "testdata", "documents", "*.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	out := map[string]map[string]any{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var document struct {
			Properties map[string]any `yaml:"properties"`
		}
		require.NoError(t, yaml.Unmarshal(text, &document))
		out[strings.TrimSuffix(filepath.Base(file), ".yaml")] = document.Properties
	}
	return out
}
