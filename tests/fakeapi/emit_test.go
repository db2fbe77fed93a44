package fakeapi

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// networked is a runner with rules that had other names once.
const networked = `{` + identityJSON + `,"policy":{"constraints":{"network":{"denyHttpsHostnameRules":true,
	"allowedEgress":[{"httpsHostname":"*","httpsHostnameExcept":["a.example.com"]}]}}},
	"spec":{"overrides":{"affinity":{"nodeAffinity":{}},"scaling":{"replicas":2}}}}`

func TestEmitOldNetworkNames(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{EmitOldNetworkNames: true})
	got := requireOK(t, create(t, fake, networked))
	assert.Equal(t, map[string]any{
		"denyDns":       true,
		"allowedEgress": []any{map[string]any{"dnsName": "*", "dnsNameExcept": []any{"a.example.com"}}},
	}, lookup(got, "policy", "constraints", "network"))
	stored, _ := fake.Runner("test-runner")
	assert.Equal(t, true, lookup(stored, "policy", "constraints", "network", "denyHttpsHostnameRules"))
}

func TestEmitZeroValues(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{EmitZeroValues: true})
	got := requireOK(t, create(t, fake, networked))
	assert.Empty(t, got["displayName"])
	assert.Contains(t, got, "displayName")
	assert.Equal(t, false, got["updateAvailable"])
	assert.NotContains(t, got, "installError", "messages keep their presence")
	scaling := map[string]any{"replicas": 2.0, "autoscalingEnabled": false, "minReplicas": 0.0, "maxReplicas": 0.0}
	assert.Equal(t, scaling, lookup(got, "spec", "overrides", "scaling"))
	assert.Equal(t, map[string]any{}, lookup(got, "spec", "overrides", "env"))
	assert.Equal(t, map[string]any{"nodeAffinity": map[string]any{}}, lookup(got, "spec", "overrides", "affinity"))
	network := lookupObject(got, "policy", "constraints", "network")
	assert.Equal(t, "DNS_EGRESS_MODE_UNSPECIFIED", network["dnsEgress"])
	assert.Equal(t, []any{}, network["allowedIngress"])
	assert.Equal(t, map[string]any{"httpsHostname": "*", "httpsHostnameExcept": []any{"a.example.com"}, "ports": []any{}},
		lookupList(network, "allowedEgress")[0], "no other member of a oneof appears")
	assert.Contains(t, post(t, fake, "ListManagedRunners", `{"zone":"none"}`).raw, `"managedRunners":[],"nextPageToken":""`)
}

func TestEmitOtherSpellings(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{EmitNumbersAsStrings: true, EmitAffinityAsString: true, EmitNullMessages: true, EmitZeroValues: true})
	got := requireOK(t, create(t, fake, networked))
	assert.Equal(t, "1", got["targetRevision"])
	assert.Equal(t, "0", lookup(got, "spec", "overrides", "scaling", "minReplicas"))
	assert.JSONEq(t, `{"nodeAffinity":{}}`, lookup(got, "spec", "overrides", "affinity").(string))
	assert.Contains(t, got, "installError")
	assert.Nil(t, got["installError"])
	assert.NotContains(t, lookupObject(lookupList(got, "policy", "constraints", "network", "allowedEgress")[0]), "cidr")
}

func TestInstallErrorTimeField(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{FailInstall: &InstallFailure{}, InstallErrorTimeField: "occurredAt"})
	got := requireOK(t, create(t, fake, minimal))
	assert.Contains(t, got["installError"], "occurredAt")
	assert.NotContains(t, got["installError"], "occurTime")
}
