import * as pulumi from "@pulumi/pulumi";
import * as coreweave from "@pulumiverse/coreweave-sandbox";

const config = new pulumi.Config();
// The identifier of the runner that exists.
const runnerId = config.require("runnerId");
// The UUID of the CKS cluster that hosts the runner, and the zone of that cluster.
const clusterId = config.require("clusterId");
const zone = config.require("zone");

const runner = new coreweave.ManagedRunner(
    "runner",
    {
        runnerId: runnerId,
        clusterId: clusterId,
        zone: zone,
        displayName: "Adopted",
        spec: {
            releaseChannel: coreweave.ReleaseChannel.Rapid,
        },
        policy: {
            constraints: {
                resources: {
                    maxCpu: "16",
                    maxMemory: "64Gi",
                    maxGpuCount: 8,
                },
            },
        },
    },
    {
        // The first `pulumi up` takes the runner over instead of creating it, and in the same run
        // changes what differs from the program: see `pulumi preview --diff` before. Remove the
        // option afterwards.
        import: runnerId,
        // No program deletes the runner before this is taken out.
        protect: true,
    },
);

export const installStatus = runner.installStatus;
