package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"connectrpc.com/connect"
)

// failure is the error of a call. It goes by the record of the last attempt: the error of connect-go has lost what it
// could not read.
func (c *Client) failure(ctx context.Context, made *call, err error) *Error {
	e, last := made.error(), made.last
	switch {
	case ctx.Err() != nil && !last.settled():
		e.giveUp(ctx.Err(), last)
	case last.err != nil:
		e.noAnswer(last.err)
	case last.problem != nil:
		e.refusal(last)
	case last.status == http.StatusOK:
		e.Code, e.Message = connect.CodeInternal, unusableAnswer(whyUnusable(err, last.contentType))
	default:
		e.Code, e.Message = codeOf(last.status), last.text()
	}
	return e.scrub(scrubber(ctx, c.token))
}

// unusable is the error of a call that was answered with something else than what it asked for.
func (c *Client) unusable(ctx context.Context, made *call, why string) *Error {
	e := made.error()
	e.Code, e.Message = connect.CodeInternal, unusableAnswer(why)
	return e.scrub(scrubber(ctx, c.token))
}

func unusableAnswer(why string) string { return "the server's answer is not usable: " + why }

// refuse is the error of a call that is not made.
func (c *call) refuse(why string) *Error {
	e := c.error()
	e.Code, e.Message = connect.CodeInvalidArgument, why
	return e
}

// error has what every error of the call has.
func (c *call) error() *Error {
	return &Error{
		Call: c.name, RunnerID: c.runnerID, HTTPStatus: c.last.status, Attempts: c.attempts, Uncertain: c.uncertain,
		RetryDelay: c.last.retryAfter,
	}
}

// giveUp describes the end of the caller's patience, and what it has seen so far.
func (e *Error) giveUp(cause error, last outcome) {
	e.Code, e.Message, e.cause = connect.CodeCanceled, cause.Error(), cause
	if errors.Is(cause, context.DeadlineExceeded) {
		e.Code = connect.CodeDeadlineExceeded
	}
	if last.retryable() || last.err != nil && !errors.Is(last.err, cause) {
		e.Message += "; the last try: " + last.text()
	}
}

// noAnswer describes the network's failure.
func (e *Error) noAnswer(err error) {
	e.Code, e.Message = connect.CodeUnavailable, err.Error()
	switch {
	case errors.Is(err, errNoAnswer):
		e.Code = connect.CodeDeadlineExceeded
	case errors.Is(err, errTooLarge), errors.Is(err, errOtherOrigin):
		e.Code = connect.CodeInternal
	case !errors.Is(err, errCutShort) && !errors.Is(err, errProxy):
		e.Message = "the connection failed: " + e.Message // the network's own words may be as few as "EOF"
	}
}

// refusal describes what the API says.
func (e *Error) refusal(last outcome) {
	p := last.problem
	e.Code, e.Message = p.code, p.message
	if p.code == 0 {
		e.Code = codeOf(last.status)
	}
	if p.message == "" {
		e.Message = fmt.Sprintf("HTTP %d without a message", last.status)
	}
	for _, detail := range p.details {
		e.add(detail)
	}
}

// scrub cleans every text that may come from elsewhere.
func (e *Error) scrub(clean func(string) string) *Error {
	e.Message, e.Reason = clean(e.Message), clean(e.Reason)
	for i, v := range e.Violations {
		e.Violations[i] = Violation{Subject: clean(v.Subject), Type: clean(v.Type), Description: clean(v.Description)}
	}
	metadata := e.Metadata
	e.Metadata = nil
	for key, value := range metadata {
		if e.Metadata == nil {
			e.Metadata = map[string]string{}
		}
		e.Metadata[clean(key)] = clean(value)
	}
	return e
}

// codeOf is the code that the Connect protocol gives an answer without one. Notably, a bare 404 is not CodeNotFound:
// it is the procedure that is missing, not the runner.
func codeOf(status int) connect.Code {
	switch status {
	case http.StatusBadRequest:
		return connect.CodeInternal
	case http.StatusUnauthorized:
		return connect.CodeUnauthenticated
	case http.StatusForbidden:
		return connect.CodePermissionDenied
	case http.StatusNotFound:
		return connect.CodeUnimplemented
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return connect.CodeUnavailable
	default:
		return connect.CodeUnknown
	}
}
