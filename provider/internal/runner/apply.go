package runner

import (
	"context"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// applyAvailableUpdate asks for the newest version of the release channel, and returns the runner as it is afterwards.
// How a server says that there is nothing to update is not documented: the runner itself tells.
func applyAvailableUpdate(ctx context.Context, client *api.Client, runnerID string) (model.ManagedRunner, error) {
	calling, cancel := unhurried(ctx)
	defer cancel()
	failure := client.ApplyAvailableUpdate(calling, runnerID)
	looking, cancel := afterwards(ctx)
	defer cancel()
	live, err := client.Get(looking, runnerID)
	switch {
	case err == nil && (failure == nil || !live.UpdateAvailable):
		return live, nil
	case failure != nil:
		return model.ManagedRunner{}, explain(failure)
	default:
		return model.ManagedRunner{}, explain(err)
	}
}

// updateAvailable is an output. In the inputs it says what the program wants by applyAvailableUpdate, that there be
// none: so that the engine can show what an update will change, and a refresh what has changed.
const updateAvailable = "updateAvailable"

// wantUpToDate adds to checked inputs what applyAvailableUpdate means.
func wantUpToDate(inputs property.Map) property.Map {
	if !isTrue(inputs, "applyAvailableUpdate") {
		return inputs.Delete(updateAvailable)
	}
	return inputs.Set(updateAvailable, property.New(false))
}

// withoutCopy takes out of a program what the engine has put there from the old inputs, as it does for ignoreChanges: as
// a program's own it would be refused.
func withoutCopy(program, old property.Map) property.Map {
	if v := program.Get(updateAvailable); !v.IsNull() && v.Equals(old.Get(updateAvailable)) {
		return program.Delete(updateAvailable)
	}
	return program
}

// appliesUpdate reports whether an update to these inputs starts the update that is available.
func appliesUpdate(inputs, state property.Map) bool {
	wanted := inputs.Get(updateAvailable)
	return wanted.IsBool() && !wanted.AsBool() && isTrue(state, updateAvailable)
}

// reportUpdate says in the inputs of a refresh what there is, where the program has said what it wants.
func reportUpdate(inputs, program, outputs property.Map) property.Map {
	if program.Get(updateAvailable).IsNull() {
		return inputs
	}
	return inputs.Set(updateAvailable, property.New(isTrue(outputs, updateAvailable)))
}
