package check

import (
	"slices"
	"strings"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// checkUnknownName refuses a name that the object does not have, and returns the field that it certainly means, if any.
func checkUnknownName(n node, name string, object node) string {
	if f := renamed(object.field, name); f != nil {
		n.refuse("is an older name: write `%s`", f.Name)
		return f.Name
	}
	if f := respelled(object.field, name); f != nil {
		n.refuse("unknown property: write `%s`", f.Name)
		return f.Name
	}
	output := object.field == model.Describe[model.Args]() && isOutput(name)
	switch near := nearest(object.field, name); {
	case output:
		n.refuse("is an output of the resource, not an input")
	case near != "":
		n.refuse("unknown property; did you mean `%s`?", near)
	default:
		n.refuse("unknown property; known here: %s", strings.Join(names(object.field), ", "))
	}
	return ""
}

// renamed finds the field that an older name, in any spelling, stands for.
func renamed(f *model.Field, name string) *model.Field {
	return find(f, func(child *model.Field) bool {
		return slices.ContainsFunc(child.Aliases, func(alias string) bool { return squeeze(alias) == squeeze(name) })
	})
}

// respelled finds the field whose name differs in upper and lower case or in underscores only.
func respelled(f *model.Field, name string) *model.Field {
	return find(f, func(child *model.Field) bool { return squeeze(child.Name) == squeeze(name) })
}

func find(f *model.Field, match func(*model.Field) bool) *model.Field {
	if i := slices.IndexFunc(f.Fields, match); i >= 0 {
		return f.Fields[i]
	}
	return nil
}

// squeeze drops what tells spellings of one name apart: snake_case, kebab-case and camelCase look the same afterwards.
func squeeze(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

func isOutput(name string) bool {
	_, ok := model.Describe[model.State]().Get(name)
	return ok
}

func names(f *model.Field) []string {
	var names []string
	for _, child := range f.Fields {
		names = append(names, "`"+child.Name+"`")
	}
	return names
}

// nearest is the name that differs by the fewest letters, and by at most one in three.
func nearest(f *model.Field, name string) string {
	if len(name) > longestName {
		return ""
	}
	best, fewest := "", len(name)/3+1
	for _, child := range f.Fields {
		if d := distance(strings.ToLower(child.Name), strings.ToLower(name)); d < fewest {
			best, fewest = child.Name, d
		}
	}
	return best
}

// longestName is more than the length of the longest name in the table.
const longestName = 60

// distance is the number of letters to insert, delete or replace to turn a into b (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
