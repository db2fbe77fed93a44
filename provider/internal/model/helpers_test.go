package model_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// decode reads a runner that must be readable.
func decode(t *testing.T, text string) model.ManagedRunner {
	t.Helper()
	var r model.ManagedRunner
	require.NoError(t, json.Unmarshal([]byte(text), &r))
	return r
}

// encode writes what an operator decides about a runner, as it is sent.
func encode(t *testing.T, r model.ManagedRunner) string {
	t.Helper()
	text, err := json.Marshal(r.Args().Message())
	require.NoError(t, err)
	return string(text)
}

// spec, policy and network make a runner out of one part of it.
func spec(text string) string {
	return `{"identity":{"runnerId":"r","zone":"z","clusterId":"c"},"spec":` + text + `}`
}

func policy(text string) string {
	return `{"identity":{"runnerId":"r","zone":"z","clusterId":"c"},"policy":` + text + `}`
}

func network(text string) string   { return policy(`{"constraints":{"network":` + text + `}}`) }
func egress(text string) string    { return network(`{"allowedEgress":[` + text + `]}`) }
func resources(text string) string { return policy(`{"constraints":{"resources":` + text + `}}`) }

// generic reads JSON as plain values.
func generic(t *testing.T, text string) any {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal([]byte(text), &v))
	return v
}
