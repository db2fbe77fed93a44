package check

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
)

// The rules of Kubernetes for names, in words of our own: Kubernetes' quote regular expressions, and sometimes values.
const (
	ruleLabelKey = "must be a Kubernetes key: letters, digits, `-`, `_` and `.`, at most 63, beginning and ending " +
		"with a letter or digit, after an optional DNS prefix and `/`"
	ruleLabelValue = "must be a Kubernetes label value: letters, digits, `-`, `_` and `.`, at most 63, beginning and " +
		"ending with a letter or digit, or empty"
	ruleSubdomain = "must be a DNS name: lower-case letters, digits, `-` and `.`, at most 253, beginning and ending " +
		"with a letter or digit"
	ruleNamespace = "must be a namespace: lower-case letters, digits and `-`, at most 63, beginning and ending with a " +
		"letter or digit"
	ruleEnvName = "the name must be letters, digits, `_`, `-` and `.`, and not begin with a digit or `..`"
)

// checkName refuses a text that one of Kubernetes' rules refuses. Empty means the same as absent.
func checkName(n node, broken func(string) []string, rule string) {
	if s, ok := n.word(); ok && len(broken(s)) > 0 {
		n.refuse("%s", rule)
	}
}

func checkSubdomain(n node) { checkName(n, validation.IsDNS1123Subdomain, ruleSubdomain) }

// checkLabels is for labels and for selectors by labels.
func checkLabels(n node) {
	for _, e := range n.entries() {
		if len(validation.IsQualifiedName(e.name)) > 0 {
			e.refuse("the name %s", ruleLabelKey)
		}
		checkName(e.node, validation.IsValidLabelValue, ruleLabelValue)
	}
}

// checkAnnotations is for annotations, whose keys may have upper case in the prefix and whose values are free.
func checkAnnotations(n node) {
	for _, e := range n.entries() {
		if len(validation.IsQualifiedName(strings.ToLower(e.name))) > 0 {
			e.refuse("the name %s", ruleLabelKey)
		}
	}
}

// checkEnv keeps to the strict rule for names, which every version of Kubernetes accepts. A name with `=` is most
// likely a whole assignment, value included: it is not shown.
func checkEnv(n node) {
	for _, e := range n.entries() {
		switch {
		case strings.Contains(e.name, "="):
			n.refuse("a name must not contain `=`: write name and value apart")
		case len(validation.IsEnvVarName(e.name)) > 0:
			e.refuse("%s", ruleEnvName)
		}
	}
}

func isSubdomain(s string) bool { return len(validation.IsDNS1123Subdomain(s)) == 0 }
