package fakeapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"sync"
)

// Server is the fake service. It is an http.Handler and safe for concurrent use.
type Server struct {
	mu       sync.Mutex // guards everything in this block
	opts     Options
	runners  map[string]*runner
	created  map[string]creation // by requestId
	saveFile string

	recordMu sync.Mutex
	requests []Request

	faultMu sync.Mutex
	script  []*scripted
}

var _ http.Handler = (*Server)(nil)

// New makes a fake without runners.
func New(options Options) *Server {
	return &Server{
		opts:    options.withDefaults(),
		runners: map[string]*runner{},
		created: map[string]creation{},
	}
}

// Reconfigure changes options of a running fake. States that were timed before
// keep their times.
func (s *Server) Reconfigure(change func(*Options)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.opts)
	s.opts = s.opts.withDefaults()
}

// options is a copy of the options in force.
func (s *Server) options() Options {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opts
}

// handlers are the calls of the service. Each runs under the lock of the server
// and returns the answer document or a refusal.
var handlers = map[string]func(*Server, []byte) (map[string]any, *refusal){
	"CreateManagedRunner":  (*Server).create,
	"GetManagedRunner":     (*Server).get,
	"ListManagedRunners":   (*Server).list,
	"UpdateManagedRunner":  (*Server).update,
	"DeleteManagedRunner":  (*Server).delete,
	"ApplyAvailableUpdate": (*Server).applyAvailableUpdate,
}

// ServeHTTP answers one request: read, let a fault strike, process, record,
// write. The record comes before the bytes, so that a client that has its
// answer finds its request in Requests.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	in := receive(r)
	request := Request{Call: in.call, RunnerID: runnerID(in.body), Header: r.Header.Clone(), Body: in.body}
	if arrived := s.options().Arrived; arrived != nil {
		arrived(request.clone())
	}
	fault := s.nextFault(in.call)
	out, ok := s.respond(in, fault)
	if ok {
		request.Status = out.status
	}
	s.note(request)
	if !ok {
		panic(http.ErrAbortHandler) // closes the connection without an answer
	}
	out.write(w, fault.Truncate)
}

// respond decides the answer; ok is false when the connection is to be cut.
func (s *Server) respond(in incoming, fault Fault) (out answer, ok bool) {
	if !pause(in.Context(), fault.Latency) {
		return answer{}, false
	}
	if !fault.replaces() {
		out = s.process(in)
	}
	if fault.CutBefore || fault.CutAfter || !pause(in.Context(), fault.AnswerLatency) {
		return answer{}, false
	}
	switch {
	case fault.fails():
		out = fault.answer()
	case fault.GarbageBody:
		out.status, out.body = http.StatusOK, []byte("<!doctype html>{")
	}
	return out, true
}

// process lets a request through the gate and calls its handler.
func (s *Server) process(in incoming) answer {
	if r := s.gate(in); r != nil {
		return refusalAnswer(r, s.options().OmitErrorDetails)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	doc, r := handlers[in.call](s, in.body)
	if r != nil {
		return refusalAnswer(r, s.opts.OmitErrorDetails)
	}
	return answer{status: http.StatusOK, header: jsonHeader(), body: encode(doc)}
}

// answer is everything that goes into a response.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func jsonHeader() http.Header { return http.Header{"Content-Type": {"application/json"}} }

// refusalAnswer encodes a refusal.
func refusalAnswer(r *refusal, omitDetails bool) answer {
	header := jsonHeader()
	maps.Copy(header, r.header)
	return answer{status: r.status, header: header, body: encode(r.body(omitDetails))}
}

// write is the one place that writes responses. A truncated one announces its
// whole length and stops half way, as a dying connection does.
func (a answer) write(w http.ResponseWriter, truncate bool) {
	maps.Copy(w.Header(), a.header)
	w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
	w.WriteHeader(a.status)
	if !truncate {
		_, _ = w.Write(a.body) // a client that went away is not our problem
		return
	}
	_, _ = w.Write(a.body[:len(a.body)/2])
	if flusher, ok := w.(http.Flusher); ok {
		flusher.Flush()
	}
	panic(http.ErrAbortHandler)
}

// encode writes JSON the way a protobuf server does, without HTML escapes.
func encode(value any) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		panic(fmt.Sprintf("fakeapi: encoding an answer: %v", err))
	}
	return bytes.TrimSpace(out.Bytes())
}
