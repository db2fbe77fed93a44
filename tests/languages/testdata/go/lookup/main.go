package main

import (
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	sandbox "github.com/pulumiverse/pulumi-coreweave-sandbox/sdk/go/coreweavesandbox"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		read, err := sandbox.GetManagedRunner(ctx, "read", pulumi.ID("first"), nil)
		if err != nil {
			return err
		}
		ctx.Export("clusterName", read.ClusterName)
		ctx.Export("maxCpu", read.Policy.Constraints().Resources().MaxCpu())
		ctx.Export("token", read.Spec.Overrides().Env().MapIndex(pulumi.String("TOKEN")))

		zone := "us-east-04a"
		list, err := sandbox.GetManagedRunners(ctx, &sandbox.GetManagedRunnersArgs{Zone: &zone})
		if err != nil {
			return err
		}
		ctx.Export("second", pulumi.String(list.Runners[1].RunnerId))

		// The plain form refuses secrets.
		_, err = sandbox.LookupManagedRunner(ctx, &sandbox.LookupManagedRunnerArgs{RunnerId: "first"})
		if err == nil {
			return errors.New("the plain form has given secrets away")
		}
		ctx.Export("refused", pulumi.String(err.Error()))
		return nil
	})
}
