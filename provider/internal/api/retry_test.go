package api

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is tried again. The rows that are not outnumber those that are: a needless try repeats a change.
func TestRetries(t *testing.T) {
	for _, test := range []struct {
		name  string
		reply reply
		again bool
	}{
		{"rate limit", refuse(429, "resource_exhausted", "slow down"), true},
		{"rate limit of a proxy", send(429, "text/html", "<html>"), true},
		{"unavailable", refuse(503, "unavailable", "restarting"), true},
		{"internal", refuse(500, "internal", "bug"), true},
		{"unknown", refuse(500, "unknown", "bug"), true},
		{"server's deadline", refuse(504, "deadline_exceeded", "slow"), true},
		{"bad gateway", send(502, "text/html", "<html>"), true},
		{"server error without a body", send(500, jsonType, ""), true},
		{"server error with garbage", send(500, jsonType, `{"code":`), true},
		{"server error of a gateway", send(500, jsonType, `{"code":13,"message":"bug"}`), true},
		{"code of tomorrow", refuse(500, "on_fire", "hot"), true},
		{"status beyond the known", send(599, "text/plain", ""), true},
		{"the code counts, not the status", refuse(400, "unavailable", "restarting"), true},
		{"no answer", hangUp, true},
		{"half an answer", cut, true},

		{"not implemented", refuse(501, "unimplemented", "no such call"), false},
		{"not implemented by a proxy", send(501, "text/html", "<html>"), false},
		{"invalid", refuse(400, "invalid_argument", "zone"), false},
		{"stale", refuse(400, "failed_precondition", "etag is stale"), false},
		{"out of range", refuse(400, "out_of_range", "page"), false},
		{"no token", refuse(401, "unauthenticated", "who"), false},
		{"no permission", refuse(403, "permission_denied", "no"), false},
		{"missing", refuse(404, "not_found", "no"), false},
		{"taken", refuse(409, "already_exists", "taken"), false},
		{"aborted", refuse(409, "aborted", "conflict"), false},
		{"canceled by the server", refuse(499, "canceled", "bye"), false},
		{"the code counts, not the status, here too", refuse(500, "failed_precondition", "etag"), false},
		{"and here", refuse(503, "not_found", "no"), false},
		{"a gateway's code", send(503, jsonType, `{"code":9,"message":"etag is stale"}`), false},
		{"bad request without a body", send(400, jsonType, ""), false},
		{"bad request of a proxy", send(400, "text/html", "<html>"), false},
		{"unauthorized by a proxy", send(401, "text/html", "<html>"), false},
		{"no such page", send(404, "text/html", "<html>"), false},
		{"wrong method", send(405, "text/plain", ""), false},
		{"proxy wants a password", send(407, "text/html", ""), false},
		{"request timeout", send(408, "text/html", ""), false},
		{"too large", send(413, "text/html", ""), false},
		{"code of tomorrow, client's fault", refuse(418, "on_fire", "hot"), false},
		{"moved", send(301, "text/html", "", "Location", "https://other.example/"), false},
		{"moved, keep the method", send(308, "text/html", "", "Location", "/elsewhere"), false},
		{"moved to nowhere", send(302, "text/html", ""), false},
		{"moved to garbage", send(302, "text/html", "", "Location", "://%zz"), false},
		{"not modified", send(304, jsonType, ""), false},
		{"garbage", ok(`}`), false},
		{"no content", send(204, jsonType, ""), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.again {
				s := serve(t, test.reply, test.reply, ok(runnerA))
				_, err := clientOf(t, s).Get(context.Background(), "runner-a")
				require.NoError(t, err)
				assert.Equal(t, s.seen()[0], s.seen()[2], "the same request, to the byte")
				return
			}
			e := getFails(t, clientOf(t, serve(t, test.reply)))
			assert.Equal(t, 1, e.Attempts)
			assert.NotContains(t, e.Error(), "tries")
		})
	}
}

func TestTriesAreCounted(t *testing.T) {
	s := serveForever(t, refuse(503, "unavailable", "restarting"))
	e := getFails(t, clientOf(t, s))
	assert.Len(t, s.seen(), DefaultRetryMax)
	assert.EqualError(t, e, `GetManagedRunner runner "runner-a": unavailable: restarting (after 10 tries)`)

	s = serveForever(t, hangUp)
	e = getFails(t, clientOf(t, s))
	assert.Len(t, s.seen(), DefaultRetryMax)
	assert.EqualError(t, e, `GetManagedRunner runner "runner-a": unavailable: the connection failed: EOF (after 10 tries)`)

	s = serveForever(t, cut)
	e = getFails(t, clientOf(t, s))
	assert.EqualError(t, e, `GetManagedRunner runner "runner-a": unavailable: the answer was cut short: unexpected EOF `+
		`(after 10 tries)`)
	assert.Zero(t, e.HTTPStatus)

	o := quick(serve(t, refuse(503, "unavailable", "restarting")).URL)
	o.RetryMax = 1
	assert.Equal(t, 1, getFails(t, newClient(t, o)).Attempts)
}

func TestRetriesOfOneCreateAreOneCreate(t *testing.T) {
	s := serve(t, hangUp, refuse(503, "unavailable", "x"), ok(runnerA))
	_, err := clientOf(t, s).Create(context.Background(), sample(), "request-1")
	require.NoError(t, err)
	for _, request := range s.seen() {
		assert.Contains(t, request.body, `"requestId":"request-1"`)
		assert.Equal(t, s.seen()[0], request)
	}
}
