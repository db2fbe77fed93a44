package fakeapi

// policyMessage is the policy of the sandboxes of a runner, replaced as a whole
// by the mask path "policy" (CONFIRMED).
var policyMessage = &message{name: "Policy", fields: []field{
	text("displayName"),
	freeForm("base"),
	nested("constraints", constraintsMessage),
	nested("controlPlaneAccess", &message{name: "ControlPlaneAccessPolicy", fields: []field{
		nested("sourceIpAllowlist", &message{name: "SourceIpAllowlist", fields: []field{
			texts("cidrs"),
		}}),
	}}),
}}

var constraintsMessage = &message{name: "PolicyConstraints", fields: []field{
	nested("resources", &message{name: "ResourceConstraints", fields: []field{
		quantity("maxCpu"),
		quantity("maxMemory"),
		quantity("minCpu"),
		quantity("minMemory"),
		quantity("defaultCpu"),
		quantity("defaultMemory"),
		quantity("cpuCeiling"),
		quantity("memoryCeiling"),
		bigNumber("maxGpuCount").optional(), // absent: no cap, 0: no GPUs
		flag("requireLimits"),
	}}),
	nested("image", &message{name: "ImageConstraints", fields: []field{
		texts("allowedRegistries"),
		texts("allowedImages"),
	}}),
	nested("network", networkMessage),
	nested("security", securityMessage),
	nested("instance", &message{name: "InstanceConstraints", fields: []field{
		texts("allowedInstanceTypes"),
	}}),
	nested("lifecycle", &message{name: "LifecycleConstraints", fields: []field{
		number("defaultLifetimeSeconds"), // width DERIVED
	}}),
	nested("metadata", &message{name: "MetadataConstraints", fields: []field{
		texts("deniedAnnotationPrefixes"),
		number("maxAnnotationCount"), // width UNKNOWN
	}}),
	nested("volumes", &message{name: "VolumeConstraints", fields: []field{
		listOf("allowedMedia", choice("", storageMedia)),
		quantity("maxSize"),
	}}),
}}

var networkMessage = &message{name: "NetworkConstraints", fields: []field{
	messages("allowedEgress", egressMessage),
	messages("defaultEgress", egressMessage),
	flag("denyHttpsHostnameRules").formerly("denyDns"),
	choice("dnsEgress", dnsEgressMode),
	messages("allowedIngress", ingressMessage),
	messages("defaultIngress", ingressMessage),
}}

var egressMessage = &message{name: "EgressRule", fields: []field{
	nested("cidr", cidrMessage).oneOf("destination"),
	text("httpsHostname").oneOf("destination").formerly("dnsName"),
	choice("tenant", tenantScopes).oneOf("destination"),
	flag("any").oneOf("destination"),
	nested("selector", &message{name: "PodSelector", fields: []field{
		stringMap("podLabels"),
		stringMap("namespaceLabels"),
	}}).oneOf("destination"),
	messages("ports", portMessage),
	texts("httpsHostnameExcept").formerly("dnsNameExcept"),
}}

var ingressMessage = &message{name: "IngressRule", fields: []field{
	nested("cidr", cidrMessage).oneOf("source"),
	choice("tenant", tenantScopes).oneOf("source"),
	flag("any").oneOf("source"),
	messages("ports", portMessage),
}}

var cidrMessage = &message{name: "CIDRBlock", fields: []field{
	text("cidr"),
	texts("except"),
}}

var portMessage = &message{name: "PortRange", fields: []field{
	text("protocol"),
	number("port"),
	number("endPort"),
}}

var securityMessage = &message{name: "SecurityConstraints", fields: []field{
	flag("allowPrivileged"),
	texts("allowedCapabilities"),
	texts("allowedSeccompProfiles"),
	texts("allowedRuntimeClasses"),
	text("defaultCpuRuntimeClass"),
	text("defaultGpuRuntimeClass"),
	messages("runtimeClassMappings", &message{name: "RuntimeClassMapping", fields: []field{
		choice("runtimeClass", runtimeClasses),
		flag("nodeDefault").oneOf("target"),
		text("kubernetesRuntimeClassName").oneOf("target"),
	}}),
}}
