package check

import (
	"net/netip"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
)

const (
	wildcard     = "*."
	ruleHostname = "must be a DNS name of lower-case letters, digits, `-` and `.`, at most 253, with at most one `*.` " +
		"in front"
)

// isHostname reports whether the text is a DNS name, or all names below one.
func isHostname(s string) bool {
	return len(s) <= validation.DNS1123SubdomainMaxLength &&
		len(validation.IsDNS1123Subdomain(strings.TrimPrefix(s, wildcard))) == 0
}

// checkHostnameRule is for allowedEgress, the only place for exceptions and for the bare `*`.
func checkHostnameRule(n node) {
	hostname, except := n.get("httpsHostname"), n.get("httpsHostnameExcept")
	if !hostname.is("*") {
		checkHostname(hostname)
	}
	if except.filled() && !hostname.given() {
		except.refuse("is accepted together with `httpsHostname` only")
	}
	for _, name := range except.items() {
		if name.is("*") {
			name.refuse("must not be `*`")
			continue
		}
		checkHostname(name)
		outer, known := hostname.text()
		if inner, ok := name.text(); ok && known && isHostname(inner) && !hostnameCovers(outer, inner) {
			name.warn("is not covered by `httpsHostname`%s, so that it has no effect", hostname.shown())
		}
	}
}

// checkNoHostname is for defaultEgress: the API grants hostnames only to sandboxes that ask for them.
func checkNoHostname(n node) {
	hostname, except := n.get("httpsHostname"), n.get("httpsHostnameExcept")
	if hostname.given() && !hostname.unknown() {
		hostname.refuse("is not accepted in `defaultEgress`")
	}
	if except.filled() {
		except.refuse("is accepted in `allowedEgress` only")
	}
}

func checkHostname(n node) {
	s, ok := n.text()
	if !ok {
		return
	}
	if !isHostname(s) {
		n.refuse("%s", ruleHostname)
	} else if _, err := netip.ParseAddr(s); err == nil {
		n.warn("is an address, not a name: use `cidr` for addresses")
	}
}

// hostnameCovers reports whether outer, a hostname, a wildcard or `*`, covers inner.
func hostnameCovers(outer, inner string) bool {
	if outer == "*" || outer == inner {
		return true
	}
	suffix, ok := strings.CutPrefix(outer, "*")
	return ok && strings.HasSuffix(inner, suffix)
}
