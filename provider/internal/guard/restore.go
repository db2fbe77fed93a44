package guard

import (
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// restorer puts marks back. infer notes empty lists and maps as it notes marks, so that they move alike: it has to know
// which of both there were.
type restorer struct{ lists, maps bool }

func restorerOf(v property.Value, s *shape) restorer {
	var r restorer
	r.look(v, s)
	return r
}

func (r *restorer) look(v property.Value, s *shape) {
	if noted(v, s) {
		r.lists, r.maps = r.lists || v.IsArray(), r.maps || v.IsMap()
	}
	walk(v, s, r.look)
}

// noted reports whether infer notes a value because it is empty.
func noted(v property.Value, s *shape) bool {
	return v.IsArray() && v.AsArray().Len() == 0 || v.IsMap() && v.AsMap().Len() == 0 && s.fields == nil
}

func (r restorer) object(raw, result property.Map, s *shape) property.Map {
	out := result.AsMap()
	for k, v := range raw.All {
		got, ok := out[k]
		switch {
		case ok:
			out[k] = r.value(v, got, s.field(k))
		case v.HasComputed() || noted(v, s.field(k)):
			out[k] = v // infer drops an optional value that is not known yet
		}
	}
	return property.NewMap(out)
}

// outputs differs from object for the top level, where no mark moves: an output may lack what is an input, or be unknown
// because it will not be the input of its name.
func (r restorer) outputs(raw, result property.Map, s *shape) property.Map {
	out := result.AsMap()
	for k, got := range out {
		v, ok := raw.GetOk(k)
		switch {
		case !ok:
		case got.IsComputed() && !v.HasComputed() && !hasEmpty(v, s.field(k)):
			out[k] = got.WithSecret(got.Secret() || v.HasSecrets())
		default:
			out[k] = r.value(v, got, s.field(k))
		}
	}
	return property.NewMap(out)
}

// value gives a result the marks that the raw value had at the same place.
func (r restorer) value(raw, result property.Value, s *shape) property.Value {
	secret := raw.Secret() || result.Secret()
	switch {
	case raw.IsComputed(), result.IsComputed() && !raw.IsNull(), noted(raw, s) && result.IsNull():
		return raw.WithSecret(secret)
	case raw.IsMap() && result.IsMap():
		out := r.object(raw.AsMap(), r.withoutStrays(raw.AsMap(), result.AsMap()), s)
		return property.New(out).WithSecret(secret)
	case raw.IsArray() && result.IsArray():
		i, n := 0, raw.AsArray().Len()
		out := items(result, func(item property.Value) property.Value {
			defer func() { i++ }()
			if i < n {
				return r.value(raw.AsArray().Get(i), item, s.item())
			}
			return item
		})
		moved := n != result.AsArray().Len() && raw.HasSecrets() // there is no telling which item was secret
		return out.WithSecret(secret || moved)
	default:
		// The shape has changed: any part of the result may be what was secret.
		return result.WithSecret(secret || raw.HasSecrets())
	}
}

// withoutStrays leaves out what has moved to where there was nothing.
func (r restorer) withoutStrays(raw, result property.Map) property.Map {
	for k, v := range result.All {
		if raw.Get(k).IsNull() && r.stray(v) {
			result = result.Delete(k)
		}
	}
	return result
}

// stray reports whether a value may be made of marks alone.
func (r restorer) stray(v property.Value) bool {
	all := v.IsMap() && r.maps || v.IsArray() && r.lists || v.IsComputed() || v.IsNull()
	walk(v, &shape{}, func(item property.Value, _ *shape) { all = all && r.stray(item) })
	return all
}

// withoutEmpty leaves out the empty values that infer would note, and lists with such items, for the others must not
// move up.
func withoutEmpty(v property.Value, s *shape) property.Value {
	if !v.IsMap() {
		return items(v, func(item property.Value) property.Value { return withoutEmpty(item, s.item()) })
	}
	out := v.AsMap().AsMap()
	for k, item := range out {
		out[k] = withoutEmpty(item, s.field(k))
		if hasEmpty(out[k], s.field(k)) {
			delete(out, k)
		}
	}
	return property.WithGoValue(v, out)
}

func hasEmpty(v property.Value, s *shape) bool { return restorerOf(v, s) != restorer{} }
