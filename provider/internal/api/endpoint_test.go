package api

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEndpoints(t *testing.T) {
	for endpoint, want := range map[string]string{
		"https://api.coreweave.com":   "https://api.coreweave.com",
		"https://api.coreweave.com/":  "https://api.coreweave.com",
		"HTTPS://API.example.com:443": "https://API.example.com:443",
		"https://example.com/a/b//":   "https://example.com/a/b",
		"https://10.0.0.1:8443":       "https://10.0.0.1:8443",
		"http://localhost:8080":       "http://localhost:8080",
		"http://LOCALHOST":            "http://LOCALHOST",
		"http://127.0.0.1:1":          "http://127.0.0.1:1",
		"http://127.9.8.7":            "http://127.9.8.7",
		"http://[::1]:8080/x":         "http://[::1]:8080/x",
	} {
		u, err := parseEndpoint(endpoint)
		require.NoError(t, err, endpoint)
		assert.Equal(t, want, u.String())
	}
}

func TestEndpointsThatAreRefused(t *testing.T) {
	for rule, endpoints := range map[string][]string{
		"absolute https URL": {
			"", " ", "api.coreweave.com", "api.coreweave.com:443", "//api.coreweave.com", "/path", "https://", "https:///x",
			"https:api.coreweave.com", "ftp://example.com", "unix:///hunter2", "https://exa mple.com", "https://[::1",
			" https://example.com", "https://example.com:hunter2", "https://example.com\n",
		},
		"port between 1 and 65535": {"https://example.com:0", "https://example.com:65536", "https://example.com:"},
		"user name or a password":  {"https://me:hunter2@example.com", "https://hunter2@example.com", "http://hunter2@localhost"},
		"query or a fragment":      {"https://example.com?token=hunter2", "https://example.com/?", "https://example.com#hunter2"},
		"is for loopback addresses": {
			"http://api.coreweave.com", "http://10.0.0.1", "http://localhost.example.com", "http://128.0.0.1",
			"http://[::2]", "http://0.0.0.0", "http://127.0.0.1.example.com", "http://127.1",
		},
	} {
		for _, endpoint := range endpoints {
			err := ValidateEndpoint(endpoint)
			require.ErrorContains(t, err, rule, "%q", endpoint)
			assert.NotContains(t, err.Error(), "hunter2")
			_, err = New(Options{Endpoint: endpoint, Token: canary})
			require.ErrorContains(t, err, "the API endpoint must ", "%q", endpoint)
		}
	}
}

func TestOrigins(t *testing.T) {
	same := [][2]string{
		{"https://example.com", "https://EXAMPLE.com:443/path"},
		{"http://localhost", "http://localhost:80"},
		{"http://[::1]:80", "http://[::1]"},
	}
	other := [][2]string{
		{"https://example.com", "http://example.com"},
		{"https://example.com", "https://example.com:8443"},
		{"https://example.com", "https://example.com.evil.example"},
		{"https://example.com", "https://sub.example.com"},
		{"http://localhost", "http://127.0.0.1"},
	}
	for _, pair := range same {
		assert.Equal(t, origin(t, pair[0]), origin(t, pair[1]))
	}
	for _, pair := range other {
		assert.NotEqual(t, origin(t, pair[0]), origin(t, pair[1]))
	}
}

func TestOptionsThatAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"no token":           func(o *Options) { o.Token = "" },
		"blank token":        func(o *Options) { o.Token = " \n" },
		"two lines":          func(o *Options) { o.Token = canary + "\nX-Evil: 1" },
		"space in the token": func(o *Options) { o.Token = canary + " x" },
		"token not in ASCII": func(o *Options) { o.Token = canary + "é" },
		"negative timeout":   func(o *Options) { o.HTTPTimeout = -1 },
		"negative tries":     func(o *Options) { o.RetryMax = -1 },
		"negative wait":      func(o *Options) { o.RetryWaitMin = -1 },
	} {
		o := quick("https://example.com")
		change(&o)
		c, err := New(o)
		require.Error(t, err, name)
		assert.Nil(t, c)
		assert.NotContains(t, err.Error(), "canary")
	}
}

func TestTokenFromAFile(t *testing.T) {
	s := serve(t, ok(runnerA))
	o := quick(s.URL)
	o.Token += "\n"
	_, err := newClient(t, o).Get(t.Context(), "runner-a")
	require.NoError(t, err)
	assert.Equal(t, "Bearer "+strings.TrimSpace(canary), s.seen()[0].header.Get("Authorization"))
}
