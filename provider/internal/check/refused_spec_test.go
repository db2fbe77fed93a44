package check

func windows(cron, seconds string) string {
	return under("spec.maintenancePolicy.windows", `[{"cron":`+cron+`,"durationSeconds":`+seconds+`}]`)
}

func exclusions(start, end string) string {
	return under("spec.maintenancePolicy.exclusions", `[{"startTime":`+start+`,"endTime":`+end+`}]`)
}

const (
	cronPath = "spec.maintenancePolicy.windows[0].cron"
	endPath  = "spec.maintenancePolicy.exclusions[0].endTime"
	dataPath = "spec.dataPlane.loadBalancer"
)

var specRows = []row{
	{windows(`""`, `60`), cronPath, "must not be empty", ""},
	{windows(`"@daily"`, `60`), cronPath, "descriptors such as @daily are not accepted", ""},
	{windows(`"@every 1 2 3 4"`, `60`), cronPath, "descriptors", ""},
	{windows(`"0 0 2 * * SAT"`, `60`), cronPath, "a cron expression of five fields in UTC", ""},
	{windows(`"0 2 * *"`, `60`), cronPath, "found 4 fields", ""},
	{windows(`"CRON_TZ=UTC 0 2 * * SAT"`, `60`), cronPath, "a time zone cannot be chosen", ""},
	{windows(`"TZ=UTC"`, `60`), cronPath, "a time zone cannot be chosen", ""},
	{windows(`"61 2 * * SAT"`, `60`), cronPath, "out of range", ""},
	{windows(`"0 2 * * CAT"`, `60`), cronPath, "not understood", ""},
	{windows(`"0 , * * SAT"`, `60`), cronPath, "empty part", ""},
	{windows(`"0 2 * * SAT"`, `59`), "spec.maintenancePolicy.windows[0].durationSeconds", "must be between 60 and 604800 seconds", ""},
	{windows(`"0 2 * * SAT"`, `604801`), "spec.maintenancePolicy.windows[0].durationSeconds", "must be between 60 and 604800 seconds", ""},
	{exclusions(`"2026-12-24T00:00:00Z"`, `"2026-12-23T00:00:00Z"`), endPath, "must be after `startTime`", ""},
	{exclusions(`"2026-12-24T01:00:00+01:00"`, `"2026-12-24T00:00:00Z"`), endPath, "must be after `startTime`", ""},
	{exclusions(`"2026-12-24T00:00:00Z"`, `"2026-12-26"`), endPath, "must be an RFC 3339 timestamp", ""},
	{exclusions(`"2026-12-24T00:00:00Z"`, `"2026-12-26T0:00:00Z"`), endPath, "must be an RFC 3339 timestamp", ""},

	{under(dataPath+".loadBalancerClass", `"internal!"`), dataPath + ".loadBalancerClass", "must be a Kubernetes key", ""},
	{under(dataPath+".annotations", `{"bad key":"x"}`), dataPath + `.annotations["bad key"]`, "the name must be a Kubernetes key", dataPath + ".annotations"},
	{under(dataPath+".sourceRanges", `["everywhere"]`), dataPath + ".sourceRanges[0]", "must be an address prefix", ""},
	{under(dataPath+".sourceRanges", `["10.0.0.1"]`), dataPath + ".sourceRanges[0]", "did you mean `10.0.0.1/32`?", ""},
	{under(dataPath+".hostname", `"Runner.example.com"`), dataPath + ".hostname", "must be a DNS name", ""},
	{under("spec.dataPlane.clusterIp.annotations", `{"/x":""}`), `spec.dataPlane.clusterIp.annotations["/x"]`, "must be a Kubernetes key", "spec.dataPlane.clusterIp.annotations"},
	{under("spec.dataPlane.custom", `{"advertisedUri":""}`), "spec.dataPlane.custom.advertisedUri", "must not be empty", ""},
	{under("spec.dataPlane.custom", `{"advertisedUri":"runner.example.com"}`), "spec.dataPlane.custom.advertisedUri", "must be an absolute URI", ""},
	{under("spec.dataPlane.custom", `{"advertisedUri":"//runner.example.com"}`), "spec.dataPlane.custom.advertisedUri", "must be an absolute URI", ""},
	{under("spec.dataPlane.custom", `{"advertisedUri":"https://:9443"}`), "spec.dataPlane.custom.advertisedUri", "must be an absolute URI", ""},
	{
		under("spec.dataPlane.custom", `{"advertisedUri":"https://x","serviceAnnotations":{"a b":""}}`),
		`spec.dataPlane.custom.serviceAnnotations["a b"]`, "must be a Kubernetes key", "spec.dataPlane.custom.serviceAnnotations",
	},
}

func scaling(document string) string { return under("spec.overrides.scaling", document) }

var overridesRows = []row{
	{under("spec.overrides.nodeSelector", `{"bad key":"x"}`), `spec.overrides.nodeSelector["bad key"]`, "the name must be a Kubernetes key", "spec.overrides.nodeSelector"},
	{under("spec.overrides.nodeSelector", `{"a":"b c"}`), "spec.overrides.nodeSelector.a", "must be a Kubernetes label value", ""},
	{under("spec.overrides.labels", `{"bad key":"x"}`), `spec.overrides.labels["bad key"]`, "the name must be a Kubernetes key", "spec.overrides.labels"},
	{under("spec.overrides.labels", `{"":"x"}`), `spec.overrides.labels[""]`, "the name must be a Kubernetes key", "spec.overrides.labels"},
	{under("spec.overrides.labels", `{"a":"-x"}`), "spec.overrides.labels.a", "must be a Kubernetes label value", ""},
	{under("spec.overrides.annotations", `{"a/b/c":"x"}`), `spec.overrides.annotations["a/b/c"]`, "the name must be a Kubernetes key", "spec.overrides.annotations"},
	{under("spec.overrides.env", `{"1A":"x"}`), `spec.overrides.env["1A"]`, "not begin with a digit", "spec.overrides.env"},
	{under("spec.overrides.env", `{"A B":"x"}`), `spec.overrides.env["A B"]`, "the name must be letters, digits", "spec.overrides.env"},
	{under("spec.overrides.env", `{"TOKEN=hunter2":""}`), "spec.overrides.env", "a name must not contain `=`", ""},
	{under("spec.overrides.tolerations", `[{"key":"a","operator":"In"}]`), "spec.overrides.tolerations[0].operator", "must be one of `Equal`, `Exists`", ""},
	{under("spec.overrides.tolerations", `[{"key":"a","effect":"noschedule"}]`), "spec.overrides.tolerations[0].effect", "did you mean `NoSchedule`?", ""},
	{under("spec.overrides.tolerations", `[{"key":"a","operator":"Exists","value":"x"}]`), "spec.overrides.tolerations[0].value", "must be left out with the operator `Exists`", ""},
	{under("spec.overrides.tolerations", `[{"value":"x"}]`), "spec.overrides.tolerations[0].key", "must be set unless the operator is `Exists`", ""},
	{under("spec.overrides.tolerations", `[{"key":"","operator":"Equal"}]`), "spec.overrides.tolerations[0].key", "must be set unless the operator is `Exists`", ""},
	{under("spec.overrides.tolerations", `[{"key":"a b"}]`), "spec.overrides.tolerations[0].key", "must be a Kubernetes key", ""},
	{under("spec.overrides.tolerations", `[{"key":"a","value":"a b"}]`), "spec.overrides.tolerations[0].value", "must be a Kubernetes label value", ""},
	{under("spec.overrides.resources", `{"cpuRequest":"2","cpuLimit":"1500m"}`), "spec.overrides.resources.cpuRequest", "must not exceed `cpuLimit` (\"1500m\")", ""},
	{under("spec.overrides.resources", `{"memoryRequest":"2Gi","memoryLimit":"2G"}`), "spec.overrides.resources.memoryRequest", "must not exceed `memoryLimit` (\"2G\")", ""},
	{scaling(`{"replicas":-1}`), "spec.overrides.scaling.replicas", "must not be negative", ""},
	{scaling(`{"minReplicas":-1}`), "spec.overrides.scaling.minReplicas", "must not be negative", ""},
	{scaling(`{"maxReplicas":-1}`), "spec.overrides.scaling.maxReplicas", "must not be negative", ""},
	{scaling(`{"minReplicas":5,"maxReplicas":4}`), "spec.overrides.scaling.minReplicas", "must not exceed `maxReplicas` (4), unless that is 0", ""},
	{under("spec.overrides.cpuRuntimeClass", `"Kata"`), "spec.overrides.cpuRuntimeClass", "must be a DNS name", ""},
	{under("spec.overrides.gpuRuntimeClass", `"kata_nvidia"`), "spec.overrides.gpuRuntimeClass", "must be a DNS name", ""},
}

const (
	nodePath  = "spec.overrides.affinity.nodeAffinity"
	podPath   = "spec.overrides.affinity.podAffinity"
	antiPath  = "spec.overrides.affinity.podAntiAffinity"
	termPath  = nodePath + "." + required + ".nodeSelectorTerms"
	matchPath = termPath + "[0].matchExpressions[0]"
)

func nodeMatch(requirement string) string {
	return under(termPath, `[{"matchExpressions":[`+requirement+`]}]`)
}

func podTerm(term string) string { return under(podPath+"."+required, `[`+term+`]`) }

var affinityRows = []row{
	{under(termPath, `[]`), termPath, "must have at least one term", ""},
	{nodeMatch(`{"key":"a","operator":"In"}`), matchPath + ".values", "at least one value with the operators `In` and `NotIn`", ""},
	{nodeMatch(`{"key":"a","operator":"NotIn","values":[]}`), matchPath + ".values", "at least one value", ""},
	{nodeMatch(`{"key":"a","operator":"Exists","values":["x"]}`), matchPath + ".values", "must be left out", ""},
	{nodeMatch(`{"key":"a","operator":"DoesNotExist","values":["x"]}`), matchPath + ".values", "must be left out", ""},
	{nodeMatch(`{"key":"a","operator":"Gt","values":["1","2"]}`), matchPath + ".values", "exactly one value, an integer", ""},
	{nodeMatch(`{"key":"a","operator":"Lt"}`), matchPath + ".values", "exactly one value, an integer", ""},
	{nodeMatch(`{"key":"a","operator":"Lt","values":["1.5"]}`), matchPath + ".values[0]", "must be an integer", ""},
	{nodeMatch(`{"key":"a","operator":"in","values":["x"]}`), matchPath + ".operator", "did you mean `In`?", ""},
	{nodeMatch(`{"key":"a b","operator":"Exists"}`), matchPath + ".key", "must be a Kubernetes key", ""},
	{nodeMatch(`{"key":"","operator":"Exists"}`), matchPath + ".key", "must not be empty", ""},
	{nodeMatch(`{"key":"a","operator":"In","values":["a b"]}`), matchPath + ".values[0]", "must be a Kubernetes label value", ""},
	{under(termPath, `[{"matchFields":[{"key":"metadata.name","operator":"In"}]}]`), termPath + "[0].matchFields[0].values", "at least one value", ""},
	{under(nodePath+"."+preferred, `[{"weight":0,"preference":{}}]`), nodePath + "." + preferred + "[0].weight", "must be between 1 and 100", ""},
	{
		under(nodePath+"."+preferred, `[{"weight":1,"preference":{"matchExpressions":[{"key":"a","operator":"In"}]}}]`),
		nodePath + "." + preferred + "[0].preference.matchExpressions[0].values", "at least one value", "",
	},
	{under(antiPath+"."+preferred, `[{"weight":101,"podAffinityTerm":{"topologyKey":"a"}}]`), antiPath + "." + preferred + "[0].weight", "must be between 1 and 100", ""},
	{podTerm(`{"topologyKey":""}`), podPath + "." + required + "[0].topologyKey", "must not be empty", ""},
	{podTerm(`{}`), podPath + "." + required + "[0].topologyKey", "is required", ""},
	{podTerm(`{"topologyKey":"a b"}`), podPath + "." + required + "[0].topologyKey", "must be a Kubernetes key", ""},
	{podTerm(`{"topologyKey":"a","namespaces":["Team"]}`), podPath + "." + required + "[0].namespaces[0]", "must be a namespace", ""},
	{podTerm(`{"topologyKey":"a","matchLabelKeys":["a b"]}`), podPath + "." + required + "[0].matchLabelKeys[0]", "must be a Kubernetes key", ""},
	{podTerm(`{"topologyKey":"a","mismatchLabelKeys":["a b"]}`), podPath + "." + required + "[0].mismatchLabelKeys[0]", "must be a Kubernetes key", ""},
	{podTerm(`{"topologyKey":"a","labelSelector":{"matchLabels":{"a":"b c"}}}`), podPath + "." + required + "[0].labelSelector.matchLabels.a", "must be a Kubernetes label value", ""},
	{
		podTerm(`{"topologyKey":"a","namespaceSelector":{"matchLabels":{"a b":""}}}`), podPath + "." + required + `[0].namespaceSelector.matchLabels["a b"]`,
		"must be a Kubernetes key", podPath + "." + required + "[0].namespaceSelector",
	},
	{
		podTerm(`{"topologyKey":"a","labelSelector":{"matchExpressions":[{"key":"a","operator":"In"}]}}`),
		podPath + "." + required + "[0].labelSelector.matchExpressions[0].values", "at least one value", "",
	},
	{
		podTerm(`{"topologyKey":"a","labelSelector":{"matchExpressions":[{"key":"a","operator":"Gt","values":["1"]}]}}`),
		podPath + "." + required + "[0].labelSelector.matchExpressions[0].operator", "must be one of `In`, `NotIn`, `Exists`, `DoesNotExist`", "",
	},
}
