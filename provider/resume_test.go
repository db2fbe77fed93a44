package provider_test

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/status"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// partial is what the engine keeps of an operation that has not come to its end.
type partial struct {
	id            string
	inputs, state property.Map
	reasons       []string
}

// unfinished takes an error apart that must be a failed initialization.
func (e engine) unfinished(err error) partial {
	require.Error(e.t, err)
	for _, detail := range status.Convert(err).Details() {
		if failed, ok := detail.(*pulumirpc.ErrorResourceInitFailed); ok {
			p := partial{id: failed.GetId(), state: e.value(failed.GetProperties()), reasons: failed.GetReasons()}
			if failed.GetInputs() != nil {
				p.inputs = e.value(failed.GetInputs())
			}
			return p
		}
	}
	require.Fail(e.t, "the engine would lose the runner", "%v", err)
	return partial{}
}

// slowFake is a fake whose time is moved by the test.
type slowFake struct {
	*fakeapi.Running
	ahead atomic.Int64
}

func newSlowFake(t *testing.T, options fakeapi.Options) *slowFake {
	t.Helper()
	slow := &slowFake{}
	options.Clock = func() time.Time { return time.Now().Add(time.Duration(slow.ahead.Load())) }
	slow.Running = fakeapi.Start(options)
	t.Cleanup(slow.Close)
	return slow
}

// pass lets an hour go by, in which everything that is under way is done.
func (f *slowFake) pass() { f.ahead.Add(int64(time.Hour)) }

// changing are the calls but for those that only look.
func changing(fake *fakeapi.Running) []string {
	return slices.DeleteFunc(fake.Calls(), func(call string) bool { return call == "GetManagedRunner" })
}

func waiting(m property.Map) property.Map { return m.Set("waitForReady", property.New(true)) }

func isMarked(state property.Map) bool { return !state.Get("__unfinished").IsNull() }

// interrupted makes a runner that is not ready within its time, and returns what the engine keeps.
func interrupted(e engine, inputs property.Map) property.Map {
	_, err := e.tryCreate(inputs, 1)
	return e.unfinished(err).state
}

// A create that runs out of time leaves the runner in the state, with everything that the next run needs.
func TestCreateThatIsNotReadyInTime(t *testing.T) {
	t.Parallel()
	fake := newSlowFake(t, fakeapi.Options{InstallTime: 30 * time.Minute})
	e := newEngine(t, fake.Running)
	inputs := e.check(property.Map{}, waiting(minimal()))
	_, err := e.tryCreate(inputs, 1)
	kept := e.unfinished(err)
	assert.Equal(t, runnerID, kept.id)
	assert.True(t, isMarked(kept.state))
	assert.Equal(t, property.New("RUNNER_INSTALL_STATUS_PENDING"), kept.state.Get("installStatus"))
	assert.Equal(t, property.New(false), kept.state.Get("ready"))
	for name, v := range inputs.All {
		assert.Equal(t, v, kept.state.Get(name), name)
	}
	require.Len(t, kept.reasons, 1)
	assert.Contains(t, kept.reasons[0], `{ create: "1h" }`)
	assert.Contains(t, err.Error(), kept.reasons[0])

	fake.pass()
	fake.ResetRequests()
	state := e.update(runnerID, kept.state, inputs, inputs)
	assert.Empty(t, changing(fake.Running), "nothing is left but the wait")
	assert.Equal(t, property.New(true), state.Get("ready"))
	assert.False(t, isMarked(state), "it is finished")
	fake.ResetRequests()
	e.update(runnerID, state, inputs, inputs.Delete("waitForReady"))
	assert.Empty(t, fake.Calls(), "and a change of the wait alone is no call")
}

// What an interrupted update has changed is in its outputs, and not in the old inputs, which the engine keeps. It is not
// sent again, and is taken back when the program is.
func TestInterruptedUpdatesAreFinished(t *testing.T) {
	t.Parallel()
	spec := func(fields map[string]property.Value) property.Map { return waiting(withSpec(fields)) }
	none := map[string]property.Value{} // a program without a spec would let go of it
	rapid, empty := property.New("RELEASE_CHANNEL_RAPID"), property.New(property.Map{})
	always := property.New(map[string]property.Value{"policy": property.New("SANDBOX_IMAGE_PULL_POLICY_ALWAYS")})
	for name, test := range map[string]struct {
		before, after property.Map
		mask          string
	}{
		"a scalar added":        {spec(none), spec(map[string]property.Value{"releaseChannel": rapid}), "spec.releaseChannel"},
		"a scalar removed":      {spec(map[string]property.Value{"releaseChannel": rapid}), spec(none), "spec.releaseChannel"},
		"a block added":         {spec(none), spec(map[string]property.Value{"imagePull": always}), "spec.imagePull"},
		"a block removed":       {spec(map[string]property.Value{"imagePull": always}), spec(none), "spec.imagePull"},
		"an empty block":        {spec(none), spec(map[string]property.Value{"volumes": empty}), "spec.volumes"},
		"an empty block closed": {spec(map[string]property.Value{"volumes": empty}), spec(none), "spec.volumes"},
		"a spec added":          {waiting(minimal()), spec(map[string]property.Value{"releaseChannel": rapid}), "spec.releaseChannel"},
		"a name":                {waiting(minimal()), waiting(minimal().Set("displayName", property.New("new"))), "displayName"},
		"the policy": {
			waiting(minimal()),
			waiting(minimal().Set("policy", property.New(map[string]property.Value{"displayName": property.New("p")}))), "policy",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := newSlowFake(t, fakeapi.Options{RolloutTime: 30 * time.Minute, PolicyBumpsRevision: true})
			e := newEngine(t, fake.Running)
			before := e.check(property.Map{}, test.before)
			state := e.create(before)
			after := e.check(before, test.after)
			if test.mask == "displayName" { // which starts no rollout
				fake.Edit(runnerID, func(doc map[string]any) { doc["installStatus"] = "RUNNER_INSTALL_STATUS_PENDING" })
			}
			fake.ResetRequests()
			_, err := e.tryUpdate(state, before, after, 1)
			kept := e.unfinished(err)
			require.Equal(t, []string{test.mask}, masks(t, fake.Running))
			assert.Equal(t, runnerID, kept.id)
			assert.True(t, isMarked(kept.state))
			assert.Contains(t, kept.reasons[0], `{ update: "1h" }`)
			fake.Edit(runnerID, func(doc map[string]any) { doc["installStatus"] = "RUNNER_INSTALL_STATUS_READY" })
			fake.pass()

			fake.ResetRequests()
			done := e.update(runnerID, kept.state, before, after)
			assert.Empty(t, changing(fake.Running), "it has been sent")
			assert.False(t, isMarked(done))
			inputs, live := e.read(runnerID, after, done)
			assert.Empty(t, e.diff(runnerID, live, inputs, after))

			if test.before.Get("spec").IsNull() && !test.after.Get("spec").IsNull() {
				return // a program that lets go of spec takes nothing back
			}
			fake.ResetRequests()
			fake.Reconfigure(func(o *fakeapi.Options) { o.RolloutTime = 0 })
			e.update(runnerID, kept.state, before, before)
			assert.Equal(t, []string{test.mask}, masks(t, fake.Running), "the program was reverted")
		})
	}
}

// A program that has changed meanwhile first waits for what is under way, and then sends what it has changed, and no more.
func TestResumeWaitsThenChanges(t *testing.T) {
	t.Parallel()
	fake := newSlowFake(t, fakeapi.Options{InstallTime: 30 * time.Minute})
	e := newEngine(t, fake.Running)
	inputs := e.check(property.Map{}, waiting(minimal()))
	state := interrupted(e, inputs)
	changed := e.check(inputs, inputs.Set("displayName", property.New("new")))

	fake.ResetRequests()
	_, err := e.tryUpdate(state, inputs, changed, 1)
	again := e.unfinished(err)
	assert.Empty(t, changing(fake.Running), "not before it is ready")
	assert.True(t, again.state.Get("displayName").IsNull(), "the outputs do not claim it")

	// Without waiting, nothing holds the change up.
	hurried := e.check(inputs, changed.Delete("waitForReady"))
	fake.ResetRequests()
	e.update(runnerID, again.state, inputs, hurried)
	assert.Equal(t, []string{"UpdateManagedRunner"}, fake.Calls())

	fake.Edit(runnerID, func(doc map[string]any) { delete(doc, "displayName") })
	fake.pass()
	fake.ResetRequests()
	done := e.update(runnerID, again.state, inputs, changed)
	assert.Equal(t, []string{"GetManagedRunner", "UpdateManagedRunner", "GetManagedRunner"}, fake.Calls())
	assert.Equal(t, []string{"displayName"}, masks(t, fake.Running))
	assert.False(t, isMarked(done))
}

// A failed installation ends a run at once, unless the run brings a change, which may be the repair.
func TestResumeOfAFailedInstallation(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	fake.Reconfigure(func(o *fakeapi.Options) { o.FailInstall = &fakeapi.InstallFailure{Reason: "IMAGE_PULL"} })
	e := newEngine(t, fake)
	inputs := e.check(property.Map{}, waiting(minimal()))
	_, err := e.tryCreate(inputs, 0)
	kept := e.unfinished(err)
	assert.Contains(t, kept.reasons[0], "IMAGE_PULL")
	assert.Equal(t, property.New("IMAGE_PULL"), kept.state.Get("installError").AsMap().Get("reason"))

	fake.ResetRequests()
	_, err = e.tryUpdate(kept.state, inputs, inputs, 0)
	assert.True(t, isMarked(e.unfinished(err).state))
	assert.Equal(t, []string{"GetManagedRunner"}, fake.Calls(), "one look, and no wait")

	fake.Reconfigure(func(o *fakeapi.Options) { o.FailInstall = nil })
	repaired := e.check(inputs, waiting(withSpec(map[string]property.Value{"releaseChannel": property.New("RELEASE_CHANNEL_RAPID")})))
	fake.ResetRequests()
	done := e.update(runnerID, kept.state, inputs, repaired)
	assert.Equal(t, []string{"GetManagedRunner", "UpdateManagedRunner", "GetManagedRunner"}, fake.Calls())
	assert.Equal(t, property.New(true), done.Get("ready"))
	assert.True(t, done.Get("installError").IsNull())
	assert.False(t, isMarked(done))
}

// The preview of a run that goes on promises no value that the server reports.
func TestPreviewOfAResumedUpdate(t *testing.T) {
	t.Parallel()
	fake := newSlowFake(t, fakeapi.Options{InstallTime: 30 * time.Minute})
	e := newEngine(t, fake.Running)
	inputs := e.check(property.Map{}, waiting(minimal()))
	state := interrupted(e, inputs)
	fake.ResetRequests()
	outputs := e.previewUpdate(state, inputs, inputs)
	assert.Empty(t, fake.Calls(), "a preview makes no call")
	for _, name := range []string{
		"clusterName", "etag", "installStatus", "connectionStatus", "activeConfigVersion", "activeRevision", "targetRevision",
		"updateAvailable", "rolloutInProgress", "deploymentSpec", "installError", "dataPlaneStatus", "createTime", "updateTime",
		"lastHeartbeatTime", "ready",
	} {
		assert.True(t, outputs.Get(name).IsComputed(), name)
	}
	for name, v := range inputs.All {
		assert.Equal(t, v, outputs.Get(name), name)
	}
}

// An edit of the policy during a wait is not overwritten by what the program has changed meanwhile.
func TestResumeOverwritesNoPolicy(t *testing.T) {
	t.Parallel()
	policy := func(name string) property.Value {
		return property.New(map[string]property.Value{"displayName": property.New(name)})
	}
	for name, test := range map[string]struct {
		edited bool
		refuse string
	}{
		"nobody has edited it": {false, ""},
		"somebody has":         {true, "the policy was edited elsewhere"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := newSlowFake(t, fakeapi.Options{InstallTime: 30 * time.Minute})
			e := newEngine(t, fake.Running)
			inputs := e.check(property.Map{}, waiting(minimal().Set("policy", policy("first"))))
			state := interrupted(e, inputs)
			if test.edited {
				fake.Edit(runnerID, func(doc map[string]any) { doc["policy"] = map[string]any{"displayName": "theirs"} })
			}
			_, err := e.tryUpdate(state, inputs, inputs, 1) // looks at the edit, and does not take it for its own
			state = e.unfinished(err).state
			fake.pass()
			_, err = e.tryUpdate(state, inputs, e.check(inputs, inputs.Set("policy", policy("second"))), 0)
			doc, _ := fake.Runner(runnerID)
			if test.refuse == "" {
				require.NoError(t, err)
				assert.Equal(t, map[string]any{"displayName": "second"}, doc["policy"])
				return
			}
			require.ErrorContains(t, err, test.refuse)
			assert.ErrorContains(t, err, "policy.displayName")
			assert.Equal(t, map[string]any{"displayName": "theirs"}, doc["policy"])
		})
	}
}
