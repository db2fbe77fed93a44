// Command quickstart declares one managed runner of CoreWeave Sandbox, and the policy of its sandboxes.
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
			ClusterId:   pulumi.String(cfg.Require("clusterId")),
			Zone:        pulumi.String(cfg.Require("zone")),
			DisplayName: pulumi.String("Quickstart"),

			// How the platform installs and updates the runner.
			Spec: &coreweavesandbox.ManagedRunnerSpecArgs{
				ReleaseChannel: coreweavesandbox.ReleaseChannelStable,

				// Updates by the platform wait for Saturday, 02:00 UTC, and have four hours.
				// Changes that you make are rolled out at once.
				MaintenancePolicy: &coreweavesandbox.MaintenancePolicyArgs{
					Windows: coreweavesandbox.MaintenanceWindowArray{
						&coreweavesandbox.MaintenanceWindowArgs{
							Cron:            pulumi.String("0 2 * * SAT"),
							DurationSeconds: pulumi.Int(14400),
						},
					},
				},

				// CPU and memory of the runner's own pods. Sandboxes are bounded below.
				Overrides: &coreweavesandbox.OverridesArgs{
					Resources: &coreweavesandbox.ResourceOverridesArgs{
						CpuRequest:    pulumi.String("1"),
						MemoryRequest: pulumi.String("2Gi"),
						CpuLimit:      pulumi.String("4"),
						MemoryLimit:   pulumi.String("8Gi"),
					},
				},
			},

			// What sandboxes may ask for. It is always written whole.
			Policy: &coreweavesandbox.PolicyArgs{
				DisplayName: pulumi.String("Quickstart"),
				Constraints: &coreweavesandbox.PolicyConstraintsArgs{
					// What a container gets when it asks for nothing, and what it may ask for at most.
					// 0 forbids GPUs; without MaxGpuCount there would be no cap.
					Resources: &coreweavesandbox.ResourceConstraintsArgs{
						DefaultCpu:    pulumi.String("1"),
						DefaultMemory: pulumi.String("2Gi"),
						MaxCpu:        pulumi.String("8"),
						MaxMemory:     pulumi.String("32Gi"),
						MaxGpuCount:   pulumi.Int(0),
					},

					// A sandbox that asks for no lifetime ends after an hour.
					Lifecycle: &coreweavesandbox.LifecycleConstraintsArgs{
						DefaultLifetimeSeconds: pulumi.Int(3600),
					},
				},
			},
		})
		if err != nil {
			return err
		}

		ctx.Export("clusterName", runner.ClusterName)
		// Whether the runner works as configured. Installation goes on after `pulumi up` has returned:
		// `pulumi refresh --run-program` brings these up to date.
		ctx.Export("ready", runner.Ready)
		ctx.Export("installStatus", runner.InstallStatus)
		ctx.Export("connectionStatus", runner.ConnectionStatus)
		// The revision of the policy. An update of the policy is refused if somebody else has edited it since.
		ctx.Export("etag", runner.Etag)
		return nil
	})
}
