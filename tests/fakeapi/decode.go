package fakeapi

import (
	"maps"
	"slices"
)

// decoder turns parsed JSON into a document by the table. It follows proto3
// JSON: names in lowerCamelCase or as in the .proto, null for unset, zero values
// dropped where they equal unset, presence kept where it means something. It
// differs in refusing unknown fields, which real servers mostly ignore: a typing
// error of a client must not pass its tests.
type decoder struct {
	acceptOld bool            // accept the former names of renamed fields
	extras    map[string]bool // keys of unknown fields to keep as they are
	bad       violations
}

// decode reads a whole request.
func decode(m *message, body []byte, acceptOld bool, extras map[string]bool) (map[string]any, *refusal) {
	tree, err := parse(body)
	if err != nil {
		return nil, refuse(CodeInvalidArgument, "reading %s: %v", m.name, err).because("CWSANDBOX_INVALID_REQUEST")
	}
	d := &decoder{acceptOld: acceptOld, extras: extras}
	if _, ok := tree.(map[string]any); !ok {
		return nil, refuse(CodeInvalidArgument, "reading %s: expected an object, got %s", m.name, jsonKind(tree)).
			because("CWSANDBOX_INVALID_REQUEST")
	}
	out := d.message(m, tree, path{})
	if len(d.bad) > 0 {
		return nil, refuseFields(d.bad)
	}
	return out, nil
}

// message reads an object.
func (d *decoder) message(m *message, raw any, at path) map[string]any {
	object, ok := raw.(map[string]any)
	if !ok {
		d.bad.add(at, "expected an object (%s), got %s", m.name, jsonKind(raw))
		return nil
	}
	out := &members{values: map[string]any{}, spelled: map[string]string{}, chosen: map[string]string{}}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		d.member(m, name, object[name], at, out)
	}
	return out.values
}

// members is a message while it is being read.
type members struct {
	values  map[string]any
	spelled map[string]string // field to the spelling met first
	chosen  map[string]string // oneof to its member met first
}

// member reads one name of an object.
func (d *decoder) member(m *message, name string, raw any, at path, out *members) {
	if extra, ok := d.extra(m, name, at); ok {
		out.values[extra] = plain(raw)
		return
	}
	f, ok := d.lookup(m, name, at)
	if !ok {
		return
	}
	here := at.at(f.name)
	if first, twice := out.spelled[f.name]; twice {
		d.bad.add(here, "cannot set both %q and %q", first, name)
		return
	}
	out.spelled[f.name] = name
	if raw == nil {
		return
	}
	if f.oneof != "" {
		if other, taken := out.chosen[f.oneof]; taken {
			d.bad.add(here, "%s and %s exclude each other: set one of them", snake(other), snake(f.name))
			return
		}
		out.chosen[f.oneof] = f.name
	}
	if value, set := d.value(f, raw, here); set {
		out.values[f.name] = value
	}
}

// extra tells whether a name is one that only this server knows.
func (d *decoder) extra(m *message, name string, at path) (string, bool) {
	if _, known := m.find(name); known {
		return "", false
	}
	for _, spelling := range []string{name, camel(name)} {
		if d.extras[at.at(spelling).key] {
			return spelling, true
		}
	}
	return "", false
}

// lookup finds the field of a name and notes a violation when there is none.
func (d *decoder) lookup(m *message, name string, at path) (field, bool) {
	if f, ok := m.find(name); ok {
		return f, true
	}
	f, renamed := m.findOld(name)
	switch {
	case renamed && d.acceptOld:
		return f, true
	case renamed:
		d.bad.add(at.at(name), "unknown field; it was renamed to %s", snake(f.name))
	default:
		d.bad.add(at.at(name), "unknown field of %s", m.name)
	}
	return field{}, false
}

// value reads the value of a field. set is false when it equals unset.
func (d *decoder) value(f field, raw any, at path) (value any, set bool) {
	switch f.kind {
	case kindMessage:
		return d.message(f.message, raw, at), true
	case kindStruct:
		return d.structure(raw, at), true
	case kindList:
		list := d.list(f, raw, at)
		return list, len(list) > 0
	case kindMap:
		entries := d.stringMap(raw, at)
		return entries, len(entries) > 0
	default:
		value, zero := d.scalar(f, raw, at)
		return value, value != nil && (!zero || f.keepsZero())
	}
}

// list reads an array; its elements are never null.
func (d *decoder) list(f field, raw any, at path) []any {
	array, ok := raw.([]any)
	if !ok {
		d.bad.add(at, "expected an array, got %s", jsonKind(raw))
		return nil
	}
	out := make([]any, 0, len(array))
	for i, element := range array {
		here := at.index(i)
		switch f.elem.kind {
		case kindMessage:
			out = append(out, d.message(f.elem.message, element, here))
		case kindStruct:
			out = append(out, d.structure(element, here))
		default:
			value, _ := d.scalar(*f.elem, element, here)
			out = append(out, value)
		}
	}
	return out
}

// stringMap reads an object of strings; its values are never null (CONFIRMED).
func (d *decoder) stringMap(raw any, at path) map[string]any {
	object, ok := raw.(map[string]any)
	if !ok {
		d.bad.add(at, "expected an object of strings, got %s", jsonKind(raw))
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if _, ok := object[key].(string); !ok {
			d.bad.add(at.entry(key), "expected a string, got %s", jsonKind(object[key]))
		}
	}
	return object
}

// structure reads any JSON object. Its keys are data: none is renamed, none is
// dropped, null stays null. Numbers become doubles, as in google.protobuf.Struct.
func (d *decoder) structure(raw any, at path) map[string]any {
	if object, ok := raw.(map[string]any); ok {
		return plain(object).(map[string]any)
	}
	d.bad.add(at, "expected an object, got %s", jsonKind(raw))
	return nil
}
