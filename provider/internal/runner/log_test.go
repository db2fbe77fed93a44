package runner

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"testing"
)

// Without an engine, what the provider tells its user goes to slog, with the context: in it, a test finds its own lines.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(recorder{}))
	os.Exit(m.Run())
}

// told is what the user was told.
type told struct {
	mu        sync.Mutex
	live, log []string
}

type toldKey struct{}

func telling(ctx context.Context) (context.Context, *told) {
	t := &told{}
	return context.WithValue(ctx, toldKey{}, t), t
}

type recorder struct{ status bool }

func (recorder) Enabled(context.Context, slog.Level) bool { return true }
func (r recorder) WithGroup(string) slog.Handler          { return r }

func (r recorder) WithAttrs(attrs []slog.Attr) slog.Handler {
	for _, a := range attrs {
		r.status = r.status || a.Key == "kind" && a.Value.String() == "status"
	}
	return r
}

func (r recorder) Handle(ctx context.Context, line slog.Record) error {
	t, ok := ctx.Value(toldKey{}).(*told)
	if !ok {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if r.status {
		t.live = append(t.live, line.Message)
	} else {
		t.log = append(t.log, line.Message)
	}
	return nil
}
