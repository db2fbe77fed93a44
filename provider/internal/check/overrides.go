package check

import (
	"k8s.io/apimachinery/pkg/util/validation"
)

// checkOverrides checks the settings of the runner's own pods: Kubernetes would refuse them in the rollout.
func checkOverrides(n node) {
	checkLabels(n.get("nodeSelector"))
	for _, toleration := range n.get("tolerations").items() {
		checkToleration(toleration)
	}
	resources := n.get("resources")
	checkSize(resources.get("cpuRequest"), resources.get("cpuLimit"))
	checkSize(resources.get("memoryRequest"), resources.get("memoryLimit"))
	checkAnnotations(n.get("annotations"))
	checkLabels(n.get("labels"))
	checkEnv(n.get("env"))
	checkScaling(n.get("scaling"))
	checkSubdomain(n.get("cpuRuntimeClass"))
	checkSubdomain(n.get("gpuRuntimeClass"))
	checkAffinity(n.get("affinity"))
}

// checkToleration keeps to Kubernetes' rules: without an operator, the operator is Equal.
func checkToleration(n node) {
	key, operator, value := n.get("key"), n.get("operator"), n.get("value")
	checkName(key, validation.IsQualifiedName, ruleLabelKey)
	if operator.is("Exists") {
		if _, ok := value.word(); ok {
			value.refuse("must be left out with the operator `Exists`")
		}
		return
	}
	checkName(value, validation.IsValidLabelValue, ruleLabelValue)
	noKey := key.is("") || !key.given() && n.value.IsMap()
	equal := operator.is("Equal") || operator.is("") || !operator.given()
	if noKey && equal {
		key.refuse("must be set unless the operator is `Exists`")
	}
}

func checkScaling(n node) {
	replicas, least, most := n.get("replicas"), n.get("minReplicas"), n.get("maxReplicas")
	checkCount(replicas)
	checkCount(least)
	checkCount(most)
	low, okLow := least.integer()
	high, okHigh := most.integer()
	bounded := okHigh && high != 0 // 0 sets no bound
	if okLow && bounded && low > high {
		least.refuse("must not exceed `maxReplicas`%s, unless that is 0", most.shown())
	}
	now, ok := replicas.integer()
	if !ok || now == 0 || !n.get("autoscalingEnabled").isTrue() {
		return
	}
	if okLow && now < low || bounded && now > high {
		replicas.warn("is outside `minReplicas` and `maxReplicas`: autoscaling will change it")
	}
}
