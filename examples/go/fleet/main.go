// Command fleet declares a runner on each of several clusters, with what they share in one place.
//
// The clusters are configuration:
//
//	pulumi config set --path 'clusters[0].name' east
//	pulumi config set --path 'clusters[0].clusterId' <the UUID of the CKS cluster>
//	pulumi config set --path 'clusters[0].zone' us-east-04a
//	pulumi config set --path 'clusters[0].maxGpuCount' 0
//	pulumi config set --path 'clusters[1].name' west
//	...
package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/sdk/go/coreweavesandbox"
)

// cluster is where one runner goes, and what is different there.
type cluster struct {
	Name        string `json:"name"`
	ClusterID   string `json:"clusterId"`
	Zone        string `json:"zone"`
	MaxGPUCount int    `json:"maxGpuCount"`
}

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		var clusters []cluster
		cfg.RequireObject("clusters", &clusters)
		// The key with which the runners send their logs. Set it with `pulumi config set --secret logKey`.
		logKey := cfg.RequireSecret("logKey")

		// A provider of its own, so that the token of this fleet is used here and nowhere else.
		provider, err := coreweavesandbox.NewProvider(ctx, "coreweave", &coreweavesandbox.ProviderArgs{
			// The API token. Set it with `pulumi config set --secret apiToken`.
			ApiToken: cfg.RequireSecret("apiToken"),
		})
		if err != nil {
			return err
		}

		ready := pulumi.BoolMap{}
		for _, c := range clusters {
			runner, err := coreweavesandbox.NewManagedRunner(ctx, c.Name, &coreweavesandbox.ManagedRunnerArgs{
				RunnerId:    pulumi.String("fleet-" + c.Name),
				ClusterId:   pulumi.String(c.ClusterID),
				Zone:        pulumi.String(c.Zone),
				DisplayName: pulumi.String("Fleet " + c.Name),
				Spec:        spec(logKey),
				Policy:      policy(c.MaxGPUCount),
			}, pulumi.Provider(provider))
			if err != nil {
				return err
			}
			ready[c.Name] = runner.Ready
		}

		// Whether each runner works as configured, as of the last refresh.
		ctx.Export("ready", ready)
		return nil
	})
}

// spec is how the platform installs and updates each runner.
func spec(logKey pulumi.StringInput) *coreweavesandbox.ManagedRunnerSpecArgs {
	return &coreweavesandbox.ManagedRunnerSpecArgs{
		ReleaseChannel: coreweavesandbox.ReleaseChannelStable,
		MaintenancePolicy: &coreweavesandbox.MaintenancePolicyArgs{
			Windows: coreweavesandbox.MaintenanceWindowArray{
				&coreweavesandbox.MaintenanceWindowArgs{
					Cron:            pulumi.String("0 2 * * SAT"),
					DurationSeconds: pulumi.Int(14400),
				},
			},
		},
		Overrides: &coreweavesandbox.OverridesArgs{
			// Secrets stay secret: in previews, in the state and in outputs.
			Env: pulumi.StringMap{"LOG_KEY": logKey},
		},
	}
}

// policy is what sandboxes may ask for, which is the same on all runners but for GPUs: not every cluster has them.
func policy(maxGPUCount int) *coreweavesandbox.PolicyArgs {
	return &coreweavesandbox.PolicyArgs{
		DisplayName: pulumi.String("Fleet"),
		Constraints: &coreweavesandbox.PolicyConstraintsArgs{
			Resources: &coreweavesandbox.ResourceConstraintsArgs{
				DefaultCpu:    pulumi.String("1"),
				DefaultMemory: pulumi.String("2Gi"),
				MaxCpu:        pulumi.String("8"),
				MaxMemory:     pulumi.String("32Gi"),
				MaxGpuCount:   pulumi.Int(maxGPUCount),
			},
			Lifecycle: &coreweavesandbox.LifecycleConstraintsArgs{
				DefaultLifetimeSeconds: pulumi.Int(3600),
			},
		},
	}
}
