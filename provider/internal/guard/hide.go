package guard

import (
	"maps"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/redact"
)

// quotable is the length from which on a secret is also looked for inside longer texts.
const quotable = 8

// hide makes the texts secret that were secret in what is known, wherever they come out: a list may be in another order
// now, a server may report an input under another name, and a message of the server may quote one. What is public
// somewhere stays as it is. Of texts that were not known before, the inputs that were read tell.
func hide(m, reported property.Map, known ...property.Map) property.Map {
	marks := marksOf(reported)
	maps.Copy(marks, marksOf(known...))
	var long []string
	for text, secret := range marks {
		if secret && len(text) >= quotable {
			long = append(long, text)
		}
	}
	quotes := redact.Replacer(long)
	return hideValue(property.New(m), func(text string) bool {
		if secret, seen := marks[text]; seen {
			return secret && redact.Hides(text)
		}
		return quotes.Replace(text) != text
	}).AsMap()
}

func hideValue(v property.Value, hidden func(string) bool) property.Value {
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
		return v.WithSecret(hidden(v.AsString()))
	default:
		return items(v, func(item property.Value) property.Value { return hideValue(item, hidden) })
	}
}
