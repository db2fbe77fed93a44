// Package engine tests the provider through the real Pulumi engine: the CLI runs YAML programs, the plugin is the
// built binary, and the fake API answers over HTTP.
package engine

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// tools are the programs under test, found or built once.
var tools struct {
	pulumi string
	path   string // PATH with the plugin and the language host in front
	home   string // PULUMI_HOME, shared by all tests
}

func TestMain(m *testing.M) {
	code, err := runTests(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func runTests(m *testing.M) (int, error) {
	root, err := filepath.Abs("../..")
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "coreweave-sandbox-engine")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	tools.pulumi, err = findPulumi(root)
	if err != nil {
		return 0, err
	}
	build := exec.Command("go", "build", "-o", dir, "./provider/cmd/pulumi-resource-coreweave-sandbox")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("building the plugin: %w\n%s", err, out)
	}
	tools.path = strings.Join([]string{dir, filepath.Join(root, "bin"), os.Getenv("PATH")}, string(os.PathListSeparator))
	tools.home = filepath.Join(dir, "home")
	return m.Run(), nil
}

// findPulumi prefers the CLI that the Makefile names, then the one that it builds, then an installed one.
func findPulumi(root string) (string, error) {
	if path := os.Getenv("PULUMI_BIN"); path != "" {
		return exec.LookPath(path)
	}
	if built := filepath.Join(root, "bin", "pulumi"); isFile(built) {
		return built, nil
	}
	path, err := exec.LookPath("pulumi")
	if err != nil {
		return "", fmt.Errorf("no pulumi CLI: run `make tools`, or set PULUMI_BIN: %w", err)
	}
	return path, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// object is a YAML mapping.
type object = map[string]any

// stack is a Pulumi stack with a backend of its own.
type stack struct {
	t     *testing.T
	dir   string
	env   []string
	token string
}

// newStack makes an empty stack whose provider talks to the fake.
func newStack(t *testing.T, fake *fakeapi.Running) *stack {
	t.Helper()
	s := &stack{t: t, dir: t.TempDir(), token: fakeapi.DefaultToken}
	backend := t.TempDir()
	s.env = append(os.Environ(),
		"PATH="+tools.path,
		"PULUMI_HOME="+tools.home,
		"PULUMI_BACKEND_URL=file://"+backend,
		"PULUMI_CONFIG_PASSPHRASE=test",
		"PULUMI_SKIP_UPDATE_CHECK=1",
		"PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=1",
		"COREWEAVE_API_TOKEN="+s.token,
		"COREWEAVE_API_ENDPOINT="+fake.URL,
		"NO_COLOR=1",
	)
	s.write(object{"resources": object{}})
	s.ok("stack", "init", "test")
	return s
}

// write makes the program, and adds what every YAML program needs.
func (s *stack) write(program object) {
	s.t.Helper()
	full := object{"name": "engine-test", "runtime": "yaml"}
	maps.Copy(full, program)
	text, err := yaml.Marshal(full)
	require.NoError(s.t, err)
	require.NoError(s.t, os.WriteFile(filepath.Join(s.dir, "Pulumi.yaml"), text, 0o600))
}

// runner makes a program of one runner with the properties.
func runner(properties object) object { return runnerWith(properties, nil) }

func runnerWith(properties, options object) object {
	resource := object{"type": "coreweave-sandbox:index:ManagedRunner", "properties": properties}
	if options != nil {
		resource["options"] = options
	}
	return object{"resources": object{"runner": resource}, "outputs": object{"id": "${runner.id}"}}
}

// run calls the CLI in the stack and returns all that it prints.
func (s *stack) run(args ...string) (string, error) {
	s.t.Helper()
	cmd := exec.Command(tools.pulumi, append(args, "--non-interactive")...)
	cmd.Dir, cmd.Env = s.dir, s.env
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}

func (s *stack) ok(args ...string) string {
	s.t.Helper()
	out, err := s.run(args...)
	require.NoError(s.t, err, "pulumi %s\n%s", strings.Join(args, " "), out)
	return out
}

func (s *stack) fails(args ...string) string {
	s.t.Helper()
	out, err := s.run(args...)
	require.Error(s.t, err, "pulumi %s\n%s", strings.Join(args, " "), out)
	return out
}

func (s *stack) up(args ...string) string {
	s.t.Helper()
	return s.ok(append([]string{"up", "--yes", "--skip-preview", "--diff"}, args...)...)
}

func (s *stack) unchanged() {
	s.t.Helper()
	s.ok("preview", "--diff", "--expect-no-changes")
	s.ok("refresh", "--yes", "--skip-preview", "--diff", "--expect-no-changes")
}

func (s *stack) refresh() string {
	s.t.Helper()
	return s.ok("refresh", "--yes", "--skip-preview", "--diff")
}

func (s *stack) destroy() string {
	s.t.Helper()
	return s.ok("destroy", "--yes", "--skip-preview")
}
