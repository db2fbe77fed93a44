import * as pulumi from "@pulumi/pulumi";
import * as coreweave from "@pulumiverse/coreweave-sandbox";

// Where the runner goes. Set these with `pulumi config set <key> <value>`.
const config = new pulumi.Config();
// The identifier of the runner, chosen by you and unique in your organization.
const runnerId = config.require("runnerId");
// The UUID of the CKS cluster that hosts it, and the zone of that cluster.
const clusterId = config.require("clusterId");
const zone = config.require("zone");

const runner = new coreweave.ManagedRunner(
    "runner",
    {
        runnerId: runnerId,
        clusterId: clusterId,
        zone: zone,
        spec: {
            releaseChannel: coreweave.ReleaseChannel.Stable,
            overrides: {
                // Where the number of replicas starts. People on call change it in the console.
                scaling: {
                    replicas: 1,
                },
            },
        },
        policy: {
            constraints: {
                resources: {
                    maxCpu: "8",
                    maxMemory: "32Gi",
                    maxGpuCount: 0,
                },
            },
        },
    },
    {
        // What is left to others. Everything else that somebody edits is shown by
        // `pulumi preview --refresh`, and put right by the next `pulumi up --refresh`.
        ignoreChanges: ["spec.overrides.scaling.replicas"],
    },
);

export const replicas = runner.spec.apply((spec) => spec?.overrides?.scaling?.replicas);
export const etag = runner.etag;
