from typing import TypedDict

import pulumi
import pulumiverse_coreweave_sandbox as coreweave


# The clusters are configuration: a list of objects.
#
#   pulumi config set --path 'clusters[0].name' east
#   pulumi config set --path 'clusters[0].clusterId' <the UUID of the CKS cluster>
#   pulumi config set --path 'clusters[0].zone' us-east-04a
#   pulumi config set --path 'clusters[0].maxGpuCount' 0
#   pulumi config set --path 'clusters[1].name' west
#   ...
class Cluster(TypedDict):
    name: str
    clusterId: str
    zone: str
    maxGpuCount: int


config = pulumi.Config()
clusters: list[Cluster] = config.require_object("clusters")
# The API token. Set it with `pulumi config set --secret apiToken`.
api_token = config.require_secret("apiToken")
# The key with which the runners send their logs. Set it with
# `pulumi config set --secret logKey`.
log_key = config.require_secret("logKey")

# A provider of its own, so that the token of this fleet is used here and nowhere else.
provider = coreweave.Provider(
    "coreweave",
    coreweave.ProviderArgs(api_token=api_token),
)

# What all runners share.
spec = coreweave.ManagedRunnerSpecArgs(
    release_channel=coreweave.ReleaseChannel.STABLE,
    maintenance_policy=coreweave.MaintenancePolicyArgs(
        windows=[
            coreweave.MaintenanceWindowArgs(cron="0 2 * * SAT", duration_seconds=14400),
        ],
    ),
    overrides=coreweave.OverridesArgs(
        # Secrets stay secret: in previews, in the state and in outputs.
        env={"LOG_KEY": log_key},
    ),
)


# What sandboxes may ask for. The difference: not every cluster has GPUs for sandboxes.
def policy(max_gpu_count: int) -> coreweave.PolicyArgs:
    return coreweave.PolicyArgs(
        display_name="Fleet",
        constraints=coreweave.PolicyConstraintsArgs(
            resources=coreweave.ResourceConstraintsArgs(
                default_cpu="1",
                default_memory="2Gi",
                max_cpu="8",
                max_memory="32Gi",
                max_gpu_count=max_gpu_count,
            ),
            lifecycle=coreweave.LifecycleConstraintsArgs(
                default_lifetime_seconds=3600,
            ),
        ),
    )


# Whether each runner works as configured, as of the last refresh.
ready: dict[str, pulumi.Output[bool]] = {}

for cluster in clusters:
    runner = coreweave.ManagedRunner(
        cluster["name"],
        coreweave.ManagedRunnerArgs(
            runner_id=f"fleet-{cluster['name']}",
            cluster_id=cluster["clusterId"],
            zone=cluster["zone"],
            display_name=f"Fleet {cluster['name']}",
            spec=spec,
            policy=policy(cluster["maxGpuCount"]),
        ),
        opts=pulumi.ResourceOptions(provider=provider),
    )
    ready[cluster["name"]] = runner.ready

pulumi.export("ready", ready)
