package runner

import (
	"context"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/config"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Create asks for the runner. It returns when the platform has accepted the configuration.
func (*ManagedRunner) Create(
	ctx context.Context, req infer.CreateRequest[model.Args],
) (infer.CreateResponse[model.State], error) {
	if req.DryRun {
		return infer.CreateResponse[model.State]{ID: req.Inputs.RunnerID, Output: model.State{Args: req.Inputs}}, nil
	}
	client := config.Client(ctx)
	// One token for one logical create: every retry of it carries the same.
	created, err := client.Create(ctx, message(req.Inputs), api.NewRequestID())
	if err != nil {
		landed, ok := settleCreate(ctx, client, req.Inputs, err)
		if !ok {
			return infer.CreateResponse[model.State]{}, explainCreate(ctx, client, req.Name, req.Inputs, err)
		}
		created = landed
	}
	if paths := storedOtherwise(req.Inputs, created, nil); len(paths) > 0 {
		p.GetLogger(ctx).Warningf("runner %q: "+storedOtherwiseText, req.Inputs.RunnerID, strings.Join(paths, ", "))
	}
	return infer.CreateResponse[model.State]{ID: req.Inputs.RunnerID, Output: created.State(req.Inputs)}, nil
}

// settleCreate looks for the runner of a create that may have landed although it failed. One that is exactly as asked
// for is it: had it been there before, the first try would have said so.
func settleCreate(
	ctx context.Context, client *api.Client, inputs model.Args, failure error,
) (model.ManagedRunner, bool) {
	if !api.IsUncertain(failure) {
		return model.ManagedRunner{}, false
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookupTimeout)
	defer cancel()
	live, err := client.Get(ctx, inputs.RunnerID)
	return live, err == nil && len(storedOtherwise(inputs, live, nil)) == 0
}

// message is the runner to ask for. The server would write the zone in lower case; to send it so makes the request say
// what will be stored. A UUID has no case either.
func message(inputs model.Args) model.ManagedRunner {
	inputs.Zone, inputs.ClusterID = strings.ToLower(inputs.Zone), strings.ToLower(inputs.ClusterID)
	return inputs.Message()
}
