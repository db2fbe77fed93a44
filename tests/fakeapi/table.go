package fakeapi

import "slices"

// kind is the JSON form of a field.
type kind int

const (
	kindString kind = iota
	kindBool
	kindInt32
	kindInt64     // a JSON string on output, as in proto3 JSON
	kindEnum      // by name
	kindTimestamp // RFC 3339
	kindQuantity  // a string in the syntax of Kubernetes quantities
	kindStruct    // google.protobuf.Struct: any JSON object
	kindMap       // map of string to string, the only kind of map in the service
	kindList
	kindMessage
)

// field is one row of the table: what the fake accepts and returns under a name.
type field struct {
	name     string
	kind     kind
	enum     *enum    // of kindEnum
	message  *message // of kindMessage
	elem     *field   // of kindList
	oneof    string   // the group this field belongs to
	presence bool     // a scalar whose zero differs from unset
	output   bool     // set by the server; accepted on input and ignored
	legacy   bool     // of an older API; refused when it carries a value
	old      string   // an earlier JSON name
}

// message is a named list of fields.
type message struct {
	name   string
	fields []field
}

// find returns the field of a JSON or proto name.
func (m *message) find(name string) (field, bool) {
	i := slices.IndexFunc(m.fields, func(f field) bool { return f.name == name || snake(f.name) == name })
	if i < 0 {
		return field{}, false
	}
	return m.fields[i], true
}

// findOld returns the field that once had this JSON or proto name.
func (m *message) findOld(name string) (field, bool) {
	i := slices.IndexFunc(m.fields, func(f field) bool {
		return f.old != "" && (f.old == name || snake(f.old) == name)
	})
	if i < 0 {
		return field{}, false
	}
	return m.fields[i], true
}

// keepsZero tells whether the zero value of the field is information.
func (f field) keepsZero() bool {
	return f.presence || f.oneof != "" || f.kind == kindMessage || f.kind == kindStruct
}

func text(name string) field               { return field{name: name, kind: kindString} }
func flag(name string) field               { return field{name: name, kind: kindBool} }
func number(name string) field             { return field{name: name, kind: kindInt32} }
func bigNumber(name string) field          { return field{name: name, kind: kindInt64} }
func instant(name string) field            { return field{name: name, kind: kindTimestamp} }
func quantity(name string) field           { return field{name: name, kind: kindQuantity} }
func freeForm(name string) field           { return field{name: name, kind: kindStruct} }
func stringMap(name string) field          { return field{name: name, kind: kindMap} }
func choice(name string, e *enum) field    { return field{name: name, kind: kindEnum, enum: e} }
func nested(name string, m *message) field { return field{name: name, kind: kindMessage, message: m} }

func listOf(name string, elem field) field   { return field{name: name, kind: kindList, elem: &elem} }
func texts(name string) field                { return listOf(name, text("")) }
func messages(name string, m *message) field { return listOf(name, nested("", m)) }

func (f field) optional() field            { f.presence = true; return f }
func (f field) oneOf(group string) field   { f.oneof = group; return f }
func (f field) outputOnly() field          { f.output = true; return f }
func (f field) fromOlderAPI() field        { f.legacy = true; return f }
func (f field) formerly(name string) field { f.old = name; return f }
