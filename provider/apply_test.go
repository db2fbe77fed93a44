package provider_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

const applies, updates = "ApplyAvailableUpdate", "UpdateManagedRunner"

func applying(m property.Map) property.Map {
	return m.Set("applyAvailableUpdate", property.New(true))
}

// outdated makes a runner for which there is an update.
func outdated(t *testing.T, options fakeapi.Options, program property.Map) (fake *slowFake, e engine, inputs, state property.Map) {
	t.Helper()
	options.UpdateAvailable = true
	fake = newSlowFake(t, options)
	e = newEngine(t, fake.Running)
	inputs = e.check(property.Map{}, program)
	state = e.create(inputs)
	return fake, e, inputs, state
}

// What the program means by applyAvailableUpdate stands in its inputs as the output that it is about.
func TestCheckSaysWhatIsWanted(t *testing.T) {
	t.Parallel()
	e := newEngine(t, newFake(t))
	for name, test := range map[string]struct{ wants, updateAvailable property.Value }{
		"true":    {property.New(true), property.New(false)},
		"secret":  {property.New(true).WithSecret(true), property.New(false)},
		"false":   {property.New(false), property.Value{}},
		"absent":  {property.Value{}, property.Value{}},
		"unknown": {unknown(), property.Value{}},
	} {
		t.Run(name, func(t *testing.T) {
			inputs := minimal()
			if !test.wants.IsNull() {
				inputs = inputs.Set("applyAvailableUpdate", test.wants)
			}
			checked := e.check(property.Map{}, inputs)
			assert.Equal(t, test.updateAvailable, checked.Get("updateAvailable"))
			assert.Equal(t, test.wants, checked.Get("applyAvailableUpdate"))
			assert.Equal(t, property.New(checked), property.New(e.check(checked, inputs)))
			off := e.check(checked, minimal())
			assert.True(t, off.Get("updateAvailable").IsNull(), "nothing is left when the program changes its mind")
		})
	}
}

// With ignoreChanges the engine copies old inputs into the program, this one as well. A program that gives it is refused.
func TestCheckBearsWhatTheEngineCopies(t *testing.T) {
	t.Parallel()
	e := newEngine(t, newFake(t))
	checked := e.check(property.Map{}, applying(minimal()))
	assert.Equal(t, property.New(checked), property.New(e.check(checked, checked)))
	refreshed := checked.Set("updateAvailable", property.New(true))
	assert.Equal(t, property.New(checked), property.New(e.check(refreshed, refreshed)))
	for name, old := range map[string]property.Map{"new": {}, "old": minimal(), "other": checked} {
		resp, err := e.server.Check(e.ctx, &pulumirpc.CheckRequest{Urn: urn, Olds: e.wire(old), News: e.wire(refreshed)})
		require.NoError(t, err)
		require.Len(t, resp.GetFailures(), 1, name)
		assert.Equal(t, "updateAvailable", resp.GetFailures()[0].GetProperty())
	}
}

// The available update is a difference, and is made with one call.
func TestAvailableUpdateIsApplied(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(*fakeapi.Options){
		"answered with the runner":  func(*fakeapi.Options) {},
		"answered with nothing":     func(o *fakeapi.Options) { o.ApplyReturnsEmpty = true },
		"with a rollout that lasts": func(o *fakeapi.Options) { o.RolloutTime = time.Hour },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake, e, inputs, state := outdated(t, fakeapi.Options{}, applying(minimal()))
			fake.Reconfigure(set)
			assert.NotContains(t, fake.Calls(), applies, "a new runner is new")
			assert.Equal(t, property.New(true), state.Get("updateAvailable"))
			assert.Equal(t, []string{"updateAvailable"}, e.diff(runnerID, state, inputs, inputs))

			fake.ResetRequests()
			done := e.update(runnerID, state, inputs, inputs)
			assert.Equal(t, []string{applies, looks}, fake.Calls())
			assert.JSONEq(t, `{"runnerId":"test"}`, string(fake.Requests()[0].Body))
			assert.Equal(t, property.New(false), done.Get("updateAvailable"))
			assert.Equal(t, property.New(2.0), done.Get("targetRevision"))
			assert.Empty(t, e.diff(runnerID, done, inputs, inputs))
			fake.ResetRequests()
			e.update(runnerID, done, inputs, inputs)
			assert.Empty(t, fake.Calls(), "it is done")
		})
	}
}

// The engine shows an update of an output, since a program has no such input, and of nothing else.
func TestDiffOfAnAvailableUpdate(t *testing.T) {
	t.Parallel()
	_, e, inputs, state := outdated(t, fakeapi.Options{}, applying(minimal()))
	named := e.check(inputs, applying(minimal().Set("displayName", property.New("new"))))
	resp, err := e.server.Diff(e.ctx, &pulumirpc.DiffRequest{
		Urn: urn, Id: runnerID, Olds: e.wire(state), OldInputs: e.wire(inputs), News: e.wire(named),
	})
	require.NoError(t, err)
	assert.Equal(t, pulumirpc.DiffResponse_DIFF_SOME, resp.GetChanges())
	assert.Empty(t, resp.GetReplaces())
	got := resp.GetDetailedDiff()
	require.Len(t, got, 2)
	assert.Equal(t, pulumirpc.PropertyDiff_UPDATE, got["updateAvailable"].GetKind())
	assert.False(t, got["updateAvailable"].GetInputDiff(), "the live value is an output")
	assert.Equal(t, pulumirpc.PropertyDiff_ADD, got["displayName"].GetKind())
	assert.True(t, got["displayName"].GetInputDiff())
}

// Who does not ask for it gets no update, and no difference.
func TestAvailableUpdateIsLeftAlone(t *testing.T) {
	t.Parallel()
	for name, program := range map[string]property.Map{
		"absent": minimal(), "false": minimal().Set("applyAvailableUpdate", property.New(false)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake, e, inputs, state := outdated(t, fakeapi.Options{}, program)
			assert.Empty(t, e.diff(runnerID, state, inputs, inputs))
			named := e.check(inputs, inputs.Set("displayName", property.New("new")))
			done := e.update(runnerID, state, inputs, named)
			assert.NotContains(t, fake.Calls(), applies)
			assert.Equal(t, property.New(true), done.Get("updateAvailable"))
			gotInputs, _ := e.read(runnerID, named, done)
			assert.Equal(t, property.New(named), property.New(gotInputs))
		})
	}
}

// A refresh shows the live value where the program has said what it wants, once.
func TestRefreshReportsAnAvailableUpdate(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	inputs := e.check(property.Map{}, applying(minimal()))
	state := e.create(inputs)
	fake.Edit(runnerID, func(doc map[string]any) { doc["updateAvailable"] = true })
	first, live := e.read(runnerID, inputs, state)
	assert.Equal(t, property.New(inputs.Set("updateAvailable", property.New(true))), property.New(first))
	again, liveAgain := e.read(runnerID, first, live)
	assert.Equal(t, property.New(first), property.New(again))
	assert.Equal(t, property.New(live), property.New(liveAgain))

	assert.Equal(t, []string{"updateAvailable"}, e.diff(runnerID, live, first, inputs))
	done := e.update(runnerID, live, first, inputs)
	assert.Equal(t, 1, fake.Count(applies))
	last, _ := e.read(runnerID, inputs, done)
	assert.Equal(t, property.New(inputs), property.New(last), "and so is its end")
}

// The preview knows one thing that the server will report.
func TestPreviewOfAnAvailableUpdate(t *testing.T) {
	t.Parallel()
	fake, e, inputs, state := outdated(t, fakeapi.Options{}, applying(minimal()))
	fake.ResetRequests()
	outputs := e.previewUpdate(state, inputs, inputs)
	assert.Empty(t, fake.Calls(), "a preview makes no call")
	assert.Equal(t, property.New(false), outputs.Get("updateAvailable"))
	for _, name := range []string{"clusterName", "createTime", "etag", "zone", "policy"} {
		assert.Equal(t, state.Get(name), outputs.Get(name), name)
	}
	for _, name := range []string{
		"installStatus", "connectionStatus", "activeConfigVersion", "activeRevision", "targetRevision", "rolloutInProgress",
		"deploymentSpec", "ready", "updateTime",
	} {
		assert.True(t, outputs.Get(name).IsComputed(), name)
	}
}

// The configuration goes first. An update that is then refused leaves the runner with it, and is tried again alone.
func TestConfigurationThenAvailableUpdate(t *testing.T) {
	t.Parallel()
	fake, e, inputs, state := outdated(t, fakeapi.Options{}, applying(minimal()))
	named := e.check(inputs, applying(minimal().Set("displayName", property.New("new"))))
	fake.Inject(fakeapi.Fault{Call: applies, Code: fakeapi.CodePermissionDenied, Message: "not now"})
	fake.ResetRequests()
	_, err := e.tryUpdate(state, inputs, named, 0)
	kept := e.unfinished(err)
	assert.Equal(t, []string{updates, applies}, changing(fake.Running))
	assert.Contains(t, kept.reasons[0], "not now")
	assert.Equal(t, property.New("new"), kept.state.Get("displayName"))
	assert.Equal(t, property.New(true), kept.state.Get("updateAvailable"))

	fake.ResetRequests()
	done := e.update(runnerID, kept.state, inputs, named)
	assert.Equal(t, []string{applies}, changing(fake.Running))
	assert.Equal(t, property.New(false), done.Get("updateAvailable"))
	assert.False(t, isMarked(done))
	gotInputs, live := e.read(runnerID, named, done)
	assert.Empty(t, e.diff(runnerID, live, gotInputs, named))
}

// How a server says that there is no update is not documented. Where there is none, any refusal is fine; where there is
// one, none is.
func TestRefusalsOfAnAvailableUpdate(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]fakeapi.Code{
		"failed precondition": fakeapi.CodeFailedPrecondition, "accepted all the same": fakeapi.CodeOK,
		"invalid argument": fakeapi.CodeInvalidArgument, "not found": fakeapi.CodeNotFound, "aborted": fakeapi.CodeAborted,
		"unimplemented": fakeapi.CodeUnimplemented,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake, e, inputs, state := outdated(t, fakeapi.Options{NoUpdateCode: code}, applying(waiting(minimal())))
			if code != fakeapi.CodeOK {
				fake.Inject(fakeapi.Fault{Call: applies, Code: code, Message: "not now"})
				_, err := e.tryUpdate(state, inputs, inputs, 0)
				assert.Contains(t, e.unfinished(err).reasons[0], "not now", "it is available, and was refused")
			}
			// Somebody else, or the platform, has been faster.
			fake.Edit(runnerID, func(doc map[string]any) { delete(doc, "updateAvailable") })
			fake.ResetRequests()
			done := e.update(runnerID, state, inputs, inputs)
			assert.Equal(t, []string{applies}, changing(fake.Running))
			assert.Equal(t, property.New(false), done.Get("updateAvailable"))
			assert.Equal(t, property.New(1.0), done.Get("targetRevision"))
			assert.False(t, isMarked(done))
		})
	}
}

// An answer that is lost is made up for by a look. Where that cannot tell, nothing is claimed.
func TestAvailableUpdateWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		faults  []fakeapi.Fault
		success bool
	}{
		"landed, no JSON":             {[]fakeapi.Fault{{Call: applies, GarbageBody: true}}, true},
		"landed, canceled":            {[]fakeapi.Fault{{Call: applies, Commit: true, Code: fakeapi.CodeCanceled}}, true},
		"landed, and tried again":     {[]fakeapi.Fault{{Call: applies, CutAfter: true}}, true},
		"not landed":                  {[]fakeapi.Fault{{Call: applies, HTTPStatus: 499}}, false},
		"not landed, and tried again": {[]fakeapi.Fault{{Call: applies, CutBefore: true}}, true},
		"landed, and not looked at":   {[]fakeapi.Fault{{Call: applies, GarbageBody: true}, {Call: looks, Code: fakeapi.CodePermissionDenied}}, false},
		"accepted, and not looked at": {[]fakeapi.Fault{{Call: looks, Code: fakeapi.CodePermissionDenied}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake, e, inputs, state := outdated(t, fakeapi.Options{}, applying(minimal()))
			inject(fake.Running, test.faults...)
			done, err := e.tryUpdate(state, inputs, inputs, 0)
			if !test.success {
				kept := e.unfinished(err)
				assert.True(t, isMarked(kept.state))
				done, err = e.tryUpdate(kept.state, inputs, inputs, 0)
			}
			require.NoError(t, err, "at the latest the next run")
			doc, _ := fake.Runner(runnerID)
			assert.EqualValues(t, 2, doc["targetRevision"], "one update, and no more")
			assert.Equal(t, property.New(false), done.Get("updateAvailable"))
			assert.False(t, isMarked(done))
		})
	}
}

// With waitForReady an update is done when the new version runs.
func TestAvailableUpdateIsWaitedFor(t *testing.T) {
	t.Parallel()
	fake, e, inputs, state := outdated(t, fakeapi.Options{RolloutTime: 30 * time.Minute}, applying(waiting(minimal())))
	_, err := e.tryUpdate(state, inputs, inputs, 1)
	kept := e.unfinished(err)
	assert.Contains(t, kept.reasons[0], "rolling out: READY, revision 1 of 2")
	fake.pass()
	fake.ResetRequests()
	done := e.update(runnerID, kept.state, inputs, inputs)
	assert.Empty(t, changing(fake.Running), "it was accepted")
	assert.Equal(t, property.New(2.0), done.Get("activeRevision"))
	assert.Equal(t, property.New(true), done.Get("ready"))
	assert.False(t, isMarked(done))
}

// A newer version may be what repairs an installation: the failure does not stand in its way.
func TestAvailableUpdateRepairs(t *testing.T) {
	t.Parallel()
	fake := newSlowFake(t, fakeapi.Options{UpdateAvailable: true, FailInstall: &fakeapi.InstallFailure{Reason: "CRASH"}})
	e := newEngine(t, fake.Running)
	inputs := e.check(property.Map{}, applying(waiting(minimal())))
	_, err := e.tryCreate(inputs, 0)
	kept := e.unfinished(err)
	require.Equal(t, []string{"updateAvailable"}, e.diff(runnerID, kept.state, inputs, inputs))
	fake.Reconfigure(func(o *fakeapi.Options) { o.FailInstall = nil })
	fake.ResetRequests()
	done := e.update(runnerID, kept.state, inputs, inputs)
	assert.Equal(t, []string{applies}, changing(fake.Running))
	assert.Equal(t, property.New(true), done.Get("ready"))
	assert.False(t, isMarked(done))
}
