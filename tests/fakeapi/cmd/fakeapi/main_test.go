package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lockedBuffer collects a log that other goroutines write.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// launch runs the command until the returned function is called.
func launch(t *testing.T, stderr io.Writer, args ...string) (url string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- run(ctx, args, in, stderr) }()
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	return strings.TrimSpace(strings.TrimPrefix(line, "listening on ")), func() {
		cancel()
		select {
		case err := <-done:
			require.NoError(t, err)
		case <-time.After(10 * time.Second):
			t.Error("the command does not end")
		}
	}
}

func send(t *testing.T, url, token, call, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
		url+"/coreweave.sandbox.v1.RunnerManagementService/"+call, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Connect-Protocol-Version", "1")
	r.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	raw, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	return response.StatusCode, string(raw)
}

const createBody = `{"requestId":"a","managedRunner":{"identity":{"runnerId":"r","zone":"z","clusterId":"c"},
	"policy":{"base":{"note":"BASE-VALUE"}},"spec":{"overrides":{"env":{"A":"ENV-VALUE"}}}}}`

func TestServeKeepsStateAndSecrets(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	state, ready := filepath.Join(directory, "state.json"), filepath.Join(directory, "ready")
	var log lockedBuffer
	args := []string{"--token", "CW-SECRET-demo", "--state", state, "--ready-file", ready, "--log", "--install-time", "1h"}
	url, stop := launch(t, &log, args...)
	assert.Regexp(t, `^http://127\.0\.0\.1:[0-9]+$`, url)
	require.Eventually(t, func() bool { _, err := os.Stat(ready); return err == nil }, 5*time.Second, time.Millisecond)
	written, err := os.ReadFile(ready)
	require.NoError(t, err)
	assert.Equal(t, url+"\n", string(written))

	status, _ := send(t, url, "CW-SECRET-wrong", "GetManagedRunner", `{"runnerId":"r"}`)
	assert.Equal(t, http.StatusUnauthorized, status)
	status, body := send(t, url, "CW-SECRET-demo", "CreateManagedRunner", createBody)
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, body, "RUNNER_INSTALL_STATUS_PENDING")
	stop()
	assert.Equal(t, "\"GetManagedRunner\" \"r\" 401\n\"CreateManagedRunner\" \"r\" 200\n", log.String())

	url, stop = launch(t, &log, args...)
	defer stop()
	status, body = send(t, url, "CW-SECRET-demo", "GetManagedRunner", `{"runnerId":"r"}`)
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, body, "ENV-VALUE")
	for _, secret := range []string{"CW-SECRET", "ENV-VALUE", "BASE-VALUE"} {
		assert.NotContains(t, log.String(), secret)
	}
}

func TestTokenFromTheEnvironment(t *testing.T) {
	t.Setenv("FAKEAPI_TOKEN", "CW-SECRET-env")
	url, stop := launch(t, io.Discard)
	defer stop()
	status, _ := send(t, url, "CW-SECRET-env", "ListManagedRunners", `{}`)
	assert.Equal(t, http.StatusOK, status)
}

func TestRunRefuses(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"all interfaces":   {"--address", "0.0.0.0:0"},
		"no host":          {"--address", ":0"},
		"another host":     {"--address", "example.com:0"},
		"no port":          {"--address", "127.0.0.1"},
		"a stray argument": {"now"},
		"an unknown flag":  {"--surprise"},
		"a bad state":      {"--state", t.TempDir()},
	} {
		require.Error(t, run(t.Context(), args, io.Discard, io.Discard), name)
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), []string{"--help"}, io.Discard, &out))
	for _, word := range []string{
		"-address", "-token", "-install-time", "-rollout-time", "-delete-time", "-state", "-ready-file",
		"-log", "COREWEAVE_API_ENDPOINT", "listening on",
	} {
		assert.Contains(t, out.String(), word)
	}
	assert.NotContains(t, out.String(), "httptest")
}
