package config

import (
	"context"
	"testing"
	"time"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// configure runs Configure in a context such as the gRPC server makes.
func configure(t *testing.T, c *Config) error {
	t.Helper()
	server, err := p.RawServer("test", "1.2.3", p.Provider{
		Configure: func(ctx context.Context, _ p.ConfigureRequest) error { return c.Configure(ctx) },
	})(nil)
	require.NoError(t, err)
	_, err = server.Configure(t.Context(), &pulumirpc.ConfigureRequest{})
	return err
}

// clean is an environment without any of the variables.
func clean(t *testing.T) {
	t.Helper()
	for _, name := range []string{tokenVariable, endpointVariable, timeoutVariable, otherTokenVariable} {
		t.Setenv(name, "")
	}
}

func TestMissingToken(t *testing.T) {
	clean(t)
	err := configure(t, &Config{})
	require.ErrorContains(t, err, "coreweave-sandbox:apiToken")
	require.ErrorContains(t, err, tokenVariable)
	assert.NotContains(t, err.Error(), "export")

	t.Setenv(otherTokenVariable, "canary")
	err = configure(t, &Config{})
	require.ErrorContains(t, err, `export COREWEAVE_API_TOKEN="$CW_API_KEY"`)
	assert.NotContains(t, err.Error(), "canary")

	t.Setenv(tokenVariable, "token")
	require.NoError(t, configure(t, &Config{}))
}

func TestConfigurationWinsOverTheEnvironment(t *testing.T) {
	clean(t)
	assert.Equal(t, "default", or(nil, tokenVariable, "default"))
	t.Setenv(tokenVariable, "environment")
	assert.Equal(t, "environment", or(nil, tokenVariable, "default"))
	assert.Equal(t, "environment", or(new(""), tokenVariable, "default"), "an empty value is none")
	assert.Equal(t, "configured", or(new("configured"), tokenVariable, "default"))
}

func TestEndpointsAndTimeoutsThatCannotBe(t *testing.T) {
	clean(t)
	for name, c := range map[string]*Config{
		"http beyond this machine": {APIToken: new("token"), APIEndpoint: new("http://api.example.com")},
		"no address":               {APIToken: new("token"), APIEndpoint: new("api")},
		"no duration":              {APIToken: new("token"), HTTPTimeout: new("soon")},
		"zero":                     {APIToken: new("token"), HTTPTimeout: new("0s")},
	} {
		require.Error(t, configure(t, c), name)
	}
	require.NoError(t, configure(t, &Config{APIToken: new("token"), APIEndpoint: new("http://127.0.0.1:1"), HTTPTimeout: new("2.5")}))
}

func TestCheckNamesTheKey(t *testing.T) {
	t.Parallel()
	news := property.NewMap(map[string]property.Value{
		"apiEndpoint": property.New("http://api.example.com"), "httpTimeout": property.New("soon"),
	})
	c := &Config{APIEndpoint: new("http://api.example.com"), HTTPTimeout: new("soon")}
	resp, err := c.Check(t.Context(), infer.CheckRequest{NewInputs: news})
	require.NoError(t, err)
	require.Len(t, resp.Failures, 2)
	assert.Equal(t, "apiEndpoint", resp.Failures[0].Property)
	assert.Equal(t, "httpTimeout", resp.Failures[1].Property)

	unknown := property.NewMap(map[string]property.Value{"apiEndpoint": property.New(property.Computed)})
	resp, err = (&Config{APIEndpoint: new("")}).Check(t.Context(), infer.CheckRequest{NewInputs: unknown})
	require.NoError(t, err)
	assert.Empty(t, resp.Failures, "an unknown value is waited for")
}

func TestTimeouts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"10s": 10 * time.Second, "30": 30 * time.Second, "0.5": 500 * time.Millisecond, "1m30s": 90 * time.Second,
	} {
		got, err := parseTimeout(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "0", "-1s", "soon", "NaN", "1e999", "-Inf"} {
		_, err := parseTimeout(text)
		require.Error(t, err, text)
	}
}
