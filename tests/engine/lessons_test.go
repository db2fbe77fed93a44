package engine

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// The tests in this file are named after what has gone wrong in CoreWeave's own Terraform resource, as its history and
// tests tell: each shows that it cannot happen here.

// start makes a fake and a stack for a test.
func start(t *testing.T, options fakeapi.Options) (*fakeapi.Running, *stack) {
	t.Helper()
	fake := fakeapi.Start(options)
	t.Cleanup(fake.Close)
	return fake, newStack(t, fake)
}

const (
	clusterA = "00000000-0000-4000-8000-00000000000a"
	clusterB = "00000000-0000-4000-8000-00000000000b"
)

// properties are the least inputs, with more put over them.
func properties(more object) object {
	return merge(object{"runnerId": "test", "clusterId": clusterA, "zone": "us-east-04a", "policy": object{}}, more)
}

func policyWith(more object) object { return properties(object{"policy": more}) }

func egress(rules ...object) object {
	return object{"constraints": object{"network": object{"allowedEgress": rules}}}
}

// updates are the masks of the updates so far.
func updates(t *testing.T, fake *fakeapi.Running) []string {
	t.Helper()
	var masks []string
	for _, r := range fake.Requests() {
		if r.Call == "UpdateManagedRunner" {
			masks = append(masks, body(t, r.Body)["updateMask"].(string))
		}
	}
	return masks
}

// state is the exported state of the stack, with secrets as they are stored.

func TestLessonZoneInUpperCase(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(properties(object{"zone": "US-EAST-04A"})))
	s.Up()
	s.Unchanged()
	doc, _ := fake.Runner("test")
	assert.Equal(t, "us-east-04a", doc["identity"].(object)["zone"])
	assert.Contains(t, s.State(), `"zone": "US-EAST-04A"`, "what the user wrote stays")
}

func TestLessonRunnerGroupGoesBackToDefault(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	group := func() any { doc, _ := fake.Runner("test"); return doc["identity"].(object)["runnerGroupId"] }
	s.write(runner(properties(nil)))
	s.Up()
	s.Unchanged()
	assert.Equal(t, "default", group())
	s.write(runner(properties(object{"runnerGroupId": "blue"})))
	s.Up()
	assert.Equal(t, "blue", group())
	s.write(runner(properties(nil)))
	s.Up()
	assert.Equal(t, "default", group())
	s.Unchanged()
	s.write(runner(properties(object{"runnerGroupId": ""})))
	assert.Contains(t, s.Fails("preview"), "runnerGroupId")
}

func TestLessonUnknownPolicyValueHidesNothing(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	// The second runner's policy depends on an output that the preview of an update to the first cannot know.
	program := func(channel string) object {
		first := properties(object{"runnerId": "first", "spec": object{"releaseChannel": channel}})
		second := properties(object{
			"runnerId": "second", "clusterId": clusterB, "policy": object{"displayName": "${first.installStatus}"},
		})
		p := runner(first)
		p["resources"] = object{
			"first":  object{"type": "coreweave-sandbox:index:ManagedRunner", "properties": first},
			"second": object{"type": "coreweave-sandbox:index:ManagedRunner", "properties": second},
		}
		p["outputs"] = object{}
		return p
	}
	s.write(program("RELEASE_CHANNEL_STABLE"))
	s.OK("preview")
	s.Up()
	s.write(program("RELEASE_CHANNEL_RAPID"))
	preview := s.OK("preview", "--diff")
	assert.Regexp(t, `displayName\s*:.*\[unknown\]|displayName\s*:.*output<string>`, preview, "an unknown value is shown as a change")
	fake.ResetRequests()
	s.Up()
	assert.Equal(t, []string{"spec.releaseChannel"}, updates(t, fake), "what resolves to the same sends nothing")
}

func TestLessonUpdateBesideConcurrentDrift(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(policyWith(object{"displayName": "ours"})))
	s.Up()
	fake.Edit("test", func(doc map[string]any) { doc["policy"] = object{"displayName": "theirs"} })

	s.write(runner(properties(object{"displayName": "New name", "policy": object{"displayName": "ours"}})))
	out := s.Up()
	assert.Contains(t, out, "policy was edited elsewhere")
	assert.NotContains(t, s.State(), "theirs", "an update does not take over somebody else's change")

	s.write(runner(properties(object{"displayName": "New name", "policy": object{"displayName": "newer"}})))
	assert.Contains(t, s.Fails("up", "--yes", "--skip-preview"), "policy.displayName")
	doc, _ := fake.Runner("test")
	assert.Equal(t, "theirs", doc["policy"].(object)["displayName"], "and does not overwrite it afterwards")
}

func TestLessonRenamedNetworkFields(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{EmitOldNetworkNames: true, AcceptOldNetworkNames: true})
	s.write(runner(policyWith(merge(
		egress(object{"httpsHostname": "*.example.com", "httpsHostnameExcept": []string{"private.example.com"}}),
		object{"base": object{"metadata": object{"labels": object{"dns_name": "literal"}}}},
	))))
	s.Up()
	s.Unchanged()
	imported(t, fake, "test")
	s.write(runner(properties(object{"policy": egress(object{"dnsName": "example.com"})})))
	assert.Contains(t, s.Fails("preview"), "dnsName does not exist", "the YAML language knows the schema")
}

func TestLessonRuntimeClassMappingsAreASet(t *testing.T) {
	t.Parallel()
	_, s := start(t, fakeapi.Options{})
	gpu := object{"runtimeClass": "RUNTIME_CLASS_GPU_DEFAULT", "kubernetesRuntimeClassName": "kata-gpu"}
	cpu := object{"runtimeClass": "RUNTIME_CLASS_CPU_DEFAULT", "nodeDefault": true}
	mappings := func(m ...object) object {
		return policyWith(object{"constraints": object{"security": object{"runtimeClassMappings": m}}})
	}
	s.write(runner(mappings(gpu, cpu)))
	s.Up()
	s.Unchanged()
	s.write(runner(mappings(cpu, gpu)))
	s.Unchanged()
}

func TestLessonZeroValuesFromTheServer(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{EmitZeroValues: true, EmitNullMessages: true, EmitNumbersAsStrings: true})
	for name, doc := range readDocuments(t) {
		s.write(runner(doc.Properties))
		s.Up()
		s.Unchanged()
		s.Destroy()
		require.Empty(t, fake.Runners(), name)
	}
}

func TestLessonLargeIntegersAreNotRounded(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	gpus := func(n any) object { return object{"constraints": object{"resources": object{"maxGpuCount": n}}} }
	const path = "policy.constraints.resources.maxGpuCount"
	s.write(runner(policyWith(gpus(9007199254740993))))
	assert.Contains(t, s.Fails("preview"), path, "a number that Pulumi would round is refused")

	fake.Seed(object{
		"identity": object{"runnerId": "big", "clusterId": clusterB, "zone": "us-east-04a"}, "policy": gpus("9007199254740993"),
	})
	out := s.Fails("import", "coreweave-sandbox:index:ManagedRunner", "big", "big", "--yes", "--generate-code=false")
	assert.Contains(t, out, path, "and so is one that a refresh would round")

	s.write(runner(policyWith(gpus(9007199254740991))))
	s.Up()
	s.Unchanged()
	doc, _ := fake.Runner("test")
	assert.Equal(t, "9007199254740991", doc["policy"].(object)["constraints"].(object)["resources"].(object)["maxGpuCount"])
}

func TestLessonTimestampsAreInstants(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	exclusion := func(start string) object {
		return properties(object{"spec": object{"maintenancePolicy": object{"exclusions": []object{
			{"startTime": start, "endTime": "2026-12-26T00:00:00Z"},
		}}}})
	}
	s.write(runner(exclusion("2026-12-24T01:00:00+01:00")))
	s.Up()
	s.Unchanged()
	assert.Contains(t, s.State(), "2026-12-24T01:00:00+01:00", "the user's text stays")
	fake.ResetRequests()
	s.write(runner(exclusion("2026-12-24T00:00:00.000Z")))
	s.Up()
	assert.Empty(t, updates(t, fake))
}

func TestLessonRemovedZeroGpuCapIsDrift(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(policyWith(object{"constraints": object{"resources": object{"maxGpuCount": 0}}})))
	s.Up()
	s.Unchanged()
	fake.Edit("test", func(doc map[string]any) {
		delete(doc["policy"].(object)["constraints"].(object)["resources"].(object), "maxGpuCount")
	})
	assert.Contains(t, s.Refresh(), "maxGpuCount")
	s.Fails("preview", "--expect-no-changes")
	s.Up()
	s.Unchanged()
}

func TestLessonDeleteWaitsUntilTheRunnerIsGone(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{DeleteTime: time.Second})
	s.write(runner(properties(nil)))
	s.Up()
	s.write(runner(properties(object{"zone": "us-west-01a"})))
	s.Up()
	doc, ok := fake.Runner("test")
	require.True(t, ok)
	assert.Equal(t, "us-west-01a", doc["identity"].(object)["zone"])
	s.Destroy()
	assert.Empty(t, fake.Runners())
}

func TestLessonStaleEtagIsNotRetried(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(policyWith(object{"displayName": "ours"})))
	s.Up()
	// The edit comes between the read before the update and the update itself.
	fake.Inject(fakeapi.Fault{
		Call: "UpdateManagedRunner", Code: fakeapi.CodeFailedPrecondition, Reason: "CWSANDBOX_STALE_ETAG",
		Message: "managed_runner.etag is stale; reload the runner and retry", Times: -1,
	})
	fake.ResetRequests()
	s.write(runner(policyWith(object{"displayName": "newer"})))
	out := s.Fails("up", "--yes", "--skip-preview")
	assert.Contains(t, out, "pulumi refresh")
	assert.Len(t, updates(t, fake), 1)
}

func TestLessonErrorsTellReasonAndViolationsOnce(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(properties(nil)))
	s.Up()
	fake.Hold("test", "volume-1", "volume-2")
	out := s.Fails("destroy", "--yes", "--skip-preview")
	assert.Contains(t, out, "CWSANDBOX_VOLUME_IN_USE")
	assert.Contains(t, out, "volume-1")
	assert.Contains(t, out, "volume-2")
	_, line, _ := strings.Cut(out, "error:")
	line, _, _ = strings.Cut(line, "\n")
	assert.Equal(t, 1, strings.Count(line, "CWSANDBOX_VOLUME_IN_USE"), line)
	fake.Hold("test")
	s.Destroy()
}

func TestLessonRunnerWithoutPolicyOrSpecWipesNothing(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(properties(object{"spec": object{"enforceResourceLimits": true}, "policy": object{"displayName": "ours"}})))
	s.Up()
	before := s.State()
	fake.Reconfigure(func(o *fakeapi.Options) { o.PolicyOnly = true })
	assert.Contains(t, s.Fails("refresh", "--yes", "--skip-preview"), "spec")
	fake.Reconfigure(func(o *fakeapi.Options) { o.PolicyOnly = false })
	fake.Edit("test", func(doc map[string]any) { delete(doc, "policy") })
	assert.Contains(t, s.Fails("refresh", "--yes", "--skip-preview"), "policy")
	after := s.State()
	for _, kept := range []string{`"displayName": "ours"`, `"enforceResourceLimits": true`} {
		assert.Equal(t, strings.Count(before, kept), strings.Count(after, kept), kept)
	}
}

func TestLessonRunnerDeletedElsewhereDuringUpdate(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(properties(nil)))
	s.Up()
	fake.Remove("test")
	s.write(runner(properties(object{"displayName": "New name"})))
	out := s.Fails("up", "--yes", "--skip-preview")
	assert.Contains(t, out, "deleted elsewhere")
	assert.Empty(t, fake.Runners(), "an update does not create")
	s.Refresh()
	s.Up()
	assert.Len(t, fake.Runners(), 1)
}

func TestLessonLargeAnswers(t *testing.T) {
	t.Parallel()
	_, s := start(t, fakeapi.Options{})
	s.write(runner(policyWith(object{"base": object{"metadata": object{"annotations": object{
		"example.com/large": strings.Repeat("x", 5<<20),
	}}}})))
	s.Up()
	s.OK("refresh", "--yes", "--skip-preview", "--expect-no-changes")
}

func TestLessonSecretsAreSecret(t *testing.T) {
	t.Parallel()
	_, s := start(t, fakeapi.Options{})
	s.write(runner(properties(object{
		"spec":   object{"overrides": object{"env": object{"TOKEN": "canary-env"}}},
		"policy": object{"base": object{"metadata": object{"labels": object{"a": "canary-base"}}}},
	})))
	s.Up()
	s.Refresh()
	assert.NotContains(t, s.State(), "canary")
	assert.Contains(t, s.OK("stack", "export", "--show-secrets"), "canary-env", "deploymentSpec and inputs hold it, encrypted")
}
