package model

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// Kind is the shape of a value.
type Kind int

// The shapes.
const (
	String Kind = iota
	Bool
	Int
	Object // a message with named fields
	List
	Map // free keys, values of one kind
	Any // a free-form JSON value
)

// String names the kind as users of Pulumi know it.
func (k Kind) String() string {
	return [...]string{"string", "boolean", "integer", "object", "list", "map", "any"}[k]
}

// Format is a spelling in which several texts mean the same.
type Format string

// The formats. Each is also the word for it in the runner tag.
const (
	Plain     Format = ""
	Quantity  Format = "quantity"  // a Kubernetes quantity: compares by value
	Timestamp Format = "timestamp" // RFC 3339: compares as an instant
	Caseless  Format = "caseless"  // compares without case
)

// Field is one row of the table of fields, derived from the declaration of a type.
type Field struct {
	Name     string // the name in Pulumi and in JSON
	Kind     Kind
	Format   Format
	Fields   []*Field // of an Object, in the order of declaration
	Elem     *Field   // of a List or a Map
	Enum     []string // the values that can be chosen, if they are enumerated
	Optional bool
	Secret   bool
	Replace  bool // a change replaces the resource

	Set      bool     // a List whose order has no meaning
	Presence bool     // absent differs from zero
	OneOf    bool     // exactly one of the fields so marked is set in their message
	Default  string   // absent equals this value
	Aliases  []string // older names, read but never written

	Int64        bool // a JSON string on the wire
	EmptyMessage bool // true is the empty message on the wire
	JSON         bool // may arrive as a string that holds JSON
	Loose        bool // reported by the server in a form that is not known for sure: what cannot be read is left out
	EmptyActs    bool // an Object that does something by its mere presence
	Local        bool // says what the provider does, and is never sent

	byName map[string]*Field
}

// Get returns the field of an Object that has the name.
func (f *Field) Get(name string) (*Field, bool) {
	found, ok := f.byName[name]
	return found, ok
}

var described sync.Map // reflect.Type -> *Field

// Describe derives the table of fields of a struct type from its declaration. A mistake in a declaration panics.
func Describe[T any]() *Field {
	t := reflect.TypeFor[T]()
	if f, ok := described.Load(t); ok {
		return f.(*Field)
	}
	f := describe(t)
	described.Store(t, f)
	return f
}

func describe(t reflect.Type) *Field {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if values := enumValues(t); values != nil {
		return &Field{Kind: String, Enum: values}
	}
	switch t.Kind() {
	case reflect.String:
		return &Field{Kind: String}
	case reflect.Bool:
		return &Field{Kind: Bool}
	case reflect.Int, reflect.Int64:
		return &Field{Kind: Int}
	case reflect.Interface:
		return &Field{Kind: Any}
	case reflect.Slice:
		return &Field{Kind: List, Elem: describe(t.Elem())}
	case reflect.Map:
		return &Field{Kind: Map, Elem: describe(t.Elem())}
	case reflect.Struct:
		return describeStruct(t)
	default:
		panic(fmt.Sprintf("no field can have the type %s", t))
	}
}

func describeStruct(t reflect.Type) *Field {
	f := &Field{Kind: Object, byName: map[string]*Field{}}
	for _, sf := range reflect.VisibleFields(t) {
		name, options := fieldName(sf)
		if sf.Anonymous || name == "" {
			continue
		}
		child := describe(sf.Type)
		child.Name = name
		child.Optional = strings.Contains(options, "optional")
		child.Secret = sf.Tag.Get("provider") == "secret"
		child.Replace = sf.Tag.Get("provider") == "replaceOnChanges"
		applyRunnerTag(child, sf.Tag.Get("runner"))
		f.Fields = append(f.Fields, child)
		f.byName[name] = child
	}
	return f
}

// fieldName is the name from the pulumi tag or, for messages that only the wire knows, from the json tag.
func fieldName(sf reflect.StructField) (name, options string) {
	tag, ok := sf.Tag.Lookup("pulumi")
	if !ok {
		tag = sf.Tag.Get("json")
	}
	name, options, _ = strings.Cut(tag, ",")
	if name == "-" {
		return "", ""
	}
	return name, options
}

func applyRunnerTag(f *Field, tag string) {
	if tag == "" {
		return
	}
	for word := range strings.SplitSeq(tag, ",") {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "set":
			f.Set = true
		case "presence":
			f.Presence = true
		case "oneof":
			f.OneOf = true
		case "int64":
			f.Int64 = true
		case "emptymessage":
			f.EmptyMessage = true
		case "json":
			f.JSON = true
		case "loose":
			f.Loose = true
		case "emptyacts":
			f.EmptyActs = true
		case "local":
			f.Local = true
		case "alias":
			f.Aliases = append(f.Aliases, value)
		case "default":
			f.Default = value
		case string(Quantity), string(Timestamp), string(Caseless):
			f.Format = Format(key)
		default:
			panic(fmt.Sprintf("%s: unknown word %q in the runner tag", f.Name, word))
		}
	}
}

// enumValues calls the Values method that infer asks of enums.
func enumValues(t reflect.Type) []string {
	m, ok := t.MethodByName("Values")
	if !ok || t.Kind() != reflect.String {
		return nil
	}
	list := m.Func.Call([]reflect.Value{reflect.Zero(t)})[0]
	values := make([]string, list.Len())
	for i := range values {
		values[i] = list.Index(i).FieldByName("Value").String()
	}
	return values
}
