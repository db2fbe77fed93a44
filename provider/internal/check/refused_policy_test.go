package check

import "strings"

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
	{
		under(networkPath+".defaultEgress", `[{"any":true,"httpsHostnameExcept":["a.example.com"]}]`), networkPath + ".defaultEgress[0].httpsHostnameExcept",
		"is accepted in `allowedEgress` only", "",
	},
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
	{
		mappings(gpuMapping, `,"allowedRuntimeClasses":["kata"],"defaultCpuRuntimeClass":"kata","defaultGpuRuntimeClass":"kata"`), mappingsPath,
		"together with `allowedRuntimeClasses`, `defaultCpuRuntimeClass` and `defaultGpuRuntimeClass`", "",
	},
	{mappings(gpuMapping+","+gpuMapping, ""), mappingsPath + "[1].runtimeClass", "is mapped by element 0 already", ""},
	{
		mappings(`{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT"}`, ""), mappingsPath + "[0]",
		"exactly one of `nodeDefault` and `kubernetesRuntimeClassName` must be set, found none", "",
	},
	{
		mappings(`{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","nodeDefault":true,"kubernetesRuntimeClassName":"kata"}`, ""), mappingsPath + "[0]",
		"found `nodeDefault` and `kubernetesRuntimeClassName`", "",
	},
	{mappings(`{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","nodeDefault":false}`, ""), mappingsPath + "[0].nodeDefault", "must be true or left out", ""},
	{
		mappings(`{"runtimeClass":"RUNTIME_CLASS_CPU_NESTED_VIRT","nodeDefault":true}`, ""), mappingsPath + "[0].nodeDefault",
		"is not accepted for `RUNTIME_CLASS_CPU_NESTED_VIRT`", "",
	},
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
	{
		under("policy.base", `{"spec":{"containers":[{},{"securityContext":{}}]}}`), "policy.base.spec.containers[1].securityContext",
		"is not accepted in `base`", "policy.base.spec.containers",
	},
}
