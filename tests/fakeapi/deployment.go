package fakeapi

import (
	"fmt"
	"maps"
	"time"
)

// deployment is the resolved deployment of a runner: what the platform would
// deploy, with the overrides laid over it. It carries overrides.env, so it is as
// secret as they are. The values are made up; nil before provisioning.
func deployment(r *runner, now time.Time) map[string]any {
	if !reached(r.Installing, now) {
		return nil
	}
	out := map[string]any{
		"image": fmt.Sprintf("registry.example.com/sandbox/runner:1.%d.0", r.Build),
		"env": map[string]any{
			"RUNNER_ID": r.id(),
			"LOG_LEVEL": "info",
		},
		"resources":       map[string]any{"cpuRequest": "500m", "memoryRequest": "1Gi"},
		"scaling":         map[string]any{"replicas": 1.0},
		"labels":          map[string]any{"app": "sandbox-runner"},
		"serviceAccount":  "sandbox-runner",
		"imagePullPolicy": "IfNotPresent",
		"gatewayServer":   "gateway.example.com:443",
	}
	overrides := copyDocument(lookupObject(r.Doc, "spec", "overrides"))
	for name, value := range overrides {
		if _, shown := deploymentMessage.find(name); shown {
			out[name] = overlay(out[name], value)
		}
	}
	return out
}

// overlay puts an override over a default: objects are merged, the rest replaced.
func overlay(base, over any) any {
	low, lowIsObject := base.(map[string]any)
	high, highIsObject := over.(map[string]any)
	if !lowIsObject || !highIsObject {
		return over
	}
	maps.Copy(low, high)
	return low
}

// dataPlaneStatus is the state of the direct endpoint. All names and values in
// it are UNKNOWN; nil when the runner has no endpoint of its own.
func dataPlaneStatus(r *runner, now time.Time) map[string]any {
	plane := lookupObject(r.Doc, "spec", "dataPlane")
	if plane == nil {
		return nil
	}
	if plane["disabled"] != nil {
		return map[string]any{"state": "RUNNER_DATA_PLANE_STATE_DISABLED"}
	}
	if !r.connected(now) {
		return map[string]any{"state": "RUNNER_DATA_PLANE_STATE_PENDING"}
	}
	return map[string]any{
		"state":                 "RUNNER_DATA_PLANE_STATE_READY",
		"uri":                   endpoint(r.id(), plane),
		"protocols":             []any{"SANDBOX_DATA_PROTOCOL_CONNECT_H2_V1"},
		"certificateExpireTime": formatTime(r.Connected.Add(90 * 24 * time.Hour)),
	}
}

// endpoint is the address of the direct endpoint; its port is CONFIRMED.
func endpoint(id string, plane map[string]any) string {
	if custom := lookupString(plane, "custom", "advertisedUri"); custom != "" {
		return custom
	}
	if host := lookupString(plane, "loadBalancer", "hostname"); host != "" {
		return "https://" + host + ":9443"
	}
	if plane["clusterIp"] != nil {
		return "https://sandbox-runner.cw-sandbox.svc:9443"
	}
	return "https://" + id + ".runners.example.com:9443"
}
