package model_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Documents as operators write them. Each comes back as it was, apart from zero values that say nothing.
func TestDocumentsComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	full, err := os.ReadFile("../../../tests/fakeapi/testdata/full.json")
	require.NoError(t, err)
	tests := []struct{ name, document string }{
		{"everything", string(full)},
		{"minimal", policy(`{}`)},
		{"as the command line writes it", `{"identity":{"runnerId":"my-runner","zone":"us-east-04a","clusterId":"00000000-0000-4000-8000-000000000001",
			"runnerGroupId":"default"},"displayName":"Dev runners","spec":{"releaseChannel":"RELEASE_CHANNEL_STABLE","enforceResourceLimits":true,
			"overrides":{"env":{"LOG_LEVEL":"info"}}},"policy":{"constraints":{"lifecycle":{"defaultLifetimeSeconds":86400}}}}`},
		{"development", `{"identity":{"runnerId":"development","zone":"us-east-04a","clusterId":"c"},
			"spec":{"releaseChannel":"RELEASE_CHANNEL_STABLE","maintenancePolicy":{"windows":[{"cron":"0 2 * * SAT","durationSeconds":3600}]},
			"overrides":{"resources":{"cpuRequest":"1","memoryRequest":"2Gi","cpuLimit":"4","memoryLimit":"8Gi"},"scaling":{"replicas":2}},
			"imagePull":{"policy":"SANDBOX_IMAGE_PULL_POLICY_ALWAYS"},"volumes":{"enabled":true},"dataPlane":{"disabled":{}}},
			"policy":{"displayName":"Development","constraints":{"resources":{"defaultCpu":"1","defaultMemory":"2Gi","maxCpu":"8","maxMemory":"32Gi",
			"maxGpuCount":"0"},"lifecycle":{"defaultLifetimeSeconds":3600},"volumes":{"maxSize":"100Gi"}}}}`},
		{"training", policy(`{"displayName":"rl-recipe","constraints":{"resources":{"defaultCpu":"1","defaultMemory":"2Gi","maxCpu":"32",
			"maxMemory":"256Gi","maxGpuCount":"8"},"lifecycle":{"defaultLifetimeSeconds":3600},"network":{
			"allowedEgress":[{"cidr":{"cidr":"0.0.0.0/0","except":["169.254.169.254/32"]}},{"tenant":"TENANT_SCOPE_SAME_ORG"}],
			"defaultEgress":[{"cidr":{"cidr":"0.0.0.0/0","except":["169.254.169.254/32"]}},{"tenant":"TENANT_SCOPE_SAME_ORG"}]}}}`)},
		{"notebook hub", network(`{"allowedEgress":[{"cidr":{"cidr":"0.0.0.0/0","except":["10.0.0.0/8"]}},{"cidr":{"cidr":"10.2.3.4/32"}}],
			"defaultEgress":[{"cidr":{"cidr":"0.0.0.0/0","except":["10.0.0.0/8"]}},{"cidr":{"cidr":"10.2.3.4/32"}}]}`)},
		{"no public source, no direct endpoint", `{"identity":{"runnerId":"r","zone":"z","clusterId":"c"},"spec":{"dataPlane":{"disabled":{}}},
			"policy":{"controlPlaneAccess":{"sourceIpAllowlist":{}}}}`},
		{"endpoint inside the cluster", spec(`{"dataPlane":{"clusterIp":{}}}`)},
		{"endpoint behind a load balancer with defaults", spec(`{"dataPlane":{"loadBalancer":{}}}`)},
		{"endpoint on a path of one's own", spec(`{"dataPlane":{"custom":{"advertisedUri":"https://runner.example.com",
			"serviceAnnotations":{"example.com/discovery":"enabled"}}}}`)},
		{"hostnames, and no name resolution", network(`{"dnsEgress":"DNS_EGRESS_MODE_DENY",
			"allowedEgress":[{"httpsHostname":"*.example.com","httpsHostnameExcept":["private.example.com"]}]}`)},
		{"runtime class mappings out of order", policy(`{"constraints":{"security":{"runtimeClassMappings":[
			{"runtimeClass":"RUNTIME_CLASS_GPU_DEFAULT","kubernetesRuntimeClassName":"kata-qemu-nvidia-gpu"},
			{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","nodeDefault":true}]}}}`)},
		{"free-form value with keys that look like old names", policy(`{"base":{"spec":{"nodeSelector":{"dns_name":"literal","deny_dns":"literal"}}},
			"constraints":{"network":{"allowedEgress":[{"httpsHostname":"example.com"}]}}}`)},
		{"live network updates", spec(`{"overrides":{"env":{"ENABLE_LIVE_NETWORK_UPDATE":"true"}}}`)},
		{"empty variable", spec(`{"overrides":{"env":{"EMPTY":""}}}`)},
		{"affinity that clears the platform's rules", spec(`{"overrides":{"affinity":{}}}`)},
		{"affinity with empty selectors", spec(`{"overrides":{"affinity":{"podAffinity":{},"podAntiAffinity":{
			"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"kubernetes.io/hostname","labelSelector":{},"namespaceSelector":{}}]}}}}`)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			once := encode(t, decode(t, test.document))
			assert.Equal(t, withoutFalseSwitch(generic(t, test.document)), generic(t, once))
			assert.Equal(t, once, encode(t, decode(t, once)), "the second time changes nothing")
			assert.Empty(t, decode(t, test.document).Unknown)
		})
	}
}

// withoutFalseSwitch takes out the one zero value without presence that the documents have.
func withoutFalseSwitch(v any) any {
	m, ok := v.(map[string]any)
	for key, item := range m {
		if key == "denyHttpsHostnameRules" && item == false {
			delete(m, key)
		} else if ok {
			withoutFalseSwitch(item)
		}
	}
	return v
}

// Policies that look alike and mean different things.
func TestPresenceIsKeptApart(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, text := range []string{
		`{}`, `{"base":{}}`, `{"constraints":{}}`, `{"constraints":{"resources":{}}}`, `{"constraints":{"resources":{"maxGpuCount":"0"}}}`,
		`{"constraints":{"resources":{"maxGpuCount":"9007199254740991"}}}`, `{"constraints":{"security":{}}}`,
		`{"controlPlaneAccess":{}}`, `{"controlPlaneAccess":{"sourceIpAllowlist":{}}}`,
		`{"constraints":{"network":{"allowedEgress":[{"selector":{}}]}}}`, `{"constraints":{"network":{"allowedEgress":[{}]}}}`,
	} {
		once := encode(t, decode(t, policy(text)))
		assert.JSONEq(t, policy(text), once)
		assert.Equal(t, once, encode(t, decode(t, once)))
		assert.NotContains(t, seen, once, "%s is written as %s is", text, seen[once])
		seen[once] = text
	}
	assert.JSONEq(t, `{"identity":{"runnerId":"r","zone":"z","clusterId":"c"}}`,
		encode(t, decode(t, `{"identity":{"runnerId":"r","zone":"z","clusterId":"c"}}`)), "no policy is not an empty policy")
}

// Of a runner only what an operator decides is sent.
func TestMessageHasNoOutputs(t *testing.T) {
	t.Parallel()
	live := decode(t, `{"identity":{"runnerId":"r","zone":"z","clusterId":"c","clusterName":"blue"},"policy":{},"etag":"e","activeRevision":1,
		"installStatus":"RUNNER_INSTALL_STATUS_READY","deploymentSpec":{"image":"i"},"createTime":"2026-01-01T00:00:00Z","profileBindings":[]}`)
	assert.JSONEq(t, policy(`{}`), encode(t, live))
}

func TestDisabledIsWrittenAsTheEmptyMessage(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		plane model.DataPlane
		want  string
	}{
		{model.DataPlane{Disabled: new(true)}, `{"disabled":{}}`},
		{model.DataPlane{Disabled: new(false)}, `{}`},
		{model.DataPlane{ClusterIP: &model.DataPlaneClusterIP{}}, `{"clusterIp":{}}`},
	} {
		r := model.ManagedRunner{Configuration: model.Configuration{Spec: &model.ManagedRunnerSpec{DataPlane: &test.plane}}}
		assert.JSONEq(t, `{"identity":{"runnerId":"","zone":"","clusterId":""},"spec":{"dataPlane":`+test.want+`}}`, encode(t, r))
	}
}
