package fakeapi

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSeedKeepsWhatItIsGiven(t *testing.T) {
	t.Parallel()
	c := newClock()
	fake := start(t, Options{Clock: c.read, RolloutTime: time.Minute})
	doc := map[string]any{
		"identity":       map[string]any{"runnerId": "test-runner", "zone": "US-EAST", "clusterId": "by-name", "clusterName": "n"},
		"policy":         map[string]any{"unknown": 1, "base": map[string]any{"affinity": nil}},
		"etag":           "opaque",
		"targetRevision": 5, "activeRevision": 5,
		"lastHeartbeatTime": "2020-01-01T00:00:00Z",
	}
	fake.Seed(doc)
	doc["policy"].(map[string]any)["unknown"] = 2
	got := requireOK(t, get(t, fake, "test-runner"))
	assert.Equal(t, map[string]any{"unknown": 1.0, "base": map[string]any{"affinity": nil}}, got["policy"])
	assert.Equal(t, "US-EAST", lookupString(got, "identity", "zone"))
	assert.Equal(t, "n", lookupString(got, "identity", "clusterName"))
	assert.Equal(t, "default", lookupString(got, "identity", "runnerGroupId"))
	assert.Equal(t, "opaque", got["etag"])
	assert.Equal(t, "2020-01-01T00:00:00Z", got["lastHeartbeatTime"])
	assert.Equal(t, state{"READY", "CONNECTED", 5, 5, false}, stateOf(t, fake))

	got = requireOK(t, update(t, fake, "policy,spec.volumes", `{"etag":"opaque","policy":{},"spec":{"volumes":{}}}`))
	assert.Equal(t, "etag-2", got["etag"])
	assert.Equal(t, state{"READY", "CONNECTED", 5, 6, true}, stateOf(t, fake))
	c.advance(time.Minute)
	assert.Equal(t, state{"READY", "CONNECTED", 6, 6, false}, stateOf(t, fake))
}

func TestSeedAStuckRollout(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{})
	doc := object(t, minimal)
	doc["targetRevision"], doc["activeRevision"], doc["rolloutInProgress"] = 3, 2, true
	fake.Seed(doc)
	assert.Equal(t, state{"READY", "CONNECTED", 2, 3, true}, stateOf(t, fake))
}

func TestEdit(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	fake.Edit("test-runner", func(doc map[string]any) { doc["displayName"] = "edited" })
	got := requireOK(t, get(t, fake, "test-runner"))
	assert.Equal(t, "edited", got["displayName"])
	assert.Equal(t, "etag-1", got["etag"])
	assert.Equal(t, 1, stateOf(t, fake).target)

	fake.Edit("test-runner", func(doc map[string]any) {
		doc["policy"] = map[string]any{"displayName": "edited"}
		doc["spec"].(map[string]any)["volumes"] = map[string]any{"enabled": true}
		doc["installStatus"] = "RUNNER_INSTALL_STATUS_SUSPENDED"
		delete(doc, "lastHeartbeatTime")
	})
	got = requireOK(t, get(t, fake, "test-runner"))
	assert.Equal(t, "etag-2", got["etag"])
	assert.Equal(t, state{"SUSPENDED", "CONNECTED", 2, 2, false}, stateOf(t, fake))
	assert.NotContains(t, got, "lastHeartbeatTime")
	requireRefused(t, update(t, fake, "policy", `{"etag":"etag-1","policy":{}}`), CodeFailedPrecondition)

	fake.Edit("test-runner", func(doc map[string]any) { doc["etag"] = "opaque"; delete(doc, "policy") })
	got = requireOK(t, get(t, fake, "test-runner"))
	assert.Equal(t, "opaque", got["etag"])
	assert.NotContains(t, got, "policy")
	fake.Reconfigure(func(o *Options) { o.ClusterNames = map[string]string{"00000000-0000-4000-8000-000000000001": "named"} })
	assert.Equal(t, "named", lookupString(requireOK(t, get(t, fake, "test-runner")), "identity", "clusterName"),
		"an edit does not freeze the resolved name")
}

func TestDocumentsAreNotShared(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	doc, ok := fake.Runner("test-runner")
	require.True(t, ok)
	doc["policy"].(map[string]any)["displayName"] = "changed"
	fake.Runners()[0]["displayName"] = "changed"
	again, _ := fake.Runner("test-runner")
	assert.Equal(t, map[string]any{}, again["policy"])
	assert.NotContains(t, again, "displayName")
	var kept map[string]any
	fake.Edit("test-runner", func(doc map[string]any) { kept = doc })
	kept["displayName"] = "changed"
	again, _ = fake.Runner("test-runner")
	assert.NotContains(t, again, "displayName")
}

func TestRemove(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	fake.Hold("test-runner", "data")
	fake.Remove("test-runner")
	requireRefused(t, get(t, fake, "test-runner"), CodeNotFound)
	_, ok := fake.Runner("test-runner")
	assert.False(t, ok)
	fake.Remove("test-runner")
}

func TestMistakesOfTestsPanic(t *testing.T) {
	t.Parallel()
	fake := New(Options{})
	fake.Seed(object(t, minimal))
	assert.Panics(t, func() { fake.Seed(map[string]any{}) })
	assert.Panics(t, func() { fake.Seed(map[string]any{"identity": func() {}}) })
	assert.Panics(t, func() { fake.Edit("none", func(map[string]any) {}) })
	assert.Panics(t, func() { fake.Hold("none") })
	assert.Panics(t, func() { fake.Edit("test-runner", func(doc map[string]any) { delete(doc, "identity") }) })
	_, ok := fake.Runner("test-runner")
	assert.True(t, ok, "a panic leaves the fake usable")
}
