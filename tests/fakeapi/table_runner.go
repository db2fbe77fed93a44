package fakeapi

// runnerMessage is a managed runner. Names are CONFIRMED for the configuration;
// the parts of the output messages are marked where they stand.
var runnerMessage = &message{name: "ManagedRunner", fields: []field{
	nested("identity", identityMessage),
	text("displayName"),
	nested("spec", specMessage),
	nested("policy", policyMessage),
	text("etag").outputOnly(), // echoed by the client with a policy update
	choice("installStatus", installStatuses).outputOnly(),
	choice("connectionStatus", connectionStatuses).outputOnly(),
	text("activeConfigVersion").outputOnly(),
	number("activeRevision").outputOnly(),
	number("targetRevision").outputOnly(),
	flag("updateAvailable").outputOnly(),
	flag("rolloutInProgress").outputOnly(),
	nested("deploymentSpec", deploymentMessage).outputOnly(),
	nested("installError", installErrorMessage).outputOnly(),
	nested("dataPlaneStatus", dataPlaneStatusMessage).outputOnly(),
	instant("createTime").outputOnly(),
	instant("updateTime").outputOnly(),
	instant("lastHeartbeatTime").outputOnly(),
	listOf("profileBindings", freeForm("")).fromOlderAPI(),
	text("activeProfileSpecVersion").outputOnly(),
}}

var identityMessage = &message{name: "RunnerIdentity", fields: []field{
	text("runnerId"),
	text("runnerGroupId"),
	text("zone"),
	text("clusterId"),
	text("clusterName").outputOnly(),
}}

// deploymentMessage is CONFIRMED for the beta, v1 has the same or more.
var deploymentMessage = &message{name: "RunnerDeploymentSpec", fields: []field{
	text("image"),
	stringMap("env"),
	texts("args"),
	nested("resources", podResourcesMessage),
	stringMap("nodeSelector"),
	messages("tolerations", tolerationMessage),
	nested("scaling", scalingMessage),
	stringMap("annotations"),
	stringMap("labels"),
	text("serviceAccount"),
	text("imagePullPolicy"),
	text("gatewayServer"),
	text("cpuRuntimeClass"),
	text("gpuRuntimeClass"),
	nested("initResources", podResourcesMessage),
}}

// installErrorMessage is CONFIRMED for the beta. The name of its time in v1 is
// UNKNOWN and comes from Switches.InstallErrorTimeField.
var installErrorMessage = &message{name: "RunnerInstallError", fields: []field{
	text("reason"),
	text("message"),
	text("diagnosticDetail"),
	texts("remediationHints"),
	instant("occurTime"),
}}

// dataPlaneStatusMessage has UNKNOWN field names. That the state, the URI, the
// protocols and the expiry of the certificate are in it is CONFIRMED.
var dataPlaneStatusMessage = &message{name: "RunnerDataPlaneStatus", fields: []field{
	text("state"),
	text("uri"),
	texts("protocols"),
	instant("certificateExpireTime"),
}}

// The request messages. Their list parameters are DERIVED from sibling services.
var (
	createRequest = &message{name: "CreateManagedRunnerRequest", fields: []field{
		nested("managedRunner", runnerMessage),
		text("requestId"),
	}}
	getRequest = &message{name: "GetManagedRunnerRequest", fields: []field{
		text("runnerId"),
	}}
	listRequest = &message{name: "ListManagedRunnersRequest", fields: []field{
		text("clusterId"),
		text("zone"),
		number("pageSize"),
		text("pageToken"),
	}}
	updateRequest = &message{name: "UpdateManagedRunnerRequest", fields: []field{
		text("runnerId"),
		nested("managedRunner", runnerMessage),
		text("updateMask"),
	}}
	deleteRequest = &message{name: "DeleteManagedRunnerRequest", fields: []field{
		text("runnerId"),
		flag("allowMissing"),
	}}
	applyRequest = &message{name: "ApplyAvailableUpdateRequest", fields: []field{
		text("runnerId"),
	}}
)
