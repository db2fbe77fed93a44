package model

import "github.com/pulumi/pulumi-go-provider/infer"

// Configuration is what an operator decides about a runner besides its identity.
type Configuration struct {
	DisplayName *string            `pulumi:"displayName,optional" json:"displayName,omitempty"`
	Spec        *ManagedRunnerSpec `pulumi:"spec,optional" json:"spec,omitempty" runner:"presence"`
	Policy      *Policy            `pulumi:"policy" json:"policy,omitempty" runner:"presence"`
}

// Annotate describes the fields.
func (c *Configuration) Annotate(a infer.Annotator) {
	a.Describe(&c.DisplayName, "A name for people. Left out, the runner has none.")
	a.Describe(&c.Spec, "How the platform installs, updates and runs the runner. Left out, the platform's defaults, or what "+
		"others have set, stay as they are.")
	a.Describe(&c.Policy, "The policy of the sandboxes on the runner. `{}` is an explicit policy without any bound of its own.")
}

// ManagedRunner is the message of the RunnerManagementService.
type ManagedRunner struct {
	Identity RunnerIdentity `json:"identity"`
	Configuration
	Status

	// Unknown is what the server sent inside spec and policy that this model has no field for, as a tree of the same
	// shape. See [Preserve].
	Unknown Unknown `json:"-"`
}

// RunnerIdentity is [Identity] as the API nests it, with the name that the server finds for the cluster.
type RunnerIdentity struct {
	Identity
	ClusterName string `json:"clusterName,omitempty"`
}
