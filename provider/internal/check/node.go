package check

import (
	"math"
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// node is a value, what the table says about it, and where it is. The value of an absent field is null.
//
// The methods that read a value report false for one that is absent, unknown or of the wrong type, so that a rule
// only ever sees what it can judge.
type node struct {
	report *report
	at     *place
	field  *model.Field
	value  property.Value
	old    property.Value // what the runner already has there
	secret bool           // the value, or something that holds it, is secret
}

func (n node) child(segment any, f *model.Field, v property.Value) node {
	if n.unknown() {
		v = property.New(property.Computed)
	}
	return node{
		report: n.report,
		at:     &place{n.at, segment},
		field:  f,
		value:  v,
		old:    below(n.old, segment),
		secret: n.secret || f.Secret || v.Secret(),
	}
}

// below is the value at a segment, or null.
func below(v property.Value, segment any) property.Value {
	switch segment := segment.(type) {
	case string:
		if v.IsMap() {
			return v.AsMap().Get(segment)
		}
	case int:
		if v.IsArray() && segment < v.AsArray().Len() {
			return v.AsArray().Get(segment)
		}
	}
	return property.Value{}
}

// unchanged reports whether the runner has the value already. A server may have accepted what this version of the
// provider does not know.
func (n node) unchanged() bool {
	return n.given() && n.value.WithSecret(false).Equals(n.old.WithSecret(false))
}

// get is a field of an object. A name that the table does not have is a mistake in a rule.
func (n node) get(name string) node {
	f, ok := n.field.Get(name)
	if !ok {
		panic("no field " + strconv.Quote(name))
	}
	return n.child(name, f, n.member(name))
}

// key is an entry of a map or of a free-form object.
func (n node) key(name string) node {
	return n.child(name, fieldBelow(n.field, name), n.member(name))
}

func (n node) member(name string) property.Value {
	if !n.value.IsMap() {
		return property.Value{}
	}
	return n.value.AsMap().Get(name)
}

// entries are the entries of a map, by name.
func (n node) entries() []entry {
	if !n.value.IsMap() {
		return nil
	}
	var entries []entry
	for key := range n.value.AsMap().AllStable {
		entries = append(entries, entry{n.key(key), key})
	}
	return entries
}

// entry is a value with its free key.
type entry struct {
	node
	name string
}

// items are the elements of a list.
func (n node) items() []node {
	if !n.value.IsArray() {
		return nil
	}
	var items []node
	for i, v := range n.value.AsArray().All {
		items = append(items, n.child(i, fieldBelow(n.field, i), v))
	}
	return items
}

// given reports whether there is a value, known or not.
func (n node) given() bool { return !n.value.IsNull() }

func (n node) unknown() bool { return n.value.IsComputed() }

// filled reports whether the value is a list or a map, and not empty.
func (n node) filled() bool {
	return n.value.IsArray() && n.value.AsArray().Len() > 0 || n.value.IsMap() && n.value.AsMap().Len() > 0
}

func (n node) text() (string, bool) {
	if !n.value.IsString() {
		return "", false
	}
	return n.value.AsString(), true
}

// word is the text of a field in which the empty text means the same as none.
func (n node) word() (string, bool) {
	s, ok := n.text()
	return s, ok && s != ""
}

func (n node) isTrue() bool  { return n.value.IsBool() && n.value.AsBool() }
func (n node) isFalse() bool { return n.value.IsBool() && !n.value.AsBool() }

func (n node) is(text string) bool {
	s, ok := n.text()
	return ok && s == text
}

func (n node) integer() (int, bool) {
	if !n.value.IsNumber() {
		return 0, false
	}
	x := n.value.AsNumber()
	if x != math.Trunc(x) || math.Abs(x) > model.MaxInteger {
		return 0, false
	}
	return int(x), true
}

func (n node) quantity() (resource.Quantity, bool) {
	s, ok := n.text()
	if !ok {
		return resource.Quantity{}, false
	}
	q, ok := model.ParseQuantity(s)
	return q, ok && q.Sign() >= 0
}

// longestShown keeps texts readable.
const longestShown = 80

// shown is a text or an integer in parentheses, to be put behind its name: nothing if it is secret or long.
func (n node) shown() string {
	if n.secret {
		return ""
	}
	if x, ok := n.integer(); ok {
		return " (" + strconv.Itoa(x) + ")"
	}
	if s, ok := n.text(); ok && len(s) <= longestShown {
		return " (" + strconv.Quote(s) + ")"
	}
	return ""
}
