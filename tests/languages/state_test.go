package languages

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/cli"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// resource is one of a state, as Pulumi exports it.
type resource struct {
	URN      string   `json:"urn"`
	ID       string   `json:"id"`
	Type     string   `json:"type"`
	Inputs   object   `json:"inputs"`
	Outputs  object   `json:"outputs"`
	Protect  bool     `json:"protect"`
	Provider string   `json:"provider"`
	Retain   bool     `json:"retainOnDelete"`
	Depends  []string `json:"dependencies"`
	Timeouts object   `json:"customTimeouts"`
}

// exported is the state, with secrets in plain text where show says so.
func exported(t *testing.T, s *cli.Stack, show bool) []resource {
	t.Helper()
	args := []string{"stack", "export"}
	if show {
		args = append(args, "--show-secrets")
	}
	var state struct {
		Deployment struct {
			Resources []resource `json:"resources"`
		} `json:"deployment"`
	}
	require.NoError(t, json.Unmarshal([]byte(s.OK(args...)), &state))
	return state.Deployment.Resources
}

// resources are what a program made, by name: its runners, its providers, and the outputs of the stack. What engine and
// SDKs add of their own is left out.
func resources(t *testing.T, s *cli.Stack) object {
	t.Helper()
	all := object{}
	for _, r := range exported(t, s, true) {
		name := r.URN[strings.LastIndex(r.URN, "::")+2:]
		if strings.HasPrefix(name, "default") {
			continue
		}
		for _, own := range []string{"version", "pluginDownloadURL", "__internal", "__pulumi-go-provider-infer", "__pulumi-go-provider-version"} {
			delete(r.Inputs, own)
			delete(r.Outputs, own)
		}
		all[name] = object{
			"type": r.Type, "id": id(r), "inputs": r.Inputs, "outputs": r.Outputs, "protect": r.Protect,
			"provider": strings.Contains(r.Provider, "::coreweave::"),
		}
	}
	return all
}

// made is the state that a quickstart makes, by resource: a program in dir that is not among the examples.
func made(t *testing.T, l *language, dir string, env ...string) object {
	t.Helper()
	fake := fakeapi.Start(fakeapi.Options{Clock: stopped})
	t.Cleanup(fake.Close)
	s := l.stack(t, dir, fake)
	s.Env = append(s.Env, env...)
	for _, e := range examples {
		if e.name == "quickstart" {
			e.configure(s)
		}
	}
	s.Up()
	state := resources(t, s)
	s.OK("preview", "--expect-no-changes")
	s.Destroy()
	return state
}

// reference is the state that the quickstart in YAML makes. It runs in a copy, since the test of the examples has another.
func reference(t *testing.T) object {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, copyTree(filepath.Join(tools.Root, "examples", "yaml", "quickstart"), dir))
	return made(t, byName(t, "yaml"), dir)
}

// id is that of a runner. Pulumi makes those of providers up.
func id(r resource) string {
	if r.Type == "coreweave-sandbox:index:ManagedRunner" {
		return r.ID
	}
	return ""
}

// urns are those of all resources, by name.
func urns(t *testing.T, s *cli.Stack) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, r := range exported(t, s, false) {
		all[r.URN[strings.LastIndex(r.URN, "::")+2:]] = r.URN
	}
	return all
}
