package api

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"testing"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/assert"
)

// Whether the server may have done what it was asked to: each row is the attempts of one call, the last of which ends it.
func TestUncertain(t *testing.T) {
	taken, stale := refuse(409, "already_exists", "taken"), refuse(400, "failed_precondition", "etag is stale")
	for _, test := range []struct {
		name    string
		replies []reply
		want    bool
	}{
		{"refused", []reply{taken}, false},
		{"refused after a rate limit", []reply{refuse(429, "resource_exhausted", "slow"), taken}, false},
		{"refused after a proxy's rate limit", []reply{send(429, "text/html", ""), stale}, false},
		{"not implemented", []reply{refuse(501, "unimplemented", "x")}, false},
		{"a proxy's refusal", []reply{send(403, "text/html", "")}, false},
		{"redirect", []reply{send(302, "text/html", "", "Location", "https://other.example")}, false},
		{"taken, maybe by the first try", []reply{hangUp, taken}, true},
		{"stale, maybe by the first try", []reply{cut, stale}, true},
		{"refused after an error", []reply{refuse(500, "internal", "x"), stale}, true},
		{"refused after unavailability", []reply{refuse(503, "unavailable", "x"), stale}, true},
		{"refused after a proxy's error", []reply{send(502, "text/html", ""), stale}, true},
		{"refused after a timeout", []reply{refuse(504, "deadline_exceeded", "x"), stale}, true},
		{"canceled by the server", []reply{refuse(499, "canceled", "x")}, true},
		{"unreadable success", []reply{ok(`}`)}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := clientOf(t, serve(t, test.replies...)).Create(context.Background(), sample(), "request-1")
			assert.Equal(t, test.want, IsUncertain(err), "%v", err)
		})
	}
}

func TestARefusedConnectionIsCertain(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	e := getFails(t, newClient(t, quick(s.URL)))
	assert.Equal(t, DefaultRetryMax, e.Attempts)
	assert.False(t, e.Uncertain, "nothing was sent")
	assert.Equal(t, connect.CodeUnavailable, e.Code)
	assert.ErrorContains(t, e, "the connection failed: dial tcp")
}

// The same over HTTP/2, where connections are another matter.
func TestHTTP2(t *testing.T) {
	s := &script{replies: []reply{
		func(w http.ResponseWriter, r *http.Request) { assert.Equal(t, 2, r.ProtoMajor); hangUp(w, r) },
		cut, refuse(400, "failed_precondition", "etag is stale"),
	}}
	server := httptest.NewUnstartedServer(s)
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	o := quick(server.URL)
	o.Transport = server.Client().Transport
	e := getFails(t, newClient(t, o))
	assert.Equal(t, 3, e.Attempts)
	assert.True(t, e.Uncertain)
	assert.True(t, IsStaleEtag(e))
}

func TestUntrustedCertificatesAreFinal(t *testing.T) {
	server := httptest.NewUnstartedServer(&script{})
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	e := getFails(t, newClient(t, quick(server.URL)))
	assert.Equal(t, 1, e.Attempts)
	assert.False(t, e.Uncertain)
	assert.ErrorContains(t, e, "certificate")
}
