package fakeapi

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
)

func TestUpdateEtag(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	r := update(t, fake, "policy", `{"etag":"etag-0","policy":{"displayName":"x"}}`)
	requireRefused(t, r, CodeFailedPrecondition)
	assert.Equal(t, "managed_runner.etag is stale; reload the runner and retry", r.message)
	info := detail[*errdetails.ErrorInfo](r)
	assert.Equal(t, "CWSANDBOX_STALE_ETAG", info.GetReason())
	assert.Equal(t, "cwsandbox.com", info.GetDomain())
	assert.Equal(t, map[string]string{"current_etag": "etag-1"}, info.GetMetadata())

	got := requireOK(t, update(t, fake, "policy", `{"etag":"etag-1","policy":{"displayName":"x"}}`))
	assert.Equal(t, "etag-2", got["etag"])
	got = requireOK(t, update(t, fake, "policy,displayName", `{"etag":"etag-2","policy":{"displayName":"x"}}`))
	assert.Equal(t, "etag-3", got["etag"], "an accepted policy update bumps, changed or not")
	got = requireOK(t, update(t, fake, "displayName,spec.volumes", `{"etag":"nonsense","displayName":"y"}`))
	assert.Equal(t, "etag-3", got["etag"], "other paths neither check nor change it")
}

func TestUpdateEtagSwitches(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{StaleEtagReason: "OTHER"})
	r := update(t, fake, "policy", `{"policy":{}}`)
	requireRefused(t, r, CodeFailedPrecondition)
	assert.Equal(t, "OTHER", detail[*errdetails.ErrorInfo](r).GetReason(), "a missing etag is stale by default")
	fake.Reconfigure(func(o *Options) { o.MissingEtagCode = CodeInvalidArgument })
	r = update(t, fake, "policy", `{"policy":{}}`)
	requireRefused(t, r, CodeInvalidArgument)
	assert.Equal(t, []string{"managed_runner.etag"}, fields(r))
	requireRefused(t, update(t, fake, "policy", `{"policy":{},"etag":"x"}`), CodeFailedPrecondition)
	fake.Reconfigure(func(o *Options) { o.OmitErrorDetails = true })
	assert.Empty(t, update(t, fake, "policy", `{"policy":{},"etag":"x"}`).details)
}

func TestUpdateClearsAndReplaces(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{})
	fake.Seed(object(t, `{`+identityJSON+`,"displayName":"old","policy":{"displayName":"p","constraints":{"image":{}}},
		"spec":{"releaseChannel":"RELEASE_CHANNEL_RAPID","enforceResourceLimits":true,"volumes":{"enabled":true},
			"overrides":{"env":{"A":"1"},"args":["a"]}}}`))
	fake.Edit("test-runner", func(doc map[string]any) { doc["identity"].(map[string]any)["runnerGroupId"] = "mine" })

	got := requireOK(t, update(t, fake, "spec.overrides,identity.runner_group_id,spec.releaseChannel,spec.enforceResourceLimits,displayName",
		`{"identity":{"zone":"elsewhere"},"spec":{"overrides":{"env":{"B":""}},"enforceResourceLimits":false,"volumes":{}}}`))
	assert.Equal(t, map[string]any{
		"releaseChannel": "RELEASE_CHANNEL_STABLE", "volumes": map[string]any{"enabled": true},
		"overrides": map[string]any{"env": map[string]any{"B": ""}},
	}, got["spec"],
		"blocks are replaced whole, unset ones reset, unmasked ones left alone")
	assert.Equal(t, "default", lookupString(got, "identity", "runnerGroupId"))
	assert.Equal(t, "us-east-04a", lookupString(got, "identity", "zone"))
	assert.NotContains(t, got, "displayName")

	got = requireOK(t, update(t, fake, "policy", `{"etag":"etag-1","policy":{"base":{}}}`))
	assert.Equal(t, map[string]any{"base": map[string]any{}}, got["policy"])
	got = requireOK(t, update(t, fake, "spec.overrides", `{}`))
	assert.NotContains(t, got["spec"], "overrides")
}

func TestUpdateRefuses(t *testing.T) {
	t.Parallel()
	rows := []struct{ name, mask, runner, field string }{
		{"no mask", "", `{}`, "update_mask"},
		{"the whole", "*", `{}`, "update_mask"},
		{"bare spec", "spec", `{"spec":{}}`, "update_mask"},
		{"bare identity", "identity", `{}`, "update_mask"},
		{"the id", "identity.runnerId", `{}`, "update_mask"},
		{"the cluster", "identity.cluster_id", `{}`, "update_mask"},
		{"the zone", "displayName,identity.zone", `{}`, "update_mask"},
		{"an output", "etag", `{}`, "update_mask"},
		{"a legacy path", "spec.allowPrivilegedProfileAnnotations", `{}`, "update_mask"},
		{"an unknown path", "spec.future", `{}`, "update_mask"},
		{"a path with a space", "displayName, policy", `{}`, "update_mask"},
		{"an empty path", "displayName,", `{}`, "update_mask"},
		{"a deep path", "spec.overrides.env", `{}`, "update_mask"},
		{"a path into a map", "spec.overrides.env.A", `{}`, "update_mask"},
		{"a path below a scalar", "displayName.x", `{}`, "update_mask"},
		{"policy without policy", "policy", `{"etag":"etag-1"}`, "managed_runner.policy"},
		{"an invalid block", "spec.dataPlane", `{"spec":{"dataPlane":{}}}`, "managed_runner.spec.data_plane"},
		{"an invalid policy", "policy", `{"etag":"etag-1","policy":{"base":{"affinity":{}}}}`, "managed_runner.policy.base.affinity"},
		{"an unmasked wrong type", "displayName", `{"policy":7}`, "managed_runner.policy"},
		{"an unmasked unknown field", "displayName", `{"policy":{"x":7}}`, "managed_runner.policy.x"},
		{"an unmasked legacy field", "displayName", `{"profileBindings":[{}]}`, "managed_runner.profile_bindings"},
		{
			"an unmasked legacy switch", "displayName", `{"spec":{"allowPrivilegedProfileAnnotations":true}}`,
			"managed_runner.spec.allow_privileged_profile_annotations",
		},
		{"no runner", "displayName", `null`, "managed_runner"},
	}
	fake := seeded(t, Options{})
	before, _ := fake.Runner("test-runner")
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			r := update(t, fake, row.mask, row.runner)
			requireRefused(t, r, CodeInvalidArgument)
			assert.Equal(t, []string{row.field}, fields(r), r.raw)
		})
	}
	after, _ := fake.Runner("test-runner")
	assert.Equal(t, before["updateTime"], after["updateTime"], "a refused update changes nothing")
	r := post(t, fake, "UpdateManagedRunner", `{"runnerId":"none","updateMask":"displayName","managedRunner":{}}`)
	requireRefused(t, r, CodeNotFound)
	requireRefused(t, post(t, fake, "UpdateManagedRunner", `{"updateMask":"displayName","managedRunner":{}}`), CodeInvalidArgument)
	requireRefused(t, post(t, fake, "UpdateManagedRunner", `{"runnerId":"test-runner","updateMask":["policy"]}`), CodeInvalidArgument)
}

func TestUpdateIgnoresUnmaskedNonsense(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	got := requireOK(t, update(t, fake, "displayName",
		`{"displayName":"x","spec":{"dataPlane":{}},"policy":{"base":{"affinity":{}}},"installStatus":"RUNNER_INSTALL_STATUS_FAILED"}`))
	assert.Equal(t, "x", got["displayName"])
	assert.Equal(t, map[string]any{}, got["policy"])
	assert.Equal(t, object(t, stableSpec), got["spec"])
}

func TestUpdateForgivesStoredNonsense(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{})
	fake.Seed(object(t, `{`+identityJSON+`,"policy":{"base":{"affinity":{}}},"spec":{"dataPlane":{}}}`))
	requireOK(t, update(t, fake, "spec.volumes", `{"spec":{"volumes":{"enabled":true}}}`))
}

func TestDeepMasks(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{DeepMasks: true})
	requireOK(t, update(t, fake, "spec.overrides", `{"spec":{"overrides":{"args":["a"]}}}`))
	got := requireOK(t, update(t, fake, "spec.overrides.env,policy.constraints.resources",
		`{"etag":"etag-1","spec":{"overrides":{"env":{"A":"1"}}},"policy":{"constraints":{"resources":{}}}}`))
	assert.Equal(t, map[string]any{"args": []any{"a"}, "env": map[string]any{"A": "1"}}, lookup(got, "spec", "overrides"))
	assert.Equal(t, "etag-2", got["etag"], "a part of the policy is the policy")
	got = requireOK(t, update(t, fake, "spec.overrides.env,spec.tenantMetrics.image", `{}`))
	assert.Equal(t, map[string]any{"args": []any{"a"}}, lookup(got, "spec", "overrides"))
	assert.NotContains(t, got["spec"], "tenantMetrics", "clearing below an absent block makes no block")
	requireRefused(t, update(t, fake, "spec.overrides.env.A", `{}`), CodeInvalidArgument)
}

func TestUpdateUnknownFieldsOfTheStoredRunner(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	fake.Edit("test-runner", func(doc map[string]any) {
		doc["policy"] = map[string]any{"constraints": map[string]any{"futureLimit": 3, "network": map[string]any{
			"allowedEgress": []any{map[string]any{"any": true, "log": true}},
		}}}
		doc["spec"].(map[string]any)["releaseChannel"] = "RELEASE_CHANNEL_NIGHTLY"
		doc["future"] = "top"
	})
	keep := `{"etag":"etag-2","policy":{"constraints":{"futureLimit":4,"network":{"allowedEgress":[{"any":true},{"any":true,"log":false}]}}}}`
	got := requireOK(t, update(t, fake, "policy", keep))
	assert.InDelta(t, 4.0, lookup(got, "policy", "constraints", "futureLimit"), 0)
	assert.Equal(t, false, lookup(lookupList(got, "policy", "constraints", "network", "allowedEgress")[1], "log"))

	requireRefused(t, update(t, fake, "policy", `{"etag":"etag-3","policy":{"futureLimit":4}}`), CodeInvalidArgument)
	requireOK(t, update(t, fake, "spec.releaseChannel", `{"spec":{"releaseChannel":"RELEASE_CHANNEL_NIGHTLY"}}`))
	requireRefused(t, update(t, fake, "spec.releaseChannel", `{"spec":{"releaseChannel":"RELEASE_CHANNEL_WEEKLY"}}`), CodeInvalidArgument)

	got = requireOK(t, update(t, fake, "policy", `{"etag":"etag-3","policy":{"constraints":{}}}`))
	assert.Equal(t, map[string]any{"constraints": map[string]any{}}, got["policy"], "what is not sent back is gone")
	assert.Equal(t, "top", got["future"], "what lies outside the block stays")
	requireRefused(t, update(t, fake, "policy", `{"etag":"etag-4","policy":{"constraints":{"futureLimit":4}}}`), CodeInvalidArgument)
}

func TestUpdateTime(t *testing.T) {
	t.Parallel()
	c := newClock()
	fake := seeded(t, Options{Clock: c.read})
	c.advance(1500 * time.Millisecond)
	got := requireOK(t, update(t, fake, "displayName", `{"displayName":"x"}`))
	assert.Equal(t, "2026-08-01T12:00:00Z", got["createTime"])
	assert.Equal(t, "2026-08-01T12:00:01.500Z", got["updateTime"])
}
