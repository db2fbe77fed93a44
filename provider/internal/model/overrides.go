package model

import "github.com/pulumi/pulumi-go-provider/infer"

// Overrides are settings of the runner's own deployment, replaced as one block.
type Overrides struct {
	NodeSelector    map[string]string  `pulumi:"nodeSelector,optional" json:"nodeSelector,omitempty"`
	Tolerations     []Toleration       `pulumi:"tolerations,optional" json:"tolerations,omitempty"`
	Resources       *ResourceOverrides `pulumi:"resources,optional" json:"resources,omitempty"`
	Annotations     map[string]string  `pulumi:"annotations,optional" json:"annotations,omitempty"`
	Labels          map[string]string  `pulumi:"labels,optional" json:"labels,omitempty"`
	Env             map[string]string  `pulumi:"env,optional" json:"env,omitempty" provider:"secret"`
	Args            []string           `pulumi:"args,optional" json:"args,omitempty"`
	Scaling         *Scaling           `pulumi:"scaling,optional" json:"scaling,omitempty"`
	CPURuntimeClass *string            `pulumi:"cpuRuntimeClass,optional" json:"cpuRuntimeClass,omitempty"`
	GPURuntimeClass *string            `pulumi:"gpuRuntimeClass,optional" json:"gpuRuntimeClass,omitempty"`
	Affinity        *Affinity          `pulumi:"affinity,optional" json:"affinity,omitempty" runner:"presence,json,emptyacts"`
}

// Annotate describes the type and its fields.
func (o *Overrides) Annotate(a infer.Annotator) {
	a.Describe(o, "Settings of the runner's own deployment. They are replaced as one block: what is left out "+
		"returns to the platform's default.")
	a.Describe(&o.NodeSelector, "Labels that a node must have to host the runner's pods.")
	a.Describe(&o.Tolerations, "Taints that the runner's pods tolerate, in order.")
	a.Describe(&o.Resources, "CPU and memory of the runner's own pods, not of sandboxes.")
	a.Describe(&o.Annotations, "Annotations of the runner's pods.")
	a.Describe(&o.Labels, "Labels of the runner's pods.")
	a.Describe(&o.Env, "Environment of the runner, for example `ENABLE_LIVE_NETWORK_UPDATE: \"true\"` for live network updates. "+
		"An empty string is a value. Always a secret in Pulumi state, for it may hold credentials.")
	a.Describe(&o.Args, "Extra command line arguments of the runner, in order.")
	a.Describe(&o.Scaling, "How many pods run the runner.")
	a.Describe(&o.CPURuntimeClass, "The Kubernetes RuntimeClass of sandboxes without a GPU.")
	a.Describe(&o.GPURuntimeClass, "The Kubernetes RuntimeClass of sandboxes with a GPU.")
	a.Describe(&o.Affinity, "Where the runner's own pods are placed, as a Kubernetes Affinity document; sandboxes are not "+
		"affected. Present and empty (`{}`) clears every rule, the platform's own too; absent returns to the platform's default.")
}

// Toleration lets the runner's pods onto nodes with a taint.
type Toleration struct {
	Key      *string             `pulumi:"key,optional" json:"key,omitempty"`
	Operator *TolerationOperator `pulumi:"operator,optional" json:"operator,omitempty"`
	Value    *string             `pulumi:"value,optional" json:"value,omitempty"`
	Effect   *TaintEffect        `pulumi:"effect,optional" json:"effect,omitempty"`
}

// Annotate describes the type and its fields.
func (t *Toleration) Annotate(a infer.Annotator) {
	a.Describe(t, "A taint that pods tolerate.")
	a.Describe(&t.Key, "The taint's key. Empty, with the operator `Exists`, means every taint.")
	a.Describe(&t.Operator, "How key and value are compared. Left out, `Equal`.")
	a.Describe(&t.Value, "The taint's value. Must be left out with the operator `Exists`.")
	a.Describe(&t.Effect, "The effect that is tolerated. Left out, every effect.")
}

// ResourceOverrides are the CPU and memory of the runner's own pods.
type ResourceOverrides struct {
	CPURequest    *string `pulumi:"cpuRequest,optional" json:"cpuRequest,omitempty" runner:"quantity"`
	MemoryRequest *string `pulumi:"memoryRequest,optional" json:"memoryRequest,omitempty" runner:"quantity"`
	CPULimit      *string `pulumi:"cpuLimit,optional" json:"cpuLimit,omitempty" runner:"quantity"`
	MemoryLimit   *string `pulumi:"memoryLimit,optional" json:"memoryLimit,omitempty" runner:"quantity"`
}

// Annotate describes the type and its fields.
func (r *ResourceOverrides) Annotate(a infer.Annotator) {
	a.Describe(r, "CPU and memory of pods, as Kubernetes quantities.")
	a.Describe(&r.CPURequest, "CPU that a pod is sure to get, as a Kubernetes quantity in cores, for example `1` or `500m`.")
	a.Describe(&r.MemoryRequest, "Memory that a pod is sure to get, as a Kubernetes quantity in bytes, for example `2Gi`.")
	a.Describe(&r.CPULimit, "CPU that a pod may use at most. Not below `cpuRequest`.")
	a.Describe(&r.MemoryLimit, "Memory that a pod may use at most. Not below `memoryRequest`.")
}

// Scaling is the number of pods of the runner.
type Scaling struct {
	Replicas           *int  `pulumi:"replicas,optional" json:"replicas,omitempty"`
	AutoscalingEnabled *bool `pulumi:"autoscalingEnabled,optional" json:"autoscalingEnabled,omitempty"`
	MinReplicas        *int  `pulumi:"minReplicas,optional" json:"minReplicas,omitempty"`
	MaxReplicas        *int  `pulumi:"maxReplicas,optional" json:"maxReplicas,omitempty"`
}

// Annotate describes the type and its fields.
func (s *Scaling) Annotate(a infer.Annotator) {
	a.Describe(s, "How many pods run the runner.")
	a.Describe(&s.Replicas, "The number of pods without autoscaling. At least 0; 0 leaves it to the platform.")
	a.Describe(&s.AutoscalingEnabled, "Whether the number of pods follows the load. Default `false`.")
	a.Describe(&s.MinReplicas, "The smallest number of pods with autoscaling. At least 0, and not above `maxReplicas`.")
	a.Describe(&s.MaxReplicas, "The largest number of pods with autoscaling. 0 sets no bound of its own.")
}
