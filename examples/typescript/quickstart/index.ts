import * as pulumi from "@pulumi/pulumi";
import * as coreweave from "@pulumiverse/coreweave-sandbox";

// Where the runner goes. Set these with `pulumi config set <key> <value>`.
const config = new pulumi.Config();
// The identifier of the runner, chosen by you and unique in your organization.
const runnerId = config.require("runnerId");
// The UUID of the CKS cluster that hosts it, and the zone of that cluster.
const clusterId = config.require("clusterId");
const zone = config.require("zone");

const runner = new coreweave.ManagedRunner("runner", {
    runnerId: runnerId,
    clusterId: clusterId,
    zone: zone,
    displayName: "Quickstart",

    // How the platform installs and updates the runner.
    spec: {
        releaseChannel: coreweave.ReleaseChannel.Stable,

        // Updates by the platform wait for Saturday, 02:00 UTC, and have four hours.
        // Changes that you make are rolled out at once.
        maintenancePolicy: {
            windows: [{ cron: "0 2 * * SAT", durationSeconds: 14400 }],
        },

        // CPU and memory of the runner's own pods. Sandboxes are bounded below.
        overrides: {
            resources: {
                cpuRequest: "1",
                memoryRequest: "2Gi",
                cpuLimit: "4",
                memoryLimit: "8Gi",
            },
        },
    },

    // What sandboxes may ask for. It is always written whole.
    policy: {
        displayName: "Quickstart",
        constraints: {
            // What a container gets when it asks for nothing, and what it may ask for at most.
            // 0 forbids GPUs; without maxGpuCount there would be no cap.
            resources: {
                defaultCpu: "1",
                defaultMemory: "2Gi",
                maxCpu: "8",
                maxMemory: "32Gi",
                maxGpuCount: 0,
            },

            // A sandbox that asks for no lifetime ends after an hour.
            lifecycle: {
                defaultLifetimeSeconds: 3600,
            },
        },
    },
});

export const clusterName = runner.clusterName;
// Whether the runner works as configured. Installation goes on after `pulumi up` has returned:
// `pulumi refresh --run-program` brings these up to date.
export const ready = runner.ready;
export const installStatus = runner.installStatus;
export const connectionStatus = runner.connectionStatus;
// The revision of the policy. An update of the policy is refused if somebody else has edited it
// since.
export const etag = runner.etag;
