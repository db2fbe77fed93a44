package provider_test

import (
	"encoding/json"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

func withSpec(fields map[string]property.Value) property.Map {
	return minimal().Set("spec", property.New(fields))
}

// masks are the update masks that went out.
func masks(t *testing.T, fake *fakeapi.Running) []string {
	t.Helper()
	var out []string
	for _, r := range fake.Requests() {
		var body struct{ UpdateMask string }
		require.NoError(t, json.Unmarshal(r.Body, &body))
		if r.Call == "UpdateManagedRunner" {
			out = append(out, body.UpdateMask)
		}
	}
	return out
}

// Every field of spec that is taken out of the program is reset, alone and with others, and the next refresh is quiet.
func TestFieldsTakenOutAreReset(t *testing.T) {
	t.Parallel()
	enabled := property.New(map[string]property.Value{"enabled": property.New(true)})
	full := map[string]property.Value{
		"releaseChannel":        property.New("RELEASE_CHANNEL_RAPID"),
		"enforceResourceLimits": property.New(true),
		"volumes":               enabled,
		"tenantMetrics":         enabled,
		"imagePull":             property.New(map[string]property.Value{"policy": property.New("SANDBOX_IMAGE_PULL_POLICY_ALWAYS")}),
		"dataPlane":             property.New(map[string]property.Value{"disabled": property.New(true)}),
		"overrides":             property.New(map[string]property.Value{"args": property.New([]property.Value{property.New("-v")})}),
		"maintenancePolicy": property.New(map[string]property.Value{"windows": property.New([]property.Value{
			property.New(map[string]property.Value{"cron": property.New("0 2 * * SAT"), "durationSeconds": property.New(60.0)}),
		})}),
	}
	for name := range full {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := newFake(t)
			e := newEngine(t, fake)
			inputs := e.check(property.Map{}, withSpec(full))
			state := e.create(inputs)
			rest := property.NewMap(full).Delete(name)
			without := e.check(inputs, withSpec(rest.AsMap()))
			assert.Equal(t, []string{"spec." + name}, e.diff(runnerID, state, inputs, without))
			fake.ResetRequests()
			state = e.update(runnerID, state, inputs, without)
			assert.Equal(t, []string{"spec." + name}, masks(t, fake))
			doc, _ := fake.Runner(runnerID)
			reset := doc["spec"].(map[string]any)[name]
			assert.Contains(t, []any{nil, false, "RELEASE_CHANNEL_STABLE"}, reset)
			gotInputs, gotState := e.read(runnerID, without, state)
			assert.Empty(t, e.diff(runnerID, gotState, gotInputs, without))
		})
	}
}

// A block of spec that the program starts to give is sent, also when nothing is in it and the runner has none.
func TestEmptyBlocksAreSent(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"maintenancePolicy", "volumes", "tenantMetrics", "imagePull", "overrides"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := newFake(t)
			e := newEngine(t, fake)
			inputs := e.check(property.Map{}, minimal())
			state := e.create(inputs)
			empty := e.check(inputs, withSpec(map[string]property.Value{name: property.New(property.Map{})}))
			assert.Equal(t, []string{"spec." + name}, e.diff(runnerID, state, inputs, empty))
			state = e.update(runnerID, state, inputs, empty)
			assert.Equal(t, []string{"spec." + name}, masks(t, fake))
			read, live := e.read(runnerID, empty, state)
			assert.Empty(t, e.diff(runnerID, live, read, empty))
		})
	}
}

// An answer that is lost after the server has done its work is made up for by a look.
func TestUpdateWhoseAnswerIsLostIsSettled(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	inputs := e.check(property.Map{}, minimal())
	state := e.create(inputs)
	named := inputs.Set("policy", property.New(map[string]property.Value{"displayName": property.New("p")}))
	fake.Inject(fakeapi.Fault{Call: "UpdateManagedRunner", CutAfter: true})
	state = e.update(runnerID, state, inputs, named)
	gotInputs, gotState := e.read(runnerID, named, state)
	assert.Empty(t, e.diff(runnerID, gotState, gotInputs, named))
	assert.Equal(t, gotState.Get("etag"), state.Get("etag"))
}
