package runner

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

type answers func(*http.Request) (*http.Response, error)

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, r.Body)
	return a(r)
}

// scripted makes a client that gets one answer after the other. The last one repeats.
func scripted(t *testing.T, bodies ...string) *api.Client {
	t.Helper()
	client, err := api.New(api.Options{Endpoint: "https://api.example.com", Token: "CW-SECRET-x", Transport: answers(
		func(*http.Request) (*http.Response, error) {
			body := bodies[0]
			if len(bodies) > 1 {
				bodies = bodies[1:]
			}
			return &http.Response{
				StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, ProtoMajor: 1, ProtoMinor: 1,
				Body: io.NopCloser(strings.NewReader(body)),
			}, nil
		},
	)})
	require.NoError(t, err)
	return client
}

const connected = `"installStatus":"RUNNER_INSTALL_STATUS_READY","connectionStatus":"RUNNER_CONNECTION_STATUS_CONNECTED",` +
	`"activeRevision":1,"targetRevision":1`

func report(rest string) string {
	return `{"identity":{"runnerId":"r","zone":"z","clusterId":"c","clusterName":"prod"},` + rest + `}`
}

// asked is what a program has asked for, as an operation has left it.
func asked(wait bool) model.State {
	name := "mine"
	args := model.Args{Identity: model.Identity{RunnerID: "r", Zone: "Z", ClusterID: "C"}}
	args.WaitForReady = &wait
	args.Policy = &model.Policy{DisplayName: &name}
	state := model.State{Args: args, ClusterName: "prod"}
	state.Etag, state.InstallStatus, state.TargetRevision = "etag-1", "RUNNER_INSTALL_STATUS_PENDING", 1
	return state
}

// The etag moves on during a wait only with a policy that is the program's: another one is somebody else's edit, which
// the next policy update must not overwrite.
func TestTheEtagMovesOnWithThePolicyOnly(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ live, want string }{
		"as it was":            {`"policy":{"displayName":"mine"},"etag":"etag-1"`, "etag-1"},
		"the same once more":   {`"policy":{"displayName":"mine"},"etag":"etag-3"`, "etag-3"},
		"edited elsewhere":     {`"policy":{"displayName":"theirs"},"etag":"etag-2"`, "etag-1"},
		"removed elsewhere":    {`"policy":{},"etag":"etag-2"`, "etag-1"},
		"without a policy":     {`"etag":"etag-2"`, "etag-1"},
		"with neither of them": {`"spec":{}`, "etag-1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client := scripted(t, report(`"installStatus":"RUNNER_INSTALL_STATUS_PENDING"`), report(test.live+","+connected))
				got, err := ready(t.Context(), client, "create", asked(true), false)
				require.NoError(t, err)
				assert.Equal(t, test.want, got.Etag)
				assert.True(t, got.Ready)
				assert.Equal(t, asked(true).Args, got.Args, "inputs stay as the program spells them")
				assert.Equal(t, "prod", got.ClusterName)
			})
		})
	}
}

func TestNobodyWaitsUnlessAsked(t *testing.T) {
	t.Parallel()
	got, err := ready(t.Context(), nil, "create", asked(false), true) // without a client, a look would panic
	require.NoError(t, err)
	assert.Equal(t, asked(false), got)
}

// Whatever ends a wait, the runner is there: infer keeps what it was last seen as, and others see the reason.
func TestWaitsThatEndLeaveTheRunner(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		failing := report(`"policy":{"displayName":"mine"},"etag":"etag-2","installStatus":"RUNNER_INSTALL_STATUS_FAILED",` +
			`"targetRevision":1,"installError":{"reason":"QUOTA"}`)
		got, err := ready(t.Context(), scripted(t, failing), "create", asked(true), false)
		var partial infer.ResourceInitFailedError
		require.ErrorAs(t, err, &partial)
		assert.Equal(t, []string{err.Error()}, partial.Reasons)
		assert.True(t, isInstallFailure(err))
		assert.Contains(t, err.Error(), "QUOTA")
		assert.Equal(t, "RUNNER_INSTALL_STATUS_FAILED", got.InstallStatus)
		assert.Equal(t, "etag-2", got.Etag)
		assert.False(t, got.Ready)
	})
}

// Without a single look the outputs stay what they were.
func TestOutputsWithoutALook(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		got, err := ready(ctx, scripted(t, `{}`), "create", asked(true), false)
		require.ErrorContains(t, err, "was interrupted after 0s (installing: PENDING, revision 0 of 1)")
		assert.Equal(t, asked(true), got)
	})
}

// The server may go on reporting an update after it has begun, or another one already. The revision tells that it has.
func TestAnUpdateThatHasBegunIsNotWaitedForAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const live = `"policy":{"displayName":"mine"},"etag":"etag-1","updateAvailable":true,` +
			`"installStatus":"RUNNER_INSTALL_STATUS_READY","connectionStatus":"RUNNER_CONNECTION_STATUS_CONNECTED","targetRevision":2,`
		state := asked(true)
		state.UpdateAvailable = true
		inputs := state.Args
		inputs.ApplyAvailableUpdate = new(true)
		u := &update{
			client: scripted(t, `{}`, report(live+`"activeRevision":1`), report(live+`"activeRevision":1`), report(live+`"activeRevision":2`)),
			state:  state, inputs: inputs,
		}
		start := time.Now()
		got, err := u.change(t.Context())
		require.NoError(t, err)
		assert.Less(t, time.Since(start), 10*time.Second)
		assert.Equal(t, 2, got.ActiveRevision)
		assert.True(t, got.UpdateAvailable, "the next run sees to that one")
	})
}
