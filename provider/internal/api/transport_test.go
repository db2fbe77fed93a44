package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

func TestRedirectsAreNotFollowed(t *testing.T) {
	other := serve(t) // expects no request
	for _, status := range []int{301, 302, 303, 307, 308} {
		where := strings.Replace(other.URL, "://", "://user:hunter2@", 1) + "/path/hunter2?hunter2#hunter2"
		e := getFails(t, clientOf(t, serve(t, send(status, "text/html", "", "Location", where))))
		assert.EqualError(t, e, fmt.Sprintf(`GetManagedRunner runner "runner-a": unknown: HTTP %d, a redirect to %s; `+
			`redirects are not followed, so that the token goes nowhere else: if that is the right place, `+
			`make it the API endpoint`, status, other.URL))
	}
}

func TestRedirectsOfTheSameOriginAreNotFollowed(t *testing.T) {
	s := serve(t, send(307, "text/html", "", "Location", "/v2"))
	assert.ErrorContains(t, getFails(t, clientOf(t, s)), "a redirect to "+s.URL+";")
}

func TestTheTokenGoesToTheOriginOnly(t *testing.T) {
	var sent []string
	network := roundTripper(func(req *http.Request) (*http.Response, error) {
		sent = append(sent, req.URL.String()+" "+req.Header.Get("Authorization"))
		return response(200, runnerA), nil
	})
	stage := bearer(network, "https://api.example.com:443", func() string { return canary })
	for _, target := range []string{
		"http://api.example.com", "https://api.example.com:8443", "https://evil.example",
		"https://api.example.com.evil.example",
	} {
		req, err := http.NewRequest(http.MethodPost, target, nil)
		require.NoError(t, err)
		_, err = stage.RoundTrip(req)
		require.ErrorIs(t, err, errOtherOrigin)
		again, err := checkRetry(context.WithValue(context.Background(), callKey{}, &call{last: outcome{err: err}}), nil, err)
		assert.False(t, again)
		assert.NoError(t, err)
	}
	assert.Empty(t, sent)
	req, err := http.NewRequest(http.MethodPost, "https://API.example.com/x", nil)
	require.NoError(t, err)
	_, err = stage.RoundTrip(req)
	require.NoError(t, err)
	assert.Equal(t, []string{"https://API.example.com/x Bearer " + canary}, sent)
	assert.Empty(t, req.Header, "the caller's request has no token")
}

func TestFinalFailuresOfTheNetwork(t *testing.T) {
	for name, err := range map[string]error{
		"certificate":              &tls.CertificateVerificationError{Err: errors.New("x")},
		"certificate of the proxy": fmt.Errorf("proxyconnect: %w", &tls.CertificateVerificationError{Err: errors.New("x")}),
		"scheme":                   errors.New("unsupported protocol scheme \"gopher\""),
		"header":                   errors.New("net/http: invalid header field value for \"Authorization\""),
		"redirects":                errors.New("stopped after 10 redirects"),
		"proxy's address":          errProxy,
		"other origin":             errOtherOrigin,
		"too large":                errTooLarge,
	} {
		t.Run(name, func(t *testing.T) {
			o := quick("https://api.example.com")
			o.Transport = fakeNetwork(func(*http.Request) (*http.Response, error) { return nil, err })
			assert.Equal(t, 1, getFails(t, newClient(t, o)).Attempts)
		})
	}
}

func zipped(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.Bytes()
}

func TestGzip(t *testing.T) {
	whole := zipped(runnerA)
	packed := func(status int, body []byte) reply {
		return send(status, jsonType, string(body), "Content-Encoding", "gzip")
	}
	s := serve(t, packed(200, whole))
	_, err := clientOf(t, s).Get(context.Background(), "runner-a")
	require.NoError(t, err)

	s = serve(t, packed(200, whole[:len(whole)-12]), packed(200, whole[:5]), packed(200, whole))
	_, err = clientOf(t, s).Get(context.Background(), "runner-a")
	require.NoError(t, err, "a cut answer is noticed under the packing")

	s = serve(t, packed(404, zipped(`{"code":"not_found","message":"no"}`)))
	assert.True(t, IsNotFound(getFails(t, clientOf(t, s))))
}

func TestLargeAnswers(t *testing.T) {
	s := serve(t, ok(`{"managedRunners":[`+strings.Repeat(item("a", strings.Repeat("c", 50_000), "z")+",", 19)+
		item("last", "c", "z")+`]}`))
	runners, err := clientOf(t, s).List(context.Background(), ListOptions{})
	require.NoError(t, err)
	assert.Len(t, runners, 20)
}

// zeros is a body of any length.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestAnswersWithoutEnd(t *testing.T) {
	o := quick("https://api.example.com")
	o.Transport = fakeNetwork(func(*http.Request) (*http.Response, error) {
		endless := response(200, "")
		endless.Body = io.NopCloser(zeros{})
		return endless, nil
	})
	assert.ErrorContains(t, getFails(t, newClient(t, o)), "the answer is larger than 64 MiB")
}

func TestTheProxyOfTheEnvironmentIsUsed(t *testing.T) {
	network, isTransport := newNetwork().(*http.Transport)
	require.True(t, isTransport)
	assert.NotNil(t, network.Proxy)
	assert.NotContains(t, errProxy.Error(), "@")
	var through []string
	s := serve(t, ok(runnerA))
	target, err := url.Parse(s.URL)
	require.NoError(t, err)
	network.Proxy = func(req *http.Request) (*url.URL, error) {
		through = append(through, req.URL.Host)
		return target, nil
	}
	o := quick("http://localhost:1")
	o.Transport = network
	_, err = newClient(t, o).Get(context.Background(), "runner-a")
	require.NoError(t, err)
	assert.Equal(t, []string{"localhost:1"}, through)
}

func TestConcurrentCalls(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		id := strings.Split(string(body), `"`)[3]
		if len(id)%2 == 0 {
			hangUp(w, r)
		}
		ok(fmt.Sprintf(`{"identity":{"runnerId":%q}}`, id))(w, r)
	}))
	defer server.Close()
	o := quick(server.URL)
	o.RetryMax = 3
	c := newClient(t, o)
	errs := make(chan error)
	for i := range 20 {
		id := strings.Repeat("r", i+1)
		go func() {
			var runner model.ManagedRunner
			runner, err := c.Get(context.Background(), id)
			if err == nil && runner.Identity.RunnerID != id {
				err = errors.New("answers got mixed up")
			}
			errs <- err
		}()
	}
	for range 20 {
		if err := <-errs; err != nil {
			e, isError := asError(err)
			require.True(t, isError, "%v", err)
			assert.Equal(t, 3, e.Attempts)
			assert.Zero(t, len(e.RunnerID)%2)
		}
	}
}
