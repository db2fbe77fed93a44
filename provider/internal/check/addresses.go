package check

import "net/netip"

const rulePrefix = "must be an address prefix (CIDR) such as `10.0.0.0/8` or `2001:db8::/32`"

// parsePrefix reads a prefix and refuses what is none. A bare address is the usual slip.
func parsePrefix(n node) (netip.Prefix, bool) {
	s, ok := n.text()
	if !ok {
		return netip.Prefix{}, false
	}
	prefix, err := netip.ParsePrefix(s)
	if err == nil {
		return prefix, true
	}
	hint := ""
	if address, err := netip.ParseAddr(s); err == nil && address.Zone() == "" && !n.secret {
		hint = "; did you mean `" + netip.PrefixFrom(address, address.BitLen()).String() + "`?"
	}
	n.refuse("%s%s", rulePrefix, hint)
	return netip.Prefix{}, false
}

// checkCanonicalPrefix wants the one spelling that the server stores, so that nothing changes behind the program's
// back, and returns the prefix if it can be compared with others.
func checkCanonicalPrefix(n node) (netip.Prefix, bool) {
	prefix, ok := parsePrefix(n)
	if !ok {
		return prefix, false
	}
	if prefix.Addr().Is4In6() {
		n.refuse("must not be IPv4-mapped IPv6%s", instead(n, unmapped(prefix)))
		return prefix, false
	}
	if canonical := prefix.Masked().String(); !n.is(canonical) {
		n.refuse("must be in canonical form%s", instead(n, canonical))
	}
	return prefix.Masked(), true
}

// checkLoosePrefix is for prefixes of which the API only wants that they can be read.
func checkLoosePrefix(n node) (netip.Prefix, bool) {
	prefix, ok := parsePrefix(n)
	if ok && !n.is(prefix.Masked().String()) {
		n.warn("is not in canonical form%s", instead(n, prefix.Masked().String()))
	}
	return prefix.Masked(), ok
}

// instead names the better spelling, unless that would give a secret away.
func instead(n node, spelling string) string {
	if n.secret || spelling == "" {
		return ""
	}
	return ": write `" + spelling + "`"
}

// unmapped is the IPv4 prefix that an IPv4-mapped one stands for, or nothing if it covers more than those.
func unmapped(p netip.Prefix) string {
	const mapped = 96 // bits in front of the IPv4 address
	if p.Bits() < mapped {
		return ""
	}
	return netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-mapped).Masked().String()
}

// covers reports whether every address of inner is one of outer. Families never cover each other.
func covers(outer, inner netip.Prefix) bool {
	return outer.Bits() <= inner.Bits() && outer.Contains(inner.Addr())
}

// checkCidr checks a range with holes. The holes lie inside the range and may be spelled freely.
func checkCidr(n node) {
	outer, known := netip.Prefix{}, false
	if cidr := n.get("cidr"); !cidr.is("") { // empty is refused already, as every required text
		outer, known = checkCanonicalPrefix(cidr)
	}
	for _, hole := range n.get("except").items() {
		inner, ok := checkLoosePrefix(hole)
		switch {
		case !ok || !known:
		case !covers(outer, inner):
			hole.refuse("must lie inside `cidr`%s", n.get("cidr").shown())
		case inner == outer:
			hole.warn("leaves nothing of `cidr`")
		}
	}
}

// maxAllowlist is the API's bound.
const maxAllowlist = 256

// checkAllowlist wants entries of which none covers another: the server would drop the inner one.
func checkAllowlist(n node) {
	items := n.items()
	prefixes := make([]netip.Prefix, len(items)) // the zero value where there is nothing to compare
	for i, item := range items {
		if prefix, ok := checkCanonicalPrefix(item); ok {
			prefixes[i] = prefix
		}
	}
	if len(items) > maxAllowlist {
		n.refuse("must have at most %d entries, found %d", maxAllowlist, len(items))
		return
	}
	for i, item := range items {
		if j := coveredBy(prefixes, i); j >= 0 {
			item.refuse("the prefix%s is covered by element %d%s", item.shown(), j, items[j].shown())
		}
	}
}

// coveredBy is the first entry that covers entry i, or -1. Of two equal ones the later is covered.
func coveredBy(prefixes []netip.Prefix, i int) int {
	inner := prefixes[i]
	if !inner.IsValid() {
		return -1
	}
	for j, outer := range prefixes {
		if outer.IsValid() && covers(outer, inner) && (outer != inner || j < i) {
			return j
		}
	}
	return -1
}
