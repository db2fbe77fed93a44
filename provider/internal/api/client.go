package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"time"

	"connectrpc.com/connect"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// The defaults of [Options].
const (
	DefaultHTTPTimeout  = 10 * time.Second
	DefaultRetryWaitMin = 200 * time.Millisecond
	DefaultRetryWaitMax = 5 * time.Second
	DefaultRetryMax     = 10
)

// Options configure a client. Only Endpoint and Token are required.
type Options struct {
	// Endpoint is the address of the API: an https URL, or http on a loopback address. A path is kept as a prefix.
	Endpoint string
	// Token is the bearer token.
	Token string
	// UserAgent is sent as it is. See [UserAgent].
	UserAgent string
	// HTTPTimeout bounds each attempt of a call, from connecting to the last byte of the answer.
	HTTPTimeout time.Duration
	// RetryMax is how often a call is tried in all.
	RetryMax int
	// RetryWaitMin and RetryWaitMax bound the wait before another try.
	RetryWaitMin, RetryWaitMax time.Duration
	// Debug gets one line about each attempt, without headers and bodies.
	Debug func(ctx context.Context, line string)
	// Transport replaces the network in tests.
	Transport http.RoundTripper
}

// Format prints the options, whatever the verb, without the token and without what an endpoint may hide in itself.
func (o Options) Format(f fmt.State, _ rune) {
	where := "without a valid endpoint"
	if u, err := parseEndpoint(o.Endpoint); err == nil {
		where = u.String()
	}
	fmt.Fprintf(f, "api.Options(%s)", where)
}

// Client calls the RunnerManagementService. It is safe for concurrent use.
type Client struct {
	endpoint string
	token    secret

	create, get, update *procedure[model.ManagedRunner]
	list                *procedure[listAnswer]
	delete, apply       *procedure[struct{}]
}

// New makes a client. It calls nobody.
func New(o Options) (*Client, error) {
	endpoint, err := parseEndpoint(o.Endpoint)
	if err != nil {
		return nil, fmt.Errorf("the API endpoint %w", err)
	}
	token := strings.TrimSpace(o.Token) // a token from a file often ends in a line feed
	if err := checkToken(token); err != nil {
		return nil, fmt.Errorf("the API token %w", err)
	}
	o, err = withDefaults(o)
	if err != nil {
		return nil, err
	}
	c := &Client{endpoint: endpoint.String(), token: func() string { return token }}
	c.bind(newHTTPClient(o, endpoint, c.token))
	return c, nil
}

// bind makes the client of each procedure.
func (c *Client) bind(sender connect.HTTPClient) {
	service := c.endpoint + servicePath
	c.create = newProcedure[model.ManagedRunner](sender, service+createProcedure)
	c.get = newProcedure[model.ManagedRunner](sender, service+getProcedure)
	c.update = newProcedure[model.ManagedRunner](sender, service+updateProcedure)
	c.list = newProcedure[listAnswer](sender, service+listProcedure)
	c.delete = newProcedure[struct{}](sender, service+deleteProcedure)
	c.apply = newProcedure[struct{}](sender, service+applyProcedure)
}

// Format prints the client, whatever the verb, as the place that it calls.
func (c *Client) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "api.Client(%s)", c.endpoint) }

func withDefaults(o Options) (Options, error) {
	if o.HTTPTimeout < 0 || o.RetryMax < 0 || o.RetryWaitMin < 0 || o.RetryWaitMax < 0 {
		return o, errors.New("timeouts, waits and numbers of tries must not be negative")
	}
	o.UserAgent = cmp.Or(o.UserAgent, UserAgent(""))
	o.HTTPTimeout = cmp.Or(o.HTTPTimeout, DefaultHTTPTimeout)
	o.RetryMax = cmp.Or(o.RetryMax, DefaultRetryMax)
	o.RetryWaitMin = cmp.Or(o.RetryWaitMin, DefaultRetryWaitMin)
	o.RetryWaitMax = max(cmp.Or(o.RetryWaitMax, DefaultRetryWaitMax), o.RetryWaitMin)
	if o.Transport == nil {
		o.Transport = newNetwork()
	}
	return o, nil
}

// UserAgent is how a version of this provider names itself.
func UserAgent(version string) string {
	return fmt.Sprintf("pulumi-coreweave-sandbox/%s (pulumi-go-provider; %s/%s)",
		cmp.Or(version, "unknown"), runtime.GOOS, runtime.GOARCH)
}
