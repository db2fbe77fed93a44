package runner

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// A wait that is ended from outside says how long it was, where the runner stood, and how to go on; which limit it was,
// if it was one.
func TestWaitsEndInTime(t *testing.T) {
	t.Parallel()
	const stays = "it stays in the Pulumi state, and the next `pulumi up` goes on waiting"
	heartbeat := func(r *model.ManagedRunner) { at := "2000-01-01T00:00:00Z"; r.LastHeartbeatTime = &at }
	limited := func(after, where string) string {
		return fmt.Sprintf(`runner "r" is not ready after %s (%s); %s; the option customTimeouts of the resource sets how `+
			`long: { create: "1h" }. To change the runner without waiting for it first, set waitForReady to false`, after, where, stays)
	}
	interrupted := func(after, where string) string {
		return fmt.Sprintf(`the wait for runner "r" to be ready was interrupted after %s (%s); %s`, after, where, stays)
	}
	for name, test := range map[string]struct {
		replay
		took time.Duration
		want string
	}{
		"the default limit": {
			replay{before: pending, looks: []look{provisioning}},
			30 * time.Minute, limited("30m0s", "installing: PROVISIONING, revision 0 of 1"),
		},
		"a short limit": {
			replay{before: pending, looks: []look{connecting}, limit: time.Second},
			time.Second, limited("1s", "connecting: DISCONNECTED, revision 1 of 1"),
		},
		"a long limit": {
			replay{before: pending, looks: []look{seen("READY", "CONNECTED", 3, 4, heartbeat)}, limit: 5 * time.Hour},
			5 * time.Hour, limited("5h0m0s", "rolling out: READY, revision 3 of 4, last heartbeat 5h0m0s ago"),
		},
		"an update that never begins": {
			replay{before: working(1), updating: true, looks: []look{working(1, outdated)}, limit: time.Minute},
			time.Minute, limited("1m0s", "ready: READY, revision 1 of 1"),
		},
		"an interruption before the first look": {
			replay{before: pending, looks: []look{provisioning}, canceled: -1},
			0, interrupted("0s", "installing: PROVISIONING, revision 0 of 1"),
		},
		"an interruption between two looks": {
			replay{before: pending, looks: []look{provisioning}, canceled: 500 * time.Millisecond},
			500 * time.Millisecond, interrupted("1s", "installing: PROVISIONING, revision 0 of 1"),
		},
		"an interruption during a look": {
			replay{before: pending, looks: []look{provisioning}, canceled: 7 * time.Second, slow: true},
			7 * time.Second, interrupted("7s", "installing: PROVISIONING, revision 0 of 1"),
		},
		"a limit during a look": {
			replay{before: pending, looks: []look{provisioning}, limit: 7 * time.Second, slow: true},
			7 * time.Second, limited("7s", "installing: PROVISIONING, revision 0 of 1"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := test.run(t)
			assert.EqualError(t, got.err, test.want)
			assert.Equal(t, test.took, got.took)
			assert.Equal(t, test.looks[len(test.looks)-1].live, got.last)
		})
	}
}

func TestTheLimitIsThatOfTheOperation(t *testing.T) {
	t.Parallel()
	line := startProgress("r")
	w := &wait{runnerID: "r", operation: "update"}
	assert.Contains(t, w.outOfTime(context.DeadlineExceeded, line).Error(), `customTimeouts of the resource sets how long: { update: "1h" }`)
}

// When the time is over there is one more look, for the runner may have got there in the last pause.
func TestTheLastPauseIsLookedAt(t *testing.T) {
	t.Parallel()
	for name, ended := range map[string]replay{
		"the limit":        {before: pending, limit: 900 * time.Millisecond},
		"an interruption":  {before: pending, canceled: 900 * time.Millisecond},
		"during a look":    {before: pending, limit: 5 * time.Second, slow: true},
		"before all looks": {before: pending, canceled: -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// The first look of those that there are before the end finds nothing.
			until := func(last look) replay {
				r := ended
				r.looks = []look{provisioning, last}
				if ended.canceled < 0 {
					r.looks = r.looks[1:]
				}
				return r
			}
			got := until(working(1)).run(t)
			assert.NoError(t, got.err, "it is ready")
			assert.Equal(t, working(1).live, got.last)

			got = until(failed).run(t)
			assert.True(t, isInstallFailure(got.err), "%v", got.err)
			assert.Equal(t, failed.live, got.last)

			got = until(connecting).run(t)
			assert.ErrorContains(t, got.err, "connecting: DISCONNECTED, revision 1 of 1", "where it stands now")
			assert.Equal(t, connecting.live, got.last)

			got = until(gone).run(t)
			assert.ErrorContains(t, got.err, "goes on waiting")
		})
	}
}

// When it gets ready is noticed within one pause, without more looks than pauses allow, whenever that is.
func TestReadyIsNoticedSoon(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		steps := rapid.IntRange(0, 300).Draw(rt, "looks before it is ready")
		notYet := rapid.SampledFrom([]look{pending, provisioning, connecting, seen("READY", "CONNECTED", 0, 1)})
		looks := rapid.SliceOfN(notYet, steps, steps).Draw(rt, "looks")
		got := replay{before: pending, looks: append(looks, working(1)), limit: 100 * time.Hour}.run(t)
		if got.err != nil || len(got.at) != steps+1 || got.took != got.at[steps] || got.at[0] != 0 {
			rt.Fatalf("%v after %s and %d looks", got.err, got.took, len(got.at))
		}
		for i := range steps {
			if pause := got.at[i+1] - got.at[i]; pause < time.Second || pause > 10*time.Second {
				rt.Fatalf("a pause of %s", pause)
			}
		}
	})
}

// A wait follows the law of its two ends: what comes first of ready and failed decides, whatever was before.
func TestReadyOrFailedWhateverComesFirst(t *testing.T) {
	t.Parallel()
	names := rapid.SampledFrom([]string{"PENDING", "PROVISIONING", "READY", "FAILED", "UNSPECIFIED", "RESTING"})
	connections := rapid.SampledFrom([]string{"CONNECTED", "DISCONNECTED", "UNSPECIFIED"})
	revision := rapid.IntRange(0, 3)
	rapid.Check(t, func(rt *rapid.T) {
		var looks []look
		for range rapid.IntRange(0, 40).Draw(rt, "length") {
			looks = append(looks, seen(names.Draw(rt, "install"), connections.Draw(rt, "connection"),
				revision.Draw(rt, "active"), revision.Draw(rt, "target")))
		}
		before := seen("PENDING", "DISCONNECTED", 0, revision.Draw(rt, "before"))
		looks = append(looks, working(3))

		// Said once more, in other words.
		end, ok := 0, false
		for i, l := range looks {
			end = i
			current := l.live.TargetRevision >= before.live.TargetRevision
			ok = current && l.live.InstallStatus == "RUNNER_INSTALL_STATUS_READY" &&
				l.live.ConnectionStatus == "RUNNER_CONNECTION_STATUS_CONNECTED" && l.live.ActiveRevision == l.live.TargetRevision
			if ok || current && l.live.InstallStatus == "RUNNER_INSTALL_STATUS_FAILED" {
				break
			}
		}
		got := replay{before: before, looks: looks}.run(t)
		if len(got.at) != end+1 || (got.err == nil) != ok || isInstallFailure(got.err) == ok {
			rt.Fatalf("%d looks in place of %d, %v", len(got.at), end+1, got.err)
		}
		if got.last.Status != looks[end].live.Status {
			rt.Fatalf("not the last runner: %v", got.last.Status)
		}
	})
}
