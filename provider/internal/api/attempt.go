package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// How an attempt can fail besides the failures of the network.
var (
	// errNoAnswer is not a context error, which would be the caller's.
	errNoAnswer = errors.New("no answer")
	errCutShort = errors.New("the answer was cut short")
	errTooLarge = fmt.Errorf("the answer is larger than %d MiB", maxAnswer>>20)
)

// attempt makes one attempt: bounded in time, with the whole answer read, so that one that breaks off in the middle
// counts as a failed connection and is tried again. How it ended goes into the call's record.
func attempt(next http.RoundTripper, timeout time.Duration, debug func(context.Context, string)) http.RoundTripper {
	return roundTripper(func(req *http.Request) (*http.Response, error) {
		made, start := callOf(req.Context()), time.Now()
		made.attempts++
		response, err := exchange(next, req, timeout, &made.last)
		made.uncertain = made.uncertain || made.last.mayHaveLanded()
		debug(req.Context(), fmt.Sprintf("%s, try %d: %s after %s",
			made.name, made.attempts, made.last.text(), time.Since(start).Round(time.Millisecond)))
		return response, err
	})
}

// exchange sends a request and reads the answer. The errors of the network are returned as they are, for what comes
// next looks at their types.
func exchange(
	next http.RoundTripper, req *http.Request, timeout time.Duration, result *outcome,
) (*http.Response, error) {
	if err := req.Context().Err(); err != nil {
		*result = outcome{err: err}
		return nil, err
	}
	ctx, cancel := context.WithTimeout(req.Context(), timeout)
	defer cancel()
	ctx, sent := traceSending(ctx)
	response, err := next.RoundTrip(req.WithContext(ctx))
	var body []byte
	if err == nil {
		body, err = read(response)
	}
	if err != nil && ctx.Err() != nil && req.Context().Err() == nil {
		err = fmt.Errorf("%w within %s", errNoAnswer, timeout)
	}
	if err != nil {
		*result = outcome{err: err, sent: sent()}
		return nil, err
	}
	*result = outcomeOf(response, body)
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, nil
}

// traceSending tells afterwards whether a request may have been sent. It was not if a connection was looked for and
// none was found, which covers name resolution, dialling, proxies and TLS. Anything else counts as sent.
func traceSending(ctx context.Context) (context.Context, func() bool) {
	var wanted, got atomic.Bool // a connection may be found after the attempt has ended
	trace := &httptrace.ClientTrace{
		GetConn: func(string) { wanted.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { got.Store(true) },
	}
	return httptrace.WithClientTrace(ctx, trace), func() bool { return got.Load() || !wanted.Load() }
}

// read takes in a whole answer.
func read(response *http.Response) ([]byte, error) {
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errCutShort, err)
	case len(body) > maxAnswer:
		return nil, errTooLarge
	case response.StatusCode == http.StatusOK && endsEarly(body):
		// A connection that ends without a length is no error to net/http.
		return nil, errCutShort
	default:
		return body, nil
	}
}

// endsEarly reports whether a body is the beginning of a JSON text.
func endsEarly(body []byte) bool {
	var whole json.RawMessage
	return errors.Is(json.NewDecoder(bytes.NewReader(body)).Decode(&whole), io.ErrUnexpectedEOF)
}
