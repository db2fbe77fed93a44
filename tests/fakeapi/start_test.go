package fakeapi

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStartListensOnLoopback(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{})
	assert.True(t, strings.HasPrefix(fake.URL, "http://127.0.0.1:"), fake.URL)
	assert.False(t, strings.HasSuffix(fake.URL, "/"))
}

func TestTransportNeedsNoSocket(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		fake := New(Options{InstallTime: 10 * time.Minute})
		client := &http.Client{Transport: fake.Transport()}
		ask := func(call, body string) reply {
			response, err := client.Do(request(t, "http://fake.invalid"+service+call, body))
			require.NoError(t, err)
			return readReply(t, response)
		}
		requireOK(t, ask("CreateManagedRunner", `{"requestId":"a","managedRunner":`+minimal+`}`))
		polls := 0
		for ask("GetManagedRunner", deleteRunner).doc["installStatus"] != "RUNNER_INSTALL_STATUS_READY" {
			time.Sleep(2 * time.Second)
			polls++
		}
		assert.Equal(t, 300, polls)
	})
}

func TestTransportBreaksLikeASocket(t *testing.T) {
	t.Parallel()
	fake := New(Options{})
	fake.Seed(object(t, minimal))
	client := &http.Client{Transport: fake.Transport()}
	ask := func() *http.Request {
		return request(t, "http://fake.invalid"+service+"GetManagedRunner", deleteRunner)
	}
	fake.Inject(Fault{CutAfter: true})
	require.ErrorIs(t, noAnswer(t, client, ask()), io.ErrUnexpectedEOF)

	fake.Inject(Fault{Truncate: true})
	response, err := client.Do(ask())
	require.NoError(t, err)
	half, err := io.ReadAll(response.Body)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	assert.NotEmpty(t, half)
	require.NoError(t, response.Body.Close())

	fake.Inject(Fault{Latency: time.Hour})
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	require.ErrorIs(t, noAnswer(t, client, ask().WithContext(ctx)), context.DeadlineExceeded)

	bare, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://fake.invalid/", nil)
	require.NoError(t, err)
	response, err = client.Do(bare)
	require.NoError(t, err)
	assert.Equal(t, http.StatusNotFound, response.StatusCode)
	require.NoError(t, response.Body.Close())
}
