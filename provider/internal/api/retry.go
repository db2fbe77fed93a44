package api

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// maxRetryAfter is the longest wait at the server's request. To fail with the server's words is better than to hang.
const maxRetryAfter = 5 * time.Minute

// retrier repeats requests.
type retrier struct{ client *retryablehttp.Client }

func newRetrier(client *http.Client, o Options) retrier {
	return retrier{&retryablehttp.Client{
		HTTPClient:   client,
		RetryWaitMin: o.RetryWaitMin,
		RetryWaitMax: o.RetryWaitMax,
		RetryMax:     o.RetryMax - 1, // it counts the tries after the first
		CheckRetry:   checkRetry,
		Backoff:      backoff,
		// The last answer, rather than an error that it was the last.
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
		Logger:       nil, // it would log URLs and errors as they are
	}}
}

// Do sends a request as often as it takes, each time the same bytes.
func (r retrier) Do(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	repeatable := &retryablehttp.Request{Request: req}
	if err := repeatable.SetBody(body); err != nil {
		return nil, err
	}
	return r.client.Do(repeatable)
}

// checkRetry decides after an attempt whether to make another.
func checkRetry(ctx context.Context, response *http.Response, err error) (bool, error) {
	last := callOf(ctx).last
	switch {
	case err == nil && !last.retryable():
		// An answer counts even if the caller has just given up waiting for it.
		return false, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err != nil && last.err == nil:
		// There was an answer that net/http does not take, such as a redirect to an address that is none.
		return false, nil
	case err != nil:
		return isPassing(ctx, err), nil
	default:
		return fits(ctx, last.retryAfter), nil
	}
}

// isPassing tells whether a failure to get an answer may pass by itself. Certificates, schemes, headers and
// redirects stay wrong.
func isPassing(ctx context.Context, err error) bool {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return false // the check below does not find it behind a proxy
	}
	for _, final := range []error{errOtherOrigin, errProxy, errTooLarge} {
		if errors.Is(err, final) {
			return false
		}
	}
	again, _ := retryablehttp.DefaultRetryPolicy(ctx, nil, err)
	return again
}

// fits tells whether a wait ends in time.
func fits(ctx context.Context, wait time.Duration) bool {
	deadline, bounded := ctx.Deadline()
	return wait <= maxRetryAfter && (!bounded || wait < time.Until(deadline))
}

// backoff is what the server asks for, or else a random time from an interval that doubles until it reaches the
// maximum.
func backoff(shortest, longest time.Duration, retries int, response *http.Response) time.Duration {
	if wait := retryAfter(response); wait > 0 {
		return wait
	}
	high := min(shortest<<min(retries+1, 16), longest)
	return high/2 + rand.N(high/2+1) //nolint:gosec // spreading retries needs no secrecy
}

// retryAfter is the wait that an answer asks for, 0 if none.
func retryAfter(response *http.Response) time.Duration {
	// Without a wait of its own the library's backoff is the header, read from the statuses that may have one.
	return max(0, retryablehttp.DefaultBackoff(0, 0, 0, response))
}
