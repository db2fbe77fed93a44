import pulumi
import pulumiverse_coreweave_sandbox as coreweave

config = pulumi.Config()
# The identifier of the runner that exists.
runner_id = config.require("runnerId")
# The UUID of the CKS cluster that hosts the runner, and the zone of that cluster.
cluster_id = config.require("clusterId")
zone = config.require("zone")

runner = coreweave.ManagedRunner(
    "runner",
    coreweave.ManagedRunnerArgs(
        runner_id=runner_id,
        cluster_id=cluster_id,
        zone=zone,
        display_name="Adopted",
        spec=coreweave.ManagedRunnerSpecArgs(
            release_channel=coreweave.ReleaseChannel.RAPID,
        ),
        policy=coreweave.PolicyArgs(
            constraints=coreweave.PolicyConstraintsArgs(
                resources=coreweave.ResourceConstraintsArgs(
                    max_cpu="16",
                    max_memory="64Gi",
                    max_gpu_count=8,
                ),
            ),
        ),
    ),
    opts=pulumi.ResourceOptions(
        # The first `pulumi up` takes the runner over instead of creating it, and in the
        # same run changes what differs from the program: see `pulumi preview --diff`
        # before. Remove the option afterwards.
        import_=runner_id,
        # No program deletes the runner before this is taken out.
        protect=True,
    ),
)

pulumi.export("installStatus", runner.install_status)
