package check

import (
	"slices"
	"strings"
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
)

func isNot(path string) func(p.CheckFailure) bool {
	return func(f p.CheckFailure) bool { return f.Property != path }
}

// A value that is not known yet is waited for: whatever refuses a value does not refuse an unknown one.
func TestUnknownValuesAreNotRefused(t *testing.T) {
	unknown := property.New(property.Computed)
	for _, r := range refusedRows() {
		if r.decides == "-" { // a name is known even where its value is not
			continue
		}
		t.Run(r.path, func(t *testing.T) {
			decides := r.path
			if r.decides != "" {
				decides = r.decides
			}
			for _, v := range []property.Value{unknown, unknown.WithSecret(true)} {
				result := Inputs(property.Map{}, put(t, inputs(t, r.document), decides, v))
				assert.Empty(t, slices.DeleteFunc(slices.Clone(result.Failures), isNot(r.path)), r.document)
			}
		})
	}
}

// The same for everything that holds the value, up to the top-level property.
func TestUnknownParentsAreNotRefused(t *testing.T) {
	for _, r := range refusedRows() {
		var segments []property.PathSegment
		pathOf(t, r.path).Segments(func(s property.PathSegment) bool { segments = append(segments, s); return true })
		for i := 1; i < len(segments); i++ {
			parent, err := property.PathFromSegments(segments[:i]...).MarshalText()
			assert.NoError(t, err)
			result := Inputs(property.Map{}, put(t, inputs(t, r.document), string(parent), property.New(property.Computed)))
			assert.Empty(t, slices.DeleteFunc(result.Failures, isNot(r.path)), "%s with %s unknown", r.document, parent)
		}
	}
}

// Rules about several values wait for those that are unknown, and for those only.
func TestRelationsWithUnknownMembers(t *testing.T) {
	rows := map[string]struct {
		document string
		unknown  string // becomes unknown
		want     string // the whole text, or nothing
	}{
		"unknown mode":            {under("spec.dataPlane", `{"disabled":"?"}`), "spec.dataPlane.disabled", ""},
		"unknown other mode":      {under("spec.dataPlane", `{"disabled":true,"custom":"?"}`), "spec.dataPlane.custom", ""},
		"two modes and unknown":   {under("spec.dataPlane", `{"disabled":true,"clusterIp":{},"custom":"?"}`), "spec.dataPlane.custom", "spec.dataPlane: exactly one of `disabled`, `clusterIp`, `loadBalancer` and `custom` must be set, found `disabled` and `clusterIp`"},
		"end of unknown start":    {exclusions(`"?"`, `"2026-12-24T00:00:00Z"`), "spec.maintenancePolicy.exclusions[0].startTime", ""},
		"unknown request":         {under("spec.overrides.resources", `{"cpuRequest":"?","cpuLimit":"1"}`), "spec.overrides.resources.cpuRequest", ""},
		"unknown bound between":   {under(resourcePath, `{"minCpu":"3","defaultCpu":"?","maxCpu":"2"}`), resourcePath + ".defaultCpu", resourcePath + ".minCpu: must not exceed `maxCpu` (\"2\")"},
		"unknown prefix":          {under(allowPath, `["?","10.0.0.0/8","10.1.0.0/16"]`), allowPath + "[0]", allowPath + `[2]: the prefix ("10.1.0.0/16") is covered by element 1 ("10.0.0.0/8")`},
		"unknown cidr":            {egress(`{"cidr":{"cidr":"?","except":["10.0.0.0/8"]}}`), egressPath + ".cidr.cidr", ""},
		"unknown port":            {egress(`{"any":true,"ports":[{"port":"?","endPort":1}]}`), egressPath + ".ports[0].port", ""},
		"unknown port, bad end":   {egress(`{"any":true,"ports":[{"port":"?","endPort":70000}]}`), egressPath + ".ports[0].port", egressPath + ".ports[0].endPort: must be between 1 and 65535, or 0 for a single port"},
		"unknown hostname":        {egress(`{"httpsHostname":"?","ports":[{"port":443}],"httpsHostnameExcept":["a.example.com"]}`), egressPath + ".httpsHostname", ""},
		"unknown hostname port":   {egress(`{"httpsHostname":"a.example.com","ports":[{"port":"?"}]}`), egressPath + ".ports[0].port", ""},
		"unknown allowed class":   {under(securityPath, `{"allowedRuntimeClasses":["a","?"],"defaultCpuRuntimeClass":"b"}`), securityPath + ".allowedRuntimeClasses[1]", ""},
		"unknown allowed classes": {under(securityPath, `{"allowedRuntimeClasses":"?","defaultCpuRuntimeClass":"b"}`), securityPath + ".allowedRuntimeClasses", ""},
		"mappings and unknown":    {mappings(gpuMapping, `,"allowedRuntimeClasses":"?"`), securityPath + ".allowedRuntimeClasses", ""},
		"unknown mapping":         {mappings(`"?",`+gpuMapping+","+gpuMapping, ""), mappingsPath + "[0]", mappingsPath + "[2].runtimeClass: is mapped by element 1 already"},
		"unknown class":           {mappings(`{"runtimeClass":"?","nodeDefault":true}`, ""), mappingsPath + "[0].runtimeClass", ""},
		"unknown operator":        {nodeMatch(`{"key":"a","operator":"?","values":["x"]}`), matchPath + ".operator", ""},
		"unknown values":          {nodeMatch(`{"key":"a","operator":"In","values":"?"}`), matchPath + ".values", ""},
		"unknown value":           {nodeMatch(`{"key":"a","operator":"Gt","values":["?"]}`), matchPath + ".values[0]", ""},
		"unknown toleration":      {under("spec.overrides.tolerations", `[{"operator":"?","value":"x"}]`), "spec.overrides.tolerations[0].operator", ""},
		"unknown scaling":         {scaling(`{"minReplicas":5,"maxReplicas":"?"}`), "spec.overrides.scaling.maxReplicas", ""},
		"unknown label value":     {under("spec.overrides.labels", `{"bad key":"?"}`), `spec.overrides.labels["bad key"]`, `spec.overrides.labels["bad key"]: the name ` + ruleLabelKey},
		"unknown refused key":     {under("policy.base", `{"affinity":"?"}`), "policy.base.affinity", "policy.base.affinity: " + ruleBaseKey},
	}
	for name, r := range rows {
		t.Run(name, func(t *testing.T) {
			news := put(t, inputs(t, r.document), r.unknown, property.New(property.Computed))
			assert.Equal(t, r.want, strings.TrimSpace(texts(Inputs(property.Map{}, news))))
		})
	}
}

// Nothing is known in the first preview of a program that computes everything.
func TestEverythingUnknown(t *testing.T) {
	unknown := map[string]property.Value{}
	for _, name := range []string{"runnerId", "runnerGroupId", "zone", "clusterId", "displayName", "spec", "policy"} {
		unknown[name] = property.New(property.Computed)
	}
	assert.Empty(t, texts(Inputs(property.Map{}, property.NewMap(unknown))))
}
