package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pulumi/pulumi-go-provider/infer"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// wait is the wait for a runner to be ready.
type wait struct {
	runnerID string
	// operation is whose limit customTimeouts sets: create or update.
	operation string
	look      func(context.Context) (model.ManagedRunner, error)
	// last is the runner as it was last seen.
	last model.ManagedRunner
	// updating tells that an available update was asked for, and the runner may still look as it did before.
	updating bool
}

// untilReady returns when the runner is ready. An error says where it stands, and how to go on.
func (w *wait) untilReady(ctx context.Context) error {
	limited, cancel := bounded(ctx)
	defer cancel()
	before, line := w.last, startProgress(w.runnerID)
	look := func(ctx context.Context) error {
		live, err := w.look(ctx)
		if err != nil {
			return err
		}
		w.last = live
		line.show(ctx, phase(live), details(live)...)
		return w.verdict(before)
	}
	err := await(limited, readyPace, func() error { return look(limited) })
	if limited.Err() != nil && err != nil {
		// It may have become ready, or failed, in the last pause.
		final, cancel := afterwards(ctx)
		defer cancel()
		if err = look(final); err != nil && !isInstallFailure(err) {
			return w.outOfTime(limited.Err(), line)
		}
	}
	switch {
	case err == nil:
		return nil
	case isInstallFailure(err), api.IsNotFound(err), errors.Is(err, errDeleting):
		return explain(err)
	default:
		return fmt.Errorf("waiting for the runner to be ready: %w; %s", explain(err), waitsOn)
	}
}

// waitsOn tells that nothing is lost.
const waitsOn = "it stays in the Pulumi state, and the next `pulumi up` goes on waiting"

// outOfTime says where the runner stood when the wait was ended from outside.
func (w *wait) outOfTime(cause error, line *progress) error {
	where := standing(phase(w.last), details(w.last)...)
	if !errors.Is(cause, context.DeadlineExceeded) {
		return fmt.Errorf("the wait for runner %q to be ready was interrupted after %s (%s); %s",
			w.runnerID, line.elapsed(), where, waitsOn)
	}
	return fmt.Errorf("runner %q is not ready after %s (%s); %s; the option customTimeouts of the resource sets how long: "+
		"{ %s: \"1h\" }. To change the runner without waiting for it first, set waitForReady to false",
		w.runnerID, line.elapsed(), where, waitsOn, w.operation)
}

var errDeleting = errors.New("the runner is being deleted elsewhere: when it is gone, run `pulumi refresh`, and `pulumi up` " +
	"to create it again")

// verdict is nil for a runner that is ready, errNotYet for one that may become so, and any other error if it will not.
func (w *wait) verdict(before model.ManagedRunner) error {
	live := w.last
	switch {
	case live.InstallStatus == model.InstallStatusDeleting:
		return fmt.Errorf("runner %q: %w", w.runnerID, errDeleting)
	case live.TargetRevision < before.TargetRevision && live.CreateTime == before.CreateTime:
		return errNotYet // the answer is older than the one before, and whatever it says may be over
	case live.InstallStatus == model.InstallStatusFailed:
		return &installFailure{runnerID: w.runnerID, cause: live.InstallError}
	case !live.Ready():
		return errNotYet
	case w.updating && live.UpdateAvailable && live.TargetRevision == before.TargetRevision:
		return errNotYet // the update has not begun
	default:
		return nil
	}
}

// phase is what a runner is at, and the status that says so.
func phase(live model.ManagedRunner) string {
	install := cmp.Or(strings.TrimPrefix(live.InstallStatus, "RUNNER_INSTALL_STATUS_"), "not known")
	switch {
	case live.InstallStatus == model.InstallStatusDeleting:
		return "deleting: " + install
	case live.InstallStatus != model.InstallStatusReady:
		return "installing: " + install
	case live.ActiveRevision != live.TargetRevision:
		return "rolling out: " + install
	case live.ConnectionStatus != model.ConnectionStatusConnected:
		return "connecting: " + cmp.Or(strings.TrimPrefix(live.ConnectionStatus, "RUNNER_CONNECTION_STATUS_"), "not known")
	default:
		return "ready: " + install
	}
}

// details are what may tell, beside the phase, why a runner is not ready.
func details(live model.ManagedRunner) []string {
	out := []string{fmt.Sprintf("revision %d of %d", live.ActiveRevision, live.TargetRevision)}
	if live.LastHeartbeatTime == nil {
		return out
	}
	heartbeat, err := time.Parse(time.RFC3339, *live.LastHeartbeatTime)
	if err != nil {
		return out
	}
	ago := max(0, time.Since(heartbeat)).Round(time.Second) // clocks differ
	return append(out, fmt.Sprintf("last heartbeat %s ago", ago))
}

// installFailure is an installation that has failed. It tells everything that the server says about it.
type installFailure struct {
	runnerID string
	cause    *model.RunnerInstallError
}

func isInstallFailure(err error) bool {
	_, ok := errors.AsType[*installFailure](err)
	return ok
}

// Error is the server's account, and how to go on.
func (f *installFailure) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the installation of runner %q has failed", f.runnerID)
	cause := f.cause
	if cause == nil {
		cause = &model.RunnerInstallError{}
	}
	for _, text := range []*string{cause.Reason, cause.Message} {
		if text != nil && *text != "" {
			b.WriteString(": " + *text)
		}
	}
	if detail := cause.DiagnosticDetail; detail != nil && *detail != "" {
		b.WriteString("\n  diagnosis: " + *detail)
	}
	for _, hint := range cause.RemediationHints {
		b.WriteString("\n  hint: " + hint)
	}
	b.WriteString("\nThe runner stays in the Pulumi state: correct the cause and run `pulumi up` again.")
	return b.String()
}

// unfinished is the error of an operation on a runner that exists, or may exist. The engine keeps the runner in its
// state, shows the reason, and calls Update in the next run, even without a change.
type unfinished struct{ reason error }

func (u unfinished) Error() string { return u.reason.Error() }

// Unwrap makes it a failed initialization in the eyes of infer, and leaves the reason to others.
func (u unfinished) Unwrap() []error {
	return []error{infer.ResourceInitFailedError{Reasons: []string{u.reason.Error()}}, u.reason}
}
