// Package redact takes secret values out of texts that people read.
package redact

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

const (
	// Placeholder takes the place of a secret in a text.
	Placeholder = "[secret]"
	// Kept is written where a secret stays what it is. It stands for one, and is none.
	Kept = "[kept]"
	// shortest is the length from which on a value is looked for. A shorter one says nothing by itself, and is in every
	// text by chance.
	shortest = 4
)

// Hides reports whether a value is taken out of texts.
func Hides(value string) bool {
	return len(value) >= shortest && !slices.Contains([]string{"true", "false", Kept, Placeholder}, value)
}

// Replacer takes each value out of a text, plain and as it looks where a message quotes it: as a Go string, and inside
// JSON, of which there are two styles.
func Replacer(values []string) *strings.Replacer {
	var forms []string
	for _, value := range values {
		if Hides(value) {
			forms = append(forms, value, inside(strconv.Quote(value)), insideJSON(value, true), insideJSON(value, false))
		}
	}
	// The longest first, for one secret may begin like another.
	slices.SortFunc(forms, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	pairs := make([]string, 0, 2*len(forms))
	for _, form := range forms {
		pairs = append(pairs, form, Placeholder)
	}
	return strings.NewReplacer(pairs...)
}

func insideJSON(value string, escapeHTML bool) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(escapeHTML)
	_ = encoder.Encode(value) // strings always encode
	return inside(strings.TrimSuffix(b.String(), "\n"))
}

func inside(quoted string) string { return quoted[1 : len(quoted)-1] }

type key struct{}

// With adds values to those that texts about the work of a context must not show.
func With(ctx context.Context, values []string) context.Context {
	return context.WithValue(ctx, key{}, slices.Concat(Values(ctx), values))
}

// Values are the values that texts about the work of a context must not show.
func Values(ctx context.Context) []string {
	values, _ := ctx.Value(key{}).([]string)
	return values
}
