package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"pgregory.net/rapid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/modeltest"
)

func tree(t *rapid.T) property.Map { return modeltest.OddArgs().Draw(t, "inputs") }

// Whatever the inputs, there is an answer, the same each time, and each path is that of a property or of one that is
// missing from an object.
func TestRandomInputs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		olds, news := tree(t), tree(t)
		result := Inputs(olds, news)
		if again := Inputs(olds, news); fmt.Sprint(again) != fmt.Sprint(result) {
			t.Fatalf("not deterministic: %v and %v", result, again)
		}
		seen := map[p.CheckFailure]bool{}
		for _, f := range result.Failures {
			if seen[f] || f.Reason == "" {
				t.Fatalf("told twice, or nothing: %v", f)
			}
			seen[f] = true
			checkPath(t, news, f.Property)
		}
	})
}

func checkPath(t *rapid.T, news property.Map, text string) {
	if !utf8.ValidString(text) {
		t.Fatalf("%q cannot be sent", text)
	}
	var path property.Path
	if err := path.UnmarshalText([]byte(text)); err != nil {
		t.Fatalf("%q is no path: %v", text, err)
	}
	var segments []property.PathSegment
	path.Segments(func(s property.PathSegment) bool { segments = append(segments, s); return true })
	if strings.Contains(text, `..."`) {
		return // a key was shortened
	}
	parent := property.PathFromSegments(segments[:len(segments)-1]...)
	holder, err := parent.Get(property.New(news))
	if err != nil || !holder.IsMap() && !holder.IsArray() {
		t.Fatalf("%q leads nowhere: %v", text, err)
	}
}

// Knowing less never refuses more: with a value unknown, there is no failure at a path that had none.
func TestRandomUnknowns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		news := tree(t)
		paths := valuePaths(nil, property.New(news))
		if len(paths) == 0 {
			return
		}
		segments := rapid.SampledFrom(paths).Draw(t, "path")
		less, err := property.PathFromSegments(segments...).Set(property.New(news), property.New(property.Computed))
		if err != nil {
			t.Fatal(err)
		}
		before := Inputs(property.Map{}, news).Failures
		for _, f := range Inputs(property.Map{}, less.AsMap()).Failures {
			if !slices.ContainsFunc(before, func(b p.CheckFailure) bool { return b.Property == f.Property }) {
				t.Fatalf("%v is new", f)
			}
		}
	})
}

// longest is a key that fits into a path of the Pulumi SDK.
const longest = 1_000

// valuePaths are the paths of everything in the value that is not null.
func valuePaths(at []property.PathSegment, v property.Value) [][]property.PathSegment {
	var paths [][]property.PathSegment
	visit := func(segment property.PathSegment, item property.Value) {
		if item.IsNull() {
			return
		}
		below := append(slices.Clone(at), segment)
		paths = append(paths, below)
		paths = append(paths, valuePaths(below, item)...)
	}
	switch {
	case v.IsMap():
		for key, item := range v.AsMap().AllStable {
			if len(key) <= longest {
				visit(property.NewSegment(key), item)
			}
		}
	case v.IsArray():
		for i, item := range v.AsArray().All {
			visit(property.NewSegment(i), item)
		}
	}
	return paths
}

// With every text replaced by a secret one, no text is told.
func TestRandomSecrets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		told := texts(Inputs(property.Map{}, hide(property.New(tree(t))).AsMap()))
		if strings.Contains(told, "CANARY") {
			t.Fatal(told)
		}
	})
}

func hide(v property.Value) property.Value {
	return rebuild(v, func(v property.Value) property.Value {
		if v.IsString() {
			return property.New(canary).WithSecret(true)
		}
		return v
	})
}
