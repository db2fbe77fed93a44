package provider_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/modeltest"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// An update was sent, and nothing can be found out afterwards.

// broken is how an update ends early.
type broken int

const (
	accepted broken = iota // it was answered, and the look for readiness fails
	made                   // it was made, and the answer is lost
	notMade                // it was not made, which nobody knows
)

// send makes an update that ends early, and returns the state that the engine keeps.
func (how broken) send(e engine, fake *fakeapi.Running, state, before, after property.Map) property.Map {
	looksFirst := 0
	for _, path := range e.diff(runnerID, state, before, after) {
		if !slices.Contains([]string{"displayName", "runnerGroupId", "spec.releaseChannel", "waitForReady"}, path) {
			looksFirst = 1 // a block is replaced
		}
	}
	if how != accepted {
		fake.Inject(fakeapi.Fault{Call: updates, HTTPStatus: 499, Commit: how == made})
	}
	fake.Inject(fakeapi.Fault{Call: looks, Skip: looksFirst, Times: -1, Code: fakeapi.CodePermissionDenied})
	_, err := e.tryUpdate(state, before, after, 0)
	fake.ClearFaults()
	kept := e.unfinished(err)
	require.True(e.t, isMarked(kept.state))
	if how != accepted {
		require.Contains(e.t, kept.reasons[0], "it is not known whether the update was made: the next `pulumi up` finds out")
	}
	return kept.state
}

func images(policy string) map[string]property.Value {
	return map[string]property.Value{
		"imagePull": property.New(map[string]property.Value{"policy": property.New("SANDBOX_IMAGE_PULL_POLICY_" + policy)}),
	}
}

func channel(name string) map[string]property.Value {
	return map[string]property.Value{"releaseChannel": property.New("RELEASE_CHANNEL_" + name)}
}

func both(a, b map[string]property.Value) map[string]property.Value {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

func named(policy string) property.Map {
	return minimal().Set("policy", property.New(map[string]property.Value{"displayName": property.New(policy)}))
}

// The next update finds out what has become of the last one, and sends what is left to be sent, be the program the same
// or taken back.
func TestUpdateAfterALostUpdate(t *testing.T) {
	t.Parallel()
	none := map[string]property.Value{} // a program without a spec would let go of it
	for name, test := range map[string]struct{ before, after property.Map }{
		"a name":           {before: minimal(), after: minimal().Set("displayName", property.New("new"))},
		"the policy":       {before: named("old"), after: named("new")},
		"a scalar":         {before: withSpec(channel("STABLE")), after: withSpec(channel("RAPID"))},
		"a scalar added":   {before: withSpec(none), after: withSpec(channel("RAPID"))},
		"a scalar removed": {before: withSpec(channel("RAPID")), after: withSpec(none)},
		"a block":          {before: withSpec(images("ALWAYS")), after: withSpec(images("IF_NOT_PRESENT"))},
		"a block added":    {before: withSpec(none), after: withSpec(images("ALWAYS"))},
		"a block removed":  {before: withSpec(images("ALWAYS")), after: withSpec(none)},
		"one for another":  {before: withSpec(images("ALWAYS")), after: withSpec(channel("RAPID"))},
		"a spec":           {before: minimal(), after: withSpec(both(images("ALWAYS"), channel("RAPID")))},
	} {
		for _, how := range []broken{made, notMade} {
			for _, again := range []bool{true, false} {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					fake := newFake(t)
					e := newEngine(t, fake)
					before := e.check(property.Map{}, test.before)
					after := e.check(before, test.after)
					state := how.send(e, fake, e.create(before), before, after)
					next := before
					if again {
						next = after
					}

					fake.ResetRequests()
					for _, field := range []string{"etag", "ready", "activeRevision"} {
						assert.Equal(t, unknown(), e.previewUpdate(state, before, next).Get(field), field)
					}
					assert.Empty(t, fake.Calls(), "a preview makes no call")

					done := e.update(runnerID, state, before, next)
					assert.False(t, isMarked(done))
					want := 1
					if again == (how == made) {
						want = 0 // it is there already
					}
					if !again && next.Get("spec").IsNull() && !after.Get("spec").IsNull() {
						want = 0 // a program that lets go of spec takes nothing back
					}
					assert.Equal(t, want, fake.Count(updates))
					inputs, live := e.read(runnerID, next, done)
					assert.Empty(t, e.diff(runnerID, live, inputs, next))
					assert.Equal(t, live.Get("etag"), done.Get("etag"))
				})
			}
		}
	}
}

// Whatever becomes of an update, and whether a refresh comes in between or not, the next one makes of the runner what it
// would have made without the trouble.
func TestNoUpdateIsLost(t *testing.T) {
	t.Parallel()
	fake, mirror := newFake(t), newFake(t)
	e, m := newEngine(t, fake), newEngine(t, mirror)
	rapid.Check(t, func(rt *rapid.T) {
		e, m := e, m
		e.t, m.t = rt, rt
		how := rapid.SampledFrom([]broken{accepted, made, notMade}).Draw(rt, "how")
		program := modeltest.Valid().Draw(rt, "before")
		before := e.check(property.Map{}, waiting(program))
		after := e.check(before, waiting(alike(rt, program)))
		next := before
		if rapid.Bool().Draw(rt, "again") {
			next = after
		} else if rapid.Bool().Draw(rt, "changed") {
			next = e.check(before, waiting(alike(rt, program)))
		}

		smooth := m.create(before)
		defer mirror.Remove(runnerID)
		if len(m.diff(runnerID, smooth, before, after)) == 0 {
			rt.Skip("no update")
		}
		if inputs := before; how == notMade {
			m.update(runnerID, smooth, inputs, next)
		} else {
			m.update(runnerID, m.update(runnerID, smooth, inputs, after), after, next)
		}

		state := how.send(e, fake, e.create(before), before, after)
		defer fake.Remove(runnerID)
		inputs := before
		if rapid.Bool().Draw(rt, "refreshed") {
			inputs, state = e.read(runnerID, inputs, state)
			assert.False(rt, isMarked(state))
		}
		state = e.update(runnerID, state, inputs, next)
		assert.False(rt, isMarked(state))

		_, want := m.read(runnerID, property.Map{}, property.Map{})
		_, got := e.read(runnerID, property.Map{}, property.Map{})
		assert.Empty(rt, e.diff(runnerID, want, want, got), "the runner differs from that of a smooth run")
		inputs, state = e.read(runnerID, next, state)
		assert.Empty(rt, e.diff(runnerID, state, inputs, next))
	})
}

// A runner that is neither as before the update nor as after it was edited by somebody else: nothing is overwritten.
func TestLostUpdateAndAnEdit(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	before := e.check(property.Map{}, named("old"))
	after := e.check(before, named("new"))
	state := notMade.send(e, fake, e.create(before), before, after)
	fake.Edit(runnerID, func(doc map[string]any) { doc["policy"] = map[string]any{"displayName": "theirs"} })
	fake.ResetRequests()
	for _, next := range []property.Map{before, after} {
		_, err := e.tryUpdate(state, before, next, 0)
		require.ErrorContains(t, err, "these fields differ from what it has asked for: policy.displayName; run `pulumi refresh`")
	}
	assert.Zero(t, fake.Count(updates))

	inputs, live := e.read(runnerID, before, state)
	assert.Equal(t, []string{"policy.displayName"}, e.diff(runnerID, live, inputs, after))
	e.update(runnerID, live, inputs, after)
	doc, _ := fake.Runner(runnerID)
	assert.Equal(t, map[string]any{"displayName": "new"}, doc["policy"], "once it was looked at")
}

// As long as nothing can be found out, the next update sends nothing, and nothing is lost.
func TestLostUpdateThatCannotBeSettled(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	before := e.check(property.Map{}, named("old"))
	after := e.check(before, named("new"))
	state := made.send(e, fake, e.create(before), before, after)
	fake.ResetRequests()
	fake.Inject(fakeapi.Fault{Call: looks, Code: fakeapi.CodePermissionDenied})
	_, err := e.tryUpdate(state, before, before, 0)
	require.ErrorContains(t, err, "SANDBOX_ADMIN")
	assert.Zero(t, fake.Count(updates))
	e.update(runnerID, state, before, before)
	doc, _ := fake.Runner(runnerID)
	assert.Equal(t, map[string]any{"displayName": "old"}, doc["policy"])

	fake.Remove(runnerID)
	_, err = e.tryUpdate(state, before, after, 0)
	require.ErrorContains(t, err, "was deleted elsewhere: run `pulumi refresh`")
}

// A secret in what was sent stays one, in the state and in the reason.
func TestLostUpdateKeepsSecrets(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	before := e.check(property.Map{}, minimal())
	env := property.New(map[string]property.Value{"TOKEN": property.New("hunter2-and-more")})
	after := e.check(before, withSpec(map[string]property.Value{"overrides": property.New(map[string]property.Value{"env": env})}))
	state := made.send(e, fake, e.create(before), before, after)
	assertHidden(t, property.New(state), "hunter2-and-more")
	assertHidden(t, property.New(e.update(runnerID, state, before, after)), "hunter2-and-more")
}
