package runner

import (
	"context"
	"strings"

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
		return infer.CreateResponse[model.State]{}, explainCreate(ctx, client, req.Name, req.Inputs, err)
	}
	warnIfStoredOtherwise(ctx, req.Inputs, created, nil)
	return infer.CreateResponse[model.State]{ID: req.Inputs.RunnerID, Output: created.State(req.Inputs)}, nil
}

// message is the runner to ask for. The server would write the zone in lower case; to send it so makes the request say
// what will be stored.
func message(inputs model.Args) model.ManagedRunner {
	inputs.Zone = strings.ToLower(inputs.Zone)
	return inputs.Message()
}
