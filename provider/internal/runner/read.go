package runner

import (
	"context"
	"fmt"

	"github.com/pulumi/pulumi-go-provider/infer"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/config"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Read reports the runner in the server's spelling. [Layer] gives it the program's.
func (*ManagedRunner) Read(
	ctx context.Context, req infer.ReadRequest[model.Args, model.State],
) (infer.ReadResponse[model.Args, model.State], error) {
	live, err := config.Client(ctx).Get(ctx, req.ID)
	if api.IsNotFound(err) {
		return infer.ReadResponse[model.Args, model.State]{}, nil
	}
	if err == nil {
		err = complete(live)
	}
	if err != nil {
		return infer.ReadResponse[model.Args, model.State]{}, explain(err)
	}
	inputs := live.Args()
	inputs.Procedure = req.Inputs.Procedure // only the program has it
	return infer.ReadResponse[model.Args, model.State]{ID: req.ID, Inputs: inputs, State: live.State(inputs)}, nil
}

// complete refuses an answer without policy or spec. Taken at its word it would wipe both from the state, and the next
// update would write the loss back.
func complete(live model.ManagedRunner) error {
	for name, missing := range map[string]bool{"policy": live.Policy == nil, "spec": live.Spec == nil} {
		if missing {
			return fmt.Errorf("runner %q: the server returned no %s: it was never configured, or the server manages "+
				"policies only (full runner management needs control plane version 0.176.0 or later); "+
				"nothing was changed, and the stored state stays as it was", live.Identity.RunnerID, name)
		}
	}
	return nil
}
