package model

import "github.com/pulumi/pulumi-go-provider/infer"

// GetManagedRunnerArgs are the arguments of getManagedRunner.
type GetManagedRunnerArgs struct {
	RunnerID string `pulumi:"runnerId"`
}

// Annotate describes the arguments.
func (g *GetManagedRunnerArgs) Annotate(a infer.Annotator) {
	a.Describe(g, "Which runner to read.")
	a.Describe(&g.RunnerID, "The identifier of the runner. It must not be empty, begin or end with a space, or contain `/`. "+
		"A runner that does not exist is an error.")
}

// GetManagedRunnerResult is a runner as getManagedRunner reports it. A runner may lack a spec or a policy, which is no
// reason not to report it: nothing is going to be written back.
type GetManagedRunnerResult struct {
	Found
	Spec   *ManagedRunnerSpec `pulumi:"spec,optional"`
	Policy *Policy            `pulumi:"policy,optional"`
	Status
}

// Annotate describes the result and the fields that are only here.
func (g *GetManagedRunnerResult) Annotate(a infer.Annotator) {
	a.Describe(g, "A managed runner. `spec.overrides.env`, `policy.base` and `deploymentSpec` are secret.")
	a.Describe(&g.Spec, "How the platform installs, updates and runs the runner. Absent if the server reports none: servers "+
		"before control plane version 0.176.0 manage policies only.")
	a.Describe(&g.Policy, "The policy of the sandboxes on the runner. Absent if none was ever configured.")
}

// GetManagedRunnersArgs are the arguments of getManagedRunners.
type GetManagedRunnersArgs struct {
	ClusterID     *string `pulumi:"clusterId,optional"`
	Zone          *string `pulumi:"zone,optional"`
	RunnerGroupID *string `pulumi:"runnerGroupId,optional"`
}

// Annotate describes the arguments.
func (g *GetManagedRunnersArgs) Annotate(a infer.Annotator) {
	a.Describe(g, "Which runners to list. Those that meet every argument; without arguments, all.")
	a.Describe(&g.ClusterID, "Only the runner on this cluster: the UUID of the cluster, in upper or lower case. Older runners "+
		"may be recorded with the name of their cluster in its place, and are found by that name. Must not be empty; leave it "+
		"out for all clusters.")
	a.Describe(&g.Zone, "Only runners in this zone, for example `us-east-04a`, in upper or lower case. Must not be empty; "+
		"leave it out for all zones.")
	a.Describe(&g.RunnerGroupID, "Only runners of this group. Upper and lower case are different groups. Must not be empty; "+
		"leave it out for all groups.")
}

// GetManagedRunnersResult is what getManagedRunners reports.
type GetManagedRunnersResult struct {
	Runners []GetManagedRunnersRunner `pulumi:"runners"`
}

// Annotate describes the result and its field.
func (g *GetManagedRunnersResult) Annotate(a infer.Annotator) {
	a.Describe(g, "The managed runners that were asked for.")
	a.Describe(&g.Runners, "The runners, each once, in the order of their `runnerId`. Empty if there are none.")
}

// GetManagedRunnersRunner is a runner in a list. It holds no secrets, since a list with one secret in it is secret as a
// whole, and so is every output that a program computes from it.
type GetManagedRunnersRunner struct {
	Found
	Condition
}

// Annotate describes the type.
func (g *GetManagedRunnersRunner) Annotate(a infer.Annotator) {
	a.Describe(g, "A runner in a list: what the platform reports of it, without `spec`, `policy` and `deploymentSpec`. "+
		"For those, use `getManagedRunner`.")
}

// Found says which runner was found, where, and whether it works. Its fields are not those of [Identity], which say what
// an input means and that a change of it replaces the runner.
type Found struct {
	RunnerID      string  `pulumi:"runnerId"`
	RunnerGroupID *string `pulumi:"runnerGroupId,optional"`
	Zone          string  `pulumi:"zone"`
	ClusterID     string  `pulumi:"clusterId"`
	ClusterName   string  `pulumi:"clusterName"`
	DisplayName   *string `pulumi:"displayName,optional"`
	Ready         bool    `pulumi:"ready"`
}

// Annotate describes the fields.
func (f *Found) Annotate(a infer.Annotator) {
	a.Describe(&f.RunnerID, "The runner's identifier, unique in the organization. It is also the Pulumi resource ID, and what "+
		"`pulumi import` takes.")
	a.Describe(&f.RunnerGroupID, "The group that the runner belongs to: `default` unless another one was chosen.")
	a.Describe(&f.Zone, "The zone of the cluster in lower case, for example `us-east-04a`.")
	a.Describe(&f.ClusterID, "The UUID of the CoreWeave Kubernetes Service (CKS) cluster that hosts the runner. Older runners "+
		"may have the name of the cluster here.")
	a.Describe(&f.ClusterName, clusterNameText)
	a.Describe(&f.DisplayName, "The runner's name for people. Absent if it has none.")
	a.Describe(&f.Ready, readyText)
}

// Result is the runner as getManagedRunner reports it.
func (r ManagedRunner) Result() GetManagedRunnerResult {
	return GetManagedRunnerResult{Found: r.found(), Spec: r.Spec, Policy: r.Policy, Status: r.Status}
}

// Summary is the runner as getManagedRunners reports it.
func (r ManagedRunner) Summary() GetManagedRunnersRunner {
	return GetManagedRunnersRunner{Found: r.found(), Condition: r.Condition}
}

func (r ManagedRunner) found() Found {
	return Found{
		RunnerID: r.Identity.RunnerID, RunnerGroupID: r.Identity.RunnerGroupID, Zone: r.Identity.Zone,
		ClusterID: r.Identity.ClusterID, ClusterName: r.Identity.ClusterName, DisplayName: r.DisplayName, Ready: r.Ready(),
	}
}
