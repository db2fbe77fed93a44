package runner

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// look is what one look at a runner finds.
type look struct {
	live model.ManagedRunner
	err  error
}

// seen is a runner in short: "READY CONNECTED", and the revisions.
func seen(install, connection string, active, target int, more ...func(*model.ManagedRunner)) look {
	var r model.ManagedRunner
	r.Identity.RunnerID = "r"
	r.InstallStatus = "RUNNER_INSTALL_STATUS_" + install
	r.ConnectionStatus = "RUNNER_CONNECTION_STATUS_" + connection
	r.ActiveRevision, r.TargetRevision = active, target
	for _, change := range more {
		change(&r)
	}
	return look{live: r}
}

func working(revision int, more ...func(*model.ManagedRunner)) look {
	return seen("READY", "CONNECTED", revision, revision, more...)
}

func born(at string) func(*model.ManagedRunner) {
	return func(r *model.ManagedRunner) { r.CreateTime = at }
}

func outdated(r *model.ManagedRunner) { r.UpdateAvailable = true }

// refused is a look that the API, or what stands before it, answers with an error.
func refused(code connect.Code, status int, message string) look {
	return look{err: &api.Error{Call: "GetManagedRunner", RunnerID: "r", Code: code, HTTPStatus: status, Message: message}}
}

var (
	pending      = seen("PENDING", "DISCONNECTED", 0, 1)
	provisioning = seen("PROVISIONING", "DISCONNECTED", 0, 1)
	connecting   = seen("READY", "DISCONNECTED", 1, 1)
	failed       = seen("FAILED", "DISCONNECTED", 0, 1)
	deleting     = seen("DELETING", "CONNECTED", 1, 1)
	gone         = refused(connect.CodeNotFound, 404, "no such runner")
)

// replay is a wait over a recorded sequence.
type replay struct {
	before   look // as the operation has left it
	updating bool
	looks    []look        // the last one repeats
	limit    time.Duration // of customTimeouts; 0 for none
	canceled time.Duration // after the start; 0 for never, less for before
	slow     bool          // no look is answered before its context ends, but those after the end of the wait
}

// outcome is how a wait went.
type outcome struct {
	*told
	last model.ManagedRunner
	err  error
	at   []time.Duration // of each look
	took time.Duration
}

// run replays the sequence in a bubble, where waiting takes no time.
func (r replay) run(t *testing.T) outcome {
	t.Helper()
	var o outcome
	synctest.Test(t, func(t *testing.T) {
		ctx, told := telling(t.Context())
		o.told = told
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		if r.limit > 0 {
			ctx, cancel = context.WithTimeout(ctx, r.limit)
			defer cancel()
		}
		switch {
		case r.canceled < 0:
			cancel()
		case r.canceled > 0:
			time.AfterFunc(r.canceled, cancel)
		}
		start := time.Now()
		w := &wait{runnerID: "r", operation: "create", last: r.before.live, updating: r.updating}
		w.look = func(looking context.Context) (model.ManagedRunner, error) {
			if looking.Err() != nil {
				return model.ManagedRunner{}, looking.Err() // as the client does, without a call
			}
			o.at = append(o.at, time.Since(start))
			if ended := ctx.Err() != nil; r.slow && !ended {
				<-looking.Done()
				return model.ManagedRunner{}, looking.Err()
			}
			next := r.looks[min(len(o.at), len(r.looks))-1]
			return next.live, next.err
		}
		o.err = w.untilReady(ctx)
		o.last, o.took = w.last, time.Since(start)
	})
	return o
}
