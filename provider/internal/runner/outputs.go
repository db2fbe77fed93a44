package runner

import (
	"context"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// outputs are those of a program that has asked for args, of a runner as the server reports it. The policy's revision
// moves on from etag only if the policy is what the program says: otherwise the next policy update would overwrite
// somebody else's edit, unseen.
func outputs(args model.Args, live model.ManagedRunner, etag string) model.State {
	out := live.State(args)
	if len(storedOtherwise(args, live, []string{policyPath})) > 0 {
		out.Etag = etag
	}
	return out
}

// ready waits if the program says so. updating tells that an available update was asked for, and has not begun. The outputs that are
// returned are those of the last look, whatever the error.
func ready(
	ctx context.Context, client *api.Client, operation string, out model.State, updating bool,
) (model.State, error) {
	if !out.WaitsForReady() {
		return out, nil
	}
	look := func(ctx context.Context) (model.ManagedRunner, error) { return client.Get(ctx, out.RunnerID) }
	w := &wait{runnerID: out.RunnerID, operation: operation, look: look, last: out.Runner(), updating: updating}
	err := w.untilReady(ctx)
	if err != nil {
		err = unfinished{err}
	}
	return outputs(out.Args, w.last, out.Etag), err
}
