package fakeapi

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/proto"
)

// minimal is a runner with nothing but what is required.
const minimal = `{"identity":{"runnerId":"test-runner","zone":"us-east-04a","clusterId":"00000000-0000-4000-8000-000000000001"},"policy":{}}`

// start serves a fake for one test.
func start(t *testing.T, options Options) *Running {
	t.Helper()
	fake := Start(options)
	t.Cleanup(fake.Close)
	return fake
}

// seeded serves a fake with the minimal runner on it.
func seeded(t *testing.T, options Options) *Running {
	t.Helper()
	fake := start(t, options)
	fake.Seed(object(t, minimal))
	return fake
}

// object parses a JSON object.
func object(t *testing.T, text string) map[string]any {
	t.Helper()
	var out map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &out), text)
	return out
}

// reply is an answer as a client sees it.
type reply struct {
	status  int
	header  http.Header
	raw     string
	doc     map[string]any
	code    Code
	message string
	details []proto.Message
}

// detail is the first detail of a type, or its zero.
func detail[T proto.Message](r reply) T {
	for _, one := range r.details {
		if found, ok := one.(T); ok {
			return found
		}
	}
	var none T
	return none
}

// post sends a request with the headers of a Connect client; edit changes them.
func post(t *testing.T, fake *Running, call, body string, edit ...func(*http.Request)) reply {
	t.Helper()
	r := request(t, fake.URL+service+call, body)
	for _, change := range edit {
		change(r)
	}
	response, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	return readReply(t, response)
}

func request(t *testing.T, url, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Connect-Protocol-Version", "1")
	r.Header.Set("Authorization", "Bearer "+DefaultToken)
	return r
}

func readReply(t *testing.T, response *http.Response) reply {
	t.Helper()
	defer func() { assert.NoError(t, response.Body.Close()) }()
	raw, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	out := reply{status: response.StatusCode, header: response.Header, raw: string(raw)}
	if response.StatusCode == http.StatusOK {
		_ = json.Unmarshal(raw, &out.doc) // garbage is a reply too
		return out
	}
	var refused wireError
	_ = json.Unmarshal(raw, &refused) // so is an HTML page
	out.code, out.message = refused.Code, refused.Message
	for _, one := range refused.Details {
		out.details = append(out.details, readDetail(t, one))
	}
	return out
}

func readDetail(t *testing.T, one wireDetail) proto.Message {
	t.Helper()
	var m proto.Message
	switch one.Type {
	case "google.rpc.ErrorInfo":
		m = &errdetails.ErrorInfo{}
	case "google.rpc.BadRequest":
		m = &errdetails.BadRequest{}
	case "google.rpc.ResourceInfo":
		m = &errdetails.ResourceInfo{}
	case "google.rpc.PreconditionFailure":
		m = &errdetails.PreconditionFailure{}
	case "google.rpc.QuotaFailure":
		m = &errdetails.QuotaFailure{}
	}
	require.NotNil(t, m, one.Type)
	raw, err := base64.RawStdEncoding.DecodeString(one.Value)
	require.NoError(t, err)
	require.NoError(t, proto.Unmarshal(raw, m))
	return m
}

// noAnswer sends a request that must end without an answer.
func noAnswer(t *testing.T, client *http.Client, r *http.Request) error {
	t.Helper()
	response, err := client.Do(r)
	if err == nil {
		require.Fail(t, "an answer came", readReply(t, response).raw)
	}
	return err
}

// requireOK is the document of a successful call.
func requireOK(t *testing.T, r reply) map[string]any {
	t.Helper()
	require.Equal(t, http.StatusOK, r.status, r.raw)
	require.NotNil(t, r.doc, r.raw)
	return r.doc
}

// requireRefused checks the code of an error and its usual status.
func requireRefused(t *testing.T, r reply, code Code) {
	t.Helper()
	require.Equal(t, code, r.code, r.raw)
	require.Equal(t, code.status(), r.status, r.raw)
}

// fields are the violated fields of a reply.
func fields(r reply) []string {
	var out []string
	for _, v := range detail[*errdetails.BadRequest](r).GetFieldViolations() {
		out = append(out, v.GetField())
	}
	return out
}

// create creates a runner with a fresh request id.
func create(t *testing.T, fake *Running, runner string) reply {
	t.Helper()
	return createWith(t, fake, rand.Text(), runner)
}

// createWith creates a runner with a given request id.
func createWith(t *testing.T, fake *Running, requestID, runner string) reply {
	t.Helper()
	return post(t, fake, "CreateManagedRunner", fmt.Sprintf(`{"requestId":%q,"managedRunner":%s}`, requestID, runner))
}

func get(t *testing.T, fake *Running, id string) reply {
	t.Helper()
	return post(t, fake, "GetManagedRunner", fmt.Sprintf(`{"runnerId":%q}`, id))
}

// update updates the minimal runner.
func update(t *testing.T, fake *Running, mask, runner string) reply {
	t.Helper()
	return post(t, fake, "UpdateManagedRunner",
		fmt.Sprintf(`{"runnerId":"test-runner","updateMask":%q,"managedRunner":%s}`, mask, runner))
}

// clock is a clock that a test moves.
type clock struct{ now time.Time }

func newClock() *clock { return &clock{now: time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) read() time.Time         { return c.now }
func (c *clock) advance(d time.Duration) { c.now = c.now.Add(d) }
