package canonical_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/canonical"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/modeltest"
)

var args = model.Describe[model.Args]()

// related draws two values that are often alike: the second shares parts with the first.
func related(t *rapid.T) (x, y property.Map) {
	x, y = modeltest.Args().Draw(t, "x"), modeltest.Args().Draw(t, "y")
	for _, field := range args.Fields {
		if rapid.Bool().Draw(t, "same "+field.Name) {
			y = y.Set(field.Name, x.Get(field.Name))
		}
	}
	return x, y
}

func form(m property.Map) property.Value { return canonical.Form(property.New(m), args) }

func TestFormIsIdempotent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		once := form(modeltest.Args().Draw(t, "x"))
		assert.True(t, canonical.Form(once, args).Equals(once))
	})
}

func TestDiffIsEmptyExactlyWhenFormsAreEqual(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x, y := related(t)
		assert.Empty(t, canonical.Diff(x, x, args))
		assert.Equal(t, form(x).Equals(form(y)), len(canonical.Diff(x, y, args)) == 0)
	})
}

// Each path leads somewhere: into the old value if something was removed there, else into the new one.
func TestDiffPathsLeadToValuesAsWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x, y := related(t)
		for _, change := range canonical.Diff(x, y, args) {
			in := y
			if change.Kind == canonical.Removed {
				in = x
			}
			assert.False(t, lookup(property.New(in), change.Path).IsNull(), "nothing at %s", change.Path)
		}
	})
}

func lookup(v property.Value, path []any) property.Value {
	for _, segment := range path {
		switch segment := segment.(type) {
		case string:
			v = v.AsMap().Get(segment)
		case int:
			v = v.AsArray().Get(segment)
		}
	}
	return v
}

func TestRespell(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x, y := related(t)
		assert.True(t, property.New(canonical.Respell(x, x, args)).Equals(property.New(x)), "respell(x, x) = x")
		assert.True(t, form(canonical.Respell(x, y, args)).Equals(form(y)), "form(respell(x, y)) = form(y)")
	})
}

// What a value means does not depend on marks.
func TestFormIgnoresSecretMarks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x := modeltest.Args().Draw(t, "x")
		marked := markSome(t, property.New(x)).AsMap()
		assert.Empty(t, canonical.Diff(x, marked, args))
		assert.Empty(t, canonical.Diff(marked, x, args))
	})
}

// No secret text of the program appears in the clear after a read, wherever the server has put it meanwhile.
func TestRespellKeepsSecrets(t *testing.T) {
	t.Parallel()
	const canary = "canary"
	policy := func(registries ...property.Value) property.Map {
		return property.NewMap(map[string]property.Value{"policy": property.New(map[string]property.Value{
			"displayName": property.New("p"),
			"constraints": property.New(map[string]property.Value{"image": property.New(map[string]property.Value{
				"allowedRegistries": property.New(registries),
			})}),
		})})
	}
	secret, plain := property.New(canary).WithSecret(true), property.New(canary)
	for name, server := range map[string]property.Map{
		"same":    policy(property.New("x"), plain),
		"moved":   policy(plain, property.New("y"), property.New("z")),
		"alone":   policy(plain),
		"doubled": policy(plain, plain, property.New("x")),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := canonical.Respell(policy(property.New("x"), secret), server, args)
			assert.False(t, clear(property.New(got), canary), "the secret is in the clear: %#v", got)
		})
	}
}

// clear reports whether the text stands in the value outside any secret.
func clear(v property.Value, text string) bool {
	switch {
	case v.Secret():
		return false
	case v.IsMap():
		for _, item := range v.AsMap().All {
			if clear(item, text) {
				return true
			}
		}
	case v.IsArray():
		for _, item := range v.AsArray().All {
			if clear(item, text) {
				return true
			}
		}
	}
	return v.IsString() && v.AsString() == text
}

func markSome(t *rapid.T, v property.Value) property.Value {
	switch {
	case v.IsMap():
		out := v.AsMap().AsMap()
		for key, item := range v.AsMap().AllStable {
			out[key] = markSome(t, item)
		}
		v = property.New(out)
	case v.IsArray():
		out := v.AsArray().AsSlice()
		for i, item := range out {
			out[i] = markSome(t, item)
		}
		v = property.New(out)
	}
	return v.WithSecret(rapid.IntRange(0, 3).Draw(t, "secret") == 0)
}
