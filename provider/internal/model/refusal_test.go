package model_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// What cannot be read is named by its path, and never shown: it may be a secret.
func TestDecodeRefusesValuesOfAnotherType(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, server, want string }{
		{"no runner", `["hunter2"]`, "a runner must be a JSON object"},
		{"null", `null`, "a runner must be a JSON object"},
		{"object for a list", spec(`{"overrides":{"args":{"hunter2":1}}}`), "spec.overrides.args is not of the type list"},
		{"list for an object", policy(`["hunter2"]`), "policy is not of the type object"},
		{"string for an object", policy(`{"constraints":"hunter2"}`), "policy.constraints is not of the type object"},
		{"list for a map", spec(`{"overrides":{"env":["hunter2"]}}`), "spec.overrides.env is not of the type map"},
		{"number in a map of strings", spec(`{"overrides":{"env":{"hunter2":42}}}`), "spec.overrides.env[...] is not of the type string"},
		{"number for a string", resources(`{"maxCpu":42}`), "policy.constraints.resources.maxCpu is not of the type string"},
		{"string for a boolean", resources(`{"requireLimits":"hunter2"}`), "policy.constraints.resources.requireLimits is not of the type boolean"},
		{"text for an integer", resources(`{"maxGpuCount":"hunter2"}`), "policy.constraints.resources.maxGpuCount is not of the type integer"},
		{"fraction for an integer", resources(`{"maxGpuCount":4.5}`), "policy.constraints.resources.maxGpuCount is not of the type integer"},
		{"boolean for an integer", resources(`{"maxGpuCount":true}`), "policy.constraints.resources.maxGpuCount is not of the type integer"},
		{"number for an enum", spec(`{"releaseChannel":42}`), "spec.releaseChannel is not of the type string"},
		{"string for the empty message", spec(`{"dataPlane":{"disabled":"hunter2"}}`), "spec.dataPlane.disabled is not of the type boolean"},
		{"element of a list", egress(`{"any":true},{"ports":[{"port":"hunter2"}]}`), "policy.constraints.network.allowedEgress[1].ports[0].port is not of the type integer"},
		{"affinity that is no JSON", spec(`{"overrides":{"affinity":"hunter2"}}`), "spec.overrides.affinity is not of the type object"},
		{"affinity that is another JSON", spec(`{"overrides":{"affinity":"[42]"}}`), "spec.overrides.affinity is not of the type object"},
		{"affinity with more after it", spec(`{"overrides":{"affinity":"{} hunter2"}}`), "spec.overrides.affinity is not of the type object"},
		{"affinity in two layers of strings", spec(`{"overrides":{"affinity":"\"{}\""}}`), "spec.overrides.affinity is not of the type object"},
		{"number for the free-form value", policy(`{"base":42}`), "policy.base is not of the type map"},
		{
			"several", policy(`{"displayName":42,"constraints":{"image":{"allowedImages":"hunter2"}}}`),
			"policy.constraints.image.allowedImages is not of the type list; policy.displayName is not of the type string",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var r model.ManagedRunner
			err := json.Unmarshal([]byte(test.server), &r)
			require.EqualError(t, err, test.want)
			assert.NotContains(t, err.Error(), "hunter2")
			assert.NotContains(t, err.Error(), "42")
			assert.Zero(t, r, "a runner that cannot be read is left as it was")
		})
	}
}

// A number that Pulumi would round is refused: rounded, it would be written back.
func TestDecodeRefusesIntegersBeyondPulumisNumbers(t *testing.T) {
	t.Parallel()
	const beyond = "policy.constraints.resources.maxGpuCount is beyond 9007199254740991, the largest integer that Pulumi can hold exactly"
	for _, number := range []string{`"9007199254740993"`, `9007199254740993`, `9007199254740992`, `"-9007199254740993"`, `"9223372036854775807"`} {
		var r model.ManagedRunner
		require.EqualError(t, json.Unmarshal([]byte(resources(`{"maxGpuCount":`+number+`}`)), &r), beyond, number)
	}
	for _, number := range []string{`"9223372036854775808"`, `1e300`, `"0x10"`, `" 1"`, `"NaN"`, `"Infinity"`, `""`} {
		var r model.ManagedRunner
		require.EqualError(t, json.Unmarshal([]byte(resources(`{"maxGpuCount":`+number+`}`)), &r),
			"policy.constraints.resources.maxGpuCount is not of the type integer", number)
	}
	var r model.ManagedRunner
	err := json.Unmarshal([]byte(policy(`{"base":{"secret":42e999}}`)), &r)
	require.EqualError(t, err, "a number is too large to be read")
}
