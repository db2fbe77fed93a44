package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// What the declarations say, by example. All fields are compared with docs/api-contract.md, see
// [TestTableOfFieldsMatchesTheContract].
func TestDescribe(t *testing.T) {
	t.Parallel()
	tests := []struct {
		path string
		want model.Field
	}{
		{"runnerId", model.Field{Name: "runnerId", Kind: model.String, Replace: true}},
		{"zone", model.Field{Name: "zone", Kind: model.String, Format: model.Caseless, Replace: true}},
		{"runnerGroupId", model.Field{Name: "runnerGroupId", Kind: model.String, Optional: true}},
		{"spec", model.Field{Name: "spec", Kind: model.Object, Optional: true, Presence: true}},
		{"spec.releaseChannel", model.Field{
			Name: "releaseChannel", Kind: model.String, Optional: true, Presence: true,
			Enum: []string{"RELEASE_CHANNEL_STABLE", "RELEASE_CHANNEL_RAPID"},
		}},
		{"spec.overrides.env", model.Field{Name: "env", Kind: model.Map, Optional: true, Secret: true}},
		{"spec.overrides.args", model.Field{Name: "args", Kind: model.List, Optional: true}},
		{"spec.overrides.affinity", model.Field{Name: "affinity", Kind: model.Object, Optional: true, Presence: true, JSON: true, EmptyActs: true}},
		{"spec.overrides.resources.cpuLimit", model.Field{Name: "cpuLimit", Kind: model.String, Format: model.Quantity, Optional: true}},
		{"spec.maintenancePolicy.exclusions.startTime", model.Field{Name: "startTime", Kind: model.String, Format: model.Timestamp}},
		{"spec.dataPlane.disabled", model.Field{Name: "disabled", Kind: model.Bool, Optional: true, Presence: true, OneOf: true, EmptyMessage: true}},
		{"policy", model.Field{Name: "policy", Kind: model.Object, Presence: true}},
		{"policy.base", model.Field{Name: "base", Kind: model.Map, Optional: true, Presence: true, Secret: true}},
		{"policy.constraints.resources.maxGpuCount", model.Field{Name: "maxGpuCount", Kind: model.Int, Optional: true, Presence: true, Int64: true}},
		{"policy.constraints.image.allowedImages", model.Field{Name: "allowedImages", Kind: model.List, Optional: true, Set: true}},
		{"policy.constraints.network.allowedEgress.httpsHostname", model.Field{
			Name: "httpsHostname", Kind: model.String, Optional: true,
			OneOf: true, Aliases: []string{"dnsName"},
		}},
		{"policy.constraints.network.allowedEgress.ports.protocol", model.Field{
			Name: "protocol", Kind: model.String, Optional: true,
			Default: "TCP", Enum: []string{"TCP", "UDP", "SCTP"},
		}},
		{"policy.controlPlaneAccess.sourceIpAllowlist", model.Field{
			Name: "sourceIpAllowlist", Kind: model.Object, Optional: true,
			Presence: true, EmptyActs: true,
		}},
		{"deploymentSpec", model.Field{Name: "deploymentSpec", Kind: model.Object, Optional: true, Secret: true, Loose: true}},
		{"ready", model.Field{Name: "ready", Kind: model.Bool}},
	}
	table := model.Describe[model.State]()
	for _, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			t.Parallel()
			found, ok := find(table, test.path)
			require.True(t, ok)
			got := model.Field{
				Name: found.Name, Kind: found.Kind, Format: found.Format, Enum: found.Enum, Optional: found.Optional, Secret: found.Secret,
				Replace: found.Replace, Set: found.Set, Presence: found.Presence, OneOf: found.OneOf, Default: found.Default,
				Aliases: found.Aliases, Int64: found.Int64, EmptyMessage: found.EmptyMessage, JSON: found.JSON, Loose: found.Loose,
				EmptyActs: found.EmptyActs,
			}
			assert.Equal(t, test.want, got)
		})
	}
}

// Exactly one of these is set in their message.
func TestDescribeFindsTheMembersOfEachOneof(t *testing.T) {
	t.Parallel()
	for path, want := range map[string][]string{
		"spec.dataPlane": {"disabled", "clusterIp", "loadBalancer", "custom"},
		"policy.constraints.network.allowedEgress":         {"cidr", "httpsHostname", "tenant", "any", "selector"},
		"policy.constraints.network.defaultIngress":        {"cidr", "tenant", "any"},
		"policy.constraints.security.runtimeClassMappings": {"nodeDefault", "kubernetesRuntimeClassName"},
		"policy.constraints.resources":                     nil,
		"policy.controlPlaneAccess.sourceIpAllowlist":      nil,
	} {
		f, ok := find(model.Describe[model.State](), path)
		require.True(t, ok, path)
		if f.Elem != nil {
			f = f.Elem
		}
		var members []string
		for _, child := range f.Fields {
			if child.OneOf {
				members = append(members, child.Name)
			}
		}
		assert.Equal(t, want, members, path)
	}
}

func TestDescribeRefusesMistakesInDeclarations(t *testing.T) {
	t.Parallel()
	type misspelled struct {
		Name string `pulumi:"name" runner:"present"`
	}
	type unsupported struct {
		Price float64 `pulumi:"price"`
	}
	assert.PanicsWithValue(t, `name: unknown word "present" in the runner tag`, func() { model.Describe[misspelled]() })
	assert.PanicsWithValue(t, "no field can have the type float64", func() { model.Describe[unsupported]() })
}

func TestDescribeGivesTheSameTableEachTime(t *testing.T) {
	t.Parallel()
	once, twice := model.Describe[model.Args](), model.Describe[model.Args]()
	assert.Same(t, once, twice)
	_, ok := model.Describe[model.Args]().Get("etag")
	assert.False(t, ok, "an output is no input")
}

func TestKindsAreNamedAsPulumiNamesThem(t *testing.T) {
	t.Parallel()
	for kind, want := range map[model.Kind]string{
		model.String: "string", model.Bool: "boolean", model.Int: "integer", model.Object: "object",
		model.List: "list", model.Map: "map", model.Any: "any",
	} {
		assert.Equal(t, want, kind.String())
	}
}
