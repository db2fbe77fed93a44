package api

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"connectrpc.com/connect"
)

// Error is how a call failed. Its texts are scrubbed of secrets.
type Error struct {
	// Call is the procedure, RunnerID the runner that it was about, if it was about one.
	Call, RunnerID string
	// Code is the API's code, or the closest one if the API did not get to answer.
	Code connect.Code
	// HTTPStatus is the status of the last answer, 0 if there was none.
	HTTPStatus int
	// Message is what the server says, or what went wrong on the way.
	Message string
	// Reason and Metadata are for programs.
	Reason   string
	Metadata map[string]string
	// Violations say what exactly the server objects to.
	Violations []Violation
	// RetryDelay is how long the server asks to wait before another call.
	RetryDelay time.Duration
	// Attempts is how often the call was tried.
	Attempts int
	// Uncertain tells that the server may have carried out one of the attempts. Reading the runner settles it.
	Uncertain bool

	cause error // context.Canceled or context.DeadlineExceeded, and nothing that could hold a text of the server
}

// Violation is one objection of the server.
type Violation struct {
	// Subject is the field or the thing that the server objects to.
	Subject string
	// Type is the kind of the objection, for programs.
	Type        string
	Description string
}

// Error names the call, the runner, what the server says, and what it objects to.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Call)
	if e.RunnerID != "" {
		fmt.Fprintf(&b, " runner %q", e.RunnerID)
	}
	fmt.Fprintf(&b, ": %s: %s", e.Code, e.Message)
	for _, violation := range e.Violations {
		// Servers often repeat in a detail what the message says.
		said := strings.Contains(b.String(), violation.Subject) && strings.Contains(b.String(), violation.what())
		if !said {
			b.WriteString("; " + violation.text())
		}
	}
	if e.Reason != "" && !strings.Contains(b.String(), e.Reason) {
		fmt.Fprintf(&b, " (reason %s)", e.Reason)
	}
	if e.RetryDelay > 0 {
		fmt.Fprintf(&b, " (the server asks to wait %s)", e.RetryDelay)
	}
	if e.Attempts > 1 {
		fmt.Fprintf(&b, " (after %d tries)", e.Attempts)
	}
	return b.String()
}

// Unwrap is the context's error if the call ended because its context did, and nil otherwise.
func (e *Error) Unwrap() error { return e.cause }

// what is the objection for people, as far as there is one.
func (v Violation) what() string { return cmp.Or(v.Description, v.Type) }

func (v Violation) text() string {
	switch what := v.what(); {
	case what == "":
		return v.Subject
	case v.Subject == "" || strings.HasPrefix(what, v.Subject):
		return what
	default:
		return v.Subject + ": " + what
	}
}

// IsNotFound reports whether the API has said that the runner does not exist. A page that a proxy does not have, or
// a service that is not there, is something else.
func IsNotFound(err error) bool { return hasCode(err, connect.CodeNotFound) }

// IsAlreadyExists reports whether something that may exist only once does so already.
func IsAlreadyExists(err error) bool { return hasCode(err, connect.CodeAlreadyExists) }

// IsFailedPrecondition reports whether the state of the system forbids the call.
func IsFailedPrecondition(err error) bool { return hasCode(err, connect.CodeFailedPrecondition) }

// IsUnauthenticated reports whether the token was refused.
func IsUnauthenticated(err error) bool { return hasCode(err, connect.CodeUnauthenticated) }

// IsPermissionDenied reports whether the token's owner lacks a permission.
func IsPermissionDenied(err error) bool { return hasCode(err, connect.CodePermissionDenied) }

// IsUncertain reports whether the server may have done what the call asked for, although it failed.
func IsUncertain(err error) bool {
	e, ok := asError(err)
	return ok && e.Uncertain
}

// IsStaleEtag reports whether an update was refused because the policy has changed since its etag was read. How the
// server says so is documented by example only, so that each sign of it counts.
func IsStaleEtag(err error) bool {
	e, ok := asError(err)
	if !ok {
		return false
	}
	if e.Metadata["current_etag"] != "" || e.Metadata["currentEtag"] != "" {
		return true
	}
	conflict := e.Code == connect.CodeAborted || e.Code == connect.CodeFailedPrecondition
	signs := []string{e.Message, e.Reason}
	for _, violation := range e.Violations {
		signs = append(signs, violation.Type, violation.Description)
	}
	for _, sign := range signs {
		sign = strings.ToLower(sign)
		if strings.Contains(sign, "etag") && (strings.Contains(sign, "stale") || conflict) {
			return true
		}
	}
	return false
}

// IsUnusable reports whether the server has answered with success and something that is not what was asked for.
func IsUnusable(err error) bool {
	e, ok := asError(err)
	return ok && e.HTTPStatus == http.StatusOK
}

func hasCode(err error, code connect.Code) bool {
	e, ok := asError(err)
	return ok && e.Code == code
}

func asError(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}
