import pulumi
import pulumiverse_coreweave_sandbox as coreweave

# Where the runner goes. Set these with `pulumi config set <key> <value>`.
config = pulumi.Config()
# The identifier of the runner, chosen by you and unique in your organization.
runner_id = config.require("runnerId")
# The UUID of the CKS cluster that hosts it, and the zone of that cluster.
cluster_id = config.require("clusterId")
zone = config.require("zone")
# The addresses that clients come from, such as 203.0.113.0/24.
office_cidr = config.require("officeCidr")
# The DNS name of the runner's own endpoint.
hostname = config.require("hostname")

# The runner's own pods: on amd64 nodes, and on different ones where possible.
affinity = coreweave.AffinityArgs(
    node_affinity=coreweave.NodeAffinityArgs(
        required_during_scheduling_ignored_during_execution=coreweave.NodeSelectorArgs(
            node_selector_terms=[
                coreweave.NodeSelectorTermArgs(
                    match_expressions=[
                        coreweave.NodeSelectorRequirementArgs(
                            key="kubernetes.io/arch",
                            operator=coreweave.NodeSelectorOperator.IN_,
                            values=["amd64"],
                        ),
                    ],
                ),
            ],
        ),
    ),
    pod_anti_affinity=coreweave.PodAntiAffinityArgs(
        preferred_during_scheduling_ignored_during_execution=[
            coreweave.WeightedPodAffinityTermArgs(
                weight=100,
                pod_affinity_term=coreweave.PodAffinityTermArgs(
                    topology_key="kubernetes.io/hostname",
                    label_selector=coreweave.LabelSelectorArgs(
                        match_labels={"app.kubernetes.io/name": "sandbox-runner"},
                    ),
                ),
            ),
        ],
    ),
)

spec = coreweave.ManagedRunnerSpecArgs(
    release_channel=coreweave.ReleaseChannel.STABLE,
    enforce_resource_limits=True,
    # Clients reach sandboxes through a load balancer inside the network, and from the
    # office only.
    data_plane=coreweave.DataPlaneArgs(
        load_balancer=coreweave.DataPlaneLoadBalancerArgs(
            scope=coreweave.RunnerDataPlaneServiceScope.PRIVATE,
            external_traffic_policy=coreweave.RunnerDataPlaneExternalTrafficPolicy.LOCAL,
            source_ranges=[office_cidr],
            hostname=hostname,
        ),
    ),
    overrides=coreweave.OverridesArgs(
        # The runtime classes of sandboxes without and with GPUs.
        cpu_runtime_class="kata",
        gpu_runtime_class="kata-nvidia",
        affinity=affinity,
    ),
)

same_user = coreweave.IngressRuleArgs(tenant=coreweave.TenantScope.SAME_USER)
postgres = coreweave.PortRangeArgs(protocol=coreweave.Protocol.TCP, port=5432)

network = coreweave.NetworkConstraintsArgs(
    # The envelope: no sandbox gets more than this, whatever it asks for.
    allowed_egress=[
        # HTTPS by name, with an exception.
        coreweave.EgressRuleArgs(
            https_hostname="*.example.com",
            https_hostname_except=["internal.example.com"],
        ),
        # Databases in the private network, without the networks of the cluster itself.
        coreweave.EgressRuleArgs(
            cidr=coreweave.CidrPeerArgs(
                cidr="10.0.0.0/8",
                except_=["10.16.0.0/16", "10.17.0.0/16"],
            ),
            ports=[postgres],
        ),
    ],
    # What a sandbox gets that asks for nothing. Names are not accepted here.
    default_egress=[
        coreweave.EgressRuleArgs(
            cidr=coreweave.CidrPeerArgs(cidr="10.20.0.0/16"),
            ports=[postgres],
        ),
    ],
    allowed_ingress=[
        coreweave.IngressRuleArgs(
            cidr=coreweave.CidrPeerArgs(cidr=office_cidr),
            ports=[
                coreweave.PortRangeArgs(
                    protocol=coreweave.Protocol.TCP,
                    port=8080,
                    end_port=8089,
                ),
            ],
        ),
        same_user,
    ],
    default_ingress=[same_user],
)

policy = coreweave.PolicyArgs(
    display_name="Locked down",
    constraints=coreweave.PolicyConstraintsArgs(
        image=coreweave.ImageConstraintsArgs(
            allowed_registries=["registry.example.com/"],
        ),
        network=network,
        security=coreweave.SecurityConstraintsArgs(
            allow_privileged=False,
            runtime_class_mappings=[
                coreweave.RuntimeClassMappingArgs(
                    runtime_class=coreweave.RuntimeClass.CPU_DEFAULT,
                    kubernetes_runtime_class_name="kata",
                ),
                coreweave.RuntimeClassMappingArgs(
                    runtime_class=coreweave.RuntimeClass.GPU_DEFAULT,
                    kubernetes_runtime_class_name="kata-nvidia",
                ),
            ],
        ),
    ),
    # Who may call the control plane. An empty SourceIPAllowlistArgs() would deny every
    # public address, and without it every address would be let in.
    control_plane_access=coreweave.ControlPlaneAccessPolicyArgs(
        source_ip_allowlist=coreweave.SourceIPAllowlistArgs(cidrs=[office_cidr]),
    ),
)

runner = coreweave.ManagedRunner(
    "runner",
    coreweave.ManagedRunnerArgs(
        runner_id=runner_id,
        cluster_id=cluster_id,
        zone=zone,
        display_name="Locked down",
        spec=spec,
        policy=policy,
    ),
)


def uri(status: coreweave.outputs.DataPlaneStatus | None) -> str | None:
    """Return where clients connect, or None until the endpoint is set up."""
    return status.uri if status else None


pulumi.export("ready", runner.ready)
pulumi.export("endpoint", runner.data_plane_status.apply(uri))
