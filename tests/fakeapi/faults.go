package fakeapi

import (
	"context"
	"net/http"
	"slices"
	"time"
)

// Fault is something that goes wrong on purpose. Without Code, HTTPStatus and
// the flags it only delays. A fault with Code or HTTPStatus replaces the call
// unless Commit is set.
type Fault struct {
	// Call names the RPC to hit; empty hits any request.
	Call string
	// Skip lets that many matching requests pass first.
	Skip int
	// Times is how many requests are hit; 0 means one, negative means all.
	Times int

	// Latency delays the processing; a client that gives up meanwhile is not
	// served. AnswerLatency delays the answer after processing.
	Latency, AnswerLatency time.Duration

	// Code and Message make a Connect error; Reason adds an ErrorInfo to it.
	Code    Code
	Message string
	Reason  string
	// HTTPStatus overrides the status of Code; without a Code it answers with a
	// bare Body, as a proxy would.
	HTTPStatus int
	// Body is the body of a bare HTTPStatus; empty means a small HTML page.
	Body string
	// RetryAfter is the Retry-After header of the error.
	RetryAfter string
	// Commit processes the call before the error is answered.
	Commit bool

	// CutBefore closes the connection before the call is processed.
	CutBefore bool
	// CutAfter processes the call, then closes the connection without an answer.
	CutAfter bool
	// Truncate processes the call, then closes the connection within the answer.
	Truncate bool
	// GarbageBody processes the call, then answers 200 with something else than JSON.
	GarbageBody bool
	// Redirect answers with a redirect to this URL instead of processing; the
	// status is HTTPStatus, or 307.
	Redirect string
}

// scripted is an injected fault with what is left of it.
type scripted struct {
	fault Fault
	skip  int
	left  int // negative: for ever
}

// Inject adds a fault to the script. Faults are looked at in the order in which
// they were injected; the first that applies is used.
func (s *Server) Inject(fault Fault) {
	s.faultMu.Lock()
	defer s.faultMu.Unlock()
	s.script = append(s.script, &scripted{fault: fault, skip: fault.Skip, left: orDefault(fault.Times, 1)})
}

// ClearFaults drops what is left of the script.
func (s *Server) ClearFaults() {
	s.faultMu.Lock()
	defer s.faultMu.Unlock()
	s.script = nil
}

// nextFault takes the fault for a request; the zero Fault means none.
func (s *Server) nextFault(call string) Fault {
	s.faultMu.Lock()
	defer s.faultMu.Unlock()
	for i, entry := range s.script {
		if entry.fault.Call != "" && entry.fault.Call != call {
			continue
		}
		if entry.skip > 0 {
			entry.skip--
			continue
		}
		if entry.left > 0 {
			entry.left--
		}
		if entry.left == 0 {
			s.script = slices.Delete(s.script, i, i+1)
		}
		return entry.fault
	}
	return Fault{}
}

// fails tells whether the fault answers in place of the call.
func (f Fault) fails() bool { return f.Code != "" || f.HTTPStatus != 0 || f.Redirect != "" }

// replaces tells whether the call is not processed at all.
func (f Fault) replaces() bool { return f.CutBefore || f.fails() && !f.Commit }

// answer is what a failing fault answers.
func (f Fault) answer() answer {
	header := http.Header{}
	if f.RetryAfter != "" {
		header.Set("Retry-After", f.RetryAfter)
	}
	switch {
	case f.Redirect != "":
		header.Set("Location", f.Redirect)
		return answer{status: orDefault(f.HTTPStatus, http.StatusTemporaryRedirect), header: header}
	case f.Code == "":
		header.Set("Content-Type", "text/html")
		body := orDefault(f.Body, "<html><body>"+http.StatusText(f.HTTPStatus)+"</body></html>")
		return answer{status: f.HTTPStatus, header: header, body: []byte(body)}
	}
	r := f.refusal()
	r.header = header
	return refusalAnswer(r, false)
}

// refusal is the Connect error of a fault.
func (f Fault) refusal() *refusal {
	message := orDefault(f.Message, "injected fault")
	r := refuse(f.Code, "%s", message)
	if f.Code == CodeResourceExhausted {
		r = refuseExhausted("organization", "%s", message)
	}
	if f.Reason != "" {
		r = r.because(f.Reason)
	}
	r.status = orDefault(f.HTTPStatus, r.status)
	return r
}

// pause waits, or until the client gives up; it reports whether it waited out.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
