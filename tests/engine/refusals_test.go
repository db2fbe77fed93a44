package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// What the API would refuse, or accept and mean otherwise, fails at preview, with its path, and reaches nobody.
func TestRefusals(t *testing.T) {
	t.Parallel()
	network := func(name string, rules ...any) object {
		return object{"constraints": object{"network": object{name: rules}}}
	}
	security := func(s object) object { return object{"constraints": object{"security": s}} }
	mappings := func(m ...object) object { return security(object{"runtimeClassMappings": m}) }
	allowlist := func(cidrs ...string) object {
		return object{"controlPlaneAccess": object{"sourceIpAllowlist": object{"cidrs": cidrs}}}
	}
	cpu := object{"runtimeClass": "RUNTIME_CLASS_CPU_DEFAULT", "nodeDefault": true}
	const (
		rules     = "policy.constraints.network."
		cidrs     = "policy.controlPlaneAccess.sourceIpAllowlist.cidrs"
		classes   = "policy.constraints.security.runtimeClassMappings"
		security0 = "policy.constraints.security."
	)
	tests := map[string]struct {
		spec, policy, top object
		path              string
	}{
		"egress rule without destination":   {policy: network("allowedEgress", object{}), path: rules + "allowedEgress[0]"},
		"hostname in default egress":        {policy: network("defaultEgress", object{"httpsHostname": "a.example.com"}), path: rules + "defaultEgress[0].httpsHostname"},
		"end port before port":              {policy: network("allowedEgress", object{"any": true, "ports": []object{{"port": 100, "endPort": 90}}}), path: rules + "allowedEgress[0].ports[0].endPort"},
		"covered prefix":                    {policy: allowlist("10.0.0.0/8", "10.1.0.0/16"), path: cidrs + "[1]"},
		"host bits":                         {policy: allowlist("10.0.0.1/8"), path: cidrs + "[0]"},
		"IPv4-mapped prefix":                {policy: allowlist("::ffff:10.0.0.0/104"), path: cidrs + "[0]"},
		"mapping beside allowlist":          {policy: security(object{"runtimeClassMappings": []object{cpu}, "allowedRuntimeClasses": []string{"kata"}}), path: security0},
		"mapping beside default":            {policy: security(object{"runtimeClassMappings": []object{cpu}, "defaultGpuRuntimeClass": "kata"}), path: security0},
		"class mapped twice":                {policy: mappings(cpu, cpu), path: classes + "[1]"},
		"mapping without target":            {policy: mappings(object{"runtimeClass": "RUNTIME_CLASS_CPU_DEFAULT"}), path: classes + "[0]"},
		"feature class on the node default": {policy: mappings(object{"runtimeClass": "RUNTIME_CLASS_CPU_NESTED_VIRT", "nodeDefault": true}), path: classes + "[0].nodeDefault"},
		"runtime class name": {
			policy: mappings(object{"runtimeClass": "RUNTIME_CLASS_CPU_DEFAULT", "kubernetesRuntimeClassName": "Kata_QEMU"}),
			path:   classes + "[0].kubernetesRuntimeClassName",
		},
		"unspecified class":       {policy: mappings(object{"runtimeClass": "RUNTIME_CLASS_UNSPECIFIED", "nodeDefault": true}), path: classes + "[0].runtimeClass"},
		"data plane without mode": {spec: object{"dataPlane": object{}}, path: "spec.dataPlane"},
		"data plane with two":     {spec: object{"dataPlane": object{"disabled": true, "clusterIp": object{}}}, path: "spec.dataPlane"},
		"exclusion without length": {
			spec: object{"maintenancePolicy": object{"exclusions": []object{{"startTime": "2026-01-01T00:00:00Z", "endTime": "2026-01-01T01:00:00+01:00"}}}},
			path: "spec.maintenancePolicy.exclusions[0].endTime",
		},
		"more replicas at least than at most": {
			spec: object{"overrides": object{"scaling": object{"minReplicas": 3, "maxReplicas": 2}}},
			path: "spec.overrides.scaling.minReplicas",
		},
		"empty runner group":        {top: object{"runnerGroupId": ""}, path: "runnerGroupId"},
		"cluster by name":           {top: object{"clusterId": "my-cluster"}, path: "clusterId"},
		"null in a list":            {spec: object{"overrides": object{"args": []any{"a", nil}}}, path: "spec.overrides.args[1]"},
		"key that a server refuses": {policy: object{"base": object{"spec": object{"affinity": object{}}}}, path: "policy.base"},
	}
	fake := fakeapi.Start(fakeapi.Options{})
	t.Cleanup(fake.Close)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inputs := properties(test.top)
			if test.spec != nil {
				inputs["spec"] = test.spec
			}
			if test.policy != nil {
				inputs["policy"] = test.policy
			}
			s := newStack(t, fake)
			s.write(runner(inputs))
			assert.Contains(t, s.Fails("preview"), test.path)
			assert.Empty(t, fake.Calls())
		})
	}
}
