package runner

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/check"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/config"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// The names of the functions in their tokens.
const (
	getOne tokens.TypeName = "getManagedRunner"
	getAll tokens.TypeName = "getManagedRunners"
)

// GetManagedRunner is the function that looks a runner up by its ID.
type GetManagedRunner struct{}

// GetManagedRunners is the function that lists runners.
type GetManagedRunners struct{}

var (
	_ infer.Fn[model.GetManagedRunnerArgs, model.GetManagedRunnerResult]   = (*GetManagedRunner)(nil)
	_ infer.Fn[model.GetManagedRunnersArgs, model.GetManagedRunnersResult] = (*GetManagedRunners)(nil)
	_ infer.Annotated                                                      = (*GetManagedRunner)(nil)
	_ infer.Annotated                                                      = (*GetManagedRunners)(nil)
)

// Annotate describes the function and pins its token.
func (g *GetManagedRunner) Annotate(a infer.Annotator) {
	a.SetToken(Module, getOne)
	a.Describe(g, getOneIntroduction+lookupExamples)
}

// Annotate describes the function and pins its token.
func (g *GetManagedRunners) Annotate(a infer.Annotator) {
	a.SetToken(Module, getAll)
	a.Describe(g, getAllIntroduction+lookupExamples)
}

// Invoke reads the runner. In contrast to a resource it may lack a spec or a policy, since nothing is written back.
func (*GetManagedRunner) Invoke(
	ctx context.Context, req infer.FunctionRequest[model.GetManagedRunnerArgs],
) (infer.FunctionResponse[model.GetManagedRunnerResult], error) {
	live, err := config.Client(ctx).Get(ctx, req.Input.RunnerID)
	switch {
	case api.IsNotFound(err):
		err = fmt.Errorf("%w; no runner with this ID exists in the organization of the API token: check the ID, or list the "+
			"runners with the function getManagedRunners", err)
	case err != nil:
		err = explain(err)
	}
	return infer.FunctionResponse[model.GetManagedRunnerResult]{Output: live.Result()}, err
}

// Invoke reads all pages of the list.
func (*GetManagedRunners) Invoke(
	ctx context.Context, req infer.FunctionRequest[model.GetManagedRunnersArgs],
) (infer.FunctionResponse[model.GetManagedRunnersResult], error) {
	listed, err := config.Client(ctx).List(ctx, listOptions(req.Input))
	if err != nil && !api.IsNotFound(err) { // there is no runner that could have been deleted elsewhere
		err = explain(err)
	}
	result := model.GetManagedRunnersResult{Runners: summaries(listed, req.Input.RunnerGroupID)}
	return infer.FunctionResponse[model.GetManagedRunnersResult]{Output: result}, err
}

// listOptions are the filters that the API has. A UUID has no case, and is stored in lower case; a name stays as it is.
func listOptions(args model.GetManagedRunnersArgs) api.ListOptions {
	var options api.ListOptions
	if args.ClusterID != nil {
		options.ClusterID = *args.ClusterID
	}
	if uuid.Validate(options.ClusterID) == nil {
		options.ClusterID = strings.ToLower(options.ClusterID)
	}
	if args.Zone != nil {
		options.Zone = *args.Zone
	}
	return options
}

// summaries are the runners of a group, or of all, in order and each once: between two pages the list may change, so that
// a runner can be on both.
func summaries(listed []model.ManagedRunner, group *string) []model.GetManagedRunnersRunner {
	runners := []model.GetManagedRunnersRunner{} // an empty list is one, too
	for _, live := range listed {
		if group == nil || *group == groupOf(live) {
			runners = append(runners, live.Summary())
		}
	}
	byID := func(a, b model.GetManagedRunnersRunner) int { return cmp.Compare(a.RunnerID, b.RunnerID) }
	slices.SortStableFunc(runners, byID)
	return slices.CompactFunc(runners, func(a, b model.GetManagedRunnersRunner) bool { return byID(a, b) == 0 })
}

// groupOf is the group of a runner. A server that names none means the one that it puts runners into by default.
func groupOf(live model.ManagedRunner) string {
	if group := live.Identity.RunnerGroupID; group != nil {
		return *group
	}
	return model.DefaultRunnerGroupID
}

// CheckArguments answers arguments of functions that cannot be right with failures at their paths. A function that infer
// has built can fail as a whole only.
func CheckArguments(provider p.Provider) p.Provider {
	inner := provider
	provider.Invoke = func(ctx context.Context, req p.InvokeRequest) (p.InvokeResponse, error) {
		var failures []p.CheckFailure
		switch req.Token.Name() {
		case getOne:
			failures = check.GetManagedRunner(req.Args)
		case getAll:
			failures = check.GetManagedRunners(req.Args)
		}
		if len(failures) > 0 {
			return p.InvokeResponse{Failures: failures}, nil
		}
		return inner.Invoke(ctx, req)
	}
	return provider
}
