package engine

import (
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/cli"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// What must hold after an interruption, and after the run that follows it.

// recorded is a runner in the state.
type recorded struct {
	Type       string   `json:"type"`
	ID         string   `json:"id"`
	Inputs     object   `json:"inputs"`
	Outputs    object   `json:"outputs"`
	InitErrors []string `json:"initErrors"`
	// Replaced is that the runner is gone, and its successor not there yet.
	Replaced bool `json:"pendingReplacement"`
}

// unfinished tells that the next run is to go on with the runner.
func (r *recorded) unfinished() bool { return r.Outputs["__unfinished"] != nil }

// unsettled tells that it is not known whether the last update was made.
func (r *recorded) unsettled() bool { return r != nil && r.Outputs["__unfinished"] == "settle" }

// seen tells that the runner is known, and not only its create.
func (r *recorded) seen() bool { return r.Outputs["installStatus"] != "" }

// recordOf is the runner in the state, nil if there is none. It must be the only one, and no operation may be pending: that
// is what the engine leaves when it does not know how one has ended.
func recordOf(t *testing.T, s *stack) *recorded {
	t.Helper()
	var state struct {
		Checkpoint struct {
			Latest struct {
				Resources []recorded `json:"resources"`
				Pending   []any      `json:"pending_operations"`
			} `json:"latest"`
		} `json:"checkpoint"`
	}
	require.NoError(t, json.Unmarshal(s.Stored(), &state))
	require.Empty(t, state.Checkpoint.Latest.Pending)
	var found *recorded
	for _, r := range state.Checkpoint.Latest.Resources {
		if strings.HasSuffix(r.Type, ":ManagedRunner") && !r.Replaced {
			require.Nil(t, found, "two runners in the state")
			delete(r.Outputs, "deploymentSpec") // encrypted anew each time
			found = &r
		}
	}
	return found
}

// reported are the outputs that only the server knows, but for those that are secret.
var reported = []string{
	"etag", "installStatus", "connectionStatus", "targetRevision", "activeRevision", "rolloutInProgress", "updateAvailable",
	"createTime", "activeConfigVersion", "lastHeartbeatTime",
}

// report leaves out what is zero, as the server does.
func report(of object) object {
	out := object{}
	for _, name := range reported {
		if v, ok := of[name]; ok && v != nil && v != "" && v != false && v != 0.0 {
			out[name] = v
		}
	}
	return out
}

// maxLooks is how many steps of the clock a look may be back: some were lost, or for somebody else.
const maxLooks = 40

// requireLive asserts that outputs are those of the runner at one of the latest looks.
func requireLive(t *testing.T, fake *fakeapi.Running, clock *clock, step time.Duration, outputs object) {
	t.Helper()
	live, ok := fake.Runner(outputs["runnerId"].(string))
	require.True(t, ok)
	now := report(live)
	for back := range maxLooks {
		clock.advance(-time.Duration(back) * step)
		then, _ := fake.Runner(outputs["runnerId"].(string))
		clock.advance(time.Duration(back) * step)
		if assert.ObjectsAreEqual(report(then), report(outputs)) {
			return
		}
	}
	assert.Equal(t, now, report(outputs), "the state has the outputs of no look at the runner")
	t.FailNow()
}

// requireNothingLost asserts what holds after an interruption: fake and state have the same runner, if any, and the state
// says what is left to do.
func requireNothingLost(t *testing.T, fake *fakeapi.Running, s *stack) *recorded {
	t.Helper()
	live, kept := fake.Runners(), recordOf(t, s)
	require.LessOrEqual(t, len(live), 1)
	switch {
	case kept == nil:
		require.Empty(t, live, "an orphan")
	case len(live) == 0 && slices.Contains(fake.Calls(), "DeleteManagedRunner"):
		// It is gone, which nobody has seen yet.
	case len(live) == 0:
		require.True(t, kept.unfinished() && !kept.seen(), "the state has a runner that does not exist")
	default:
		require.Equal(t, live[0]["identity"].(object)["runnerId"], kept.ID)
	}
	if kept == nil {
		return nil
	}
	require.Equal(t, kept.unfinished(), len(kept.InitErrors) > 0, "a reason, and a mark: %v", kept.InitErrors)
	if kept.seen() && kept.Inputs["waitForReady"] == true && kept.Outputs["ready"] != true {
		require.True(t, kept.unfinished(), "the next run goes on waiting")
	}
	return kept
}

// requireOne asserts what a run that has come to its end leaves: one runner, the same on both sides.
func requireOne(t *testing.T, fake *fakeapi.Running, s *stack) object {
	t.Helper()
	live, kept := fake.Runners(), recordOf(t, s)
	require.Len(t, live, 1)
	require.NotNil(t, kept)
	require.Equal(t, live[0]["identity"].(object)["runnerId"], kept.ID)
	require.Empty(t, kept.InitErrors)
	require.False(t, kept.unfinished())
	require.Equal(t, live[0]["createTime"], kept.Outputs["createTime"])
	if kept.Inputs["waitForReady"] == true {
		require.Equal(t, true, kept.Outputs["ready"])
	}
	s.OK("preview", "--diff", "--expect-no-changes")
	return live[0]
}

// creates are the request IDs of the creates so far. Retries have the same.
func creates(t *testing.T, fake *fakeapi.Running) []string {
	t.Helper()
	var ids []string
	for _, r := range fake.Requests() {
		if r.Call != "CreateManagedRunner" {
			continue
		}
		if id := body(t, r.Body)["requestId"].(string); len(ids) == 0 || ids[len(ids)-1] != id {
			require.NotContains(t, []int{400, 409}, r.Status, "a second create, which only the server has refused")
			ids = append(ids, id)
		}
	}
	return ids
}

// strike is a SIGINT to a run.
type strike struct {
	// call is the call at whose arrival it comes, or whose answer was decided; empty means the start of the run.
	call     string
	answered bool
	nth      int // of these calls; 0 means the first
	after    time.Duration
	group    bool // the whole group of the process gets it, as from a terminal
}

// run starts the CLI and strikes, if it comes to that.
func (k strike) run(fake *fakeapi.Running, s *stack, args ...string) (out string, struck bool, err error) {
	s.T.Helper()
	started := make(chan *cli.Process, 1)
	var hit atomic.Bool
	interrupt := func() {
		p := <-started
		send := func() { hit.Store(p.Signal(syscall.SIGINT, k.group)) }
		if k.after == 0 {
			send()
			return
		}
		time.AfterFunc(k.after, send)
	}
	var seen atomic.Int32
	defer k.hook(fake, func(r fakeapi.Request) {
		if r.Call == k.call && int(seen.Add(1)) == max(1, k.nth) {
			interrupt()
		}
	})()
	p := s.Start(args...)
	started <- p
	if k.call == "" {
		interrupt()
	}
	out, err = p.Wait()
	return out, hit.Load(), err
}

// hook calls f where the strike is to come, until it is undone.
func (k strike) hook(fake *fakeapi.Running, f func(fakeapi.Request)) (undo func()) {
	var arrived, observe func(fakeapi.Request)
	also := func(before func(fakeapi.Request)) func(fakeapi.Request) {
		return func(r fakeapi.Request) {
			if before != nil {
				before(r)
			}
			f(r)
		}
	}
	fake.Reconfigure(func(o *fakeapi.Options) {
		arrived, observe = o.Arrived, o.Observe
		if k.answered {
			o.Observe = also(observe)
		} else {
			o.Arrived = also(arrived)
		}
	})
	return func() { fake.Reconfigure(func(o *fakeapi.Options) { o.Arrived, o.Observe = arrived, observe }) }
}
