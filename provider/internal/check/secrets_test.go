package check

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
)

// canary is a value that must not be told, and that few rules accept.
const canary = "CANARY value"

// secretPlaces are paths to put a secret at, with the document that makes room for it.
var secretPlaces = []struct{ document, path string }{
	{`{}`, "runnerId"},
	{`{}`, "zone"},
	{`{}`, "clusterId"},
	{`{}`, "displayName"},
	{`{}`, "policy"},
	{`{}`, "spec"},
	{under("spec", `{}`), "spec.releaseChannel"},
	{under("spec.dataPlane.loadBalancer", `{}`), dataPath + ".hostname"},
	{under("spec.dataPlane.loadBalancer", `{"sourceRanges":["x"]}`), dataPath + ".sourceRanges[0]"},
	{under("spec.dataPlane.custom", `{}`), "spec.dataPlane.custom.advertisedUri"},
	{windows(`"x"`, `60`), cronPath},
	{exclusions(`"x"`, `"x"`), endPath},
	{under("spec.overrides.labels", `{}`), "spec.overrides.labels.a"},
	{under("spec.overrides.resources", `{}`), "spec.overrides.resources.cpuLimit"},
	{under("spec.overrides.tolerations", `[{}]`), "spec.overrides.tolerations[0].key"},
	{nodeMatch(`{"key":"a","operator":"In","values":["x"]}`), matchPath + ".values[0]"},
	{egress(`{}`), egressPath + ".httpsHostname"},
	{egress(`{"httpsHostname":"*","httpsHostnameExcept":["x"]}`), egressPath + ".httpsHostnameExcept[0]"},
	{egress(`{"cidr":{"cidr":"x"}}`), egressPath + ".cidr.cidr"},
	{egress(`{"cidr":{"cidr":"10.0.0.0/8","except":["x"]}}`), egressPath + ".cidr.except[0]"},
	{under(allowPath, `["x"]`), allowPath + "[0]"},
	{under(securityPath, `{"allowedCapabilities":["x"]}`), securityPath + ".allowedCapabilities[0]"},
	{under(securityPath, `{"allowedRuntimeClasses":["x"],"defaultCpuRuntimeClass":"y"}`), securityPath + ".allowedRuntimeClasses[0]"},
	{under(securityPath, `{"allowedRuntimeClasses":["x"]}`), securityPath + ".defaultCpuRuntimeClass"},
}

func TestSecretValuesAreNotTold(t *testing.T) {
	for _, place := range secretPlaces {
		t.Run(place.path, func(t *testing.T) {
			for _, v := range []property.Value{
				property.New(canary),
				property.New([]property.Value{property.New(canary)}),
				property.New(map[string]property.Value{"a": property.New(canary)}),
			} {
				news := put(t, inputs(t, place.document), place.path, v.WithSecret(true))
				assert.NotContains(t, texts(Inputs(property.Map{}, news)), "CANARY")
			}
		})
	}
}

// These are secret by the table, without a mark of the program.
func TestSecretFieldsAreNotTold(t *testing.T) {
	for _, document := range []string{
		under("spec.overrides.env", `"CANARY"`),
		under("spec.overrides.env", `{"A":["CANARY"],"B C":"CANARY","D":"CANARY"}`),
		under("spec.overrides.env", `{"CANARY=CANARY":"CANARY"}`),
		under("policy.base", `"CANARY"`),
		under("policy.base", `{"affinity":"CANARY","spec":{"containers":[{"securityContext":"CANARY"},"CANARY"]}}`),
	} {
		result := Inputs(property.Map{}, inputs(t, document))
		assert.NotEmpty(t, result.Failures)
		assert.NotContains(t, texts(result), "CANARY", document)
	}
}

// What is told about one value must not be another that is secret. Each of these tells it when it is not secret.
func TestSecretsInRelations(t *testing.T) {
	rows := []struct{ document, secret, told string }{
		{under("spec.overrides.resources", `{"cpuRequest":"977","cpuLimit":"976"}`), "spec.overrides.resources.cpuLimit", "976"},
		{under(resourcePath, `{"minCpu":"977","maxCpu":"976"}`), resourcePath + ".maxCpu", "976"},
		{scaling(`{"minReplicas":977,"maxReplicas":976}`), "spec.overrides.scaling.maxReplicas", "976"},
		{egress(`{"any":true,"ports":[{"port":977,"endPort":976}]}`), egressPath + ".ports[0].port", "977"},
		{egress(`{"cidr":{"cidr":"10.97.0.0/16","except":["10.0.0.0/8"]}}`), egressPath + ".cidr.cidr", "10.97"},
		{egress(`{"cidr":{"cidr":"10.97.0.1/16"}}`), egressPath + ".cidr.cidr", "10.97"},
		{egress(`{"cidr":{"cidr":"10.97.0.1"}}`), egressPath + ".cidr.cidr", "10.97"},
		{egress(`{"cidr":{"cidr":"::ffff:10.97.0.0/112"}}`), egressPath + ".cidr", "10.97"},
		{egress(`{"httpsHostname":"a97.example.com","httpsHostnameExcept":["b.example.com"]}`), egressPath + ".httpsHostname", "a97"},
		{under(allowPath, `["10.97.0.0/16","10.97.0.0/17"]`), allowPath, "10.97"},
		{under("spec.releaseChannel", `"release_channel_rapid"`), "spec.releaseChannel", "did you mean"},
	}
	for _, r := range rows {
		news := inputs(t, r.document)
		assert.Contains(t, texts(Inputs(property.Map{}, news)), r.told, r.document)
		v, err := pathOf(t, r.secret).Get(property.New(news))
		assert.NoError(t, err)
		hidden := texts(Inputs(property.Map{}, put(t, news, r.secret, v.WithSecret(true))))
		assert.NotEmpty(t, hidden)
		assert.NotContains(t, hidden, r.told, r.document)
	}
}

// Marks change what is told, never what is refused.
func TestMarksDoNotChangeTheFailures(t *testing.T) {
	for _, r := range refusedRows() {
		news := inputs(t, r.document)
		plain := Inputs(property.Map{}, news)
		marked := Inputs(property.Map{}, secretly(property.New(news)).AsMap())
		if assert.Len(t, marked.Failures, len(plain.Failures), r.document) {
			for i, f := range plain.Failures {
				assert.Equal(t, f.Property, marked.Failures[i].Property)
			}
		}
	}
}
