package check

func checkPolicy(n node) {
	checkBase(n.get("base"))
	constraints := n.get("constraints")
	checkResources(constraints.get("resources"))
	checkNetwork(constraints.get("network"))
	checkSecurity(constraints.get("security"))
	// The platform's maximum is 30 days.
	checkRange(constraints.get("lifecycle").get("defaultLifetimeSeconds"), 0, 2592000, " seconds")
	checkMetadata(constraints.get("metadata"))
	checkAllowlist(n.get("controlPlaneAccess").get("sourceIpAllowlist").get("cidrs"))
}

// checkResources wants each kind in the order in which the bounds nest.
func checkResources(n node) {
	checkAscending(n.get("minCpu"), n.get("defaultCpu"), n.get("maxCpu"), n.get("cpuCeiling"))
	checkAscending(n.get("minMemory"), n.get("defaultMemory"), n.get("maxMemory"), n.get("memoryCeiling"))
	if count, ok := n.get("maxGpuCount").integer(); ok && count < 0 {
		n.get("maxGpuCount").refuse("must not be negative")
	}
}

// checkAscending compares every two of the values that can be judged.
func checkAscending(nodes ...node) {
	for i, n := range nodes {
		for _, larger := range nodes[i+1:] {
			checkSize(n, larger)
		}
	}
}

func checkMetadata(n node) {
	for _, prefix := range n.get("deniedAnnotationPrefixes").items() {
		if prefix.is("") {
			prefix.refuse("must not be empty: every key begins with it")
		}
	}
	checkCount(n.get("maxAnnotationCount"))
}
