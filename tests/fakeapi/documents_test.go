package fakeapi

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stableSpec is what the server makes of an absent spec.
const stableSpec = `{"releaseChannel":"RELEASE_CHANNEL_STABLE"}`

// TestDocumentsRoundTrip creates runners as users write them and reads them
// back. Empty wants mean that the part comes back as it was given.
func TestDocumentsRoundTrip(t *testing.T) {
	t.Parallel()
	rows := []struct {
		name               string
		spec, wantSpec     string
		policy, wantPolicy string
		displayName        string
	}{
		{name: "minimal", policy: `{}`, wantSpec: stableSpec},
		{
			name: "command line style", displayName: "Dev runners",
			spec:   `{"releaseChannel":"RELEASE_CHANNEL_STABLE","enforceResourceLimits":true,"overrides":{"env":{"LOG_LEVEL":"info"}}}`,
			policy: `{"constraints":{"lifecycle":{"defaultLifetimeSeconds":86400}}}`,
		},
		{
			name: "development",
			spec: `{"releaseChannel":"RELEASE_CHANNEL_STABLE","maintenancePolicy":{"windows":[{"cron":"0 2 * * SAT","durationSeconds":3600}]},
				"overrides":{"resources":{"cpuRequest":"1","memoryRequest":"2Gi","cpuLimit":"4","memoryLimit":"8Gi"},"scaling":{"replicas":2}},
				"imagePull":{"policy":"SANDBOX_IMAGE_PULL_POLICY_ALWAYS"},"volumes":{"enabled":true},"dataPlane":{"disabled":{}}}`,
			policy: `{"displayName":"Development","constraints":{"resources":{"defaultCpu":"1","defaultMemory":"2Gi","maxCpu":"8",
				"maxMemory":"32Gi","maxGpuCount":"0"},"lifecycle":{"defaultLifetimeSeconds":3600},"volumes":{"maxSize":"100Gi"}}}`,
		},
		{
			name: "training", wantSpec: stableSpec,
			policy: `{"displayName":"rl-recipe","constraints":{"resources":{"defaultCpu":"1","defaultMemory":"2Gi","maxCpu":"32",
				"maxMemory":"256Gi","maxGpuCount":"8"},"lifecycle":{"defaultLifetimeSeconds":3600},"network":{
				"allowedEgress":[{"cidr":{"cidr":"0.0.0.0/0","except":["169.254.169.254/32"]}},{"tenant":"TENANT_SCOPE_SAME_ORG"}],
				"defaultEgress":[{"cidr":{"cidr":"0.0.0.0/0","except":["169.254.169.254/32"]}},{"tenant":"TENANT_SCOPE_SAME_ORG"}]}}}`,
		},
		{
			name: "notebook hub", wantSpec: stableSpec,
			policy: `{"constraints":{"network":{
				"allowedEgress":[{"cidr":{"cidr":"0.0.0.0/0","except":["10.0.0.0/8"]}},{"cidr":{"cidr":"10.2.3.4/32"}}],
				"defaultEgress":[{"cidr":{"cidr":"0.0.0.0/0","except":["10.0.0.0/8"]}},{"cidr":{"cidr":"10.2.3.4/32"}}]}}}`,
		},
		{
			name: "no public source", policy: `{"controlPlaneAccess":{"sourceIpAllowlist":{}}}`,
			spec: `{"dataPlane":{"disabled":{}}}`, wantSpec: `{"releaseChannel":"RELEASE_CHANNEL_STABLE","dataPlane":{"disabled":{}}}`,
		},
		{
			name: "cluster internal", policy: `{}`, spec: `{"dataPlane":{"clusterIp":{}}}`,
			wantSpec: `{"releaseChannel":"RELEASE_CHANNEL_STABLE","dataPlane":{"clusterIp":{}}}`,
		},
		{
			name: "own network path", policy: `{}`,
			spec: `{"releaseChannel":"RELEASE_CHANNEL_RAPID","dataPlane":{"custom":{"advertisedUri":"https://runner.example.com",
				"serviceAnnotations":{"example.com/discovery":"enabled"}}}}`,
		},
		{
			name: "hostname envelope", wantSpec: stableSpec,
			policy: `{"constraints":{"network":{"denyHttpsHostnameRules":false,"dnsEgress":"DNS_EGRESS_MODE_DENY",
				"allowedEgress":[{"httpsHostname":"*.example.com","httpsHostnameExcept":["private.example.com"]}]}}}`,
			wantPolicy: `{"constraints":{"network":{"dnsEgress":"DNS_EGRESS_MODE_DENY",
				"allowedEgress":[{"httpsHostname":"*.example.com","httpsHostnameExcept":["private.example.com"]}]}}}`,
		},
		{
			name: "two mappings out of order", wantSpec: stableSpec,
			policy: `{"constraints":{"security":{"runtimeClassMappings":[
				{"runtimeClass":"RUNTIME_CLASS_GPU_DEFAULT","kubernetesRuntimeClassName":"kata-qemu-nvidia-gpu"},
				{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","nodeDefault":true}]}}}`,
			wantPolicy: `{"constraints":{"security":{"runtimeClassMappings":[
				{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","nodeDefault":true},
				{"runtimeClass":"RUNTIME_CLASS_GPU_DEFAULT","kubernetesRuntimeClassName":"kata-qemu-nvidia-gpu"}]}}}`,
		},
		{
			name: "three mappings", wantSpec: stableSpec,
			policy: `{"constraints":{"security":{"runtimeClassMappings":[
				{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","nodeDefault":true},
				{"runtimeClass":"RUNTIME_CLASS_CPU_NESTED_VIRT","kubernetesRuntimeClassName":"kata-qemu-nested"},
				{"runtimeClass":"RUNTIME_CLASS_GPU_DEFAULT","kubernetesRuntimeClassName":"kata-qemu-nvidia-gpu"}]}}}`,
		},
		{name: "base empty", policy: `{"base":{}}`, wantSpec: stableSpec},
		{name: "resources empty", policy: `{"constraints":{"resources":{}}}`, wantSpec: stableSpec},
		{name: "no GPUs", policy: `{"constraints":{"resources":{"maxGpuCount":"0"}}}`, wantSpec: stableSpec},
		{name: "very many GPUs", policy: `{"constraints":{"resources":{"maxGpuCount":"9007199254740993"}}}`, wantSpec: stableSpec},
		{
			name: "GPUs as a number", policy: `{"constraints":{"resources":{"maxGpuCount":9007199254740993}}}`, wantSpec: stableSpec,
			wantPolicy: `{"constraints":{"resources":{"maxGpuCount":"9007199254740993"}}}`,
		},
		{name: "access empty", policy: `{"controlPlaneAccess":{}}`, wantSpec: stableSpec},
		{
			name: "base with look-alike keys", wantSpec: stableSpec,
			policy: `{"base":{"spec":{"nodeSelector":{"dns_name":"literal","deny_dns":"literal"},"replicas":1.5,"nothing":null,"empty":"","no":false}},
				"constraints":{"network":{"allowedEgress":[{"httpsHostname":"example.com"}]}}}`,
		},
		{
			name: "live network updates", policy: `{}`, spec: `{"overrides":{"env":{"ENABLE_LIVE_NETWORK_UPDATE":"true"}}}`,
			wantSpec: `{"releaseChannel":"RELEASE_CHANNEL_STABLE","overrides":{"env":{"ENABLE_LIVE_NETWORK_UPDATE":"true"}}}`,
		},
		{
			name: "affinity", policy: `{}`,
			spec: `{"releaseChannel":"RELEASE_CHANNEL_RAPID","overrides":{"affinity":{"nodeAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[
				{"weight":10,"preference":{"matchExpressions":[{"key":"a","operator":"In","values":["b"]}]}}]}}}}`,
		},
		{name: "affinity cleared", policy: `{}`, spec: `{"releaseChannel":"RELEASE_CHANNEL_RAPID","overrides":{"affinity":{}}}`},
		{
			name: "proto names", displayName: "snake",
			spec:       `{"release_channel":"RELEASE_CHANNEL_RAPID","data_plane":{"cluster_ip":{}},"enforce_resource_limits":true}`,
			wantSpec:   `{"releaseChannel":"RELEASE_CHANNEL_RAPID","dataPlane":{"clusterIp":{}},"enforceResourceLimits":true}`,
			policy:     `{"constraints":{"resources":{"max_gpu_count":3},"network":{"dns_egress":"DNS_EGRESS_MODE_ALLOW"}}}`,
			wantPolicy: `{"constraints":{"resources":{"maxGpuCount":"3"},"network":{"dnsEgress":"DNS_EGRESS_MODE_ALLOW"}}}`,
		},
		{
			name: "zero values say nothing",
			spec: `{"releaseChannel":"RELEASE_CHANNEL_UNSPECIFIED","enforceResourceLimits":false,"volumes":null,
				"overrides":{"env":{},"args":[],"scaling":{"replicas":0}},"imagePull":{"policy":"SANDBOX_IMAGE_PULL_POLICY_UNSPECIFIED"}}`,
			wantSpec:   `{"releaseChannel":"RELEASE_CHANNEL_STABLE","overrides":{"scaling":{}},"imagePull":{}}`,
			policy:     `{"displayName":"","constraints":{"network":{"allowedEgress":[],"dnsEgress":"DNS_EGRESS_MODE_UNSPECIFIED"},"resources":{"maxCpu":""}}}`,
			wantPolicy: `{"constraints":{"network":{},"resources":{}}}`,
		},
		{
			name:       "numbers in other spellings",
			spec:       `{"overrides":{"scaling":{"replicas":"2","maxReplicas":2.0}}}`,
			wantSpec:   `{"releaseChannel":"RELEASE_CHANNEL_STABLE","overrides":{"scaling":{"replicas":2,"maxReplicas":2}}}`,
			policy:     `{"constraints":{"lifecycle":{"defaultLifetimeSeconds":"3600"},"metadata":{"maxAnnotationCount":1e2}}}`,
			wantPolicy: `{"constraints":{"lifecycle":{"defaultLifetimeSeconds":3600},"metadata":{"maxAnnotationCount":100}}}`,
		},
		{
			name: "allowlist of many spellings", wantSpec: stableSpec,
			policy:     `{"controlPlaneAccess":{"sourceIpAllowlist":{"cidrs":["2001:DB8::1/32","203.0.113.0/24","10.0.0.1/8","10.1.0.0/16","203.0.113.0/24"]}}}`,
			wantPolicy: `{"controlPlaneAccess":{"sourceIpAllowlist":{"cidrs":["10.0.0.0/8","203.0.113.0/24","2001:db8::/32"]}}}`,
		},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			fake := start(t, Options{})
			runner := `{` + identityJSON + `,"policy":` + row.policy
			if row.spec != "" {
				runner += `,"spec":` + row.spec
			}
			if row.displayName != "" {
				runner += `,"displayName":"` + row.displayName + `"`
			}
			requireOK(t, create(t, fake, runner+`}`))
			got := requireOK(t, get(t, fake, "test-runner"))
			assert.Equal(t, object(t, orDefault(row.wantSpec, row.spec)), got["spec"])
			assert.Equal(t, object(t, orDefault(row.wantPolicy, row.policy)), got["policy"])
			assert.Equal(t, row.displayName, lookupString(got, "displayName"))
		})
	}
}

// TestFullDocument sets every field there is and sees each come back.
func TestFullDocument(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{})
	raw, err := os.ReadFile("testdata/full.json")
	require.NoError(t, err)
	got := requireOK(t, create(t, fake, string(raw)))

	want := object(t, string(raw))
	exclusion := lookupObject(lookupList(want, "spec", "maintenancePolicy", "exclusions")[0])
	exclusion["startTime"], exclusion["endTime"] = "2026-12-24T00:00:00Z", "2026-12-26T00:00:00Z"
	lookupObject(want, "policy", "controlPlaneAccess", "sourceIpAllowlist")["cidrs"] = []any{"203.0.113.0/24", "2001:db8::/32"}
	delete(lookupObject(want, "policy", "constraints", "network"), "denyHttpsHostnameRules") // false is unset
	assert.Equal(t, want["spec"], got["spec"])
	assert.Equal(t, want["policy"], got["policy"])
	assert.Equal(t, want["displayName"], got["displayName"])
}

// TestFullDocumentIsFull keeps testdata/full.json complete: a field of the table
// that it lacks has never been seen to survive a round trip. Members of a oneof
// that exclude the ones in the document are exempt.
func TestFullDocumentIsFull(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/full.json")
	require.NoError(t, err)
	exempt := map[string]bool{
		"spec.dataPlane.disabled": true, "spec.dataPlane.clusterIp": true, "spec.dataPlane.custom": true,
		"policy.constraints.security.runtimeClassMappings":       true, // exclude the older fields
		"policy.constraints.network.dnsEgress":                   true, // in its own document above
		"policy.constraints.network.defaultEgress.httpsHostname": true, "policy.constraints.network.defaultEgress.httpsHostnameExcept": true,
		"spec.overrides.affinity": true,
	}
	requireFields(t, specMessage, []any{lookup(object(t, string(raw)), "spec")}, "spec", exempt)
	requireFields(t, policyMessage, []any{lookup(object(t, string(raw)), "policy")}, "policy", exempt)
}

// requireFields looks for each field of a message in any of the given objects.
func requireFields(t *testing.T, m *message, objects []any, at string, exempt map[string]bool) {
	t.Helper()
	for _, f := range m.fields {
		name := at + "." + f.name
		var values []any
		for _, one := range objects {
			if value := lookup(one, f.name); value != nil {
				values = append(values, value)
			}
		}
		if exempt[name] || f.legacy {
			continue
		}
		if assert.NotEmpty(t, values, name) && f.kind == kindMessage {
			requireFields(t, f.message, values, name, exempt)
		}
		if f.kind == kindList && f.elem.kind == kindMessage {
			var elements []any
			for _, list := range values {
				elements = append(elements, list.([]any)...)
			}
			requireFields(t, f.elem.message, elements, name, exempt)
		}
	}
}
