package runner

import (
	"context"
	"fmt"
	"strings"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

const deletedElsewhere = "was deleted elsewhere: run `pulumi refresh`, and `pulumi up` to create it again"

// explain adds the next step to an error of the API.
func explain(err error) error {
	switch {
	case api.IsUnauthenticated(err):
		return fmt.Errorf("%w; check the API token: set it with `pulumi config set --secret coreweave-sandbox:apiToken`, "+
			"or in the environment variable COREWEAVE_API_TOKEN", err)
	case api.IsPermissionDenied(err):
		return fmt.Errorf("%w; the token's owner needs the action SANDBOX_ADMIN, which managing runners and reading their "+
			"policy takes", err)
	case api.IsNotFound(err):
		return fmt.Errorf("%w; the runner %s", err, deletedElsewhere)
	default:
		return err
	}
}

// explainCreate says how to go on when the runner, or another one on its cluster, exists already.
func explainCreate(ctx context.Context, client *api.Client, name string, inputs model.Args, failure error) error {
	if !isTaken(failure) && !api.IsUncertain(failure) {
		return explain(failure)
	}
	ctx, cancel := afterwards(ctx)
	defer cancel()
	runnerID, status := occupant(ctx, client, inputs)
	switch {
	case runnerID == "":
		return explain(failure)
	case status == model.InstallStatusDeleting:
		return fmt.Errorf("%w; the runner %q is being deleted: run `pulumi up` again when it is gone", failure, runnerID)
	case runnerID == inputs.RunnerID:
		return fmt.Errorf("%w; a runner with this ID exists. To manage it with Pulumi, import it:\n    %s\n"+
			"otherwise choose another runnerId", failure, importLine(name, runnerID))
	default:
		return fmt.Errorf("%w; the cluster already hosts the runner %q, and a cluster hosts one. To manage that runner with "+
			"Pulumi, import it:\n    %s\notherwise choose another cluster, or delete that runner first; a replacement needs "+
			"the option deleteBeforeReplace to be left on", failure, runnerID, importLine(name, runnerID))
	}
}

// isTaken reports whether a create was refused because of what exists.
func isTaken(failure error) bool {
	return api.IsAlreadyExists(failure) || api.IsFailedPrecondition(failure)
}

// occupant finds who stands in the way of a new runner: one with its ID, or one on its cluster. The ID is empty if
// nobody does, or if it cannot be found out.
func occupant(ctx context.Context, client *api.Client, inputs model.Args) (runnerID, status string) {
	if live, err := client.Get(ctx, inputs.RunnerID); err == nil {
		return inputs.RunnerID, live.InstallStatus
	}
	runners, err := client.List(ctx, api.ListOptions{ClusterID: strings.ToLower(inputs.ClusterID)})
	if err != nil || len(runners) == 0 {
		return "", ""
	}
	return runners[0].Identity.RunnerID, runners[0].InstallStatus
}

func importLine(name, runnerID string) string {
	return fmt.Sprintf("pulumi import coreweave-sandbox:%s:%s %s %s", Module, Type, name, runnerID)
}
