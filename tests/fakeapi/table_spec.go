package fakeapi

// specMessage is the spec of a runner; every child is one mask path (CONFIRMED).
var specMessage = &message{name: "ManagedRunnerSpec", fields: []field{
	choice("releaseChannel", releaseChannels),
	nested("maintenancePolicy", maintenanceMessage),
	nested("overrides", overridesMessage),
	flag("enforceResourceLimits"),
	nested("volumes", runnerVolumesMessage),
	nested("tenantMetrics", tenantMetricsMessage),
	nested("imagePull", imagePullMessage),
	nested("dataPlane", dataPlaneMessage),
	flag("allowPrivilegedProfileAnnotations").fromOlderAPI(),
}}

var maintenanceMessage = &message{name: "MaintenancePolicy", fields: []field{
	messages("windows", &message{name: "MaintenanceWindow", fields: []field{
		text("cron"),
		number("durationSeconds"),
	}}),
	messages("exclusions", &message{name: "MaintenanceExclusion", fields: []field{
		instant("startTime"),
		instant("endTime"),
		text("reason"),
	}}),
}}

var overridesMessage = &message{name: "RunnerOverrides", fields: []field{
	stringMap("nodeSelector"),
	messages("tolerations", tolerationMessage),
	nested("resources", podResourcesMessage),
	stringMap("annotations"),
	stringMap("labels"),
	stringMap("env"),
	texts("args"),
	nested("scaling", scalingMessage),
	text("cpuRuntimeClass"),
	text("gpuRuntimeClass"),
	freeForm("affinity"), // wire form UNKNOWN; a Kubernetes Affinity document
}}

var tolerationMessage = &message{name: "Toleration", fields: []field{
	text("key"),
	text("operator"),
	text("value"),
	text("effect"),
}}

var podResourcesMessage = &message{name: "RunnerResources", fields: []field{
	quantity("cpuRequest"),
	quantity("memoryRequest"),
	quantity("cpuLimit"),
	quantity("memoryLimit"),
}}

var scalingMessage = &message{name: "RunnerScaling", fields: []field{
	number("replicas"),
	flag("autoscalingEnabled"),
	number("minReplicas"),
	number("maxReplicas"),
}}

var runnerVolumesMessage = &message{name: "RunnerVolumes", fields: []field{
	flag("enabled"),
	texts("csiDriverAllowlist"),
}}

var tenantMetricsMessage = &message{name: "TenantMetrics", fields: []field{
	flag("enabled"),
	text("image"),
}}

var imagePullMessage = &message{name: "ImagePull", fields: []field{
	choice("policy", imagePullPolicies),
}}

var dataPlaneMessage = &message{name: "RunnerDataPlane", fields: []field{
	nested("disabled", &message{name: "RunnerDataPlaneDisabledConfig"}).oneOf("exposure"),
	nested("clusterIp", &message{name: "RunnerDataPlaneClusterIPConfig", fields: []field{
		stringMap("annotations"),
	}}).oneOf("exposure"),
	nested("loadBalancer", &message{name: "RunnerDataPlaneLoadBalancerConfig", fields: []field{
		choice("scope", serviceScopes),
		text("loadBalancerClass"),
		stringMap("annotations"),
		texts("sourceRanges"),
		choice("externalTrafficPolicy", trafficPolicies),
		text("hostname"),
	}}).oneOf("exposure"),
	nested("custom", &message{name: "RunnerDataPlaneCustomConfig", fields: []field{
		text("advertisedUri"),
		stringMap("serviceAnnotations"),
	}}).oneOf("exposure"),
}}
