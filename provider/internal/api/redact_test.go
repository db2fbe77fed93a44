package api

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"google.golang.org/genproto/googleapis/rpc/errdetails"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/redact"
)

// canaryEnv is a value that only the request may carry. It looks different inside JSON.
const canaryEnv = "canary-env \"va\\lue\" <&>\u00e9"

// assertSilent checks that no way of printing shows a canary.
func assertSilent(t *testing.T, name string, values ...any) {
	t.Helper()
	for _, value := range values {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			text := fmt.Sprintf(verb, value)
			assert.NotContains(t, text, "canary", "%s with %s", name, verb)
			assert.NotContains(t, text, fmt.Sprintf("%x", "canary"), "%s with %s", name, verb)
		}
		if text, err := json.Marshal(value); err == nil {
			assert.NotContains(t, string(text), "canary", "%s as JSON", name)
		}
	}
}

// chain lists an error and everything that it wraps.
func chain(err error) []any {
	var all []any
	for ; err != nil; err = errors.Unwrap(err) {
		all = append(all, err)
	}
	return all
}

// insideJSON is a text as it stands between the quotes of a JSON string.
func insideJSON(text string, escapeHTML bool) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(escapeHTML)
	_ = encoder.Encode(text)
	return strings.TrimSuffix(b.String(), "\"\n")[1:]
}

// echo is a server that repeats all it was sent, in each place of an error.
func echo(status int) reply {
	return func(w http.ResponseWriter, r *http.Request) {
		text := canaryEnv + " " + r.Header.Get("Authorization") +
			` {"env":"` + insideJSON(canaryEnv, true) + `"} ` + insideJSON(canaryEnv, false)
		code := map[int]string{200: "internal", 400: "invalid_argument", 500: "internal"}[status]
		body := errorBody(code, text, "connect",
			&errdetails.ErrorInfo{Reason: text, Metadata: map[string]string{text: text}},
			&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
				{Field: text, Description: "1" + text, Reason: text},
			}},
			&errdetails.ResourceInfo{ResourceType: text, ResourceName: text, Description: "2" + text})
		send(status, jsonType, body)(w, r)
	}
}

// reject sends headers that net/http or this package object to, with the canary in them.
func reject(raw string) reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		connection, buffer, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_, _ = buffer.WriteString(strings.ReplaceAll(raw, "CANARY", canary))
			_ = buffer.Flush()
			_ = connection.Close()
		}
	}
}

func TestNoFailureShowsASecret(t *testing.T) {
	const secretURL = "https://" + canary + ":" + canary + "@" + canary + ".example/" + canary
	for name, replies := range map[string][]reply{
		"echo":                   {echo(400)},
		"echo after retries":     {echo(500), hangUp, echo(400)},
		"echo in a success":      {echo(200)},
		"echo as a runner":       {ok(`{"identity":{"runnerId":"` + canary + `"}}`)},
		"echo as a page":         {send(403, "text/html", canary)},
		"echo as a content type": {send(403, "text/"+canary, "")},
		"success as a page":      {send(200, "text/"+canary, canary)},
		"garbage":                {ok(canary)},
		"wrong type":             {ok(`{"identity":"` + canary + `"}`)},
		"redirect":               {send(302, "text/html", "", "Location", secretURL)},
		"redirect to garbage":    {send(302, "text/html", "", "Location", "://%zz"+canary)},
		"not HTTP":               {reject("CANARY CANARY\r\n\r\n"), echo(400)},
		"bad status":             {reject("HTTP/1.1 CANARY\r\n\r\n"), echo(400)},
		"bad length":             {reject("HTTP/1.1 200 OK\r\nContent-Length: CANARY\r\n\r\n"), echo(400)},
		"bad header":             {reject("HTTP/1.1 200 OK\r\nCANARY\r\n\r\n"), echo(400)},
		"no answer":              {hangUp, cut, echo(400)},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, replies...)
			o := quick(s.URL)
			o.Debug = func(_ context.Context, line string) { assertSilent(t, "debug line", line) }
			assertSilenceOf(t, newClient(t, o))
		})
	}
}

// assertSilenceOf makes an update that is bound to fail.
func assertSilenceOf(t *testing.T, c *Client) {
	t.Helper()
	body := map[string]any{"spec": map[string]any{"overrides": map[string]any{"env": map[string]any{"KEY": canaryEnv}}}}
	ctx := redact.With(context.Background(), []string{"KEY", "unused-secret"})
	_, err := c.Update(redact.With(ctx, []string{canaryEnv}), "runner-a", body, []string{"spec.overrides"})
	if assert.Error(t, err) {
		assertSilent(t, "error", chain(err)...)
		assertSilent(t, "wrapped error", fmt.Errorf("updating: %w", err))
	}
}

func TestNoFailureOfTheNetworkShowsASecret(t *testing.T) {
	log.SetOutput(failOnWrite{t})
	defer log.SetOutput(io.Discard)
	for name, err := range map[string]error{
		"anything":    errors.New("dial with " + canary + " and " + insideJSON(canaryEnv, true)),
		"certificate": &tls.CertificateVerificationError{Err: errors.New(canary)},
		"proxy":       errProxy,
	} {
		t.Run(name, func(t *testing.T) {
			o := quick("https://api.example.com")
			o.Transport = fakeNetwork(func(*http.Request) (*http.Response, error) { return nil, err })
			o.Debug = func(_ context.Context, line string) { assertSilent(t, "debug line", line) }
			assertSilenceOf(t, newClient(t, o))
		})
	}
}

type failOnWrite struct{ t *testing.T }

func (f failOnWrite) Write(p []byte) (int, error) {
	f.t.Errorf("logged %q", p)
	return len(p), nil
}

func TestNothingPrintsTheToken(t *testing.T) {
	o := quick("https://api.example.com")
	c := newClient(t, o)
	type holder struct{ client *Client }
	type inner struct{ client Client }
	assertPrintSilent := func(values ...any) {
		for _, value := range values {
			for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
				assert.NotContains(t, fmt.Sprintf(verb, value), "canary", "%T with %s", value, verb)
			}
		}
	}
	assertPrintSilent(o, &o, []Options{o}, c, c.token, map[string]*Client{"": c})
	assertPrintSilent(holder{c}, &holder{c}, inner{*c}, &inner{*c})
	assert.Equal(t, "api.Options(https://api.example.com)", fmt.Sprintf("%+v", o))
	o.Endpoint = "https://canary:canary@example.com"
	assert.Equal(t, "api.Options(without a valid endpoint)", fmt.Sprint(o))
}

func TestSecretsAreReplacedWhole(t *testing.T) {
	values := []string{"abcd", "abcdefgh", "xyz", "", `quo"`, "<&>!"}
	clean := scrubber(redact.With(context.Background(), values), func() string { return canary })
	for text, want := range map[string]string{
		"abcdefgh":                 "[secret]",
		"abcd abcdef":              "[secret] [secret]ef",
		"xyz stays, so short":      "xyz stays, so short",
		`quo" and {"quo\""}`:       `[secret] and {"[secret]"}`,
		`<&>! \u003c\u0026\u003e!`: "[secret] [secret]",
		"Bearer " + canary:         "Bearer [secret]",
		strings.ToUpper("abc"):     "ABC",
	} {
		assert.Equal(t, want, clean(text))
	}
}
