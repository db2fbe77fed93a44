package canonical

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Respell gives values that came from the server the spelling that the program used, wherever the meaning is the same.
// Where it is not, the server's value stands: that is drift. Marks of the program's values stay on their places.
func Respell(prior, server property.Map, f *model.Field) property.Map {
	out := map[string]property.Value{}
	for key, v := range server.All {
		child, known := f.Get(key)
		if !known {
			out[key] = v
			continue
		}
		out[key] = respell(prior.Get(key), v, child, child.Presence)
	}
	for key, v := range prior.All {
		child, known := f.Get(key)
		if _, answered := out[key]; !answered && known && Form(v, child).IsNull() {
			// The server leaves out what the program spells out, and it means the same.
			out[key] = v
		}
	}
	return property.NewMap(out)
}

func respell(prior, server property.Value, f *model.Field, presence bool) property.Value {
	before, now := form(prior, f, presence), form(server, f, presence)
	if before.Equals(now) && !before.HasComputed() {
		return prior
	}
	var out property.Value
	switch {
	case f.Kind == model.Object && prior.IsMap() && server.IsMap():
		out = property.New(Respell(prior.AsMap(), server.AsMap(), f))
	case f.Kind == model.Map && prior.IsMap() && server.IsMap():
		out = property.New(respellMap(prior.AsMap(), server.AsMap()))
	case f.Set && prior.IsArray() && server.IsArray():
		out = property.New(respellSet(prior.AsArray(), server.AsArray(), f.Elem))
	case f.Kind == model.List && prior.IsArray() && server.IsArray():
		out = property.New(respellList(prior.AsArray(), server.AsArray(), f.Elem))
	default:
		out = server
	}
	// Elements of a list can move, and values can change their shape: then any of it may be what was secret.
	moved := (f.Kind == model.List || !prior.IsMap()) && prior.HasSecrets()
	return out.WithSecret(server.Secret() || prior.Secret() || moved)
}

// respellMap keeps the marks of values whose keys stay.
func respellMap(prior, server property.Map) property.Map {
	out := map[string]property.Value{}
	for key, v := range server.All {
		before := prior.Get(key)
		if bare(before).Equals(bare(v)) {
			v = before
		}
		// A value that a new one replaces is as secret as anything that was in it.
		out[key] = v.WithSecret(v.Secret() || before.HasSecrets())
	}
	return property.NewMap(out)
}

func respellList(prior, server property.Array, f *model.Field) []property.Value {
	out := make([]property.Value, 0, server.Len())
	for i, v := range server.All {
		if i < prior.Len() {
			v = respell(prior.Get(i), v, f, true)
		}
		out = append(out, v)
	}
	return out
}

// respellSet keeps the program's order, and puts after it what only the server has.
func respellSet(prior, server property.Array, f *model.Field) []property.Value {
	rest := map[string]bool{}
	for _, v := range server.All {
		rest[key(form(v, f, true))] = true
	}
	var out []property.Value
	for _, v := range slices.Concat(prior.AsSlice(), server.AsSlice()) {
		k := key(form(v, f, true))
		if rest[k] {
			out = append(out, v)
			delete(rest, k)
		}
	}
	return out
}
