package canonical_test

import (
	"math"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/canonical"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/modeltest"
)

// odd draws inputs of which nothing is sure, but for numbers that no value equals, not even itself: checks refuse them.
func odd(t *rapid.T, label string) property.Map {
	return numbered(property.New(modeltest.OddArgs().Draw(t, label))).AsMap()
}

func numbered(v property.Value) property.Value {
	switch {
	case v.IsMap():
		m := v.AsMap().AsMap()
		for key, item := range m {
			m[key] = numbered(item)
		}
		return property.WithGoValue(v, m)
	case v.IsArray():
		l := v.AsArray().AsSlice()
		for i, item := range l {
			l[i] = numbered(item)
		}
		return property.WithGoValue(v, l)
	case v.IsNumber() && math.IsNaN(v.AsNumber()):
		return property.WithGoValue(v, 0.0)
	default:
		return v
	}
}

// The laws of the package hold for whatever a program or a server may give.
func FuzzLaws(f *testing.F) {
	modeltest.Fuzz(f, func(t *rapid.T) {
		x, y := odd(t, "x"), odd(t, "y")
		for _, field := range args.Fields {
			if rapid.Bool().Draw(t, "same "+field.Name) {
				y = y.Set(field.Name, x.Get(field.Name))
			}
		}
		formX, formY := form(x), form(y)
		require.True(t, canonical.Form(formX, args).Equals(formX), "form(form(x)) = form(x)")

		respelled := canonical.Respell(x, y, args)
		require.True(t, form(respelled).Equals(formY), "form(respell(x, y)) = form(y)")
		if !formX.HasComputed() {
			require.True(t, property.New(canonical.Respell(x, x, args)).Equals(property.New(x)), "respell(x, x) = x")
		}

		known := !formX.HasComputed() && !formY.HasComputed()
		equal := canonical.Equal(property.New(x), property.New(y), args)
		require.Equal(t, known && formX.Equals(formY), equal)
		require.Equal(t, equal, canonical.Equal(property.New(y), property.New(x), args), "symmetric")
		require.Equal(t, !formX.HasComputed(), canonical.Equal(property.New(x), property.New(x), args), "reflexive")
		if equal {
			require.True(t, canonical.Equal(property.New(x), property.New(respelled), args), "transitive")
		}
		if known {
			require.Equal(t, equal, len(canonical.Diff(x, y, args)) == 0, "diff(x, y) is empty exactly when x and y are equal")
		}
		for _, change := range canonical.Diff(x, y, args) {
			in := y
			if change.Kind == canonical.Removed {
				in = x
			}
			require.False(t, lookup(property.New(in), change.Path).IsNull(), "nothing at %s", change.Path)
		}
	})
}
