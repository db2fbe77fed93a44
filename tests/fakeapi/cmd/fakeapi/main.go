// Command fakeapi serves the fake RunnerManagementService on a loopback address,
// for demonstrations and for tests that are not written in Go.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "fakeapi:", err)
		os.Exit(1)
	}
}

// run serves until the context ends.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	set, err := parseSettings(args, stderr)
	if errors.Is(err, errHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	if set.log {
		set.options.Observe = logTo(stderr)
	}
	server := fakeapi.New(set.options)
	if set.state != "" {
		if err := server.Persist(set.state); err != nil {
			return err
		}
	}
	listener, err := listen(ctx, set.address)
	if err != nil {
		return err
	}
	if err := announce("http://"+listener.Addr().String(), set.readyFile, stdout); err != nil {
		return errors.Join(err, listener.Close())
	}
	return serve(ctx, listener, server)
}

// listen opens the address, which must be a loopback one: the fake knows one
// token and speaks plain HTTP.
func listen(ctx context.Context, address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("--address: %w", err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("--address: %q is not a loopback address", host)
	}
	var config net.ListenConfig
	return config.Listen(ctx, "tcp", address)
}

// announce says where the fake listens: on the first line of standard output
// and, when asked, in a file that appears complete.
func announce(url, readyFile string, stdout io.Writer) error {
	if _, err := fmt.Fprintf(stdout, "listening on %s\n", url); err != nil {
		return err
	}
	if readyFile == "" {
		return nil
	}
	temp := readyFile + ".tmp"
	if err := os.WriteFile(temp, []byte(url+"\n"), 0o600); err != nil {
		return err
	}
	return os.Rename(temp, readyFile)
}

// serve answers requests until the context ends, then lets those under way finish.
func serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return server.Shutdown(grace)
}

// logTo writes one line per request: call, runner, status and, of an update, the
// mask; never a header or more of a body, where the secrets are.
func logTo(w io.Writer) func(fakeapi.Request) {
	return func(r fakeapi.Request) {
		line := fmt.Sprintf("%q %q %d", r.Call, r.RunnerID, r.Status)
		var body struct{ UpdateMask string }
		if json.Unmarshal(r.Body, &body) == nil && body.UpdateMask != "" {
			line += fmt.Sprintf(" %q", body.UpdateMask)
		}
		_, _ = fmt.Fprintln(w, line)
	}
}
