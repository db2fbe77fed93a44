package api

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

	"connectrpc.com/connect"
)

// maxAnswer bounds an answer in memory. Lists are the large ones: a thousand runners with long policies fit.
const maxAnswer = 64 << 20

// pingTimeout is how soon a silent HTTP/2 connection is checked, and how long the check may take. Without it all
// attempts of a call would be lost on one dead connection.
const pingTimeout = 4 * time.Second

// roundTripper is a stage of the chain.
type roundTripper func(*http.Request) (*http.Response, error)

// RoundTrip sends a request through the stage.
func (r roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return r(req) }

// newHTTPClient puts the chain together. The order matters.
func newHTTPClient(o Options, endpoint *url.URL, token secret) connect.HTTPClient {
	chain := o.Transport
	// Closest to the network, so that no other stage ever holds a request with the token.
	chain = bearer(chain, originOf(endpoint), token)
	// Inside the attempt, where the answer is unpacked: a packed one that was cut is noticed there.
	chain = identify(chain, o.UserAgent)
	// The time of an attempt ends with the last byte of the answer.
	chain = attempt(chain, o.HTTPTimeout, scrubbed(o.Debug, token))
	// A redirect is an answer like any other: it is never followed.
	client := &http.Client{Transport: chain, CheckRedirect: stay}
	// Outermost: repeats all of the above.
	return newRetrier(client, o)
}

// scrubbed is the hook for one line about each attempt, which may quote the server.
func scrubbed(debug func(context.Context, string), token secret) func(context.Context, string) {
	return func(ctx context.Context, line string) {
		if debug != nil {
			debug(ctx, scrubber(ctx, token)(line))
		}
	}
}

// stay keeps the client from following a redirect, which would carry the runner elsewhere, and turn a POST into a GET.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// identify names the sender, and leaves compression to net/http, which unpacks while reading.
func identify(next http.RoundTripper, userAgent string) http.RoundTripper {
	return roundTripper(func(req *http.Request) (*http.Response, error) {
		req = req.Clone(req.Context())
		req.Header.Set("User-Agent", userAgent)
		req.Header.Del("Accept-Encoding")
		return next.RoundTrip(req)
	})
}

// newNetwork is the transport outside of tests.
func newNetwork() http.RoundTripper {
	return &http.Transport{
		Proxy:               proxy,
		DialContext:         (&net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second,
		ForceAttemptHTTP2:   true,
		HTTP2:               &http.HTTP2Config{SendPingTimeout: pingTimeout, PingTimeout: pingTimeout},
		MaxIdleConns:        10,
		IdleConnTimeout:     90 * time.Second,
	}
}

// errProxy stands for an error of net/http that shows the address, which may hold a password.
var errProxy = errors.New("the proxy address in the environment (HTTPS_PROXY, HTTP_PROXY) is not a valid URL")

func proxy(req *http.Request) (*url.URL, error) {
	u, err := http.ProxyFromEnvironment(req)
	if err != nil {
		return nil, errProxy
	}
	return u, nil
}
