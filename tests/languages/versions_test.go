package languages

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
)

// The version is set in one place and generated into most others. These are the ones that are written by hand: each
// pattern captures a version, and must be found.
func TestVersionsAreThatOfTheProvider(t *testing.T) {
	t.Parallel()
	const semver = `(\d+\.\d+\.\d+)`
	for files, pattern := range map[string]string{
		"README.md":                          `(?:coreweave[-_]sandbox-|@v|version, )` + semver,
		"examples/go/README.md":              `coreweavesandbox@v` + semver,
		"examples/yaml/quickstart/README.md": `coreweave-sandbox ` + semver,
		"examples/go/go.mod":                 `coreweavesandbox v` + semver,
		"tests/languages/testdata/go/go.mod": `coreweavesandbox v` + semver,
		"examples/typescript/*/package.json": `coreweave-sandbox": "\^` + semver,
		"examples/python/*/requirements.txt": `coreweave_sandbox>=` + semver,
		"examples/java/quickstart/pom.xml":   `<artifactId>coreweave-sandbox</artifactId>\s*<version>` + semver,
	} {
		names, err := filepath.Glob(filepath.Join(tools.Root, filepath.FromSlash(files)))
		require.NoError(t, err)
		assert.NotEmpty(t, names, files)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			found := regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1)
			assert.NotEmpty(t, found, "%s has no %s", name, pattern)
			for _, match := range found {
				assert.Equal(t, provider.Version, match[1], "in %s: %s", strings.TrimPrefix(name, tools.Root+"/"), match[0])
			}
		}
	}
}
