package model

import "github.com/pulumi/pulumi-go-provider/infer"

// EnumDescriptions describe the enums themselves, by the name of the type. infer v1.5.0 has no place for them.
var EnumDescriptions = map[string]string{
	"ReleaseChannel":              "The stream of runner versions that the platform installs.",
	"SandboxImagePullPolicy":      "When a node pulls the image of a sandbox.",
	"RunnerDataPlaneServiceScope": "From where the load balancer of the direct endpoint can be reached.",
	"RunnerDataPlaneExternalTrafficPolicy": "How traffic from outside the cluster reaches the runner's pods, " +
		"as Kubernetes' `externalTrafficPolicy`.",
	"TenantScope":           "Sandboxes by whom they belong to.",
	"StorageMedium":         "What a scratch volume is made of.",
	"DNSEgressMode":         "Whether sandboxes may resolve names.",
	"RuntimeClass":          "A kind of sandbox isolation, by the platform's name for it, which is the same on every cluster.",
	"TolerationOperator":    "How the key and value of a toleration relate to those of a taint.",
	"TaintEffect":           "What a taint does to pods that do not tolerate it.",
	"Protocol":              "A transport protocol.",
	"LabelSelectorOperator": "How a label relates to a set of values.",
	"NodeSelectorOperator":  "How a label or field of a node relates to values.",
}

// ReleaseChannel selects the stream of runner versions that the platform installs.
type ReleaseChannel string

// The release channels.
const (
	ReleaseChannelStable ReleaseChannel = "RELEASE_CHANNEL_STABLE"
	ReleaseChannelRapid  ReleaseChannel = "RELEASE_CHANNEL_RAPID"
)

// Values lists the channels that can be chosen.
func (ReleaseChannel) Values() []infer.EnumValue[ReleaseChannel] {
	return []infer.EnumValue[ReleaseChannel]{
		{
			Name: "Stable", Value: ReleaseChannelStable,
			Description: "Versions that have proved themselves on the rapid channel first. The platform's default.",
		},
		{
			Name: "Rapid", Value: ReleaseChannelRapid,
			Description: "New versions as soon as they are released.",
		},
	}
}

// SandboxImagePullPolicy says when a node pulls the image of a sandbox.
type SandboxImagePullPolicy string

// The image pull policies.
const (
	SandboxImagePullPolicyIfNotPresent SandboxImagePullPolicy = "SANDBOX_IMAGE_PULL_POLICY_IF_NOT_PRESENT"
	SandboxImagePullPolicyAlways       SandboxImagePullPolicy = "SANDBOX_IMAGE_PULL_POLICY_ALWAYS"
)

// Values lists the pull policies that can be chosen.
func (SandboxImagePullPolicy) Values() []infer.EnumValue[SandboxImagePullPolicy] {
	return []infer.EnumValue[SandboxImagePullPolicy]{
		{
			Name: "IfNotPresent", Value: SandboxImagePullPolicyIfNotPresent,
			Description: "Pull only when the node does not hold the image yet. The platform's default.",
		},
		{
			Name: "Always", Value: SandboxImagePullPolicyAlways,
			Description: "Ask the registry at every start, which checks the pull credentials again each time.",
		},
	}
}

// RunnerDataPlaneServiceScope says from where the load balancer of the direct data plane can be reached.
type RunnerDataPlaneServiceScope string

// The load balancer scopes.
const (
	RunnerDataPlaneServiceScopePublic  RunnerDataPlaneServiceScope = "RUNNER_DATA_PLANE_SERVICE_SCOPE_PUBLIC"
	RunnerDataPlaneServiceScopePrivate RunnerDataPlaneServiceScope = "RUNNER_DATA_PLANE_SERVICE_SCOPE_PRIVATE"
)

// Values lists the scopes that can be chosen.
func (RunnerDataPlaneServiceScope) Values() []infer.EnumValue[RunnerDataPlaneServiceScope] {
	return []infer.EnumValue[RunnerDataPlaneServiceScope]{
		{
			Name: "Public", Value: RunnerDataPlaneServiceScopePublic,
			Description: "The load balancer gets an address that the internet can reach.",
		},
		{
			Name: "Private", Value: RunnerDataPlaneServiceScopePrivate,
			Description: "The load balancer gets an address inside the private network only.",
		},
	}
}

// RunnerDataPlaneExternalTrafficPolicy says how the load balancer's Service routes traffic from outside the cluster.
type RunnerDataPlaneExternalTrafficPolicy string

// The external traffic policies.
const (
	RunnerDataPlaneExternalTrafficPolicyCluster RunnerDataPlaneExternalTrafficPolicy = "RUNNER_DATA_PLANE_EXTERNAL_TRAFFIC_POLICY_CLUSTER"
	RunnerDataPlaneExternalTrafficPolicyLocal   RunnerDataPlaneExternalTrafficPolicy = "RUNNER_DATA_PLANE_EXTERNAL_TRAFFIC_POLICY_LOCAL"
)

// Values lists the traffic policies that can be chosen.
func (RunnerDataPlaneExternalTrafficPolicy) Values() []infer.EnumValue[RunnerDataPlaneExternalTrafficPolicy] {
	return []infer.EnumValue[RunnerDataPlaneExternalTrafficPolicy]{
		{
			Name: "Cluster", Value: RunnerDataPlaneExternalTrafficPolicyCluster,
			Description: "Any node may take the connection and pass it on: even load, but the client's address is hidden.",
		},
		{
			Name: "Local", Value: RunnerDataPlaneExternalTrafficPolicyLocal,
			Description: "Only nodes that run a runner pod take connections: the client's address is kept.",
		},
	}
}

// TenantScope names sandboxes by whom they belong to.
type TenantScope string

// The tenant scopes.
const (
	TenantScopeSameUser       TenantScope = "TENANT_SCOPE_SAME_USER"
	TenantScopeSameOrg        TenantScope = "TENANT_SCOPE_SAME_ORG"
	TenantScopeSandboxNetwork TenantScope = "TENANT_SCOPE_SANDBOX_NETWORK"
)

// Values lists the scopes that can be chosen.
func (TenantScope) Values() []infer.EnumValue[TenantScope] {
	return []infer.EnumValue[TenantScope]{
		{Name: "SameUser", Value: TenantScopeSameUser, Description: "Sandboxes of the same user."},
		{Name: "SameOrg", Value: TenantScopeSameOrg, Description: "Sandboxes of the same organization."},
		{
			Name: "SandboxNetwork", Value: TenantScopeSandboxNetwork,
			Description: "Sandboxes in the same sandbox network. Not accepted in ingress rules.",
		},
	}
}

// StorageMedium is what a scratch volume of a sandbox is made of.
type StorageMedium string

// The storage media.
const (
	StorageMediumDisk   StorageMedium = "STORAGE_MEDIUM_DISK"
	StorageMediumMemory StorageMedium = "STORAGE_MEDIUM_MEMORY"
)

// Values lists the media that can be chosen.
func (StorageMedium) Values() []infer.EnumValue[StorageMedium] {
	return []infer.EnumValue[StorageMedium]{
		{Name: "Disk", Value: StorageMediumDisk, Description: "The node's disk."},
		{Name: "Memory", Value: StorageMediumMemory, Description: "The node's memory. It counts against the sandbox's memory."},
	}
}

// DNSEgressMode says whether sandboxes may resolve names.
type DNSEgressMode string

// The DNS egress modes.
const (
	DNSEgressModeAllow DNSEgressMode = "DNS_EGRESS_MODE_ALLOW"
	DNSEgressModeDeny  DNSEgressMode = "DNS_EGRESS_MODE_DENY"
)

// Values lists the modes that can be chosen.
func (DNSEgressMode) Values() []infer.EnumValue[DNSEgressMode] {
	return []infer.EnumValue[DNSEgressMode]{
		{Name: "Allow", Value: DNSEgressModeAllow, Description: "Sandboxes may resolve names."},
		{Name: "Deny", Value: DNSEgressModeDeny, Description: "Sandboxes may not resolve names."},
	}
}

// RuntimeClass is the platform's name for a kind of sandbox isolation, independent of the cluster.
type RuntimeClass string

// The runtime classes.
const (
	RuntimeClassCPUDefault    RuntimeClass = "RUNTIME_CLASS_CPU_DEFAULT"
	RuntimeClassCPUNestedVirt RuntimeClass = "RUNTIME_CLASS_CPU_NESTED_VIRT"
	RuntimeClassGPUDefault    RuntimeClass = "RUNTIME_CLASS_GPU_DEFAULT"
)

// Values lists the classes that can be chosen.
func (RuntimeClass) Values() []infer.EnumValue[RuntimeClass] {
	return []infer.EnumValue[RuntimeClass]{
		{Name: "CpuDefault", Value: RuntimeClassCPUDefault, Description: "Sandboxes without a GPU."},
		{
			Name: "CpuNestedVirt", Value: RuntimeClassCPUNestedVirt,
			Description: "Sandboxes without a GPU that may start virtual machines themselves. Needs a named runtime class.",
		},
		{Name: "GpuDefault", Value: RuntimeClassGPUDefault, Description: "Sandboxes with a GPU."},
	}
}

// TolerationOperator relates the key of a toleration to its value.
type TolerationOperator string

// The toleration operators.
const (
	TolerationOperatorEqual  TolerationOperator = "Equal"
	TolerationOperatorExists TolerationOperator = "Exists"
)

// Values lists the operators that can be chosen.
func (TolerationOperator) Values() []infer.EnumValue[TolerationOperator] {
	return []infer.EnumValue[TolerationOperator]{
		{Name: "Equal", Value: TolerationOperatorEqual, Description: "The taint has this key and this value. Kubernetes' default."},
		{Name: "Exists", Value: TolerationOperatorExists, Description: "The taint has this key, whatever its value. The value must be left out."},
	}
}

// TaintEffect is what a taint does to pods that do not tolerate it.
type TaintEffect string

// The taint effects.
const (
	TaintEffectNoSchedule       TaintEffect = "NoSchedule"
	TaintEffectPreferNoSchedule TaintEffect = "PreferNoSchedule"
	TaintEffectNoExecute        TaintEffect = "NoExecute"
)

// Values lists the effects that can be chosen.
func (TaintEffect) Values() []infer.EnumValue[TaintEffect] {
	return []infer.EnumValue[TaintEffect]{
		{Name: "NoSchedule", Value: TaintEffectNoSchedule, Description: "New pods are kept away from the node."},
		{Name: "PreferNoSchedule", Value: TaintEffectPreferNoSchedule, Description: "New pods are kept away from the node if there is another."},
		{Name: "NoExecute", Value: TaintEffectNoExecute, Description: "New pods are kept away and running pods are evicted."},
	}
}

// Protocol is a transport protocol of a network rule.
type Protocol string

// The protocols.
const (
	ProtocolTCP  Protocol = "TCP"
	ProtocolUDP  Protocol = "UDP"
	ProtocolSCTP Protocol = "SCTP"
)

// Values lists the protocols that can be chosen.
func (Protocol) Values() []infer.EnumValue[Protocol] {
	return []infer.EnumValue[Protocol]{
		{Name: "TCP", Value: ProtocolTCP, Description: "TCP. The default."},
		{Name: "UDP", Value: ProtocolUDP, Description: "UDP."},
		{Name: "SCTP", Value: ProtocolSCTP, Description: "SCTP."},
	}
}

// LabelSelectorOperator relates a label to a set of values.
type LabelSelectorOperator string

// The label selector operators.
const (
	LabelSelectorOperatorIn           LabelSelectorOperator = "In"
	LabelSelectorOperatorNotIn        LabelSelectorOperator = "NotIn"
	LabelSelectorOperatorExists       LabelSelectorOperator = "Exists"
	LabelSelectorOperatorDoesNotExist LabelSelectorOperator = "DoesNotExist"
)

// Values lists the operators that can be chosen.
func (LabelSelectorOperator) Values() []infer.EnumValue[LabelSelectorOperator] {
	return []infer.EnumValue[LabelSelectorOperator]{
		{Name: "In", Value: LabelSelectorOperatorIn, Description: "The label has one of the values."},
		{Name: "NotIn", Value: LabelSelectorOperatorNotIn, Description: "The label has none of the values, or is absent."},
		{Name: "Exists", Value: LabelSelectorOperatorExists, Description: "The label is present. Takes no values."},
		{Name: "DoesNotExist", Value: LabelSelectorOperatorDoesNotExist, Description: "The label is absent. Takes no values."},
	}
}

// NodeSelectorOperator relates a node label or field to values.
type NodeSelectorOperator string

// The node selector operators.
const (
	NodeSelectorOperatorIn           NodeSelectorOperator = "In"
	NodeSelectorOperatorNotIn        NodeSelectorOperator = "NotIn"
	NodeSelectorOperatorExists       NodeSelectorOperator = "Exists"
	NodeSelectorOperatorDoesNotExist NodeSelectorOperator = "DoesNotExist"
	NodeSelectorOperatorGt           NodeSelectorOperator = "Gt"
	NodeSelectorOperatorLt           NodeSelectorOperator = "Lt"
)

// Values lists the operators that can be chosen.
func (NodeSelectorOperator) Values() []infer.EnumValue[NodeSelectorOperator] {
	return []infer.EnumValue[NodeSelectorOperator]{
		{Name: "In", Value: NodeSelectorOperatorIn, Description: "The label has one of the values."},
		{Name: "NotIn", Value: NodeSelectorOperatorNotIn, Description: "The label has none of the values, or is absent."},
		{Name: "Exists", Value: NodeSelectorOperatorExists, Description: "The label is present. Takes no values."},
		{Name: "DoesNotExist", Value: NodeSelectorOperatorDoesNotExist, Description: "The label is absent. Takes no values."},
		{Name: "Gt", Value: NodeSelectorOperatorGt, Description: "The label is an integer greater than the single value."},
		{Name: "Lt", Value: NodeSelectorOperatorLt, Description: "The label is an integer less than the single value."},
	}
}
