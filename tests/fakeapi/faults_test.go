package fakeapi

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
)

// rename is an update that leaves a trace.
const rename = `{"runnerId":"test-runner","updateMask":"displayName","managedRunner":{"displayName":"renamed"}}`

// tryRename sends the update and reports a broken answer as an error.
func tryRename(t *testing.T, fake *Running) (reply, error) {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request(t, fake.URL+service+"UpdateManagedRunner", rename))
	if err != nil {
		return reply{}, err
	}
	if response.ContentLength > 0 {
		body := make([]byte, response.ContentLength)
		for n := 0; n < len(body); {
			m, err := response.Body.Read(body[n:])
			if n += m; err != nil && n < len(body) {
				return reply{}, err
			}
		}
		return reply{status: response.StatusCode, header: response.Header, raw: string(body)}, response.Body.Close()
	}
	return readReply(t, response), nil
}

func TestFaultOutcomes(t *testing.T) {
	t.Parallel()
	rows := []struct {
		name      string
		fault     Fault
		status    int  // 0: no complete answer
		committed bool // the update was made
		recorded  int
	}{
		{"code", Fault{Code: CodeUnavailable}, 503, false, 503},
		{"code with another status", Fault{Code: CodeInternal, HTTPStatus: 502}, 502, false, 502},
		{"code after commit", Fault{Code: CodeUnavailable, Commit: true}, 503, true, 503},
		{"bare status", Fault{HTTPStatus: 502}, 502, false, 502},
		{"bare status after commit", Fault{HTTPStatus: 504, Commit: true}, 504, true, 504},
		{"cut before", Fault{CutBefore: true}, 0, false, 0},
		{"cut after", Fault{CutAfter: true}, 0, true, 0},
		{"truncated", Fault{Truncate: true}, 0, true, 200},
		{"garbage", Fault{GarbageBody: true}, 200, true, 200},
		{"redirect", Fault{Redirect: "http://127.0.0.1:1/elsewhere"}, 307, false, 307},
		{"redirect with status", Fault{Redirect: "/", HTTPStatus: 302}, 302, false, 302},
		{"latency only", Fault{Latency: time.Millisecond, AnswerLatency: time.Millisecond}, 200, true, 200},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			fake := seeded(t, Options{})
			fake.Inject(row.fault)
			r, err := tryRename(t, fake)
			assert.Equal(t, row.status == 0, err != nil, "%v", err)
			assert.Equal(t, row.status, r.status)
			doc, _ := fake.Runner("test-runner")
			assert.Equal(t, row.committed, doc["displayName"] == "renamed")
			require.Len(t, fake.Requests(), 1)
			assert.Equal(t, row.recorded, fake.Requests()[0].Status)
			r, err = tryRename(t, fake)
			require.NoError(t, err)
			assert.Equal(t, http.StatusOK, r.status, "a fault strikes once")
		})
	}
}

func TestFaultContents(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	fake.Inject(Fault{Code: CodeResourceExhausted, Message: "slow down", Reason: "RATE", RetryAfter: "3"})
	r := get(t, fake, "test-runner")
	requireRefused(t, r, CodeResourceExhausted)
	assert.Equal(t, "slow down", r.message)
	assert.Equal(t, "3", r.header.Get("Retry-After"))
	assert.Equal(t, "RATE", detail[*errdetails.ErrorInfo](r).GetReason())
	assert.Len(t, detail[*errdetails.QuotaFailure](r).GetViolations(), 1)

	fake.Inject(Fault{HTTPStatus: 503, RetryAfter: "Sat, 01 Aug 2026 12:00:00 GMT"})
	r = get(t, fake, "test-runner")
	assert.Equal(t, "text/html", r.header.Get("Content-Type"))
	assert.Contains(t, r.raw, "<html>")
	assert.Equal(t, "Sat, 01 Aug 2026 12:00:00 GMT", r.header.Get("Retry-After"))
	fake.Inject(Fault{HTTPStatus: 500, Body: "boom"})
	assert.Equal(t, "boom", get(t, fake, "test-runner").raw)
	fake.Inject(Fault{GarbageBody: true})
	r = get(t, fake, "test-runner")
	assert.Equal(t, "application/json", r.header.Get("Content-Type"))
	assert.Nil(t, r.doc)
}

func TestFaultScript(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	fake.Inject(Fault{Call: "GetManagedRunner", Skip: 1, Times: 2, Code: CodeUnavailable})
	fake.Inject(Fault{Call: "ListManagedRunners", Times: -1, Code: CodeInternal})
	var got []int
	for range 4 {
		got = append(got, get(t, fake, "test-runner").status, post(t, fake, "ListManagedRunners", `{}`).status)
	}
	assert.Equal(t, []int{200, 500, 503, 500, 503, 500, 200, 500}, got)
	fake.ClearFaults()
	requireOK(t, post(t, fake, "ListManagedRunners", `{}`))

	fake.Inject(Fault{Code: CodeAborted})
	fake.Inject(Fault{Code: CodeDataLoss})
	requireRefused(t, get(t, fake, "test-runner"), CodeAborted)
	requireRefused(t, post(t, fake, "ListManagedRunners", `{}`), CodeDataLoss)
}

func TestLatencyObeysTheClient(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	fake.Inject(Fault{Latency: time.Hour})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	err := noAnswer(t, http.DefaultClient, request(t, fake.URL+service+"UpdateManagedRunner", rename).WithContext(ctx))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Eventually(t, func() bool { return len(fake.Requests()) == 1 }, 5*time.Second, time.Millisecond)
	doc, _ := fake.Runner("test-runner")
	assert.NotContains(t, doc, "displayName", "a client that left is not served")
}

func TestRecord(t *testing.T) {
	t.Parallel()
	var seen []string
	fake := seeded(t, Options{Observe: func(r Request) { seen = append(seen, r.Call+" "+r.RunnerID) }})
	get(t, fake, "test-runner")
	create(t, fake, secondRunner)
	post(t, fake, "Other", `{"runnerId":7}`)
	post(t, fake, "", `nonsense`, func(r *http.Request) { r.URL.Path = "/healthz" })
	assert.Equal(t, []string{"GetManagedRunner", "CreateManagedRunner", "Other", "/healthz"}, fake.Calls())
	assert.Equal(t, []string{"GetManagedRunner test-runner", "CreateManagedRunner other-runner", "Other ", "/healthz "}, seen)

	first := fake.Requests()[0]
	assert.Equal(t, "Bearer "+DefaultToken, first.Header.Get("Authorization"))
	assert.Equal(t, http.StatusOK, first.Status)
	assert.Equal(t, http.StatusNotFound, fake.Requests()[2].Status)
	first.Header.Set("Authorization", "changed")
	first.Body[0] = 'x'
	again := fake.Requests()[0]
	assert.Equal(t, "Bearer "+DefaultToken, again.Header.Get("Authorization"), "the record is not shared")
	assert.JSONEq(t, `{"runnerId":"test-runner"}`, string(again.Body))
	fake.ResetRequests()
	assert.Empty(t, fake.Requests())
}
