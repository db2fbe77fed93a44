package check

import (
	"math"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// checkStructure checks what the table of fields says about a value and everything in it.
func checkStructure(n node) {
	switch {
	case !n.given() || n.unknown():
		return
	case n.field.Kind == model.Any:
		checkFree(n)
	case !hasType(n.value, n.field.Kind):
		n.refuse("expected %s, found %s%s", n.field.Kind, typeOf(n.value), typeHint(n))
	case n.field.Kind == model.Object:
		checkObject(n)
	case n.field.Kind == model.List:
		checkList(n)
	case n.field.Kind == model.Map:
		for _, e := range n.entries() {
			checkElement(e.node)
		}
	case n.field.Kind == model.Int:
		checkInteger(n)
	case n.field.Kind == model.String:
		checkText(n)
	}
}

func hasType(v property.Value, k model.Kind) bool {
	switch k {
	case model.String:
		return v.IsString()
	case model.Bool:
		return v.IsBool()
	case model.Int:
		return v.IsNumber()
	case model.List:
		return v.IsArray()
	case model.Object, model.Map:
		return v.IsMap()
	default:
		return false
	}
}

func typeOf(v property.Value) string {
	switch {
	case v.IsString():
		return "string"
	case v.IsBool():
		return "boolean"
	case v.IsNumber():
		return "number"
	case v.IsArray():
		return "list"
	case v.IsMap():
		return "object"
	case v.IsAsset():
		return "asset"
	case v.IsArchive():
		return "archive"
	case v.IsResourceReference():
		return "resource"
	default:
		return "null"
	}
}

// typeHint helps with the slips that YAML, and documents written for the API itself, invite.
func typeHint(n node) string {
	switch k := n.field.Kind; {
	case n.field.EmptyMessage:
		return "; write `true`"
	case k == model.String && (n.value.IsNumber() || n.value.IsBool()):
		return "; put it in quotes"
	case (k == model.Int || k == model.Bool) && n.value.IsString():
		return "; write it without quotes"
	default:
		return ""
	}
}

func checkObject(n node) {
	meant := map[string]bool{} // fields that are there under a wrong name: they are not missing
	for key, v := range n.value.AsMap().AllStable {
		if _, ok := n.field.Get(key); ok {
			checkStructure(n.get(key))
			continue
		}
		// Names that begin so are the engine's own.
		if !strings.HasPrefix(key, "__") && !v.IsNull() {
			meant[checkUnknownName(n.key(key), key, n)] = true
		}
	}
	for _, f := range n.field.Fields {
		if child := n.get(f.Name); !f.Optional && !child.given() && !meant[f.Name] {
			child.refuse("is required")
		}
	}
	checkOneOf(n, meant)
}

// checkOneOf wants exactly one of the fields so marked. An unknown one counts when one is wanted, but may still turn
// out to be absent when there are others.
func checkOneOf(n node, meant map[string]bool) {
	var names, chosen []string
	none := true
	for _, f := range n.field.Fields {
		if !f.OneOf {
			continue
		}
		names = append(names, "`"+f.Name+"`")
		child := n.get(f.Name)
		if child.given() || meant[f.Name] {
			none = false
		}
		switch {
		case child.isFalse():
			child.refuse("must be true or left out: false chooses nothing")
		case child.given() && !child.unknown():
			chosen = append(chosen, "`"+f.Name+"`")
		}
	}
	switch {
	case len(names) == 0 || n.unchanged():
	case none:
		n.refuse("exactly one of %s must be set, found none", and(names))
	case len(chosen) > 1:
		n.refuse("exactly one of %s must be set, found %s", and(names), and(chosen))
	}
}

func and(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

func checkList(n node) {
	first := map[string]int{} // where a text was seen first
	for i, item := range n.items() {
		checkElement(item)
		if s, ok := item.text(); ok && n.field.Set {
			checkMember(item, s, i, first)
		}
	}
}

// checkElement refuses a null where Pulumi's other languages could not even express it.
func checkElement(n node) {
	if !n.given() && n.field.Kind != model.Any {
		n.refuse("must not be null")
	}
	checkStructure(n)
}

// checkMember looks for what a set of texts hardly means: the server drops duplicates, and an empty text is a
// variable that was not set.
func checkMember(n node, s string, i int, first map[string]int) {
	if s == "" {
		n.warn("is empty")
	}
	if j, ok := first[s]; ok {
		n.warn("repeats element %d", j)
		return
	}
	first[s] = i
}

// checkFree accepts whatever JSON can express.
func checkFree(n node) {
	switch v := n.value; {
	case v.IsNumber() && (math.IsNaN(v.AsNumber()) || math.IsInf(v.AsNumber(), 0)):
		n.refuse("must be a finite number")
	case v.IsAsset() || v.IsArchive() || v.IsResourceReference():
		n.refuse("expected a JSON value, found %s", typeOf(v))
	}
	for _, e := range n.entries() {
		checkStructure(e.node)
	}
	for _, item := range n.items() {
		checkStructure(item)
	}
}
