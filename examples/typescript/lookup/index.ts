import * as pulumi from "@pulumi/pulumi";
import * as coreweave from "@pulumiverse/coreweave-sandbox";

const config = new pulumi.Config();
// The UUID of the CKS cluster whose runner is wanted. Set it with
// `pulumi config set clusterId <UUID>`.
const clusterId = config.require("clusterId");

// The runner on this cluster. A cluster hosts one at most: the list has one element, or none.
const onCluster = coreweave
    .getManagedRunnersOutput({ clusterId: clusterId })
    .runners.apply((runners) => {
        if (runners.length === 0) {
            throw new Error(`there is no managed runner on the cluster ${clusterId}`);
        }
        return runners[0];
    });

export const runnerId = onCluster.runnerId;
export const ready = onCluster.ready;

// All about it, its spec and its policy included. A runner may have none of them. Some of this is
// secret, so that Pulumi treats every output that comes from it as a secret.
const runner = coreweave.getManagedRunnerOutput({ runnerId: runnerId });

export const maxCpu = runner.apply((found) => found.policy?.constraints?.resources?.maxCpu);

// Are all runners ready? Without arguments, the list has all of them.
const fleet = coreweave.getManagedRunnersOutput().runners;

export const notReady = fleet.apply((runners) =>
    runners.filter((runner) => !runner.ready).map((runner) => runner.runnerId),
);
export const allReady = notReady.apply((runnerIds) => runnerIds.length === 0);
