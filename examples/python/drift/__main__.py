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
        spec=coreweave.ManagedRunnerSpecArgs(
            release_channel=coreweave.ReleaseChannel.STABLE,
            overrides=coreweave.OverridesArgs(
                # Where the number of replicas starts. People on call change it in the
                # console.
                scaling=coreweave.ScalingArgs(
                    replicas=1,
                ),
            ),
        ),
        policy=coreweave.PolicyArgs(
            constraints=coreweave.PolicyConstraintsArgs(
                resources=coreweave.ResourceConstraintsArgs(
                    max_cpu="8",
                    max_memory="32Gi",
                    max_gpu_count=0,
                ),
            ),
        ),
    ),
    opts=pulumi.ResourceOptions(
        # What is left to others. Everything else that somebody edits is shown by
        # `pulumi preview --refresh`, and put right by the next `pulumi up --refresh`.
        ignore_changes=["spec.overrides.scaling.replicas"],
    ),
)


def replicas(spec: coreweave.outputs.ManagedRunnerSpec | None) -> int | None:
    """Return the number of replicas, or None if the spec does not say."""
    if spec and spec.overrides and spec.overrides.scaling:
        return spec.overrides.scaling.replicas
    return None


pulumi.export("replicas", runner.spec.apply(replicas))
pulumi.export("etag", runner.etag)
