import json
import re
from collections.abc import Sequence
from pathlib import Path

import pulumi
import pulumiverse_coreweave_sandbox as coreweave
from pulumiverse_coreweave_sandbox import outputs

# Both are optional: without them, the list has all runners.
config = pulumi.Config()
zone = config.get("zone")
runner_group_id = config.get("runnerGroupId")

file = Path("import.json")


# Writes the file that `pulumi import --file` takes, in a preview too, and says what is in
# it.
def write(runners: Sequence[outputs.GetManagedRunnersRunner]) -> str:
    resources: list[dict[str, str]] = []
    leaving: list[str] = []
    for runner in runners:
        if runner.install_status == "RUNNER_INSTALL_STATUS_DELETING":
            leaving.append(runner.runner_id)
            continue
        resources.append(
            {
                "type": "coreweave-sandbox:index:ManagedRunner",
                # Of the variable in the program that the import writes.
                "name": "runner_" + re.sub("[^a-z0-9]", "_", runner.runner_id.lower()),
                # Of the resource. It is unique, and stays the same however often the file
                # is written.
                "logicalName": runner.runner_id,
                "id": runner.runner_id,
            }
        )
    text = json.dumps({"resources": resources}, indent=2, ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")

    written = f"{len(resources)} runners are in {file}"
    if leaving:
        written += ", without those that are being deleted: " + ", ".join(leaving)
    return written


runners = coreweave.get_managed_runners_output(
    zone=zone, runner_group_id=runner_group_id
).runners

pulumi.export("written", runners.apply(write))
