package guard

import (
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// public is a value without secret marks. Unknown values stay unknown.
func public(v property.Value) property.Value {
	return rebuild(v, func(v property.Value) property.Value { return v.WithSecret(false) })
}

func publicMap(m property.Map) property.Map { return public(property.New(m)).AsMap() }

// rebuild applies f to the value and everything in it, from the inside out.
func rebuild(v property.Value, f func(property.Value) property.Value) property.Value {
	switch {
	case v.IsMap():
		out := make(map[string]property.Value, v.AsMap().Len())
		for k, item := range v.AsMap().All {
			out[k] = rebuild(item, f)
		}
		return f(property.WithGoValue(v, out))
	case v.IsArray():
		out := make([]property.Value, 0, v.AsArray().Len())
		for _, item := range v.AsArray().All {
			out = append(out, rebuild(item, f))
		}
		return f(property.WithGoValue(v, out))
	default:
		return f(v)
	}
}
