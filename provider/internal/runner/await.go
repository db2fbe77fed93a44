package runner

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	p "github.com/pulumi/pulumi-go-provider"
)

const (
	// waitTimeout bounds the waits for a runner that is installed or removed, when customTimeouts does not.
	waitTimeout = 30 * time.Minute
	// lookupTimeout bounds what is still found out when the time is over, or when an error is to be explained.
	lookupTimeout = 10 * time.Second
)

// pace is how long a wait pauses between two looks: at first briefly, then longer and longer.
type pace struct{ shortest, longest time.Duration }

var (
	readyPace = pace{time.Second, 10 * time.Second}
	gonePace  = pace{200 * time.Millisecond, 5 * time.Second}
)

// jitter is by which part a pause differs at random, so that the resources of a stack do not ask all at once.
const jitter = 0.2

func (between pace) backOff() backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.RandomizationFactor = jitter
	b.InitialInterval = time.Duration(float64(between.shortest) / (1 - jitter))
	b.MaxInterval = time.Duration(float64(between.longest) / (1 + jitter))
	return b
}

// errNotYet is what a look returns while there is something to wait for.
var errNotYet = errors.New("not yet")

// await looks until a look returns something else than errNotYet, which it then returns, or the context ends.
func await(ctx context.Context, pace pace, look func() error) error {
	attempt := func() (struct{}, error) {
		err := look()
		if err != nil && !errors.Is(err, errNotYet) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}
	_, err := backoff.Retry(ctx, attempt, backoff.WithBackOff(pace.backOff()), backoff.WithMaxElapsedTime(0))
	return err
}

// bounded gives a context that has no deadline the one of waitTimeout.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, waitTimeout)
}

// afterwards is the context of calls that find out where things stand, even if the time of an operation is over.
func afterwards(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), lookupTimeout)
}

// unhurried outlives its parent by lookupTimeout: a call that changes something, broken off in the middle, would leave
// open whether it has. It may take the time to be answered. None is begun when the parent has ended.
func unhurried(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() != nil {
		return context.WithCancel(ctx)
	}
	out, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(lookupTimeout, cancel) })
	return out, func() {
		stop()
		cancel()
	}
}

// progress tells the user how a wait goes.
type progress struct {
	runnerID    string
	start       time.Time
	phase, line string
}

func startProgress(runnerID string) *progress {
	return &progress{runnerID: runnerID, start: time.Now()}
}

// show puts a phase, its details and the time that has passed on the engine's live line. A new phase also goes into the
// log, once.
func (w *progress) show(ctx context.Context, phase string, details ...string) {
	logger := p.GetLogger(ctx)
	if line := standing(phase, details...) + ", " + w.elapsed(); line != w.line {
		w.line = line
		logger.InfoStatus(line)
	}
	if phase != w.phase && w.phase != "" {
		logger.Infof("runner %q: %s", w.runnerID, phase)
	}
	w.phase = phase
}

// standing is where a runner stands, in words.
func standing(phase string, details ...string) string {
	return strings.Join(append([]string{phase}, details...), ", ")
}

func (w *progress) elapsed() string { return time.Since(w.start).Round(time.Second).String() }
