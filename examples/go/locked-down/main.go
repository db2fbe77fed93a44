// Command locked-down declares a runner whose sandboxes reach, and are reached by, what the policy names and nothing
// else.
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
		// The addresses that clients come from, such as 203.0.113.0/24.
		officeCIDR := cfg.Require("officeCidr")
		// The DNS name of the runner's own endpoint.
		hostname := cfg.Require("hostname")

		runner, err := coreweavesandbox.NewManagedRunner(ctx, "runner", &coreweavesandbox.ManagedRunnerArgs{
			// The identifier of the runner, chosen by you and unique in your organization.
			RunnerId: pulumi.String(cfg.Require("runnerId")),
			// The UUID of the CKS cluster that hosts it, and the zone of that cluster.
			ClusterId:   pulumi.String(cfg.Require("clusterId")),
			Zone:        pulumi.String(cfg.Require("zone")),
			DisplayName: pulumi.String("Locked down"),
			Spec:        spec(officeCIDR, hostname),
			Policy:      policy(officeCIDR),
		})
		if err != nil {
			return err
		}

		ctx.Export("ready", runner.Ready)
		// Where clients connect, once the platform has set the endpoint up.
		ctx.Export("endpoint", runner.DataPlaneStatus.Uri())
		return nil
	})
}

// spec is how the platform installs and runs the runner.
func spec(officeCIDR, hostname string) *coreweavesandbox.ManagedRunnerSpecArgs {
	return &coreweavesandbox.ManagedRunnerSpecArgs{
		ReleaseChannel:        coreweavesandbox.ReleaseChannelStable,
		EnforceResourceLimits: pulumi.Bool(true),

		// Clients reach sandboxes through a load balancer inside the network, and from the office only.
		DataPlane: &coreweavesandbox.DataPlaneArgs{
			LoadBalancer: &coreweavesandbox.DataPlaneLoadBalancerArgs{
				Scope:                 coreweavesandbox.RunnerDataPlaneServiceScopePrivate,
				ExternalTrafficPolicy: coreweavesandbox.RunnerDataPlaneExternalTrafficPolicyLocal,
				SourceRanges:          pulumi.StringArray{pulumi.String(officeCIDR)},
				Hostname:              pulumi.String(hostname),
			},
		},

		Overrides: &coreweavesandbox.OverridesArgs{
			// The runtime classes of sandboxes without and with GPUs.
			CpuRuntimeClass: pulumi.String("kata"),
			GpuRuntimeClass: pulumi.String("kata-nvidia"),
			Affinity:        affinity(),
		},
	}
}

// affinity is where the runner's own pods go: on amd64 nodes, and on different ones where possible.
func affinity() *coreweavesandbox.AffinityArgs {
	return &coreweavesandbox.AffinityArgs{
		NodeAffinity: &coreweavesandbox.NodeAffinityArgs{
			RequiredDuringSchedulingIgnoredDuringExecution: &coreweavesandbox.NodeSelectorArgs{
				NodeSelectorTerms: coreweavesandbox.NodeSelectorTermArray{
					&coreweavesandbox.NodeSelectorTermArgs{
						MatchExpressions: coreweavesandbox.NodeSelectorRequirementArray{
							&coreweavesandbox.NodeSelectorRequirementArgs{
								Key:      pulumi.String("kubernetes.io/arch"),
								Operator: coreweavesandbox.NodeSelectorOperatorIn,
								Values:   pulumi.StringArray{pulumi.String("amd64")},
							},
						},
					},
				},
			},
		},
		PodAntiAffinity: &coreweavesandbox.PodAntiAffinityArgs{
			PreferredDuringSchedulingIgnoredDuringExecution: coreweavesandbox.WeightedPodAffinityTermArray{
				&coreweavesandbox.WeightedPodAffinityTermArgs{
					Weight: pulumi.Int(100),
					PodAffinityTerm: &coreweavesandbox.PodAffinityTermArgs{
						TopologyKey: pulumi.String("kubernetes.io/hostname"),
						LabelSelector: &coreweavesandbox.LabelSelectorArgs{
							MatchLabels: pulumi.StringMap{"app.kubernetes.io/name": pulumi.String("sandbox-runner")},
						},
					},
				},
			},
		},
	}
}

// policy is what sandboxes may ask for, and who may ask.
func policy(officeCIDR string) *coreweavesandbox.PolicyArgs {
	return &coreweavesandbox.PolicyArgs{
		DisplayName: pulumi.String("Locked down"),
		Constraints: &coreweavesandbox.PolicyConstraintsArgs{
			Image: &coreweavesandbox.ImageConstraintsArgs{
				AllowedRegistries: pulumi.StringArray{pulumi.String("registry.example.com/")},
			},
			Network: network(officeCIDR),
			Security: &coreweavesandbox.SecurityConstraintsArgs{
				AllowPrivileged: pulumi.Bool(false),
				RuntimeClassMappings: coreweavesandbox.RuntimeClassMappingArray{
					&coreweavesandbox.RuntimeClassMappingArgs{
						RuntimeClass:               coreweavesandbox.RuntimeClassCpuDefault,
						KubernetesRuntimeClassName: pulumi.String("kata"),
					},
					&coreweavesandbox.RuntimeClassMappingArgs{
						RuntimeClass:               coreweavesandbox.RuntimeClassGpuDefault,
						KubernetesRuntimeClassName: pulumi.String("kata-nvidia"),
					},
				},
			},
		},

		// Who may call the control plane. An empty SourceIPAllowlistArgs would deny every public address, and without it
		// every address would be let in.
		ControlPlaneAccess: &coreweavesandbox.ControlPlaneAccessPolicyArgs{
			SourceIpAllowlist: &coreweavesandbox.SourceIPAllowlistArgs{
				Cidrs: pulumi.StringArray{pulumi.String(officeCIDR)},
			},
		},
	}
}

// network is what sandboxes reach, and what reaches them.
func network(officeCIDR string) *coreweavesandbox.NetworkConstraintsArgs {
	return &coreweavesandbox.NetworkConstraintsArgs{
		// The envelope: no sandbox gets more than this, whatever it asks for.
		AllowedEgress: coreweavesandbox.EgressRuleArray{
			// HTTPS by name, with an exception.
			&coreweavesandbox.EgressRuleArgs{
				HttpsHostname:       pulumi.String("*.example.com"),
				HttpsHostnameExcept: pulumi.StringArray{pulumi.String("internal.example.com")},
			},
			// Databases in the private network, without the networks of the cluster itself.
			&coreweavesandbox.EgressRuleArgs{
				Cidr: &coreweavesandbox.CidrPeerArgs{
					Cidr:   pulumi.String("10.0.0.0/8"),
					Except: pulumi.StringArray{pulumi.String("10.16.0.0/16"), pulumi.String("10.17.0.0/16")},
				},
				Ports: coreweavesandbox.PortRangeArray{
					&coreweavesandbox.PortRangeArgs{
						Protocol: coreweavesandbox.ProtocolTCP,
						Port:     pulumi.Int(5432),
					},
				},
			},
		},
		// What a sandbox gets that asks for nothing. Names are not accepted here.
		DefaultEgress: coreweavesandbox.EgressRuleArray{
			&coreweavesandbox.EgressRuleArgs{
				Cidr: &coreweavesandbox.CidrPeerArgs{Cidr: pulumi.String("10.20.0.0/16")},
				Ports: coreweavesandbox.PortRangeArray{
					&coreweavesandbox.PortRangeArgs{
						Protocol: coreweavesandbox.ProtocolTCP,
						Port:     pulumi.Int(5432),
					},
				},
			},
		},
		AllowedIngress: coreweavesandbox.IngressRuleArray{
			&coreweavesandbox.IngressRuleArgs{
				Cidr: &coreweavesandbox.CidrPeerArgs{Cidr: pulumi.String(officeCIDR)},
				Ports: coreweavesandbox.PortRangeArray{
					&coreweavesandbox.PortRangeArgs{
						Protocol: coreweavesandbox.ProtocolTCP,
						Port:     pulumi.Int(8080),
						EndPort:  pulumi.Int(8089),
					},
				},
			},
			&coreweavesandbox.IngressRuleArgs{Tenant: coreweavesandbox.TenantScopeSameUser},
		},
		DefaultIngress: coreweavesandbox.IngressRuleArray{
			&coreweavesandbox.IngressRuleArgs{Tenant: coreweavesandbox.TenantScopeSameUser},
		},
	}
}
