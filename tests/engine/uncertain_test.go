package engine

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// The answer of a call is lost, and nothing can be found out afterwards.

// later sends the last create once more, as a network does that has held it back.
func later(t *testing.T, fake *fakeapi.Running) {
	t.Helper()
	for _, r := range fake.Requests() {
		if r.Call != "CreateManagedRunner" {
			continue
		}
		url := fake.URL + "/coreweave.sandbox.v1.RunnerManagementService/" + r.Call
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(r.Body))
		require.NoError(t, err)
		request.Header = r.Header
		request.Header.Del("Content-Encoding")
		response, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, http.StatusOK, response.StatusCode)
		return
	}
	require.Fail(t, "there was no create")
}

func TestUncertainCreate(t *testing.T) {
	t.Parallel()
	lost := []fakeapi.Fault{{Call: "CreateManagedRunner", GarbageBody: true}}
	never := []fakeapi.Fault{{Call: "CreateManagedRunner", HTTPStatus: http.StatusOK}}
	silent := fakeapi.Fault{Call: "GetManagedRunner", GarbageBody: true, Times: -1}
	refused := func(code fakeapi.Code) []fakeapi.Fault {
		return []fakeapi.Fault{
			{Call: "CreateManagedRunner", CutAfter: true}, {Call: "CreateManagedRunner", Code: code, Message: "it exists"}, silent,
		}
	}
	for _, test := range []struct {
		name    string
		faults  []fakeapi.Fault
		late    bool
		between string // a command before the next up
		creates int    // by the next up
	}{
		{"landed", append(lost, silent), false, "", 0},
		{"landed, refresh", append(lost, silent), false, "refresh", 0},
		{"landed, destroy", append(lost, silent), false, "destroy", 1},
		{"landed, all tries without an answer", []fakeapi.Fault{
			{Call: "CreateManagedRunner", Code: fakeapi.CodeUnavailable, Commit: true, Times: 10}, silent,
		}, false, "", 0},
		{"landed, the next try refused", refused(fakeapi.CodeAlreadyExists), false, "", 0},
		{"landed, the next try refused for the cluster", refused(fakeapi.CodeFailedPrecondition), false, "", 0},
		{"not landed", append(never, silent), false, "", 1},
		{"not landed, nothing found", never, false, "", 1},
		{"not landed, refresh", append(never, silent), false, "refresh", 1},
		{"not landed, destroy", append(never, silent), false, "destroy", 1},
		{"landed late", never, true, "", 0},
		{"landed late, refresh", never, true, "refresh", 0},
		{"landed late, destroy", never, true, "destroy", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			fake, s, clock := startSlow(t, fakeapi.Options{InstallTime: step}, step)
			for _, fault := range test.faults {
				fake.Inject(fault)
			}
			s.write(runner(waiting(nil)))
			out := s.Fails(upNow...)
			kept := requireNothingLost(t, fake, s)
			require.NotNil(t, kept, out)
			require.True(t, kept.unfinished(), out)
			require.False(t, kept.seen())
			assert.Contains(t, kept.InitErrors[0], "the next `pulumi up` takes it over, or creates it")
			require.Len(t, creates(t, fake), 1, "each try has the same request ID")

			fake.ClearFaults()
			if test.late {
				later(t, fake)
			}
			if test.between != "" {
				s.OK(test.between, "--yes", "--skip-preview")
			}
			if test.between == "destroy" {
				require.Empty(t, fake.Runners())
				require.Nil(t, recordOf(t, s))
			}
			requireNothingLost(t, fake, s)
			fake.ResetRequests()
			clock.advance(time.Minute)
			// What has changed meanwhile is for the update to apply, or for the create to ask for at once.
			s.write(runner(waiting(object{"displayName": "meanwhile"})))
			s.Up()
			assert.Len(t, creates(t, fake), test.creates)
			assert.Len(t, updates(t, fake), 1-test.creates)
			assert.Equal(t, "meanwhile", requireOne(t, fake, s)["displayName"])
		})
	}
}

// The answer of an update is lost, and so is every look after it: it was made or not. The next run finds out, and makes of
// the runner what its program says, be it the new one or the old one again.
func TestUncertainUpdate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		made    bool
		between string // a command before the next up
		back    bool   // the program is taken back
		updates int    // by the next up
	}{
		{"made", true, "", false, 0},
		{"made, taken back", true, "", true, 1},
		{"made, refresh", true, "refresh", false, 0},
		{"made, refresh, taken back", true, "refresh", true, 1},
		{"not made", false, "", false, 1},
		{"not made, taken back", false, "", true, 0},
		{"not made, refresh", false, "refresh", false, 1},
		{"not made, refresh, taken back", false, "refresh", true, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			fake, s, _ := startSlow(t, fakeapi.Options{}, step)
			before := runner(waiting(object{"spec": object{}}))
			after := runner(waiting(object{"spec": object{"releaseChannel": "RELEASE_CHANNEL_RAPID"}}))
			s.write(before)
			s.Up()
			s.write(after)
			fake.Inject(fakeapi.Fault{Call: "UpdateManagedRunner", HTTPStatus: 499, Commit: test.made})
			fake.Inject(fakeapi.Fault{Call: "GetManagedRunner", Code: fakeapi.CodePermissionDenied, Times: -1})
			out := s.Fails(upNow...)
			kept := requireNothingLost(t, fake, s)
			require.True(t, kept.unfinished(), out)
			assert.Contains(t, kept.InitErrors[0], "it is not known whether the update was made")

			fake.ClearFaults()
			if test.between != "" {
				s.OK(test.between, "--yes", "--skip-preview")
				require.False(t, recordOf(t, s).unfinished())
			}
			fake.ResetRequests()
			channel := "RELEASE_CHANNEL_RAPID"
			if test.back {
				s.write(before)
				channel = "RELEASE_CHANNEL_STABLE"
			}
			s.Up()
			assert.Len(t, updates(t, fake), test.updates)
			assert.Equal(t, channel, requireOne(t, fake, s)["spec"].(object)["releaseChannel"])
		})
	}
}
