package canonical

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Kind is what happened to a value.
type Kind int

// The kinds of change.
const (
	Added Kind = iota
	Removed
	Updated
)

// Change is a place where two values differ in meaning. The path leads to the value as written: into the old one if it
// was removed, else into the new one.
type Change struct {
	Path resource.PropertyPath
	Kind Kind
}

// Diff lists the differences between two values of an object, leaf by leaf, in the order of the table of fields.
func Diff(old, new property.Map, f *model.Field) []Change {
	var c changes
	c.object(nil, old, new, f)
	return c
}

type changes []Change

func (c *changes) add(path resource.PropertyPath, kind Kind) {
	*c = append(*c, Change{Path: path, Kind: kind})
}

// at extends a path. It never shares memory with another extension of the same path.
func at(path resource.PropertyPath, segment any) resource.PropertyPath {
	return append(slices.Clone(path), segment)
}

func (c *changes) value(path resource.PropertyPath, old, new property.Value, f *model.Field, presence bool) {
	formOld, formNew := form(old, f, presence), form(new, f, presence)
	switch {
	case formOld.Equals(formNew) && !formNew.HasComputed():
	case formOld.IsNull():
		c.add(path, Added)
	case formNew.IsNull():
		c.add(path, Removed)
	case old.IsMap() && new.IsMap() && f.Kind == model.Object:
		c.object(path, old.AsMap(), new.AsMap(), f)
	case old.IsMap() && new.IsMap():
		c.mapping(path, old.AsMap(), new.AsMap())
	case old.IsArray() && new.IsArray() && f.Set && !old.HasComputed() && !new.HasComputed():
		c.set(path, old.AsArray(), new.AsArray(), f)
	case old.IsArray() && new.IsArray():
		c.list(path, old.AsArray(), new.AsArray(), f)
	default:
		c.add(path, Updated)
	}
}

func (c *changes) object(path resource.PropertyPath, old, new property.Map, f *model.Field) {
	for _, child := range f.Fields {
		c.value(at(path, child.Name), old.Get(child.Name), new.Get(child.Name), child, child.Presence)
	}
}

// mapping compares by key. Values are opaque: empty ones count.
func (c *changes) mapping(path resource.PropertyPath, old, new property.Map) {
	keys := old.AsMap()
	maps.Copy(keys, new.AsMap())
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		before, after := old.Get(key), new.Get(key)
		switch {
		case before.IsNull() && after.IsNull():
		case before.IsNull():
			c.add(at(path, key), Added)
		case after.IsNull():
			c.add(at(path, key), Removed)
		default:
			c.opaque(at(path, key), before, after)
		}
	}
}

func (c *changes) list(path resource.PropertyPath, old, new property.Array, f *model.Field) {
	for i := range max(old.Len(), new.Len()) {
		switch {
		case i >= old.Len():
			c.add(at(path, i), Added)
		case i >= new.Len():
			c.add(at(path, i), Removed)
		default:
			c.value(at(path, i), old.Get(i), new.Get(i), f.Elem, true)
		}
	}
}

// set reports elements that came and went. Where one went and another came at the same place, the place was updated.
func (c *changes) set(path resource.PropertyPath, old, new property.Array, f *model.Field) {
	removed, added := missing(old, new, f.Elem), missing(new, old, f.Elem)
	for i := range max(old.Len(), new.Len()) {
		went, came := slices.Contains(removed, i), slices.Contains(added, i)
		switch {
		case went && came:
			c.add(at(path, i), Updated)
		case went:
			c.add(at(path, i), Removed)
		case came:
			c.add(at(path, i), Added)
		}
	}
}

// missing returns the places in a of the elements that are not in b.
func missing(a, b property.Array, f *model.Field) []int {
	in := map[string]bool{}
	for _, v := range b.All {
		in[key(form(v, f, true))] = true
	}
	var places []int
	for i, v := range a.All {
		if !in[key(form(v, f, true))] {
			places = append(places, i)
		}
	}
	return places
}

// opaque compares free-form values by structure.
func (c *changes) opaque(path resource.PropertyPath, old, new property.Value) {
	switch {
	case !new.HasComputed() && bare(old).Equals(bare(new)):
	case old.IsMap() && new.IsMap():
		c.mapping(path, old.AsMap(), new.AsMap())
	case old.IsArray() && new.IsArray() && old.AsArray().Len() == new.AsArray().Len():
		for i, before := range old.AsArray().All {
			c.opaque(at(path, i), before, new.AsArray().Get(i))
		}
	default:
		c.add(path, Updated)
	}
}
