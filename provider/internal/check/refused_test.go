package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// row is a document with exactly one failure.
type row struct {
	document string
	path     string // of the failure
	reason   string // a part of it

	// The property whose value decides, if it is not the one at the path: the map that holds a bad key, or the other
	// side of a relation.
	decides string
}

func refusedRows() []row {
	return slices.Concat(structureRows, identityRows, specRows, overridesRows, affinityRows,
		policyRows, networkRows, addressRows, securityRows, baseRows)
}

var structureRows = []row{
	// Names.
	{`{"polcy":{}}`, "polcy", "unknown property; did you mean `policy`?", "-"},
	{`{"displayNames":"x"}`, "displayNames", "did you mean `displayName`?", "-"},
	{`{"zone":null}`, "zone", "is required", ""},
	{`{"identity":{}}`, "identity", "unknown property; known here: `runnerId`, ", "-"},
	{`{"clusterName":"x"}`, "clusterName", "is an output of the resource", "-"},
	{`{"clusterId":null,"cluster_id":"x"}`, "cluster_id", "write `clusterId`", "-"},
	{under("spec.dataPlane", `{"clusterIP":{}}`), "spec.dataPlane.clusterIP", "write `clusterIp`", "-"},
	{under("policy.constraints.network.allowedEgress", `[{"dnsName":"a.example.com"}]`),
		"policy.constraints.network.allowedEgress[0].dnsName", "is an older name: write `httpsHostname`", "-"},
	{under("policy.constraints.network.allowedEgress", `[{"dns_name":"a.example.com","httpsHostname":"a.example.com"}]`),
		"policy.constraints.network.allowedEgress[0].dns_name", "is an older name: write `httpsHostname`", "-"},
	{under("policy.constraints.network.allowedEgress", `[{"httpsHostname":"*","dnsNameExcept":["a.example.com"]}]`),
		"policy.constraints.network.allowedEgress[0].dnsNameExcept", "write `httpsHostnameExcept`", "-"},
	{under("policy.constraints.network", `{"denyDns":true}`), "policy.constraints.network.denyDns",
		"write `denyHttpsHostnameRules`", "-"},
	{under("policy.constraints.network", `{"deny_https_hostname_rules":true}`),
		"policy.constraints.network.deny_https_hostname_rules", "write `denyHttpsHostnameRules`", "-"},
	{under("spec", `{"bad key":1}`), `spec["bad key"]`, "unknown property", "-"},

	// Types.
	{`{"displayName":1}`, "displayName", "expected string, found number; put it in quotes", ""},
	{`{"displayName":[]}`, "displayName", "expected string, found list", ""},
	{`{"policy":"x"}`, "policy", "expected object, found string", ""},
	{under("spec.enforceResourceLimits", `"true"`), "spec.enforceResourceLimits", "expected boolean, found string; write it without quotes", ""},
	{under("spec.dataPlane.disabled", `{}`), "spec.dataPlane.disabled", "expected boolean, found object; write `true`", ""},
	{under("spec.maintenancePolicy.windows", `{}`), "spec.maintenancePolicy.windows", "expected list, found object", ""},
	{under("spec.overrides.labels", `[]`), "spec.overrides.labels", "expected map, found list", ""},
	{under("spec.overrides.env", `{"A":true}`), "spec.overrides.env.A", "expected string, found boolean; put it in quotes", ""},
	{under("spec.overrides.affinity", `"{}"`), "spec.overrides.affinity", "expected object, found string", ""},
	{under("policy.base", `"{}"`), "policy.base", "expected map, found string", ""},
	{under("policy.constraints.resources.maxGpuCount", `"0"`), "policy.constraints.resources.maxGpuCount", "expected integer, found string", ""},
	{under("policy.constraints.network.allowedEgress", `[1]`), "policy.constraints.network.allowedEgress[0]", "expected object, found number", ""},

	// Required, null, empty.
	{`{"policy":null}`, "policy", "is required", ""},
	{`{"runnerId":null}`, "runnerId", "is required", ""},
	{under("spec.dataPlane.custom", `{}`), "spec.dataPlane.custom.advertisedUri", "is required", ""},
	{under("spec.overrides.args", `["a",null]`), "spec.overrides.args[1]", "must not be null", ""},
	{under("spec.overrides.labels", `{"a":null}`), "spec.overrides.labels.a", "must not be null", ""},
	{under("policy.constraints.network.allowedIngress", `[null]`), "policy.constraints.network.allowedIngress[0]", "must not be null", ""},

	// Numbers.
	{under("policy.constraints.resources.maxGpuCount", `1.5`), "policy.constraints.resources.maxGpuCount", "must be a whole number", ""},
	{under("policy.constraints.resources.maxGpuCount", `9007199254740993`), "policy.constraints.resources.maxGpuCount",
		"must be between -9007199254740991 and 9007199254740991", ""},
	{under("policy.constraints.resources.maxGpuCount", `-1e300`), "policy.constraints.resources.maxGpuCount", "must be between", ""},

	// Enums.
	{under("spec.releaseChannel", `"STABLE"`), "spec.releaseChannel", "must be one of `RELEASE_CHANNEL_STABLE`, `RELEASE_CHANNEL_RAPID`", ""},
	{under("spec.releaseChannel", `""`), "spec.releaseChannel", "must be one of", ""},
	{under("spec.releaseChannel", `"RELEASE_CHANNEL_UNSPECIFIED"`), "spec.releaseChannel", "must be one of", ""},
	{under("spec.imagePull.policy", `"sandbox_image_pull_policy_always"`), "spec.imagePull.policy",
		"did you mean `SANDBOX_IMAGE_PULL_POLICY_ALWAYS`?", ""},
	{under("policy.constraints.volumes.allowedMedia", `["STORAGE_MEDIUM_DISK",""]`), "policy.constraints.volumes.allowedMedia[1]", "must be one of", ""},

	// Quantities.
	{under("policy.constraints.volumes.maxSize", `"100GB"`), "policy.constraints.volumes.maxSize", "must be a Kubernetes quantity", ""},
	{under("policy.constraints.volumes.maxSize", `""`), "policy.constraints.volumes.maxSize", "must be a Kubernetes quantity", ""},
	{under("policy.constraints.volumes.maxSize", `"-1Gi"`), "policy.constraints.volumes.maxSize", "must not be negative", ""},
	{under("policy.constraints.volumes.maxSize", `"1e2000000000"`), "policy.constraints.volumes.maxSize", "must be a Kubernetes quantity", ""},

	// Exactly one of several.
	{under("spec.dataPlane", `{}`), "spec.dataPlane", "exactly one of `disabled`, `clusterIp`, `loadBalancer` and `custom` must be set, found none", ""},
	{under("spec.dataPlane", `{"disabled":true,"clusterIp":{}}`), "spec.dataPlane", "found `disabled` and `clusterIp`", ""},
	{under("spec.dataPlane", `{"disabled":false}`), "spec.dataPlane.disabled", "must be true or left out", ""},
	{under("policy.constraints.network.allowedEgress", `[{}]`), "policy.constraints.network.allowedEgress[0]",
		"exactly one of `cidr`, `httpsHostname`, `tenant`, `any` and `selector` must be set, found none", ""},
	{under("policy.constraints.network.allowedIngress", `[{"any":true,"tenant":"TENANT_SCOPE_SAME_ORG"}]`),
		"policy.constraints.network.allowedIngress[0]", "found `tenant` and `any`", ""},
	{under("policy.constraints.network.allowedIngress", `[{"any":false,"tenant":"TENANT_SCOPE_SAME_ORG"}]`),
		"policy.constraints.network.allowedIngress[0].any", "must be true or left out", ""},
}

var identityRows = []row{
	{`{"runnerId":""}`, "runnerId", "must not be empty", ""},
	{`{"runnerId":" a"}`, "runnerId", "must not begin or end with a space", ""},
	{`{"runnerId":"a/b"}`, "runnerId", "must not contain `/`", ""},
	{`{"runnerGroupId":""}`, "runnerGroupId", "must not be empty; leave it out for the group `default`", ""},
	{`{"zone":""}`, "zone", "must not be empty", ""},
	{`{"zone":"us east"}`, "zone", "must not contain spaces", ""},
	{`{"clusterId":""}`, "clusterId", "must not be empty", ""},
	{`{"clusterId":"my-cluster"}`, "clusterId", "must be the UUID of the cluster", ""},
	{`{"clusterId":"{00000000-0000-4000-8000-000000000001}"}`, "clusterId", "must be the UUID of the cluster", ""},
}

func windows(cron, seconds string) string {
	return under("spec.maintenancePolicy.windows", `[{"cron":`+cron+`,"durationSeconds":`+seconds+`}]`)
}

func exclusions(start, end string) string {
	return under("spec.maintenancePolicy.exclusions", `[{"startTime":`+start+`,"endTime":`+end+`}]`)
}

const (
	cronPath = "spec.maintenancePolicy.windows[0].cron"
	endPath  = "spec.maintenancePolicy.exclusions[0].endTime"
	dataPath = "spec.dataPlane.loadBalancer"
)

var specRows = []row{
	{windows(`""`, `60`), cronPath, "must not be empty", ""},
	{windows(`"@daily"`, `60`), cronPath, "descriptors such as @daily are not accepted", ""},
	{windows(`"@every 1 2 3 4"`, `60`), cronPath, "descriptors", ""},
	{windows(`"0 0 2 * * SAT"`, `60`), cronPath, "a cron expression of five fields in UTC", ""},
	{windows(`"0 2 * *"`, `60`), cronPath, "found 4 fields", ""},
	{windows(`"CRON_TZ=UTC 0 2 * * SAT"`, `60`), cronPath, "a time zone cannot be chosen", ""},
	{windows(`"TZ=UTC"`, `60`), cronPath, "a time zone cannot be chosen", ""},
	{windows(`"61 2 * * SAT"`, `60`), cronPath, "out of range", ""},
	{windows(`"0 2 * * CAT"`, `60`), cronPath, "not understood", ""},
	{windows(`"0 , * * SAT"`, `60`), cronPath, "empty part", ""},
	{windows(`"0 2 * * SAT"`, `59`), "spec.maintenancePolicy.windows[0].durationSeconds", "must be between 60 and 604800 seconds", ""},
	{windows(`"0 2 * * SAT"`, `604801`), "spec.maintenancePolicy.windows[0].durationSeconds", "must be between 60 and 604800 seconds", ""},
	{exclusions(`"2026-12-24T00:00:00Z"`, `"2026-12-23T00:00:00Z"`), endPath, "must be after `startTime`", ""},
	{exclusions(`"2026-12-24T01:00:00+01:00"`, `"2026-12-24T00:00:00Z"`), endPath, "must be after `startTime`", ""},
	{exclusions(`"2026-12-24T00:00:00Z"`, `"2026-12-26"`), endPath, "must be an RFC 3339 timestamp", ""},
	{exclusions(`"2026-12-24T00:00:00Z"`, `"2026-12-26T0:00:00Z"`), endPath, "must be an RFC 3339 timestamp", ""},

	{under(dataPath+".loadBalancerClass", `"internal!"`), dataPath + ".loadBalancerClass", "must be a Kubernetes key", ""},
	{under(dataPath+".annotations", `{"bad key":"x"}`), dataPath + `.annotations["bad key"]`, "the name must be a Kubernetes key", dataPath + ".annotations"},
	{under(dataPath+".sourceRanges", `["everywhere"]`), dataPath + ".sourceRanges[0]", "must be an address prefix", ""},
	{under(dataPath+".sourceRanges", `["10.0.0.1"]`), dataPath + ".sourceRanges[0]", "did you mean `10.0.0.1/32`?", ""},
	{under(dataPath+".hostname", `"Runner.example.com"`), dataPath + ".hostname", "must be a DNS name", ""},
	{under("spec.dataPlane.clusterIp.annotations", `{"/x":""}`), `spec.dataPlane.clusterIp.annotations["/x"]`, "must be a Kubernetes key", "spec.dataPlane.clusterIp.annotations"},
	{under("spec.dataPlane.custom", `{"advertisedUri":""}`), "spec.dataPlane.custom.advertisedUri", "must not be empty", ""},
	{under("spec.dataPlane.custom", `{"advertisedUri":"runner.example.com"}`), "spec.dataPlane.custom.advertisedUri", "must be an absolute URI", ""},
	{under("spec.dataPlane.custom", `{"advertisedUri":"//runner.example.com"}`), "spec.dataPlane.custom.advertisedUri", "must be an absolute URI", ""},
	{under("spec.dataPlane.custom", `{"advertisedUri":"https://:9443"}`), "spec.dataPlane.custom.advertisedUri", "must be an absolute URI", ""},
	{under("spec.dataPlane.custom", `{"advertisedUri":"https://x","serviceAnnotations":{"a b":""}}`),
		`spec.dataPlane.custom.serviceAnnotations["a b"]`, "must be a Kubernetes key", "spec.dataPlane.custom.serviceAnnotations"},
}

func scaling(document string) string { return under("spec.overrides.scaling", document) }

var overridesRows = []row{
	{under("spec.overrides.nodeSelector", `{"bad key":"x"}`), `spec.overrides.nodeSelector["bad key"]`, "the name must be a Kubernetes key", "spec.overrides.nodeSelector"},
	{under("spec.overrides.nodeSelector", `{"a":"b c"}`), "spec.overrides.nodeSelector.a", "must be a Kubernetes label value", ""},
	{under("spec.overrides.labels", `{"bad key":"x"}`), `spec.overrides.labels["bad key"]`, "the name must be a Kubernetes key", "spec.overrides.labels"},
	{under("spec.overrides.labels", `{"":"x"}`), `spec.overrides.labels[""]`, "the name must be a Kubernetes key", "spec.overrides.labels"},
	{under("spec.overrides.labels", `{"a":"-x"}`), "spec.overrides.labels.a", "must be a Kubernetes label value", ""},
	{under("spec.overrides.annotations", `{"a/b/c":"x"}`), `spec.overrides.annotations["a/b/c"]`, "the name must be a Kubernetes key", "spec.overrides.annotations"},
	{under("spec.overrides.env", `{"1A":"x"}`), `spec.overrides.env["1A"]`, "not begin with a digit", "spec.overrides.env"},
	{under("spec.overrides.env", `{"A B":"x"}`), `spec.overrides.env["A B"]`, "the name must be letters, digits", "spec.overrides.env"},
	{under("spec.overrides.env", `{"TOKEN=hunter2":""}`), "spec.overrides.env", "a name must not contain `=`", ""},
	{under("spec.overrides.tolerations", `[{"key":"a","operator":"In"}]`), "spec.overrides.tolerations[0].operator", "must be one of `Equal`, `Exists`", ""},
	{under("spec.overrides.tolerations", `[{"key":"a","effect":"noschedule"}]`), "spec.overrides.tolerations[0].effect", "did you mean `NoSchedule`?", ""},
	{under("spec.overrides.tolerations", `[{"key":"a","operator":"Exists","value":"x"}]`), "spec.overrides.tolerations[0].value", "must be left out with the operator `Exists`", ""},
	{under("spec.overrides.tolerations", `[{"value":"x"}]`), "spec.overrides.tolerations[0].key", "must be set unless the operator is `Exists`", ""},
	{under("spec.overrides.tolerations", `[{"key":"","operator":"Equal"}]`), "spec.overrides.tolerations[0].key", "must be set unless the operator is `Exists`", ""},
	{under("spec.overrides.tolerations", `[{"key":"a b"}]`), "spec.overrides.tolerations[0].key", "must be a Kubernetes key", ""},
	{under("spec.overrides.tolerations", `[{"key":"a","value":"a b"}]`), "spec.overrides.tolerations[0].value", "must be a Kubernetes label value", ""},
	{under("spec.overrides.resources", `{"cpuRequest":"2","cpuLimit":"1500m"}`), "spec.overrides.resources.cpuRequest", "must not exceed `cpuLimit` (\"1500m\")", ""},
	{under("spec.overrides.resources", `{"memoryRequest":"2Gi","memoryLimit":"2G"}`), "spec.overrides.resources.memoryRequest", "must not exceed `memoryLimit` (\"2G\")", ""},
	{scaling(`{"replicas":-1}`), "spec.overrides.scaling.replicas", "must not be negative", ""},
	{scaling(`{"minReplicas":-1}`), "spec.overrides.scaling.minReplicas", "must not be negative", ""},
	{scaling(`{"maxReplicas":-1}`), "spec.overrides.scaling.maxReplicas", "must not be negative", ""},
	{scaling(`{"minReplicas":5,"maxReplicas":4}`), "spec.overrides.scaling.minReplicas", "must not exceed `maxReplicas` (4), unless that is 0", ""},
	{under("spec.overrides.cpuRuntimeClass", `"Kata"`), "spec.overrides.cpuRuntimeClass", "must be a DNS name", ""},
	{under("spec.overrides.gpuRuntimeClass", `"kata_nvidia"`), "spec.overrides.gpuRuntimeClass", "must be a DNS name", ""},
}

const (
	nodePath  = "spec.overrides.affinity.nodeAffinity"
	podPath   = "spec.overrides.affinity.podAffinity"
	antiPath  = "spec.overrides.affinity.podAntiAffinity"
	termPath  = nodePath + "." + required + ".nodeSelectorTerms"
	matchPath = termPath + "[0].matchExpressions[0]"
)

func nodeMatch(requirement string) string {
	return under(termPath, `[{"matchExpressions":[`+requirement+`]}]`)
}

func podTerm(term string) string { return under(podPath+"."+required, `[`+term+`]`) }

var affinityRows = []row{
	{under(termPath, `[]`), termPath, "must have at least one term", ""},
	{nodeMatch(`{"key":"a","operator":"In"}`), matchPath + ".values", "at least one value with the operators `In` and `NotIn`", ""},
	{nodeMatch(`{"key":"a","operator":"NotIn","values":[]}`), matchPath + ".values", "at least one value", ""},
	{nodeMatch(`{"key":"a","operator":"Exists","values":["x"]}`), matchPath + ".values", "must be left out", ""},
	{nodeMatch(`{"key":"a","operator":"DoesNotExist","values":["x"]}`), matchPath + ".values", "must be left out", ""},
	{nodeMatch(`{"key":"a","operator":"Gt","values":["1","2"]}`), matchPath + ".values", "exactly one value, an integer", ""},
	{nodeMatch(`{"key":"a","operator":"Lt"}`), matchPath + ".values", "exactly one value, an integer", ""},
	{nodeMatch(`{"key":"a","operator":"Lt","values":["1.5"]}`), matchPath + ".values[0]", "must be an integer", ""},
	{nodeMatch(`{"key":"a","operator":"in","values":["x"]}`), matchPath + ".operator", "did you mean `In`?", ""},
	{nodeMatch(`{"key":"a b","operator":"Exists"}`), matchPath + ".key", "must be a Kubernetes key", ""},
	{nodeMatch(`{"key":"","operator":"Exists"}`), matchPath + ".key", "must not be empty", ""},
	{nodeMatch(`{"key":"a","operator":"In","values":["a b"]}`), matchPath + ".values[0]", "must be a Kubernetes label value", ""},
	{under(termPath, `[{"matchFields":[{"key":"metadata.name","operator":"In"}]}]`), termPath + "[0].matchFields[0].values", "at least one value", ""},
	{under(nodePath+"."+preferred, `[{"weight":0,"preference":{}}]`), nodePath + "." + preferred + "[0].weight", "must be between 1 and 100", ""},
	{under(nodePath+"."+preferred, `[{"weight":1,"preference":{"matchExpressions":[{"key":"a","operator":"In"}]}}]`),
		nodePath + "." + preferred + "[0].preference.matchExpressions[0].values", "at least one value", ""},
	{under(antiPath+"."+preferred, `[{"weight":101,"podAffinityTerm":{"topologyKey":"a"}}]`), antiPath + "." + preferred + "[0].weight", "must be between 1 and 100", ""},
	{podTerm(`{"topologyKey":""}`), podPath + "." + required + "[0].topologyKey", "must not be empty", ""},
	{podTerm(`{}`), podPath + "." + required + "[0].topologyKey", "is required", ""},
	{podTerm(`{"topologyKey":"a b"}`), podPath + "." + required + "[0].topologyKey", "must be a Kubernetes key", ""},
	{podTerm(`{"topologyKey":"a","namespaces":["Team"]}`), podPath + "." + required + "[0].namespaces[0]", "must be a namespace", ""},
	{podTerm(`{"topologyKey":"a","matchLabelKeys":["a b"]}`), podPath + "." + required + "[0].matchLabelKeys[0]", "must be a Kubernetes key", ""},
	{podTerm(`{"topologyKey":"a","mismatchLabelKeys":["a b"]}`), podPath + "." + required + "[0].mismatchLabelKeys[0]", "must be a Kubernetes key", ""},
	{podTerm(`{"topologyKey":"a","labelSelector":{"matchLabels":{"a":"b c"}}}`), podPath + "." + required + "[0].labelSelector.matchLabels.a", "must be a Kubernetes label value", ""},
	{podTerm(`{"topologyKey":"a","namespaceSelector":{"matchLabels":{"a b":""}}}`), podPath + "." + required + `[0].namespaceSelector.matchLabels["a b"]`,
		"must be a Kubernetes key", podPath + "." + required + "[0].namespaceSelector"},
	{podTerm(`{"topologyKey":"a","labelSelector":{"matchExpressions":[{"key":"a","operator":"In"}]}}`),
		podPath + "." + required + "[0].labelSelector.matchExpressions[0].values", "at least one value", ""},
	{podTerm(`{"topologyKey":"a","labelSelector":{"matchExpressions":[{"key":"a","operator":"Gt","values":["1"]}]}}`),
		podPath + "." + required + "[0].labelSelector.matchExpressions[0].operator", "must be one of `In`, `NotIn`, `Exists`, `DoesNotExist`", ""},
}

const resourcePath = "policy.constraints.resources"

var policyRows = []row{
	{under(resourcePath, `{"minCpu":"2","defaultCpu":"1"}`), resourcePath + ".minCpu", "must not exceed `defaultCpu` (\"1\")", ""},
	{under(resourcePath, `{"minCpu":"2","maxCpu":"1"}`), resourcePath + ".minCpu", "must not exceed `maxCpu` (\"1\")", ""},
	{under(resourcePath, `{"defaultMemory":"2Gi","maxMemory":"1Gi"}`), resourcePath + ".defaultMemory", "must not exceed `maxMemory`", ""},
	{under(resourcePath, `{"maxMemory":"2Gi","memoryCeiling":"1Gi"}`), resourcePath + ".maxMemory", "must not exceed `memoryCeiling`", ""},
	{under(resourcePath, `{"minCpu":"20","cpuCeiling":"16"}`), resourcePath + ".minCpu", "must not exceed `cpuCeiling`", ""},
	{under(resourcePath, `{"maxGpuCount":-1}`), resourcePath + ".maxGpuCount", "must not be negative", ""},
	{under("policy.constraints.lifecycle.defaultLifetimeSeconds", `-1`), "policy.constraints.lifecycle.defaultLifetimeSeconds", "must be between 0 and 2592000 seconds", ""},
	{under("policy.constraints.lifecycle.defaultLifetimeSeconds", `2592001`), "policy.constraints.lifecycle.defaultLifetimeSeconds", "must be between 0 and 2592000 seconds", ""},
	{under("policy.constraints.metadata.maxAnnotationCount", `-1`), "policy.constraints.metadata.maxAnnotationCount", "must not be negative", ""},
	{under("policy.constraints.metadata.deniedAnnotationPrefixes", `["a",""]`), "policy.constraints.metadata.deniedAnnotationPrefixes[1]", "must not be empty", ""},
}

const (
	networkPath = "policy.constraints.network"
	egressPath  = networkPath + ".allowedEgress[0]"
)

func egress(rule string) string { return under(networkPath+".allowedEgress", `[`+rule+`]`) }

func ingress(rule string) string { return under(networkPath+".defaultIngress", `[`+rule+`]`) }

var networkRows = []row{
	{egress(`{"any":true,"ports":[{"port":0}]}`), egressPath + ".ports[0].port", "must be between 1 and 65535", ""},
	{egress(`{"any":true,"ports":[{"port":65536}]}`), egressPath + ".ports[0].port", "must be between 1 and 65535", ""},
	{egress(`{"any":true,"ports":[{}]}`), egressPath + ".ports[0].port", "is required", ""},
	{egress(`{"any":true,"ports":[{"port":100,"endPort":90}]}`), egressPath + ".ports[0].endPort", "must not be below `port` (100)", ""},
	{egress(`{"any":true,"ports":[{"port":100,"endPort":65536}]}`), egressPath + ".ports[0].endPort", "must be between 1 and 65535, or 0", ""},
	{egress(`{"any":true,"ports":[{"port":100,"endPort":-1}]}`), egressPath + ".ports[0].endPort", "must be between 1 and 65535, or 0", ""},
	{egress(`{"any":true,"ports":[{"port":100,"protocol":"tcp"}]}`), egressPath + ".ports[0].protocol", "did you mean `TCP`?", ""},
	{ingress(`{"any":true,"ports":[{"port":100,"endPort":90}]}`), networkPath + ".defaultIngress[0].ports[0].endPort", "must not be below `port`", ""},
	{egress(`{"httpsHostname":""}`), egressPath + ".httpsHostname", "must be a DNS name", ""},
	{egress(`{"httpsHostname":"Example.com"}`), egressPath + ".httpsHostname", "must be a DNS name", ""},
	{egress(`{"httpsHostname":"a.*.example.com"}`), egressPath + ".httpsHostname", "must be a DNS name", ""},
	{egress(`{"httpsHostname":"*.*.example.com"}`), egressPath + ".httpsHostname", "must be a DNS name", ""},
	{egress(`{"httpsHostname":"https://example.com"}`), egressPath + ".httpsHostname", "must be a DNS name", ""},
	{egress(`{"httpsHostname":"` + strings.Repeat("a", 254) + `"}`), egressPath + ".httpsHostname", "at most 253", ""},
	{egress(`{"httpsHostname":"*.` + strings.Repeat("a", 252) + `"}`), egressPath + ".httpsHostname", "at most 253", ""},
	{under(networkPath+".defaultEgress", `[{"httpsHostname":"a.example.com"}]`), networkPath + ".defaultEgress[0].httpsHostname", "is not accepted in `defaultEgress`", ""},
	{under(networkPath+".defaultEgress", `[{"httpsHostname":"*"}]`), networkPath + ".defaultEgress[0].httpsHostname", "is not accepted in `defaultEgress`", ""},
	{under(networkPath+".defaultEgress", `[{"any":true,"httpsHostnameExcept":["a.example.com"]}]`), networkPath + ".defaultEgress[0].httpsHostnameExcept",
		"is accepted in `allowedEgress` only", ""},
	{egress(`{"httpsHostname":"a.example.com","ports":[{"port":80}]}`), egressPath + ".ports[0]", "must be TCP 443", ""},
	{egress(`{"httpsHostname":"a.example.com","ports":[{"port":443,"protocol":"UDP"}]}`), egressPath + ".ports[0]", "must be TCP 443", ""},
	{egress(`{"httpsHostname":"a.example.com","ports":[{"port":443,"endPort":444}]}`), egressPath + ".ports[0]", "must be TCP 443", ""},
	{egress(`{"httpsHostname":"a.example.com","ports":[{"port":443},{"port":8443}]}`), egressPath + ".ports[1]", "must be TCP 443", "" + egressPath + ".ports"},
	{egress(`{"any":true,"httpsHostnameExcept":["a.example.com"]}`), egressPath + ".httpsHostnameExcept", "is accepted together with `httpsHostname` only", ""},
	{egress(`{"httpsHostname":"*","httpsHostnameExcept":["*"]}`), egressPath + ".httpsHostnameExcept[0]", "must not be `*`", ""},
	{egress(`{"httpsHostname":"*","httpsHostnameExcept":["a_b.example.com"]}`), egressPath + ".httpsHostnameExcept[0]", "must be a DNS name", ""},
	{ingress(`{"tenant":"TENANT_SCOPE_SANDBOX_NETWORK"}`), networkPath + ".defaultIngress[0].tenant", "is not accepted in ingress rules", ""},
	{under(networkPath+".allowedIngress", `[{"tenant":"TENANT_SCOPE_SANDBOX_NETWORK"}]`), networkPath + ".allowedIngress[0].tenant", "is not accepted in ingress rules", ""},
	{egress(`{"selector":{}}`), egressPath + ".selector.podLabels", "is required", ""},
	{egress(`{"selector":{"podLabels":{}}}`), egressPath + ".selector.podLabels", "must have at least one label", ""},
	{egress(`{"selector":{"podLabels":{"a b":"c"}}}`), egressPath + `.selector.podLabels["a b"]`, "the name must be a Kubernetes key", egressPath + ".selector.podLabels"},
	{egress(`{"selector":{"podLabels":{"a":"b c"}}}`), egressPath + ".selector.podLabels.a", "must be a Kubernetes label value", ""},
	{egress(`{"selector":{"podLabels":{"a":"b"},"namespaceLabels":{"a":"b c"}}}`), egressPath + ".selector.namespaceLabels.a", "must be a Kubernetes label value", ""},
}

const allowPath = "policy.controlPlaneAccess.sourceIpAllowlist.cidrs"

var addressRows = []row{
	{egress(`{"cidr":{"cidr":""}}`), egressPath + ".cidr.cidr", "must not be empty", ""},
	{egress(`{"cidr":{"cidr":"10.0.0.0"}}`), egressPath + ".cidr.cidr", "did you mean `10.0.0.0/32`?", ""},
	{egress(`{"cidr":{"cidr":"10.0.0.1/8"}}`), egressPath + ".cidr.cidr", "must be in canonical form: write `10.0.0.0/8`", ""},
	{egress(`{"cidr":{"cidr":"010.0.0.0/8"}}`), egressPath + ".cidr.cidr", "must be an address prefix", ""},
	{egress(`{"cidr":{"cidr":"2001:DB8::/32"}}`), egressPath + ".cidr.cidr", "must be in canonical form: write `2001:db8::/32`", ""},
	{egress(`{"cidr":{"cidr":"::ffff:10.0.0.0/104"}}`), egressPath + ".cidr.cidr", "must not be IPv4-mapped IPv6: write `10.0.0.0/8`", ""},
	{egress(`{"cidr":{"cidr":"10.0.0.0/8","except":["x"]}}`), egressPath + ".cidr.except[0]", "must be an address prefix", ""},
	{egress(`{"cidr":{"cidr":"10.0.0.0/8","except":["11.0.0.0/16"]}}`), egressPath + ".cidr.except[0]", "must lie inside `cidr` (\"10.0.0.0/8\")", ""},
	{egress(`{"cidr":{"cidr":"10.0.0.0/8","except":["10.0.0.0/7"]}}`), egressPath + ".cidr.except[0]", "must lie inside `cidr`", ""},
	{egress(`{"cidr":{"cidr":"0.0.0.0/0","except":["2001:db8::/32"]}}`), egressPath + ".cidr.except[0]", "must lie inside `cidr`", ""},
	{ingress(`{"cidr":{"cidr":"10.0.0.1/8"}}`), networkPath + ".defaultIngress[0].cidr.cidr", "must be in canonical form", ""},
	{under(allowPath, `["10.0.0.1/8"]`), allowPath + "[0]", "must be in canonical form: write `10.0.0.0/8`", ""},
	{under(allowPath, `[""]`), allowPath + "[0]", "must be an address prefix", ""},
	{under(allowPath, `["::ffff:0:0/96"]`), allowPath + "[0]", "must not be IPv4-mapped IPv6: write `0.0.0.0/0`", ""},
	{under(allowPath, `["::ffff:10.0.0.0/90"]`), allowPath + "[0]", "must not be IPv4-mapped IPv6", ""},
	{under(allowPath, `["10.0.0.0/8","10.1.0.0/16"]`), allowPath + "[1]", `the prefix ("10.1.0.0/16") is covered by element 0 ("10.0.0.0/8")`, ""},
	{under(allowPath, `["10.1.0.0/16","10.0.0.0/8"]`), allowPath + "[0]", `is covered by element 1 ("10.0.0.0/8")`, ""},
	{under(allowPath, `["10.0.0.0/8","10.0.0.0/8"]`), allowPath + "[1]", "is covered by element 0", ""},
}

const (
	securityPath = "policy.constraints.security"
	mappingsPath = securityPath + ".runtimeClassMappings"
)

func mappings(elements, rest string) string {
	return under(securityPath, `{"runtimeClassMappings":[`+elements+`]`+rest+`}`)
}

const gpuMapping = `{"runtimeClass":"RUNTIME_CLASS_GPU_DEFAULT","kubernetesRuntimeClassName":"kata"}`

var securityRows = []row{
	{mappings(gpuMapping, `,"allowedRuntimeClasses":["kata"]`), mappingsPath, "must not be set together with `allowedRuntimeClasses`", ""},
	{mappings(gpuMapping, `,"defaultGpuRuntimeClass":"kata"`), mappingsPath, "must not be set together with `defaultGpuRuntimeClass`", ""},
	{mappings(gpuMapping, `,"allowedRuntimeClasses":["kata"],"defaultCpuRuntimeClass":"kata","defaultGpuRuntimeClass":"kata"`), mappingsPath,
		"together with `allowedRuntimeClasses`, `defaultCpuRuntimeClass` and `defaultGpuRuntimeClass`", ""},
	{mappings(gpuMapping+","+gpuMapping, ""), mappingsPath + "[1].runtimeClass", "is mapped by element 0 already", ""},
	{mappings(`{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT"}`, ""), mappingsPath + "[0]",
		"exactly one of `nodeDefault` and `kubernetesRuntimeClassName` must be set, found none", ""},
	{mappings(`{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","nodeDefault":true,"kubernetesRuntimeClassName":"kata"}`, ""), mappingsPath + "[0]",
		"found `nodeDefault` and `kubernetesRuntimeClassName`", ""},
	{mappings(`{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","nodeDefault":false}`, ""), mappingsPath + "[0].nodeDefault", "must be true or left out", ""},
	{mappings(`{"runtimeClass":"RUNTIME_CLASS_CPU_NESTED_VIRT","nodeDefault":true}`, ""), mappingsPath + "[0].nodeDefault",
		"is not accepted for `RUNTIME_CLASS_CPU_NESTED_VIRT`", ""},
	{mappings(`{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","kubernetesRuntimeClassName":"Kata_QEMU"}`, ""), mappingsPath + "[0].kubernetesRuntimeClassName", "must be a DNS name", ""},
	{mappings(`{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","kubernetesRuntimeClassName":""}`, ""), mappingsPath + "[0].kubernetesRuntimeClassName", "must be a DNS name", ""},
	{mappings(`{"runtimeClass":"RUNTIME_CLASS_UNSPECIFIED","nodeDefault":true}`, ""), mappingsPath + "[0].runtimeClass", "must be one of `RUNTIME_CLASS_CPU_DEFAULT`", ""},
	{under(securityPath, `{"allowedRuntimeClasses":["kata"],"defaultCpuRuntimeClass":"other"}`), securityPath + ".defaultCpuRuntimeClass", "must be one of `allowedRuntimeClasses`", ""},
	{under(securityPath, `{"allowedRuntimeClasses":["kata"],"defaultGpuRuntimeClass":"other"}`), securityPath + ".defaultGpuRuntimeClass", "must be one of `allowedRuntimeClasses`", ""},
	{under(securityPath, `{"defaultCpuRuntimeClass":"Kata_QEMU"}`), securityPath + ".defaultCpuRuntimeClass", "must be a DNS name", ""},
}

var baseRows = []row{
	{under("policy.base", `{"affinity":{}}`), "policy.base.affinity", "is not accepted in `base`", "policy.base"},
	{under("policy.base", `{"securityContext":{}}`), "policy.base.securityContext", "is not accepted in `base`", "policy.base"},
	{under("policy.base", `{"spec":{"runtimeClassName":"kata"}}`), "policy.base.spec.runtimeClassName", "is not accepted in `base`", "policy.base.spec"},
	{under("policy.base", `{"spec":{"initContainers":[]}}`), "policy.base.spec.initContainers", "is not accepted in `base`", "policy.base"},
	{under("policy.base", `{"containers":[{"securityContext":{}}]}`), "policy.base.containers[0].securityContext", "is not accepted in `base`", "policy.base.containers[0]"},
	{under("policy.base", `{"spec":{"containers":[{},{"securityContext":{}}]}}`), "policy.base.spec.containers[1].securityContext",
		"is not accepted in `base`", "policy.base.spec.containers"},
}

func TestRefusedInputs(t *testing.T) {
	for _, r := range refusedRows() {
		t.Run(r.path, func(t *testing.T) {
			result := Inputs(property.Map{}, inputs(t, r.document))
			require.Len(t, result.Failures, 1, "%s\n%s", r.document, texts(result))
			assert.Equal(t, r.path, result.Failures[0].Property)
			assert.Contains(t, result.Failures[0].Reason, r.reason)
		})
	}
}
