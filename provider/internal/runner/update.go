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

// Update sends the changed blocks, and nothing else. Without a change it makes no call. It goes on where an operation
// before it has stopped, and returns when the runner is ready if the program waits for that.
func (*ManagedRunner) Update(
	ctx context.Context, req infer.UpdateRequest[model.Args, model.State],
) (infer.UpdateResponse[model.State], error) {
	if req.DryRun {
		output := req.State
		output.Args = req.Inputs
		output.UpdateAvailable = output.UpdateAvailable && !req.Inputs.AppliesAvailableUpdate()
		return infer.UpdateResponse[model.State]{Output: output}, nil
	}
	u := &update{client: config.Client(ctx), state: req.State, inputs: req.Inputs}
	if isResumed(ctx) {
		if err := u.resume(ctx); err != nil {
			return infer.UpdateResponse[model.State]{Output: u.state}, err
		}
	}
	output, err := u.change(ctx)
	return infer.UpdateResponse[model.State]{Output: output}, err
}

// update is one update of one runner.
type update struct {
	client *api.Client
	state  model.State // as of the last refresh, or of this update as far as it has come
	inputs model.Args
	mask   []string

	warnings []string // to be said when the update has been made
}

// change brings the runner from the state to the inputs: the configuration first, then an available update.
func (u *update) change(ctx context.Context) (model.State, error) {
	output := u.state
	output.Args = u.inputs
	if u.mask = maskBetween(u.state.Args, u.inputs); len(u.mask) > 0 {
		updated, err := u.send(ctx)
		if err != nil {
			return output, err
		}
		u.tell(ctx, updated)
		output = outputs(u.inputs, updated, u.etag(updated))
	}
	pending := false
	if u.applies() {
		before := output.TargetRevision
		live, err := applyAvailableUpdate(ctx, u.client, u.state.RunnerID)
		if err != nil {
			return output, unfinished{err}
		}
		output = outputs(u.inputs, live, output.Etag)
		pending = live.TargetRevision <= before
		// It was accepted. The next refresh says whether there is another one.
		output.UpdateAvailable = false
	}
	return ready(ctx, u.client, "update", output, pending)
}

// applies reports whether the update starts one that is available.
func (u *update) applies() bool { return u.state.UpdateAvailable && u.inputs.AppliesAvailableUpdate() }

func (u *update) writesPolicy() bool { return slices.Contains(u.mask, policyPath) }

func (u *update) warn(format string, args ...any) {
	u.warnings = append(u.warnings, fmt.Sprintf("runner %q: ", u.state.RunnerID)+fmt.Sprintf(format, args...))
}

// send makes the update: with one call, and one before it if a block is replaced, to see what is in it.
func (u *update) send(ctx context.Context) (model.ManagedRunner, error) {
	if u.writesPolicy() && u.state.Etag == "" {
		return model.ManagedRunner{}, fmt.Errorf("runner %q: the policy's etag is not known, without which it cannot be "+
			"changed safely; run `pulumi refresh` and try again", u.state.RunnerID)
	}
	body, err := masked(message(u.inputs), u.mask)
	if err != nil {
		return model.ManagedRunner{}, err
	}
	if slices.ContainsFunc(u.mask, isBlock) {
		live, err := u.client.Get(ctx, u.state.RunnerID)
		if err != nil {
			return model.ManagedRunner{}, explain(err)
		}
		if u.landed(live) {
			return live, nil // an earlier try has landed, or somebody else has made the same change
		}
		if err := u.look(live, body); err != nil {
			return model.ManagedRunner{}, err
		}
	}
	if u.writesPolicy() {
		body["etag"] = u.state.Etag
	}
	calling, cancel := unhurried(ctx)
	defer cancel()
	updated, err := u.client.Update(calling, u.state.RunnerID, body, u.mask)
	if err != nil {
		return u.settle(ctx, err)
	}
	return updated, nil
}

// landed reports whether the runner is what the update would make of it. Of a field that it resets that cannot be told,
// for what the platform's default is only the platform knows; nor of an empty block that the runner does not have, for
// that may have a default, too.
func (u *update) landed(live model.ManagedRunner) bool {
	unknown := slices.ContainsFunc(u.mask, func(path string) bool {
		return strings.HasPrefix(path, specPrefix) && (!manages(u.inputs, path) || isBlock(path) && !manages(live.Args(), path))
	})
	return !unknown && len(storedOtherwise(u.inputs, live, u.mask)) == 0
}

// look compares each block that is about to be replaced with what the last refresh has seen, and takes into the body
// what a newer client has set in it.
func (u *update) look(live model.ManagedRunner, body map[string]any) error {
	if u.writesPolicy() && live.Etag != u.state.Etag {
		return u.conflict(live)
	}
	for _, path := range u.mask {
		if !isBlock(path) {
			continue
		}
		if err := u.compare(live, path); err != nil {
			return err
		}
		kept, dropped := preserve(body, live, path)
		if len(kept) > 0 {
			u.warn("fields that this version of the provider does not know were kept as they are: %s", strings.Join(kept, ", "))
		}
		if len(dropped) > 0 {
			u.warn("fields that this version of the provider does not know stood inside what this update has changed or removed, "+
				"and are gone with it: %s", strings.Join(dropped, ", "))
		}
	}
	return nil
}

// compare refuses to replace a block of spec that somebody else has edited since the last refresh. The API does not
// guard them, as it guards the policy. A block that the program has not managed so far is not in the state: what
// others have set in it is replaced, as the program asks for, and the user is told.
func (u *update) compare(live model.ManagedRunner, path string) error {
	if path == policyPath {
		return nil // the etag says so
	}
	if manages(u.state.Args, path) {
		if edited := storedOtherwise(u.state.Args, live, []string{path}); len(edited) > 0 {
			return fmt.Errorf("runner %q: %s was edited elsewhere since the last refresh, and was not overwritten; these fields "+
				"differ: %s; run `pulumi refresh` to see the edit, review it, and run `pulumi up` again",
				u.state.RunnerID, path, strings.Join(edited, ", "))
		}
		return nil
	}
	if manages(live.Args(), path) {
		replaced := storedOtherwise(u.inputs, live, []string{path})
		u.warn("%s was not managed by this program so far; what others had set in it was replaced: %s",
			path, strings.Join(replaced, ", "))
	}
	return nil
}

// settle decides about an update that has failed, by a look at what became of it. One that may have been made, and is
// not seen to be, is not given up: a request may land after its sender has.
func (u *update) settle(ctx context.Context, failure error) (model.ManagedRunner, error) {
	stale, uncertain := u.writesPolicy() && api.IsStaleEtag(failure), api.IsUncertain(failure)
	why := explain(failure)
	if stale || uncertain {
		ctx, cancel := afterwards(ctx)
		defer cancel()
		live, err := u.client.Get(ctx, u.state.RunnerID)
		switch {
		case err == nil && uncertain && u.landed(live):
			return live, nil
		case err == nil && stale:
			why = u.conflict(live)
		}
	}
	if uncertain {
		why = unfinished{fmt.Errorf("%w; %w", why, errUnsettled)}
	}
	return model.ManagedRunner{}, why
}

// conflict says that somebody else has edited the policy. It is never resolved here: that takes a person.
func (u *update) conflict(live model.ManagedRunner) error {
	what := "as far as this version of the provider knows its fields, it says the same"
	if differ := storedOtherwise(u.state.Args, live, []string{policyPath}); len(differ) > 0 {
		what = "these fields differ from the last refresh: " + strings.Join(differ, ", ")
	}
	return fmt.Errorf("runner %q: the policy was edited elsewhere since the last refresh, and was not overwritten; %s; "+
		"run `pulumi refresh` to see the edit, review it, and run `pulumi up` again", u.state.RunnerID, what)
}

// etag is the policy revision from which the next one moves on: that of the update, if it has written the policy.
func (u *update) etag(updated model.ManagedRunner) string {
	if u.writesPolicy() {
		return updated.Etag
	}
	return u.state.Etag
}

// tell says what the user should know of an update that was made.
func (u *update) tell(ctx context.Context, updated model.ManagedRunner) {
	if paths := storedOtherwise(u.inputs, updated, u.mask); len(paths) > 0 {
		u.warn(storedOtherwiseText, strings.Join(paths, ", "))
	}
	if paths := storedOtherwise(u.inputs, updated, []string{policyPath}); !u.writesPolicy() && len(paths) > 0 {
		u.warn("the policy was edited elsewhere since the last refresh (%s); run `pulumi refresh` to see the edit",
			strings.Join(paths, ", "))
	}
	for _, warning := range u.warnings {
		p.GetLogger(ctx).Warning(warning)
	}
}
