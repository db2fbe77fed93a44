// Package languages tests the SDKs and the examples: programs in YAML, TypeScript, Python and Go, with the packages as
// users install them, run by the real Pulumi engine against the fake API.
package languages

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
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

// language is one of those that programs are written in.
type language struct {
	name    string // of its folder in examples/ and in testdata/
	install func(workspace string) error
	once    sync.Once
	err     error
}

var languages = []*language{
	{name: "yaml", install: func(string) error { return nil }},
	{name: "typescript", install: installNPM},
	{name: "python", install: installPython},
	{name: "go", install: installGo},
}

// sources are the folders that have programs in the languages.
var sources = []string{"examples", "tests/languages/testdata"}

// stack makes an empty stack for a program.
func (l *language) stack(t *testing.T, dir string, fake *fakeapi.Running) *cli.Stack {
	t.Helper()
	tools := tools
	if l.name == "python" {
		// The language host of tools/ is too old to be told of the virtual environment by this engine.
		tools = tools.WithPath(filepath.Dir(python()))
	}
	return tools.NewStack(t, dir, fake)
}

// programs are the folders of programs in the language: those in examples/, or in testdata/ for what only tests need.
// The language's packages are installed beside them, once for all tests.
func (l *language) programs(t *testing.T, source string) string {
	t.Helper()
	l.once.Do(func() {
		for _, source := range sources {
			l.err = copyTree(filepath.Join(tools.Root, source, l.name), filepath.Join(workspace(), source, l.name))
			if l.err != nil {
				return
			}
		}
		l.err = l.install(workspace())
	})
	require.NoError(t, l.err)
	return filepath.Join(workspace(), source, l.name)
}

// workspace has the layout of the repository, so that relative paths in it hold.
func workspace() string { return filepath.Join(tools.Dir, "workspace") }

// copyTree leaves out what somebody has who has run an example in place: installed packages, and stacks.
func copyTree(from, to string) error {
	if _, err := os.Stat(from); os.IsNotExist(err) {
		return nil
	}
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains([]string{"node_modules", "venv", "__pycache__", "target"}, entry.Name()) {
				return fs.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, name), 0o700)
		}
		stack, err := filepath.Match("Pulumi.*.yaml", entry.Name())
		if stack || err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), text, 0o600)
	})
}

// installNPM installs the npm package, packed as it would be published, and the checkers above all programs. The versions
// of the checkers are fixed, since another one may see more.
func installNPM(workspace string) error {
	tarball := filepath.Join(tools.Root, "sdk", "nodejs", "dist", provider.Organization+"-"+provider.Name+"-"+provider.Version+".tgz")
	if _, err := os.Stat(tarball); err != nil {
		return fmt.Errorf("run `make build_nodejs` first: %w", err)
	}
	if err := os.WriteFile(filepath.Join(workspace, "package.json"), []byte(`{"private": true}`), 0o600); err != nil {
		return err
	}
	_, err := tools.Command(workspace, "npm", "install", "--silent", "--no-audit", "--no-fund",
		tarball, "@pulumi/pulumi@^3.276.0", "typescript@5.9.3", "@types/node@20", "pyright@1.1.414", "prettier@3.10.1")
	return err
}

// installPython makes a virtual environment with the wheel, where each program looks for one.
func installPython(workspace string) error {
	if _, err := tools.Command(workspace, "python3", "-m", "venv", "venv"); err != nil {
		return err
	}
	_, err := tools.Command(workspace, python(), "-m", "pip", "install", "--quiet", wheel(), "ruff==0.17.6")
	if err != nil {
		return fmt.Errorf("run `make build_python` first: %w", err)
	}
	for _, source := range sources {
		programs, err := filepath.Glob(filepath.Join(workspace, source, "python", "*", "Pulumi.yaml"))
		if err != nil {
			return err
		}
		for _, program := range programs {
			if err := os.Symlink(filepath.Join(workspace, "venv"), filepath.Join(filepath.Dir(program), "venv")); err != nil {
				return err
			}
		}
	}
	return nil
}

func python() string { return filepath.Join(workspace(), "venv", "bin", "python") }

func wheel() string {
	name := provider.PythonPackage + "-" + provider.Version + "-py3-none-any.whl"
	return filepath.Join(tools.Root, "sdk", "python", "dist", name)
}

// installGo copies the module of the SDK to where the go.mod files of programs point.
func installGo(workspace string) error {
	const sdk = "sdk/go/coreweavesandbox"
	return copyTree(filepath.Join(tools.Root, sdk), filepath.Join(workspace, sdk))
}
