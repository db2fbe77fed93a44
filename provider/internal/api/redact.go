package api

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

const (
	// redacted takes the place of a secret in a text.
	redacted = "[secret]"
	// minSecret is the length from which a value is looked for. Shorter ones are in every text by chance.
	minSecret = 4
	// maxText bounds a text of the server in an error.
	maxText = 2000
)

// secret gives a text to whoever calls it. A function prints as an address, with any verb and at any depth, where a
// string in an unexported field would be shown.
type secret func() string

type secretsKey struct{}

// WithSecrets makes the errors of calls with this context show [secret] in place of the values, should the server
// repeat them. Values shorter than four bytes are left alone.
func WithSecrets(ctx context.Context, values []string) context.Context {
	before, _ := ctx.Value(secretsKey{}).([]string)
	return context.WithValue(ctx, secretsKey{}, slices.Concat(before, values))
}

// scrubber makes a text from elsewhere fit for an error: without the token, the secrets of the context and control
// characters, and not too long.
func scrubber(ctx context.Context, token secret) func(string) string {
	values, _ := ctx.Value(secretsKey{}).([]string)
	replacer := newReplacer(append(slices.Clone(values), token()))
	return func(text string) string {
		text = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, replacer.Replace(text))
		if runes := []rune(text); len(runes) > maxText {
			return string(runes[:maxText]) + "..."
		}
		return text
	}
}

// newReplacer replaces each value, plain and as it looks inside JSON, of which there are two styles.
func newReplacer(values []string) *strings.Replacer {
	var forms []string
	for _, value := range values {
		if len(value) < minSecret {
			continue
		}
		forms = append(forms, value, insideJSON(value, true), insideJSON(value, false))
	}
	// The longest first, so that no rest of a value remains that another value is the beginning of.
	slices.SortFunc(forms, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	var pairs []string
	for _, form := range forms {
		pairs = append(pairs, form, redacted)
	}
	return strings.NewReplacer(pairs...)
}

func insideJSON(value string, escapeHTML bool) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(escapeHTML)
	_ = encoder.Encode(value) // strings always encode
	return strings.TrimSuffix(b.String(), "\"\n")[1:]
}
