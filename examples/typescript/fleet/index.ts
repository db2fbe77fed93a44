import * as pulumi from "@pulumi/pulumi";
import * as coreweave from "@pulumiverse/coreweave-sandbox";

// The clusters are configuration: a list of objects.
//
//   pulumi config set --path 'clusters[0].name' east
//   pulumi config set --path 'clusters[0].clusterId' <the UUID of the CKS cluster>
//   pulumi config set --path 'clusters[0].zone' us-east-04a
//   pulumi config set --path 'clusters[0].maxGpuCount' 0
//   pulumi config set --path 'clusters[1].name' west
//   ...
interface Cluster {
    name: string;
    clusterId: string;
    zone: string;
    maxGpuCount: number;
}

const config = new pulumi.Config();
const clusters = config.requireObject<Cluster[]>("clusters");
// The API token. Set it with `pulumi config set --secret apiToken`.
const apiToken = config.requireSecret("apiToken");
// The key with which the runners send their logs. Set it with `pulumi config set --secret logKey`.
const logKey = config.requireSecret("logKey");

// A provider of its own, so that the token of this fleet is used here and nowhere else.
const provider = new coreweave.Provider("coreweave", { apiToken: apiToken });

// What all runners share.
const spec: coreweave.types.input.ManagedRunnerSpecArgs = {
    releaseChannel: coreweave.ReleaseChannel.Stable,
    maintenancePolicy: {
        windows: [{ cron: "0 2 * * SAT", durationSeconds: 14400 }],
    },
    overrides: {
        // Secrets stay secret: in previews, in the state and in outputs.
        env: { LOG_KEY: logKey },
    },
};

// What sandboxes may ask for. The difference: not every cluster has GPUs for sandboxes.
function policy(maxGpuCount: number): coreweave.types.input.PolicyArgs {
    return {
        displayName: "Fleet",
        constraints: {
            resources: {
                defaultCpu: "1",
                defaultMemory: "2Gi",
                maxCpu: "8",
                maxMemory: "32Gi",
                maxGpuCount: maxGpuCount,
            },
            lifecycle: { defaultLifetimeSeconds: 3600 },
        },
    };
}

// Whether each runner works as configured, as of the last refresh.
export const ready: Record<string, pulumi.Output<boolean>> = {};

for (const cluster of clusters) {
    const runner = new coreweave.ManagedRunner(
        cluster.name,
        {
            runnerId: `fleet-${cluster.name}`,
            clusterId: cluster.clusterId,
            zone: cluster.zone,
            displayName: `Fleet ${cluster.name}`,
            spec: spec,
            policy: policy(cluster.maxGpuCount),
        },
        { provider: provider },
    );
    ready[cluster.name] = runner.ready;
}
