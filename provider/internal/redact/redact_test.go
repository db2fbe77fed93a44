package redact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/redact"
)

func TestReplacer(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		values     []string
		text, want string
	}{
		"plain":             {[]string{"canary"}, "no canary here", "no [secret] here"},
		"quoted":            {[]string{"a\nb\"c"}, `it said "a\nb\"c"`, `it said "[secret]"`},
		"inside JSON":       {[]string{"a<b>c"}, `{"x":"a\u003cb\u003ec"} {"x":"a<b>c"}`, `{"x":"[secret]"} {"x":"[secret]"}`},
		"the longest first": {[]string{"canary", "canary-bird"}, "canary-bird canary", "[secret] [secret]"},
		"short values stay": {[]string{"abc"}, "abc", "abc"},
		"booleans stay":     {[]string{"true", "false"}, "must be true", "must be true"},
		"nothing is secret": {nil, "text", "text"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, redact.Replacer(test.values).Replace(test.text))
		})
	}
}

func TestWithAddsValues(t *testing.T) {
	t.Parallel()
	ctx := redact.With(redact.With(t.Context(), []string{"one"}), []string{"two"})
	assert.Equal(t, []string{"one", "two"}, redact.Values(ctx))
	assert.Empty(t, redact.Values(t.Context()))
}
