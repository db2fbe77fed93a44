package engine

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

func limits(more object) object { return object{"constraints": object{"resources": more}} }

func TestPolicyEditedElsewhereIsNeverOverwritten(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(policyWith(limits(object{"maxCpu": "8", "maxGpuCount": 0}))))
	s.Up()
	fake.Edit("test", func(doc map[string]any) { doc["policy"] = limits(object{"maxCpu": "8", "maxGpuCount": "4"}) })

	s.write(runner(policyWith(limits(object{"maxCpu": "16", "maxGpuCount": 0}))))
	fake.ResetRequests()
	out := s.Fails("up", "--yes", "--skip-preview")
	assert.Contains(t, out, "policy.constraints.resources.maxGpuCount", "the error says what differs")
	assert.NotContains(t, out, "policy.constraints.resources.maxCpu", "and nothing else")
	assert.Contains(t, out, "pulumi refresh")
	assert.Empty(t, updates(t, fake))

	assert.Contains(t, s.Refresh(), "maxGpuCount")
	fake.ResetRequests()
	s.Up()
	assert.Equal(t, []string{"policy"}, updates(t, fake), "after a look, the program's policy goes out")
	s.Unchanged()
}

// Somebody who has made the same change has left nothing to overwrite.
func TestPolicyThatIsAlreadyAsAskedFor(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(policyWith(limits(object{"maxCpu": "8"}))))
	s.Up()
	fake.Edit("test", func(doc map[string]any) { doc["policy"] = limits(object{"maxCpu": "16"}) })
	s.write(runner(policyWith(limits(object{"maxCpu": "16"}))))
	fake.ResetRequests()
	s.Up()
	assert.Empty(t, updates(t, fake))
	s.Unchanged()
	s.write(runner(policyWith(limits(object{"maxCpu": "32"}))))
	s.Up()
}

// An update whose answer is lost is settled by a look, not by failing, nor by writing again with another etag.
func TestPolicyUpdateWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]fakeapi.Fault{
		"connection cut after the commit": {Call: "UpdateManagedRunner", CutAfter: true},
		"answer cut short":                {Call: "UpdateManagedRunner", Truncate: true},
		"unavailable after the commit":    {Call: "UpdateManagedRunner", Code: fakeapi.CodeUnavailable, Commit: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake, s := start(t, fakeapi.Options{})
			s.write(runner(policyWith(object{"displayName": "old"})))
			s.Up()
			fake.Inject(fault)
			s.write(runner(policyWith(object{"displayName": "new"})))
			s.Up()
			doc, _ := fake.Runner("test")
			assert.Equal(t, "new", doc["policy"].(object)["displayName"])
			s.Unchanged()
		})
	}
}

// A newer client has set fields that this version does not know. They survive every replacement of their block.
func TestFieldsOfANewerServerAreKept(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(properties(object{
		"spec":   object{"overrides": object{"labels": object{"a": "b"}}, "volumes": object{"enabled": true}},
		"policy": limits(object{"maxCpu": "8"}),
	})))
	s.Up()
	fake.Edit("test", func(doc map[string]any) {
		doc["policy"].(object)["constraints"].(object)["futureLimit"] = object{"x": "y"}
		doc["spec"].(object)["overrides"].(object)["futureOverride"] = "kept"
		doc["spec"].(object)["volumes"].(object)["futureVolume"] = true
	})
	s.Refresh()
	s.write(runner(properties(object{
		"spec":   object{"overrides": object{"labels": object{"a": "c"}}, "volumes": object{"enabled": false}},
		"policy": limits(object{"maxCpu": "16"}),
	})))
	out := strings.Join(strings.Fields(s.Up()), " ")
	doc, _ := fake.Runner("test")
	assert.Equal(t, object{"x": "y"}, doc["policy"].(object)["constraints"].(object)["futureLimit"])
	assert.Equal(t, "kept", doc["spec"].(object)["overrides"].(object)["futureOverride"])
	assert.Equal(t, true, doc["spec"].(object)["volumes"].(object)["futureVolume"])
	for _, name := range []string{"policy.constraints.futureLimit", "spec.overrides.futureOverride", "spec.volumes.futureVolume"} {
		assert.Contains(t, out, name, "the user is told by name")
	}
}

// What the program does not mention belongs to others.
func TestUnmanagedSpecIsLeftAlone(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(properties(nil)))
	s.Up()
	fake.Edit("test", func(doc map[string]any) {
		doc["spec"].(object)["releaseChannel"] = "RELEASE_CHANNEL_RAPID"
		doc["spec"].(object)["enforceResourceLimits"] = true
	})
	s.Unchanged()
	s.write(runner(properties(object{"spec": object{"enforceResourceLimits": false}})))
	fake.ResetRequests()
	s.Up()
	assert.Equal(t, []string{"spec.enforceResourceLimits"}, updates(t, fake), "an explicit false takes it over")
	s.Unchanged()
	s.write(runner(properties(nil)))
	fake.ResetRequests()
	s.Up()
	assert.Empty(t, updates(t, fake), "leaving spec out lets go of it")
	doc, _ := fake.Runner("test")
	assert.Equal(t, "RELEASE_CHANNEL_RAPID", doc["spec"].(object)["releaseChannel"])
}

func TestIgnoreChangesBelowThePolicy(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(policyWith(limits(object{"maxCpu": "8", "maxMemory": "8Gi"}))))
	s.Up()
	ignore := object{"ignoreChanges": []string{"policy.constraints.resources.maxCpu"}}
	s.write(runnerWith(policyWith(limits(object{"maxCpu": "16", "maxMemory": "16Gi"})), ignore))
	s.Up()
	doc, _ := fake.Runner("test")
	assert.Equal(t, limits(object{"maxCpu": "8", "maxMemory": "16Gi"}), doc["policy"])
	s.Unchanged()
}
