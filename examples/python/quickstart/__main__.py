import pulumi
import pulumiverse_coreweave_sandbox as coreweave

# Where the runner goes. Set these with `pulumi config set <key> <value>`.
config = pulumi.Config()
# The identifier of the runner, chosen by you and unique in your organization.
runner_id = config.require("runnerId")
# The UUID of the CKS cluster that hosts it, and the zone of that cluster.
cluster_id = config.require("clusterId")
zone = config.require("zone")

runner = coreweave.ManagedRunner(
    "runner",
    coreweave.ManagedRunnerArgs(
        runner_id=runner_id,
        cluster_id=cluster_id,
        zone=zone,
        display_name="Quickstart",
        # How the platform installs and updates the runner.
        spec=coreweave.ManagedRunnerSpecArgs(
            release_channel=coreweave.ReleaseChannel.STABLE,
            # Updates by the platform wait for Saturday, 02:00 UTC, and have four hours.
            # Changes that you make are rolled out at once.
            maintenance_policy=coreweave.MaintenancePolicyArgs(
                windows=[
                    coreweave.MaintenanceWindowArgs(
                        cron="0 2 * * SAT",
                        duration_seconds=14400,
                    ),
                ],
            ),
            # CPU and memory of the runner's own pods. Sandboxes are bounded below.
            overrides=coreweave.OverridesArgs(
                resources=coreweave.ResourceOverridesArgs(
                    cpu_request="1",
                    memory_request="2Gi",
                    cpu_limit="4",
                    memory_limit="8Gi",
                ),
            ),
        ),
        # What sandboxes may ask for. It is always written whole.
        policy=coreweave.PolicyArgs(
            display_name="Quickstart",
            constraints=coreweave.PolicyConstraintsArgs(
                # What a container gets when it asks for nothing, and what it may ask
                # for at most. 0 forbids GPUs; without max_gpu_count there would be no
                # cap.
                resources=coreweave.ResourceConstraintsArgs(
                    default_cpu="1",
                    default_memory="2Gi",
                    max_cpu="8",
                    max_memory="32Gi",
                    max_gpu_count=0,
                ),
                # A sandbox that asks for no lifetime ends after an hour.
                lifecycle=coreweave.LifecycleConstraintsArgs(
                    default_lifetime_seconds=3600,
                ),
            ),
        ),
    ),
)

pulumi.export("clusterName", runner.cluster_name)
# Whether the runner works as configured. Installation goes on after `pulumi up` has
# returned: `pulumi refresh --run-program` brings these up to date.
pulumi.export("ready", runner.ready)
pulumi.export("installStatus", runner.install_status)
pulumi.export("connectionStatus", runner.connection_status)
# The revision of the policy. An update of the policy is refused if somebody else has
# edited it since.
pulumi.export("etag", runner.etag)
