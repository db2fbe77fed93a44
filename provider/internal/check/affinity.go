package check

import (
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation"
)

const (
	required  = "requiredDuringSchedulingIgnoredDuringExecution"
	preferred = "preferredDuringSchedulingIgnoredDuringExecution"
)

// checkAffinity keeps to Kubernetes' rules for the document, which the API stores as it is.
func checkAffinity(n node) {
	checkNodeAffinity(n.get("nodeAffinity"))
	checkPodAffinity(n.get("podAffinity"))
	checkPodAffinity(n.get("podAntiAffinity"))
}

func checkNodeAffinity(n node) {
	terms := n.get(required).get("nodeSelectorTerms")
	if terms.value.IsArray() && !terms.filled() {
		terms.refuse("must have at least one term")
	}
	for _, term := range terms.items() {
		if term.value.IsMap() && !term.get("matchExpressions").given() && !term.get("matchFields").given() {
			term.warn("matches no node: it has no requirement")
		}
		checkNodeTerm(term)
	}
	for _, term := range n.get(preferred).items() {
		checkWeight(term)
		checkNodeTerm(term.get("preference"))
	}
}

func checkNodeTerm(n node) {
	for _, requirement := range n.get("matchExpressions").items() {
		checkName(requirement.get("key"), validation.IsQualifiedName, ruleLabelKey)
		checkRequirement(requirement)
	}
	for _, requirement := range n.get("matchFields").items() {
		if key, ok := requirement.get("key").word(); ok && key != "metadata.name" {
			requirement.get("key").warn("is not `metadata.name`, the only field that Kubernetes knows here")
		}
		checkRequirement(requirement)
	}
}

func checkPodAffinity(n node) {
	for _, term := range n.get(required).items() {
		checkPodTerm(term)
	}
	for _, term := range n.get(preferred).items() {
		checkWeight(term)
		checkPodTerm(term.get("podAffinityTerm"))
	}
}

func checkWeight(n node) { checkRange(n.get("weight"), 1, 100, "") }

func checkPodTerm(n node) {
	checkSelector(n.get("labelSelector"))
	for _, namespace := range n.get("namespaces").items() {
		checkName(namespace, validation.IsDNS1123Label, ruleNamespace)
	}
	checkName(n.get("topologyKey"), validation.IsQualifiedName, ruleLabelKey)
	checkSelector(n.get("namespaceSelector"))
	for _, list := range []string{"matchLabelKeys", "mismatchLabelKeys"} {
		for _, key := range n.get(list).items() {
			checkName(key, validation.IsQualifiedName, ruleLabelKey)
		}
	}
}

func checkSelector(n node) {
	checkLabels(n.get("matchLabels"))
	for _, requirement := range n.get("matchExpressions").items() {
		checkName(requirement.get("key"), validation.IsQualifiedName, ruleLabelKey)
		checkRequirement(requirement)
	}
}

// checkRequirement relates the operator of a requirement to its values.
func checkRequirement(n node) {
	operator, values := n.get("operator"), n.get("values")
	if values.given() && !values.value.IsArray() {
		return
	}
	switch word, _ := operator.text(); word {
	case "In", "NotIn":
		if !values.filled() {
			values.refuse("must have at least one value with the operators `In` and `NotIn`")
		}
		for _, value := range values.items() {
			checkName(value, validation.IsValidLabelValue, ruleLabelValue)
		}
	case "Exists", "DoesNotExist":
		if values.filled() {
			values.refuse("must be left out with the operators `Exists` and `DoesNotExist`")
		}
	case "Gt", "Lt":
		checkBound(values)
	}
}

const ruleBound = "with the operators `Gt` and `Lt`"

// checkBound wants the one integer that a label is compared with.
func checkBound(values node) {
	items := values.items()
	if len(items) != 1 {
		values.refuse("must have exactly one value, an integer, %s", ruleBound)
		return
	}
	if s, ok := items[0].text(); ok {
		if _, err := strconv.ParseInt(s, 10, 64); err != nil {
			items[0].refuse("must be an integer %s", ruleBound)
		}
	}
}
