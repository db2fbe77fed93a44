package check

import (
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// GetManagedRunner checks the arguments of the function. There are no warnings: they are about what the API may refuse,
// and here its answer comes at once.
func GetManagedRunner(args property.Map) []p.CheckFailure {
	root := arguments[model.GetManagedRunnerArgs](args)
	checkRunnerID(root.get("runnerId"))
	return root.report.result(root.field).Failures
}

// GetManagedRunners checks the arguments of the function. An empty text is hardly meant as "all": it is a variable that
// was not set.
func GetManagedRunners(args property.Map) []p.CheckFailure {
	root := arguments[model.GetManagedRunnersArgs](args)
	for _, f := range root.field.Fields {
		if n := root.get(f.Name); n.is("") {
			n.refuse("must not be empty; leave it out to list all")
		}
	}
	checkZone(root.get("zone"))
	return root.report.result(root.field).Failures
}

// arguments are those of a function that takes T, checked against its declaration.
func arguments[T any](args property.Map) node {
	root := node{report: &report{}, field: model.Describe[T](), value: property.New(args)}
	checkStructure(root)
	return root
}
