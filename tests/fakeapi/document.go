package fakeapi

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// A document is a JSON object as encoding/json would hand it out: map[string]any
// with string, bool, float64, nil, []any and map[string]any inside. Absent means
// unset; zero values of fields without presence are not stored.

// plain copies a JSON value and turns its numbers into float64.
func plain(value any) any {
	switch value := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(value))
		for key, item := range value {
			out[key] = plain(item)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, item := range value {
			out[i] = plain(item)
		}
		return out
	case json.Number:
		f, _ := value.Float64() // out of range becomes infinite, as a double would
		return f
	default:
		return value
	}
}

// copyDocument is a deep copy of a document.
func copyDocument(doc map[string]any) map[string]any {
	if doc == nil {
		return nil
	}
	return plain(doc).(map[string]any)
}

// importDocument copies a document that a test wrote with Go values of its own
// liking, by way of JSON. A document that is not JSON is a bug of the test.
func importDocument(doc map[string]any) map[string]any {
	raw, err := json.Marshal(doc)
	if err != nil {
		panic(fmt.Sprintf("fakeapi: the document is not JSON: %v", err))
	}
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		panic(fmt.Sprintf("fakeapi: the document is not an object: %v", err))
	}
	return out
}

// same tells whether two document values are equal.
func same(a, b any) bool { return reflect.DeepEqual(a, b) }

// lookup follows names through objects; nil when one is missing.
func lookup(value any, names ...string) any {
	for _, name := range names {
		object, ok := value.(map[string]any)
		if !ok {
			return nil
		}
		value = object[name]
	}
	return value
}

// lookupString is the string at a place, or "".
func lookupString(value any, names ...string) string {
	s, _ := lookup(value, names...).(string)
	return s
}

// lookupBool is the bool at a place, or false.
func lookupBool(value any, names ...string) bool {
	b, _ := lookup(value, names...).(bool)
	return b
}

// lookupNumber is the 32-bit integer at a place, or 0.
func lookupNumber(value any, names ...string) int {
	f, _ := lookup(value, names...).(float64)
	return int(f)
}

// lookupObject is the object at a place; nil when there is none.
func lookupObject(value any, names ...string) map[string]any {
	object, _ := lookup(value, names...).(map[string]any)
	return object
}

// lookupList is the list at a place; nil when there is none.
func lookupList(value any, names ...string) []any {
	list, _ := lookup(value, names...).([]any)
	return list
}

// child is the object under a name, made when it is missing.
func child(parent map[string]any, name string) map[string]any {
	object, ok := parent[name].(map[string]any)
	if !ok {
		object = map[string]any{}
		parent[name] = object
	}
	return object
}
