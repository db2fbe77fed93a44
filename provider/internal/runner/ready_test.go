package runner

import (
	"slices"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// What waits come to, with exactly one look for each step of the sequence and none after the last.
func TestWaits(t *testing.T) {
	t.Parallel()
	const stays = "it stays in the Pulumi state, and the next `pulumi up` goes on waiting"
	unavailable := refused(connect.CodeUnavailable, 503, "restarting")
	for name, test := range map[string]struct {
		replay
		errors []string // parts of the error; none for a wait that succeeds
		log    []string
	}{
		"ready at once": {replay: replay{before: pending, looks: []look{working(1)}}},
		"slow": {
			replay: replay{before: pending, looks: []look{pending, pending, provisioning, provisioning, connecting, working(1)}},
			log: []string{
				`runner "r": installing: PROVISIONING`, `runner "r": connecting: DISCONNECTED`, `runner "r": ready: READY`,
			},
		},
		"a connection that comes and goes": {
			replay: replay{before: pending, looks: []look{connecting, seen("READY", "CONNECTED", 0, 1), connecting, working(1)}},
			log: []string{
				`runner "r": rolling out: READY`, `runner "r": connecting: DISCONNECTED`, `runner "r": ready: READY`,
			},
		},
		"a rollout": {
			replay: replay{before: seen("READY", "CONNECTED", 3, 4), looks: []look{seen("READY", "CONNECTED", 3, 4), working(4)}},
			log:    []string{`runner "r": ready: READY`},
		},
		"a revision that moves on meanwhile": {
			replay: replay{before: pending, looks: []look{
				seen("READY", "CONNECTED", 1, 2), seen("READY", "CONNECTED", 2, 3), seen("READY", "CONNECTED", 2, 3), working(3),
			}},
			log: []string{`runner "r": ready: READY`},
		},
		"an older answer is not taken for ready": {
			replay: replay{before: seen("READY", "CONNECTED", 1, 2), looks: []look{working(1), working(1), seen("READY", "CONNECTED", 1, 2), working(2)}},
			log:    []string{`runner "r": rolling out: READY`, `runner "r": ready: READY`},
		},
		"an older answer is not taken for failed": {
			replay: replay{before: seen("FAILED", "DISCONNECTED", 0, 2), looks: []look{failed, working(2)}},
			log:    []string{`runner "r": ready: READY`},
		},
		"another runner of the same ID begins anew": {
			replay: replay{before: working(7, born("2026-01-01T00:00:00Z")), looks: []look{
				seen("READY", "CONNECTED", 0, 1, born("2026-01-02T00:00:00Z")), working(1, born("2026-01-02T00:00:00Z")),
			}},
			log: []string{`runner "r": ready: READY`},
		},
		"statuses of a newer server": {
			replay: replay{before: pending, looks: []look{seen("RESTING", "WAVING", 1, 1), seen("READY", "WAVING", 1, 1), working(1)}},
			log:    []string{`runner "r": connecting: WAVING`, `runner "r": ready: READY`},
		},
		"an update available, and none asked for": {replay: replay{before: pending, looks: []look{working(1, outdated)}}},

		"an update that has not begun, and then moves the revision": {
			replay: replay{before: working(1), updating: true, looks: []look{
				working(1, outdated), working(1, outdated), seen("READY", "CONNECTED", 1, 2, outdated), working(2, outdated),
			}},
			log: []string{`runner "r": rolling out: READY`, `runner "r": ready: READY`},
		},
		"an update that is there without a new revision": {
			replay: replay{before: working(1), updating: true, looks: []look{working(1, outdated), working(1)}},
		},
		"an update of which everything is done": {replay: replay{before: working(2), updating: true, looks: []look{working(2)}}},

		"a failure": {
			replay: replay{before: pending, looks: []look{pending, provisioning, failed}},
			errors: []string{`the installation of runner "r" has failed`, "stays in the Pulumi state", "run `pulumi up` again"},
			log:    []string{`runner "r": installing: PROVISIONING`, `runner "r": installing: FAILED`},
		},
		"a failure of a runner that is connected": {
			replay: replay{before: working(1), looks: []look{seen("FAILED", "CONNECTED", 1, 1)}},
			errors: []string{"has failed"},
		},
		"deleted elsewhere": {
			replay: replay{before: pending, looks: []look{provisioning, deleting}},
			errors: []string{`runner "r": the runner is being deleted elsewhere`, "`pulumi refresh`", "`pulumi up` to create it again"},
			log:    []string{`runner "r": deleting: DELETING`},
		},
		"gone": {
			replay: replay{before: pending, looks: []look{provisioning, gone}},
			errors: []string{"no such runner", "deleted elsewhere: run `pulumi refresh`"},
		},
		"a token that is refused": {
			replay: replay{before: pending, looks: []look{provisioning, refused(connect.CodeUnauthenticated, 401, "bad token")}},
			errors: []string{"waiting for the runner to be ready: GetManagedRunner", "bad token", "coreweave-sandbox:apiToken", stays},
		},
		"a permission that lacks": {
			replay: replay{before: pending, looks: []look{refused(connect.CodePermissionDenied, 403, "no")}},
			errors: []string{"waiting for the runner to be ready", "SANDBOX_ADMIN", stays},
		},
		"an outage that outlasts the client's tries": {
			replay: replay{before: pending, looks: []look{provisioning, unavailable}},
			errors: []string{"unavailable: restarting", stays},
		},
		"an answer that is not usable": {
			replay: replay{before: pending, looks: []look{refused(connect.CodeInternal, 200, "the server's answer is not usable: it is empty")}},
			errors: []string{"it is empty", stays},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := test.run(t)
			assert.Len(t, got.at, len(test.looks))
			assert.Equal(t, test.log, got.log)
			last := test.looks[len(test.looks)-1]
			if last.err == nil {
				assert.Equal(t, last.live, got.last, "what the last look has found")
			}
			if test.errors == nil {
				assert.NoError(t, got.err)
				return
			}
			require.Error(t, got.err)
			for _, text := range test.errors {
				assert.Contains(t, got.err.Error(), text)
			}
			assert.NotContains(t, got.err.Error(), "customTimeouts", "no limit was reached")
		})
	}
}

// A look that finds an error has not seen the runner: what was seen before it stays.
func TestTheLastRunnerSurvivesAnError(t *testing.T) {
	t.Parallel()
	got := replay{before: pending, looks: []look{provisioning, gone}}.run(t)
	assert.Equal(t, provisioning.live, got.last)
	assert.True(t, api.IsNotFound(got.err))
	got = replay{before: pending, looks: []look{gone}}.run(t)
	assert.Equal(t, pending.live, got.last, "as the operation has left it")
}

// The wait ends with a failure. A later one, after the repair, is a new one.
func TestFailedThenRepaired(t *testing.T) {
	t.Parallel()
	recorded := []look{provisioning, failed, seen("PROVISIONING", "DISCONNECTED", 0, 2), connecting2(2), working(2)}
	first := replay{before: pending, looks: recorded}.run(t)
	assert.True(t, isInstallFailure(first.err))
	assert.Len(t, first.at, 2)
	second := replay{before: look{live: first.last}, looks: recorded[2:]}.run(t)
	assert.NoError(t, second.err)
	assert.Equal(t, working(2).live, second.last)
}

func connecting2(revision int) look { return seen("READY", "DISCONNECTED", revision, revision) }

// Every part of what the server says about a failed installation is told, and nothing is made up for what it leaves out.
func TestInstallFailuresTellAll(t *testing.T) {
	t.Parallel()
	const end = "\nThe runner stays in the Pulumi state: correct the cause and run `pulumi up` again."
	for name, test := range map[string]struct {
		cause *model.RunnerInstallError
		want  string
	}{
		"nothing":     {nil, ""},
		"empty":       {&model.RunnerInstallError{}, ""},
		"empty texts": {&model.RunnerInstallError{Reason: new(""), Message: new(""), DiagnosticDetail: new("")}, ""},
		"a reason":    {&model.RunnerInstallError{Reason: new("IMAGE_PULL")}, ": IMAGE_PULL"},
		"a message":   {&model.RunnerInstallError{Message: new("cannot be pulled")}, ": cannot be pulled"},
		"a diagnosis": {&model.RunnerInstallError{DiagnosticDetail: new("HTTP 401")}, "\n  diagnosis: HTTP 401"},
		"one hint":    {&model.RunnerInstallError{RemediationHints: []string{"look here"}}, "\n  hint: look here"},
		"all": {
			&model.RunnerInstallError{
				Reason: new("IMAGE_PULL"), Message: new("cannot be pulled"), DiagnosticDetail: new("HTTP 401"),
				RemediationHints: []string{"first", "second", "third"}, OccurredTime: new("2026-01-02T03:04:05Z"),
			},
			": IMAGE_PULL: cannot be pulled\n  diagnosis: HTTP 401\n  hint: first\n  hint: second\n  hint: third",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := seen("FAILED", "DISCONNECTED", 0, 1, func(r *model.ManagedRunner) { r.InstallError = test.cause })
			got := replay{before: pending, looks: []look{found}}.run(t)
			assert.EqualError(t, got.err, `the installation of runner "r" has failed`+test.want+end)
			assert.Equal(t, found.live, got.last, "the failure is in the outputs")
		})
	}
}

// The live line tells the phase, the revisions, the last sign of life and the time.
func TestLiveLines(t *testing.T) {
	t.Parallel()
	// Bubbles begin at this time.
	heartbeat := func(at string) func(*model.ManagedRunner) {
		return func(r *model.ManagedRunner) { r.LastHeartbeatTime = &at }
	}
	for name, test := range map[string]struct {
		found look
		want  string
	}{
		"installing":           {provisioning, "installing: PROVISIONING, revision 0 of 1, 0s"},
		"rolling out":          {seen("READY", "CONNECTED", 3, 4), "rolling out: READY, revision 3 of 4, 0s"},
		"connecting":           {connecting, "connecting: DISCONNECTED, revision 1 of 1, 0s"},
		"deleting":             {deleting, "deleting: DELETING, revision 1 of 1, 0s"},
		"ready":                {working(1), "ready: READY, revision 1 of 1, 0s"},
		"without an install":   {look{live: model.ManagedRunner{}}, "installing: not known, revision 0 of 0, 0s"},
		"a heartbeat":          {seen("READY", "X", 1, 1, heartbeat("1999-12-31T23:59:48Z")), "connecting: X, revision 1 of 1, last heartbeat 12s ago, 0s"},
		"with fractions":       {seen("READY", "X", 1, 1, heartbeat("1999-12-31T23:59:47.75Z")), "connecting: X, revision 1 of 1, last heartbeat 12s ago, 0s"},
		"in another zone":      {seen("READY", "X", 1, 1, heartbeat("2000-01-01T00:58:50+01:00")), "connecting: X, revision 1 of 1, last heartbeat 1m10s ago, 0s"},
		"of a clock ahead":     {seen("READY", "X", 1, 1, heartbeat("2000-01-01T00:00:30Z")), "connecting: X, revision 1 of 1, last heartbeat 0s ago, 0s"},
		"that is not readable": {seen("READY", "X", 1, 1, heartbeat("lately")), "connecting: X, revision 1 of 1, 0s"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := replay{before: pending, looks: []look{test.found, gone}}.run(t)
			require.NotEmpty(t, got.live)
			assert.Equal(t, test.want, got.live[0])
		})
	}
	t.Run("without a connection status", func(t *testing.T) {
		t.Parallel()
		silent := seen("READY", "", 1, 1, func(r *model.ManagedRunner) { r.ConnectionStatus = "" })
		got := replay{before: pending, looks: []look{silent, working(1)}}.run(t)
		assert.Equal(t, "connecting: not known, revision 1 of 1, 0s", got.live[0])
	})
}

// The line moves on with the time, one for each look, and the log has no line for it.
func TestLiveLinesCountTheTime(t *testing.T) {
	t.Parallel()
	looks := slices.Repeat([]look{provisioning}, 20)
	got := replay{before: pending, looks: append(looks, working(1))}.run(t)
	require.NoError(t, got.err)
	require.Len(t, got.live, len(got.at))
	for i, line := range got.live[:20] {
		assert.Equal(t, "installing: PROVISIONING, revision 0 of 1, "+got.at[i].Round(time.Second).String(), line)
	}
	assert.Regexp(t, `^installing: PROVISIONING, revision 0 of 1, 1m\d+s$`, got.live[15])
	assert.Equal(t, []string{`runner "r": ready: READY`}, got.log)
}
