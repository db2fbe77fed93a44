package check

import "slices"

// refusedInPod are the keys of a pod spec that decide over security. The API refuses them in policy.base: the policy's
// constraints, and the runner's own settings, decide over them.
var refusedInPod = []string{"affinity", "securityContext", "runtimeClassName", "initContainers"}

const ruleBaseKey = "is not accepted in `base`: the API refuses keys that decide over security"

// checkBase looks where the API looks, at the top and under spec. All other keys are opaque. A key is refused whatever
// its value, which may be unknown.
func checkBase(n node) {
	checkBasePod(n)
	checkBasePod(n.key("spec"))
}

func checkBasePod(n node) {
	for _, e := range n.entries() {
		if slices.Contains(refusedInPod, e.name) && e.given() {
			e.refuse("%s", ruleBaseKey)
		}
	}
	for _, container := range n.key("containers").items() {
		if context := container.key("securityContext"); context.given() && !container.unknown() {
			context.refuse("%s", ruleBaseKey)
		}
	}
}
