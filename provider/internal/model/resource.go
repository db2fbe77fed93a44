package model

import "github.com/pulumi/pulumi-go-provider/infer"

// Args are the inputs of the ManagedRunner resource.
type Args struct {
	Identity
	Configuration
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
	a.Describe(&s.ClusterName, "The name of the cluster, which the server finds by `clusterId`.")
	a.Describe(&s.Ready, "Whether the runner works as configured: `installStatus` is `RUNNER_INSTALL_STATUS_READY`, "+
		"`connectionStatus` is `RUNNER_CONNECTION_STATUS_CONNECTED`, and `activeRevision` equals `targetRevision`.")
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
