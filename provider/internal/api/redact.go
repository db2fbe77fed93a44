package api

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/redact"
)

// maxText bounds a text of the server in an error.
const maxText = 2000

// secret gives a text to whoever calls it. A function prints as an address, with any verb and at any depth, where a
// string in an unexported field would be shown.
type secret func() string

// scrubber makes a text from elsewhere fit for an error: without the token, the secrets of the context and control
// characters, and not too long.
func scrubber(ctx context.Context, token secret) func(string) string {
	replacer := redact.Replacer(append(slices.Clone(redact.Values(ctx)), token()))
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
