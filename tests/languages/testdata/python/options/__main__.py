import pulumi
import pulumiverse_coreweave_sandbox as coreweave

config = pulumi.Config()

first = coreweave.ManagedRunner(
    config.get("name") or "first",
    runner_id="first",
    cluster_id=config.require("firstCluster"),
    zone="us-east-04a",
    spec=coreweave.ManagedRunnerSpecArgs(
        release_channel=coreweave.ReleaseChannel.RAPID,
        overrides=coreweave.OverridesArgs(
            env={"PLAIN": "plain", "SECRET": pulumi.Output.secret("canary-env")},
            tolerations=[
                coreweave.TolerationArgs(
                    key="sandbox", operator=coreweave.TolerationOperator.EXISTS
                ),
            ],
        ),
    ),
    policy=coreweave.PolicyArgs(
        constraints=coreweave.PolicyConstraintsArgs(
            resources=coreweave.ResourceConstraintsArgs(
                max_cpu=config.get("maxCpu") or "8"
            ),
            image=coreweave.ImageConstraintsArgs(
                allowed_images=[
                    "example.com/a",
                    pulumi.Output.secret("example.com/canary-image"),
                ],
            ),
        ),
    ),
    opts=pulumi.ResourceOptions(
        protect=True,
        ignore_changes=["policy.constraints.resources.maxCpu"],
        custom_timeouts=pulumi.CustomTimeouts(create="5m", update="6m", delete="7m"),
        aliases=[pulumi.Alias(name="old")],
    ),
)

# Nobody knows this token before the first runner is there.
token = pulumi.Output.all(config.require_secret("token"), first.etag).apply(
    lambda values: values[0]
)
provider = coreweave.Provider("coreweave", api_token=token)

second = coreweave.ManagedRunner(
    "second",
    runner_id="second",
    cluster_id=config.require("secondCluster"),
    zone=first.zone,
    display_name=first.cluster_name,
    spec=coreweave.ManagedRunnerSpecArgs(
        overrides=coreweave.OverridesArgs(
            labels={"version": first.active_config_version}
        ),
    ),
    policy=coreweave.PolicyArgs(),
    opts=pulumi.ResourceOptions(provider=provider, retain_on_delete=True),
)

# It has nothing of the others, and would be made beside the first one.
coreweave.ManagedRunner(
    "third",
    runner_id="third",
    cluster_id=config.require("thirdCluster"),
    zone="us-east-04a",
    policy=coreweave.PolicyArgs(),
    opts=pulumi.ResourceOptions(depends_on=[second]),
)

pulumi.export("connected", first.ready.apply(lambda ready: "yes" if ready else "no"))
