import pulumi
import pulumiverse_coreweave_sandbox as coreweave
from pulumiverse_coreweave_sandbox import outputs

read = coreweave.ManagedRunner.get("read", "first")


def max_cpu(policy: outputs.Policy) -> str | None:
    if not policy.constraints or not policy.constraints.resources:
        return None
    return policy.constraints.resources.max_cpu


def token(spec: outputs.ManagedRunnerSpec | None) -> str | None:
    if not spec or not spec.overrides or not spec.overrides.env:
        return None
    return spec.overrides.env["TOKEN"]


pulumi.export("clusterName", read.cluster_name)
pulumi.export("maxCpu", read.policy.apply(max_cpu))
pulumi.export("token", read.spec.apply(token))

listed = coreweave.get_managed_runners(zone="us-east-04a")
pulumi.export("second", listed.runners[1].runner_id)

# The plain form gives secrets away: nothing tells Pulumi that this is one.
one = coreweave.get_managed_runner(runner_id="first")
pulumi.export("plain", one.policy and one.policy.display_name)
