package runner

import (
	"context"
	"fmt"

	"github.com/pulumi/pulumi-go-provider/infer"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/config"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Delete asks for the removal and waits until the runner is gone, for only then its cluster is free. A runner that is
// missing is a success.
func (*ManagedRunner) Delete(
	ctx context.Context, req infer.DeleteRequest[model.State],
) (infer.DeleteResponse, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
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

// waitUntilGone polls until the server does not know the runner any more, and says on the engine's live line where it
// stands.
func waitUntilGone(ctx context.Context, client *api.Client, runnerID string) error {
	status, line := "not known", startProgress(runnerID)
	err := await(ctx, gonePace, func() error {
		live, err := client.Get(ctx, runnerID)
		switch {
		case api.IsNotFound(err):
			return nil
		case api.IsUnusable(err):
			// An answer is a runner, whatever it says.
		case err != nil:
			return explain(err)
		default:
			status = live.InstallStatus
		}
		line.show(ctx, "deleting: "+status)
		return errNotYet
	})
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("runner %q is still being deleted after %s (installStatus %s); it stays in the Pulumi state, and the "+
			"next `pulumi destroy` or `pulumi up` goes on waiting; customTimeouts.delete sets how long",
			runnerID, line.elapsed(), status)
	}
	return err
}
