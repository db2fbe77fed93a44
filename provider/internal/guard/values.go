package guard

import (
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// public is a value without secret marks and dependencies. Unknown values stay unknown.
func public(v property.Value) property.Value {
	return rebuild(v, func(v property.Value) property.Value { return v.WithSecret(false).WithDependencies(nil) })
}

func publicMap(m property.Map) property.Map { return public(property.New(m)).AsMap() }

// rebuild applies f to the value and everything in it, from the inside out.
func rebuild(v property.Value, f func(property.Value) property.Value) property.Value {
	if v.IsMap() {
		out := v.AsMap().AsMap()
		for k, item := range out {
			out[k] = rebuild(item, f)
		}
		return f(property.WithGoValue(v, out))
	}
	return f(items(v, func(item property.Value) property.Value { return rebuild(item, f) }))
}

// items applies f to the items of an array, and leaves every other value alone.
func items(v property.Value, f func(property.Value) property.Value) property.Value {
	if !v.IsArray() {
		return v
	}
	out := make([]property.Value, 0, v.AsArray().Len()) // never nil, which would make an empty array null
	for _, item := range v.AsArray().All {
		out = append(out, f(item))
	}
	return property.WithGoValue(v, out)
}

// texts finds the texts in a value, and says which are secret.
func texts(v property.Value, secret bool, found func(text string, secret bool)) {
	secret = secret || v.Secret()
	if v.IsString() {
		found(v.AsString(), secret)
	}
	walk(v, &shape{}, func(item property.Value, _ *shape) { texts(item, secret, found) })
}

// walk visits what is directly in a value, with its shape.
func walk(v property.Value, s *shape, visit func(property.Value, *shape)) {
	switch {
	case v.IsMap():
		for k, item := range v.AsMap().All {
			visit(item, s.field(k))
		}
	case v.IsArray():
		for _, item := range v.AsArray().All {
			visit(item, s.item())
		}
	}
}
