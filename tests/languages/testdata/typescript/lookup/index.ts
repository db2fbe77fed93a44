import * as coreweave from "@pulumiverse/coreweave-sandbox";

const read = coreweave.ManagedRunner.get("read", "first");

export const clusterName = read.clusterName;
export const maxCpu = read.policy.apply((policy) => policy.constraints?.resources?.maxCpu);
export const token = read.spec.apply((spec) => spec?.overrides?.env?.TOKEN);

const list = coreweave.getManagedRunners({ zone: "us-east-04a" });
export const second = list.then((found) => found.runners[1].runnerId);

// The plain form gives secrets away: nothing tells Pulumi that this is one.
const one = coreweave.getManagedRunner({ runnerId: "first" });
export const plain = one.then((runner) => runner.policy?.displayName);
