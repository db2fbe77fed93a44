// Package model holds the types of a managed runner, each written once.
//
// The JSON name of every field of the RunnerManagementService is also a good Pulumi property name, so a field carries
// both tags, its description (in Annotate) and what its values mean, side by side:
//
//	Cidrs []string `pulumi:"cidrs,optional" json:"cidrs,omitempty" runner:"set"`
//
// The runner tag says how two values of the field compare, see [Field]. From the declarations [Describe] derives the
// table that reading, comparing and checking work from, so that none of them has a list of fields of its own.
//
// Every optional field is a pointer, a slice or a map: absent and zero stay apart until something decides that they
// mean the same.
package model
