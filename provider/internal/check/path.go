package check

import (
	"cmp"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// place is where a value is: a segment, a string or an int, below another place. The root is nil.
type place struct {
	parent  *place
	segment any
}

func (p *place) segments() []any {
	var segments []any
	for ; p != nil; p = p.parent {
		segments = append(segments, p.segment)
	}
	slices.Reverse(segments)
	return segments
}

// longestKey keeps texts readable. Pulumi's own limit is 16383 bytes, beyond which a path panics.
const longestKey = 1000

// pathText spells a path as Pulumi does: names that are not plain identifiers are quoted in brackets.
func pathText(segments []any) string {
	var path property.Path
	for _, segment := range segments {
		switch s := segment.(type) {
		case string:
			if len(s) > longestKey {
				s = s[:longestKey] + "..."
			}
			path = path.AppendKey(s)
		case int:
			path = path.AppendIndex(s)
		}
	}
	text, err := path.MarshalText()
	if err != nil {
		return "" // the root
	}
	return string(text)
}

// comparePaths orders paths as the table of fields is declared, lists by index and free keys by name. A parent comes
// before what it holds, an unknown name after the known ones.
func comparePaths(a, b []any, f *model.Field) int {
	for i := range min(len(a), len(b)) {
		if order := compareSegments(a[i], b[i], f); order != 0 {
			return order
		}
		f = fieldBelow(f, a[i])
	}
	return cmp.Compare(len(a), len(b))
}

func compareSegments(a, b any, f *model.Field) int {
	keyA, isKeyA := a.(string)
	keyB, isKeyB := b.(string)
	if !isKeyA || !isKeyB {
		indexA, _ := a.(int)
		indexB, _ := b.(int)
		return cmp.Compare(indexA, indexB)
	}
	return cmp.Or(cmp.Compare(declared(f, keyA), declared(f, keyB)), cmp.Compare(keyA, keyB))
}

// declared is the position of a name in the declaration of an object.
func declared(f *model.Field, name string) int {
	i := slices.IndexFunc(f.Fields, func(child *model.Field) bool { return child.Name == name })
	if i < 0 {
		return len(f.Fields)
	}
	return i
}

// free is the field of everything inside a free-form value.
var free = &model.Field{Kind: model.Any}

func fieldBelow(f *model.Field, segment any) *model.Field {
	if name, ok := segment.(string); ok {
		if child, ok := f.Get(name); ok {
			return child
		}
	}
	if f.Elem != nil {
		return f.Elem
	}
	return free
}
