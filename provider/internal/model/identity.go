package model

import "github.com/pulumi/pulumi-go-provider/infer"

// Identity says which runner it is and where it runs. The API nests it under "identity"; in Pulumi its fields are
// properties of the resource itself.
type Identity struct {
	RunnerID      string  `pulumi:"runnerId" json:"runnerId" provider:"replaceOnChanges"`
	RunnerGroupID *string `pulumi:"runnerGroupId,optional" json:"runnerGroupId,omitempty"`
	Zone          string  `pulumi:"zone" json:"zone" provider:"replaceOnChanges" runner:"caseless"`
	ClusterID     string  `pulumi:"clusterId" json:"clusterId" provider:"replaceOnChanges" runner:"caseless"`
}

// DefaultRunnerGroupID is the group that the server puts a runner into when none is named.
const DefaultRunnerGroupID = "default"

// Annotate describes the fields.
func (i *Identity) Annotate(a infer.Annotator) {
	a.Describe(&i.RunnerID, "The runner's identifier, chosen by you and unique in the organization. "+
		"It is also the Pulumi resource ID, and what `pulumi import` takes. Changing it replaces the runner.")
	a.Describe(&i.RunnerGroupID, "The group that the runner belongs to. Groups are a way to address several runners "+
		"at once. Must not be empty; leave it out for the group `default`.")
	a.SetDefault(&i.RunnerGroupID, DefaultRunnerGroupID)
	a.Describe(&i.Zone, "The zone of the cluster, for example `us-east-04a`. Upper and lower case are the same zone: "+
		"the API stores lower case, your spelling stays in your program. Changing it replaces the runner.")
	a.Describe(&i.ClusterID, "The UUID of the CoreWeave Kubernetes Service (CKS) cluster that hosts the runner. "+
		"A cluster hosts one managed runner at a time. Changing it replaces the runner: the old one is deleted first.")
}
