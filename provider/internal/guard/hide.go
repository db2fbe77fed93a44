package guard

import (
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/redact"
)

// hide makes the texts secret that were secret in what came in, wherever they come out: a list may be in another order
// now, and a server may report an input under another name. What was public somewhere stays as it is.
func hide(m property.Map, known ...property.Map) property.Map {
	hidden := map[string]bool{}
	for _, text := range secretsIn(known...) {
		hidden[text] = redact.Hides(text)
	}
	return hideValue(property.New(m), hidden).AsMap()
}

func hideValue(v property.Value, hidden map[string]bool) property.Value {
	switch {
	case v.Secret():
		return v // with everything in it
	case v.IsMap():
		out := v.AsMap().AsMap()
		for k, item := range out {
			out[k] = hideValue(item, hidden)
		}
		return property.WithGoValue(v, out)
	case v.IsString():
		return v.WithSecret(hidden[v.AsString()])
	default:
		return items(v, func(item property.Value) property.Value { return hideValue(item, hidden) })
	}
}
