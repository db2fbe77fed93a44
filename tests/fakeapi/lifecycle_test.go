package fakeapi

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
)

// state is the moving part of a runner.
type state struct {
	install, connection string
	active, target      int
	rolling             bool
}

func stateOf(t *testing.T, fake *Running) state {
	t.Helper()
	doc := requireOK(t, get(t, fake, "test-runner"))
	return state{
		install:    lookupString(doc, "installStatus")[len("RUNNER_INSTALL_STATUS_"):],
		connection: lookupString(doc, "connectionStatus")[len("RUNNER_CONNECTION_STATUS_"):],
		active:     lookupNumber(doc, "activeRevision"),
		target:     lookupNumber(doc, "targetRevision"),
		rolling:    lookupBool(doc, "rolloutInProgress"),
	}
}

func TestInstallWalk(t *testing.T) {
	t.Parallel()
	c := newClock()
	fake := start(t, Options{Clock: c.read, InstallTime: 40 * time.Second, ConnectTime: 20 * time.Second})
	requireOK(t, create(t, fake, minimal))
	assert.Equal(t, state{"PENDING", "DISCONNECTED", 0, 1, true}, stateOf(t, fake))
	c.advance(10 * time.Second)
	assert.Equal(t, state{"PROVISIONING", "DISCONNECTED", 0, 1, true}, stateOf(t, fake))
	c.advance(30 * time.Second)
	assert.Equal(t, state{"READY", "DISCONNECTED", 1, 1, false}, stateOf(t, fake))
	assert.NotContains(t, requireOK(t, get(t, fake, "test-runner")), "lastHeartbeatTime")
	c.advance(20 * time.Second)
	assert.Equal(t, state{"READY", "CONNECTED", 1, 1, false}, stateOf(t, fake))
	assert.Equal(t, "2026-08-01T12:01:00Z", requireOK(t, get(t, fake, "test-runner"))["lastHeartbeatTime"])
	c.advance(25 * time.Second)
	assert.Equal(t, "2026-08-01T12:01:20Z", requireOK(t, get(t, fake, "test-runner"))["lastHeartbeatTime"])
}

func TestRollout(t *testing.T) {
	t.Parallel()
	c := newClock()
	fake := start(t, Options{Clock: c.read, RolloutTime: time.Minute})
	requireOK(t, create(t, fake, minimal))
	change := func(value string) {
		requireOK(t, update(t, fake, "spec.overrides", `{"spec":{"overrides":{"env":{"A":"`+value+`"}}}}`))
	}
	change("1")
	assert.Equal(t, state{"READY", "CONNECTED", 1, 2, true}, stateOf(t, fake))
	change("1")
	assert.Equal(t, 2, stateOf(t, fake).target, "the same configuration is no change")
	c.advance(30 * time.Second)
	change("2")
	c.advance(45 * time.Second)
	assert.Equal(t, state{"READY", "CONNECTED", 1, 3, true}, stateOf(t, fake), "a new change starts a new rollout")
	c.advance(15 * time.Second)
	assert.Equal(t, state{"READY", "CONNECTED", 3, 3, false}, stateOf(t, fake))
	assert.Equal(t, "config-3", requireOK(t, get(t, fake, "test-runner"))["activeConfigVersion"])

	requireOK(t, update(t, fake, "displayName", `{"displayName":"x"}`))
	requireOK(t, update(t, fake, "policy", `{"etag":"etag-1","policy":{"displayName":"x"}}`))
	assert.Equal(t, 3, stateOf(t, fake).target, "neither a name nor a policy is rolled out")
	requireOK(t, update(t, fake, "identity.runnerGroupId", `{"identity":{"runnerGroupId":"g"}}`))
	assert.Equal(t, 4, stateOf(t, fake).target)
	fake.Reconfigure(func(o *Options) { o.PolicyBumpsRevision = true })
	requireOK(t, update(t, fake, "policy", `{"etag":"etag-2","policy":{"displayName":"y"}}`))
	assert.Equal(t, 5, stateOf(t, fake).target)
}

func TestFailedInstall(t *testing.T) {
	t.Parallel()
	c := newClock()
	fake := start(t, Options{Clock: c.read, InstallTime: time.Minute, FailInstall: &InstallFailure{
		Reason: "HELM", Message: "no nodes", DiagnosticDetail: "0/3 nodes", RemediationHints: []string{"add nodes"},
	}})
	assert.NotContains(t, requireOK(t, create(t, fake, minimal)), "installError")
	c.advance(time.Minute)
	assert.Equal(t, state{"FAILED", "DISCONNECTED", 0, 1, true}, stateOf(t, fake))
	assert.Equal(t, map[string]any{
		"reason": "HELM", "message": "no nodes", "diagnosticDetail": "0/3 nodes",
		"remediationHints": []any{"add nodes"}, "occurTime": "2026-08-01T12:01:00Z",
	},
		requireOK(t, get(t, fake, "test-runner"))["installError"])

	fake.Reconfigure(func(o *Options) { o.FailInstall = nil })
	got := requireOK(t, update(t, fake, "spec.volumes", `{"spec":{"volumes":{"enabled":true}}}`))
	assert.NotContains(t, got, "installError", "a changed configuration is installed anew")
	assert.Equal(t, state{"PENDING", "DISCONNECTED", 0, 2, true}, stateOf(t, fake))
	c.advance(time.Minute)
	assert.Equal(t, state{"READY", "CONNECTED", 2, 2, false}, stateOf(t, fake))
}

func TestDeployment(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	requireOK(t, update(t, fake, "spec.overrides", `{"spec":{"overrides":{"env":{"LOG_LEVEL":"debug","A":""},
		"resources":{"cpuRequest":"2"},"args":["-v"],"affinity":{}}}}`))
	deployed := lookupObject(requireOK(t, get(t, fake, "test-runner")), "deploymentSpec")
	assert.Equal(t, map[string]any{"RUNNER_ID": "test-runner", "LOG_LEVEL": "debug", "A": ""}, deployed["env"])
	assert.Equal(t, map[string]any{"cpuRequest": "2", "memoryRequest": "1Gi"}, deployed["resources"])
	assert.Equal(t, []any{"-v"}, deployed["args"])
	assert.NotContains(t, deployed, "affinity")
}

func TestDataPlaneStatus(t *testing.T) {
	t.Parallel()
	for plane, uri := range map[string]string{
		`{"clusterIp":{}}`: "https://sandbox-runner.cw-sandbox.svc:9443",
		`{"loadBalancer":{"hostname":"runner.example.com"}}`:           "https://runner.example.com:9443",
		`{"loadBalancer":{}}`:                                          "https://test-runner.runners.example.com:9443",
		`{"custom":{"advertisedUri":"https://mine.example.com:1234"}}`: "https://mine.example.com:1234",
	} {
		c := newClock()
		fake := start(t, Options{Clock: c.read, InstallTime: time.Minute})
		got := requireOK(t, create(t, fake, `{`+identityJSON+`,"policy":{},"spec":{"dataPlane":`+plane+`}}`))
		assert.Equal(t, "RUNNER_DATA_PLANE_STATE_PENDING", lookupString(got, "dataPlaneStatus", "state"))
		c.advance(time.Hour)
		got = requireOK(t, get(t, fake, "test-runner"))
		assert.Equal(t, uri, lookupString(got, "dataPlaneStatus", "uri"))
		got = requireOK(t, update(t, fake, "spec.dataPlane", `{"spec":{"dataPlane":{"disabled":{}}}}`))
		assert.Equal(t, map[string]any{"state": "RUNNER_DATA_PLANE_STATE_DISABLED"}, got["dataPlaneStatus"])
	}
}

func TestApplyAvailableUpdate(t *testing.T) {
	t.Parallel()
	c := newClock()
	fake := start(t, Options{Clock: c.read, UpdateAvailable: true, RolloutTime: time.Minute})
	assert.Equal(t, true, requireOK(t, create(t, fake, minimal))["updateAvailable"])
	apply := func() reply { return post(t, fake, "ApplyAvailableUpdate", `{"runnerId":"test-runner"}`) }

	got := requireOK(t, apply())
	assert.NotContains(t, got, "updateAvailable")
	assert.Equal(t, state{"READY", "CONNECTED", 1, 2, true}, stateOf(t, fake))
	c.advance(time.Minute)
	assert.Equal(t, state{"READY", "CONNECTED", 2, 2, false}, stateOf(t, fake))
	assert.Contains(t, lookupString(requireOK(t, get(t, fake, "test-runner")), "deploymentSpec", "image"), "1.2.0")

	r := apply()
	requireRefused(t, r, CodeFailedPrecondition)
	assert.NotEmpty(t, detail[*errdetails.PreconditionFailure](r).GetViolations())
	fake.Reconfigure(func(o *Options) { o.NoUpdateCode = CodeOK })
	assert.Equal(t, 2, lookupNumber(requireOK(t, apply()), "targetRevision"))
	fake.Edit("test-runner", func(doc map[string]any) { doc["updateAvailable"] = true })
	fake.Reconfigure(func(o *Options) { o.ApplyReturnsEmpty = true })
	assert.Empty(t, requireOK(t, apply()))
	assert.Equal(t, 3, stateOf(t, fake).target)
	requireRefused(t, post(t, fake, "ApplyAvailableUpdate", `{"runnerId":"none"}`), CodeNotFound)
	requireRefused(t, post(t, fake, "ApplyAvailableUpdate", `{}`), CodeInvalidArgument)
}
