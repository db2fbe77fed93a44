package check

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
)

// warned are documents that are accepted with one warning.
var warned = []row{
	{`{"runnerId":"My_Runner"}`, "runnerId", "the API may refuse it", ""},
	{`{"runnerId":"` + strings.Repeat("a", 64) + `"}`, "runnerId", "at most 63", ""},
	{`{"zone":"us_east"}`, "zone", "does not look like a zone", ""},
	{windows(`"0 0 30 2 *"`, `60`), cronPath, "never comes", ""},
	{under("spec.volumes.csiDriverAllowlist", `["a","b","a"]`), "spec.volumes.csiDriverAllowlist[2]", "repeats element 0", ""},
	{under("policy.constraints.image.allowedRegistries", `[""]`), "policy.constraints.image.allowedRegistries[0]", "is empty", ""},
	{under("policy.constraints.volumes.allowedMedia", `["STORAGE_MEDIUM_DISK","STORAGE_MEDIUM_DISK"]`), "policy.constraints.volumes.allowedMedia[1]", "repeats element 0", ""},
	{scaling(`{"replicas":5,"autoscalingEnabled":true,"minReplicas":1,"maxReplicas":4}`), "spec.overrides.scaling.replicas", "autoscaling will change it", ""},
	{scaling(`{"replicas":1,"autoscalingEnabled":true,"minReplicas":2}`), "spec.overrides.scaling.replicas", "autoscaling will change it", ""},
	{scaling(`{"replicas":3000000000}`), "spec.overrides.scaling.replicas", "is above 2147483647", ""},
	{under(dataPath+".sourceRanges", `["10.0.0.1/8"]`), dataPath + ".sourceRanges[0]", "is not in canonical form: write `10.0.0.0/8`", ""},
	{egress(`{"cidr":{"cidr":"10.0.0.0/8","except":["10.1.2.3/16"]}}`), egressPath + ".cidr.except[0]", "is not in canonical form: write `10.1.0.0/16`", ""},
	{egress(`{"cidr":{"cidr":"10.0.0.0/8","except":["10.0.0.0/8"]}}`), egressPath + ".cidr.except[0]", "leaves nothing of `cidr`", ""},
	{egress(`{"httpsHostname":"*.example.com","httpsHostnameExcept":["example.com"]}`), egressPath + ".httpsHostnameExcept[0]", `is not covered by ` + "`httpsHostname` (\"*.example.com\")", ""},
	{egress(`{"httpsHostname":"10.0.0.1"}`), egressPath + ".httpsHostname", "use `cidr` for addresses", ""},
	{under(networkPath, `{"denyHttpsHostnameRules":true,"allowedEgress":[{"any":true},{"httpsHostname":"*"}]}`), networkPath + ".denyHttpsHostnameRules", "`allowedEgress[1]` has no effect", ""},
	{under(securityPath, `{"allowedCapabilities":["CAP_NET_ADMIN"]}`), securityPath + ".allowedCapabilities[0]", "such as `NET_ADMIN`", ""},
	{under(securityPath, `{"allowedCapabilities":["net_admin"]}`), securityPath + ".allowedCapabilities[0]", "such as `NET_ADMIN`", ""},
	{under(securityPath, `{"allowedRuntimeClasses":["Kata"]}`), securityPath + ".allowedRuntimeClasses[0]", "no name that a Kubernetes RuntimeClass can have", ""},
	{under(termPath, `[{}]`), termPath + "[0]", "matches no node", ""},
	{under(termPath, `[{"matchFields":[{"key":"spec.name","operator":"In","values":["a"]}]}]`), termPath + "[0].matchFields[0].key", "is not `metadata.name`", ""},
	{under("policy.constraints.metadata.maxAnnotationCount", `3000000000`), "policy.constraints.metadata.maxAnnotationCount", "is above 2147483647", ""},
}

func TestWarnings(t *testing.T) {
	for _, r := range warned {
		t.Run(r.path, func(t *testing.T) {
			result := Inputs(property.Map{}, inputs(t, r.document))
			assert.Empty(t, result.Failures, r.document)
			if assert.Len(t, result.Warnings, 1, r.document) {
				assert.True(t, strings.HasPrefix(result.Warnings[0], r.path+": "), result.Warnings[0])
				assert.Contains(t, result.Warnings[0], r.reason)
			}
		})
	}
}

// A relation of which one side is unknown is no reason to warn either.
func TestUnknownValuesAreNotWarnedOf(t *testing.T) {
	for _, r := range warned {
		result := Inputs(property.Map{}, put(t, inputs(t, r.document), r.path, property.New(property.Computed)))
		assert.Empty(t, texts(result), r.document)
	}
}

// What is refused is not warned of as well.
func TestNoWarningBesideAFailure(t *testing.T) {
	result := Inputs(property.Map{}, inputs(t, under(allowPath, `["10.0.0.0/8","10.0.0.0/8"]`)))
	assert.Len(t, result.Failures, 1)
	assert.Empty(t, result.Warnings)
}
