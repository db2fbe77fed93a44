package engine

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// underWay is how long a call is held up after the SIGINT, so that it is still under way when the provider is told. A
// provider that broke it off would not have to wait for the end of it.
const underWay = time.Second

const step = 15 * time.Second // of the clock, with each look

var upNow = []string{"up", "--yes", "--skip-preview"}

// The SIGINT comes at a certain call, with the program changed meanwhile or not.
func TestInterruptedUp(t *testing.T) {
	t.Parallel()
	renamed, repulled := object{"displayName": "new"}, object{"spec": object{"imagePull": object{"policy": pullAlways}}}
	for _, test := range []struct {
		name     string
		existing object // inputs of the runner that is there before, if any
		options  fakeapi.Options
		inputs   object
		fault    fakeapi.Fault
		strike   strike
		made     bool // the call that is interrupted has come to its end
		changed  object
		patches  []string // of the next run
	}{
		{
			name: "create request", fault: fakeapi.Fault{Latency: underWay},
			strike: strike{call: "CreateManagedRunner"}, made: true,
		},
		{
			name: "create request, a changed program", fault: fakeapi.Fault{Latency: underWay},
			strike: strike{call: "CreateManagedRunner", group: true}, made: true, changed: renamed, patches: []string{"displayName"},
		},
		{
			name: "create request, nothing to wait for", fault: fakeapi.Fault{Latency: underWay}, inputs: object{"waitForReady": false},
			strike: strike{call: "CreateManagedRunner"}, made: true,
		},
		{
			name: "answer of the create", fault: fakeapi.Fault{AnswerLatency: underWay},
			strike: strike{call: "CreateManagedRunner"}, made: true,
		},
		{
			name: "answer of the create, lost", fault: fakeapi.Fault{CutAfter: true},
			strike: strike{call: "CreateManagedRunner", answered: true}, made: true, changed: repulled, patches: []string{"spec.imagePull"},
		},
		{
			name:   "wait for the installation",
			strike: strike{call: "GetManagedRunner", nth: 2}, made: true,
		},
		{
			name:   "wait for the installation, a changed program",
			strike: strike{call: "GetManagedRunner", nth: 2, answered: true}, made: true, changed: renamed, patches: []string{"displayName"},
		},
		{
			name: "update request", existing: object{}, inputs: repulled, fault: fakeapi.Fault{Call: "UpdateManagedRunner", Latency: underWay},
			strike: strike{call: "UpdateManagedRunner"}, made: true,
		},
		{
			name: "answer of the update", existing: object{}, inputs: repulled,
			fault:  fakeapi.Fault{Call: "UpdateManagedRunner", AnswerLatency: underWay},
			strike: strike{call: "UpdateManagedRunner"}, made: true, changed: renamed, patches: []string{"displayName"},
		},
		{
			name: "answer of the update, lost", existing: object{}, options: fakeapi.Options{PolicyBumpsRevision: true},
			inputs: object{"policy": object{"displayName": "new"}},
			fault:  fakeapi.Fault{Call: "UpdateManagedRunner", CutAfter: true},
			strike: strike{call: "UpdateManagedRunner", answered: true}, made: true,
		},
		{
			name: "look before the update", existing: object{}, inputs: repulled,
			fault:  fakeapi.Fault{Call: "GetManagedRunner", Latency: underWay},
			strike: strike{call: "GetManagedRunner"}, patches: []string{"spec.imagePull"},
		},
		{
			name: "wait for the rollout", existing: object{}, inputs: repulled,
			strike: strike{call: "GetManagedRunner", nth: 3}, made: true,
		},
		{
			name: "available update", existing: object{}, options: fakeapi.Options{UpdateAvailable: true},
			inputs: object{"applyAvailableUpdate": true}, fault: fakeapi.Fault{Call: "ApplyAvailableUpdate", Latency: underWay},
			strike: strike{call: "ApplyAvailableUpdate"}, made: true,
		},
		{
			name: "answer of the available update, lost", existing: object{}, options: fakeapi.Options{UpdateAvailable: true},
			inputs: object{"applyAvailableUpdate": true}, fault: fakeapi.Fault{Call: "ApplyAvailableUpdate", CutAfter: true},
			strike: strike{call: "ApplyAvailableUpdate", answered: true}, made: true,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			fake, s, clock := startSlow(t, test.options, step)
			if test.existing != nil {
				s.write(runner(waiting(test.existing)))
				s.Up()
				fake.ResetRequests()
			}
			fake.Reconfigure(func(o *fakeapi.Options) { o.InstallTime, o.RolloutTime = time.Hour, time.Hour })
			before := recordOf(t, s)
			if test.fault != (fakeapi.Fault{}) {
				fake.Inject(test.fault)
			}
			inputs := waiting(test.inputs)
			s.write(runner(inputs))
			out, struck, _ := test.strike.run(fake, s, upNow...)
			require.True(t, struck, out)
			kept := requireNothingLost(t, fake, s)
			require.NotNil(t, kept, out)
			if test.made {
				requireLive(t, fake, clock, step, kept.Outputs)
				assert.Equal(t, inputs["waitForReady"], kept.unfinished(), "%v\n%s", kept.InitErrors, out)
			} else {
				assert.Equal(t, before, kept, out)
			}

			made := fake.Calls()
			fake.ResetRequests()
			clock.advance(time.Hour)
			fake.Reconfigure(func(o *fakeapi.Options) { o.InstallTime, o.RolloutTime = 0, 0 })
			s.write(runner(merge(inputs, test.changed)))
			s.Up()
			assert.NotContains(t, fake.Calls(), "CreateManagedRunner")
			assert.Equal(t, test.patches, updates(t, fake))
			if slices.Contains(made, "ApplyAvailableUpdate") {
				assert.NotContains(t, fake.Calls(), "ApplyAvailableUpdate")
			}
			requireOne(t, fake, s)
		})
	}
}

const pullAlways = "SANDBOX_IMAGE_PULL_POLICY_ALWAYS"

func TestInterruptedDestroy(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		fault  fakeapi.Fault
		strike strike
	}{
		{"request", fakeapi.Fault{Call: "DeleteManagedRunner", Latency: underWay}, strike{call: "DeleteManagedRunner"}},
		{"answer", fakeapi.Fault{Call: "DeleteManagedRunner", AnswerLatency: underWay}, strike{call: "DeleteManagedRunner"}},
		{"answer, lost", fakeapi.Fault{Call: "DeleteManagedRunner", CutAfter: true}, strike{call: "DeleteManagedRunner", answered: true}},
		{"wait", fakeapi.Fault{}, strike{call: "GetManagedRunner", nth: 2, group: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			fake, s, clock := startSlow(t, fakeapi.Options{DeleteTime: time.Hour}, step)
			s.write(runner(properties(nil)))
			s.Up()
			if test.fault != (fakeapi.Fault{}) {
				fake.Inject(test.fault)
			}
			out, struck, err := test.strike.run(fake, s, "destroy", "--yes", "--skip-preview")
			require.True(t, struck, out)
			require.Error(t, err, out)
			require.NotNil(t, requireNothingLost(t, fake, s), out)

			fake.ClearFaults()
			fake.Reconfigure(func(o *fakeapi.Options) { o.DeleteTime = time.Minute })
			clock.advance(time.Hour)
			s.Destroy()
			assert.Empty(t, fake.Runners())
			assert.Nil(t, recordOf(t, s))
		})
	}
}
