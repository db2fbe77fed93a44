package check

// checkNetwork checks the rules. That each has exactly one peer follows from the table of fields.
func checkNetwork(n node) {
	for _, rule := range n.get("allowedEgress").items() {
		checkEgress(rule)
		checkHostnameRule(rule)
	}
	for _, rule := range n.get("defaultEgress").items() {
		checkEgress(rule)
		checkNoHostname(rule)
	}
	for _, list := range []string{"allowedIngress", "defaultIngress"} {
		for _, rule := range n.get(list).items() {
			checkIngress(rule)
		}
	}
	checkDeniedHostnames(n)
}

func checkEgress(n node) {
	checkCidr(n.get("cidr"))
	checkPodSelector(n.get("selector"))
	checkPorts(n.get("ports"))
	if n.get("httpsHostname").given() {
		checkHTTPSPorts(n.get("ports"))
	}
}

// checkIngress refuses the one scope that the API does not support on ingress yet.
func checkIngress(n node) {
	checkCidr(n.get("cidr"))
	if tenant := n.get("tenant"); tenant.is("TENANT_SCOPE_SANDBOX_NETWORK") {
		tenant.refuse("`TENANT_SCOPE_SANDBOX_NETWORK` is not accepted in ingress rules")
	}
	checkPorts(n.get("ports"))
}

func checkPodSelector(n node) {
	labels := n.get("podLabels")
	if labels.value.IsMap() && !labels.filled() {
		labels.refuse("must have at least one label")
	}
	checkLabels(labels)
	checkLabels(n.get("namespaceLabels"))
}

const maxPort = 65535

func checkPorts(n node) {
	for _, ports := range n.items() {
		first, last := ports.get("port"), ports.get("endPort")
		checkRange(first, 1, maxPort, "")
		end, ok := last.integer()
		if !ok || end == 0 { // 0 means a single port
			continue
		}
		start, known := first.integer()
		switch {
		case end < 0 || end > maxPort:
			last.refuse("must be between 1 and %d, or 0 for a single port", maxPort)
		case known && end < start:
			last.refuse("must not be below `port`%s", first.shown())
		}
	}
}

// checkHTTPSPorts wants no ports, which mean TCP 443, or exactly that one.
func checkHTTPSPorts(n node) {
	for i, ports := range n.items() {
		if i > 0 || !mayBeHTTPS(ports) {
			ports.refuse("must be TCP 443 and nothing else in a hostname rule: leave `ports` out")
		}
	}
}

func mayBeHTTPS(n node) bool {
	protocol, isText := n.get("protocol").word()
	port, isPort := n.get("port").integer()
	end, isEnd := n.get("endPort").integer()
	return !(isText && protocol != "TCP" || isPort && port != 443 || isEnd && end != 0 && end != 443)
}

// checkDeniedHostnames warns of an envelope that forbids what it allows.
func checkDeniedHostnames(n node) {
	deny := n.get("denyHttpsHostnameRules")
	if !deny.isTrue() {
		return
	}
	for i, rule := range n.get("allowedEgress").items() {
		if hostname := rule.get("httpsHostname"); hostname.given() && !hostname.unknown() {
			deny.warn("forbids rules by hostname, so that `allowedEgress[%d]` has no effect", i)
			return
		}
	}
}
