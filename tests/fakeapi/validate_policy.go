package fakeapi

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

// maxAllowlist is the size limit of the source allowlist (CONFIRMED).
const maxAllowlist = 256

// maxLifetime is the platform's limit on lifetimes, 30 days (CONFIRMED).
const maxLifetime = 2592000

var subdomain = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`)

// validatePolicy checks a policy. The rules are CONFIRMED unless they say otherwise.
func validatePolicy(bad *violations, policy map[string]any, at path) {
	validateBase(bad, lookupObject(policy, "base"), at.at("base"))
	constraints, here := lookupObject(policy, "constraints"), at.at("constraints")
	if strings.HasPrefix(lookupString(constraints, "resources", "maxGpuCount"), "-") {
		bad.add(here.in("resources", "maxGpuCount"), "must not be negative")
	}
	between(bad, lookupNumber(constraints, "lifecycle", "defaultLifetimeSeconds"), 0, maxLifetime,
		here.in("lifecycle", "defaultLifetimeSeconds"))
	notNegative(bad, lookupNumber(constraints, "metadata", "maxAnnotationCount"), here.in("metadata", "maxAnnotationCount"))
	for i, medium := range lookupList(constraints, "volumes", "allowedMedia") {
		if medium == storageMedia.zero() { // DERIVED
			bad.add(here.in("volumes", "allowedMedia").index(i), "must name a medium")
		}
	}
	validateNetwork(bad, lookupObject(constraints, "network"), here.at("network"))
	validateSecurity(bad, lookupObject(constraints, "security"), here.at("security"))
	validateAllowlist(bad, lookupList(policy, "controlPlaneAccess", "sourceIpAllowlist", "cidrs"),
		at.in("controlPlaneAccess", "sourceIpAllowlist", "cidrs"))
}

// forbiddenPodKeys are what a policy may not set through its base.
var forbiddenPodKeys = []string{"affinity", "initContainers", "runtimeClassName", "securityContext"}

// validateBase looks for security-relevant keys. The base is like a pod template;
// whether pod fields stand under "spec" or at its top is not clear from the
// sources, so both are looked at.
func validateBase(bad *violations, base map[string]any, at path) {
	validatePod(bad, base, at)
	validatePod(bad, lookupObject(base, "spec"), at.opaque("spec"))
}

func validatePod(bad *violations, pod map[string]any, at path) {
	for _, name := range forbiddenPodKeys {
		if _, set := pod[name]; set {
			bad.add(at.opaque(name), "may not be set by a policy base")
		}
	}
	for _, list := range []string{"containers", "ephemeralContainers"} {
		for i, container := range lookupList(pod, list) {
			if _, set := lookupObject(container)["securityContext"]; set {
				bad.add(at.opaque(list).index(i).opaque("securityContext"), "may not be set by a policy base")
			}
		}
	}
}

func validateSecurity(bad *violations, security map[string]any, at path) {
	validateMappings(bad, security, at)
	allowed := lookupList(security, "allowedRuntimeClasses")
	for _, name := range []string{"defaultCpuRuntimeClass", "defaultGpuRuntimeClass"} {
		class := lookupString(security, name)
		if class != "" && len(allowed) > 0 && !slices.Contains(allowed, any(class)) {
			bad.add(at.at(name), "%q is not in allowed_runtime_classes", class)
		}
	}
}

// validateMappings checks the runtime class mappings, which replace the older
// three fields of runtime classes.
func validateMappings(bad *violations, security map[string]any, at path) {
	mappings := lookupList(security, "runtimeClassMappings")
	for _, name := range []string{"allowedRuntimeClasses", "defaultCpuRuntimeClass", "defaultGpuRuntimeClass"} {
		if len(mappings) > 0 && security[name] != nil {
			bad.add(at.at("runtimeClassMappings"), "excludes %s", snake(name))
		}
	}
	seen := map[string]bool{}
	for i, mapping := range mappings {
		here, class := at.at("runtimeClassMappings").index(i), lookupString(mapping, "runtimeClass")
		switch {
		case class == "" || class == runtimeClasses.zero():
			bad.add(here.at("runtimeClass"), "must name a class")
		case seen[class]:
			bad.add(here.at("runtimeClass"), "%s is mapped twice", class)
		}
		seen[class] = true
		validateTarget(bad, class, lookupObject(mapping), here)
	}
}

// validateTarget checks where a mapping leads; two targets are refused earlier.
func validateTarget(bad *violations, class string, mapping map[string]any, at path) {
	node, toNode := mapping["nodeDefault"]
	name, toName := mapping["kubernetesRuntimeClassName"].(string)
	switch {
	case !toNode && !toName:
		bad.add(at, "needs node_default or kubernetes_runtime_class_name")
	case toNode && node != true:
		bad.add(at.at("nodeDefault"), "can only be true")
	case toNode && class != "RUNTIME_CLASS_CPU_DEFAULT" && class != "RUNTIME_CLASS_GPU_DEFAULT":
		bad.add(at.at("nodeDefault"), "is not possible for the feature class %s", class)
	case toName && (len(name) > 253 || !subdomain.MatchString(name)):
		bad.add(at.at("kubernetesRuntimeClassName"), "%q is not the name of a RuntimeClass", name)
	}
}

// validateAllowlist checks the source allowlist. Host bits, order and repetition
// are no error: the server normalises them.
func validateAllowlist(bad *violations, cidrs []any, at path) {
	if len(cidrs) > maxAllowlist {
		bad.add(at, "at most %d entries are possible, got %d", maxAllowlist, len(cidrs))
	}
	for i, item := range cidrs {
		text, _ := item.(string)
		if err := checkPrefix(text); err != nil {
			bad.add(at.index(i), "%v", err)
		}
	}
}

// checkPrefix wants an address with a prefix length, not IPv4 mapped into IPv6.
func checkPrefix(text string) error {
	prefix, err := netip.ParsePrefix(text)
	switch {
	case err != nil:
		return fmt.Errorf("%q is not a CIDR block", text)
	case prefix.Addr().Is4In6():
		return fmt.Errorf("%q is IPv4 mapped into IPv6; write it as IPv4", text)
	}
	return nil
}
