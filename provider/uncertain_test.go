package provider_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

const creates, looks = "CreateManagedRunner", "GetManagedRunner"

// lost are the ways in which a create can land, and its sender not get to know it. Where there is a second fault it is a
// refusal that ends the tries.
var lost = map[string][]fakeapi.Fault{
	"an answer that is no JSON":              {{Call: creates, GarbageBody: true}},
	"an answer of a proxy":                   {{Call: creates, Commit: true, HTTPStatus: 499}},
	"a call that was canceled":               {{Call: creates, Commit: true, Code: fakeapi.CodeCanceled}},
	"a connection that was cut, then a 401":  {{Call: creates, CutAfter: true}, {Call: creates, Code: fakeapi.CodeUnauthenticated}},
	"a connection that was cut, then a 403":  {{Call: creates, Truncate: true}, {Call: creates, Code: fakeapi.CodePermissionDenied}},
	"a server that restarts, then a 501":     {{Call: creates, Commit: true, Code: fakeapi.CodeUnavailable}, {Call: creates, Code: fakeapi.CodeUnimplemented}},
	"a server that fails, then says taken":   {{Call: creates, Commit: true, Code: fakeapi.CodeInternal}, {Call: creates, Code: fakeapi.CodeAlreadyExists}},
	"a gateway's time-out, then a redirect":  {{Call: creates, Commit: true, HTTPStatus: 504}, {Call: creates, Redirect: "https://example.com/"}},
	"a deadline, then an invalid argument":   {{Call: creates, Commit: true, Code: fakeapi.CodeDeadlineExceeded}, {Call: creates, Code: fakeapi.CodeInvalidArgument}},
	"data that was lost, then other content": {{Call: creates, Commit: true, Code: fakeapi.CodeDataLoss}, {Call: creates, HTTPStatus: 200}},
}

func inject(fake *fakeapi.Running, faults ...fakeapi.Fault) {
	for _, fault := range faults {
		fake.Inject(fault)
	}
}

// A create that has landed is a success, whatever its sender was told.
func TestCreateWhoseAnswerIsLostIsSettled(t *testing.T) {
	t.Parallel()
	for name, faults := range lost {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := newFake(t)
			e := newEngine(t, fake)
			inputs := e.check(property.Map{}, minimal())
			inject(fake, faults...)
			state := e.create(inputs)
			assert.Equal(t, len(faults), fake.Count(creates))
			assert.Len(t, fake.Runners(), 1)
			assert.False(t, isMarked(state))
			gotInputs, gotState := e.read(runnerID, inputs, state)
			assert.Empty(t, e.diff(runnerID, gotState, gotInputs, inputs))
			assert.Equal(t, gotState.Get("etag"), state.Get("etag"))
		})
	}
}

// uncertain makes a create of which nothing can be found out. It has landed or not.
func uncertain(e engine, fake *fakeapi.Running, inputs property.Map, landed bool) property.Map {
	inject(fake,
		fakeapi.Fault{Call: creates, HTTPStatus: 499, Commit: landed}, fakeapi.Fault{Call: looks, Code: fakeapi.CodePermissionDenied},
	)
	_, err := e.tryCreate(inputs, 0)
	fake.ClearFaults()
	fake.ResetRequests()
	return e.unfinished(err).state
}

// Where nothing can be found out, the runner counts as one that exists: to forget one that does is the worse mistake.
func TestCreateOfWhichNothingIsKnown(t *testing.T) {
	t.Parallel()
	refused := fakeapi.Fault{Call: looks, Code: fakeapi.CodeUnauthenticated}
	for name, faults := range map[string][]fakeapi.Fault{
		"not landed, and not found":     {{Call: creates, HTTPStatus: 499}},
		"cut before, and not found":     {{Call: creates, CutBefore: true}, {Call: creates, Code: fakeapi.CodePermissionDenied}},
		"not landed, and not looked at": {{Call: creates, HTTPStatus: 499}, refused},
		"landed, and not looked at":     {{Call: creates, HTTPStatus: 499, Commit: true}, refused},
		"landed, and not readable":      {{Call: creates, GarbageBody: true}, {Call: looks, GarbageBody: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := newFake(t)
			e := newEngine(t, fake)
			env := property.New(map[string]property.Value{"TOKEN": property.New("hunter2-and-more")})
			inputs := e.check(property.Map{}, withSpec(map[string]property.Value{
				"overrides": property.New(map[string]property.Value{"env": env}),
			}))
			inject(fake, faults...)
			_, err := e.tryCreate(inputs, 0)
			kept := e.unfinished(err)
			assert.Equal(t, runnerID, kept.id)
			assert.True(t, isMarked(kept.state))
			for name, v := range inputs.All {
				assert.Equal(t, v, kept.state.Get(name), name)
			}
			assertHidden(t, property.New(kept.state), "hunter2-and-more")
			assert.Contains(t, kept.reasons[0], "it is not known whether the runner was created")
			assert.Contains(t, kept.reasons[0], "`pulumi up` takes it over, or creates it")
		})
	}
}

// A create that was refused has not landed, and leaves nothing behind.
func TestCreateThatIsRefusedLeavesNothing(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	fake.Inject(fakeapi.Fault{Call: creates, Code: fakeapi.CodePermissionDenied})
	_, err := e.tryCreate(e.check(property.Map{}, waiting(minimal())), 0)
	require.ErrorContains(t, err, "SANDBOX_ADMIN")
	assert.NotContains(t, err.Error(), "Pulumi state")
	assert.Equal(t, []string{creates}, fake.Calls())
}

// The next update takes the runner over, or makes it: exactly one, and as the program says today.
func TestUpdateAfterAnUncertainCreate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		landed, changed, waits bool
		calls                  []string
	}{
		"there":                   {landed: true, calls: nil},
		"not there":               {calls: []string{creates}},
		"there, and changed":      {landed: true, changed: true, calls: []string{"UpdateManagedRunner"}},
		"not there, and changed":  {changed: true, calls: []string{creates}},
		"there, and waited for":   {landed: true, waits: true},
		"made, and waited for":    {waits: true, calls: []string{creates}},
		"all there is to be done": {landed: true, changed: true, waits: true, calls: []string{"UpdateManagedRunner"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := newFake(t)
			e := newEngine(t, fake)
			program := minimal()
			if test.waits {
				program = waiting(program)
			}
			before := e.check(property.Map{}, program)
			state := uncertain(e, fake, before, test.landed)
			after := before
			if test.changed {
				after = e.check(before, before.Set("displayName", property.New("today")))
			}

			for name, v := range map[string]property.Value{"clusterName": unknown(), "etag": unknown(), "zone": before.Get("zone")} {
				assert.Equal(t, v, e.previewUpdate(state, before, after).Get(name), name)
			}
			assert.Empty(t, fake.Calls(), "a preview makes no call")

			done := e.update(runnerID, state, before, after)
			assert.Equal(t, test.calls, append([]string(nil), changing(fake)...))
			assert.Len(t, fake.Runners(), 1)
			assert.False(t, isMarked(done))
			inputs, live := e.read(runnerID, after, done)
			assert.Empty(t, e.diff(runnerID, live, inputs, after))
			assert.Equal(t, live.Get("etag"), done.Get("etag"))
			assert.Equal(t, after.Get("displayName"), live.Get("displayName"))
		})
	}
}

// A runner of that ID which is not the one that was asked for is somebody else's, until a person has looked at it.
func TestUpdateAfterAnUncertainCreateTakesNobodyElsesRunner(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	inputs := e.check(property.Map{}, withSpec(map[string]property.Value{"releaseChannel": property.New("RELEASE_CHANNEL_RAPID")}))
	state := uncertain(e, fake, inputs, true)
	fake.Edit(runnerID, func(doc map[string]any) {
		doc["displayName"] = "theirs"
		doc["spec"].(map[string]any)["releaseChannel"] = "RELEASE_CHANNEL_STABLE"
	})
	_, err := e.tryUpdate(state, inputs, inputs, 0)
	require.ErrorContains(t, err, "is not the one that was asked for; these fields differ: displayName, spec.releaseChannel")
	assert.ErrorContains(t, err, "pulumi refresh")
	assert.Empty(t, changing(fake))

	gotInputs, gotState := e.read(runnerID, inputs, state)
	assert.ElementsMatch(t, []string{"displayName", "spec.releaseChannel"}, e.diff(runnerID, gotState, gotInputs, inputs))
	e.update(runnerID, gotState, gotInputs, inputs)
	assert.Equal(t, []string{"displayName,spec.releaseChannel"}, masks(t, fake), "once it was looked at, it is like any other")
}

// Any number of creates may fail before one succeeds.
func TestUncertainCreatesInARow(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	inputs := e.check(property.Map{}, minimal())
	state := uncertain(e, fake, inputs, false)
	fake.Inject(fakeapi.Fault{Call: creates, HTTPStatus: 499})
	_, err := e.tryUpdate(state, inputs, inputs, 0)
	kept := e.unfinished(err)
	assert.True(t, isMarked(kept.state))
	fake.Inject(fakeapi.Fault{Call: creates, Code: fakeapi.CodePermissionDenied})
	_, err = e.tryUpdate(kept.state, inputs, inputs, 0)
	require.ErrorContains(t, err, "SANDBOX_ADMIN")
	fake.Inject(fakeapi.Fault{Call: looks, Code: fakeapi.CodePermissionDenied})
	_, err = e.tryUpdate(kept.state, inputs, inputs, 0)
	require.ErrorContains(t, err, "SANDBOX_ADMIN")
	assert.False(t, isMarked(e.update(runnerID, kept.state, inputs, inputs)))
	assert.Len(t, fake.Runners(), 1)
}

func TestRefreshAndDeleteAfterAnUncertainCreate(t *testing.T) {
	t.Parallel()
	for name, landed := range map[string]bool{"there": true, "not there": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := newFake(t)
			e := newEngine(t, fake)
			inputs := e.check(property.Map{}, minimal())
			state := uncertain(e, fake, inputs, landed)
			resp, err := e.tryRead(inputs, state)
			require.NoError(t, err)
			if landed {
				assert.Equal(t, property.New(inputs), property.New(e.value(resp.GetInputs())))
				live := e.value(resp.GetProperties())
				assert.False(t, isMarked(live))
				assert.Equal(t, property.New("cluster-00000000"), live.Get("clusterName"))
				assert.Equal(t, property.New(true), live.Get("ready"))
			} else {
				assert.Empty(t, resp.GetId(), "the engine drops it")
			}
			require.NoError(t, e.delete(runnerID, state, 0))
			assert.Empty(t, fake.Runners())
		})
	}
}
