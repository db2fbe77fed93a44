package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

func specWith(more object) object { return properties(object{"spec": more}) }

func (s *stack) spec(fake *fakeapi.Running) object {
	doc, _ := fake.Runner("test")
	return doc["spec"].(object)
}

// A program that let go of spec and takes up one field of it again touches that field alone.
func TestSpecTakenUpAgainTouchesNothingElse(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(specWith(object{"overrides": object{"env": object{"A": "b"}}, "dataPlane": object{"disabled": true}})))
	s.Up()
	s.write(runner(properties(nil)))
	s.Up()
	s.write(runner(specWith(object{"releaseChannel": "RELEASE_CHANNEL_RAPID"})))
	fake.ResetRequests()
	s.Up()
	assert.Equal(t, []string{"spec.releaseChannel"}, updates(t, fake))
	assert.Contains(t, s.spec(fake), "overrides")
	assert.Contains(t, s.spec(fake), "dataPlane")
	s.Unchanged()
}

// The API guards the policy by its etag. Blocks of spec have none, so that the provider looks itself.
func TestSpecEditedElsewhereIsNotOverwritten(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	overrides := func(more object) object { return specWith(object{"overrides": more}) }
	s.write(runner(overrides(object{"env": object{"A": "1"}})))
	s.Up()
	fake.Edit("test", func(doc map[string]any) {
		doc["spec"].(object)["overrides"].(object)["labels"] = object{"team": "theirs"}
	})
	s.write(runner(overrides(object{"env": object{"A": "2"}})))
	fake.ResetRequests()
	out := s.Fails("up", "--yes", "--skip-preview")
	assert.Contains(t, out, "spec.overrides.labels")
	assert.Contains(t, out, "pulumi refresh")
	assert.Empty(t, updates(t, fake))

	assert.Contains(t, s.Refresh(), "labels")
	s.write(runner(overrides(object{"env": object{"A": "2"}, "labels": object{"team": "theirs"}})))
	s.Up()
	assert.Equal(t, object{"team": "theirs"}, s.spec(fake)["overrides"].(object)["labels"])
	s.Unchanged()
}

// What the program has not managed so far is replaced when the program takes it up, and the user is told.
func TestBlockTakenOverIsToldByName(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(properties(nil)))
	s.Up()
	fake.Edit("test", func(doc map[string]any) {
		doc["spec"].(object)["overrides"] = object{"labels": object{"team": "theirs"}}
	})
	s.write(runner(specWith(object{"overrides": object{"env": object{"A": "1"}}})))
	out := s.Up()
	assert.Contains(t, out, "spec.overrides.labels")
	assert.Contains(t, out, "was not managed by this program so far")
}

func TestKeptValueThatChangesElsewhereStays(t *testing.T) {
	t.Parallel()
	fake := fakeapi.Start(fakeapi.Options{})
	t.Cleanup(fake.Close)
	fake.Seed(object{
		"identity": object{"runnerId": "test", "clusterId": clusterA, "zone": "us-east-04a"},
		"spec":     object{"overrides": object{"env": object{"TOKEN": "first-value"}}},
		"policy": object{"base": object{"imagePullSecrets": []any{
			object{"name": "first-secret"}, object{"name": "second-secret"}, object{"name": "third-secret"},
		}}},
	})
	s := newStack(t, fake)
	s.importRunner("test")
	fake.Edit("test", func(doc map[string]any) {
		doc["spec"].(object)["overrides"].(object)["env"] = object{"TOKEN": "second-value"}
	})
	kept := object{"name": "[kept]"}
	program := func(env object, secrets ...object) object {
		return runner(merge(properties(nil), object{
			"spec":   object{"releaseChannel": "RELEASE_CHANNEL_STABLE", "overrides": object{"env": env}},
			"policy": object{"base": object{"imagePullSecrets": secrets}},
		}))
	}
	s.write(program(object{"TOKEN": "[kept]", "NEW": "x"}, kept, kept, kept))
	assert.Contains(t, s.Fails("up", "--yes", "--skip-preview"), "spec.overrides.env.TOKEN", "it is not set back")
	s.Refresh()
	s.Up()
	assert.Equal(t, object{"TOKEN": "second-value", "NEW": "x"}, s.spec(fake)["overrides"].(object)["env"])

	// Which of three is gone cannot be told from two that have no names.
	s.write(program(object{"TOKEN": "[kept]", "NEW": "x"}, kept, kept))
	out := s.Fails("up", "--yes", "--skip-preview")
	assert.Contains(t, out, "[kept]")
	assert.Contains(t, out, "policy.base.imagePullSecrets[0].name")
}

// A group that only a newer client knows how to fill is no drift.
func TestGroupWithUnknownFieldsAloneIsNoDrift(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	resources := object{"maxCpu": "8"}
	s.write(runner(policyWith(object{"constraints": object{
		"resources": resources, "network": object{"denyHttpsHostnameRules": true},
	}})))
	s.Up()
	fake.Edit("test", func(doc map[string]any) {
		doc["policy"].(object)["constraints"].(object)["network"].(object)["futureLimit"] = true
	})
	s.Refresh()
	s.write(runner(policyWith(object{"constraints": object{"resources": resources}})))
	s.Up()
	s.Unchanged()
	doc, _ := fake.Runner("test")
	assert.Equal(t, object{"futureLimit": true}, doc["policy"].(object)["constraints"].(object)["network"])
}

// A runner that cannot be read can still be deleted.
func TestUnreadableRunnerCanBeDestroyed(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{DeleteTime: time.Second})
	s.write(runner(properties(nil)))
	s.Up()
	fake.Edit("test", func(doc map[string]any) { doc["policy"] = limits(object{"maxGpuCount": "9007199254740993"}) })
	s.Fails("refresh", "--yes", "--skip-preview")
	s.Destroy()
	assert.Empty(t, fake.Runners())
}

// A create whose answer is lost, and whose retry the server does not recognize, is found by a look.
func TestCreateWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	for name, faults := range map[string][]fakeapi.Fault{
		"recognized by its request ID": {{Call: "CreateManagedRunner", CutAfter: true}},
		"not recognized": {
			{Call: "CreateManagedRunner", CutAfter: true},
			{Call: "CreateManagedRunner", Code: fakeapi.CodeAlreadyExists, Message: "exists", Times: -1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake, s := start(t, fakeapi.Options{})
			for _, fault := range faults {
				fake.Inject(fault)
			}
			s.write(runner(policyWith(limits(object{"maxCpu": "8"}))))
			s.Up()
			assert.Len(t, fake.Runners(), 1)
			s.Unchanged()
		})
	}
}

func TestCreateWhileTheOldRunnerIsLeaving(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{DeleteTime: time.Hour})
	fake.Seed(object{"identity": object{"runnerId": "test", "clusterId": clusterA, "zone": "us-east-04a"}, "policy": object{}})
	s.write(runner(properties(nil)))
	fake.Edit("test", func(doc map[string]any) { doc["installStatus"] = "RUNNER_INSTALL_STATUS_DELETING" })
	out := s.Fails("up", "--yes", "--skip-preview")
	assert.Contains(t, out, "is being deleted")
	assert.NotContains(t, out, "pulumi import")
}
