package languages

import (
	"archive/zip"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
)

// byName finds a language.
func byName(t *testing.T, name string) *language {
	t.Helper()
	i := slices.IndexFunc(languages, func(l *language) bool { return l.name == name })
	require.GreaterOrEqual(t, i, 0)
	return languages[i]
}

// installed runs a program that is installed in the workspace.
func installed(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := tools.Command(dir, name, args...)
	require.NoError(t, err)
	return out
}

func TestNPMPackageIsReadyToPublish(t *testing.T) {
	t.Parallel()
	byName(t, "typescript").programs(t, "examples")
	dir := filepath.Join(workspace(), "node_modules", filepath.FromSlash(provider.NPMPackage))
	for _, file := range []string{"README.md", "LICENSE", "index.js", "index.d.ts", "types/input.d.ts"} {
		assert.FileExists(t, filepath.Join(dir, file))
	}
	assert.NoDirExists(t, filepath.Join(dir, "node_modules"))
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	require.NoError(t, err)
	var manifest object
	require.NoError(t, json.Unmarshal(text, &manifest))
	assert.Equal(t, provider.Version, manifest["version"])
	assert.Equal(t, "Apache-2.0", manifest["license"])
	assert.Equal(t, provider.Repository, manifest["repository"])
	assert.NotEmpty(t, manifest["description"])
	assert.Contains(t, manifest["keywords"], "coreweave")
	assert.Equal(t, object{
		"resource": true, "name": provider.Name, "version": provider.Version,
		"server": "github://api.github.com/" + provider.Organization + "/pulumi-" + provider.Name,
	}, manifest["pulumi"], "the plugin that Pulumi gets for it")
}

func TestWheelIsReadyToPublish(t *testing.T) {
	t.Parallel()
	archive, err := zip.OpenReader(wheel())
	require.NoError(t, err, "run `make build_python` first")
	t.Cleanup(func() { require.NoError(t, archive.Close()) })
	files := map[string]string{}
	for _, f := range archive.File {
		reader, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(reader)
		require.NoError(t, err)
		files[f.Name] = string(text)
	}
	info := provider.PythonPackage + "-" + provider.Version + ".dist-info/"
	assert.Contains(t, files, provider.PythonPackage+"/py.typed")
	assert.Contains(t, files, info+"licenses/LICENSE")
	for _, line := range []string{
		"Name: " + provider.PythonPackage, "Version: " + provider.Version, "Project-URL: Repository, " + provider.Repository,
		"License: Apache-2.0", "Summary: Manage the runners", "Keywords: pulumi,coreweave-sandbox,", "# CoreWeave Sandbox for Pulumi, in Python",
	} {
		assert.Contains(t, files[info+"METADATA"], line)
	}
	var plugin object
	require.NoError(t, json.Unmarshal([]byte(files[provider.PythonPackage+"/pulumi-plugin.json"]), &plugin))
	assert.Equal(t, provider.Version, plugin["version"])
	for name := range maps.Keys(files) {
		assert.True(t, strings.HasPrefix(name, provider.PythonPackage), "%s would land beside the package", name)
	}
}

// The examples are written for the strictest settings of each language's checker.
func TestExamplesAreTyped(t *testing.T) {
	t.Parallel()
	for _, program := range typescripts(t) {
		t.Run(filepath.Base(program), func(t *testing.T) {
			t.Parallel()
			tsc := filepath.Join(workspace(), "node_modules", ".bin", "tsc")
			installed(t, program, tsc, "--noEmit")
			for _, module := range []string{"nodenext", "commonjs"} {
				installed(t, program, tsc, "--noEmit", "--strict", "--target", "es2022", "--types", "node", "--module", module, "index.ts")
			}
		})
	}
	t.Run("python", func(t *testing.T) {
		t.Parallel()
		out, err := pyright(t, "examples/python", "tests/languages/testdata/python")
		require.NoError(t, err)
		assert.Contains(t, out, "0 errors")
	})
	t.Run("go", func(t *testing.T) {
		t.Parallel()
		for _, source := range sources {
			installed(t, byName(t, "go").programs(t, source), "go", "vet", "./...")
		}
	})
}

// typescripts are the folders of the examples in TypeScript.
func typescripts(t *testing.T) []string {
	t.Helper()
	settings, err := filepath.Glob(filepath.Join(byName(t, "typescript").programs(t, "examples"), "*", "tsconfig.json"))
	require.NoError(t, err)
	require.NotEmpty(t, settings)
	var programs []string
	for _, file := range settings {
		programs = append(programs, filepath.Dir(file))
	}
	return programs
}

// The settings of the formatters are in examples/, or their defaults; those of Go are the linter's.
func TestExamplesAreFormatted(t *testing.T) {
	t.Parallel()
	byName(t, "typescript").programs(t, "examples")
	byName(t, "python").programs(t, "examples")
	installed(t, workspace(), filepath.Join(workspace(), "node_modules", ".bin", "prettier"), "--check", "examples/typescript/*/*.{ts,json}")
	ruff := filepath.Join(filepath.Dir(python()), "ruff")
	installed(t, workspace(), ruff, "format", "--check", "examples/python", "tests/languages/testdata/python")
}

// pyright checks folders of the workspace in its strict mode.
func pyright(t *testing.T, folders ...string) (string, error) {
	t.Helper()
	byName(t, "typescript").programs(t, "examples") // has the program
	byName(t, "python").programs(t, "examples")
	settings, err := json.Marshal(object{
		"include": folders, "exclude": []string{"**/venv"}, "typeCheckingMode": "strict", "venvPath": ".", "venv": "venv",
	})
	require.NoError(t, err)
	file := filepath.Join(workspace(), strings.ReplaceAll(folders[0], "/", "-")+".json")
	require.NoError(t, os.WriteFile(file, settings, 0o600))
	return tools.Command(workspace(), filepath.Join(workspace(), "node_modules", ".bin", "pyright"), "-p", file)
}

// A wrong program must not pass the checks of TestExamplesAreTyped.
func TestTypesRefuseMistakes(t *testing.T) {
	t.Parallel()
	write := func(t *testing.T, dir, name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	t.Run("typescript", func(t *testing.T) {
		t.Parallel()
		file := write(t, byName(t, "typescript").programs(t, "examples"), "mistake.ts", `
			import * as coreweave from "@pulumiverse/coreweave-sandbox";
			new coreweave.ManagedRunner("runner", { runnerId: "a", clusterId: "b", zone: "c", policy: { constraints: { nonsense: {} } } });`)
		out, err := tools.Command(workspace(), filepath.Join(workspace(), "node_modules", ".bin", "tsc"), "--noEmit", "--strict", file)
		require.Error(t, err)
		assert.Contains(t, out, "nonsense")
	})
	t.Run("python", func(t *testing.T) {
		t.Parallel()
		byName(t, "python").programs(t, "examples")
		dir := filepath.Join(workspace(), "mistakes")
		require.NoError(t, os.Mkdir(dir, 0o700))
		write(t, dir, "mistake.py", `
import pulumiverse_coreweave_sandbox as coreweave

coreweave.ManagedRunner("r", runner_id="a", cluster_id="b", zone="c", policy=coreweave.PolicyArgs(nonsense=1))
coreweave.ManagedRunner("s", runner_id="a", cluster_id="b", zone="c", policy={"folly": {}})
`)
		out, err := pyright(t, "mistakes")
		require.Error(t, err)
		assert.Contains(t, out, "nonsense")
		assert.Contains(t, out, "mistake.py:5", "a dictionary is checked too")
	})
}

// The SDK for Python exports its classes by name, and takes dictionaries in their place.
func TestPythonTakesDictionaries(t *testing.T) {
	t.Parallel()
	l := byName(t, "python")
	dir := filepath.Join(l.programs(t, "tests/languages/testdata"), "dictionaries")
	out := installed(t, dir, python(), "-c", `
import pulumiverse_coreweave_sandbox.managed_runner as m, pulumiverse_coreweave_sandbox._inputs as i
import pulumiverse_coreweave_sandbox as p
assert set(m.__all__) == {"ManagedRunner", "ManagedRunnerArgs"}, m.__all__
for name in [*m.__all__, *i.__all__]:
    assert hasattr(p, name), name
assert "PolicyArgsDict" in i.__all__
print("ok")`)
	assert.Equal(t, "ok\n", out)

	assert.Equal(t, reference(t), made(t, l, dir))
}

// Who uses the SDK for Go does not get the provider with it, nor what it is built from.
func TestGoSDKIsLight(t *testing.T) {
	t.Parallel()
	dir := byName(t, "go").programs(t, "examples")
	packages := strings.Fields(installed(t, dir, "go", "list", "-deps", "./quickstart"))
	assert.Contains(t, packages, provider.GoModule)
	modules := installed(t, dir, "go", "list", "-m", "all")
	for _, heavy := range []string{
		"github.com/pulumi/pulumi/pkg/v3", "github.com/pulumi/pulumi-go-provider", strings.TrimPrefix(provider.Repository, "https://") + "/provider",
		"connectrpc.com/connect", "k8s.io/apimachinery",
	} {
		for _, p := range packages {
			assert.False(t, p == heavy || strings.HasPrefix(p, heavy+"/"), "%s is in the program", p)
		}
		assert.NotContains(t, modules, heavy+" ", "of the modules that Go loads")
	}
}
