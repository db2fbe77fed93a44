// Package cli runs the real Pulumi CLI with the built plugin, against the fake API, in stacks that share nothing with the
// machine's own Pulumi.
package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Tools are the programs under test.
type Tools struct {
	Root   string // of the repository
	Dir    string // a temporary directory for all tests of a package
	Pulumi string // the CLI
	Plugin string
	Path   string // PATH with the plugin in front, and the language hosts that go with the CLI
	Home   string // PULUMI_HOME
}

// Prepare finds the CLI and builds the plugin, for a package that is at depth below the root of the repository, as
// "../.." says. The caller removes Dir.
func Prepare(depth string) (Tools, error) {
	root, err := filepath.Abs(depth)
	if err != nil {
		return Tools{}, err
	}
	pulumi, err := findPulumi(root)
	if err != nil {
		return Tools{}, err
	}
	dir, err := os.MkdirTemp("", "coreweave-sandbox-test")
	if err != nil {
		return Tools{}, err
	}
	t := Tools{
		Root: root, Dir: dir, Pulumi: pulumi,
		Plugin: filepath.Join(dir, "plugin", "pulumi-resource-coreweave-sandbox"),
		Home:   filepath.Join(dir, "home"),
	}
	path := []string{filepath.Dir(t.Plugin), os.Getenv("PATH")}
	if bin := filepath.Join(root, "bin"); filepath.Dir(pulumi) == bin {
		path = slices.Insert(path, 1, bin) // an installed CLI has hosts of its own, and newer ones
	}
	t.Path = strings.Join(path, string(os.PathListSeparator))
	if _, err := t.Command(root, "go", "build", "-o", t.Plugin, "./provider/cmd/pulumi-resource-coreweave-sandbox"); err != nil {
		os.RemoveAll(dir)
		return Tools{}, fmt.Errorf("building the plugin: %w", err)
	}
	return t, nil
}

// WithPath are the tools with a directory before all others on PATH.
func (t Tools) WithPath(dir string) Tools {
	t.Path = dir + string(os.PathListSeparator) + t.Path
	return t
}

// Command runs another program in dir. Its error holds all that was printed.
func (t Tools) Command(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out), err
}

// findPulumi prefers the CLI that the Makefile names, then the one that it builds, then an installed one.
func findPulumi(root string) (string, error) {
	if path := os.Getenv("PULUMI_BIN"); path != "" {
		return exec.LookPath(path)
	}
	built := filepath.Join(root, "bin", "pulumi")
	if info, err := os.Stat(built); err == nil && info.Mode().IsRegular() {
		return built, nil
	}
	path, err := exec.LookPath("pulumi")
	if err != nil {
		return "", fmt.Errorf("no pulumi CLI: run `make tools`, or set PULUMI_BIN: %w", err)
	}
	return path, nil
}
