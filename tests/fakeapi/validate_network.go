package fakeapi

import (
	"net/netip"
	"strings"
)

// ruleList says what the rules of one list may contain.
type ruleList struct {
	name     string
	ingress  bool
	hostname bool // hostnames, and exceptions from them
}

// ruleLists are the four lists of rules. A default is granted to every sandbox
// and cannot name hosts; only the envelope of allowed egress can (CONFIRMED).
var ruleLists = []ruleList{
	{name: "allowedEgress", hostname: true},
	{name: "defaultEgress"},
	{name: "allowedIngress", ingress: true},
	{name: "defaultIngress", ingress: true},
}

// validateNetwork checks the rules of a policy. They are CONFIRMED for sandboxes
// or policies, which share these messages.
func validateNetwork(bad *violations, network map[string]any, at path) {
	for _, list := range ruleLists {
		for i, rule := range lookupList(network, list.name) {
			validateRule(bad, list, lookupObject(rule), at.at(list.name).index(i))
		}
	}
}

func validateRule(bad *violations, list ruleList, rule map[string]any, at path) {
	m, oneof := egressMessage, "destination"
	if list.ingress {
		m, oneof = ingressMessage, "source"
	}
	if !hasMember(m, oneof, rule) {
		bad.add(at, "needs exactly one %s", oneof)
	}
	if reach, set := rule["any"]; set && reach != true {
		bad.add(at.at("any"), "can only be true")
	}
	validateTenant(bad, list, rule, at)
	validateCIDR(bad, lookupObject(rule, "cidr"), at.at("cidr"))
	if selector := lookupObject(rule, "selector"); selector != nil && len(lookupObject(selector, "podLabels")) == 0 {
		bad.add(at.in("selector", "podLabels"), "needs at least one label")
	}
	ports := lookupList(rule, "ports")
	for i, port := range ports {
		validatePort(bad, port, at.at("ports").index(i))
	}
	validateHostnames(bad, list, rule, ports, at)
}

func validateTenant(bad *violations, list ruleList, rule map[string]any, at path) {
	switch tenant := rule["tenant"]; {
	case tenant == tenantScopes.zero():
		bad.add(at.at("tenant"), "must name a scope")
	case tenant == "TENANT_SCOPE_SANDBOX_NETWORK" && list.ingress:
		bad.add(at.at("tenant"), "sandbox networks are not possible as a source yet")
	}
}

// validateCIDR wants canonical blocks. The vendor's client checks the block of a
// rule in this way; that the server refuses what that client refuses is DERIVED.
func validateCIDR(bad *violations, cidr map[string]any, at path) {
	if cidr == nil {
		return
	}
	text := lookupString(cidr, "cidr")
	if err := checkPrefix(text); err != nil {
		bad.add(at.at("cidr"), "%v", err)
	} else if prefix := netip.MustParsePrefix(text); prefix.Masked().String() != text {
		bad.add(at.at("cidr"), "%q is not canonical, write %s", text, prefix.Masked())
	}
	for i, item := range lookupList(cidr, "except") {
		if text, _ := item.(string); !isPrefix(text) {
			bad.add(at.at("except").index(i), "%q is not a CIDR block", text)
		}
	}
}

func validatePort(bad *violations, port any, at path) {
	member(bad, lookupString(port, "protocol"), at.at("protocol"), "", "TCP", "UDP", "SCTP")
	low, high := lookupNumber(port, "port"), lookupNumber(port, "endPort")
	between(bad, low, 1, 65535, at.at("port"))
	if high != 0 && (high < low || high > 65535) {
		bad.add(at.at("endPort"), "must be 0 or between port and 65535, got %d", high)
	}
}

// validateHostnames checks a hostname rule and its exceptions.
func validateHostnames(bad *violations, list ruleList, rule map[string]any, ports []any, at path) {
	host, named := rule["httpsHostname"].(string)
	except := lookupList(rule, "httpsHostnameExcept")
	switch {
	case named && !list.hostname:
		bad.add(at.at("httpsHostname"), "a default rule cannot name a host")
	case named && host != "*" && !isHostname(host):
		bad.add(at.at("httpsHostname"), "%q is neither a DNS name nor one with a leading *. label", host)
	case named && !httpsOnly(ports):
		bad.add(at.at("ports"), "a hostname rule reaches TCP 443 only")
	}
	if len(except) > 0 && (!named || !list.hostname) {
		bad.add(at.at("httpsHostnameExcept"), "belongs to a hostname rule of allowed_egress")
	}
	for i, item := range except {
		if name, _ := item.(string); !isHostname(name) {
			bad.add(at.at("httpsHostnameExcept").index(i), "%q is not a DNS name", name)
		}
	}
}

// isHostname accepts a DNS-1123 subdomain, with or without a leading wildcard label.
func isHostname(name string) bool {
	return len(name) <= 253 && subdomain.MatchString(strings.TrimPrefix(name, "*."))
}

// httpsOnly accepts no ports, which mean TCP 443, or exactly TCP 443.
func httpsOnly(ports []any) bool {
	for _, port := range ports {
		protocol, high := lookupString(port, "protocol"), lookupNumber(port, "endPort")
		if protocol != "" && protocol != "TCP" || lookupNumber(port, "port") != 443 || high != 0 && high != 443 {
			return false
		}
	}
	return len(ports) <= 1
}
