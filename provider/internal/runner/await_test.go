package runner

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// pauses are the times between the looks of a wait that lasts for a while.
func pauses(t *testing.T, between pace, lasting time.Duration) []time.Duration {
	t.Helper()
	var out []time.Duration
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), lasting)
		defer cancel()
		last := time.Time{}
		err := await(ctx, between, func() error {
			if !last.IsZero() {
				out = append(out, time.Since(last))
			}
			last = time.Now()
			return errNotYet
		})
		assert.ErrorIs(t, err, context.DeadlineExceeded)
	})
	return out
}

func TestPausesGrowWithinTheirBounds(t *testing.T) {
	t.Parallel()
	for name, between := range map[string]pace{"ready": readyPace, "gone": gonePace} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := pauses(t, between, 30*time.Minute)
			require.Greater(t, len(got), 20)
			assert.LessOrEqual(t, got[0], between.shortest*3/2+time.Nanosecond, "the first is a short one")
			for _, pause := range got {
				assert.GreaterOrEqual(t, pause, between.shortest)
				assert.LessOrEqual(t, pause, between.longest)
			}
			for _, pause := range got[10:] {
				assert.GreaterOrEqual(t, pause, between.longest/2, "later ones are long, and spread")
			}
		})
	}
	assert.Equal(t, pace{time.Second, 10 * time.Second}, readyPace)
}

func TestPausesOfTwoWaitsDiffer(t *testing.T) {
	t.Parallel()
	one, other := pauses(t, readyPace, time.Minute), pauses(t, readyPace, time.Minute)
	assert.NotEqual(t, one, other)
}

func TestAwaitReturnsWhatALookSays(t *testing.T) {
	t.Parallel()
	final := errors.New("final")
	for name, test := range map[string]struct {
		answers []error
		want    error
	}{
		"at once":                {[]error{nil}, nil},
		"later":                  {[]error{errNotYet, errNotYet, nil}, nil},
		"an error":               {[]error{errNotYet, final, nil}, final},
		"an error at once":       {[]error{final, nil}, final},
		"a context error of its": {[]error{context.Canceled, nil}, context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				looks := 0
				err := await(t.Context(), readyPace, func() error {
					looks++
					return test.answers[looks-1]
				})
				assert.Equal(t, test.want, err, "as it was, without a wrapper")
				for i, answer := range test.answers {
					if !errors.Is(answer, errNotYet) {
						assert.Equal(t, i+1, looks, "no look after the last word")
						break
					}
				}
			})
		})
	}
}

// A deadline of customTimeouts wins over the default, in both directions.
func TestBounded(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ given, want time.Duration }{
		"no deadline": {0, 30 * time.Minute},
		"a short one": {time.Second, time.Second},
		"a long one":  {48 * time.Hour, 48 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := t.Context(), context.CancelFunc(func() {})
				if test.given > 0 {
					ctx, cancel = context.WithTimeout(ctx, test.given)
				}
				defer cancel()
				start := time.Now()
				limited, stop := bounded(ctx)
				defer stop()
				<-limited.Done()
				assert.Equal(t, test.want, time.Since(start))
				assert.ErrorIs(t, limited.Err(), context.DeadlineExceeded)
			})
		})
	}
}

// A look at where things stand must be possible when the time is over, and must not take for ever itself.
func TestAfterwards(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		start := time.Now()
		looking, stop := afterwards(ended)
		defer stop()
		require.NoError(t, looking.Err())
		<-looking.Done()
		assert.Equal(t, lookupTimeout, time.Since(start))
	})
}

// A call that changes something is not broken off with its operation, but some time later.
func TestUnhurried(t *testing.T) {
	t.Parallel()
	t.Run("outlives its parent", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(rt *rapid.T) {
			after := time.Duration(rapid.Int64Range(1, int64(time.Hour)).Draw(rt, "after"))
			var took time.Duration
			synctest.Test(t, func(t *testing.T) {
				parent, cancel := context.WithTimeout(t.Context(), after)
				defer cancel()
				start := time.Now()
				calling, stop := unhurried(parent)
				defer stop()
				<-calling.Done()
				took = time.Since(start)
			})
			if took != after+lookupTimeout {
				rt.Fatalf("it lasted %s", took)
			}
		})
	})
	t.Run("does not begin when the parent has ended", func(t *testing.T) {
		t.Parallel()
		parent, cancel := context.WithCancel(t.Context())
		cancel()
		calling, stop := unhurried(parent)
		defer stop()
		assert.ErrorIs(t, calling.Err(), context.Canceled)
	})
	t.Run("keeps the values", func(t *testing.T) {
		t.Parallel()
		parent, _ := telling(t.Context())
		calling, stop := unhurried(parent)
		defer stop()
		assert.NotNil(t, calling.Value(toldKey{}))
	})
}
