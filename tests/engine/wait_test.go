package engine

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// clock is the time of a fake. It stands still, but for the steps that it takes with each look at a runner: what takes
// a minute is over after so many looks.
type clock struct{ now atomic.Int64 }

func (c *clock) advance(d time.Duration) { c.now.Add(int64(d)) }

// startSlow makes a fake on which the time passes by step with each look.
func startSlow(t *testing.T, options fakeapi.Options, step time.Duration) (*fakeapi.Running, *stack, *clock) {
	t.Helper()
	c := &clock{}
	begin := time.Now()
	options.Clock = func() time.Time { return begin.Add(time.Duration(c.now.Load())) }
	options.Observe = func(r fakeapi.Request) {
		if r.Call == "GetManagedRunner" {
			c.advance(step)
		}
	}
	fake, s := start(t, options)
	return fake, s, c
}

func waiting(more object) object { return properties(merge(object{"waitForReady": true}, more)) }

// outputs of the runner, as they are stored.
func outputsOf(t *testing.T, s *stack) object {
	t.Helper()
	state := body(t, []byte(s.State()))
	for _, r := range state["deployment"].(object)["resources"].([]any) {
		if resource := r.(object); strings.HasSuffix(resource["type"].(string), "ManagedRunner") {
			return resource["outputs"].(object)
		}
	}
	require.Fail(t, "the runner is not in the state")
	return nil
}

func TestWaitForReady(t *testing.T) {
	t.Parallel()
	fake, s, _ := startSlow(t, fakeapi.Options{InstallTime: 40 * time.Second, ConnectTime: 5 * time.Second}, 15*time.Second)
	s.write(runner(waiting(nil)))
	out := s.Up()
	assert.Equal(t, 1, strings.Count(out, `runner "test": installing: PROVISIONING`), "a change of phase is said once\n%s", out)
	state := outputsOf(t, s)
	assert.Equal(t, true, state["ready"])
	assert.Equal(t, "RUNNER_INSTALL_STATUS_READY", state["installStatus"])
	assert.Equal(t, []string{
		"CreateManagedRunner", "GetManagedRunner", "GetManagedRunner", "GetManagedRunner", "GetManagedRunner",
	}, fake.Calls(), "one look after each step, and none after the last")
	s.Unchanged()
}

func TestFailedInstallationTellsAll(t *testing.T) {
	t.Parallel()
	fake, s, _ := startSlow(t, fakeapi.Options{InstallTime: 10 * time.Second, FailInstall: &fakeapi.InstallFailure{
		Reason: "IMAGE_PULL", Message: "the image cannot be pulled", DiagnosticDetail: "401 from the registry",
		RemediationHints: []string{"check the pull secret", "check the name of the image"},
	}}, 10*time.Second)
	s.write(runner(waiting(nil)))
	out := s.Fails("up", "--yes", "--skip-preview")
	for _, text := range []string{
		"IMAGE_PULL", "the image cannot be pulled", "401 from the registry", "check the pull secret", "check the name of the image",
	} {
		assert.Contains(t, out, text)
	}
	assert.Equal(t, "RUNNER_INSTALL_STATUS_FAILED", outputsOf(t, s)["installStatus"])
	assert.LessOrEqual(t, len(fake.Calls()), 3, "the wait ends at once")

	// The change repairs it: the failure does not stand in its way.
	fake.Reconfigure(func(o *fakeapi.Options) { o.FailInstall = nil })
	s.write(runner(waiting(object{"spec": object{"imagePull": object{"policy": "SANDBOX_IMAGE_PULL_POLICY_ALWAYS"}}})))
	fake.ResetRequests()
	s.Up()
	assert.Equal(t, []string{"spec.imagePull"}, updates(t, fake))
	assert.NotContains(t, fake.Calls(), "CreateManagedRunner")
	assert.Equal(t, true, outputsOf(t, s)["ready"])
	s.Unchanged()
}

func TestWaitOutOfTimeGoesOn(t *testing.T) {
	t.Parallel()
	fake, s, clock := startSlow(t, fakeapi.Options{InstallTime: time.Hour}, time.Second)
	options := object{"customTimeouts": object{"create": "1s"}}
	s.write(runnerWith(waiting(nil), options))
	out := s.Fails("up", "--yes", "--skip-preview")
	for _, text := range []string{"installing: PENDING, revision 0 of 1", "customTimeouts", "create", "pulumi up"} {
		assert.Contains(t, out, text)
	}
	assert.Equal(t, "RUNNER_INSTALL_STATUS_PENDING", outputsOf(t, s)["installStatus"])
	assert.Len(t, fake.Runners(), 1)

	// A refresh finds the runner, and does not forget that it is waited for.
	assert.Contains(t, s.Refresh(), "goes on waiting")
	clock.advance(time.Hour)
	s.write(runnerWith(waiting(object{"displayName": "meanwhile"}), options))
	fake.ResetRequests()
	s.Up()
	calls := fake.Calls()
	assert.NotContains(t, calls, "CreateManagedRunner")
	assert.Less(t, slices.Index(calls, "GetManagedRunner"), slices.Index(calls, "UpdateManagedRunner"), "first the wait: %v", calls)
	assert.Equal(t, []string{"displayName"}, updates(t, fake))
	assert.NotContains(t, outputsOf(t, s), "__unfinished")
	s.Unchanged()
}
