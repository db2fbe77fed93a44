package fakeapi

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// refusalRow is a configuration that must be refused, and the field to blame.
type refusalRow struct {
	name  string
	part  string // JSON members of the policy, the spec, ...
	field string // below the part's own path
}

// runRefusals creates a runner from each row and expects one violation.
func runRefusals(t *testing.T, frame, prefix string, rows []refusalRow) {
	t.Helper()
	fake := start(t, Options{})
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			r := create(t, fake, strings.ReplaceAll(frame, "%%", row.part))
			requireRefused(t, r, CodeInvalidArgument)
			assert.Equal(t, []string{prefix + row.field}, fields(r), r.raw)
			assert.Contains(t, r.message, row.field)
		})
	}
	assert.Empty(t, fake.Runners(), "a refused create leaves nothing behind")
}

const identityJSON = `"identity":{"runnerId":"test-runner","zone":"us-east-04a","clusterId":"c-1"}`

func TestCreateRefusesPolicies(t *testing.T) {
	t.Parallel()
	runRefusals(t, `{`+identityJSON+`,"policy":{%%}}`, "managed_runner.policy.", []refusalRow{
		{"unknown field", `"surprise":1`, "surprise"},
		{"wrong type", `"displayName":1`, "display_name"},
		{"base not an object", `"base":[]`, "base"},
		{"base with affinity", `"base":{"spec":{"affinity":{}}}`, "base.spec.affinity"},
		{"base with security context", `"base":{"spec":{"securityContext":{}}}`, "base.spec.securityContext"},
		{"base with runtime class", `"base":{"runtimeClassName":"kata"}`, "base.runtimeClassName"},
		{"base with init containers", `"base":{"spec":{"initContainers":[]}}`, "base.spec.initContainers"},
		{
			"base with container security", `"base":{"spec":{"containers":[{"name":"a"},{"securityContext":{}}]}}`,
			"base.spec.containers[1].securityContext",
		},
		{"constraints an array", `"constraints":[]`, "constraints"},
		{
			"mapped source", `"controlPlaneAccess":{"sourceIpAllowlist":{"cidrs":["::ffff:10.0.0.0/104"]}}`,
			"control_plane_access.source_ip_allowlist.cidrs[0]",
		},
		{
			"source without length", `"controlPlaneAccess":{"sourceIpAllowlist":{"cidrs":["10.0.0.1"]}}`,
			"control_plane_access.source_ip_allowlist.cidrs[0]",
		},
		{
			"null source", `"controlPlaneAccess":{"sourceIpAllowlist":{"cidrs":[null]}}`,
			"control_plane_access.source_ip_allowlist.cidrs[0]",
		},
		{
			"too many sources", `"controlPlaneAccess":{"sourceIpAllowlist":{"cidrs":[` + manyCIDRs(257) + `]}}`,
			"control_plane_access.source_ip_allowlist.cidrs",
		},
	})
}

func manyCIDRs(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%q", fmt.Sprintf("10.%d.%d.0/24", i/256, i%256))
	}
	return strings.Join(list, ",")
}

func TestCreateRefusesConstraints(t *testing.T) {
	t.Parallel()
	runRefusals(t, `{`+identityJSON+`,"policy":{"constraints":{%%}}}`, "managed_runner.policy.constraints.", []refusalRow{
		{"quantity of another unit", `"resources":{"maxCpu":"8 cores"}`, "resources.max_cpu"},
		{"quantity as number", `"resources":{"maxCpu":8}`, "resources.max_cpu"},
		{"count not whole", `"resources":{"maxGpuCount":"1.5"}`, "resources.max_gpu_count"},
		{"count out of range", `"resources":{"maxGpuCount":"9223372036854775808"}`, "resources.max_gpu_count"},
		{"negative count", `"resources":{"maxGpuCount":"-1"}`, "resources.max_gpu_count"},
		{"bool as string", `"resources":{"requireLimits":"true"}`, "resources.require_limits"},
		{"set not an array", `"image":{"allowedImages":"a"}`, "image.allowed_images"},
		{"number in a set", `"image":{"allowedImages":[1]}`, "image.allowed_images[0]"},
		{"lifetime over 30 days", `"lifecycle":{"defaultLifetimeSeconds":2592001}`, "lifecycle.default_lifetime_seconds"},
		{"negative lifetime", `"lifecycle":{"defaultLifetimeSeconds":-1}`, "lifecycle.default_lifetime_seconds"},
		{"lifetime beyond int32", `"lifecycle":{"defaultLifetimeSeconds":2147483648}`, "lifecycle.default_lifetime_seconds"},
		{"fraction of a second", `"lifecycle":{"defaultLifetimeSeconds":0.5}`, "lifecycle.default_lifetime_seconds"},
		{"negative annotations", `"metadata":{"maxAnnotationCount":-1}`, "metadata.max_annotation_count"},
		{"unknown medium", `"volumes":{"allowedMedia":["STORAGE_MEDIUM_TAPE"]}`, "volumes.allowed_media[0]"},
		{"unspecified medium", `"volumes":{"allowedMedia":["STORAGE_MEDIUM_UNSPECIFIED"]}`, "volumes.allowed_media[0]"},
		{"enum by number", `"network":{"dnsEgress":1}`, "network.dns_egress"},
		{"unknown enum value", `"network":{"dnsEgress":"DNS_EGRESS_MODE_MAYBE"}`, "network.dns_egress"},
		{"both spellings", `"image":{"allowedImages":["a"],"allowed_images":["b"]}`, "image.allowed_images"},
	})
}

func TestCreateRefusesEgress(t *testing.T) {
	t.Parallel()
	runRefusals(t, `{`+identityJSON+`,"policy":{"constraints":{"network":{"allowedEgress":[{%%}]}}}}`,
		"managed_runner.policy.constraints.network.allowed_egress[0]", []refusalRow{
			{"no destination", ``, ""},
			{"two destinations", `"any":true,"tenant":"TENANT_SCOPE_SAME_ORG"`, ".tenant"},
			{"any false", `"any":false`, ".any"},
			{"tenant unspecified", `"tenant":"TENANT_SCOPE_UNSPECIFIED"`, ".tenant"},
			{"cidr empty", `"cidr":{}`, ".cidr.cidr"},
			{"cidr not canonical", `"cidr":{"cidr":"10.0.0.1/8"}`, ".cidr.cidr"},
			{"cidr mapped", `"cidr":{"cidr":"::ffff:10.0.0.0/104"}`, ".cidr.cidr"},
			{"bad exception", `"cidr":{"cidr":"10.0.0.0/8","except":["ten"]}`, ".cidr.except[0]"},
			{"selector without labels", `"selector":{"namespaceLabels":{"a":"b"}}`, ".selector.pod_labels"},
			{"null label", `"selector":{"podLabels":{"a":null}}`, `.selector.pod_labels["a"]`},
			{"empty host", `"httpsHostname":""`, ".https_hostname"},
			{"host with a scheme", `"httpsHostname":"https://example.com"`, ".https_hostname"},
			{"wildcard inside", `"httpsHostname":"a.*.example.com"`, ".https_hostname"},
			{"host with another port", `"httpsHostname":"example.com","ports":[{"port":80}]`, ".ports"},
			{"host with UDP", `"httpsHostname":"example.com","ports":[{"port":443,"protocol":"UDP"}]`, ".ports"},
			{"exception without host", `"any":true,"httpsHostnameExcept":["a.example.com"]`, ".https_hostname_except"},
			{"bad host exception", `"httpsHostname":"*","httpsHostnameExcept":["*"]`, ".https_hostname_except[0]"},
			{"no port", `"any":true,"ports":[{}]`, ".ports[0].port"},
			{"port too high", `"any":true,"ports":[{"port":65536}]`, ".ports[0].port"},
			{"range backwards", `"any":true,"ports":[{"port":100,"endPort":90}]`, ".ports[0].end_port"},
			{"unknown protocol", `"any":true,"ports":[{"port":1,"protocol":"ICMP"}]`, ".ports[0].protocol"},
			{"null rule part", `"any":true,"ports":[null]`, ".ports[0]"},
			{"old host name", `"any":true,"dnsName":"example.com"`, ".dns_name"},
			{"old exception name", `"any":true,"dns_name_except":["example.com"]`, ".dns_name_except"},
		})
}

func TestCreateRefusesOtherRules(t *testing.T) {
	t.Parallel()
	runRefusals(t, `{`+identityJSON+`,"policy":{"constraints":{"network":{%%}}}}`,
		"managed_runner.policy.constraints.network.", []refusalRow{
			{"default egress to a host", `"defaultEgress":[{"httpsHostname":"example.com"}]`, "default_egress[0].https_hostname"},
			{"null rule", `"defaultEgress":[null]`, "default_egress[0]"},
			{"ingress without source", `"allowedIngress":[{"ports":[{"port":1}]}]`, "allowed_ingress[0]"},
			{
				"ingress from a sandbox network", `"defaultIngress":[{"tenant":"TENANT_SCOPE_SANDBOX_NETWORK"}]`,
				"default_ingress[0].tenant",
			},
			{
				"ingress from a host", `"allowedIngress":[{"any":true,"httpsHostname":"a.example.com"}]`,
				"allowed_ingress[0].https_hostname",
			},
			{"old deny switch", `"denyDns":true`, "deny_dns"},
		})
}

func TestCreateRefusesRuntimeClasses(t *testing.T) {
	t.Parallel()
	const cpu = `{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","nodeDefault":true}`
	mapping := func(rest string) string { return `"runtimeClassMappings":[` + rest + `]` }
	runRefusals(t, `{`+identityJSON+`,"policy":{"constraints":{"security":{%%}}}}`,
		"managed_runner.policy.constraints.security.", []refusalRow{
			{"mapping beside allowlist", mapping(cpu) + `,"allowedRuntimeClasses":["kata"]`, "runtime_class_mappings"},
			{"mapping beside default", mapping(cpu) + `,"defaultGpuRuntimeClass":"kata"`, "runtime_class_mappings"},
			{"default not allowed", `"allowedRuntimeClasses":["kata"],"defaultCpuRuntimeClass":"runc"`, "default_cpu_runtime_class"},
			{"class twice", mapping(cpu + `,` + cpu), "runtime_class_mappings[1].runtime_class"},
			{"no target", mapping(`{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT"}`), "runtime_class_mappings[0]"},
			{
				"two targets", mapping(`{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","nodeDefault":true,"kubernetesRuntimeClassName":"kata"}`),
				"runtime_class_mappings[0].node_default",
			},
			{
				"node default false", mapping(`{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","nodeDefault":false}`),
				"runtime_class_mappings[0].node_default",
			},
			{
				"feature class on node default", mapping(`{"runtimeClass":"RUNTIME_CLASS_CPU_NESTED_VIRT","nodeDefault":true}`),
				"runtime_class_mappings[0].node_default",
			},
			{
				"bad class name", mapping(`{"runtimeClass":"RUNTIME_CLASS_CPU_DEFAULT","kubernetesRuntimeClassName":"Kata_QEMU"}`),
				"runtime_class_mappings[0].kubernetes_runtime_class_name",
			},
			{
				"class unspecified", mapping(`{"runtimeClass":"RUNTIME_CLASS_UNSPECIFIED","kubernetesRuntimeClassName":"kata"}`),
				"runtime_class_mappings[0].runtime_class",
			},
		})
}

func TestCreateRefusesSpecs(t *testing.T) {
	t.Parallel()
	runRefusals(t, `{`+identityJSON+`,"policy":{},"spec":{%%}}`, "managed_runner.spec.", []refusalRow{
		{"unknown child", `"replicas":1`, "replicas"},
		{"unknown channel", `"releaseChannel":"RELEASE_CHANNEL_BETA"`, "release_channel"},
		{"legacy switch", `"allowPrivilegedProfileAnnotations":true`, "allow_privileged_profile_annotations"},
		{
			"cron with six fields", `"maintenancePolicy":{"windows":[{"cron":"0 0 2 * * SAT","durationSeconds":60}]}`,
			"maintenance_policy.windows[0].cron",
		},
		{
			"cron with odd signs", `"maintenancePolicy":{"windows":[{"cron":"0 2 * * ?!","durationSeconds":60}]}`,
			"maintenance_policy.windows[0].cron",
		},
		{
			"window too short", `"maintenancePolicy":{"windows":[{"cron":"0 2 * * SAT","durationSeconds":59}]}`,
			"maintenance_policy.windows[0].duration_seconds",
		},
		{
			"window too long", `"maintenancePolicy":{"windows":[{"cron":"0 2 * * SAT","durationSeconds":604801}]}`,
			"maintenance_policy.windows[0].duration_seconds",
		},
		{
			"exclusion without start", `"maintenancePolicy":{"exclusions":[{"endTime":"2026-01-01T00:00:00Z"}]}`,
			"maintenance_policy.exclusions[0].start_time",
		},
		{
			"exclusion without end", `"maintenancePolicy":{"exclusions":[{"startTime":"2026-01-01T00:00:00Z"}]}`,
			"maintenance_policy.exclusions[0].end_time",
		},
		{
			"exclusion of no length",
			`"maintenancePolicy":{"exclusions":[{"startTime":"2026-01-01T00:00:00Z","endTime":"2026-01-01T01:00:00+01:00"}]}`,
			"maintenance_policy.exclusions[0].end_time",
		},
		{
			"a date for a time", `"maintenancePolicy":{"exclusions":[{"startTime":"2026-01-01","endTime":"2026-01-02T00:00:00Z"}]}`,
			"maintenance_policy.exclusions[0].start_time",
		},
		{
			"seconds for a time", `"maintenancePolicy":{"exclusions":[{"startTime":1,"endTime":"2026-01-02T00:00:00Z"}]}`,
			"maintenance_policy.exclusions[0].start_time",
		},
		{"toleration operator", `"overrides":{"tolerations":[{"operator":"In"}]}`, "overrides.tolerations[0].operator"},
		{"toleration effect", `"overrides":{"tolerations":[{"effect":"Never"}]}`, "overrides.tolerations[0].effect"},
		{"map with null", `"overrides":{"env":{"A":null}}`, `overrides.env["A"]`},
		{"map with number", `"overrides":{"labels":{"a":1}}`, `overrides.labels["a"]`},
		{"map as array", `"overrides":{"env":[]}`, "overrides.env"},
		{"affinity as text", `"overrides":{"affinity":"{}"}`, "overrides.affinity"},
		{"affinity of another kind", `"overrides":{"affinity":{"spread":{}}}`, "overrides.affinity"},
		{"negative replicas", `"overrides":{"scaling":{"replicas":-1}}`, "overrides.scaling.replicas"},
		{"min over max", `"overrides":{"scaling":{"minReplicas":3,"maxReplicas":2}}`, "overrides.scaling.min_replicas"},
		{"bad quantity", `"overrides":{"resources":{"cpuLimit":"x"}}`, "overrides.resources.cpu_limit"},
		{"data plane without exposure", `"dataPlane":{}`, "data_plane"},
		{"data plane with two", `"dataPlane":{"disabled":{},"clusterIp":{}}`, "data_plane.disabled"},
		{"disabled as bool", `"dataPlane":{"disabled":true}`, "data_plane.disabled"},
		{"bad source range", `"dataPlane":{"loadBalancer":{"sourceRanges":["all"]}}`, "data_plane.load_balancer.source_ranges[0]"},
		{"custom without address", `"dataPlane":{"custom":{}}`, "data_plane.custom.advertised_uri"},
		{"custom with a path", `"dataPlane":{"custom":{"advertisedUri":"/runner"}}`, "data_plane.custom.advertised_uri"},
	})
}

func TestCreateRefusesRunners(t *testing.T) {
	t.Parallel()
	runRefusals(t, `{%%}`, "managed_runner", []refusalRow{
		{"no runner id", `"identity":{"zone":"z","clusterId":"c"},"policy":{}`, ".identity.runner_id"},
		{"no cluster", `"identity":{"runnerId":"r","zone":"z"},"policy":{}`, ".identity.cluster_id"},
		{"no zone", `"identity":{"runnerId":"r","clusterId":"c","zone":""},"policy":{}`, ".identity.zone"},
		{"no policy", identityJSON, ".policy"},
		{"null policy", identityJSON + `,"policy":null`, ".policy"},
		{"cluster by name", identityJSON + `,"policy":{},"clusterName":"main"`, ".cluster_name"},
		{"older spec", identityJSON + `,"policy":{},"managed_spec":{}`, ".managed_spec"},
		{"profile bindings", identityJSON + `,"policy":{},"profileBindings":[{"profile":"p"}]`, ".profile_bindings"},
		{"an output of another type", identityJSON + `,"policy":{},"targetRevision":true`, ".target_revision"},
	})
}

func TestRefusalNamesEveryField(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{})
	r := create(t, fake, `{"identity":{},"policy":{}}`)
	requireRefused(t, r, CodeInvalidArgument)
	assert.Equal(t, []string{
		"managed_runner.identity.runner_id", "managed_runner.identity.cluster_id", "managed_runner.identity.zone",
	}, fields(r))
	assert.Contains(t, r.message, "and 2 more")
}

func TestBodiesThatAreNoRequests(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	for name, body := range map[string]string{
		"empty":            ``,
		"not JSON":         `{`,
		"an array":         `[]`,
		"two values":       `{"runnerId":"test-runner"}{}`,
		"a name twice":     `{"runnerId":"test-runner","runnerId":"test-runner"}`,
		"two spellings":    `{"runnerId":"test-runner","runner_id":"test-runner"}`,
		"unknown field":    `{"runnerId":"test-runner","validateOnly":true}`,
		"wrong type":       `{"runnerId":1}`,
		"not UTF-8":        "{\"runnerId\":\"\xff\"}",
		"no runner":        `{}`,
		"an empty runner":  `{"runnerId":""}`,
		"too deep":         `{"runnerId":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}`,
		"truncated string": `{"runnerId":"test`,
	} {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, post(t, fake, "GetManagedRunner", body), CodeInvalidArgument)
		})
	}
	requireOK(t, post(t, fake, "GetManagedRunner", `{"runner_id":"test-runner"}`))
}
