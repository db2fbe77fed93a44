package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/config"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Update sends the changed blocks, and nothing else. Without a change it makes no call.
func (*ManagedRunner) Update(
	ctx context.Context, req infer.UpdateRequest[model.Args, model.State],
) (infer.UpdateResponse[model.State], error) {
	output := req.State
	output.Args = req.Inputs
	if req.DryRun {
		return infer.UpdateResponse[model.State]{Output: output}, nil
	}
	mask, err := maskBetween(req.State.Args, req.Inputs)
	if err != nil || len(mask) == 0 {
		return infer.UpdateResponse[model.State]{Output: output}, err
	}
	u := update{client: config.Client(ctx), state: req.State, inputs: req.Inputs, mask: mask}
	updated, err := u.send(ctx)
	if err != nil {
		return infer.UpdateResponse[model.State]{}, explain(err)
	}
	warnIfStoredOtherwise(ctx, req.Inputs, updated, mask)
	output = updated.State(req.Inputs)
	output.Etag = u.etag(ctx, updated)
	return infer.UpdateResponse[model.State]{Output: output}, nil
}

// update is one update of one runner.
type update struct {
	client *api.Client
	state  model.State // as of the last refresh
	inputs model.Args
	mask   []string
}

func (u update) policy() bool { return slices.Contains(u.mask, policyPath) }

func (u update) send(ctx context.Context) (model.ManagedRunner, error) {
	if u.policy() && u.state.Etag == "" {
		return model.ManagedRunner{}, fmt.Errorf("runner %q: the policy's etag is not known, without which it cannot be "+
			"changed safely; run `pulumi refresh` and try again", u.state.RunnerID)
	}
	body, err := u.body(ctx)
	if err != nil {
		return model.ManagedRunner{}, err
	}
	updated, err := u.client.Update(ctx, u.state.RunnerID, body, u.mask)
	if err == nil {
		return updated, nil
	}
	return u.settle(ctx, err)
}

// body is the message with the masked fields. Blocks are replaced whole, so that what a newer client has set inside
// them is read first and sent back.
func (u update) body(ctx context.Context) (map[string]any, error) {
	body, err := masked(message(u.inputs), u.mask)
	if err != nil {
		return nil, err
	}
	if u.policy() {
		body["etag"] = u.state.Etag
	}
	if !slices.ContainsFunc(u.mask, isBlock) {
		return body, nil
	}
	live, err := u.client.Get(ctx, u.state.RunnerID)
	if err != nil {
		return nil, err
	}
	if u.policy() && live.Etag != u.state.Etag {
		return nil, u.conflict(live)
	}
	for _, path := range u.mask {
		preserve(ctx, body, live, path)
	}
	return body, nil
}

// settle decides about an update that has failed.
func (u update) settle(ctx context.Context, failure error) (model.ManagedRunner, error) {
	stale := u.policy() && api.IsStaleEtag(failure)
	if !stale && !api.IsUncertain(failure) {
		return model.ManagedRunner{}, failure
	}
	live, err := u.client.Get(ctx, u.state.RunnerID)
	switch {
	case err != nil:
		return model.ManagedRunner{}, failure
	case api.IsUncertain(failure) && len(storedOtherwise(u.inputs, live, u.mask)) == 0:
		// An earlier try had landed, and only its answer was lost.
		return live, nil
	case stale:
		return model.ManagedRunner{}, u.conflict(live)
	default:
		return model.ManagedRunner{}, failure
	}
}

// conflict says that somebody else has edited the policy. It is never resolved here: that takes a person.
func (u update) conflict(live model.ManagedRunner) error {
	differ := policyDifferences(u.state.Args, live)
	what := "it differs only in fields that this version of the provider does not know"
	if len(differ) > 0 {
		what = "these fields differ from the last refresh: " + strings.Join(differ, ", ")
	}
	return fmt.Errorf("runner %q: the policy was edited elsewhere since the last refresh, and was not overwritten; %s; "+
		"run `pulumi refresh` to see the edit, review it, and run `pulumi up` again", u.state.RunnerID, what)
}

// etag is the policy revision to keep. Only a policy that is known to be ours may move it: otherwise the next policy
// update would overwrite somebody else's edit, unseen.
func (u update) etag(ctx context.Context, updated model.ManagedRunner) string {
	if u.policy() || updated.Etag == u.state.Etag {
		return updated.Etag
	}
	if differ := policyDifferences(u.state.Args, updated); len(differ) > 0 {
		p.GetLogger(ctx).Warningf("runner %q: the policy was edited elsewhere since the last refresh (%s); "+
			"run `pulumi refresh` to see the edit", u.state.RunnerID, strings.Join(differ, ", "))
		return u.state.Etag
	}
	return updated.Etag
}
