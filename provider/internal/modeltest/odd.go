package modeltest

import (
	"math"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"pgregory.net/rapid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// oddTexts are texts that get past some rules, and texts that none accepts.
var oddTexts = []string{
	"", "a", "a b", "*", "*.example.com", "a.example.com", "10.0.0.0/8", "10.1.0.0/16", "::ffff:10.0.0.0/104", "10.0.0.1", "1", "2Gi", "-1",
	"1e99999999", "1.0000000000000000000000000001e99999999", "kata", "Exists", "In", "Gt", "TCP", "UDP", "2026-12-24T00:00:00Z",
	"2025-12-24T00:00:00Z", "0 2 * * SAT", "TZ=", "@every", "https://a", "RUNTIME_CLASS_CPU_NESTED_VIRT", "TENANT_SCOPE_SANDBOX_NETWORK",
	"\xff", "containers", "securityContext", "spec", "affinity", "[kept]",
}

// oddKeys are keys that a path has to quote, and keys with a meaning of their own.
var oddKeys = []string{
	"a.b", "a[0]", `["a"]`, `a"b`, `\`, "[*]", "*", "0", "\n", "__defaults", strings.Repeat("€", 6_000),
}

var oddNumbers = []float64{
	0, 1, -1, 0.5, 59, 60, 443, 65536, model.MaxInteger, 1 << 53, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64,
	math.SmallestNonzeroFloat64,
}

// How far a tower goes up and a crowd goes out.
const (
	highest = 400
	widest  = 400
)

// anyField is the field of a free-form value.
var anyField = &model.Field{Kind: model.Any}

// Odd generates values of which nothing is sure. Most are of the field's type; now and then one is unknown, null, of
// another type, secret, deep or wide.
func Odd(f *model.Field) *rapid.Generator[property.Value] {
	return rapid.Custom(func(t *rapid.T) property.Value { return odd(t, f, 8) })
}

// OddArgs generates inputs of the resource of which nothing is sure but that they are an object.
func OddArgs() *rapid.Generator[property.Map] { return OddObject(model.Describe[model.Args]()) }

// OddObject generates objects of which nothing is sure.
func OddObject(f *model.Field) *rapid.Generator[property.Map] {
	return rapid.Custom(func(t *rapid.T) property.Map { return fitting(t, f, 8).AsMap() })
}

func odd(t *rapid.T, f *model.Field, depth int) property.Value {
	var v property.Value
	switch dice := rapid.IntRange(0, 39).Draw(t, "dice"); {
	case dice == 39:
		v = property.New(property.Computed)
	case dice == 38:
		v = property.Value{}
	case dice == 37:
		v = many(t, depth)
	case dice >= 34 || f == nil || f.Kind == model.Any:
		v = anything(t, depth)
	default:
		v = fitting(t, f, depth)
	}
	return v.WithSecret(rapid.IntRange(0, 9).Draw(t, "secret") == 9)
}

func fitting(t *rapid.T, f *model.Field, depth int) property.Value {
	switch f.Kind {
	case model.Object:
		m := map[string]property.Value{}
		for _, child := range f.Fields {
			if rapid.IntRange(0, 2).Draw(t, child.Name) > 0 {
				m[child.Name] = odd(t, child, depth-1)
			}
		}
		if rapid.IntRange(0, 19).Draw(t, "unknown name") == 19 {
			m[oddKey(t)] = odd(t, anyField, depth-1)
		}
		return property.New(m)
	case model.List:
		l := []property.Value{}
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			l = append(l, odd(t, f.Elem, depth-1))
		}
		return property.New(l)
	case model.Map:
		m := map[string]property.Value{}
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			m[oddKey(t)] = odd(t, f.Elem, depth-1)
		}
		return property.New(m)
	case model.Bool:
		return property.New(rapid.Bool().Draw(t, "bool"))
	case model.Int:
		return property.New(rapid.SampledFrom(oddNumbers).Draw(t, "number"))
	default:
		if f.Enum != nil && rapid.IntRange(0, 4).Draw(t, "enum") > 0 {
			return property.New(rapid.SampledFrom(f.Enum).Draw(t, "value"))
		}
		return property.New(rapid.SampledFrom(oddTexts).Draw(t, "text"))
	}
}

func oddKey(t *rapid.T) string {
	switch rapid.IntRange(0, 2).Draw(t, "key") {
	case 0:
		return rapid.SampledFrom(oddTexts).Draw(t, "key")
	case 1:
		return rapid.SampledFrom(oddKeys).Draw(t, "key")
	default:
		return rapid.String().Draw(t, "key")
	}
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
		return fitting(t, &model.Field{Kind: kind, Elem: anyField}, depth)
	default:
		return fitting(t, &model.Field{Kind: kind}, depth)
	}
}

// many draws a tower of lists and objects, or a crowd of one value.
func many(t *rapid.T, depth int) property.Value {
	v := anything(t, min(depth, 1))
	if rapid.Bool().Draw(t, "crowd") {
		crowd := make([]property.Value, rapid.IntRange(0, widest).Draw(t, "width"))
		for i := range crowd {
			crowd[i] = v
		}
		return property.New(crowd)
	}
	for i := range rapid.IntRange(0, highest).Draw(t, "height") {
		if i%2 == 0 {
			v = property.New([]property.Value{v})
		} else {
			v = property.New(map[string]property.Value{"a": v})
		}
	}
	return v
}

// What stands in every place that is secret, after [Conceal]. Neither must be in a text that people read.
const (
	Canary       = "CANARY value"
	CanaryNumber = 20_479
)

// Conceal puts the canaries into the place of everything that is secret, by a mark or by the table.
func Conceal(m property.Map, f *model.Field) property.Map {
	return conceal(property.New(m), f, false).AsMap()
}

func conceal(v property.Value, f *model.Field, secret bool) property.Value {
	secret = secret || v.Secret() || f.Secret
	switch {
	case v.IsMap():
		m := v.AsMap().AsMap()
		for key, item := range m {
			m[key] = conceal(item, below(f, key), secret)
		}
		return property.WithGoValue(v, m)
	case v.IsArray():
		l := v.AsArray().AsSlice()
		for i, item := range l {
			l[i] = conceal(item, below(f, ""), secret)
		}
		return property.WithGoValue(v, l)
	case secret && v.IsString():
		return property.WithGoValue(v, Canary)
	case secret && v.IsNumber():
		return property.WithGoValue(v, float64(CanaryNumber))
	default:
		return v
	}
}

// below is the field of what is in a value.
func below(f *model.Field, name string) *model.Field {
	if child, ok := f.Get(name); ok {
		return child
	}
	if f.Elem != nil {
		return f.Elem
	}
	return anyField
}
