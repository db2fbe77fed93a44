package provider_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// The engine forgets at a refresh that an operation has not come to its end. The mark does not, until there is nothing
// left to be done.
func TestRefreshOfAnUnfinishedRunner(t *testing.T) {
	t.Parallel()
	fake := newSlowFake(t, fakeapi.Options{InstallTime: 30 * time.Minute})
	e := newEngine(t, fake.Running)
	inputs := e.check(property.Map{}, waiting(minimal()))
	state := interrupted(e, inputs)

	_, err := e.tryRead(inputs, state)
	kept := e.unfinished(err)
	assert.Equal(t, runnerID, kept.id)
	assert.True(t, isMarked(kept.state))
	assert.Equal(t, property.New(inputs), property.New(kept.inputs))
	require.Len(t, kept.reasons, 1)
	assert.Contains(t, kept.reasons[0], "the next `pulumi up` goes on waiting")
	assert.Empty(t, e.diff(runnerID, kept.state, kept.inputs, inputs), "the mark is no difference")

	// The update after such a refresh knows what it has to do.
	_, err = e.tryUpdate(kept.state, kept.inputs, inputs, 1)
	assert.True(t, isMarked(e.unfinished(err).state))

	resp, err := e.tryRead(inputs.Delete("waitForReady"), kept.state)
	require.NoError(t, err, "nobody waits")
	assert.False(t, isMarked(e.value(resp.GetProperties())))

	fake.pass()
	resp, err = e.tryRead(inputs, kept.state)
	require.NoError(t, err, "it is ready")
	ready := e.value(resp.GetProperties())
	assert.False(t, isMarked(ready))
	assert.Equal(t, property.New(true), ready.Get("ready"))

	fake.Remove(runnerID)
	resp, err = e.tryRead(inputs, kept.state)
	require.NoError(t, err)
	assert.Empty(t, resp.GetId(), "it is gone")
}

// A runner that loses its connection later is none that an operation has left unfinished.
func TestRefreshMarksNothing(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	inputs := e.check(property.Map{}, waiting(minimal()))
	state := e.create(inputs)
	fake.Edit(runnerID, func(doc map[string]any) { doc["connectionStatus"] = "RUNNER_CONNECTION_STATUS_DISCONNECTED" })
	_, live := e.read(runnerID, inputs, state)
	assert.Equal(t, property.New(false), live.Get("ready"))
	assert.False(t, isMarked(live))
}

// What an interrupted update has sent is, after a refresh, no change that makes a difference.
func TestRefreshAfterAnInterruptedUpdate(t *testing.T) {
	t.Parallel()
	always := property.New(map[string]property.Value{"policy": property.New("SANDBOX_IMAGE_PULL_POLICY_ALWAYS")})
	fake := newSlowFake(t, fakeapi.Options{RolloutTime: 30 * time.Minute})
	e := newEngine(t, fake.Running)
	before := e.check(property.Map{}, waiting(withSpec(map[string]property.Value{})))
	state := e.create(before)
	after := e.check(before, waiting(withSpec(map[string]property.Value{"imagePull": always})))
	_, err := e.tryUpdate(state, before, after, 1)
	_, err = e.tryRead(before, e.unfinished(err).state)
	kept := e.unfinished(err)
	fake.pass()
	doc, _ := fake.Runner(runnerID)
	done := e.update(runnerID, kept.state, kept.inputs, after)
	now, _ := fake.Runner(runnerID)
	assert.Equal(t, doc["targetRevision"], now["targetRevision"], "no second rollout")
	assert.Equal(t, property.New(true), done.Get("ready"))
	inputs, live := e.read(runnerID, after, done)
	assert.Empty(t, e.diff(runnerID, live, inputs, after))
}

// What the server says about a failure may quote the secrets that it was given. Nothing that leaves does.
func TestUnfinishedRunnersTellNoSecret(t *testing.T) {
	t.Parallel()
	const secret = "hunter2-and-more"
	fake := newFake(t)
	fake.Reconfigure(func(o *fakeapi.Options) {
		o.FailInstall = &fakeapi.InstallFailure{
			Reason: "CRASH", Message: "the container says: bad token " + secret, DiagnosticDetail: `env: TOKEN="` + secret + `"`,
			RemediationHints: []string{"do not use " + secret},
		}
	})
	e := newEngine(t, fake)
	env := property.New(map[string]property.Value{"TOKEN": property.New(secret)})
	base := property.New(map[string]property.Value{"extra": property.New("also-" + secret)})
	inputs := e.check(property.Map{}, waiting(withSpec(map[string]property.Value{
		"overrides": property.New(map[string]property.Value{"env": env}),
	})).Set("policy", property.New(map[string]property.Value{"base": base})))
	_, created := e.tryCreate(inputs, 0)
	state := e.unfinished(created).state
	_, updated := e.tryUpdate(state, inputs, inputs, 0)
	_, read := e.tryRead(inputs, e.unfinished(updated).state)
	for name, err := range map[string]error{"create": created, "update": updated, "read": read} {
		t.Run(name, func(t *testing.T) {
			kept := e.unfinished(err)
			assert.NotContains(t, err.Error(), secret)
			for _, reason := range kept.reasons {
				assert.NotContains(t, reason, secret)
			}
			assert.Equal(t, property.New("CRASH"), kept.state.Get("installError").AsMap().Get("reason"), "what is public stays so")
			assert.True(t, kept.state.Get("installError").AsMap().Get("message").Secret(), "what quotes a secret is one")
			assertHidden(t, property.New(kept.state), secret)
			assertHidden(t, property.New(kept.inputs), secret)
			assert.True(t, kept.state.Get("deploymentSpec").Secret())
		})
	}
}

// assertHidden looks for a text outside everything that is secret.
func assertHidden(t *testing.T, v property.Value, text string) {
	t.Helper()
	switch {
	case v.Secret():
	case v.IsMap():
		for name, item := range v.AsMap().All {
			assertHidden(t, item, text)
			assert.NotContains(t, name, text)
		}
	case v.IsArray():
		for _, item := range v.AsArray().All {
			assertHidden(t, item, text)
		}
	case v.IsString():
		assert.NotContains(t, v.AsString(), text)
	}
}

// What somebody removes is drift, and what was empty is no exception where that means something.
func TestRefreshShowsWhatIsGone(t *testing.T) {
	t.Parallel()
	for name, base := range map[string]property.Value{
		"empty":                property.New(property.Map{}),
		"empty inside":         property.New(map[string]property.Value{"metadata": property.New(property.Map{})}),
		"a list of empty ones": property.New(map[string]property.Value{"a": property.New([]property.Value{property.New(property.Map{})})}),
		"full":                 property.New(map[string]property.Value{"a": property.New(1.0)}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := newFake(t)
			e := newEngine(t, fake)
			policy := property.New(map[string]property.Value{"displayName": property.New("p"), "base": base})
			inputs := e.check(property.Map{}, minimal().Set("policy", policy))
			state := e.create(inputs)
			gotInputs, gotState := e.read(runnerID, inputs, state)
			assert.Empty(t, e.diff(runnerID, gotState, gotInputs, inputs))

			fake.Edit(runnerID, func(doc map[string]any) { delete(doc["policy"].(map[string]any), "base") })
			gotInputs, gotState = e.read(runnerID, inputs, state)
			assert.Equal(t, []string{"policy.base"}, e.diff(runnerID, gotState, gotInputs, inputs))
			assert.True(t, gotState.Get("policy").AsMap().Get("base").IsNull())
		})
	}
}
