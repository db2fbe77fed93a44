package runner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/config"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

const (
	// deleteTimeout bounds the wait when customTimeouts does not.
	deleteTimeout = 30 * time.Minute
	// The first look at a runner that is being deleted comes soon, the later ones less and less often.
	firstPoll = 200 * time.Millisecond
	lastPoll  = 5 * time.Second
)

// Delete asks for the removal and waits until the runner is gone, for only then its cluster is free. A runner that is
// missing is a success.
func (*ManagedRunner) Delete(
	ctx context.Context, req infer.DeleteRequest[model.State],
) (infer.DeleteResponse, error) {
	if _, bounded := ctx.Deadline(); !bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, deleteTimeout)
		defer cancel()
	}
	client := config.Client(ctx)
	if err := client.Delete(ctx, req.ID); err != nil && !alreadyLeaving(ctx, client, req.ID, err) {
		return infer.DeleteResponse{}, explainDelete(err)
	}
	return infer.DeleteResponse{}, waitUntilGone(ctx, client, req.ID)
}

// alreadyLeaving reports whether a delete was refused because an earlier one is under way.
func alreadyLeaving(ctx context.Context, client *api.Client, runnerID string, refusal error) bool {
	if !api.IsFailedPrecondition(refusal) {
		return false
	}
	live, err := client.Get(ctx, runnerID)
	return err == nil && live.InstallStatus == model.InstallStatusDeleting
}

// explainDelete adds what to do when something holds the runner.
func explainDelete(err error) error {
	if api.IsFailedPrecondition(err) {
		return fmt.Errorf("%w; something still uses the runner, such as a registered volume: remove it and run "+
			"`pulumi destroy` or `pulumi up` again", err)
	}
	return explain(err)
}

var errStillThere = errors.New("still there")

// waitUntilGone polls until the server does not know the runner any more, and says on the engine's live line where it
// stands.
func waitUntilGone(ctx context.Context, client *api.Client, runnerID string) error {
	start, status, line := time.Now(), "not known", ""
	look := func() (struct{}, error) {
		live, err := client.Get(ctx, runnerID)
		switch {
		case api.IsNotFound(err):
			return struct{}{}, nil
		case api.IsUnusable(err):
			// An answer is a runner, whatever it says.
		case err != nil:
			return struct{}{}, backoff.Permanent(explain(err))
		default:
			status = live.InstallStatus
		}
		if now := fmt.Sprintf("deleting: %s, %s", status, time.Since(start).Round(time.Second)); now != line {
			line = now
			p.GetLogger(ctx).InfoStatus(line)
		}
		return struct{}{}, errStillThere
	}
	pace := backoff.NewExponentialBackOff()
	pace.InitialInterval, pace.MaxInterval = firstPoll, lastPoll
	_, err := backoff.Retry(ctx, look, backoff.WithBackOff(pace), backoff.WithMaxElapsedTime(0))
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("runner %q is still being deleted after %s (installStatus %s); it stays in the Pulumi state, and the "+
			"next `pulumi destroy` or `pulumi up` goes on waiting; customTimeouts.delete sets how long",
			runnerID, time.Since(start).Round(time.Second), status)
	}
	return err
}
