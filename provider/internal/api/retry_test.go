package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
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

type answer struct {
	status           int
	body, retryAfter string
}

// pace records when attempts are made, in a bubble of fake time.
func pace(t *testing.T, ctx context.Context, answers ...answer) ([]time.Duration, error) {
	t.Helper()
	start := time.Now()
	var at []time.Duration
	o := Options{Endpoint: "https://api.example.com", Token: canary}
	o.Transport = fakeNetwork(func(*http.Request) (*http.Response, error) {
		at = append(at, time.Since(start))
		next := answers[min(len(at), len(answers))-1]
		return response(next.status, next.body, "Retry-After", next.retryAfter), nil
	})
	_, err := newClient(t, o).Get(ctx, "runner-a")
	return at, err
}

func TestBackoffGrowsToItsMaximum(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		at, err := pace(t, t.Context(), answer{status: 503})
		require.Error(t, err)
		require.Len(t, at, DefaultRetryMax)
		for i, high := range []time.Duration{400, 800, 1600, 3200, 5000, 5000, 5000, 5000, 5000} {
			wait := at[i+1] - at[i]
			assert.LessOrEqual(t, wait, high*time.Millisecond)
			assert.GreaterOrEqual(t, wait, high*time.Millisecond/2)
		}
	})
}

func TestBackoffStaysInItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shortest := time.Duration(rapid.Int64Range(1, int64(time.Minute)).Draw(t, "shortest"))
		longest := shortest + time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "more"))
		retries := rapid.IntRange(0, 1000).Draw(t, "retries")
		wait := backoff(shortest, longest, retries, nil)
		if wait > longest || wait < shortest/2 {
			t.Fatalf("%s is not between %s and %s", wait, shortest, longest)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	date := func(in time.Duration) string { return time.Now().Add(in).UTC().Format(http.TimeFormat) }
	synctest.Test(t, func(t *testing.T) {
		for _, test := range []struct {
			name, header string
			status       int
			wait         time.Duration // 0: the client's own
		}{
			{"seconds", "7", 429, 7 * time.Second},
			{"seconds, unavailable", "120", 503, 2 * time.Minute},
			{"date", date(9 * time.Second), 503, 9 * time.Second},
			{"not for other statuses", "7", 500, 0},
			{"not for a bad gateway", "7", 502, 0},
			{"past", date(-time.Hour), 503, 0},
			{"zero", "0", 429, 0},
			{"negative", "-7", 429, 0},
			{"garbage", "soon", 429, 0},
			{"overflow", "9223372036854775807", 429, 0},
		} {
			if test.name == "date" {
				test.header = date(9 * time.Second) // the bubble's clock has moved
			}
			at, err := pace(t, t.Context(), answer{test.status, "", test.header}, answer{200, runnerA, ""})
			require.NoError(t, err, test.name)
			if test.wait > 0 {
				assert.InDelta(t, test.wait, at[1]-at[0], float64(time.Second), test.name)
			} else {
				assert.Less(t, at[1]-at[0], time.Second, test.name)
			}
		}
	})
}

// To wait longer than anybody would is to hang. The server's words say more than a timeout.
func TestRetryAfterTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		busy := answer{429, `{"code":"resource_exhausted","message":"quota of today"}`, "86400"}
		at, err := pace(t, t.Context(), busy)
		assert.Len(t, at, 1)
		assert.EqualError(t, err, `GetManagedRunner runner "runner-a": resource_exhausted: quota of today `+
			`(the server asks to wait 24h0m0s)`)

		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		start := time.Now()
		_, err = pace(t, ctx, answer{503, "", "30"})
		require.Error(t, err)
		assert.Zero(t, time.Since(start), "the caller would not see the second try")
		assert.NotErrorIs(t, err, context.DeadlineExceeded)
	})
}

func TestTimeoutOfEachAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		o := Options{Endpoint: "https://api.example.com", Token: canary, HTTPTimeout: 3 * time.Second}
		o.Transport = fakeNetwork(func(req *http.Request) (*http.Response, error) {
			if tries++; tries == 3 {
				return response(200, runnerA), nil
			}
			<-req.Context().Done()
			return nil, req.Context().Err()
		})
		_, err := newClient(t, o).Get(t.Context(), "runner-a")
		require.NoError(t, err)
		assert.Equal(t, 3, tries)

		tries = -100
		start := time.Now()
		e := getFails(t, newClient(t, o))
		assert.EqualError(t, e, `GetManagedRunner runner "runner-a": deadline_exceeded: no answer within 3s (after 10 tries)`)
		assert.True(t, e.Uncertain)
		assert.NotErrorIs(t, e, context.DeadlineExceeded, "that would be the caller's")
		assert.Greater(t, time.Since(start), 30*time.Second)
	})
}

// slowBody never ends.
type slowBody struct{ ctx context.Context }

func (b slowBody) Read([]byte) (int, error) {
	<-b.ctx.Done()
	return 0, b.ctx.Err()
}

func (slowBody) Close() error { return nil }

func TestTheTimeoutCoversTheBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := Options{Endpoint: "https://api.example.com", Token: canary, RetryMax: 2}
		o.Transport = fakeNetwork(func(req *http.Request) (*http.Response, error) {
			slow := response(200, "")
			slow.Body = slowBody{req.Context()}
			return slow, nil
		})
		e := getFails(t, newClient(t, o))
		assert.ErrorContains(t, e, "no answer within 10s (after 2 tries)")
	})
}

func TestCancellationIsFinalAndPrompt(t *testing.T) {
	for name, network := range map[string]func(*http.Request) (*http.Response, error){
		"while waiting for an answer": func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return nil, req.Context().Err()
		},
		"while waiting to try again": func(*http.Request) (*http.Response, error) {
			return response(503, `{"code":"unavailable","message":"restarting"}`, "Retry-After", "100"), nil
		},
		"between failures": func(*http.Request) (*http.Response, error) { return nil, errors.New("unplugged") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				start := time.Now()
				time.AfterFunc(time.Second+time.Nanosecond, cancel)
				o := Options{Endpoint: "https://api.example.com", Token: canary, HTTPTimeout: time.Hour}
				o.Transport = fakeNetwork(network)
				_, err := newClient(t, o).Get(ctx, "runner-a")
				require.ErrorIs(t, err, context.Canceled)
				e, _ := asError(err)
				assert.Equal(t, connect.CodeCanceled, e.Code)
				assert.True(t, e.Uncertain)
				assert.Equal(t, time.Second+time.Nanosecond, time.Since(start))
			})
		})
	}
}

func TestADeadlineShowsTheLastTry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		_, err := pace(t, ctx, answer{503, `{"code":"unavailable","message":"restarting"}`, ""})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Regexp(t, `^GetManagedRunner runner "runner-a": deadline_exceeded: context deadline exceeded; the last try: `+
			`unavailable: restarting \(after \d tries\)$`, err.Error())
	})
}

func TestACancelledContextMakesNoCall(t *testing.T) {
	s := serve(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := clientOf(t, s).Get(ctx, "runner-a")
	require.ErrorIs(t, err, context.Canceled)
	assert.False(t, IsUncertain(err), "nothing was sent: %v", err)
}

// A definite answer that comes with the end of the caller's patience is still the answer.
func TestAnAnswerBeatsCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := quick("https://api.example.com")
	o.Transport = fakeNetwork(func(*http.Request) (*http.Response, error) {
		cancel()
		return response(400, `{"code":"failed_precondition","message":"in use"}`), nil
	})
	_, err := newClient(t, o).Get(ctx, "runner-a")
	assert.EqualError(t, err, `GetManagedRunner runner "runner-a": failed_precondition: in use`)
}

func TestALostSuccessIsUncertain(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := quick("https://api.example.com")
	o.Transport = fakeNetwork(func(*http.Request) (*http.Response, error) {
		cancel()
		return response(200, runnerA), nil
	})
	_, err := newClient(t, o).Create(ctx, sample(), "request-1")
	if err != nil { // connect-go looks at the context before it reads the answer
		assert.True(t, IsUncertain(err))
		assert.ErrorIs(t, err, context.Canceled)
	}
}

// Connections that end without saying how long the answer is.
func TestAnswersWithoutALength(t *testing.T) {
	half := func(w http.ResponseWriter, _ *http.Request) {
		connection, buffer, err := w.(http.Hijacker).Hijack()
		if err == nil {
			fmt.Fprintf(buffer, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n%s", runnerA[:30])
			_ = buffer.Flush()
			_ = connection.Close()
		}
	}
	s := serve(t, half, ok(runnerA))
	_, err := clientOf(t, s).Get(context.Background(), "runner-a")
	require.NoError(t, err)
}
