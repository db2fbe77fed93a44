package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type answer struct {
	status           int
	body, retryAfter string
}

// pace records when attempts are made, in a bubble of fake time.
func pace(ctx context.Context, t *testing.T, answers ...answer) ([]time.Duration, error) {
	t.Helper()
	start := time.Now()
	var at []time.Duration
	o := Options{Endpoint: "https://api.example.com", Token: canary}
	o.Transport = fakeNetwork(func(*http.Request) (*http.Response, error) {
		at = append(at, time.Since(start))
		next := answers[min(len(at), len(answers))-1]
		return response(next.status, next.body, "Retry-After", next.retryAfter), nil
	})
	_, err := newClient(t, o).Get(ctx, "runner-a")
	return at, err
}

func TestBackoffGrowsToItsMaximum(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		at, err := pace(t.Context(), t, answer{status: 503})
		require.Error(t, err)
		require.Len(t, at, DefaultRetryMax)
		for i, high := range []time.Duration{400, 800, 1600, 3200, 5000, 5000, 5000, 5000, 5000} {
			wait := at[i+1] - at[i]
			assert.LessOrEqual(t, wait, high*time.Millisecond)
			assert.GreaterOrEqual(t, wait, high*time.Millisecond/2)
		}
	})
}

func TestBackoffStaysInItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shortest := time.Duration(rapid.Int64Range(1, int64(time.Minute)).Draw(t, "shortest"))
		longest := shortest + time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "more"))
		retries := rapid.IntRange(0, 1000).Draw(t, "retries")
		wait := backoff(shortest, longest, retries, nil)
		if wait > longest || wait < shortest/2 {
			t.Fatalf("%s is not between %s and %s", wait, shortest, longest)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	date := func(in time.Duration) string { return time.Now().Add(in).UTC().Format(http.TimeFormat) }
	synctest.Test(t, func(t *testing.T) {
		for _, test := range []struct {
			name, header string
			status       int
			wait         time.Duration // 0: the client's own
		}{
			{"seconds", "7", 429, 7 * time.Second},
			{"seconds, unavailable", "120", 503, 2 * time.Minute},
			{"date", date(9 * time.Second), 503, 9 * time.Second},
			{"not for other statuses", "7", 500, 0},
			{"not for a bad gateway", "7", 502, 0},
			{"past", date(-time.Hour), 503, 0},
			{"zero", "0", 429, 0},
			{"negative", "-7", 429, 0},
			{"garbage", "soon", 429, 0},
			{"overflow", "9223372036854775807", 429, 0},
		} {
			if test.name == "date" {
				test.header = date(9 * time.Second) // the bubble's clock has moved
			}
			at, err := pace(t.Context(), t, answer{test.status, "", test.header}, answer{200, runnerA, ""})
			require.NoError(t, err, test.name)
			if test.wait > 0 {
				assert.InDelta(t, test.wait, at[1]-at[0], float64(time.Second), test.name)
			} else {
				assert.Less(t, at[1]-at[0], time.Second, test.name)
			}
		}
	})
}

// To wait longer than anybody would is to hang. The server's words say more than a timeout.
func TestRetryAfterTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		busy := answer{429, `{"code":"resource_exhausted","message":"quota of today"}`, "86400"}
		at, err := pace(t.Context(), t, busy)
		assert.Len(t, at, 1)
		assert.EqualError(t, err, `GetManagedRunner runner "runner-a": resource_exhausted: quota of today `+
			`(the server asks to wait 24h0m0s)`)

		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		start := time.Now()
		_, err = pace(ctx, t, answer{503, "", "30"})
		require.Error(t, err)
		assert.Zero(t, time.Since(start), "the caller would not see the second try")
		assert.NotErrorIs(t, err, context.DeadlineExceeded)
	})
}

func TestTimeoutOfEachAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		o := Options{Endpoint: "https://api.example.com", Token: canary, HTTPTimeout: 3 * time.Second}
		o.Transport = fakeNetwork(func(req *http.Request) (*http.Response, error) {
			if tries++; tries == 3 {
				return response(200, runnerA), nil
			}
			<-req.Context().Done()
			return nil, req.Context().Err()
		})
		_, err := newClient(t, o).Get(t.Context(), "runner-a")
		require.NoError(t, err)
		assert.Equal(t, 3, tries)

		tries = -100
		start := time.Now()
		e := getFails(t, newClient(t, o))
		assert.EqualError(t, e, `GetManagedRunner runner "runner-a": deadline_exceeded: no answer within 3s (after 10 tries)`)
		assert.True(t, e.Uncertain)
		assert.NotErrorIs(t, e, context.DeadlineExceeded, "that would be the caller's")
		assert.Greater(t, time.Since(start), 30*time.Second)
	})
}

// slowBody never ends.
type slowBody struct{ ctx context.Context }

func (b slowBody) Read([]byte) (int, error) {
	<-b.ctx.Done()
	return 0, b.ctx.Err()
}

func (slowBody) Close() error { return nil }

func TestTheTimeoutCoversTheBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := Options{Endpoint: "https://api.example.com", Token: canary, RetryMax: 2}
		o.Transport = fakeNetwork(func(req *http.Request) (*http.Response, error) {
			slow := response(200, "")
			slow.Body = slowBody{req.Context()}
			return slow, nil
		})
		e := getFails(t, newClient(t, o))
		assert.ErrorContains(t, e, "no answer within 10s (after 2 tries)")
	})
}

func TestCancellationIsFinalAndPrompt(t *testing.T) {
	for name, network := range map[string]func(*http.Request) (*http.Response, error){
		"while waiting for an answer": func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return nil, req.Context().Err()
		},
		"while waiting to try again": func(*http.Request) (*http.Response, error) {
			return response(503, `{"code":"unavailable","message":"restarting"}`, "Retry-After", "100"), nil
		},
		"between failures": func(*http.Request) (*http.Response, error) { return nil, errors.New("unplugged") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				start := time.Now()
				time.AfterFunc(time.Second+time.Nanosecond, cancel)
				o := Options{Endpoint: "https://api.example.com", Token: canary, HTTPTimeout: time.Hour}
				o.Transport = fakeNetwork(network)
				_, err := newClient(t, o).Get(ctx, "runner-a")
				require.ErrorIs(t, err, context.Canceled)
				e, _ := asError(err)
				assert.Equal(t, connect.CodeCanceled, e.Code)
				assert.True(t, e.Uncertain)
				assert.Equal(t, time.Second+time.Nanosecond, time.Since(start))
			})
		})
	}
}

func TestADeadlineShowsTheLastTry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		_, err := pace(ctx, t, answer{503, `{"code":"unavailable","message":"restarting"}`, ""})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Regexp(t, `^GetManagedRunner runner "runner-a": deadline_exceeded: context deadline exceeded; the last try: `+
			`unavailable: restarting \(after \d tries\)$`, err.Error())
	})
}

func TestACancelledContextMakesNoCall(t *testing.T) {
	s := serve(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := clientOf(t, s).Get(ctx, "runner-a")
	require.ErrorIs(t, err, context.Canceled)
	assert.False(t, IsUncertain(err), "nothing was sent: %v", err)
}

// A definite answer that comes with the end of the caller's patience is still the answer.
func TestAnAnswerBeatsCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := quick("https://api.example.com")
	o.Transport = fakeNetwork(func(*http.Request) (*http.Response, error) {
		cancel()
		return response(400, `{"code":"failed_precondition","message":"in use"}`), nil
	})
	_, err := newClient(t, o).Get(ctx, "runner-a")
	assert.EqualError(t, err, `GetManagedRunner runner "runner-a": failed_precondition: in use`)
}

func TestALostSuccessIsUncertain(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := quick("https://api.example.com")
	o.Transport = fakeNetwork(func(*http.Request) (*http.Response, error) {
		cancel()
		return response(200, runnerA), nil
	})
	_, err := newClient(t, o).Create(ctx, sample(), "request-1")
	if err != nil { // connect-go looks at the context before it reads the answer
		assert.True(t, IsUncertain(err))
		assert.ErrorIs(t, err, context.Canceled)
	}
}

// Connections that end without saying how long the answer is.
func TestAnswersWithoutALength(t *testing.T) {
	half := func(w http.ResponseWriter, _ *http.Request) {
		connection, buffer, err := w.(http.Hijacker).Hijack()
		if err == nil {
			fmt.Fprintf(buffer, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n%s", runnerA[:30])
			_ = buffer.Flush()
			_ = connection.Close()
		}
	}
	s := serve(t, half, ok(runnerA))
	_, err := clientOf(t, s).Get(context.Background(), "runner-a")
	require.NoError(t, err)
}
