package fakeapi

import (
	"net/http"
	"slices"
)

// Request is one request as the fake received it, whatever became of it.
type Request struct {
	// Call is the name of the RPC, or the path when it is none of the service.
	Call string
	// RunnerID is the runner the request names, as far as it could be read.
	RunnerID string
	// Header holds the request headers, the Authorization header included.
	Header http.Header
	// Body is the request body, decompressed.
	Body []byte
	// Status is the HTTP status of the answer; 0 when none was sent.
	Status int
}

// clone copies a request, so that a caller cannot change the record.
func (r Request) clone() Request {
	r.Header = r.Header.Clone()
	r.Body = slices.Clone(r.Body)
	return r
}

// note keeps an answered request and tells the observer.
func (s *Server) note(request Request) {
	s.recordMu.Lock()
	s.requests = append(s.requests, request)
	s.recordMu.Unlock()
	if observe := s.options().Observe; observe != nil {
		observe(request.clone())
	}
}

// Requests returns every request so far, in the order of their answers.
func (s *Server) Requests() []Request {
	s.recordMu.Lock()
	defer s.recordMu.Unlock()
	out := make([]Request, len(s.requests))
	for i, request := range s.requests {
		out[i] = request.clone()
	}
	return out
}

// Calls returns the Call of every request so far.
func (s *Server) Calls() []string {
	s.recordMu.Lock()
	defer s.recordMu.Unlock()
	out := make([]string, len(s.requests))
	for i, request := range s.requests {
		out[i] = request.Call
	}
	return out
}

// Count tells how many requests so far were for a call.
func (s *Server) Count(call string) int {
	n := 0
	for _, made := range s.Calls() {
		if made == call {
			n++
		}
	}
	return n
}

// ResetRequests forgets the requests so far.
func (s *Server) ResetRequests() {
	s.recordMu.Lock()
	defer s.recordMu.Unlock()
	s.requests = nil
}
