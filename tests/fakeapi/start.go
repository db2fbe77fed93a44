package fakeapi

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
)

// Running is a fake that listens on a loopback port.
type Running struct {
	*Server
	// URL is the base URL, without a slash at its end.
	URL string

	listener *httptest.Server
}

// Start makes a fake and serves it on 127.0.0.1. It panics when no port can be
// opened, as httptest does. Close it when done.
func Start(options Options) *Running {
	server := New(options)
	listener := httptest.NewServer(server)
	return &Running{Server: server, URL: listener.URL, listener: listener}
}

// Close stops listening, after the requests under way are answered.
func (r *Running) Close() { r.listener.Close() }

// Transport hands requests straight to the fake, without a socket. It serves
// tests that run in a testing/synctest bubble, where real connections would keep
// the time from advancing. The host of a URL does not matter to it.
func (s *Server) Transport() http.RoundTripper { return transport{s} }

type transport struct{ server *Server }

// RoundTrip implements http.RoundTripper. A cut connection is an unexpected EOF.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	incoming := r.Clone(r.Context())
	if incoming.Body == nil {
		incoming.Body = http.NoBody
	}
	defer func() { _ = incoming.Body.Close() }()
	recorder := httptest.NewRecorder()
	cut := t.serve(recorder, incoming)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	if cut && !recorder.Flushed {
		return nil, io.ErrUnexpectedEOF
	}
	response := recorder.Result()
	response.Request = r
	if cut {
		response.Body = io.NopCloser(io.MultiReader(bytes.NewReader(recorder.Body.Bytes()), brokenReader{}))
	}
	return response, nil
}

// serve reports whether the handler cut the connection.
func (t transport) serve(w http.ResponseWriter, r *http.Request) (cut bool) {
	defer func() {
		switch reason := recover(); reason {
		case nil:
		case http.ErrAbortHandler:
			cut = true
		default:
			panic(reason)
		}
	}()
	t.server.ServeHTTP(w, r)
	return false
}

// brokenReader is what follows the part of a body that arrived.
type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
