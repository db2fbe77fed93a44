package model

import "github.com/pulumi/pulumi-go-provider/infer"

// ManagedRunnerSpec is how the platform installs and runs a runner. Each field is updated on its own.
//
// Presence counts for every field: a field that the program leaves out is not managed by it, and keeps what the
// server has.
type ManagedRunnerSpec struct {
	ReleaseChannel        *ReleaseChannel    `pulumi:"releaseChannel,optional" json:"releaseChannel,omitempty" runner:"presence"`
	MaintenancePolicy     *MaintenancePolicy `pulumi:"maintenancePolicy,optional" json:"maintenancePolicy,omitempty" runner:"presence"`
	Overrides             *Overrides         `pulumi:"overrides,optional" json:"overrides,omitempty" runner:"presence"`
	EnforceResourceLimits *bool              `pulumi:"enforceResourceLimits,optional" json:"enforceResourceLimits,omitempty" runner:"presence"`
	Volumes               *RunnerVolumes     `pulumi:"volumes,optional" json:"volumes,omitempty" runner:"presence"`
	TenantMetrics         *TenantMetrics     `pulumi:"tenantMetrics,optional" json:"tenantMetrics,omitempty" runner:"presence"`
	ImagePull             *ImagePull         `pulumi:"imagePull,optional" json:"imagePull,omitempty" runner:"presence"`
	DataPlane             *DataPlane         `pulumi:"dataPlane,optional" json:"dataPlane,omitempty" runner:"presence"`
}

// Annotate describes the type and its fields.
func (s *ManagedRunnerSpec) Annotate(a infer.Annotator) {
	a.Describe(s, "How the platform installs, updates and runs the runner. A field that is left out is not managed "+
		"by the program: the server's value stays. Taking a field out of the program resets it to the platform's default; "+
		"taking the whole `spec` out changes nothing and leaves it to others.")
	a.Describe(&s.ReleaseChannel, "The stream of runner versions to follow. The platform's default is "+
		"`RELEASE_CHANNEL_STABLE`.")
	a.Describe(&s.MaintenancePolicy, "When the platform may update the runner by itself. Without it, at any time.")
	a.Describe(&s.Overrides, "Settings of the runner's own deployment. They are replaced as one block.")
	a.Describe(&s.EnforceResourceLimits, "Whether every sandbox must declare both a CPU and a memory limit. "+
		"The platform's default is `false`.")
	a.Describe(&s.Volumes, "Persistent volumes in sandboxes.")
	a.Describe(&s.TenantMetrics, "Metrics of the sandboxes, collected for their owners.")
	a.Describe(&s.ImagePull, "How nodes pull the images of sandboxes.")
	a.Describe(&s.DataPlane, "The direct endpoint of the runner, over which clients reach sandboxes without passing "+
		"through the platform's gateway. Exactly one of `disabled`, `clusterIp`, `loadBalancer` and `custom`.")
}

// MaintenancePolicy limits the times of automatic updates.
type MaintenancePolicy struct {
	Windows    []MaintenanceWindow    `pulumi:"windows,optional" json:"windows,omitempty"`
	Exclusions []MaintenanceExclusion `pulumi:"exclusions,optional" json:"exclusions,omitempty"`
}

// Annotate describes the type and its fields.
func (m *MaintenancePolicy) Annotate(a infer.Annotator) {
	a.Describe(m, "When the platform may update the runner by itself. Changes that you make are rolled out at once.")
	a.Describe(&m.Windows, "Recurring windows for automatic updates. Without any, every time outside the exclusions is allowed.")
	a.Describe(&m.Exclusions, "Periods without automatic updates. They win over windows.")
}

// MaintenanceWindow is a recurring period for automatic updates.
type MaintenanceWindow struct {
	Cron            string `pulumi:"cron" json:"cron"`
	DurationSeconds int    `pulumi:"durationSeconds" json:"durationSeconds"`
}

// Annotate describes the type and its fields.
func (w *MaintenanceWindow) Annotate(a infer.Annotator) {
	a.Describe(w, "A recurring period in which the platform may update the runner.")
	a.Describe(&w.Cron, "When the window opens: a cron expression of five fields (minute, hour, day of month, month, "+
		"day of week) in UTC, for example `0 2 * * SAT`.")
	a.Describe(&w.DurationSeconds, "How long the window stays open, in seconds: 60 (one minute) to 604800 (one week).")
}

// MaintenanceExclusion is a period without automatic updates.
type MaintenanceExclusion struct {
	StartTime string  `pulumi:"startTime" json:"startTime" runner:"timestamp"`
	EndTime   string  `pulumi:"endTime" json:"endTime" runner:"timestamp"`
	Reason    *string `pulumi:"reason,optional" json:"reason,omitempty"`
}

// Annotate describes the type and its fields.
func (e *MaintenanceExclusion) Annotate(a infer.Annotator) {
	a.Describe(e, "A period in which the platform does not update the runner by itself.")
	a.Describe(&e.StartTime, "The start, as an RFC 3339 timestamp with any offset, for example `2026-12-24T00:00:00Z`. "+
		"Two spellings of one instant are the same.")
	a.Describe(&e.EndTime, "The end, exclusive, as an RFC 3339 timestamp. It must be after `startTime`.")
	a.Describe(&e.Reason, "Why, for people.")
}

// RunnerVolumes turns persistent volumes in sandboxes on.
type RunnerVolumes struct {
	Enabled            *bool    `pulumi:"enabled,optional" json:"enabled,omitempty"`
	CsiDriverAllowlist []string `pulumi:"csiDriverAllowlist,optional" json:"csiDriverAllowlist,omitempty" runner:"set"`
}

// Annotate describes the type and its fields.
func (v *RunnerVolumes) Annotate(a infer.Annotator) {
	a.Describe(v, "Persistent volumes in sandboxes. These settings override matching environment entries of the runner's deployment.")
	a.Describe(&v.Enabled, "Whether sandboxes may use persistent volumes. The runner also needs permission for persistent "+
		"volumes and claims in its cluster. Default `false`.")
	a.Describe(&v.CsiDriverAllowlist, "The CSI drivers whose volumes sandboxes may use. The order has no meaning. "+
		"Empty means `csi.vastdata.com` alone.")
}

// TenantMetrics turns the metrics of sandboxes on.
type TenantMetrics struct {
	Enabled *bool   `pulumi:"enabled,optional" json:"enabled,omitempty"`
	Image   *string `pulumi:"image,optional" json:"image,omitempty"`
}

// Annotate describes the type and its fields.
func (t *TenantMetrics) Annotate(a infer.Annotator) {
	a.Describe(t, "Metrics of the sandboxes, collected for their owners.")
	a.Describe(&t.Enabled, "Whether metrics are collected. Default `false`.")
	a.Describe(&t.Image, "The image of the collector. Empty keeps the deployment's own.")
}

// ImagePull says how nodes pull the images of sandboxes.
type ImagePull struct {
	Policy *SandboxImagePullPolicy `pulumi:"policy,optional" json:"policy,omitempty"`
}

// Annotate describes the type and its fields.
func (i *ImagePull) Annotate(a infer.Annotator) {
	a.Describe(i, "How nodes pull the images of sandboxes.")
	a.Describe(&i.Policy, "When an image is pulled. The platform's default is `SANDBOX_IMAGE_PULL_POLICY_IF_NOT_PRESENT`.")
}
