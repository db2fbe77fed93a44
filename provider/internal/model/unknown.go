package model

import (
	"maps"
	"slices"
)

// Unknown holds what a server sent inside a message that the model has no field for: under the name of an unknown
// field its value, under the name of a known field what is unknown inside it. A runner that a newer client has
// configured has such fields.
type Unknown map[string]any

// unknownElement is what is unknown inside one element of a list. Elements have no name, so that the known part of
// the element is what it is found by.
type unknownElement struct {
	known   any
	unknown any
}

// At returns what is unknown inside the field at the path, or nil.
func (u Unknown) At(path ...string) any {
	var at any = u
	for _, name := range path {
		inner, ok := at.(Unknown)
		if !ok {
			return nil
		}
		at = inner[name]
	}
	return at
}

// Preserved tells what [Preserve] did, by path.
type Preserved struct {
	Kept    []string // fields that are sent back as they were
	Dropped []string // fields that go, because what they belong to goes
}

// preserver does the work of [Preserve].
type preserver struct {
	Preserved
	same func(a, b any, f *Field) bool
}

// Preserve adds to a block that is about to replace another one what was unknown inside the other one, so that
// nothing that a newer client has set is wiped: block is the JSON to be sent, unknown what [Unknown.At] found at its
// place, and path the block's path for the report.
//
// Elements of lists are found again by what is known of them, which same compares by meaning.
func Preserve(block any, unknown any, f *Field, path string, same func(a, b any, f *Field) bool) (any, Preserved) {
	p := preserver{same: same}
	merged := p.merge(block, unknown, f, path)
	return merged, p.Preserved
}

func (p *preserver) merge(block any, unknown any, f *Field, path string) any {
	switch unknown := unknown.(type) {
	case Unknown:
		return p.mergeObject(block, unknown, f, path)
	case []unknownElement:
		return p.mergeList(block, unknown, f, path)
	default:
		return block
	}
}

func (p *preserver) mergeObject(block any, unknown Unknown, f *Field, path string) any {
	object, present := block.(map[string]any)
	if !present {
		object = map[string]any{}
	}
	for _, key := range slices.Sorted(maps.Keys(unknown)) {
		child, known := f.Get(key)
		switch {
		case !known:
			object[key] = unknown[key]
			p.Kept = append(p.Kept, join(path, key))
		case object[key] == nil && (child.OneOf || child.EmptyActs || child.Kind == List):
			// To bring the member back would choose it; to bring an element back would undo its removal.
			p.drop(unknown[key], join(path, key))
		default:
			if merged := p.merge(object[key], unknown[key], child, join(path, key)); merged != nil {
				object[key] = merged
			}
		}
	}
	if !present && len(object) == 0 {
		return block // absent it was, and nothing in it was kept
	}
	return object
}

func (p *preserver) mergeList(block any, unknown []unknownElement, f *Field, path string) any {
	list, _ := block.([]any)
	taken := make([]bool, len(list))
	for _, old := range unknown {
		i := 0
		for i < len(list) && (taken[i] || !p.same(list[i], old.known, f.Elem)) {
			i++
		}
		if i == len(list) {
			p.drop(old.unknown, path+"[]")
			continue
		}
		taken[i] = true
		list[i] = p.merge(list[i], old.unknown, f.Elem, path+"[]")
	}
	return list
}

func (p *preserver) drop(unknown any, path string) {
	switch unknown := unknown.(type) {
	case Unknown:
		for _, key := range slices.Sorted(maps.Keys(unknown)) {
			p.drop(unknown[key], join(path, key))
		}
	case []unknownElement:
		for _, e := range unknown {
			p.drop(e.unknown, path+"[]")
		}
	default:
		p.Dropped = append(p.Dropped, path)
	}
}
