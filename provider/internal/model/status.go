package model

import "github.com/pulumi/pulumi-go-provider/infer"

// Status is what the server reports of a runner.
type Status struct {
	Condition
	DeploymentSpec *RunnerDeploymentSpec `pulumi:"deploymentSpec,optional" json:"deploymentSpec,omitempty" provider:"secret" runner:"loose"`
}

// Annotate describes the field that is only here.
func (s *Status) Annotate(a infer.Annotator) {
	a.Describe(&s.DeploymentSpec, "The deployment that results from the platform's defaults and `spec`. "+
		"A secret, for it may hold credentials.")
}

// Condition is the part of a status that holds no secrets. Statuses are plain strings, so that a value that a newer
// server adds breaks no program.
type Condition struct {
	Etag                string              `pulumi:"etag" json:"etag,omitempty"`
	InstallStatus       string              `pulumi:"installStatus" json:"installStatus,omitempty"`
	ConnectionStatus    string              `pulumi:"connectionStatus" json:"connectionStatus,omitempty"`
	ActiveConfigVersion string              `pulumi:"activeConfigVersion" json:"activeConfigVersion,omitempty"`
	ActiveRevision      int                 `pulumi:"activeRevision" json:"activeRevision,omitempty"`
	TargetRevision      int                 `pulumi:"targetRevision" json:"targetRevision,omitempty"`
	UpdateAvailable     bool                `pulumi:"updateAvailable" json:"updateAvailable,omitempty"`
	RolloutInProgress   bool                `pulumi:"rolloutInProgress" json:"rolloutInProgress,omitempty"`
	InstallError        *RunnerInstallError `pulumi:"installError,optional" json:"installError,omitempty" runner:"loose"`
	DataPlaneStatus     *DataPlaneStatus    `pulumi:"dataPlaneStatus,optional" json:"dataPlaneStatus,omitempty" runner:"loose"`
	CreateTime          string              `pulumi:"createTime" json:"createTime,omitempty"`
	UpdateTime          string              `pulumi:"updateTime" json:"updateTime,omitempty"`
	LastHeartbeatTime   *string             `pulumi:"lastHeartbeatTime,optional" json:"lastHeartbeatTime,omitempty"`
}

// The statuses that decide something here.
const (
	InstallStatusReady        = "RUNNER_INSTALL_STATUS_READY"
	InstallStatusFailed       = "RUNNER_INSTALL_STATUS_FAILED"
	InstallStatusDeleting     = "RUNNER_INSTALL_STATUS_DELETING"
	ConnectionStatusConnected = "RUNNER_CONNECTION_STATUS_CONNECTED"
)

// Ready reports whether the runner is installed, connected and runs the configuration that was asked for.
func (c Condition) Ready() bool {
	return c.InstallStatus == InstallStatusReady && c.ConnectionStatus == ConnectionStatusConnected &&
		c.ActiveRevision == c.TargetRevision
}

// Annotate describes the fields.
func (c *Condition) Annotate(a infer.Annotator) {
	a.Describe(&c.Etag, "The revision of the policy, opaque. A policy change is accepted only while it is current.")
	a.Describe(&c.InstallStatus, "How far the installation is. Known values: `RUNNER_INSTALL_STATUS_PENDING`, "+
		"`RUNNER_INSTALL_STATUS_PROVISIONING`, `RUNNER_INSTALL_STATUS_READY`, `RUNNER_INSTALL_STATUS_FAILED`, "+
		"`RUNNER_INSTALL_STATUS_DELETING`. Others are possible.")
	a.Describe(&c.ConnectionStatus, "Whether the runner is connected to the platform. Known value: "+
		"`RUNNER_CONNECTION_STATUS_CONNECTED`. Others are possible.")
	a.Describe(&c.ActiveConfigVersion, "The version of the configuration that runs now.")
	a.Describe(&c.ActiveRevision, "The revision that runs now.")
	a.Describe(&c.TargetRevision, "The revision that is asked for.")
	a.Describe(&c.UpdateAvailable, "Whether the release channel has a newer version.")
	a.Describe(&c.RolloutInProgress, "Whether the runner is on its way from the active to the target revision.")
	a.Describe(&c.InstallError, "Why the installation failed. Absent unless it did.")
	a.Describe(&c.DataPlaneStatus, "The state of the direct endpoint.")
	a.Describe(&c.CreateTime, "When the runner was created, as an RFC 3339 timestamp.")
	a.Describe(&c.UpdateTime, "When the configuration was last changed, as an RFC 3339 timestamp.")
	a.Describe(&c.LastHeartbeatTime, "When the runner was last heard of, as an RFC 3339 timestamp.")
}

// RunnerDeploymentSpec is a deployment of a runner as the platform resolved it.
type RunnerDeploymentSpec struct {
	Image           *string            `pulumi:"image,optional" json:"image,omitempty"`
	Env             map[string]string  `pulumi:"env,optional" json:"env,omitempty"`
	Args            []string           `pulumi:"args,optional" json:"args,omitempty"`
	Resources       *ResourceOverrides `pulumi:"resources,optional" json:"resources,omitempty"`
	NodeSelector    map[string]string  `pulumi:"nodeSelector,optional" json:"nodeSelector,omitempty"`
	Tolerations     []Toleration       `pulumi:"tolerations,optional" json:"tolerations,omitempty"`
	Scaling         *Scaling           `pulumi:"scaling,optional" json:"scaling,omitempty"`
	Annotations     map[string]string  `pulumi:"annotations,optional" json:"annotations,omitempty"`
	Labels          map[string]string  `pulumi:"labels,optional" json:"labels,omitempty"`
	ServiceAccount  *string            `pulumi:"serviceAccount,optional" json:"serviceAccount,omitempty"`
	ImagePullPolicy *string            `pulumi:"imagePullPolicy,optional" json:"imagePullPolicy,omitempty"`
	GatewayServer   *string            `pulumi:"gatewayServer,optional" json:"gatewayServer,omitempty"`
	CPURuntimeClass *string            `pulumi:"cpuRuntimeClass,optional" json:"cpuRuntimeClass,omitempty"`
	GPURuntimeClass *string            `pulumi:"gpuRuntimeClass,optional" json:"gpuRuntimeClass,omitempty"`
	InitResources   *ResourceOverrides `pulumi:"initResources,optional" json:"initResources,omitempty"`
}

// Annotate describes the type and its fields.
func (d *RunnerDeploymentSpec) Annotate(a infer.Annotator) {
	a.Describe(d, "A deployment of the runner as the platform resolved it. Servers may report more than is listed here.")
	a.Describe(&d.Image, "The runner's image.")
	a.Describe(&d.Env, "The runner's environment.")
	a.Describe(&d.Args, "The runner's command line arguments.")
	a.Describe(&d.Resources, "CPU and memory of the runner's pods.")
	a.Describe(&d.NodeSelector, "Labels that nodes must have.")
	a.Describe(&d.Tolerations, "Taints that the pods tolerate.")
	a.Describe(&d.Scaling, "How many pods run the runner.")
	a.Describe(&d.Annotations, "Annotations of the pods.")
	a.Describe(&d.Labels, "Labels of the pods.")
	a.Describe(&d.ServiceAccount, "The Kubernetes service account of the pods.")
	a.Describe(&d.ImagePullPolicy, "Kubernetes' pull policy of the runner's image.")
	a.Describe(&d.GatewayServer, "The address of the platform's gateway.")
	a.Describe(&d.CPURuntimeClass, "The RuntimeClass of sandboxes without a GPU.")
	a.Describe(&d.GPURuntimeClass, "The RuntimeClass of sandboxes with a GPU.")
	a.Describe(&d.InitResources, "CPU and memory of the init container.")
}

// RunnerInstallError says why an installation failed.
type RunnerInstallError struct {
	Reason           *string  `pulumi:"reason,optional" json:"reason,omitempty"`
	Message          *string  `pulumi:"message,optional" json:"message,omitempty"`
	DiagnosticDetail *string  `pulumi:"diagnosticDetail,optional" json:"diagnosticDetail,omitempty"`
	RemediationHints []string `pulumi:"remediationHints,optional" json:"remediationHints,omitempty"`
	// The v1 spelling is not known: v1 has renamed other *_at fields to *_time.
	OccurredTime *string `pulumi:"occurredTime,optional" json:"occurredTime,omitempty" runner:"alias=occurredAt,alias=occurTime"`
}

// Annotate describes the type and its fields.
func (e *RunnerInstallError) Annotate(a infer.Annotator) {
	a.Describe(e, "Why an installation failed.")
	a.Describe(&e.Reason, "The kind of failure, for programs.")
	a.Describe(&e.Message, "The failure, for people.")
	a.Describe(&e.DiagnosticDetail, "Details for a diagnosis.")
	a.Describe(&e.RemediationHints, "What may help.")
	a.Describe(&e.OccurredTime, "When it failed, as an RFC 3339 timestamp.")
}

// DataPlaneStatus is the state of the direct endpoint. The API's documents name its contents but not its fields, so
// that every likely spelling is read.
type DataPlaneStatus struct {
	State                 *string  `pulumi:"state,optional" json:"state,omitempty" runner:"alias=endpointState,alias=status"`
	URI                   *string  `pulumi:"uri,optional" json:"uri,omitempty" runner:"alias=endpointUri,alias=advertisedUri"`
	Protocols             []string `pulumi:"protocols,optional" json:"protocols,omitempty" runner:"alias=supportedProtocols"`
	CertificateExpireTime *string  `pulumi:"certificateExpireTime,optional" json:"certificateExpireTime,omitempty" runner:"alias=certificateExpiryTime,alias=certificateExpirationTime,alias=certificateExpiry"`
}

// Annotate describes the type and its fields.
func (d *DataPlaneStatus) Annotate(a infer.Annotator) {
	a.Describe(d, "The state of the direct endpoint, as far as the server reports it.")
	a.Describe(&d.State, "The state of the endpoint. The values are not documented.")
	a.Describe(&d.URI, "The URI under which clients reach the runner.")
	a.Describe(&d.Protocols, "The protocols that the endpoint speaks.")
	a.Describe(&d.CertificateExpireTime, "When the endpoint's certificate expires, as an RFC 3339 timestamp.")
}
