package runner

import (
	"slices"
	"strings"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// storedOtherwiseText tells the user that the server has accepted a configuration and stored another one, as a server
// that does not know a field would. The next refresh shows it as drift.
const storedOtherwiseText = "the server accepted the request but stored other values than were sent for: %s"

// storedOtherwise lists where a stored runner differs from what the program manages, within the masked fields if there
// is a mask.
func storedOtherwise(inputs model.Args, stored model.ManagedRunner, mask []string) []string {
	want, have := model.Properties(inputs), model.Properties(stored.Args())
	var paths []string
	for _, change := range runnerChanges(want, managed(have, want)) {
		if mask == nil || slices.Contains(mask, maskPath(change)) {
			paths = append(paths, change.Path.String())
		}
	}
	return paths
}

// manages reports whether a configuration has something at a mask path of spec.
func manages(args model.Args, path string) bool {
	spec := model.Properties(args).Get("spec")
	return spec.IsMap() && !spec.AsMap().Get(strings.TrimPrefix(path, specPrefix)).IsNull()
}
