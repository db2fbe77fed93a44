import * as pulumi from "@pulumi/pulumi";
import * as coreweave from "@pulumiverse/coreweave-sandbox";

const config = new pulumi.Config();

const first = new coreweave.ManagedRunner(
    config.get("name") ?? "first",
    {
        runnerId: "first",
        clusterId: config.require("firstCluster"),
        zone: "us-east-04a",
        spec: {
            releaseChannel: coreweave.ReleaseChannel.Rapid,
            overrides: {
                // All of env is secret, whatever is marked; of allowedImages, what is marked.
                env: { PLAIN: "plain", SECRET: pulumi.secret("canary-env") },
                tolerations: [{ key: "sandbox", operator: coreweave.TolerationOperator.Exists }],
            },
        },
        policy: {
            constraints: {
                resources: { maxCpu: config.get("maxCpu") ?? "8" },
                image: { allowedImages: ["example.com/a", pulumi.secret("example.com/canary-image")] },
            },
        },
    },
    {
        protect: true,
        ignoreChanges: ["policy.constraints.resources.maxCpu"],
        customTimeouts: { create: "5m", update: "6m", delete: "7m" },
        aliases: [{ name: "old" }],
    },
);

// Nobody knows this token before the first runner is there.
const token = pulumi.all([config.requireSecret("token"), first.etag]).apply(([token]) => token);
const provider = new coreweave.Provider("coreweave", { apiToken: token });

const second = new coreweave.ManagedRunner(
    "second",
    {
        runnerId: "second",
        clusterId: config.require("secondCluster"),
        zone: first.zone,
        displayName: first.clusterName,
        spec: { overrides: { labels: { version: first.activeConfigVersion } } },
        policy: {},
    },
    { provider: provider, retainOnDelete: true },
);

// It has nothing of the others, and would be made beside the first one.
new coreweave.ManagedRunner(
    "third",
    {
        runnerId: "third",
        clusterId: config.require("thirdCluster"),
        zone: "us-east-04a",
        policy: {},
    },
    { dependsOn: [second] },
);

export const connected = first.ready.apply((ready) => (ready ? "yes" : "no"));
