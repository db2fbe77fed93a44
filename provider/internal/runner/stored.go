package runner

import (
	"context"
	"slices"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/canonical"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// warnIfStoredOtherwise tells the user when the server has accepted a configuration and stored another one, as a server
// that does not know a field would. The next refresh shows it as drift.
func warnIfStoredOtherwise(ctx context.Context, inputs model.Args, stored model.ManagedRunner, mask []string) {
	if paths := storedOtherwise(inputs, stored, mask); len(paths) > 0 {
		p.GetLogger(ctx).Warningf("runner %q: the server accepted the request but stored other values than were sent for: %s",
			inputs.RunnerID, strings.Join(paths, ", "))
	}
}

// storedOtherwise lists where a stored runner differs from what the program manages, within the masked fields if there
// is a mask.
func storedOtherwise(inputs model.Args, stored model.ManagedRunner, mask []string) []string {
	want, err := model.Properties(inputs)
	if err != nil {
		return nil
	}
	have, err := model.Properties(stored.Args())
	if err != nil {
		return nil
	}
	var paths []string
	for _, change := range changes(want, managed(have, want)) {
		if mask == nil || slices.Contains(mask, maskPath(change)) {
			paths = append(paths, change.Path.String())
		}
	}
	return paths
}

// policyDifferences lists where the policy of a runner differs from the one that was last seen.
func policyDifferences(seen model.Args, live model.ManagedRunner) []string {
	before, err := model.Properties(model.Args{Configuration: model.Configuration{Policy: seen.Policy}})
	if err != nil {
		return nil
	}
	after, err := model.Properties(model.Args{Configuration: model.Configuration{Policy: live.Policy}})
	if err != nil {
		return nil
	}
	var paths []string
	for _, change := range canonical.Diff(before, after, argsTable) {
		paths = append(paths, change.Path.String())
	}
	return paths
}
