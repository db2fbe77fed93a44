// Package schema keeps the package schema stable: its test compares the provider's schema with the one of the last
// release, testdata/released.json, and fails on what would break a program or a stack, unless CHANGELOG.md says so.
//
// The record is replaced at a release and not in between, or a change could break users without a word. When
// provider/version.go has the version to release, and before CHANGELOG.md gets its heading, run
//
//	go test ./tests/schema -run TestRecord -record
//
// Until 0.1.0 is released, nobody depends on the schema, and the record is its baseline.
package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// Breaking lists the changes from old to new that can break a program or a stack. It errs on the side of reporting.
//
// Additions break nobody, unless they are required. Nor does an input that is no longer required, for what programs pass
// is still taken. A new secret mark is not reported either: it changes no type of the SDKs and plans no replacement, and
// the repair of a leak must not wait for a version that may break.
func Breaking(old, new schema.PackageSpec) []string {
	c := &comparison{}
	c.packages(old, new)
	c.object(place{name: "config", kind: "variable", input: true},
		schema.ObjectTypeSpec{Properties: old.Config.Variables, Required: old.Config.Required},
		schema.ObjectTypeSpec{Properties: new.Config.Variables, Required: new.Config.Required})
	c.resource("provider", value(old.Provider), value(new.Provider))
	each(c, "resource", old.Resources, new.Resources, c.resource)
	each(c, "function", old.Functions, new.Functions, c.function)
	inputs, outputs := uses(old)
	each(c, "type", old.Types, new.Types, func(name string, was, is schema.ComplexTypeSpec) {
		// A type that nothing uses is held to both rules: somebody may use it by hand.
		token := strings.TrimPrefix(name, "type ")
		unused := !inputs[token] && !outputs[token]
		at := place{name: name, kind: "property", input: inputs[token] || unused, output: outputs[token] || unused}
		c.changed(name, "type", was.Type, is.Type)
		c.object(at, was.ObjectTypeSpec, is.ObjectTypeSpec)
		c.enum(name, was.Enum, is.Enum)
	})
	return c.found
}

// comparison collects what breaks.
type comparison struct{ found []string }

// place is where properties stand: in the inputs of a resource, in a type, in the configuration.
type place struct {
	name, kind    string // as people call the place, and a property there
	input, output bool   // whether programs write the properties, and whether they read them
}

func (c *comparison) add(format string, args ...any) {
	c.found = append(c.found, fmt.Sprintf(format, args...))
}

func (c *comparison) changed(where, what string, was, is any) {
	if text(was) != text(is) {
		c.add("%s: %s changed from %s to %s", where, what, text(was), text(is))
	}
}

// settings are the names that the SDKs have in their languages, and what decides which types they have.
var settings = map[string][]string{
	"csharp": {"rootNamespace"},
	"go":     {"generateResourceContainerTypes", "importBasePath", "rootPackageName"},
	"java":   {"basePackage"},
	"nodejs": {"packageName"},
	"python": {"packageName"},
}

func (c *comparison) packages(old, new schema.PackageSpec) {
	c.changed("package", "name", old.Name, new.Name)
	c.changed("package", "namespace", old.Namespace, new.Namespace)
	for _, language := range slices.Sorted(maps.Keys(settings)) {
		var was, is map[string]any
		decode(old.Language[language], &was)
		decode(new.Language[language], &is)
		for _, name := range settings[language] {
			c.changed("package", language+" "+name, was[name], is[name])
		}
	}
}

// each compares what old and new have both, and reports what new does not have.
func each[T any](c *comparison, kind string, old, new map[string]T, compare func(name string, was, is T)) {
	for _, token := range slices.Sorted(maps.Keys(old)) {
		if is, ok := new[token]; ok {
			compare(kind+" "+token, old[token], is)
		} else {
			c.add("%s %s was removed", kind, token)
		}
	}
}

func (c *comparison) resource(name string, was, is schema.ResourceSpec) {
	c.object(place{name: name, kind: "input", input: true}, inputsOf(was), inputsOf(is))
	c.object(place{name: name, kind: "output", output: true}, was.ObjectTypeSpec, is.ObjectTypeSpec)
	c.object(place{name: name, kind: "input of get", input: true}, value(was.StateInputs), value(is.StateInputs))
	c.object(place{name: name, kind: "input of list", input: true}, value(was.ListInputs), value(is.ListInputs))
	for _, alias := range was.Aliases {
		// Stacks that know the resource by it would create it anew.
		if !slices.ContainsFunc(is.Aliases, func(a schema.AliasSpec) bool { return a.Type == alias.Type }) {
			c.add("%s: alias %q was removed", name, alias.Type)
		}
	}
	for _, method := range slices.Sorted(maps.Keys(was.Methods)) {
		if is.Methods[method] != was.Methods[method] {
			c.add("%s: method %q was removed or calls another function", name, method)
		}
	}
}

func (c *comparison) function(name string, was, is schema.FunctionSpec) {
	c.object(place{name: name, kind: "input", input: true}, value(was.Inputs), value(is.Inputs))
	c.changed(name, "order of arguments", was.MultiArgumentInputs, is.MultiArgumentInputs)
	before, after := resultOf(was), resultOf(is)
	c.changed(name, "type of the result", before.TypeSpec, after.TypeSpec)
	c.object(place{name: name, kind: "output", output: true}, value(before.ObjectTypeSpec), value(after.ObjectTypeSpec))
}

func (c *comparison) object(at place, was, is schema.ObjectTypeSpec) {
	for _, name := range slices.Sorted(maps.Keys(was.Properties)) {
		before := was.Properties[name]
		after, ok := is.Properties[name]
		if !ok {
			c.add("%s: %s %q was removed%s", at.name, at.kind, name, renamed(before, was.Properties, is.Properties))
			continue
		}
		c.property(at, name, before, after)
		c.required(at, name, slices.Contains(was.Required, name), slices.Contains(is.Required, name))
	}
	for _, name := range slices.Sorted(maps.Keys(is.Properties)) {
		if _, ok := was.Properties[name]; !ok && at.input && slices.Contains(is.Required, name) {
			c.add("%s: %s %q is new and required", at.name, at.kind, name)
		}
	}
}

func (c *comparison) property(at place, name string, was, is schema.PropertySpec) {
	where := fmt.Sprintf("%s: %s %q", at.name, at.kind, name)
	c.changed(where, "type", was.TypeSpec, is.TypeSpec)
	c.changed(where, "const", was.Const, is.Const)
	if at.input {
		// A program that leaves it out would mean something else.
		c.changed(where, "default", was.Default, is.Default)
		c.changed(where, "environment of the default", value(was.DefaultInfo).Environment, value(is.DefaultInfo).Environment)
	}
	if was.Secret && !is.Secret {
		c.add("%s is no longer secret: its value would stand in the state for everybody to read", where)
	}
	if !replaces(was) && replaces(is) {
		c.add("%s: a change of it now replaces the resource", where)
	}
}

// required: programs must write a required input, and SDKs give an output that is not required another type. What became
// required changes type too, where a language tells "may be missing" apart (Go, Java).
func (c *comparison) required(at place, name string, was, is bool) {
	switch {
	case is && !was:
		c.add("%s: %s %q became required", at.name, at.kind, name)
	case was && !is && at.output:
		c.add("%s: %s %q is no longer required", at.name, at.kind, name)
	}
}

func (c *comparison) enum(name string, was, is []schema.EnumValueSpec) {
	for _, before := range was {
		i := slices.IndexFunc(is, func(v schema.EnumValueSpec) bool { return text(v.Value) == text(before.Value) })
		if i < 0 {
			c.add("%s: enum value %s was removed", name, text(before.Value))
		} else if member(is[i]) != member(before) {
			c.add("%s: enum value %s changed its name from %q to %q", name, text(before.Value), member(before), member(is[i]))
		}
	}
}

func inputsOf(r schema.ResourceSpec) schema.ObjectTypeSpec {
	return schema.ObjectTypeSpec{Properties: r.InputProperties, Required: r.RequiredInputs}
}

// resultOf is what a function returns. Outputs is the older spelling.
func resultOf(f schema.FunctionSpec) schema.ReturnTypeSpec {
	if f.ReturnType == nil {
		return schema.ReturnTypeSpec{ObjectTypeSpec: f.Outputs}
	}
	return *f.ReturnType
}

// renamed guesses the new name of a property that was removed: a new one of the same type.
func renamed(removed schema.PropertySpec, was, is map[string]schema.PropertySpec) string {
	var candidates []string
	for name, p := range is {
		if _, ok := was[name]; !ok && text(p.TypeSpec) == text(removed.TypeSpec) {
			candidates = append(candidates, fmt.Sprintf("%q", name))
		}
	}
	if len(candidates) == 0 {
		return ""
	}
	slices.Sort(candidates)
	return ", renamed to " + strings.Join(candidates, " or ") + "?"
}

// replaces holds for both marks. The second one is for the documentation, of a provider that asks for the replacement.
func replaces(p schema.PropertySpec) bool { return p.ReplaceOnChanges || p.WillReplaceOnChanges }

// member is what SDKs derive the name of an enum value from.
func member(v schema.EnumValueSpec) string {
	if v.Name != "" {
		return v.Name
	}
	return fmt.Sprint(v.Value)
}

func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// text spells a part of a schema as schema.json does, on one line. Numbers are compared so too: 1 is 1.0 in JSON.
func text(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // it came from JSON
	}
	if s := string(data); s != "null" {
		return s
	}
	return "none"
}

func decode(data schema.RawMessage, into any) {
	if len(data) == 0 {
		return
	}
	if err := json.Unmarshal(data, into); err != nil {
		panic(err) // it was part of a JSON document
	}
}
