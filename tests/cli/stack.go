package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// Stack is a Pulumi stack with a backend of its own, whose provider talks to a fake.
type Stack struct {
	T     *testing.T
	Dir   string // of the project
	Env   []string
	Token string // that the fake accepts

	// Backend is the directory of the backend.
	Backend string

	pulumi string
}

// NewStack makes an empty stack named "test" for the project in dir, which must have its Pulumi.yaml.
func (tools Tools) NewStack(t *testing.T, dir string, fake *fakeapi.Running) *Stack {
	t.Helper()
	s := &Stack{T: t, Dir: dir, Token: fakeapi.DefaultToken, pulumi: tools.Pulumi, Backend: t.TempDir()}
	s.Env = append(os.Environ(),
		"PATH="+tools.Path,
		"PULUMI_HOME="+tools.Home,
		// Without metadata, of which a CLI that is ended while it writes leaves half a file that no other one can read.
		"PULUMI_BACKEND_URL=file://"+s.Backend+"?metadata=skip",
		"PULUMI_CONFIG_PASSPHRASE=test",
		"PULUMI_SKIP_UPDATE_CHECK=1",
		"PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=1",
		"COREWEAVE_API_TOKEN="+s.Token,
		"COREWEAVE_API_ENDPOINT="+fake.URL,
		"NO_COLOR=1",
	)
	s.OK("stack", "init", "test")
	return s
}

// Run calls the CLI in the stack and returns all that it prints.
func (s *Stack) Run(args ...string) (string, error) {
	s.T.Helper()
	return s.Start(args...).Wait()
}

// OK is Run of what must work.
func (s *Stack) OK(args ...string) string {
	s.T.Helper()
	out, err := s.Run(args...)
	require.NoError(s.T, err, "pulumi %s\n%s", strings.Join(args, " "), out)
	return out
}

// Fails is Run of what must not work.
func (s *Stack) Fails(args ...string) string {
	s.T.Helper()
	out, err := s.Run(args...)
	require.Error(s.T, err, "pulumi %s\n%s", strings.Join(args, " "), out)
	return out
}

// Up makes the stack what the program says.
func (s *Stack) Up(args ...string) string {
	s.T.Helper()
	return s.OK(append([]string{"up", "--yes", "--skip-preview", "--diff"}, args...)...)
}

// Unchanged asserts that neither the program nor the API differs from the state.
func (s *Stack) Unchanged() {
	s.T.Helper()
	s.OK("preview", "--diff", "--expect-no-changes")
	s.OK("refresh", "--yes", "--skip-preview", "--diff", "--expect-no-changes")
}

// Refresh brings the state up to date.
func (s *Stack) Refresh() string {
	s.T.Helper()
	return s.OK("refresh", "--yes", "--skip-preview", "--diff")
}

// Destroy deletes everything.
func (s *Stack) Destroy() string {
	s.T.Helper()
	return s.OK("destroy", "--yes", "--skip-preview")
}

// State is the exported state.
func (s *Stack) State() string {
	s.T.Helper()
	return s.OK("stack", "export")
}

// Stored is the checkpoint as the backend has it, which takes no run of the CLI.
func (s *Stack) Stored() []byte {
	s.T.Helper()
	files, err := filepath.Glob(filepath.Join(s.Backend, ".pulumi", "stacks", "*", "test.json"))
	require.NoError(s.T, err)
	require.Len(s.T, files, 1)
	text, err := os.ReadFile(files[0])
	require.NoError(s.T, err)
	return text
}
