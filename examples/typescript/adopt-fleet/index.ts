import * as fs from "fs";

import * as pulumi from "@pulumi/pulumi";
import * as coreweave from "@pulumiverse/coreweave-sandbox";

// Both are optional: without them, the list has all runners.
const config = new pulumi.Config();
const zone = config.get("zone");
const runnerGroupId = config.get("runnerGroupId");

const file = "import.json";

// Writes the file that `pulumi import --file` takes, in a preview too, and says what is in it.
function write(runners: coreweave.types.output.GetManagedRunnersRunner[]): string {
    const [resources, leaving]: [object[], string[]] = [[], []];
    for (const runner of runners) {
        if (runner.installStatus === "RUNNER_INSTALL_STATUS_DELETING") {
            leaving.push(runner.runnerId);
            continue;
        }
        resources.push({
            type: "coreweave-sandbox:index:ManagedRunner",
            // Of the variable in the program that the import writes.
            name: "runner_" + runner.runnerId.toLowerCase().replace(/[^a-z0-9]/g, "_"),
            // Of the resource. It is unique, and stays the same however often the file is written.
            logicalName: runner.runnerId,
            id: runner.runnerId,
        });
    }
    fs.writeFileSync(file, JSON.stringify({ resources: resources }, null, 2) + "\n");

    let written = `${resources.length} runners are in ${file}`;
    if (leaving.length > 0) {
        written += `, without those that are being deleted: ${leaving.join(", ")}`;
    }
    return written;
}

export const written = coreweave
    .getManagedRunnersOutput({ zone: zone, runnerGroupId: runnerGroupId })
    .runners.apply(write);
