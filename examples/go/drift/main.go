// Command drift declares a runner that others may scale, and nothing else.
package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/sdk/go/coreweavesandbox"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Where the runner goes. Set these with `pulumi config set <key> <value>`.
		cfg := config.New(ctx, "")

		runner, err := coreweavesandbox.NewManagedRunner(ctx, "runner", &coreweavesandbox.ManagedRunnerArgs{
			// The identifier of the runner, chosen by you and unique in your organization.
			RunnerId: pulumi.String(cfg.Require("runnerId")),
			// The UUID of the CKS cluster that hosts it, and the zone of that cluster.
			ClusterId: pulumi.String(cfg.Require("clusterId")),
			Zone:      pulumi.String(cfg.Require("zone")),
			Spec: &coreweavesandbox.ManagedRunnerSpecArgs{
				ReleaseChannel: coreweavesandbox.ReleaseChannelStable,
				Overrides: &coreweavesandbox.OverridesArgs{
					// Where the number of replicas starts. People on call change it in the console.
					Scaling: &coreweavesandbox.ScalingArgs{
						Replicas: pulumi.Int(1),
					},
				},
			},
			Policy: &coreweavesandbox.PolicyArgs{
				Constraints: &coreweavesandbox.PolicyConstraintsArgs{
					Resources: &coreweavesandbox.ResourceConstraintsArgs{
						MaxCpu:      pulumi.String("8"),
						MaxMemory:   pulumi.String("32Gi"),
						MaxGpuCount: pulumi.Int(0),
					},
				},
			},
		},
			// What is left to others. Everything else that somebody edits is shown by `pulumi preview --refresh`, and put
			// right by the next `pulumi up --refresh`.
			pulumi.IgnoreChanges([]string{"spec.overrides.scaling.replicas"}),
		)
		if err != nil {
			return err
		}

		ctx.Export("replicas", runner.Spec.Overrides().Scaling().Replicas())
		ctx.Export("etag", runner.Etag)
		return nil
	})
}
