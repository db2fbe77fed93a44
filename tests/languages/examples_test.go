package languages

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/cli"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

type object = map[string]any

// example is a program that exists in every language.
type example struct {
	name    string
	config  []string          // key=value, with paths
	secrets []string          // the same
	runners map[string]string // the runner of each resource
	// A runner that is there before the program.
	existing object
	// What somebody does elsewhere, to every runner, and how the preview names the leaf.
	edit  func(runner object)
	drift string
	// What of that stays, since the program leaves it to others.
	left func(t *testing.T, runner object)
}

var place = []string{"runnerId=my-runner", "clusterId=" + cluster(1), "zone=us-east-04a"}

func cluster(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

var examples = []example{
	{
		name:   "quickstart",
		config: place, runners: map[string]string{"runner": "my-runner"},
		edit: set("32Gi", "64Gi"), drift: "maxMemory",
	},
	{
		name:    "locked-down",
		config:  append([]string{"officeCidr=203.0.113.0/24", "hostname=runner.example.com"}, place...),
		runners: map[string]string{"runner": "my-runner"},
		edit:    set("10.17.0.0/16", "10.0.0.0/16"), drift: "except",
	},
	{
		name: "fleet",
		config: []string{
			"clusters[0].name=east", "clusters[0].clusterId=" + cluster(1), "clusters[0].zone=us-east-04a", "clusters[0].maxGpuCount=0",
			"clusters[1].name=west", "clusters[1].clusterId=" + cluster(2), "clusters[1].zone=us-west-01a", "clusters[1].maxGpuCount=8",
		},
		secrets: []string{"apiToken=" + fakeapi.DefaultToken, "logKey=canary-log-key"},
		runners: map[string]string{"east": "fleet-east", "west": "fleet-west"},
		edit:    set("8", "12"), drift: "maxCpu",
	},
	{
		name:   "adopt",
		config: append([]string{"runnerId=existing-runner"}, place[1:]...), runners: map[string]string{"runner": "existing-runner"},
		existing: object{
			"identity":    object{"runnerId": "existing-runner", "clusterId": cluster(1), "zone": "us-east-04a"},
			"displayName": "Adopted",
			"spec":        object{"releaseChannel": "RELEASE_CHANNEL_RAPID"},
			"policy": object{"constraints": object{"resources": object{
				"maxCpu": "16", "maxMemory": "64Gi", "maxGpuCount": "8",
			}}},
		},
		edit: set("64Gi", "128Gi"), drift: "maxMemory",
	},
	{
		name:   "drift",
		config: place, runners: map[string]string{"runner": "my-runner"},
		edit: func(runner object) {
			set("32Gi", "64Gi")(runner)
			scaling(runner)["replicas"] = 3.0
		}, drift: "maxMemory",
		left: func(t *testing.T, runner object) {
			t.Helper()
			assert.EqualValues(t, 3, scaling(runner)["replicas"])
		},
	},
}

func scaling(runner object) object {
	return runner["spec"].(object)["overrides"].(object)["scaling"].(object)
}

// set replaces a text, wherever it is in a policy.
func set(from, to string) func(object) {
	return func(runner object) { runner["policy"] = replaced(runner["policy"], from, to) }
}

func replaced(v any, from, to string) any {
	switch v := v.(type) {
	case object:
		out := object{}
		for key, value := range v {
			out[key] = replaced(value, from, to)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, value := range v {
			out[i] = replaced(value, from, to)
		}
		return out
	case string:
		if v == from {
			return to
		}
	}
	return v
}

// Every example lives the same life in every language, and leaves the same state.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			states := map[string]object{}
			t.Run("languages", func(t *testing.T) {
				for _, l := range languages {
					t.Run(l.name, func(t *testing.T) {
						t.Parallel()
						state := e.live(t, l)
						mu.Lock()
						defer mu.Unlock()
						states[l.name] = state
					})
				}
			})
			for l, state := range states {
				if reference, ok := states["yaml"]; ok {
					assert.Equal(t, reference, state, "the state that %s makes", l)
				}
			}
		})
	}
}

// stopped is a clock that makes all states alike.
func stopped() time.Time { return time.Unix(1_800_000_000, 0) }

// live returns the state after the first `pulumi up`.
func (e example) live(t *testing.T, l *language) object {
	t.Helper()
	fake := fakeapi.Start(fakeapi.Options{Clock: stopped})
	t.Cleanup(fake.Close)
	if e.existing != nil {
		fake.Seed(e.existing)
	}
	s := l.stack(t, filepath.Join(l.programs(t, "examples"), e.name), fake)
	e.configure(s)
	if len(e.secrets) > 0 { // among them the token
		s.Env = append(s.Env, "COREWEAVE_API_TOKEN=CW-SECRET-of-nobody")
	}

	s.OK("preview", "--diff")
	s.Up()
	state := resources(t, s)
	s.Unchanged()
	before := fake.Runners()
	assert.Len(t, before, len(e.runners))

	for _, id := range e.runners {
		fake.Edit(id, e.edit)
	}
	out := s.Refresh()
	assert.Contains(t, out, e.drift)
	assert.Contains(t, s.OK("preview", "--diff"), e.drift)
	s.Up()
	for i, runner := range fake.Runners() {
		assert.Equal(t, before[i]["policy"], runner["policy"], "it is repaired")
	}
	if e.left != nil {
		e.left(t, fake.Runners()[0])
	}
	e.importAgain(t, s)

	s.OK("state", "unprotect", "--all", "--yes")
	s.Destroy()
	assert.Empty(t, fake.Runners())
	return state
}

func (e example) configure(s *cli.Stack) {
	s.T.Helper()
	args := []string{"config", "set-all", "--path"}
	for _, plain := range e.config {
		args = append(args, "--plaintext", plain)
	}
	for _, secret := range e.secrets {
		args = append(args, "--secret", secret)
	}
	s.OK(args...)
}

// importAgain takes the runners out of the state and brings them back with `pulumi import`.
func (e example) importAgain(t *testing.T, s *cli.Stack) {
	t.Helper()
	urns := urns(t, s)
	for name, id := range e.runners {
		s.OK("state", "unprotect", "--yes", urns[name])
		s.OK("state", "delete", "--yes", urns[name])
		args := []string{"import", "coreweave-sandbox:index:ManagedRunner", name, id, "--yes", "--skip-preview", "--generate-code=false"}
		if explicit, ok := urns["coreweave"]; ok {
			args = append(args, "--provider", "coreweave="+explicit)
		}
		s.OK(args...)
	}
	s.Unchanged()
}
