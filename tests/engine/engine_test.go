// Package engine tests the provider through the real Pulumi engine: the CLI runs YAML programs, the plugin is the
// built binary, and the fake API answers over HTTP.
package engine

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

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

// object is a YAML mapping.
type object = map[string]any

// stack is a stack of a YAML program that the test writes.
type stack struct{ *cli.Stack }

// newStack makes an empty stack whose provider talks to the fake.
func newStack(t *testing.T, fake *fakeapi.Running) *stack {
	t.Helper()
	dir := t.TempDir()
	writeProgram(t, dir, object{"resources": object{}})
	return &stack{tools.NewStack(t, dir, fake)}
}

func (s *stack) write(program object) {
	s.T.Helper()
	writeProgram(s.T, s.Dir, program)
}

// writeProgram adds what every YAML program needs.
func writeProgram(t *testing.T, dir string, program object) {
	t.Helper()
	full := object{"name": "engine-test", "runtime": "yaml"}
	maps.Copy(full, program)
	text, err := yaml.Marshal(full)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "Pulumi.yaml"), text, 0o600))
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
