package engine

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

const (
	stacks         = 3
	roundsPerStack = 12
)

// TestInterruptedAtRandom interrupts runs at random moments, with something else going wrong now and then.
// INTERRUPT_SEED repeats the choices of a run, and INTERRUPT_ROUNDS sets how many rounds each stack has.
func TestInterruptedAtRandom(t *testing.T) {
	t.Parallel()
	seed, rounds := fromEnv(t, "INTERRUPT_SEED", uint64(time.Now().UnixNano())), fromEnv(t, "INTERRUPT_ROUNDS", roundsPerStack)
	t.Logf("%d stacks with %d rounds each; INTERRUPT_SEED=%d", stacks, rounds, seed)
	for n := range uint64(stacks) {
		t.Run(fmt.Sprint("stack ", n), func(t *testing.T) {
			t.Parallel()
			c := newChaos(t, rand.New(rand.NewPCG(seed, n)))
			for range rounds {
				c.round()
			}
		})
	}
}

func fromEnv(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	text, ok := os.LookupEnv(name)
	if !ok {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	require.NoError(t, err, name)
	return n
}

// chaos is a stack with at most one runner, and what goes wrong with it.
type chaos struct {
	t      *testing.T
	random *rand.Rand
	fake   *fakeapi.Running
	stack  *stack
	clock  *clock
	inputs object
	took   time.Duration // an undisturbed run
}

func newChaos(t *testing.T, random *rand.Rand) *chaos {
	t.Helper()
	fake, s, clock := startSlow(t, fakeapi.Options{InstallTime: 2 * step, RolloutTime: 2 * step, DeleteTime: 2 * step}, step)
	s.Env = append(s.Env, "COREWEAVE_HTTP_TIMEOUT=2s")
	return &chaos{t: t, random: random, fake: fake, stack: s, clock: clock, inputs: waiting(object{"spec": object{"releaseChannel": "RELEASE_CHANNEL_STABLE"}}), took: 3 * time.Second}
}

func (c *chaos) chance(percent int) bool { return c.random.IntN(100) < percent }

func pick[T any](c *chaos, from ...T) T { return from[c.random.IntN(len(from))] }

// change changes something in the program.
func (c *chaos) change() {
	value := fmt.Sprint("value ", c.random.IntN(1000))
	c.inputs = merge(c.inputs, pick(c,
		object{"displayName": value},
		object{"spec": object{"releaseChannel": pick(c, "RELEASE_CHANNEL_STABLE", "RELEASE_CHANNEL_RAPID")}},
		object{"policy": object{"displayName": value}},
	))
}

// trouble is what may go wrong with a call, beside the interruption.
func (c *chaos) trouble(call string) {
	switch f := (fakeapi.Fault{Call: call}); c.random.IntN(9) {
	case 0:
		f.CutAfter = true
		c.inject(f)
	case 1:
		f.Truncate = true
		c.inject(f)
	case 2:
		f.Code, f.Commit, f.Times = fakeapi.CodeUnavailable, c.chance(50), 1+c.random.IntN(3)
		c.inject(f)
	case 3:
		f.Latency = time.Duration(c.random.IntN(1500)) * time.Millisecond
		c.inject(f)
	case 4:
		f.AnswerLatency = time.Duration(c.random.IntN(3000)) * time.Millisecond // beyond the time of an attempt, too
		c.inject(f)
	case 5: // nothing can be found out
		f.GarbageBody = c.chance(50)
		if !f.GarbageBody {
			f.HTTPStatus = http.StatusOK
		}
		c.inject(f)
		c.inject(fakeapi.Fault{Call: "GetManagedRunner", GarbageBody: true, Times: 1 + c.random.IntN(4), Skip: c.random.IntN(2)})
	case 6:
		c.inject(fakeapi.Fault{Call: "GetManagedRunner", Code: fakeapi.CodePermissionDenied, Skip: c.random.IntN(3)})
	}
}

func (c *chaos) inject(f fakeapi.Fault) {
	c.t.Logf("  fault %+v", f)
	c.fake.Inject(f)
}

// strike is a random moment: between the start and a bit more than an undisturbed run, or around a call.
func (c *chaos) strike(call string) strike {
	k := strike{group: c.chance(30), after: time.Duration(c.random.Int64N(int64(c.took) * 5 / 4))}
	if c.chance(60) {
		k.call, k.answered = pick(c, call, call, "GetManagedRunner"), c.chance(50)
		k.nth, k.after = 1+c.random.IntN(2), time.Duration(c.random.IntN(1500))*time.Millisecond
	}
	return k
}

// round interrupts one run, and lets the next one come to its end.
func (c *chaos) round() {
	c.t.Helper()
	command, call := "up", "CreateManagedRunner"
	if before := c.fake.Runners(); len(before) > 0 {
		call = "UpdateManagedRunner"
		switch c.random.IntN(4) {
		case 0:
			command, call = "destroy", "DeleteManagedRunner"
		case 1: // a replacement
			c.inputs = merge(c.inputs, object{"zone": fmt.Sprintf("us-east-%02da", 1+c.random.IntN(99))})
			call = pick(c, "CreateManagedRunner", "DeleteManagedRunner")
		default:
			c.change()
		}
	} else {
		c.inputs = merge(c.inputs, object{"waitForReady": c.chance(80)})
	}
	k := c.strike(call)
	c.t.Logf("%s: %+v", command, k)
	c.trouble(call)
	c.stack.write(runner(c.inputs))
	c.fake.ResetRequests()
	out, struck, _ := k.run(c.fake, c.stack, command, "--yes", "--skip-preview")
	c.t.Logf("  struck %t, calls %v", struck, c.fake.Calls())
	defer func() {
		if c.t.Failed() {
			c.t.Log(out)
		}
	}()
	require.LessOrEqual(c.t, len(creates(c.t, c.fake)), 1, "one logical create")
	c.fake.ClearFaults()
	kept := requireNothingLost(c.t, c.fake, c.stack)
	if command == "destroy" {
		c.finishDestroy()
		return
	}
	c.finishUp(kept)
}

func (c *chaos) finishDestroy() {
	c.t.Helper()
	c.finish("destroy")
	require.Empty(c.t, c.fake.Runners())
	require.Nil(c.t, recordOf(c.t, c.stack))
}

func (c *chaos) finishUp(kept *recorded) {
	c.t.Helper()
	before, changed := c.fake.Runners(), c.chance(50)
	done := kept != nil && c.says(kept.Outputs)
	if kept.unsettled() && len(before) > 0 {
		done = c.says(merge(before[0], before[0]["identity"].(object))) // the outputs only tell what was asked for
	}
	if changed {
		c.change()
	}
	c.stack.write(runner(c.inputs))
	c.fake.ResetRequests()
	c.finish("up")
	calls := c.fake.Calls()
	replaced := slices.Contains(calls, "DeleteManagedRunner")
	if len(before) > 0 && !replaced {
		require.NotContains(c.t, calls, "CreateManagedRunner")
	} else {
		require.Len(c.t, creates(c.t, c.fake), 1)
	}
	if done && !changed && !replaced {
		require.NotContains(c.t, calls, "UpdateManagedRunner", "it has been made already")
	}
	live := requireOne(c.t, c.fake, c.stack)
	require.True(c.t, c.says(merge(live, live["identity"].(object))), "the runner is what the program says: %v", live)
	requireLive(c.t, c.fake, c.clock, step, recordOf(c.t, c.stack).Outputs)
}

// says tells whether a runner is what the program says.
func (c *chaos) says(of object) bool {
	for _, path := range []string{"zone", "displayName", "policy.displayName", "spec.releaseChannel"} {
		if !assert.ObjectsAreEqual(at(c.inputs, path), at(of, path)) {
			return false
		}
	}
	return true
}

func at(m object, path string) any {
	var v any = m
	for name := range strings.SplitSeq(path, ".") {
		inner, _ := v.(object)
		v = inner[name]
	}
	return v
}

// finish makes an undisturbed run.
func (c *chaos) finish(command string) {
	c.t.Helper()
	start := time.Now()
	out, err := c.stack.Run(command, "--yes", "--skip-preview")
	if err != nil && strings.Contains(out, "currently locked") {
		// The SIGINT came before the CLI listens to it, or after, and has ended it with the lock of the stack in its hand.
		c.stack.OK("cancel", "--yes")
		out, err = c.stack.Run(command, "--yes", "--skip-preview")
	}
	require.NoError(c.t, err, out)
	c.took = (c.took + time.Since(start)) / 2
}
