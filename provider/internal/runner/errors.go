package runner

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// lookupTimeout bounds the calls that only make an error message better.
const lookupTimeout = 10 * time.Second

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
		return fmt.Errorf("%w; the runner was deleted elsewhere: run `pulumi refresh`, and `pulumi up` to create it again", err)
	default:
		return err
	}
}

// explainCreate says how to go on when the runner, or another one on its cluster, exists already.
func explainCreate(ctx context.Context, client *api.Client, name string, inputs model.Args, failure error) error {
	taken := api.IsAlreadyExists(failure) || api.IsFailedPrecondition(failure)
	if !taken && !api.IsUncertain(failure) {
		return explain(failure)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookupTimeout)
	defer cancel()
	runnerID, status := occupant(ctx, client, inputs)
	switch {
	case runnerID == "" && taken:
		return explain(failure)
	case runnerID == "":
		return fmt.Errorf("%w; it is not known whether the runner was created: run `pulumi up` again", failure)
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
