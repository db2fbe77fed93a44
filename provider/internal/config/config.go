// Package config turns the configuration of the provider into a client of the API.
package config

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
)

// The environment variables that stand in for configuration that is not given.
const (
	tokenVariable    = "COREWEAVE_API_TOKEN"
	endpointVariable = "COREWEAVE_API_ENDPOINT"
	timeoutVariable  = "COREWEAVE_HTTP_TIMEOUT"
	// otherTokenVariable is what some of CoreWeave's other tools read.
	otherTokenVariable = "CW_API_KEY"
)

const defaultEndpoint = "https://api.coreweave.com"

// Config is the configuration of the provider. No field has a default from the environment: the framework would store
// it, a token in clear sight of everybody who can read the state, and a rotated one as a change.
type Config struct {
	APIToken    *string `pulumi:"apiToken,optional" provider:"secret"`
	APIEndpoint *string `pulumi:"apiEndpoint,optional"`
	HTTPTimeout *string `pulumi:"httpTimeout,optional"`

	client *api.Client
}

var (
	_ infer.CustomConfigure      = (*Config)(nil)
	_ infer.CustomCheck[*Config] = (*Config)(nil)
	_ infer.Annotated            = (*Config)(nil)
)

// Annotate describes the fields.
func (c *Config) Annotate(a infer.Annotator) {
	a.Describe(&c.APIToken, "The API token, from the Tokens page of the CoreWeave console. Its owner needs the action "+
		"SANDBOX_ADMIN. Without it, the environment variable `COREWEAVE_API_TOKEN` is used, and never stored.")
	a.Describe(&c.APIEndpoint, "The address of the API. Without it, the environment variable `COREWEAVE_API_ENDPOINT`, or "+
		"`https://api.coreweave.com`. Must be https, or http on a loopback address.")
	a.Describe(&c.HTTPTimeout, "How long one attempt of a call may take, as a duration such as `10s` or a number of seconds. "+
		"Without it, the environment variable `COREWEAVE_HTTP_TIMEOUT`, or 10 seconds.")
}

// Check refuses values that cannot be right. Unknown ones arrive as empty and are checked when they are known.
func (c *Config) Check(_ context.Context, req infer.CheckRequest) (infer.CheckResponse[*Config], error) {
	var failures []p.CheckFailure
	known := func(key string) bool { return req.NewInputs.Get(key).IsString() }
	if known("apiEndpoint") {
		if err := api.ValidateEndpoint(*c.APIEndpoint); err != nil {
			failures = append(failures, p.CheckFailure{Property: "apiEndpoint", Reason: err.Error()})
		}
	}
	if known("httpTimeout") {
		if _, err := parseTimeout(*c.HTTPTimeout); err != nil {
			failures = append(failures, p.CheckFailure{Property: "httpTimeout", Reason: err.Error()})
		}
	}
	return infer.CheckResponse[*Config]{Inputs: c, Failures: failures}, nil
}

// Configure makes the client. It calls nobody.
func (c *Config) Configure(ctx context.Context) error {
	token := or(c.APIToken, tokenVariable, "")
	if token == "" {
		return errors.New(missingToken())
	}
	timeout := api.DefaultHTTPTimeout
	if text := or(c.HTTPTimeout, timeoutVariable, ""); text != "" {
		var err error
		if timeout, err = parseTimeout(text); err != nil {
			return fmt.Errorf("httpTimeout (or %s) %w", timeoutVariable, err)
		}
	}
	client, err := api.New(api.Options{
		Endpoint:    or(c.APIEndpoint, endpointVariable, defaultEndpoint),
		Token:       token,
		HTTPTimeout: timeout,
		UserAgent:   api.UserAgent(p.GetRunInfo(ctx).Version),
		Debug:       func(ctx context.Context, line string) { p.GetLogger(ctx).Debug(line) },
	})
	if err != nil {
		return fmt.Errorf("configuring coreweave-sandbox: %w", err)
	}
	c.client = client
	return nil
}

// Client is the client of the configured provider.
func Client(ctx context.Context) *api.Client {
	return infer.GetConfig[*Config](ctx).client
}

// or is the configured value if there is one, else the environment's, else the default.
func or(configured *string, variable, otherwise string) string {
	if configured != nil && *configured != "" {
		return *configured
	}
	if v := os.Getenv(variable); v != "" {
		return v
	}
	return otherwise
}

func missingToken() string {
	text := "no API token: set it with `pulumi config set --secret coreweave-sandbox:apiToken`, or in the environment " +
		"variable " + tokenVariable
	if os.Getenv(otherTokenVariable) != "" {
		text += fmt.Sprintf("; %s is set, so that this may be all it takes: export %s=\"$%s\"",
			otherTokenVariable, tokenVariable, otherTokenVariable)
	}
	return text
}

// parseTimeout reads a Go duration, or a bare number as seconds.
func parseTimeout(text string) (time.Duration, error) {
	timeout, err := time.ParseDuration(text)
	if seconds, notNumber := strconv.ParseFloat(text, 64); notNumber == nil {
		timeout, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || timeout <= 0 {
		return 0, errors.New("must be a duration above zero, such as 10s, or a number of seconds")
	}
	return timeout, nil
}
