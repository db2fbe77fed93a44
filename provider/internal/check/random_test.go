package check

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"pgregory.net/rapid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// words are texts that get past some rules, and texts that none accepts.
var words = []string{
	"", "a", "a b", "*", "*.example.com", "a.example.com", "10.0.0.0/8", "10.1.0.0/16", "::ffff:10.0.0.0/104", "10.0.0.1", "1", "2Gi", "-1",
	"1e99999999", "kata", "Exists", "In", "Gt", "TCP", "UDP", "2026-12-24T00:00:00Z", "2025-12-24T00:00:00Z", "0 2 * * SAT", "TZ=", "@every",
	"https://a", "RUNTIME_CLASS_CPU_NESTED_VIRT", "TENANT_SCOPE_SANDBOX_NETWORK", "\xff", "containers", "securityContext", "spec", "affinity",
}

var numbers = []float64{0, 1, -1, 0.5, 59, 60, 443, 65536, 1 << 53, math.NaN(), math.Inf(1), math.MaxFloat64}

// value draws a value for the field, now and then one that does not belong there.
func value(t *rapid.T, f *model.Field, depth int) property.Value {
	var v property.Value
	switch dice := rapid.IntRange(0, 19).Draw(t, "dice"); {
	case dice == 0:
		v = property.New(property.Computed)
	case dice == 1:
		v = property.Value{}
	case dice <= 3 || f == nil || f.Kind == model.Any:
		v = anything(t, depth)
	default:
		v = fitting(t, f, depth)
	}
	return v.WithSecret(rapid.IntRange(0, 9).Draw(t, "secret") == 0)
}

func fitting(t *rapid.T, f *model.Field, depth int) property.Value {
	switch f.Kind {
	case model.Object:
		m := map[string]property.Value{}
		for _, child := range f.Fields {
			if rapid.IntRange(0, 2).Draw(t, child.Name) > 0 {
				m[child.Name] = value(t, child, depth-1)
			}
		}
		return property.New(m)
	case model.List:
		l := []property.Value{}
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			l = append(l, value(t, f.Elem, depth-1))
		}
		return property.New(l)
	case model.Map:
		m := map[string]property.Value{}
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			m[key(t)] = value(t, f.Elem, depth-1)
		}
		return property.New(m)
	case model.Bool:
		return property.New(rapid.Bool().Draw(t, "bool"))
	case model.Int:
		return property.New(rapid.SampledFrom(numbers).Draw(t, "number"))
	default:
		if f.Enum != nil && rapid.IntRange(0, 4).Draw(t, "enum") > 0 {
			return property.New(rapid.SampledFrom(f.Enum).Draw(t, "value"))
		}
		return property.New(rapid.SampledFrom(words).Draw(t, "word"))
	}
}

func key(t *rapid.T) string {
	if rapid.Bool().Draw(t, "odd") {
		return rapid.String().Draw(t, "key")
	}
	return rapid.SampledFrom(words).Draw(t, "key")
}

// anything draws a value of any type.
func anything(t *rapid.T, depth int) property.Value {
	kinds := []model.Kind{model.String, model.Bool, model.Int, model.Any}
	if depth > 0 {
		kinds = append(kinds, model.List, model.Map, model.List, model.Map)
	}
	switch kind := rapid.SampledFrom(kinds).Draw(t, "kind"); kind {
	case model.Any:
		file, _ := asset.FromText("x")
		return property.New(file)
	case model.List, model.Map:
		return fitting(t, &model.Field{Kind: kind, Elem: free}, depth)
	default:
		return fitting(t, &model.Field{Kind: kind}, depth)
	}
}

func tree(t *rapid.T) property.Map {
	return fitting(t, model.Describe[model.Args](), 8).AsMap()
}

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
	var path property.Path
	if err := path.UnmarshalText([]byte(text)); err != nil {
		t.Fatalf("%q is no path: %v", text, err)
	}
	var segments []property.PathSegment
	path.Segments(func(s property.PathSegment) bool { segments = append(segments, s); return true })
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
			visit(property.NewSegment(key), item)
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
