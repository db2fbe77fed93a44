package runner

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/config"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Create asks for the runner. It returns when the platform has accepted the configuration or, if the program waits for
// it, when the runner is ready. From the moment that the runner may exist, every failure leaves it in the state.
func (*ManagedRunner) Create(
	ctx context.Context, req infer.CreateRequest[model.Args],
) (infer.CreateResponse[model.State], error) {
	resp := infer.CreateResponse[model.State]{ID: req.Inputs.RunnerID, Output: model.State{Args: req.Inputs}}
	if req.DryRun {
		return resp, nil
	}
	client := config.Client(ctx)
	created, err := create(ctx, client, req.Name, req.Inputs)
	if err == nil {
		out := outputs(req.Inputs, created, created.Etag)
		resp.Output, err = ready(ctx, client, "create", out, false)
	}
	return resp, err
}

// create makes the runner, and settles by a look at it what an error leaves open.
func create(ctx context.Context, client *api.Client, name string, inputs model.Args) (model.ManagedRunner, error) {
	calling, cancel := unhurried(ctx)
	defer cancel()
	// One token for one logical create: every retry of it carries the same.
	created, err := client.Create(calling, message(inputs), api.NewRequestID())
	if err != nil {
		created, err = settleCreate(ctx, client, name, inputs, err)
	}
	if err != nil {
		return model.ManagedRunner{}, err
	}
	if paths := storedOtherwise(inputs, created, nil); len(paths) > 0 {
		p.GetLogger(ctx).Warningf("runner %q: "+storedOtherwiseText, inputs.RunnerID, strings.Join(paths, ", "))
	}
	return created, nil
}

// settleCreate looks for the runner of a create that may have landed although it failed. One that is exactly as asked
// for is it: had it been there before, the first try would have said so. Where nothing can be found out the runner counts
// as one that exists, for a request may land after its sender has given up; also where a later try was refused because
// something exists, for that may be what an earlier one has made.
func settleCreate(
	ctx context.Context, client *api.Client, name string, inputs model.Args, failure error,
) (model.ManagedRunner, error) {
	if !api.IsUncertain(failure) {
		return model.ManagedRunner{}, explainCreate(ctx, client, name, inputs, failure)
	}
	looking, cancel := afterwards(ctx)
	defer cancel()
	live, err := client.Get(looking, inputs.RunnerID)
	switch {
	case err == nil && len(storedOtherwise(inputs, live, nil)) == 0:
		return live, nil
	case err == nil, isTaken(failure) && api.IsNotFound(err):
		return model.ManagedRunner{}, explainCreate(ctx, client, name, inputs, failure)
	default:
		return model.ManagedRunner{}, unfinished{fmt.Errorf("%w; it is not known whether the runner was created: it stays in "+
			"the Pulumi state, and the next `pulumi up` takes it over, or creates it", failure)}
	}
}

// neverSeen reports whether a state is that of a create of which nothing is known: of a runner that was seen there is a
// status.
func neverSeen(state model.State) bool { return reflect.ValueOf(state.Status).IsZero() }

// message is the runner to ask for. The server would write the zone in lower case; to send it so makes the request say
// what will be stored. A UUID has no case either.
func message(inputs model.Args) model.ManagedRunner {
	inputs.Zone, inputs.ClusterID = strings.ToLower(inputs.Zone), strings.ToLower(inputs.ClusterID)
	return inputs.Message()
}
