package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	sandbox "github.com/pulumiverse/pulumi-coreweave-sandbox/sdk/go/coreweavesandbox"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		first, err := newFirst(ctx, cfg)
		if err != nil {
			return err
		}

		// Nobody knows this token before the first runner is there.
		token := pulumi.All(cfg.RequireSecret("token"), first.Etag).ApplyT(func(values []any) string {
			return values[0].(string)
		}).(pulumi.StringOutput)
		provider, err := sandbox.NewProvider(ctx, "coreweave", &sandbox.ProviderArgs{ApiToken: token})
		if err != nil {
			return err
		}

		second, err := sandbox.NewManagedRunner(ctx, "second", &sandbox.ManagedRunnerArgs{
			RunnerId:    pulumi.String("second"),
			ClusterId:   pulumi.String(cfg.Require("secondCluster")),
			Zone:        first.Zone,
			DisplayName: first.ClusterName,
			Spec: &sandbox.ManagedRunnerSpecArgs{Overrides: &sandbox.OverridesArgs{
				Labels: pulumi.StringMap{"version": first.ActiveConfigVersion},
			}},
			Policy: &sandbox.PolicyArgs{},
		}, pulumi.Provider(provider), pulumi.RetainOnDelete(true))
		if err != nil {
			return err
		}

		// It has nothing of the others, and would be made beside the first one.
		_, err = sandbox.NewManagedRunner(ctx, "third", &sandbox.ManagedRunnerArgs{
			RunnerId:  pulumi.String("third"),
			ClusterId: pulumi.String(cfg.Require("thirdCluster")),
			Zone:      pulumi.String("us-east-04a"),
			Policy:    &sandbox.PolicyArgs{},
		}, pulumi.DependsOn([]pulumi.Resource{second}))
		if err != nil {
			return err
		}

		ctx.Export("connected", first.Ready.ApplyT(func(ready bool) string {
			if ready {
				return "yes"
			}
			return "no"
		}))
		return nil
	})
}

func newFirst(ctx *pulumi.Context, cfg *config.Config) (*sandbox.ManagedRunner, error) {
	return sandbox.NewManagedRunner(ctx, get(cfg, "name", "first"), &sandbox.ManagedRunnerArgs{
		RunnerId:  pulumi.String("first"),
		ClusterId: pulumi.String(cfg.Require("firstCluster")),
		Zone:      pulumi.String("us-east-04a"),
		Spec: &sandbox.ManagedRunnerSpecArgs{
			ReleaseChannel: sandbox.ReleaseChannelRapid,
			Overrides: &sandbox.OverridesArgs{
				Env: pulumi.StringMap{
					"PLAIN":  pulumi.String("plain"),
					"SECRET": pulumi.ToSecret(pulumi.String("canary-env")).(pulumi.StringOutput),
				},
				Tolerations: sandbox.TolerationArray{
					sandbox.TolerationArgs{Key: pulumi.String("sandbox"), Operator: sandbox.TolerationOperatorExists},
				},
			},
		},
		Policy: &sandbox.PolicyArgs{Constraints: &sandbox.PolicyConstraintsArgs{
			Resources: &sandbox.ResourceConstraintsArgs{MaxCpu: pulumi.String(get(cfg, "maxCpu", "8"))},
			Image: &sandbox.ImageConstraintsArgs{AllowedImages: pulumi.StringArray{
				pulumi.String("example.com/a"),
				pulumi.ToSecret(pulumi.String("example.com/canary-image")).(pulumi.StringOutput),
			}},
		}},
	},
		pulumi.Protect(true),
		pulumi.IgnoreChanges([]string{"policy.constraints.resources.maxCpu"}),
		pulumi.Timeouts(&pulumi.CustomTimeouts{Create: "5m", Update: "6m", Delete: "7m"}),
		pulumi.Aliases([]pulumi.Alias{{Name: pulumi.String("old")}}),
	)
}

func get(cfg *config.Config, key, fallback string) string {
	if value := cfg.Get(key); value != "" {
		return value
	}
	return fallback
}
