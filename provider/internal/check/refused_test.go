package check

import (
	"slices"
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

// refusedRows has a row for every rule, in every place that the rule has.
func refusedRows() []row {
	return slices.Concat(structureRows, identityRows, specRows, overridesRows, affinityRows,
		policyRows, networkRows, addressRows, securityRows, baseRows)
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

var structureRows = []row{
	// Names.
	{`{"polcy":{}}`, "polcy", "unknown property; did you mean `policy`?", "-"},
	{`{"displayNames":"x"}`, "displayNames", "did you mean `displayName`?", "-"},
	{`{"zone":null}`, "zone", "is required", ""},
	{`{"identity":{}}`, "identity", "unknown property; known here: `runnerId`, ", "-"},
	{`{"clusterName":"x"}`, "clusterName", "is an output of the resource", "-"},
	{`{"clusterId":null,"cluster_id":"x"}`, "cluster_id", "write `clusterId`", "-"},
	{under("spec.dataPlane", `{"clusterIP":{}}`), "spec.dataPlane.clusterIP", "write `clusterIp`", "-"},
	{
		under("policy.constraints.network.allowedEgress", `[{"dnsName":"a.example.com"}]`),
		"policy.constraints.network.allowedEgress[0].dnsName", "is an older name: write `httpsHostname`", "-",
	},
	{
		under("policy.constraints.network.allowedEgress", `[{"dns_name":"a.example.com","httpsHostname":"a.example.com"}]`),
		"policy.constraints.network.allowedEgress[0].dns_name", "is an older name: write `httpsHostname`", "-",
	},
	{
		under("policy.constraints.network.allowedEgress", `[{"httpsHostname":"*","dnsNameExcept":["a.example.com"]}]`),
		"policy.constraints.network.allowedEgress[0].dnsNameExcept", "write `httpsHostnameExcept`", "-",
	},
	{
		under("policy.constraints.network", `{"denyDns":true}`), "policy.constraints.network.denyDns",
		"write `denyHttpsHostnameRules`", "-",
	},
	{
		under("policy.constraints.network", `{"deny_https_hostname_rules":true}`),
		"policy.constraints.network.deny_https_hostname_rules", "write `denyHttpsHostnameRules`", "-",
	},
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
	{
		under("policy.constraints.resources.maxGpuCount", `9007199254740993`), "policy.constraints.resources.maxGpuCount",
		"must be between -9007199254740991 and 9007199254740991", "",
	},
	{under("policy.constraints.resources.maxGpuCount", `-1e300`), "policy.constraints.resources.maxGpuCount", "must be between", ""},

	// Enums.
	{under("spec.releaseChannel", `"STABLE"`), "spec.releaseChannel", "must be one of `RELEASE_CHANNEL_STABLE`, `RELEASE_CHANNEL_RAPID`", ""},
	{under("spec.releaseChannel", `""`), "spec.releaseChannel", "must be one of", ""},
	{under("spec.releaseChannel", `"RELEASE_CHANNEL_UNSPECIFIED"`), "spec.releaseChannel", "must be one of", ""},
	{
		under("spec.imagePull.policy", `"sandbox_image_pull_policy_always"`), "spec.imagePull.policy",
		"did you mean `SANDBOX_IMAGE_PULL_POLICY_ALWAYS`?", "",
	},
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
	{
		under("policy.constraints.network.allowedEgress", `[{}]`), "policy.constraints.network.allowedEgress[0]",
		"exactly one of `cidr`, `httpsHostname`, `tenant`, `any` and `selector` must be set, found none", "",
	},
	{
		under("policy.constraints.network.allowedIngress", `[{"any":true,"tenant":"TENANT_SCOPE_SAME_ORG"}]`),
		"policy.constraints.network.allowedIngress[0]", "found `tenant` and `any`", "",
	},
	{
		under("policy.constraints.network.allowedIngress", `[{"any":false,"tenant":"TENANT_SCOPE_SAME_ORG"}]`),
		"policy.constraints.network.allowedIngress[0].any", "must be true or left out", "",
	},
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
