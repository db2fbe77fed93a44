package runner

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/canonical"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// The paths of an update mask that code asks for by name.
const (
	policyPath        = "policy"
	runnerGroupIDPath = "identity.runnerGroupId"
	specPrefix        = "spec."
)

// maskBetween is the smallest update mask that turns one configuration into the other: each field of spec by itself,
// everything else as one block.
func maskBetween(old, new model.Args) []string {
	return maskOf(runnerChanges(model.Properties(old), model.Properties(new)))
}

func maskOf(changes []canonical.Change) []string {
	paths := map[string]bool{}
	for _, change := range changes {
		paths[maskPath(change)] = true
	}
	return slices.Sorted(maps.Keys(paths))
}

func maskPath(change canonical.Change) string {
	name := change.Path[0].(string)
	switch {
	case name == "runnerGroupId":
		return runnerGroupIDPath
	case name == "spec":
		return specPrefix + change.Path[1].(string)
	default:
		return name
	}
}

// isBlock reports whether a mask path stands for a message that is replaced whole.
func isBlock(path string) bool { return messageField(path).Kind == model.Object }

// messageField is the field of the API's message at a mask path.
func messageField(path string) *model.Field {
	f := model.Describe[model.ManagedRunner]()
	for name := range strings.SplitSeq(path, ".") {
		child, ok := f.Get(name)
		if !ok {
			panic("the message has no field " + path)
		}
		f = child
	}
	return f
}
