package canonical_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/canonical"
)

type object = map[string]property.Value

func str(s string) property.Value  { return property.New(s) }
func num(n float64) property.Value { return property.New(n) }
func obj(m object) property.Value  { return property.New(m) }
func arr(v ...property.Value) property.Value {
	if v == nil {
		v = []property.Value{}
	}
	return property.New(v)
}

func policy(m object) property.Map { return property.NewMap(object{"policy": obj(m)}) }
func spec(m object) property.Map   { return property.NewMap(object{"spec": obj(m)}) }

func resources(m object) property.Map {
	return policy(object{"constraints": obj(object{"resources": obj(m)})})
}

func network(m object) property.Map {
	return policy(object{"constraints": obj(object{"network": obj(m)})})
}

func allowlist(cidrs ...property.Value) property.Map {
	return policy(object{"controlPlaneAccess": obj(object{"sourceIpAllowlist": obj(object{"cidrs": arr(cidrs...)})})})
}

func exclusion(start string) property.Map {
	return spec(object{"maintenancePolicy": obj(object{"exclusions": arr(obj(object{
		"startTime": str(start), "endTime": str("2027-01-01T00:00:00Z"),
	}))})})
}

// Two spellings of one meaning, and two meanings that look alike.
func TestDiff(t *testing.T) {
	t.Parallel()
	unknown := property.New(property.Computed)
	tests := []struct {
		name     string
		old, new property.Map
		want     []string
	}{
		{"quantity in other units", resources(object{"maxMemory": str("2Gi")}), resources(object{"maxMemory": str("2048Mi")}), nil},
		{"quantity with a fraction", resources(object{"maxMemory": str("2.7Gi")}), resources(object{"maxMemory": str("2899102924800m")}), nil},
		{
			"another quantity", resources(object{"maxCpu": str("1")}), resources(object{"maxCpu": str("1001m")}),
			[]string{"policy.constraints.resources.maxCpu"},
		},
		{"huge exponents stay cheap", resources(object{"maxCpu": str("1E")}), resources(object{"maxCpu": str("1e18")}), nil},
		{
			"a quantity that no computer can hold", resources(object{"maxCpu": str("1")}),
			resources(object{"maxCpu": str("1.00000000000000000000000001e99999999")}),
			[]string{"policy.constraints.resources.maxCpu"},
		},
		{"instant in another zone", exclusion("2026-12-24T01:00:00+01:00"), exclusion("2026-12-24T00:00:00.000Z"), nil},
		{
			"another instant", exclusion("2026-12-24T00:00:00Z"), exclusion("2026-12-24T00:00:01Z"),
			[]string{"spec.maintenancePolicy.exclusions[0].startTime"},
		},
		{"zone in other case", property.NewMap(object{"zone": str("US-EAST-04A")}), property.NewMap(object{"zone": str("us-east-04a")}), nil},
		{"set in another order", allowlist(str("a"), str("b")), allowlist(str("b"), str("a")), nil},
		{"set with a repetition", allowlist(str("a"), str("a")), allowlist(str("a")), nil},
		{
			"element joins a set", allowlist(str("a"), str("c")), allowlist(str("b"), str("a"), str("c")),
			[]string{"policy.controlPlaneAccess.sourceIpAllowlist.cidrs[0]"},
		},
		{
			"element leaves a set", allowlist(str("b"), str("a")), allowlist(str("a")),
			[]string{"policy.controlPlaneAccess.sourceIpAllowlist.cidrs[0]"},
		},
		{
			"rules keep their order",
			network(object{"allowedEgress": arr(obj(object{"any": property.New(true)}), obj(object{"httpsHostname": str("a.b")}))}),
			network(object{"allowedEgress": arr(obj(object{"httpsHostname": str("a.b")}), obj(object{"any": property.New(true)}))}),
			[]string{
				"policy.constraints.network.allowedEgress[0].httpsHostname", "policy.constraints.network.allowedEgress[0].any",
				"policy.constraints.network.allowedEgress[1].httpsHostname", "policy.constraints.network.allowedEgress[1].any",
			},
		},
		{"false is absent", network(object{"denyHttpsHostnameRules": property.New(false)}), network(object{}), nil},
		{
			"TCP is the default",
			network(object{"allowedEgress": arr(obj(object{"any": property.New(true), "ports": arr(obj(object{"port": num(1), "protocol": str("TCP")}))}))}),
			network(object{"allowedEgress": arr(obj(object{"any": property.New(true), "ports": arr(obj(object{"port": num(1), "endPort": num(0)}))}))}), nil,
		},
		{
			"no GPU is not any GPU", resources(object{"maxGpuCount": num(0)}), resources(object{}),
			[]string{"policy.constraints.resources.maxGpuCount"},
		},
		{
			"a group counts", policy(object{"constraints": obj(object{"resources": obj(object{})})}), policy(object{"constraints": obj(object{})}),
			[]string{"policy.constraints.resources"},
		},
		{"an empty base counts", policy(object{"base": obj(object{})}), policy(object{}), []string{"policy.base"}},
		{
			"deny everybody is not allow everybody",
			policy(object{"controlPlaneAccess": obj(object{"sourceIpAllowlist": obj(object{})})}),
			policy(object{"controlPlaneAccess": obj(object{})}),
			[]string{"policy.controlPlaneAccess.sourceIpAllowlist"},
		},
		{
			"an empty affinity clears", spec(object{"overrides": obj(object{"affinity": obj(object{})})}), spec(object{"overrides": obj(object{})}),
			[]string{"spec.overrides.affinity"},
		},
		{
			"an empty variable is a variable",
			spec(object{"overrides": obj(object{"env": obj(object{"A": str("")})})}), spec(object{"overrides": obj(object{})}),
			[]string{"spec.overrides.env"},
		},
		{
			"keys of base are opaque", policy(object{"base": obj(object{"dns_name": str("x")})}), policy(object{"base": obj(object{"dnsName": str("x")})}),
			[]string{"policy.base.dnsName", "policy.base.dns_name"},
		},
		{
			"keys are quoted where they must be",
			spec(object{"overrides": obj(object{"labels": obj(object{"a.b/c": str("x")})})}),
			spec(object{"overrides": obj(object{"labels": obj(object{"a.b/c": str("y")})})}),
			[]string{`spec.overrides.labels["a.b/c"]`},
		},
		{
			"unknown may be anything", resources(object{"maxCpu": str("1")}), resources(object{"maxCpu": unknown}),
			[]string{"policy.constraints.resources.maxCpu"},
		},
		{
			"unknown element of a set", allowlist(str("a")), allowlist(unknown),
			[]string{"policy.controlPlaneAccess.sourceIpAllowlist.cidrs[0]"},
		},
		{"explicit null is absent", policy(object{"displayName": property.Value{}}), policy(object{}), nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, change := range canonical.Diff(test.old, test.new, args) {
				got = append(got, change.Path.String())
			}
			assert.Equal(t, test.want, got)
		})
	}
}

// A number with a million digits must not be written out.
func TestQuantityWithHugeExponent(t *testing.T) {
	t.Parallel()
	x := resources(object{"maxCpu": str("1e1000000000")})
	assert.Empty(t, canonical.Diff(x, x, args))
}

func TestRespellKeepsTheProgramsSpelling(t *testing.T) {
	t.Parallel()
	program := policy(object{
		"displayName": str("p"),
		"constraints": obj(object{
			"resources": obj(object{"maxMemory": str("2.7Gi"), "requireLimits": property.New(false)}),
			"image":     obj(object{"allowedRegistries": arr(str("b"), str("a"))}),
		}),
	})
	server := policy(object{
		"displayName": str("p"),
		"constraints": obj(object{
			"resources": obj(object{"maxMemory": str("2899102924800m"), "maxCpu": str("1")}),
			"image":     obj(object{"allowedRegistries": arr(str("a"), str("b"), str("c"))}),
		}),
	})
	want := policy(object{
		"displayName": str("p"),
		"constraints": obj(object{
			"resources": obj(object{"maxMemory": str("2.7Gi"), "requireLimits": property.New(false), "maxCpu": str("1")}),
			"image":     obj(object{"allowedRegistries": arr(str("b"), str("a"), str("c"))}),
		}),
	})
	assert.Equal(t, property.New(want), property.New(canonical.Respell(program, server, args)))
}
