package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"connectrpc.com/connect"
)

// call is what is known of one call while it is being made. It travels in the context of the requests, from the
// method that makes the call to the attempts and back. One goroutine does all of it.
type call struct {
	name     string
	runnerID string

	attempts  int
	uncertain bool    // the server may have carried out one of the attempts
	last      outcome // of the last attempt
}

// outcome is how an attempt ended: with an error, or with an answer that has a status.
type outcome struct {
	err  error
	sent bool // whether a failed attempt may have reached the server

	status      int
	contentType string
	redirect    string        // the origin that a redirect points to
	retryAfter  time.Duration // how long the server asks to wait
	problem     *problem      // the API's error in the answer, nil if there is none
}

// procedure makes one kind of call. Its requests are JSON already.
type procedure[Answer any] = connect.Client[json.RawMessage, Answer]

func newProcedure[Answer any](sender connect.HTTPClient, url string) *procedure[Answer] {
	return connect.NewClient[json.RawMessage, Answer](sender, url,
		connect.WithCodec(jsonCodec{}), connect.WithReadMaxBytes(maxAnswer))
}

type callKey struct{}

func callOf(ctx context.Context) *call {
	if made, ok := ctx.Value(callKey{}).(*call); ok {
		return made
	}
	return &call{}
}

// invoke makes a call. The request becomes JSON first: when connect-go fails at that, it sends a request without a body.
func invoke[Answer any](
	ctx context.Context, c *Client, made *call, to *procedure[Answer], request any,
) (*Answer, error) {
	text, err := json.Marshal(request)
	if err != nil {
		return nil, made.refuse("the request cannot be written as JSON")
	}
	body := json.RawMessage(text)
	answer, err := to.CallUnary(context.WithValue(ctx, callKey{}, made), connect.NewRequest(&body))
	if err != nil {
		return nil, c.failure(ctx, made, err)
	}
	return answer.Msg, nil
}

// retryable tells whether another try may end better. The API's code decides, then the status.
func (o outcome) retryable() bool {
	switch o.code() {
	case connect.CodeUnavailable, connect.CodeResourceExhausted, connect.CodeDeadlineExceeded,
		connect.CodeInternal, connect.CodeUnknown, connect.CodeDataLoss:
		return true
	case 0:
		return o.status == http.StatusTooManyRequests || o.status >= 500 && o.status != http.StatusNotImplemented
	default:
		return false
	}
}

// mayHaveLanded tells whether the server may have done what it was asked to, whatever it says. It does not ask whether
// the answer is usable: a success that cannot be read is one all the same.
func (o outcome) mayHaveLanded() bool {
	if o.err != nil {
		return o.sent
	}
	switch o.code() {
	case connect.CodeUnavailable, connect.CodeDeadlineExceeded, connect.CodeCanceled,
		connect.CodeInternal, connect.CodeUnknown, connect.CodeDataLoss:
		return true
	case 0:
		return o.status < 300 || o.status >= 499 && o.status != http.StatusNotImplemented
	default:
		return false
	}
}

// settled tells whether an attempt ended with an answer that ends the call, too.
func (o outcome) settled() bool {
	return o.err == nil && o.status != 0 && o.status != http.StatusOK && !o.retryable()
}

// code is the API's code, 0 if the answer has none.
func (o outcome) code() connect.Code {
	if o.problem == nil {
		return 0
	}
	return o.problem.code
}
