// Package guard hardens a provider that infer has built. infer v1.5.0 has defects that would leak secrets, end the
// plugin's process or replace resources that work. Each file repairs one of them, and its test shows the defect without
// the repair, so that a piece can be deleted when upstream has fixed it. The package knows nothing of what the
// provider manages: what it has to know, it reads from the provider's own schema.
package guard

import (
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// Inner repairs what infer does to values. It belongs directly around the provider that infer has built, so that
// everything above it sees sound values.
func Inner(provider p.Provider, spec schema.PackageSpec) p.Provider {
	provider = provider.WithDefaults()
	provider = noteAdditions(provider)       // the preview of an update sees inputs that are new
	provider = keepMarks(provider, spec)     // secret and unknown marks deep in inputs survive
	provider = tolerateState(provider, spec) // a state of another version of the provider decodes
	return provider
}

// Outer repairs what infer does not do. It belongs around everything else.
func Outer(provider p.Provider, spec schema.PackageSpec) p.Provider {
	provider = provider.WithDefaults()
	provider = markSecrets(provider, spec)     // what the schema calls secret is secret, wherever it comes from
	provider = deleteBeforeReplace(provider)   // a replacement is deleted before it is created
	provider = compareInputs(provider, spec)   // the "before" of a diff is the old input
	provider = leaveIgnoredChanges(provider)   // the engine has already applied ignoreChanges
	provider = keepResourcesOnConfig(provider) // a change of configuration replaces nothing
	provider = refuseNulls(provider, spec)     // a null in a list or map is a failure with a path, not a crash
	provider = redactTexts(provider, spec)     // no text that leaves contains a secret input
	provider = recoverPanics(provider)         // a bug is an error, and the other operations go on
	return provider
}
