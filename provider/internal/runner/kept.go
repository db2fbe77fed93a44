package runner

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/redact"
)

// In the inputs of an imported runner, redact.Kept stands for a text that the schema calls secret: the value stays what
// the runner has. `pulumi import` writes the inputs, secret or not, in plain text to the terminal and into the program
// that it generates. The values themselves are in the outputs, encrypted, and an update takes them from there.

// conceal puts Kept in the place of every secret text of inputs that were just imported.
func conceal(inputs property.Map) property.Map {
	return secretTexts(property.New(inputs), argsTable, nil, func(resource.PropertyPath, property.Value) property.Value {
		return property.New(redact.Kept)
	}).AsMap()
}

// concealAgain does so where the program still says Kept.
func concealAgain(program, inputs property.Map) property.Map {
	return secretTexts(property.New(inputs), argsTable, nil, func(path resource.PropertyPath, v property.Value) property.Value {
		if kept, ok := counterpart(property.New(inputs), property.New(program), path); ok && isKept(kept) {
			return property.New(redact.Kept)
		}
		return v
	}).AsMap()
}

// reveal puts the values of the state in the place of Kept.
func reveal(inputs, state property.Map) property.Map {
	return secretTexts(property.New(inputs), argsTable, nil, func(path resource.PropertyPath, v property.Value) property.Value {
		if !isKept(v) {
			return v
		}
		if known, ok := counterpart(property.New(inputs), property.New(state), path); ok && known.IsString() {
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

func isKept(v property.Value) bool { return v.IsString() && v.AsString() == redact.Kept }

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

// counterpart finds the value that another value has at the path. Elements of lists have no name, so that they
// correspond only while both lists have the same number of them.
func counterpart(v, other property.Value, path resource.PropertyPath) (property.Value, bool) {
	for _, segment := range path {
		switch segment := segment.(type) {
		case string:
			if !v.IsMap() || !other.IsMap() {
				return property.Value{}, false
			}
			v, other = v.AsMap().Get(segment), other.AsMap().Get(segment)
		case int:
			if !v.IsArray() || !other.IsArray() || v.AsArray().Len() != other.AsArray().Len() {
				return property.Value{}, false
			}
			v, other = v.AsArray().Get(segment), other.AsArray().Get(segment)
		}
	}
	return other, true
}
