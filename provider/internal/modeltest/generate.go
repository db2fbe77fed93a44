// Package modeltest generates property values from the table of fields, for tests by random property.
package modeltest

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"pgregory.net/rapid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// quantities and timestamps hold several spellings of the same values, zero among them.
var (
	quantities = []string{
		"0", "0m", "1", "1000m", "1e0", "1.0", "2Gi", "2048Mi", "2147483648", "2.5", "2500m", "100m", "0.1", "1k", "1e3",
	}
	timestamps = []string{
		"2026-12-24T00:00:00Z", "2026-12-24T01:00:00+01:00", "2026-12-24T00:00:00.000Z", "2026-12-25T00:00:00Z",
	}
	caseless = []string{"us-east-04a", "US-EAST-04A", "us-west-01a"}
	words    = []string{"", "a", "b", "example.com", "Mixed"}
	keys     = []string{"a", "b", "example.com/key", "dns_name"}
)

// Args generates inputs of the resource: of the right types, though not always valid.
func Args() *rapid.Generator[property.Map] {
	return rapid.Custom(func(t *rapid.T) property.Map {
		return Value(model.Describe[model.Args]()).Draw(t, "args").AsMap()
	})
}

// Value generates a value of the field.
func Value(f *model.Field) *rapid.Generator[property.Value] {
	return rapid.Custom(func(t *rapid.T) property.Value { return value(t, f) })
}

func value(t *rapid.T, f *model.Field) property.Value {
	switch f.Kind {
	case model.Object:
		return object(t, f)
	case model.List:
		n := rapid.IntRange(0, 3).Draw(t, "length")
		items := make([]property.Value, 0, n)
		for range n {
			items = append(items, value(t, f.Elem))
		}
		return property.New(items)
	case model.Map:
		m := map[string]property.Value{}
		for _, key := range rapid.SliceOfNDistinct(rapid.SampledFrom(keys), 0, 3, rapid.ID).Draw(t, "keys") {
			m[key] = value(t, f.Elem)
		}
		return property.New(m)
	case model.Bool:
		return property.New(rapid.Bool().Draw(t, "bool"))
	case model.Int:
		return property.New(float64(rapid.IntRange(0, 3).Draw(t, "int")))
	case model.Any:
		return free(t, 2)
	case model.String:
		return property.New(text(t, f))
	default:
		panic(fmt.Sprintf("no generator for the kind %s", f.Kind))
	}
}

// object leaves out optional fields now and then.
func object(t *rapid.T, f *model.Field) property.Value {
	m := map[string]property.Value{}
	chosen := false
	for _, child := range f.Fields {
		if child.Local {
			continue // says nothing of a runner
		}
		if child.OneOf {
			// Exactly one of them, as the rules ask for.
			if chosen || rapid.Bool().Draw(t, "skip "+child.Name) && child != lastOneOf(f) {
				continue
			}
			chosen = true
			m[child.Name] = value(t, child)
			if child.Kind == model.Bool {
				m[child.Name] = property.New(true)
			}
			continue
		}
		if !child.Optional || rapid.Bool().Draw(t, "has "+child.Name) {
			m[child.Name] = value(t, child)
		}
	}
	return property.New(m)
}

func lastOneOf(f *model.Field) *model.Field {
	var last *model.Field
	for _, child := range f.Fields {
		if child.OneOf {
			last = child
		}
	}
	return last
}

func text(t *rapid.T, f *model.Field) string {
	choices := words
	switch {
	case f.Enum != nil:
		choices = f.Enum
	case f.Format == model.Quantity:
		choices = quantities
	case f.Format == model.Timestamp:
		choices = timestamps
	case f.Format == model.Caseless:
		choices = caseless
	}
	return rapid.SampledFrom(choices).Draw(t, "text")
}

// free generates any JSON value without null, which a free-form value must not hold.
func free(t *rapid.T, depth int) property.Value {
	switch rapid.IntRange(0, 4).Draw(t, "free") {
	case 0:
		return property.New(rapid.Bool().Draw(t, "bool"))
	case 1:
		return property.New(float64(rapid.IntRange(0, 2).Draw(t, "number")))
	case 2:
		if depth > 0 {
			return property.New([]property.Value{free(t, depth-1)})
		}
	case 3:
		if depth > 0 {
			return property.New(map[string]property.Value{rapid.SampledFrom(keys).Draw(t, "key"): free(t, depth-1)})
		}
	}
	return property.New(rapid.SampledFrom(words).Draw(t, "word"))
}
