package check

import (
	"fmt"
	"math"
	"strings"
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/archive"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// An existing runner may have a cluster name where new ones must have a UUID.
func TestExistingClusterName(t *testing.T) {
	news := inputs(t, `{"clusterId":"old-cluster"}`)
	assert.NotEmpty(t, Inputs(property.Map{}, news).Failures)
	assert.Empty(t, Inputs(news, news).Failures)
	assert.Empty(t, Inputs(inputs(t, `{"clusterId":"OLD-CLUSTER"}`), news).Failures, "the field is caseless")
	assert.NotEmpty(t, Inputs(inputs(t, `{"clusterId":"other"}`), news).Failures)
	assert.NotEmpty(t, Inputs(inputs(t, `{"clusterId":null}`), news).Failures)
}

// All failures at once, in the order of the declaration, lists by index, unknown names last.
func TestOrder(t *testing.T) {
	result := Inputs(property.Map{}, inputs(t, `{
		"zonk":1, "policy":{"base":{"affinity":1},"displayName":1,"controlPlaneAccess":{"sourceIpAllowlist":{"cidrs":
			["x","1.1.1.1/32","2.2.2.2/32","x","x","x","x","x","x","x","x"]}},
		"constraints":{"resources":{"maxMemory":"x","maxCpu":"x"},"network":{"defaultEgress":[{}],"allowedEgress":[{}]}}},
		"spec":{"overrides":{"labels":{"b b":"c c","a a":""}}},
		"clusterId":null, "zone":"", "runnerId":1}`))
	paths := make([]string, 0, len(result.Failures))
	for _, f := range result.Failures {
		paths = append(paths, f.Property)
	}
	assert.Equal(t, []string{
		"runnerId", "zone", "clusterId",
		`spec.overrides.labels["a a"]`, `spec.overrides.labels["b b"]`, `spec.overrides.labels["b b"]`,
		"policy.displayName", "policy.base.affinity",
		resourcePath + ".maxCpu", resourcePath + ".maxMemory",
		networkPath + ".allowedEgress[0]", networkPath + ".defaultEgress[0]",
		allowPath + "[0]", allowPath + "[3]", allowPath + "[4]", allowPath + "[5]", allowPath + "[6]",
		allowPath + "[7]", allowPath + "[8]", allowPath + "[9]", allowPath + "[10]",
		"zonk",
	}, paths)
}

// Values that JSON cannot spell.
func TestValuesBeyondJSON(t *testing.T) {
	file, err := asset.FromText("x")
	require.NoError(t, err)
	files, err := archive.FromPath(t.TempDir())
	require.NoError(t, err)
	reference := property.New(property.ResourceReference{URN: "urn:pulumi:s::p::t::n"})
	rows := []struct {
		path   string
		value  property.Value
		reason string
	}{
		{resourcePath + ".maxGpuCount", property.New(math.NaN()), "must be a finite number"},
		{resourcePath + ".maxGpuCount", property.New(math.Inf(1)), "must be a finite number"},
		{"policy.base.x", property.New(math.NaN()), "must be a finite number"},
		{"policy.base.x", property.New([]property.Value{property.New(math.Inf(-1))}), "must be a finite number"},
		{"policy.base.x", property.New(file), "expected a JSON value, found asset"},
		{"policy.base.x", property.New(files), "expected a JSON value, found archive"},
		{"policy.base.x", reference, "expected a JSON value, found resource"},
		{"policy", property.New(file), "expected object, found asset"},
		{"policy", property.New(files), "expected object, found archive"},
		{"runnerId", reference, "expected string, found resource"},
	}
	for _, r := range rows {
		news := put(t, inputs(t, under("policy", `{"base":{},"constraints":{"resources":{}}}`)), r.path, r.value)
		failures := Inputs(property.Map{}, news).Failures
		if assert.Len(t, failures, 1, "%s %v", r.path, r.value) {
			assert.Contains(t, failures[0].Reason, r.reason)
		}
	}
}

// Keys of every kind are spelled so that Pulumi reads them back.
func TestPathsOfOddKeys(t *testing.T) {
	for _, key := range []string{"", "a.b", `a"b`, `a\`, "[0]", "ä", "a\nb", "1", " "} {
		labels := property.New(map[string]property.Value{key: property.New("a b")})
		news := put(t, inputs(t, under("spec.overrides.labels", `{}`)), "spec.overrides.labels", labels)
		for _, f := range Inputs(property.Map{}, news).Failures {
			v, err := pathOf(t, f.Property).Get(property.New(news))
			assert.NoError(t, err, f.Property)
			assert.Equal(t, property.New("a b"), v)
		}
	}
	dotted := Inputs(property.Map{}, inputs(t, under("spec.overrides.labels", `{"example.com/a":"a b"}`)))
	require.Len(t, dotted.Failures, 1)
	path, err := resource.ParsePropertyPath(dotted.Failures[0].Property)
	require.NoError(t, err)
	assert.Equal(t, resource.PropertyPath{"spec", "overrides", "labels", "example.com/a"}, path)
}

// Sizes beyond any sense end soon, and without a panic.
func TestHugeInputs(t *testing.T) {
	long := strings.Repeat("k", 1<<15)
	news := inputs(t, under("spec", `{"overrides":{"labels":{}}}`))
	news = news.Set(long, property.New(long))
	labels := property.New(map[string]property.Value{long: property.New(long)})
	news = put(t, news, "spec.overrides.labels", labels)
	assert.Len(t, Inputs(property.Map{}, news).Failures, 3)

	many := make([]property.Value, 20000)
	for i := range many {
		many[i] = property.New(fmt.Sprintf("%d", i%10000))
	}
	deep := property.New(math.NaN())
	for range 3000 {
		deep = property.New([]property.Value{deep})
	}
	news = inputs(t, under("policy", `{"base":{"deep":null},"constraints":{"image":{"allowedImages":[]}}}`))
	news = put(t, news, "policy.constraints.image.allowedImages", property.New(many))
	news = put(t, news, "policy.base.deep", deep)
	result := Inputs(property.Map{}, news)
	assert.Len(t, result.Failures, 1)
	assert.Len(t, result.Warnings, 10000)
}

// Every name of the table is known to the walk, whatever is added to the table.
func TestEveryFieldIsKnown(t *testing.T) {
	root := model.Describe[model.Args]()
	unknown := map[string]property.Value{}
	for _, f := range root.Fields {
		unknown[f.Name] = property.New(property.Computed)
	}
	assert.Empty(t, texts(Inputs(property.Map{}, property.NewMap(unknown))))
	required := Inputs(property.Map{}, property.Map{}).Failures
	assert.Equal(t, []p.CheckFailure{
		{Property: "runnerId", Reason: "is required"},
		{Property: "zone", Reason: "is required"},
		{Property: "clusterId", Reason: "is required"},
		{Property: "policy", Reason: "is required"},
	}, required)
}
