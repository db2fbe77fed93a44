package engine

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// offer makes an update available, as a new version on the release channel does.
func offer(fake *fakeapi.Running) {
	fake.Edit("test", func(doc map[string]any) { doc["updateAvailable"] = true })
}

func TestApplyAvailableUpdate(t *testing.T) {
	t.Parallel()
	fake, s, _ := startSlow(t, fakeapi.Options{RolloutTime: 10 * time.Second}, 10*time.Second)
	s.write(runner(waiting(object{"applyAvailableUpdate": true})))
	s.Up()
	s.Unchanged()
	offer(fake)
	s.OK("preview", "--expect-no-changes") // what the state does not know is no change

	assert.Regexp(t, `updateAvailable\s*: false => true`, s.Refresh())
	s.OK("refresh", "--yes", "--skip-preview", "--expect-no-changes")
	assert.Regexp(t, `~ updateAvailable\s*: true => false`, s.OK("preview", "--diff"))
	fake.ResetRequests()
	s.Up()
	assert.Equal(t, 1, fake.Count("ApplyAvailableUpdate"))
	assert.Empty(t, updates(t, fake))
	state := outputsOf(t, s)
	assert.Equal(t, true, state["ready"], "it was waited for")
	assert.Equal(t, false, state["updateAvailable"])
	assert.EqualValues(t, 2, state["activeRevision"])
	s.Unchanged()

	// Both in one run: the configuration first.
	offer(fake)
	s.Refresh()
	s.write(runner(waiting(object{"applyAvailableUpdate": true, "displayName": "new"})))
	fake.ResetRequests()
	s.Up()
	assert.Less(t, slices.Index(fake.Calls(), "UpdateManagedRunner"), slices.Index(fake.Calls(), "ApplyAvailableUpdate"))
	assert.Equal(t, 1, fake.Count("ApplyAvailableUpdate"))
	s.Unchanged()
}

func TestAvailableUpdateIsLeftAlone(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{UpdateAvailable: true})
	s.write(runner(properties(object{"applyAvailableUpdate": false})))
	s.Up()
	s.Unchanged()
	s.write(runner(properties(object{"displayName": "new"})))
	s.Up()
	s.Unchanged()
	assert.Zero(t, fake.Count("ApplyAvailableUpdate"))

	// Who asks for it when the state says that there is one gets it in the same run.
	s.write(runner(properties(object{"displayName": "new", "applyAvailableUpdate": true})))
	assert.Regexp(t, `updateAvailable\s*: true => false`, s.OK("preview", "--diff"))
	s.Up()
	assert.Equal(t, 1, fake.Count("ApplyAvailableUpdate"))
	s.Unchanged()
}

// Somebody else has taken the update, or the platform has.
func TestUpdateThatIsNotAvailableAnyMore(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]fakeapi.Code{
		"refused": fakeapi.CodeFailedPrecondition, "refused as an argument": fakeapi.CodeInvalidArgument, "accepted": fakeapi.CodeOK,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake, s := start(t, fakeapi.Options{UpdateAvailable: true, NoUpdateCode: code, ApplyReturnsEmpty: true})
			s.write(runner(properties(object{"applyAvailableUpdate": true})))
			s.Up()
			fake.Edit("test", func(doc map[string]any) { doc["updateAvailable"] = false })
			s.Up()
			assert.Equal(t, 1, fake.Count("ApplyAvailableUpdate"))
			s.Unchanged()
		})
	}
}

// An update that is refused while it is available is an error; the configuration that was accepted before it stays.
func TestUpdateThatIsRefused(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{UpdateAvailable: true})
	s.write(runner(properties(nil)))
	s.Up()
	fake.Inject(fakeapi.Fault{Call: "ApplyAvailableUpdate", Code: fakeapi.CodePermissionDenied, Message: "not you"})
	s.write(runner(properties(object{"applyAvailableUpdate": true, "displayName": "new"})))
	out := s.Fails("up", "--yes", "--skip-preview")
	assert.Contains(t, out, "not you")
	assert.Equal(t, "new", outputsOf(t, s)["displayName"])
	fake.ResetRequests()
	s.Up()
	assert.Empty(t, updates(t, fake))
	require.Equal(t, 1, fake.Count("ApplyAvailableUpdate"))
	s.Unchanged()
}
