from collections.abc import Sequence

import pulumi
import pulumiverse_coreweave_sandbox as coreweave
from pulumiverse_coreweave_sandbox import outputs

config = pulumi.Config()
# The UUID of the CKS cluster whose runner is wanted. Set it with
# `pulumi config set clusterId <UUID>`.
cluster_id = config.require("clusterId")


def only(
    runners: Sequence[outputs.GetManagedRunnersRunner],
) -> outputs.GetManagedRunnersRunner:
    if not runners:
        raise ValueError(f"there is no managed runner on the cluster {cluster_id}")
    return runners[0]


# The runner on this cluster. A cluster hosts one at most: the list has one element, or
# none.
runners = coreweave.get_managed_runners_output(cluster_id=cluster_id).runners
on_cluster = runners.apply(only)

pulumi.export("runnerId", on_cluster.runner_id)
pulumi.export("ready", on_cluster.ready)


def max_cpu(policy: outputs.Policy | None) -> str | None:
    if not policy or not policy.constraints or not policy.constraints.resources:
        return None
    return policy.constraints.resources.max_cpu


# All about it, its spec and its policy included. A runner may have none of them. Some of
# this is secret, so that Pulumi treats every output that comes from it as a secret.
runner = coreweave.get_managed_runner_output(runner_id=on_cluster.runner_id)

pulumi.export("maxCpu", runner.policy.apply(max_cpu))

# Are all runners ready? Without arguments, the list has all of them.
fleet = coreweave.get_managed_runners_output().runners
not_ready = fleet.apply(
    lambda runners: [runner.runner_id for runner in runners if not runner.ready]
)

pulumi.export("notReady", not_ready)
pulumi.export("allReady", not_ready.apply(lambda runner_ids: len(runner_ids) == 0))
