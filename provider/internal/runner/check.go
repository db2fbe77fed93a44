package runner

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/check"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Check refuses inputs that cannot be right, at preview and with the exact path, and adds the defaults. What the user
// wrote stays as it is written.
func (*ManagedRunner) Check(ctx context.Context, req infer.CheckRequest) (infer.CheckResponse[model.Args], error) {
	result := check.Inputs(req.OldInputs, req.NewInputs)
	for _, warning := range result.Warnings {
		p.GetLogger(ctx).Warning(warning)
	}
	if req.OldInputs.Len() == 0 {
		// A create has no runner yet whose values could be kept. For a replacement the engine asks again, without old inputs.
		for _, path := range keptPaths(req.NewInputs) {
			result.Failures = append(result.Failures, p.CheckFailure{Property: path, Reason: keptAlone})
		}
	}
	if len(result.Failures) > 0 {
		return infer.CheckResponse[model.Args]{Failures: result.Failures}, nil
	}
	args, failures, err := infer.DefaultCheck[model.Args](ctx, req.NewInputs)
	return infer.CheckResponse[model.Args]{Inputs: args, Failures: failures}, err
}
