package api

import (
	"context"
	"encoding/json"

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
