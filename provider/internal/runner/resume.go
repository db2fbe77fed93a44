package runner

import (
	"context"
	"errors"
	"fmt"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// unfinishedMark stands in the outputs of a runner whose last create or update has not come to its end. The engine keeps
// it, and shows no property whose name begins so. Its own note of a failed initialization is gone after a refresh, and
// no provider gets to see it.
const unfinishedMark = "__unfinished"

// The values of the mark: what the next update does before anything else.
const (
	toResume = "resume" // go on from the outputs
	toSettle = "settle" // find out whether the update that the outputs tell of was made
)

func isMarked(outputs property.Map) bool { return !outputs.Get(unfinishedMark).IsNull() }

func isUnsettled(outputs property.Map) bool {
	return outputs.Get(unfinishedMark).Equals(property.New(toSettle))
}

// markUnfinished marks outputs if an operation has left something to be done.
func markUnfinished(outputs property.Map, partial *p.InitializationFailed, err error) property.Map {
	switch {
	case partial == nil:
		return outputs
	case errors.Is(err, errUnsettled):
		return outputs.Set(unfinishedMark, property.New(toSettle))
	default:
		return outputs.Set(unfinishedMark, property.New(toResume))
	}
}

// stillUnfinished decides when a runner is read whether its operation has been finished meanwhile: all that can be left
// is the wait for it to be ready.
func stillUnfinished(req p.ReadRequest, read p.ReadResponse) *p.InitializationFailed {
	if !isMarked(req.Properties) || !isTrue(req.Inputs, "waitForReady") || isTrue(read.Properties, "ready") {
		return nil
	}
	return &p.InitializationFailed{Reasons: []string{
		fmt.Sprintf("runner %q was to be waited for, and is not ready; the next `pulumi up` goes on waiting", read.ID),
	}}
}

func isTrue(m property.Map, name string) bool {
	v := m.Get(name)
	return v.IsBool() && v.AsBool()
}

type resumedKey struct{}

// resumed tells an update that the state is that of an operation that has not come to its end.
func resumed(ctx context.Context) context.Context { return context.WithValue(ctx, resumedKey{}, true) }

func isResumed(ctx context.Context) bool { return ctx.Value(resumedKey{}) != nil }

// resume finishes the operation that has left the state, without what the program has changed since. A failed
// installation that the change may repair does not stand in its way.
func (u *update) resume(ctx context.Context) error {
	if neverSeen(u.state) {
		live, err := u.find(ctx)
		if err != nil {
			return err
		}
		u.state = outputs(u.state.Args, live, live.Etag)
	}
	u.state.WaitForReady = u.inputs.WaitForReady
	var err error
	u.state, err = ready(ctx, u.client, "update", u.state, false)
	if isInstallFailure(err) && (u.applies() || len(maskBetween(u.state.Args, u.inputs)) > 0) {
		return nil
	}
	return err
}

// find takes over the runner of a create that has left nothing known, or makes it: now as the program says it today.
func (u *update) find(ctx context.Context) (model.ManagedRunner, error) {
	id := u.inputs.RunnerID
	live, err := u.client.Get(ctx, id)
	switch {
	case api.IsNotFound(err):
		u.state.Args = u.inputs
		return create(ctx, u.client, id, u.inputs)
	case err != nil:
		return model.ManagedRunner{}, explain(err)
	}
	if differ := storedOtherwise(u.state.Args, live, nil); len(differ) > 0 {
		return model.ManagedRunner{}, fmt.Errorf("runner %q exists, and is not the one that was asked for; these fields differ: %s; "+
			"run `pulumi refresh` to take it over as it is, review it, and run `pulumi up` again", id, strings.Join(differ, ", "))
	}
	return live, nil
}
