package model

import "github.com/pulumi/pulumi-go-provider/infer"

// Affinity is a Kubernetes Affinity document (core/v1). On the wire it is a free-form JSON object, stored as it is,
// so that the presence of every object in it counts: an empty selector selects everything, an absent one nothing.
type Affinity struct {
	NodeAffinity    *NodeAffinity    `pulumi:"nodeAffinity,optional" json:"nodeAffinity,omitempty" runner:"presence"`
	PodAffinity     *PodAffinity     `pulumi:"podAffinity,optional" json:"podAffinity,omitempty" runner:"presence"`
	PodAntiAffinity *PodAntiAffinity `pulumi:"podAntiAffinity,optional" json:"podAntiAffinity,omitempty" runner:"presence"`
}

// Annotate describes the type and its fields.
func (f *Affinity) Annotate(a infer.Annotator) {
	a.Describe(f, "Where pods are placed, as a Kubernetes Affinity document.")
	a.Describe(&f.NodeAffinity, "Attraction to nodes.")
	a.Describe(&f.PodAffinity, "Attraction to nodes (or other domains) that run certain pods.")
	a.Describe(&f.PodAntiAffinity, "Repulsion from nodes (or other domains) that run certain pods.")
}

// NodeAffinity is attraction to nodes.
type NodeAffinity struct {
	Required  *NodeSelector             `pulumi:"requiredDuringSchedulingIgnoredDuringExecution,optional" json:"requiredDuringSchedulingIgnoredDuringExecution,omitempty" runner:"presence,emptyacts"`
	Preferred []PreferredSchedulingTerm `pulumi:"preferredDuringSchedulingIgnoredDuringExecution,optional" json:"preferredDuringSchedulingIgnoredDuringExecution,omitempty"`
}

// Annotate describes the type and its fields.
func (n *NodeAffinity) Annotate(a infer.Annotator) {
	a.Describe(n, "Attraction to nodes.")
	a.Describe(&n.Required, "What a node must satisfy when a pod is placed. Pods that run already stay.")
	a.Describe(&n.Preferred, "What a node should satisfy. The weights of the satisfied terms are added up, and the best node wins.")
}

// NodeSelector is a list of terms of which one must match.
type NodeSelector struct {
	NodeSelectorTerms []NodeSelectorTerm `pulumi:"nodeSelectorTerms" json:"nodeSelectorTerms,omitempty"`
}

// Annotate describes the type and its fields.
func (n *NodeSelector) Annotate(a infer.Annotator) {
	a.Describe(n, "A choice of nodes.")
	a.Describe(&n.NodeSelectorTerms, "Terms of which at least one must match. At least one.")
}

// NodeSelectorTerm is a list of requirements that must all hold.
type NodeSelectorTerm struct {
	MatchExpressions []NodeSelectorRequirement `pulumi:"matchExpressions,optional" json:"matchExpressions,omitempty"`
	MatchFields      []NodeSelectorRequirement `pulumi:"matchFields,optional" json:"matchFields,omitempty"`
}

// Annotate describes the type and its fields.
func (n *NodeSelectorTerm) Annotate(a infer.Annotator) {
	a.Describe(n, "Requirements that must all hold. A term without any matches no node.")
	a.Describe(&n.MatchExpressions, "Requirements on the node's labels.")
	a.Describe(&n.MatchFields, "Requirements on the node's fields, such as `metadata.name`.")
}

// NodeSelectorRequirement is a condition on a node.
type NodeSelectorRequirement struct {
	Key      string               `pulumi:"key" json:"key"`
	Operator NodeSelectorOperator `pulumi:"operator" json:"operator"`
	Values   []string             `pulumi:"values,optional" json:"values,omitempty"`
}

// Annotate describes the type and its fields.
func (n *NodeSelectorRequirement) Annotate(a infer.Annotator) {
	a.Describe(n, "A condition on a node.")
	a.Describe(&n.Key, "The label key or the field.")
	a.Describe(&n.Operator, "How the key's value relates to `values`.")
	a.Describe(&n.Values, "The values: at least one for `In` and `NotIn`, none for `Exists` and `DoesNotExist`, "+
		"exactly one integer for `Gt` and `Lt`.")
}

// PreferredSchedulingTerm is a weighted preference for nodes.
type PreferredSchedulingTerm struct {
	Weight     int              `pulumi:"weight" json:"weight"`
	Preference NodeSelectorTerm `pulumi:"preference" json:"preference" runner:"presence"`
}

// Annotate describes the type and its fields.
func (p *PreferredSchedulingTerm) Annotate(a infer.Annotator) {
	a.Describe(p, "A weighted preference for nodes.")
	a.Describe(&p.Weight, "How much the term counts: 1 to 100.")
	a.Describe(&p.Preference, "The term.")
}

// PodAffinity is attraction to pods.
type PodAffinity struct {
	Required  []PodAffinityTerm         `pulumi:"requiredDuringSchedulingIgnoredDuringExecution,optional" json:"requiredDuringSchedulingIgnoredDuringExecution,omitempty"`
	Preferred []WeightedPodAffinityTerm `pulumi:"preferredDuringSchedulingIgnoredDuringExecution,optional" json:"preferredDuringSchedulingIgnoredDuringExecution,omitempty"`
}

// Annotate describes the type and its fields.
func (p *PodAffinity) Annotate(a infer.Annotator) {
	a.Describe(p, "Attraction to domains that run certain pods.")
	a.Describe(&p.Required, "Terms that must all hold when a pod is placed.")
	a.Describe(&p.Preferred, "Terms that should hold. The weights of the satisfied terms are added up, and the best node wins.")
}

// PodAntiAffinity is repulsion from pods.
type PodAntiAffinity struct {
	Required  []PodAffinityTerm         `pulumi:"requiredDuringSchedulingIgnoredDuringExecution,optional" json:"requiredDuringSchedulingIgnoredDuringExecution,omitempty"`
	Preferred []WeightedPodAffinityTerm `pulumi:"preferredDuringSchedulingIgnoredDuringExecution,optional" json:"preferredDuringSchedulingIgnoredDuringExecution,omitempty"`
}

// Annotate describes the type and its fields.
func (p *PodAntiAffinity) Annotate(a infer.Annotator) {
	a.Describe(p, "Repulsion from domains that run certain pods.")
	a.Describe(&p.Required, "Terms of which none may hold when a pod is placed.")
	a.Describe(&p.Preferred, "Terms that should not hold. The weights of the terms that hold are added up, and the lowest node wins.")
}

// WeightedPodAffinityTerm is a weighted preference about pods.
type WeightedPodAffinityTerm struct {
	Weight          int             `pulumi:"weight" json:"weight"`
	PodAffinityTerm PodAffinityTerm `pulumi:"podAffinityTerm" json:"podAffinityTerm" runner:"presence"`
}

// Annotate describes the type and its fields.
func (w *WeightedPodAffinityTerm) Annotate(a infer.Annotator) {
	a.Describe(w, "A weighted preference about pods.")
	a.Describe(&w.Weight, "How much the term counts: 1 to 100.")
	a.Describe(&w.PodAffinityTerm, "The term.")
}

// PodAffinityTerm names pods and the domain in which they count.
type PodAffinityTerm struct {
	LabelSelector     *LabelSelector `pulumi:"labelSelector,optional" json:"labelSelector,omitempty" runner:"presence"`
	Namespaces        []string       `pulumi:"namespaces,optional" json:"namespaces,omitempty"`
	TopologyKey       string         `pulumi:"topologyKey" json:"topologyKey"`
	NamespaceSelector *LabelSelector `pulumi:"namespaceSelector,optional" json:"namespaceSelector,omitempty" runner:"presence"`
	MatchLabelKeys    []string       `pulumi:"matchLabelKeys,optional" json:"matchLabelKeys,omitempty"`
	MismatchLabelKeys []string       `pulumi:"mismatchLabelKeys,optional" json:"mismatchLabelKeys,omitempty"`
}

// Annotate describes the type and its fields.
func (p *PodAffinityTerm) Annotate(a infer.Annotator) {
	a.Describe(p, "Pods, and the domain in which they count.")
	a.Describe(&p.LabelSelector, "The pods, by labels. Empty (`{}`) selects all, absent none.")
	a.Describe(&p.Namespaces, "Namespaces of the pods, besides those of `namespaceSelector`. Without both, the pod's own namespace.")
	a.Describe(&p.TopologyKey, "The node label whose equal values make a domain, for example `kubernetes.io/hostname`. Must not be empty.")
	a.Describe(&p.NamespaceSelector, "Namespaces of the pods, by labels. Empty (`{}`) selects all.")
	a.Describe(&p.MatchLabelKeys, "Label keys whose values must equal those of the pod that is placed.")
	a.Describe(&p.MismatchLabelKeys, "Label keys whose values must differ from those of the pod that is placed.")
}

// LabelSelector selects objects by labels.
type LabelSelector struct {
	MatchLabels      map[string]string          `pulumi:"matchLabels,optional" json:"matchLabels,omitempty"`
	MatchExpressions []LabelSelectorRequirement `pulumi:"matchExpressions,optional" json:"matchExpressions,omitempty"`
}

// Annotate describes the type and its fields.
func (l *LabelSelector) Annotate(a infer.Annotator) {
	a.Describe(l, "A choice by labels. All conditions must hold.")
	a.Describe(&l.MatchLabels, "Labels that must be there with these values.")
	a.Describe(&l.MatchExpressions, "Further conditions on labels.")
}

// LabelSelectorRequirement is a condition on a label.
type LabelSelectorRequirement struct {
	Key      string                `pulumi:"key" json:"key"`
	Operator LabelSelectorOperator `pulumi:"operator" json:"operator"`
	Values   []string              `pulumi:"values,optional" json:"values,omitempty"`
}

// Annotate describes the type and its fields.
func (l *LabelSelectorRequirement) Annotate(a infer.Annotator) {
	a.Describe(l, "A condition on a label.")
	a.Describe(&l.Key, "The label key.")
	a.Describe(&l.Operator, "How the label's value relates to `values`.")
	a.Describe(&l.Values, "The values: at least one for `In` and `NotIn`, none for `Exists` and `DoesNotExist`.")
}
