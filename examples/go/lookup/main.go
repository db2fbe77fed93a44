// Command lookup finds runners that other programs manage.
package main

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/sdk/go/coreweavesandbox"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// The UUID of the CKS cluster whose runner is wanted. Set it with `pulumi config set clusterId <UUID>`.
		clusterID := config.New(ctx, "").Require("clusterId")

		// The runner on this cluster. A cluster hosts one at most: the list has one element, or none.
		onCluster := coreweavesandbox.GetManagedRunnersOutput(ctx, coreweavesandbox.GetManagedRunnersOutputArgs{
			ClusterId: pulumi.String(clusterID),
		}).Runners().ApplyT(func(runners []coreweavesandbox.GetManagedRunnersRunner) (coreweavesandbox.GetManagedRunnersRunner, error) {
			if len(runners) == 0 {
				return coreweavesandbox.GetManagedRunnersRunner{}, fmt.Errorf("there is no managed runner on the cluster %s", clusterID)
			}
			return runners[0], nil
		}).(coreweavesandbox.GetManagedRunnersRunnerOutput)

		ctx.Export("runnerId", onCluster.RunnerId())
		ctx.Export("ready", onCluster.Ready())

		// All about it, its spec and its policy included. A runner may have none of them. Some of this is secret, so that Pulumi
		// treats every output that comes from it as a secret.
		runner := coreweavesandbox.LookupManagedRunnerOutput(ctx, coreweavesandbox.LookupManagedRunnerOutputArgs{
			RunnerId: onCluster.RunnerId(),
		})

		ctx.Export("maxCpu", runner.Policy().Constraints().Resources().MaxCpu())

		// Are all runners ready? Without arguments, the list has all of them.
		fleet := coreweavesandbox.GetManagedRunnersOutput(ctx, coreweavesandbox.GetManagedRunnersOutputArgs{}).Runners()
		notReady := fleet.ApplyT(func(runners []coreweavesandbox.GetManagedRunnersRunner) []string {
			ids := []string{}
			for _, runner := range runners {
				if !runner.Ready {
					ids = append(ids, runner.RunnerId)
				}
			}
			return ids
		}).(pulumi.StringArrayOutput)

		ctx.Export("notReady", notReady)
		ctx.Export("allReady", notReady.ApplyT(func(ids []string) bool { return len(ids) == 0 }))
		return nil
	})
}
