package fakeapi

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"
)

// configuration is what of a given runner is stored: its configuration and the
// unknown fields that were let through. Output fields a client sends along are
// dropped. The argument is not changed.
func configuration(given map[string]any) map[string]any {
	doc := map[string]any{}
	for name, value := range given {
		if f, known := runnerMessage.find(name); known && (f.output || f.legacy && isEmpty(value)) {
			continue
		}
		doc[name] = plain(value)
	}
	if identity := lookupObject(doc, "identity"); identity != nil {
		delete(identity, "clusterName") // resolved by the server
	}
	return doc
}

func isEmpty(value any) bool {
	list, ok := value.([]any)
	return value == nil || ok && len(list) == 0
}

// normalise writes the defaults and the one spelling that the service keeps.
// It expects a valid document.
func normalise(doc map[string]any) {
	identity := child(doc, "identity")
	if zone := lookupString(identity, "zone"); zone != "" {
		identity["zone"] = strings.ToLower(zone) // CONFIRMED
	}
	applyDefaults(doc)
	if allowlist := lookupObject(doc, "policy", "controlPlaneAccess", "sourceIpAllowlist"); allowlist["cidrs"] != nil {
		allowlist["cidrs"] = canonicalPrefixes(lookupList(allowlist, "cidrs"))
	}
	// CONFIRMED: mappings are kept in the order of their class.
	slices.SortStableFunc(lookupList(doc, "policy", "constraints", "security", "runtimeClassMappings"),
		func(a, b any) int {
			return cmp.Compare(runtimeClasses.order(lookupString(a, "runtimeClass")),
				runtimeClasses.order(lookupString(b, "runtimeClass")))
		})
}

// applyDefaults fills in what a runner always has (CONFIRMED): the group
// "default" and a spec with a release channel.
func applyDefaults(doc map[string]any) {
	identity := child(doc, "identity")
	if lookupString(identity, "runnerGroupId") == "" {
		identity["runnerGroupId"] = "default"
	}
	spec := child(doc, "spec")
	if channel := lookupString(spec, "releaseChannel"); channel == "" || channel == releaseChannels.zero() {
		spec["releaseChannel"] = "RELEASE_CHANNEL_STABLE"
	}
}

// canonicalPrefixes normalises, sorts and deduplicates an allowlist. That the
// server does these three is CONFIRMED in words; that it masks host bits, sorts
// IPv4 first and drops a prefix covered by another one is DERIVED.
func canonicalPrefixes(list []any) []any {
	var prefixes []netip.Prefix
	for _, item := range list {
		text, _ := item.(string)
		if prefix, err := netip.ParsePrefix(text); err == nil {
			prefixes = append(prefixes, prefix.Masked())
		}
	}
	slices.SortFunc(prefixes, func(a, b netip.Prefix) int {
		return cmp.Or(a.Addr().Compare(b.Addr()), cmp.Compare(a.Bits(), b.Bits()))
	})
	var out []any
	var last netip.Prefix
	for _, prefix := range prefixes {
		if last.IsValid() && last.Overlaps(prefix) {
			continue // sorted: the wider one came first
		}
		last = prefix
		out = append(out, prefix.String())
	}
	return out
}
