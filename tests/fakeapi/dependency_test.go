package fakeapi

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDependencies keeps the fake small and, above all, independent: it may not
// know anything of the provider it tests.
func TestDependencies(t *testing.T) {
	t.Parallel()
	const module = "github.com/pulumiverse/pulumi-coreweave-sandbox/"
	allowed := []string{
		module + "tests/fakeapi",
		"google.golang.org/genproto/googleapis/rpc/errdetails",
		"google.golang.org/protobuf/",
	}
	err := filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".go" {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		require.NoError(t, err)
		permitted := allowed
		if strings.HasSuffix(file, "_test.go") {
			permitted = append(permitted, "github.com/stretchr/testify/")
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			assert.True(t, mayImport(imported, permitted), "%s imports %s", file, imported)
		}
		return nil
	})
	require.NoError(t, err)
}

// mayImport allows the standard library, whose paths have no dot in their first part.
func mayImport(imported string, allowed []string) bool {
	first, _, _ := strings.Cut(imported, "/")
	if !strings.Contains(first, ".") {
		return true
	}
	for _, prefix := range allowed {
		if strings.HasPrefix(imported, prefix) {
			return true
		}
	}
	return false
}
