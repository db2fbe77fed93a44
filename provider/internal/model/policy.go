package model

import (
	"encoding/json"

	"github.com/pulumi/pulumi-go-provider/infer"
)

// Policy bounds the sandboxes of a runner. It is replaced as one block.
type Policy struct {
	DisplayName *string `pulumi:"displayName,optional" json:"displayName,omitempty"`
	// Base keeps its presence: {} is not the same as absent. Its keys are opaque.
	Base               map[string]any            `pulumi:"base,optional" json:"base,omitempty" provider:"secret" runner:"presence"`
	Constraints        *PolicyConstraints        `pulumi:"constraints,optional" json:"constraints,omitempty" runner:"presence"`
	ControlPlaneAccess *ControlPlaneAccessPolicy `pulumi:"controlPlaneAccess,optional" json:"controlPlaneAccess,omitempty" runner:"presence"`
}

// Annotate describes the type and its fields.
func (p *Policy) Annotate(a infer.Annotator) {
	a.Describe(p, "The policy of the sandboxes on a runner. It is always written whole, and only if nobody else has "+
		"edited it since the last refresh. A change concerns sandboxes that start after it.")
	a.Describe(&p.DisplayName, "A name for people.")
	a.Describe(&p.Base, "Defaults and attachments for the pod of every sandbox, in the shape of a Kubernetes pod: scheduler name, "+
		"node selector, tolerations, priority class, topology spread, service account, image pull secrets, volumes, DNS, metadata. "+
		"Keys that decide over security are refused by the API: affinity, security contexts of pod and containers, "+
		"runtime class name, init containers. `{}` is not the same as leaving it out. Always a secret in Pulumi state.")
	a.Describe(&p.Constraints, "The bounds of what a sandbox may ask for. A group that is left out sets no bound of its kind, "+
		"except that the allowlists of `security` stay closed.")
	a.Describe(&p.ControlPlaneAccess, "Who may reach the runner's sandboxes through the control plane.")
}

// MarshalJSON keeps an empty base. The tag that would say so (omitzero) is refused by Pulumi's mapper.
func (p Policy) MarshalJSON() ([]byte, error) {
	type bare Policy
	return json.Marshal(struct {
		bare
		Base map[string]any `json:"base,omitzero"`
	}{bare(p), p.Base})
}

// PolicyConstraints are the bounds of a policy, by kind. The presence of every group counts.
type PolicyConstraints struct {
	Resources *ResourceConstraints  `pulumi:"resources,optional" json:"resources,omitempty" runner:"presence"`
	Image     *ImageConstraints     `pulumi:"image,optional" json:"image,omitempty" runner:"presence"`
	Network   *NetworkConstraints   `pulumi:"network,optional" json:"network,omitempty" runner:"presence"`
	Security  *SecurityConstraints  `pulumi:"security,optional" json:"security,omitempty" runner:"presence"`
	Instance  *InstanceConstraints  `pulumi:"instance,optional" json:"instance,omitempty" runner:"presence"`
	Lifecycle *LifecycleConstraints `pulumi:"lifecycle,optional" json:"lifecycle,omitempty" runner:"presence"`
	Metadata  *MetadataConstraints  `pulumi:"metadata,optional" json:"metadata,omitempty" runner:"presence"`
	Volumes   *VolumeConstraints    `pulumi:"volumes,optional" json:"volumes,omitempty" runner:"presence"`
}

// Annotate describes the type and its fields.
func (c *PolicyConstraints) Annotate(a infer.Annotator) {
	a.Describe(c, "The bounds of what a sandbox may ask for.")
	a.Describe(&c.Resources, "CPU, memory and GPUs.")
	a.Describe(&c.Image, "Container images.")
	a.Describe(&c.Network, "Network traffic.")
	a.Describe(&c.Security, "Privileges, capabilities and isolation.")
	a.Describe(&c.Instance, "Instance types of nodes.")
	a.Describe(&c.Lifecycle, "The life time of sandboxes.")
	a.Describe(&c.Metadata, "Annotations on sandboxes.")
	a.Describe(&c.Volumes, "Scratch volumes.")
}

// ResourceConstraints bounds CPU, memory and GPUs.
type ResourceConstraints struct {
	MaxCPU        *string `pulumi:"maxCpu,optional" json:"maxCpu,omitempty" runner:"quantity"`
	MaxMemory     *string `pulumi:"maxMemory,optional" json:"maxMemory,omitempty" runner:"quantity"`
	MinCPU        *string `pulumi:"minCpu,optional" json:"minCpu,omitempty" runner:"quantity"`
	MinMemory     *string `pulumi:"minMemory,optional" json:"minMemory,omitempty" runner:"quantity"`
	DefaultCPU    *string `pulumi:"defaultCpu,optional" json:"defaultCpu,omitempty" runner:"quantity"`
	DefaultMemory *string `pulumi:"defaultMemory,optional" json:"defaultMemory,omitempty" runner:"quantity"`
	CPUCeiling    *string `pulumi:"cpuCeiling,optional" json:"cpuCeiling,omitempty" runner:"quantity"`
	MemoryCeiling *string `pulumi:"memoryCeiling,optional" json:"memoryCeiling,omitempty" runner:"quantity"`
	// MaxGpuCount is an int64, hence a JSON string on the wire. Presence counts: 0 forbids GPUs, absent sets no cap.
	MaxGpuCount   *int64 `pulumi:"maxGpuCount,optional" json:"maxGpuCount,omitempty" runner:"presence,int64"`
	RequireLimits *bool  `pulumi:"requireLimits,optional" json:"requireLimits,omitempty"`
}

// Annotate describes the type and its fields.
func (r *ResourceConstraints) Annotate(a infer.Annotator) {
	a.Describe(r, "Bounds of CPU, memory and GPUs. CPU and memory are Kubernetes quantities, compared by value. "+
		"A request outside the bounds is rejected, never reduced.")
	a.Describe(&r.MaxCPU, "CPU that one container may ask for at most, in cores, for example `8` or `500m`.")
	a.Describe(&r.MaxMemory, "Memory that one container may ask for at most, in bytes, for example `32Gi`.")
	a.Describe(&r.MinCPU, "CPU that one container must ask for at least.")
	a.Describe(&r.MinMemory, "Memory that one container must ask for at least.")
	a.Describe(&r.DefaultCPU, "CPU of a container that asks for none. Between `minCpu` and `maxCpu`.")
	a.Describe(&r.DefaultMemory, "Memory of a container that asks for none. Between `minMemory` and `maxMemory`.")
	a.Describe(&r.CPUCeiling, "CPU that all containers of a sandbox together may ask for at most.")
	a.Describe(&r.MemoryCeiling, "Memory that all containers of a sandbox together may ask for at most.")
	a.Describe(&r.MaxGpuCount, "GPUs that a sandbox may ask for at most. `0` forbids GPUs; leaving it out sets no cap.")
	a.Describe(&r.RequireLimits, "Whether every sandbox must declare limits. Default `false`.")
}

// MarshalJSON writes the GPU count as the string that proto3 JSON makes of an int64.
func (r ResourceConstraints) MarshalJSON() ([]byte, error) {
	type bare ResourceConstraints
	return json.Marshal(struct {
		bare
		MaxGpuCount *int64 `json:"maxGpuCount,omitempty,string"`
	}{bare(r), r.MaxGpuCount})
}

// ImageConstraints bounds the images of sandboxes.
type ImageConstraints struct {
	AllowedRegistries []string `pulumi:"allowedRegistries,optional" json:"allowedRegistries,omitempty" runner:"set"`
	AllowedImages     []string `pulumi:"allowedImages,optional" json:"allowedImages,omitempty" runner:"set"`
}

// Annotate describes the type and its fields.
func (i *ImageConstraints) Annotate(a infer.Annotator) {
	a.Describe(i, "Bounds of container images.")
	a.Describe(&i.AllowedRegistries, "Registries that images may come from, for example `registry.example.com/`. "+
		"The order has no meaning. Empty allows any.")
	a.Describe(&i.AllowedImages, "Images that may run, for example `registry.example.com/team/app:stable`. "+
		"The order has no meaning. Empty allows any.")
}

// SecurityConstraints bounds privileges and isolation.
type SecurityConstraints struct {
	AllowPrivileged        *bool                 `pulumi:"allowPrivileged,optional" json:"allowPrivileged,omitempty"`
	AllowedCapabilities    []string              `pulumi:"allowedCapabilities,optional" json:"allowedCapabilities,omitempty" runner:"set"`
	AllowedSeccompProfiles []string              `pulumi:"allowedSeccompProfiles,optional" json:"allowedSeccompProfiles,omitempty" runner:"set"`
	AllowedRuntimeClasses  []string              `pulumi:"allowedRuntimeClasses,optional" json:"allowedRuntimeClasses,omitempty" runner:"set"`
	DefaultCPURuntimeClass *string               `pulumi:"defaultCpuRuntimeClass,optional" json:"defaultCpuRuntimeClass,omitempty"`
	DefaultGPURuntimeClass *string               `pulumi:"defaultGpuRuntimeClass,optional" json:"defaultGpuRuntimeClass,omitempty"`
	RuntimeClassMappings   []RuntimeClassMapping `pulumi:"runtimeClassMappings,optional" json:"runtimeClassMappings,omitempty" runner:"set"`
}

// Annotate describes the type and its fields.
func (s *SecurityConstraints) Annotate(a infer.Annotator) {
	a.Describe(s, "Bounds of privileges, capabilities and isolation. Allowlists are closed: empty allows nothing beyond the defaults.")
	a.Describe(&s.AllowPrivileged, "Whether privileged containers may run. Default `false`.")
	a.Describe(&s.AllowedCapabilities, "Linux capabilities that a sandbox may add, for example `NET_ADMIN`. "+
		"The order has no meaning. Empty allows none.")
	a.Describe(&s.AllowedSeccompProfiles, "Seccomp profiles that a sandbox may choose, for example `RuntimeDefault`. "+
		"The order has no meaning.")
	a.Describe(&s.AllowedRuntimeClasses, "Kubernetes RuntimeClasses that a sandbox may choose. The order has no meaning. "+
		"Empty: a sandbox may choose none. Not together with `runtimeClassMappings`.")
	a.Describe(&s.DefaultCPURuntimeClass, "The RuntimeClass of sandboxes without a GPU that choose none. "+
		"It must be in `allowedRuntimeClasses` if that is not empty. Not together with `runtimeClassMappings`.")
	a.Describe(&s.DefaultGPURuntimeClass, "The RuntimeClass of sandboxes with a GPU that choose none. "+
		"It must be in `allowedRuntimeClasses` if that is not empty. Not together with `runtimeClassMappings`.")
	a.Describe(&s.RuntimeClassMappings, "What the platform's runtime classes mean on this cluster, each class at most once. "+
		"The order has no meaning.")
}

// RuntimeClassMapping gives one of the platform's runtime classes a target on the cluster: exactly one of nodeDefault
// and kubernetesRuntimeClassName.
type RuntimeClassMapping struct {
	RuntimeClass               RuntimeClass `pulumi:"runtimeClass" json:"runtimeClass"`
	NodeDefault                *bool        `pulumi:"nodeDefault,optional" json:"nodeDefault,omitempty" runner:"oneof"`
	KubernetesRuntimeClassName *string      `pulumi:"kubernetesRuntimeClassName,optional" json:"kubernetesRuntimeClassName,omitempty" runner:"oneof"`
}

// Annotate describes the type and its fields.
func (r *RuntimeClassMapping) Annotate(a infer.Annotator) {
	a.Describe(r, "What one of the platform's runtime classes means on this cluster. Exactly one of `nodeDefault` and "+
		"`kubernetesRuntimeClassName` must be set.")
	a.Describe(&r.RuntimeClass, "The platform's class.")
	a.Describe(&r.NodeDefault, "`true`: the node's default runtime. Not for classes with a feature, such as nested virtualization.")
	a.Describe(&r.KubernetesRuntimeClassName, "The Kubernetes RuntimeClass, for example `kata-qemu`: lower-case letters, "+
		"digits, `-` and `.`.")
}

// InstanceConstraints bounds the nodes of sandboxes.
type InstanceConstraints struct {
	AllowedInstanceTypes []string `pulumi:"allowedInstanceTypes,optional" json:"allowedInstanceTypes,omitempty" runner:"set"`
}

// Annotate describes the type and its fields.
func (i *InstanceConstraints) Annotate(a infer.Annotator) {
	a.Describe(i, "Bounds of instance types.")
	a.Describe(&i.AllowedInstanceTypes, "Instance types whose nodes may run sandboxes. The order has no meaning. Empty allows any.")
}

// LifecycleConstraints bounds the life time of sandboxes.
type LifecycleConstraints struct {
	DefaultLifetimeSeconds *int `pulumi:"defaultLifetimeSeconds,optional" json:"defaultLifetimeSeconds,omitempty"`
}

// Annotate describes the type and its fields.
func (l *LifecycleConstraints) Annotate(a infer.Annotator) {
	a.Describe(l, "Bounds of the life time of sandboxes.")
	a.Describe(&l.DefaultLifetimeSeconds, "The life time of a sandbox that asks for none, in seconds: 0 to 2592000 (30 days, "+
		"the platform's maximum). 0 is the platform's default.")
}

// MetadataConstraints bounds annotations.
type MetadataConstraints struct {
	DeniedAnnotationPrefixes []string `pulumi:"deniedAnnotationPrefixes,optional" json:"deniedAnnotationPrefixes,omitempty" runner:"set"`
	MaxAnnotationCount       *int     `pulumi:"maxAnnotationCount,optional" json:"maxAnnotationCount,omitempty"`
}

// Annotate describes the type and its fields.
func (m *MetadataConstraints) Annotate(a infer.Annotator) {
	a.Describe(m, "Bounds of the annotations on sandboxes.")
	a.Describe(&m.DeniedAnnotationPrefixes, "Prefixes that the keys of annotations must not have, for example "+
		"`internal.example.com/`. The order has no meaning.")
	a.Describe(&m.MaxAnnotationCount, "How many annotations a sandbox may have. At least 0; 0 sets no limit.")
}

// VolumeConstraints bounds scratch volumes.
type VolumeConstraints struct {
	AllowedMedia []StorageMedium `pulumi:"allowedMedia,optional" json:"allowedMedia,omitempty" runner:"set"`
	MaxSize      *string         `pulumi:"maxSize,optional" json:"maxSize,omitempty" runner:"quantity"`
}

// Annotate describes the type and its fields.
func (v *VolumeConstraints) Annotate(a infer.Annotator) {
	a.Describe(v, "Bounds of scratch volumes.")
	a.Describe(&v.AllowedMedia, "What a volume may be made of. The order has no meaning. Empty allows any.")
	a.Describe(&v.MaxSize, "The largest size of a volume, as a Kubernetes quantity in bytes, for example `100Gi`.")
}

// ControlPlaneAccessPolicy bounds the access through the control plane.
type ControlPlaneAccessPolicy struct {
	SourceIPAllowlist *SourceIPAllowlist `pulumi:"sourceIpAllowlist,optional" json:"sourceIpAllowlist,omitempty" runner:"presence,emptyacts"`
}

// Annotate describes the type and its fields.
func (c *ControlPlaneAccessPolicy) Annotate(a infer.Annotator) {
	a.Describe(c, "Who may reach the runner's sandboxes through the control plane.")
	a.Describe(&c.SourceIPAllowlist, "The public addresses that are let in. Left out, every address is; "+
		"present and empty (`{}`), none is.")
}

// SourceIPAllowlist is a list of address ranges. Its presence is the meaning.
type SourceIPAllowlist struct {
	Cidrs []string `pulumi:"cidrs,optional" json:"cidrs,omitempty" runner:"set"`
}

// Annotate describes the type and its fields.
func (s *SourceIPAllowlist) Annotate(a infer.Annotator) {
	a.Describe(s, "The public addresses that are let in. Empty denies every public address.")
	a.Describe(&s.Cidrs, "IPv4 and IPv6 prefixes in canonical form, for example `203.0.113.0/24`: no host bits, no IPv4-mapped "+
		"IPv6, none inside another, at most 256. The order has no meaning.")
}
