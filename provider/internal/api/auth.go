package api

import (
	"errors"
	"net/http"
)

// errOtherOrigin means a mistake in this package: a request on its way to somewhere else than the configured origin.
var errOtherOrigin = errors.New("refused to send a request to another origin than the configured one")

// bearer adds the token to requests that go to the origin, and refuses all others: their bodies, too, are nobody
// else's business.
func bearer(next http.RoundTripper, origin string, token secret) http.RoundTripper {
	return roundTripper(func(req *http.Request) (*http.Response, error) {
		if originOf(req.URL) != origin {
			return nil, errOtherOrigin
		}
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", "Bearer "+token())
		return next.RoundTrip(req)
	})
}

// checkToken refuses what cannot be sent as a header. net/http would do so too, but on each attempt.
func checkToken(token string) error {
	if token == "" {
		return errors.New("must not be empty")
	}
	for i := range len(token) {
		if token[i] <= ' ' || token[i] > '~' {
			return errors.New("must consist of printable ASCII characters without spaces")
		}
	}
	return nil
}
