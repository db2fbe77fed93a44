package runner

import (
	"github.com/pulumi/pulumi-go-provider/infer"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Module and Type make the resource's token, whatever the Go package is called.
const (
	Module = "index"
	Type   = "ManagedRunner"
)

// ManagedRunner is the resource.
type ManagedRunner struct{}

var (
	_ infer.CustomResource[model.Args, model.State]       = (*ManagedRunner)(nil)
	_ infer.CustomCheck[model.Args]                       = (*ManagedRunner)(nil)
	_ infer.CustomRead[model.Args, model.State]           = (*ManagedRunner)(nil)
	_ infer.CustomUpdate[model.Args, model.State]         = (*ManagedRunner)(nil)
	_ infer.CustomDelete[model.State]                     = (*ManagedRunner)(nil)
	_ infer.ExplicitDependencies[model.Args, model.State] = (*ManagedRunner)(nil)
	_ infer.Annotated                                     = (*ManagedRunner)(nil)
)

// Annotate describes the resource and pins its token.
func (r *ManagedRunner) Annotate(a infer.Annotator) {
	a.SetToken(Module, Type)
	a.Describe(r, introduction+examples+importing)
}

// WireDependencies says which inputs an output depends on, so that the preview of an update keeps showing what the
// update cannot change.
func (*ManagedRunner) WireDependencies(f infer.FieldSelector, args *model.Args, state *model.State) {
	f.OutputField(&state.ClusterName).DependsOn(f.InputField(&args.ClusterID).Computed())
	f.OutputField(&state.CreateTime).DependsOn(f.InputField(&args.RunnerID).Computed())
	f.OutputField(&state.Etag).DependsOn(f.InputField(&args.Policy).Computed())
	for _, output := range []any{
		&state.UpdateTime, &state.TargetRevision, &state.RolloutInProgress, &state.Ready,
	} {
		f.OutputField(output).DependsOn(f.InputField(args).Computed())
	}
	for _, output := range []any{
		&state.InstallStatus, &state.InstallError, &state.ActiveConfigVersion, &state.ActiveRevision,
		&state.DeploymentSpec, &state.DataPlaneStatus, &state.UpdateAvailable,
	} {
		f.OutputField(output).DependsOn(f.InputField(&args.Spec).Computed(), f.InputField(&args.Policy).Computed())
	}
	for _, output := range []any{&state.ConnectionStatus, &state.LastHeartbeatTime} {
		f.OutputField(output).DependsOn(f.InputField(&args.Spec).Computed())
	}
}
