package model

import "github.com/pulumi/pulumi-go-provider/infer"

// Args are the inputs of the ManagedRunner resource.
type Args struct {
	Identity
	Configuration
	Procedure
}

// Procedure says how the provider goes about a change. It is not a part of the runner: the API never sees it.
type Procedure struct {
	WaitForReady         *bool `pulumi:"waitForReady,optional" json:"-" runner:"local"`
	ApplyAvailableUpdate *bool `pulumi:"applyAvailableUpdate,optional" json:"-" runner:"local"`
}

// Annotate describes the fields.
func (p *Procedure) Annotate(a infer.Annotator) {
	a.Describe(&p.WaitForReady, "Whether creating and updating return only when the runner is `ready`. The wait ends with an "+
		"error when the installation fails, and after 30 minutes, or as long as the option `customTimeouts` says. The runner "+
		"is in the state even so, and the next `pulumi up` goes on waiting. Default: `false`.")
	a.Describe(&p.ApplyAvailableUpdate, "Whether `pulumi up` starts the update to the newest version of the release channel when "+
		"`updateAvailable` is true, as of the last refresh. Maintenance windows are for the updates that the platform starts by "+
		"itself. Default: `false`.")
}

// WaitsForReady is waitForReady with its default.
func (p Procedure) WaitsForReady() bool { return p.WaitForReady != nil && *p.WaitForReady }

// AppliesAvailableUpdate is applyAvailableUpdate with its default.
func (p Procedure) AppliesAvailableUpdate() bool {
	return p.ApplyAvailableUpdate != nil && *p.ApplyAvailableUpdate
}

// State are the outputs of the ManagedRunner resource: the inputs as the program spells them, and what the server
// reports.
type State struct {
	Args
	ClusterName string `pulumi:"clusterName"`
	Status
	Ready bool `pulumi:"ready"`
}

// Annotate describes the fields that are only here.
func (s *State) Annotate(a infer.Annotator) {
	a.Describe(&s.ClusterName, clusterNameText)
	a.Describe(&s.Ready, readyText)
}

// The words for what a resource and a look-up report alike.
const (
	clusterNameText = "The name of the cluster, which the server finds by `clusterId`."
	readyText       = "Whether the runner works as configured: `installStatus` is `RUNNER_INSTALL_STATUS_READY`, " +
		"`connectionStatus` is `RUNNER_CONNECTION_STATUS_CONNECTED`, and `activeRevision` equals `targetRevision`."
)

// Runner is the runner that the outputs describe.
func (s State) Runner() ManagedRunner {
	r := s.Message()
	r.Identity.ClusterName, r.Status = s.ClusterName, s.Status
	return r
}

// Message is the runner that the API is asked for.
func (a Args) Message() ManagedRunner {
	return ManagedRunner{Identity: RunnerIdentity{Identity: a.Identity}, Configuration: a.Configuration}
}

// Args are the inputs that describe a runner as the server reports it.
func (r ManagedRunner) Args() Args {
	return Args{Identity: r.Identity.Identity, Configuration: r.Configuration}
}

// State are the outputs of a resource with these inputs for a runner as the server reports it.
func (r ManagedRunner) State(inputs Args) State {
	return State{Args: inputs, ClusterName: r.Identity.ClusterName, Status: r.Status, Ready: r.Ready()}
}
