package fakeapi

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
)

func TestGateRefuses(t *testing.T) {
	t.Parallel()
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	unset := func(name string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Del(name) }
	}
	rows := []struct {
		name   string
		edit   func(*http.Request)
		status int
		code   Code
	}{
		{"another path", func(r *http.Request) { r.URL.Path = "/v1/sandbox/managedRunners" }, 404, CodeUnimplemented},
		{"another call", func(r *http.Request) { r.URL.Path = service + "ValidatePolicy" }, 404, CodeUnimplemented},
		{"a call without its service", func(r *http.Request) { r.URL.Path = "/GetManagedRunner" }, 404, CodeUnimplemented},
		{"another method", func(r *http.Request) { r.Method = http.MethodPut }, 405, CodeUnknown},
		{"no content type", unset("Content-Type"), 415, CodeUnknown},
		{"binary protobuf", set("Content-Type", "application/proto"), 415, CodeUnknown},
		{"another compression", set("Content-Encoding", "br"), 501, CodeUnimplemented},
		{"a false gzip body", set("Content-Encoding", "gzip"), 400, CodeInvalidArgument},
		{"no protocol version", unset("Connect-Protocol-Version"), 400, CodeInvalidArgument},
		{"another protocol version", set("Connect-Protocol-Version", "2"), 400, CodeInvalidArgument},
		{"no token", unset("Authorization"), 401, CodeUnauthenticated},
		{"an empty token", set("Authorization", "Bearer "), 401, CodeUnauthenticated},
		{"a wrong token", set("Authorization", "Bearer CW-SECRET-other"), 401, CodeUnauthenticated},
		{"another scheme", set("Authorization", "Basic "+DefaultToken), 401, CodeUnauthenticated},
		{"a token without the role", set("Authorization", "Bearer CW-SECRET-reader"), 403, CodePermissionDenied},
	}
	fake := seeded(t, Options{ForbiddenToken: "CW-SECRET-reader"})
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			r := post(t, fake, "GetManagedRunner", `{"runnerId":"test-runner"}`, row.edit)
			assert.Equal(t, row.status, r.status, r.raw)
			assert.Equal(t, row.code, r.code)
			assert.NotEmpty(t, r.message)
			assert.NotContains(t, r.raw, "CW-SECRET", "an answer never shows a token")
		})
	}
}

func TestGateRefusesLargeBodies(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{})
	r := post(t, fake, "GetManagedRunner", `{"runnerId":"`+strings.Repeat("x", maxBody)+`"}`)
	requireRefused(t, r, CodeResourceExhausted)
	assert.Len(t, detail[*errdetails.QuotaFailure](r).GetViolations(), 1)
}

func TestGateHelpsClients(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{})
	r := post(t, fake, "GetManagedRunner", "{}", func(r *http.Request) { r.Method, r.Body, r.ContentLength = http.MethodGet, nil, 0 })
	assert.Equal(t, "POST", r.header.Get("Allow"))
	r = post(t, fake, "GetManagedRunner", "{}", func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") })
	assert.Equal(t, "application/json", r.header.Get("Accept-Post"))
}

func TestGateAcceptsGzip(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := io.WriteString(w, `{"runnerId":"test-runner"}`)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	r := post(t, fake, "GetManagedRunner", packed.String(), func(r *http.Request) {
		r.Header.Set("Content-Encoding", "gzip")
		r.Header.Set("Content-Type", "application/json; charset=utf-8")
	})
	requireOK(t, r)
	assert.JSONEq(t, `{"runnerId":"test-runner"}`, string(fake.Requests()[0].Body), "the record holds plain JSON")
}

func TestGateTakesTheConfiguredToken(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{Token: "CW-SECRET-mine"})
	requireRefused(t, get(t, fake, "test-runner"), CodeUnauthenticated)
	fake.Reconfigure(func(o *Options) { o.Token = DefaultToken })
	requireOK(t, get(t, fake, "test-runner"))
}
