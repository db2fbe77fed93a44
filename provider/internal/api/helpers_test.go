package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

const (
	canary   = "CW-SECRET-canary-token-0123456789"
	runnerA  = `{"identity":{"runnerId":"runner-a","zone":"us-east-04a","clusterId":"c-1"},"etag":"e-1"}`
	jsonType = "application/json"
)

// reply answers one request of a script.
type reply func(w http.ResponseWriter, r *http.Request)

// send is a plain answer. Headers come as pairs.
func send(status int, contentType, body string, headers ...string) reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func ok(body string) reply { return send(http.StatusOK, jsonType, body) }

// refuse is an error of the API.
func refuse(status int, code, message string) reply {
	return send(status, jsonType, fmt.Sprintf(`{"code":%q,"message":%q}`, code, message))
}

// hangUp breaks the connection after the request was read, without an answer.
func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// cut sends the beginning of an answer.
func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", jsonType)
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, runnerA[:20])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// received is a request as the server saw it.
type received struct {
	method, path string
	header       http.Header
	body         string
}

// script is a server that expects exactly the requests that it has replies for. The last reply repeats if it is said
// to, for servers that fail for ever.
type script struct {
	*httptest.Server
	mu       sync.Mutex
	replies  []reply
	repeat   bool
	requests []received
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	s.requests = append(s.requests, received{r.Method, r.URL.RequestURI(), r.Header.Clone(), string(body)})
	n := len(s.requests) - 1
	if s.repeat {
		n = min(n, len(s.replies)-1)
	}
	var next reply
	if n < len(s.replies) {
		next = s.replies[n]
	}
	s.mu.Unlock()
	if next == nil {
		http.Error(w, "unexpected request", http.StatusTeapot)
		return
	}
	next(w, r)
}

func (s *script) seen() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

// serve starts a script. At the end of the test every reply must have been asked for, and nothing else.
func serve(t *testing.T, replies ...reply) *script {
	t.Helper()
	s := &script{replies: replies}
	s.Server = httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		if !s.repeat {
			assert.Len(t, s.seen(), len(s.replies), "requests")
		}
	})
	return s
}

// serveForever repeats the last reply.
func serveForever(t *testing.T, replies ...reply) *script {
	t.Helper()
	s := serve(t, replies...)
	s.repeat = true
	return s
}

// quick has waits that do not slow a test down.
func quick(endpoint string) Options {
	return Options{
		Endpoint: endpoint, Token: canary, UserAgent: UserAgent("1.2.3"),
		RetryWaitMin: time.Microsecond, RetryWaitMax: 10 * time.Microsecond,
	}
}

func newClient(t *testing.T, o Options) *Client {
	t.Helper()
	c, err := New(o)
	require.NoError(t, err)
	return c
}

func clientOf(t *testing.T, s *script) *Client {
	t.Helper()
	return newClient(t, quick(s.URL))
}

// getFails calls Get and returns its error.
func getFails(t *testing.T, c *Client) *Error {
	t.Helper()
	runner, err := c.Get(context.Background(), "runner-a")
	require.Error(t, err)
	assert.Equal(t, model.ManagedRunner{}, runner, "no runner comes with an error")
	e, isError := asError(err)
	require.True(t, isError, "%T is an *Error", err)
	return e
}

// fakeNetwork answers without a socket, for tests in a bubble of fake time.
func fakeNetwork(answer func(*http.Request) (*http.Response, error)) http.RoundTripper {
	return roundTripper(func(req *http.Request) (*http.Response, error) {
		_, _ = io.Copy(io.Discard, req.Body)
		return answer(req)
	})
}

func response(status int, body string, headers ...string) *http.Response {
	header := http.Header{"Content-Type": {jsonType}}
	for i := 0; i < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
	}
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Header: header, ProtoMajor: 1, ProtoMinor: 1,
		Body: io.NopCloser(strings.NewReader(body)),
	}
}

func origin(t *testing.T, text string) string {
	t.Helper()
	u, err := url.Parse(text)
	require.NoError(t, err)
	return originOf(u)
}
