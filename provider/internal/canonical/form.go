package canonical

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Form is the canonical form of a value of the field: without marks, null where it means the same as absent. An
// unknown value stays unknown.
func Form(v property.Value, f *model.Field) property.Value {
	return form(v, f, f.Presence)
}

// Equal reports whether two values of the field mean the same. An unknown value equals nothing.
func Equal(a, b property.Value, f *model.Field) bool {
	fa, fb := Form(a, f), Form(b, f)
	return !fa.HasComputed() && !fb.HasComputed() && fa.Equals(fb)
}

// form takes presence apart from the field, for an element of a list counts whatever it is.
func form(v property.Value, f *model.Field, presence bool) property.Value {
	switch {
	case v.IsNull():
		return property.Value{}
	case v.IsComputed():
		return property.New(property.Computed)
	case f.Kind == model.Object && v.IsMap():
		return object(v.AsMap(), f, presence)
	case f.Kind == model.Map && v.IsMap():
		return mapping(v.AsMap(), presence)
	case f.Kind == model.List && v.IsArray():
		return list(v.AsArray(), f, presence)
	case v.IsString():
		return text(v.AsString(), f, presence)
	case v.IsBool() && !v.AsBool() && !presence, v.IsNumber() && v.AsNumber() == 0 && !presence:
		return property.Value{}
	default:
		return bare(v)
	}
}

func object(m property.Map, f *model.Field, presence bool) property.Value {
	out := map[string]property.Value{}
	for key, v := range m.All {
		child, known := f.Get(key)
		if !known {
			// Not a property of this type, or the engine's own (__defaults): it takes no part.
			continue
		}
		if formed := Form(v, child); !formed.IsNull() {
			out[key] = formed
		}
	}
	if len(out) == 0 && !presence {
		return property.Value{}
	}
	return property.New(out)
}

// mapping keeps keys and values as they are: an empty string is a value like any other.
func mapping(m property.Map, presence bool) property.Value {
	if m.Len() == 0 && !presence {
		return property.Value{}
	}
	return bare(property.New(m))
}

func list(a property.Array, f *model.Field, presence bool) property.Value {
	if a.Len() == 0 && !presence {
		return property.Value{}
	}
	out := make([]property.Value, 0, a.Len())
	for _, v := range a.All {
		out = append(out, form(v, f.Elem, true))
	}
	if f.Set && !a.HasComputed() {
		out = sorted(out)
	}
	return property.New(out)
}

// sorted orders the elements of a set and leaves each once.
func sorted(elements []property.Value) []property.Value {
	slices.SortFunc(elements, func(a, b property.Value) int { return cmp.Compare(key(a), key(b)) })
	return slices.CompactFunc(elements, func(a, b property.Value) bool { return a.Equals(b) })
}

// key is a text that is the same for equal canonical values, and for no others.
func key(v property.Value) string {
	switch {
	case v.IsMap():
		var b strings.Builder
		for k, item := range v.AsMap().AllStable {
			fmt.Fprintf(&b, "%q:%s,", k, key(item))
		}
		return "{" + b.String() + "}"
	case v.IsArray():
		var b strings.Builder
		for _, item := range v.AsArray().All {
			b.WriteString(key(item) + ",")
		}
		return "[" + b.String() + "]"
	case v.IsString():
		return fmt.Sprintf("%q", v.AsString())
	case v.IsNumber():
		return fmt.Sprintf("%g", v.AsNumber())
	case v.IsBool():
		return fmt.Sprintf("%t", v.AsBool())
	default:
		return ""
	}
}

func text(s string, f *model.Field, presence bool) property.Value {
	if s == "" && !presence || s != "" && s == f.Default {
		return property.Value{}
	}
	switch f.Format {
	case model.Quantity:
		s = quantity(s)
	case model.Timestamp:
		if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
			s = t.UTC().Format(time.RFC3339Nano)
		}
	case model.Caseless:
		s = strings.ToLower(s)
	}
	return property.New(s)
}

// quantity writes the value of a Kubernetes quantity as digits and a power of ten, without trailing zeros. What
// does not parse stays as it is.
func quantity(s string) string {
	q, ok := model.ParseQuantity(s)
	if !ok {
		return s
	}
	d := q.AsDec()
	digits, exponent := new(big.Int).Set(d.UnscaledBig()), -int64(d.Scale())
	if digits.Sign() == 0 {
		return "0"
	}
	ten, rest := big.NewInt(10), new(big.Int)
	for {
		shorter, _ := new(big.Int).QuoRem(digits, ten, rest)
		if rest.Sign() != 0 {
			return fmt.Sprintf("%se%d", digits, exponent)
		}
		digits, exponent = shorter, exponent+1
	}
}

// bare is a free-form value without secret marks and dependencies. A null entry is an absent one: infer drops it.
func bare(v property.Value) property.Value {
	switch {
	case v.IsMap():
		out := make(map[string]property.Value, v.AsMap().Len())
		for k, item := range v.AsMap().All {
			if !item.IsNull() {
				out[k] = bare(item)
			}
		}
		return property.New(out)
	case v.IsArray():
		out := make([]property.Value, 0, v.AsArray().Len())
		for _, item := range v.AsArray().All {
			out = append(out, bare(item))
		}
		return property.New(out)
	default:
		return v.WithSecret(false).WithDependencies(nil)
	}
}
