package fakeapi

import "slices"

// enum is the values of an enum in the order of their numbers. The first one is
// the UNSPECIFIED value and means unset. Only names travel in JSON, and apart
// from TenantScope and StorageMedium the numbers are UNKNOWN; numbers are
// therefore refused on input.
type enum struct {
	name   string
	values []string
}

// enumOf makes an enum from its prefix and the short names after UNSPECIFIED.
func enumOf(name, prefix string, short ...string) *enum {
	e := &enum{name: name, values: []string{prefix + "_UNSPECIFIED"}}
	for _, value := range short {
		e.values = append(e.values, prefix+"_"+value)
	}
	return e
}

// zero is the UNSPECIFIED value.
func (e *enum) zero() string { return e.values[0] }

// has tells whether the value is known.
func (e *enum) has(value string) bool { return slices.Contains(e.values, value) }

// order is the rank of a value; unknown ones come last.
func (e *enum) order(value string) int {
	if i := slices.Index(e.values, value); i >= 0 {
		return i
	}
	return len(e.values)
}

// The enums of the service. CONFIRMED unless a line says otherwise.
var (
	releaseChannels   = enumOf("ReleaseChannel", "RELEASE_CHANNEL", "STABLE", "RAPID")
	imagePullPolicies = enumOf("SandboxImagePullPolicy", "SANDBOX_IMAGE_PULL_POLICY", "IF_NOT_PRESENT", "ALWAYS")
	serviceScopes     = enumOf("RunnerDataPlaneServiceScope", "RUNNER_DATA_PLANE_SERVICE_SCOPE", "PUBLIC", "PRIVATE")
	trafficPolicies   = enumOf("RunnerDataPlaneExternalTrafficPolicy",
		"RUNNER_DATA_PLANE_EXTERNAL_TRAFFIC_POLICY", "CLUSTER", "LOCAL")
	tenantScopes  = enumOf("TenantScope", "TENANT_SCOPE", "SAME_USER", "SAME_ORG", "SANDBOX_NETWORK")
	storageMedia  = enumOf("StorageMedium", "STORAGE_MEDIUM", "DISK", "MEMORY")
	dnsEgressMode = enumOf("DNSEgressMode", "DNS_EGRESS_MODE", "ALLOW", "DENY")
	// The full list of runtime classes is UNKNOWN, so is the number of
	// CPU_NESTED_VIRT; that CPU_DEFAULT sorts before GPU_DEFAULT is CONFIRMED.
	runtimeClasses = enumOf("RuntimeClass", "RUNTIME_CLASS", "CPU_DEFAULT", "CPU_NESTED_VIRT", "GPU_DEFAULT")
	// READY is CONFIRMED for v1, the others only for the beta.
	installStatuses = enumOf("RunnerInstallStatus", "RUNNER_INSTALL_STATUS",
		"PENDING", "PROVISIONING", "READY", "FAILED", "DELETING")
	// CONNECTED is CONFIRMED, the name of its opposite is UNKNOWN.
	connectionStatuses = enumOf("RunnerConnectionStatus", "RUNNER_CONNECTION_STATUS", "CONNECTED", "DISCONNECTED")
)
