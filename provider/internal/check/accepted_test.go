package check

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
)

// everything sets every property, except those that exclude one that it sets.
const everything = `{"runnerId":"full","runnerGroupId":"development","displayName":"Full",
 "spec":{"releaseChannel":"RELEASE_CHANNEL_RAPID","enforceResourceLimits":true,
  "maintenancePolicy":{"windows":[{"cron":"0 2 * * SAT","durationSeconds":3600}],
   "exclusions":[{"startTime":"2026-12-24T01:00:00+01:00","endTime":"2026-12-26T00:00:00.000Z","reason":"freeze"}]},
  "overrides":{"nodeSelector":{"node.coreweave.cloud/instance-type":"cd-gp-i64-erapids"},
   "tolerations":[{"key":"dedicated","operator":"Equal","value":"sandbox","effect":"NoSchedule"}],
   "resources":{"cpuRequest":"1","memoryRequest":"2Gi","cpuLimit":"4","memoryLimit":"8Gi"},
   "annotations":{"example.com/team":"platform"},"labels":{"team":"platform"},"env":{"TEST_SETTING":"value","EMPTY_SETTING":""},
   "args":["--log-level=info"],"scaling":{"replicas":2,"autoscalingEnabled":true,"minReplicas":2,"maxReplicas":4},
   "cpuRuntimeClass":"kata","gpuRuntimeClass":"kata-nvidia"},
  "volumes":{"enabled":true,"csiDriverAllowlist":["csi.vastdata.com"]},"tenantMetrics":{"enabled":true,"image":"example.com/metrics:v1"},
  "imagePull":{"policy":"SANDBOX_IMAGE_PULL_POLICY_ALWAYS"},
  "dataPlane":{"loadBalancer":{"scope":"RUNNER_DATA_PLANE_SERVICE_SCOPE_PRIVATE","loadBalancerClass":"example.com/internal",
   "annotations":{"example.com/purpose":"sandbox"},"sourceRanges":["10.0.0.0/8"],
   "externalTrafficPolicy":"RUNNER_DATA_PLANE_EXTERNAL_TRAFFIC_POLICY_LOCAL","hostname":"runner.example.com"}}},
 "policy":{"displayName":"Full policy","base":{"metadata":{"labels":{"team":"platform"}}},
  "constraints":{"resources":{"maxCpu":"8","maxMemory":"32Gi","minCpu":"100m","minMemory":"128Mi","defaultCpu":"1","defaultMemory":"1Gi",
    "maxGpuCount":0,"cpuCeiling":"16","memoryCeiling":"64Gi","requireLimits":true},
   "image":{"allowedRegistries":["example.com/"],"allowedImages":["example.com/workload:stable"]},
   "network":{"allowedEgress":[{"any":true,"ports":[{"protocol":"TCP","port":443,"endPort":443}]},
     {"cidr":{"cidr":"10.0.0.0/8","except":["10.1.0.0/16"]}},{"httpsHostname":"*","httpsHostnameExcept":["blocked.example.com"]},
     {"tenant":"TENANT_SCOPE_SAME_ORG"},{"selector":{"podLabels":{"app":"database"},"namespaceLabels":{"team":"platform"}}}],
    "defaultEgress":[{"any":true,"ports":[{"protocol":"TCP","port":443}]}],"denyHttpsHostnameRules":false,
    "allowedIngress":[{"any":true},{"cidr":{"cidr":"10.0.0.0/8"}}],"defaultIngress":[{"tenant":"TENANT_SCOPE_SAME_USER"}]},
   "security":{"allowPrivileged":true,"allowedCapabilities":["NET_ADMIN"],"allowedSeccompProfiles":["RuntimeDefault"],
    "allowedRuntimeClasses":["kata","kata-nvidia"],"defaultCpuRuntimeClass":"kata","defaultGpuRuntimeClass":"kata-nvidia"},
   "instance":{"allowedInstanceTypes":["cd-gp-i64-erapids"]},"lifecycle":{"defaultLifetimeSeconds":3600},
   "metadata":{"deniedAnnotationPrefixes":["internal.example.com/"],"maxAnnotationCount":20},
   "volumes":{"allowedMedia":["STORAGE_MEDIUM_DISK"],"maxSize":"100Gi"}},
  "controlPlaneAccess":{"sourceIpAllowlist":{"cidrs":["2001:db8::/32","203.0.113.0/24"]}}}}`

const affinity = `{
 "nodeAffinity":{
  "requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
   {"matchExpressions":[{"key":"topology.kubernetes.io/zone","operator":"In","values":["a","b"]},{"key":"gpus","operator":"Gt","values":["-1"]},
     {"key":"spot","operator":"DoesNotExist"}],
    "matchFields":[{"key":"metadata.name","operator":"NotIn","values":["node-1"]}]}]},
  "preferredDuringSchedulingIgnoredDuringExecution":[{"weight":1,"preference":{"matchExpressions":[{"key":"fast","operator":"Exists","values":[]}]}}]},
 "podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[
   {"topologyKey":"kubernetes.io/hostname","labelSelector":{},"namespaces":["team-a"],"matchLabelKeys":["pod-template-hash"]}]},
 "podAntiAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[
   {"weight":100,"podAffinityTerm":{"topologyKey":"kubernetes.io/hostname","namespaceSelector":{"matchLabels":{"team":"platform"}},
     "labelSelector":{"matchExpressions":[{"key":"app","operator":"NotIn","values":["runner"]}]}}}]}}`

// accepted are documents without a failure or a warning.
var accepted = map[string]string{
	"minimal":           `{}`,
	"with environment":  `{"displayName":"Dev runners","runnerGroupId":"default","spec":{"releaseChannel":"RELEASE_CHANNEL_STABLE","enforceResourceLimits":true,"overrides":{"env":{"LOG_LEVEL":"info"}}},"policy":{"constraints":{"lifecycle":{"defaultLifetimeSeconds":86400}}}}`,
	"everything":        everything,
	"development":       `{"spec":{"releaseChannel":"RELEASE_CHANNEL_STABLE","maintenancePolicy":{"windows":[{"cron":"0 2 * * SAT","durationSeconds":3600}]},"overrides":{"resources":{"cpuRequest":"1","memoryRequest":"2Gi","cpuLimit":"4","memoryLimit":"8Gi"},"scaling":{"replicas":2}},"imagePull":{"policy":"SANDBOX_IMAGE_PULL_POLICY_ALWAYS"},"volumes":{"enabled":true},"dataPlane":{"disabled":true}},"policy":{"displayName":"Development","constraints":{"resources":{"defaultCpu":"1","defaultMemory":"2Gi","maxCpu":"8","maxMemory":"32Gi","maxGpuCount":0},"lifecycle":{"defaultLifetimeSeconds":3600},"volumes":{"maxSize":"100Gi"}}}}`,
	"training":          `{"policy":{"displayName":"rl-recipe","constraints":{"resources":{"defaultCpu":"1","defaultMemory":"2Gi","maxCpu":"32","maxMemory":"256Gi","maxGpuCount":8},"lifecycle":{"defaultLifetimeSeconds":3600},"network":{"allowedEgress":[{"cidr":{"cidr":"0.0.0.0/0","except":["169.254.169.254/32"]}},{"tenant":"TENANT_SCOPE_SAME_ORG"}],"defaultEgress":[{"cidr":{"cidr":"0.0.0.0/0","except":["169.254.169.254/32"]}},{"tenant":"TENANT_SCOPE_SAME_ORG"}]}}}}`,
	"notebooks":         under("policy.constraints.network", `{"allowedEgress":[{"cidr":{"cidr":"0.0.0.0/0","except":["10.0.0.0/8"]}},{"cidr":{"cidr":"10.2.3.4/32"}}],"defaultEgress":[{"cidr":{"cidr":"0.0.0.0/0","except":["10.0.0.0/8"]}},{"cidr":{"cidr":"10.2.3.4/32"}}]}`),
	"closed":            `{"spec":{"dataPlane":{"disabled":true}},"policy":{"controlPlaneAccess":{"sourceIpAllowlist":{}}}}`,
	"cluster-internal":  under("spec.dataPlane.clusterIp", `{}`),
	"custom endpoint":   under("spec.dataPlane.custom", `{"advertisedUri":"https://runner.example.com","serviceAnnotations":{"example.com/discovery":"enabled"}}`),
	"hostname envelope": under("policy.constraints.network", `{"denyHttpsHostnameRules":false,"dnsEgress":"DNS_EGRESS_MODE_DENY","allowedEgress":[{"httpsHostname":"*.example.com","httpsHostnameExcept":["private.example.com"]}]}`),
	"two mappings":      under("policy.constraints.security", `{"runtimeClassMappings":[{"runtimeClass":"RUNTIME_CLASS_GPU_DEFAULT","kubernetesRuntimeClassName":"kata-qemu-nvidia-gpu"},{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","nodeDefault":true}]}`),
	"three mappings":    under("policy.constraints.security", `{"runtimeClassMappings":[{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","nodeDefault":true},{"runtimeClass":"RUNTIME_CLASS_CPU_NESTED_VIRT","kubernetesRuntimeClassName":"kata-qemu-nested"},{"runtimeClass":"RUNTIME_CLASS_GPU_DEFAULT","kubernetesRuntimeClassName":"kata-qemu-nvidia-gpu"}]}`),
	"empty base":        under("policy.base", `{}`),
	"empty resources":   under("policy.constraints.resources", `{}`),
	"no GPUs":           under("policy.constraints.resources.maxGpuCount", `0`),
	"most GPUs":         under("policy.constraints.resources.maxGpuCount", `9007199254740991`),
	"empty access":      under("policy.controlPlaneAccess", `{}`),
	"empty allowlist":   under("policy.controlPlaneAccess.sourceIpAllowlist", `{}`),
	"opaque base":       `{"policy":{"base":{"spec":{"nodeSelector":{"dns_name":"literal","deny_dns":"literal"}}},"constraints":{"network":{"allowedEgress":[{"httpsHostname":"example.com"}]}}}}`,
	"live updates":      under("spec.overrides.env", `{"ENABLE_LIVE_NETWORK_UPDATE":"true"}`),
	"affinity":          under("spec.overrides.affinity", affinity),
	"empty affinity":    under("spec.overrides.affinity", `{}`),

	"upper-case identity": `{"zone":"US-EAST-04A","clusterId":"AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE"}`,
	"nulls are absent":    `{"displayName":null,"spec":{"overrides":null,"dataPlane":{"disabled":true,"custom":null}},"policy":{"base":{"volumes":[null],"affinity":null}}}`,
	"engine's own names":  `{"__defaults":["runnerGroupId"],"policy":{"__defaults":[]}}`,
	"quantities":          under("policy.constraints.resources", `{"minCpu":"0","maxCpu":"1e3","defaultMemory":"1.5Gi","maxMemory":"1536Mi"}`),
	"longest window":      under("spec.maintenancePolicy", `{"windows":[{"cron":"*/15 0-6,22 1,15 JAN-MAR MON-FRI","durationSeconds":604800},{"cron":"0 0 29 2 *","durationSeconds":60}]}`),
	"unbounded scaling":   under("spec.overrides.scaling", `{"minReplicas":3,"maxReplicas":0,"replicas":0,"autoscalingEnabled":true}`),
	"no autoscaling":      under("spec.overrides.scaling", `{"minReplicas":3,"replicas":1,"autoscalingEnabled":false}`),
	"tolerations":         under("spec.overrides.tolerations", `[{"operator":"Exists"},{"key":"","operator":"Exists","value":"","effect":""},{"key":"example.com/a","value":""},{"key":"a","operator":""}]`),
	"odd names":           under("spec.overrides", `{"annotations":{"Example.com/Team":"any: text"},"env":{"my.env-name":"","_A1":"x"},"labels":{"empty":""},"cpuRuntimeClass":""}`),
	"ports":               under("policy.constraints.network", `{"allowedEgress":[{"any":true,"ports":[{"port":1,"endPort":65535,"protocol":"UDP"},{"port":80,"endPort":0},{"port":7,"endPort":7}]},{"httpsHostname":"a.example.com","ports":[{"port":443,"endPort":443}]},{"httpsHostname":"*","ports":[]}]}`),
	"prefixes":            under("policy.controlPlaneAccess.sourceIpAllowlist.cidrs", `["10.0.0.0/9","10.128.0.0/9","::/0"]`),
	"nothing to except":   under("policy.constraints.network.allowedEgress", `[{"any":true,"httpsHostnameExcept":[]}]`),
	"lifetime bounds":     under("policy.constraints.lifecycle.defaultLifetimeSeconds", `2592000`),
	"default anywhere":    under("policy.constraints.security", `{"allowedRuntimeClasses":[],"defaultCpuRuntimeClass":"kata"}`),
	"base elsewhere":      under("policy.base", `{"metadata":{"affinity":"x"},"spec":{"containers":[{"name":"main"}],"volumes":[{"securityContext":1}]}}`),
}

func TestAcceptedInputs(t *testing.T) {
	for name, document := range accepted {
		t.Run(name, func(t *testing.T) {
			assert.Empty(t, texts(Inputs(property.Map{}, inputs(t, document))))
		})
	}
}

// The longest allowlist, none of whose entries covers another.
func TestAllowlistOfMostEntries(t *testing.T) {
	entries := make([]string, 0, maxAllowlist+1)
	for i := range maxAllowlist + 1 {
		entries = append(entries, `"2001:db8:`+hex(i)+`::/48"`)
	}
	list := func(n int) property.Map {
		return inputs(t, under("policy.controlPlaneAccess.sourceIpAllowlist.cidrs", "["+strings.Join(entries[:n], ",")+"]"))
	}
	assert.Empty(t, texts(Inputs(property.Map{}, list(maxAllowlist))))
	assert.Contains(t, texts(Inputs(property.Map{}, list(maxAllowlist+1))),
		"policy.controlPlaneAccess.sourceIpAllowlist.cidrs: must have at most 256 entries, found 257")
}

func hex(i int) string {
	const digits = "0123456789abcdef"
	return "1" + string(digits[i/256]) + string(digits[i/16%16]) + string(digits[i%16])
}
