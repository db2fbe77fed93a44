package runner

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Kept stands in the inputs of an imported runner for a text that the schema calls secret: the value stays what the
// runner has. `pulumi import` writes the inputs, secret or not, in plain text to the terminal and into the program that
// it generates. The values themselves are in the outputs, encrypted, and an update takes them from there.
const Kept = "[kept]"

// conceal puts Kept in the place of every secret text of inputs that were just imported.
func conceal(inputs property.Map) property.Map {
	return secretTexts(property.New(inputs), argsTable, nil, func(resource.PropertyPath, property.Value) property.Value {
		return property.New(Kept)
	}).AsMap()
}

// concealAgain does so where the program still says Kept.
func concealAgain(program, inputs property.Map) property.Map {
	return secretTexts(property.New(inputs), argsTable, nil, func(path resource.PropertyPath, v property.Value) property.Value {
		if isKept(lookupPath(property.New(program), path)) {
			return property.New(Kept)
		}
		return v
	}).AsMap()
}

// reveal puts the values of the state in the place of Kept.
func reveal(inputs, state property.Map) property.Map {
	return secretTexts(property.New(inputs), argsTable, nil, func(path resource.PropertyPath, v property.Value) property.Value {
		if known := lookupPath(property.New(state), path); isKept(v) && known.IsString() {
			return known.WithSecret(true)
		}
		return v
	}).AsMap()
}

// keptPaths lists where inputs say Kept.
func keptPaths(inputs property.Map) []string {
	var paths []string
	secretTexts(property.New(inputs), argsTable, nil, func(path resource.PropertyPath, v property.Value) property.Value {
		if isKept(v) {
			paths = append(paths, path.String())
		}
		return v
	})
	slices.Sort(paths)
	return paths
}

func isKept(v property.Value) bool { return v.IsString() && v.AsString() == Kept }

// secretTexts rebuilds a value with f applied to every text below a field that is secret. Without a field, everything
// below is.
func secretTexts(
	v property.Value, f *model.Field, path resource.PropertyPath,
	replace func(resource.PropertyPath, property.Value) property.Value,
) property.Value {
	below := func(segment any, item property.Value, f *model.Field) property.Value {
		return secretTexts(item, f, append(slices.Clone(path), segment), replace)
	}
	switch {
	case f != nil && f.Secret:
		return secretTexts(v, nil, path, replace)
	case f != nil && f.Kind != model.Object:
		return v
	case v.IsMap():
		out := v.AsMap().AsMap()
		for key, item := range out {
			if f == nil {
				out[key] = below(key, item, nil)
			} else if child, known := f.Get(key); known {
				out[key] = below(key, item, child)
			}
		}
		return property.WithGoValue(v, out)
	case v.IsArray():
		out := v.AsArray().AsSlice()
		for i, item := range out {
			out[i] = below(i, item, nil)
		}
		return property.WithGoValue(v, out)
	case v.IsString():
		return replace(path, v)
	default:
		return v
	}
}

// lookupPath finds the value at a path, or null.
func lookupPath(v property.Value, path resource.PropertyPath) property.Value {
	for _, segment := range path {
		switch segment := segment.(type) {
		case string:
			if !v.IsMap() {
				return property.Value{}
			}
			v = v.AsMap().Get(segment)
		case int:
			if !v.IsArray() || segment >= v.AsArray().Len() {
				return property.Value{}
			}
			v = v.AsArray().Get(segment)
		}
	}
	return v
}
