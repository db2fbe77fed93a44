package check

import (
	"slices"
	"strings"
)

func checkSecurity(n node) {
	checkCapabilities(n.get("allowedCapabilities"))
	checkRuntimeClasses(n)
	checkMappings(n)
}

// checkCapabilities warns of spellings that Kubernetes does not know: its names are upper-case and without CAP_.
func checkCapabilities(n node) {
	for _, capability := range n.items() {
		s, ok := capability.text()
		if ok && (strings.HasPrefix(strings.ToUpper(s), "CAP_") || strings.ToUpper(s) != s) {
			capability.warn("is not spelled as Kubernetes does: upper case and without `CAP_`, such as `NET_ADMIN`")
		}
	}
}

// checkRuntimeClasses wants a default to be one of those that a sandbox may choose, if these are limited.
func checkRuntimeClasses(n node) {
	allowed := n.get("allowedRuntimeClasses")
	for _, class := range allowed.items() {
		if s, ok := class.word(); ok && !isSubdomain(s) {
			class.warn("is no name that a Kubernetes RuntimeClass can have")
		}
	}
	for _, name := range defaultRuntimeClasses {
		class := n.get(name)
		checkSubdomain(class)
		s, ok := class.word()
		if ok && allowed.filled() && !slices.ContainsFunc(allowed.items(), func(a node) bool { return a.unknown() || a.is(s) }) {
			class.refuse("must be one of `allowedRuntimeClasses`")
		}
	}
}

var defaultRuntimeClasses = []string{"defaultCpuRuntimeClass", "defaultGpuRuntimeClass"}

// checkMappings checks the platform's classes, which replace the older way to choose classes by Kubernetes' names.
// That each mapping has exactly one target follows from the table of fields.
func checkMappings(n node) {
	mappings := n.get("runtimeClassMappings")
	if others := olderChoices(n); mappings.filled() && len(others) > 0 {
		mappings.refuse("must not be set together with %s", and(others))
	}
	items := mappings.items()
	for i, mapping := range items {
		checkMapping(mapping)
		class, ok := mapping.get("runtimeClass").text()
		sameClass := func(other node) bool { return other.get("runtimeClass").is(class) }
		if j := slices.IndexFunc(items[:i], sameClass); ok && j >= 0 {
			mapping.get("runtimeClass").refuse("is mapped by element %d already", j)
		}
	}
}

func olderChoices(n node) []string {
	var set []string
	if n.get("allowedRuntimeClasses").filled() {
		set = append(set, "`allowedRuntimeClasses`")
	}
	for _, name := range defaultRuntimeClasses {
		if _, ok := n.get(name).word(); ok {
			set = append(set, "`"+name+"`")
		}
	}
	return set
}

func checkMapping(n node) {
	// A feature class promises something that the node's default runtime need not have.
	if n.get("nodeDefault").isTrue() && n.get("runtimeClass").is("RUNTIME_CLASS_CPU_NESTED_VIRT") {
		n.get("nodeDefault").refuse("is not accepted for `RUNTIME_CLASS_CPU_NESTED_VIRT`: name a Kubernetes RuntimeClass")
	}
	name := n.get("kubernetesRuntimeClassName")
	if s, ok := name.text(); ok && !isSubdomain(s) {
		name.refuse("%s", ruleSubdomain)
	}
}
