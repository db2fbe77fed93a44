// Command adopt takes over a runner that exists, instead of creating one.
package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/sdk/go/coreweavesandbox"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Set these with `pulumi config set <key> <value>`.
		cfg := config.New(ctx, "")
		// The identifier of the runner that exists.
		runnerID := cfg.Require("runnerId")

		runner, err := coreweavesandbox.NewManagedRunner(ctx, "runner", &coreweavesandbox.ManagedRunnerArgs{
			RunnerId: pulumi.String(runnerID),
			// The UUID of the CKS cluster that hosts the runner, and the zone of that cluster.
			ClusterId:   pulumi.String(cfg.Require("clusterId")),
			Zone:        pulumi.String(cfg.Require("zone")),
			DisplayName: pulumi.String("Adopted"),
			Spec: &coreweavesandbox.ManagedRunnerSpecArgs{
				ReleaseChannel: coreweavesandbox.ReleaseChannelRapid,
			},
			Policy: &coreweavesandbox.PolicyArgs{
				Constraints: &coreweavesandbox.PolicyConstraintsArgs{
					Resources: &coreweavesandbox.ResourceConstraintsArgs{
						MaxCpu:      pulumi.String("16"),
						MaxMemory:   pulumi.String("64Gi"),
						MaxGpuCount: pulumi.Int(8),
					},
				},
			},
		},
			// The first `pulumi up` takes the runner over instead of creating it, and in the same run changes what differs
			// from the program: see `pulumi preview --diff` before. Remove the option afterwards.
			pulumi.Import(pulumi.ID(runnerID)),
			// No program deletes the runner before this is taken out.
			pulumi.Protect(true),
		)
		if err != nil {
			return err
		}

		ctx.Export("installStatus", runner.InstallStatus)
		return nil
	})
}
