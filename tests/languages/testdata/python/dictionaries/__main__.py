"""The example quickstart, with dictionaries in place of classes."""

import pulumi
import pulumiverse_coreweave_sandbox as coreweave

config = pulumi.Config()

runner = coreweave.ManagedRunner(
    "runner",
    runner_id=config.require("runnerId"),
    cluster_id=config.require("clusterId"),
    zone=config.require("zone"),
    display_name="Quickstart",
    spec={
        "release_channel": coreweave.ReleaseChannel.STABLE,
        "maintenance_policy": {
            "windows": [{"cron": "0 2 * * SAT", "duration_seconds": 14400}],
        },
        "overrides": {
            "resources": {
                "cpu_request": "1",
                "memory_request": "2Gi",
                "cpu_limit": "4",
                "memory_limit": "8Gi",
            },
        },
    },
    policy={
        "display_name": "Quickstart",
        "constraints": {
            "resources": {
                "default_cpu": "1",
                "default_memory": "2Gi",
                "max_cpu": "8",
                "max_memory": "32Gi",
                "max_gpu_count": 0,
            },
            "lifecycle": {"default_lifetime_seconds": 3600},
        },
    },
)

for name, output in {
    "clusterName": runner.cluster_name,
    "ready": runner.ready,
    "installStatus": runner.install_status,
    "connectionStatus": runner.connection_status,
    "etag": runner.etag,
}.items():
    pulumi.export(name, output)
