package model

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// MaxInteger is the largest integer that a Pulumi number, a float64, can hold exactly.
const MaxInteger = 1<<53 - 1

// UnmarshalJSON reads a runner in every form that a server may choose: names old or new, camel or snake case; numbers
// as numbers or strings; zero values spelled out or left out; an affinity as an object or as a string that holds one.
// Zero values of fields whose presence says nothing are dropped, so that a server that spells them out does not look
// as if somebody had set them. What the model has no field for is kept in Unknown.
func (r *ManagedRunner) UnmarshalJSON(data []byte) error {
	raw, err := parse(data)
	if err != nil {
		return err
	}
	message, ok := raw.(map[string]any)
	if !ok {
		return errors.New("a runner must be a JSON object")
	}
	d := decoder{}
	plain, unknown := d.object(message, Describe[ManagedRunner](), "")
	if len(d.problems) > 0 {
		return errors.New(strings.Join(d.problems, "; "))
	}
	text, err := json.Marshal(plain)
	if err != nil {
		return err
	}
	type bare ManagedRunner // without this method
	var b bare
	if err := json.Unmarshal(text, &b); err != nil {
		// The decoder's message may quote a value.
		return errors.New("a number is too large to be read")
	}
	*r = ManagedRunner(b)
	r.Unknown, _ = unknown.(Unknown)
	return nil
}

// parse reads JSON without rounding its numbers.
func parse(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	if _, end := d.Token(); err != nil || !errors.Is(end, io.EOF) {
		// The decoder's message may quote the text, which may hold secrets.
		return nil, errors.New("not valid JSON")
	}
	return v, nil
}

// decoder brings JSON from the wire into the one form that the types' JSON tags expect.
type decoder struct {
	problems []string
	loose    bool // what cannot be read is absent, and no problem
}

// wrong notes a value of the wrong type. It never shows the value, which may be a secret.
func (d *decoder) wrong(path string, f *Field) (plain, unknown any) {
	return d.refuse("%s is not of the type %s", path, f.Kind)
}

func (d *decoder) refuse(format string, args ...any) (plain, unknown any) {
	if !d.loose {
		d.problems = append(d.problems, fmt.Sprintf(format, args...))
	}
	return nil, nil
}

// value returns nil for an absent value.
func (d *decoder) value(v any, f *Field, path string) (plain, unknown any) {
	if v == nil {
		return nil, nil
	}
	if f.EmptyMessage {
		return d.emptyMessage(v, f, path)
	}
	if f.Loose {
		d = &decoder{loose: true}
	}
	if text, ok := v.(string); ok && f.JSON {
		return d.quoted(text, f, path)
	}
	switch f.Kind {
	case Object:
		if m, ok := v.(map[string]any); ok {
			return d.object(m, f, path)
		}
	case List:
		if l, ok := v.([]any); ok {
			return d.list(l, f, path)
		}
	case Map:
		if m, ok := v.(map[string]any); ok {
			return d.mapOf(m, f, path), nil
		}
	case Int:
		return d.integer(v, f, path)
	case String:
		if s, ok := v.(string); ok {
			return text(s, f), nil
		}
	case Bool:
		if b, ok := v.(bool); ok {
			if !b && !f.Presence {
				return nil, nil
			}
			return b, nil
		}
	case Any:
		return v, nil
	}
	return d.wrong(path, f)
}

// quoted reads a value that arrives as a string that holds JSON. The empty string holds none.
func (d *decoder) quoted(text string, f *Field, path string) (plain, unknown any) {
	if text == "" {
		return nil, nil
	}
	inner, err := parse([]byte(text))
	if _, again := inner.(string); err != nil || again {
		return d.wrong(path, f)
	}
	return d.value(inner, f, path)
}

func (d *decoder) object(m map[string]any, f *Field, path string) (plain, unknown any) {
	known, rest := map[string]any{}, Unknown{}
	for _, key := range slices.SortedFunc(maps.Keys(m), f.todaysNamesFirst) {
		child, ok := f.find(key)
		if !ok {
			if m[key] != nil {
				rest[key] = m[key]
			}
			continue
		}
		if known[child.Name] != nil {
			continue // it has been read under today's name
		}
		v, u := d.value(m[key], child, join(path, child.Name))
		if path != "" && u != nil && idle(v, child) {
			v = nil // only a newer client knows what it is for; to show it empty would be drift without end
		}
		if v != nil {
			known[child.Name] = v
		}
		if u != nil {
			rest[child.Name] = u
		}
	}
	if len(rest) == 0 {
		return known, nil
	}
	return known, rest
}

// idle reports whether a message says nothing by what is known of it.
func idle(v any, f *Field) bool {
	known, isObject := v.(map[string]any)
	return isObject && len(known) == 0 && f.Optional && !f.OneOf && !f.EmptyActs
}

// todaysNamesFirst orders names from the wire, so that of a field that is there under two names today's counts.
func (f *Field) todaysNamesFirst(a, b string) int {
	older := func(name string) int {
		if _, ok := f.byName[lowerCamel(name)]; ok {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(older(a), older(b)), cmp.Compare(a, b))
}

// find resolves a name from the wire: today's, an older one, or the proto spelling of either.
func (f *Field) find(key string) (*Field, bool) {
	name := lowerCamel(key)
	if child, ok := f.byName[name]; ok {
		return child, true
	}
	for _, child := range f.Fields {
		if slices.Contains(child.Aliases, name) {
			return child, true
		}
	}
	return nil, false
}

func (d *decoder) list(l []any, f *Field, path string) (plain, unknown any) {
	if len(l) == 0 && !f.Presence {
		return nil, nil
	}
	known := make([]any, 0, len(l))
	var rest []unknownElement
	for i, item := range l {
		at := path + "[" + strconv.Itoa(i) + "]"
		v, u := d.value(item, f.Elem, at)
		if v == nil {
			// An element keeps its place, whatever it is: dropping it would shift the others.
			v = zero(f.Elem)
		}
		known = append(known, v)
		if u != nil {
			rest = append(rest, unknownElement{known: v, unknown: u})
		}
	}
	if rest == nil {
		return known, nil
	}
	return known, rest
}

func (d *decoder) mapOf(m map[string]any, f *Field, path string) any {
	if f.Elem.Kind == Any {
		return m
	}
	if len(m) == 0 && !f.Presence {
		return nil
	}
	plain := map[string]any{}
	for key, item := range m {
		if item == nil {
			item = zero(f.Elem)
		}
		if _, ok := item.(string); !ok && f.Elem.Kind == String {
			d.wrong(path+"[...]", f.Elem)
			continue
		}
		plain[key] = item
	}
	return plain
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// lowerCamel turns the proto spelling of a name into its JSON spelling.
func lowerCamel(name string) string {
	head, rest, found := strings.Cut(name, "_")
	if !found {
		return name
	}
	var b strings.Builder
	b.WriteString(head)
	for word := range strings.SplitSeq(rest, "_") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}
