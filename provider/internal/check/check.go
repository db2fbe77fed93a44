// Package check says what is wrong with the inputs of a managed runner, before anything is sent.
//
// Three sources make the rules. What follows from the declaration of a field (names, types, enums, formats, exactly
// one of several) is read from the table of fields in [model]. What the API refuses, and what Kubernetes would refuse
// later on the API's behalf, is written out here, one file per part of the inputs. What is only likely to be a mistake
// is a warning.
//
// A value that is not known yet passes every rule that depends on it: the same rules run again when it is known. A
// name is known even where its value is not. Values that are secret, by the program's mark or by the table, are never
// part of a text.
package check

import (
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Result is what is wrong with the inputs, in the order in which the fields are declared.
type Result struct {
	Failures []p.CheckFailure // what is refused, each with the path of the property
	Warnings []string         // what is accepted and probably a mistake, each beginning with the path
}

// Inputs checks the inputs of a ManagedRunner. The old inputs, empty for a new resource, only tell what a runner that
// exists already has.
func Inputs(olds, news property.Map) Result {
	root := node{
		report: &report{},
		field:  model.Describe[model.Args](),
		value:  property.New(news),
		old:    property.New(olds),
	}
	checkStructure(root)
	checkIdentity(root, olds)
	checkSpec(root.get("spec"))
	checkPolicy(root.get("policy"))
	return root.report.result(root.field)
}
