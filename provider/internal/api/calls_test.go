package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// assertRequest checks everything about a request that the protocol prescribes.
func assertRequest(t *testing.T, r received, procedure, body string) {
	t.Helper()
	assert.Equal(t, http.MethodPost, r.method)
	assert.Equal(t, "/coreweave.sandbox.v1.RunnerManagementService/"+procedure, r.path)
	assert.JSONEq(t, body, r.body)
	for name, want := range map[string]string{
		"Authorization":            "Bearer " + canary,
		"Content-Type":             "application/json",
		"Connect-Protocol-Version": "1",
		"User-Agent":               UserAgent("1.2.3"),
		"Accept-Encoding":          "gzip",
		"Content-Encoding":         "",
	} {
		assert.Equal(t, want, strings.Join(r.header.Values(name), "|"), name)
	}
}

func sample() model.ManagedRunner {
	base := json.RawMessage(`{"identity":{"runnerId":"runner-a","runnerGroupId":"default","zone":"us-east-04a",` +
		`"clusterId":"c-1","clusterName":"prod"},"displayName":"A","policy":{},"etag":"e-9","installStatus":"X"}`)
	var runner model.ManagedRunner
	if err := json.Unmarshal(base, &runner); err != nil {
		panic(err)
	}
	return runner
}

func TestCreate(t *testing.T) {
	s := serve(t, ok(runnerA))
	created, err := clientOf(t, s).Create(context.Background(), sample(), "request-1")
	require.NoError(t, err)
	assert.Equal(t, "e-1", created.Etag)
	assertRequest(t, s.seen()[0], "CreateManagedRunner", `{"managedRunner":{"identity":{"runnerId":"runner-a",
		"runnerGroupId":"default","zone":"us-east-04a","clusterId":"c-1"},"displayName":"A","policy":{}},
		"requestId":"request-1"}`)
}

func TestGet(t *testing.T) {
	s := serve(t, ok(runnerA))
	runner, err := clientOf(t, s).Get(context.Background(), "runner-a")
	require.NoError(t, err)
	assert.Equal(t, "us-east-04a", runner.Identity.Zone)
	assertRequest(t, s.seen()[0], "GetManagedRunner", `{"runnerId":"runner-a"}`)
}

func TestUpdate(t *testing.T) {
	s := serve(t, ok(runnerA))
	mask := []string{"spec.releaseChannel", "policy", "policy", "identity.runnerGroupId"}
	body := map[string]any{"policy": map[string]any{"field-of-tomorrow": 1e21}, "etag": "e-1"}
	_, err := clientOf(t, s).Update(context.Background(), "runner-a", body, mask)
	require.NoError(t, err)
	assertRequest(t, s.seen()[0], "UpdateManagedRunner", `{"runnerId":"runner-a",
		"managedRunner":{"policy":{"field-of-tomorrow":1e21},"etag":"e-1"},
		"updateMask":"identity.runnerGroupId,policy,spec.releaseChannel"}`)
	assert.Equal(t, "spec.releaseChannel", mask[0], "the caller's mask stays as it was")
}

func TestUpdateTakesARunner(t *testing.T) {
	s := serve(t, ok(runnerA))
	_, err := clientOf(t, s).Update(context.Background(), "runner-a", sample().Args().Message(), []string{"displayName"})
	require.NoError(t, err)
	assert.Contains(t, s.seen()[0].body, `"displayName":"A"`)
}

func TestDelete(t *testing.T) {
	s := serve(t, ok(`{}`))
	require.NoError(t, clientOf(t, s).Delete(context.Background(), "runner-a"))
	assertRequest(t, s.seen()[0], "DeleteManagedRunner", `{"runnerId":"runner-a","allowMissing":true}`)
}

func TestDeleteOfTheMissingSucceeds(t *testing.T) {
	s := serve(t, refuse(404, "not_found", "gone"))
	require.NoError(t, clientOf(t, s).Delete(context.Background(), "runner-a"))
}

func TestDeleteRefused(t *testing.T) {
	s := serve(t, refuse(400, "failed_precondition", "in use"))
	assert.True(t, IsFailedPrecondition(clientOf(t, s).Delete(context.Background(), "runner-a")))
}

// What an accepted update is answered with is not documented: any object will do.
func TestApplyAvailableUpdate(t *testing.T) {
	for _, body := range []string{`{}`, runnerA, `{"runner":{}}`, `{"done":false,"name":"operations/1"}`} {
		s := serve(t, ok(body))
		require.NoError(t, clientOf(t, s).ApplyAvailableUpdate(context.Background(), "runner-a"), body)
		assertRequest(t, s.seen()[0], "ApplyAvailableUpdate", `{"runnerId":"runner-a"}`)
	}
}

func TestApplyAvailableUpdateRefused(t *testing.T) {
	s := serve(t, refuse(400, "failed_precondition", "no update"), refuse(404, "not_found", "gone"), refuse(501, "unimplemented", "later"))
	c := clientOf(t, s)
	for _, want := range []string{"failed_precondition: no update", "not_found: gone", "unimplemented: later"} {
		err := c.ApplyAvailableUpdate(context.Background(), "runner-a")
		assert.EqualError(t, err, `ApplyAvailableUpdate runner "runner-a": `+want, "unlike for a delete, none is a success")
		assert.False(t, IsUncertain(err))
	}
}

func TestApplyAvailableUpdateIsTriedAgain(t *testing.T) {
	s := serve(t, refuse(503, "unavailable", "restarting"), hangUp, cut, ok(`{}`))
	require.NoError(t, clientOf(t, s).ApplyAvailableUpdate(context.Background(), "runner-a"))
	for _, r := range s.seen() {
		assertRequest(t, r, "ApplyAvailableUpdate", `{"runnerId":"runner-a"}`)
	}
}

func TestMistakesOfTheCallerMakeNoCall(t *testing.T) {
	s := serve(t)
	c, ctx, body := clientOf(t, s), context.Background(), map[string]any{}
	update := func(id string, body any, mask ...string) error {
		_, err := c.Update(ctx, id, body, mask)
		return err
	}
	create := func(runner model.ManagedRunner, requestID string) error {
		_, err := c.Create(ctx, runner, requestID)
		return err
	}
	_, getErr := c.Get(ctx, "")
	for name, err := range map[string]error{
		"no mask":            update("runner-a", body),
		"everything":         update("runner-a", body, "*"),
		"everything, too":    update("runner-a", body, "policy", "*"),
		"all of spec":        update("runner-a", body, "spec"),
		"proto spelling":     update("runner-a", body, "display_name"),
		"two paths in one":   update("runner-a", body, "policy,displayName"),
		"empty path":         update("runner-a", body, ""),
		"empty part":         update("runner-a", body, "spec."),
		"space":              update("runner-a", body, " policy"),
		"upper case":         update("runner-a", body, "Policy"),
		"no body":            update("runner-a", nil, "policy"),
		"update of no ID":    update("", body, "policy"),
		"get of no ID":       getErr,
		"delete of no ID":    c.Delete(ctx, ""),
		"apply to no ID":     c.ApplyAvailableUpdate(ctx, ""),
		"create of no ID":    create(model.ManagedRunner{}, "r"),
		"no request ID":      create(sample(), ""),
		"long request ID":    create(sample(), strings.Repeat("r", 129)),
		"body without JSON":  update("runner-a", map[string]any{"policy": func() {}}, "policy"),
		"body with bad JSON": update("runner-a", json.RawMessage(`{`), "policy"),
	} {
		t.Run(name, func(t *testing.T) {
			e, isError := asError(err)
			require.True(t, isError)
			assert.Zero(t, e.Attempts)
			assert.False(t, e.Uncertain)
		})
	}
}

func TestNewRequestID(t *testing.T) {
	first, second := NewRequestID(), NewRequestID()
	assert.NotEqual(t, first, second)
	assert.Len(t, first, 36)
}

func TestPathPrefixIsKept(t *testing.T) {
	s := serve(t, ok(runnerA))
	_, err := newClient(t, quick(s.URL+"/gate/way/")).Get(context.Background(), "runner-a")
	require.NoError(t, err)
	assert.Equal(t, "/gate/way/coreweave.sandbox.v1.RunnerManagementService/GetManagedRunner", s.seen()[0].path)
}

// An answer that is not the runner that was asked for is never taken for it, and never tried again.
func TestUnusableAnswers(t *testing.T) {
	const prefix = `GetManagedRunner runner "runner-a": internal: the server's answer is not usable: `
	for _, test := range []struct {
		name  string
		reply reply
		want  string
	}{
		{"another runner", ok(`{"identity":{"runnerId":"runner-b"}}`), prefix + `it is another runner, "runner-b"`},
		{"other case", ok(`{"identity":{"runnerId":"Runner-A"}}`), prefix + `it is another runner, "Runner-A"`},
		{"no ID", ok(`{"identity":{}}`), prefix + `it is not a runner: it has no runner ID`},
		{"empty object", ok(`{}`), prefix + `it is not a runner: it has no runner ID`},
		{"wrapped", ok(`{"managedRunner":` + runnerA + `}`), prefix + `it is not a runner: it has no runner ID`},
		{"nothing", ok(``), prefix + `it is empty`},
		{"null", ok(`null`), prefix + `it is not a JSON object`},
		{"list", ok(`[]`), prefix + `it is not a JSON object`},
		{"garbage", ok(`<html>`), prefix + `it is not a JSON object`},
		{"two objects", ok(runnerA + runnerA), prefix + `it is not a JSON object`},
		{"wrong type", ok(`{"identity":{"runnerId":7}}`), prefix + `identity.runnerId is not of the type string`},
		{
			"an error", ok(`{"code":"not_found","message":"no such runner"}`),
			prefix + `it is an error: not_found: no such runner`,
		},
		{
			"a page", send(200, "text/html; charset=utf-8", "<html>maintenance</html>"),
			prefix + `it is not JSON (content type text/html; charset=utf-8)`,
		},
		{"protobuf", send(200, "application/proto", "\x01"), prefix + `it is not JSON (content type application/proto)`},
		{
			"no content", send(204, jsonType, ""),
			`GetManagedRunner runner "runner-a": unknown: HTTP 204 No Content, without an error of the API in it ` +
				`(content type application/json)`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := getFails(t, clientOf(t, serve(t, test.reply)))
			assert.EqualError(t, e, test.want)
			assert.True(t, e.Uncertain, "a success that cannot be read may be one")
			assert.False(t, IsNotFound(e), "only a plain answer drops a runner")
		})
	}
}

func TestContentTypesOfJSON(t *testing.T) {
	for _, contentType := range []string{
		"application/json", "application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON",
	} {
		s := serve(t, send(200, contentType, runnerA), send(400, contentType, `{"code":"failed_precondition"}`))
		c := clientOf(t, s)
		_, err := c.Get(context.Background(), "runner-a")
		require.NoError(t, err, contentType)
		assert.True(t, IsFailedPrecondition(getFails(t, c)), contentType)
	}
}

// Of the calls whose answer is not a runner.
func TestOtherAnswersAreChecked(t *testing.T) {
	for _, body := range []string{``, `null`, `[]`, `<html>`, `{"code":"internal","message":"x"}`} {
		s := serve(t, ok(body), ok(body))
		c := clientOf(t, s)
		for name, err := range map[string]error{
			"delete": c.Delete(context.Background(), "runner-a"),
			"apply":  c.ApplyAvailableUpdate(context.Background(), "runner-a"),
		} {
			assert.True(t, IsUncertain(err), "%s, %q: %v", name, body, err)
			assert.True(t, IsUnusable(err), "%s, %q: %v", name, body, err)
		}
	}
}

func TestUserAgent(t *testing.T) {
	assert.Regexp(t, `^pulumi-coreweave-sandbox/0\.1\.0 \(pulumi-go-provider; \w+/\w+\)$`, UserAgent("0.1.0"))
	assert.Contains(t, UserAgent(""), "/unknown ")
}

func ExampleClient_Format() {
	c, _ := New(Options{Endpoint: "https://api.example.com/", Token: "CW-SECRET-x"})
	fmt.Printf("%+v", c)
	// Output: api.Client(https://api.example.com)
}
