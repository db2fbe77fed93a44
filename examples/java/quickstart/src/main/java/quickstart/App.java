package quickstart;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumiverse.coreweavesandbox.ManagedRunner;
import com.pulumiverse.coreweavesandbox.ManagedRunnerArgs;
import com.pulumiverse.coreweavesandbox.enums.ReleaseChannel;
import com.pulumiverse.coreweavesandbox.inputs.LifecycleConstraintsArgs;
import com.pulumiverse.coreweavesandbox.inputs.MaintenancePolicyArgs;
import com.pulumiverse.coreweavesandbox.inputs.MaintenanceWindowArgs;
import com.pulumiverse.coreweavesandbox.inputs.ManagedRunnerSpecArgs;
import com.pulumiverse.coreweavesandbox.inputs.OverridesArgs;
import com.pulumiverse.coreweavesandbox.inputs.PolicyArgs;
import com.pulumiverse.coreweavesandbox.inputs.PolicyConstraintsArgs;
import com.pulumiverse.coreweavesandbox.inputs.ResourceConstraintsArgs;
import com.pulumiverse.coreweavesandbox.inputs.ResourceOverridesArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    private static void stack(Context ctx) {
        // Where the runner goes. Set these with `pulumi config set <key> <value>`.
        var config = ctx.config();
        // The identifier of the runner, chosen by you and unique in your organization.
        var runnerId = config.require("runnerId");
        // The UUID of the CKS cluster that hosts it, and the zone of that cluster.
        var clusterId = config.require("clusterId");
        var zone = config.require("zone");

        var runner = new ManagedRunner("runner", ManagedRunnerArgs.builder()
            .runnerId(runnerId)
            .clusterId(clusterId)
            .zone(zone)
            .displayName("Quickstart")

            // How the platform installs and updates the runner.
            .spec(ManagedRunnerSpecArgs.builder()
                .releaseChannel(ReleaseChannel.Stable)

                // Updates by the platform wait for Saturday, 02:00 UTC, and have four hours.
                // Changes that you make are rolled out at once.
                .maintenancePolicy(MaintenancePolicyArgs.builder()
                    .windows(MaintenanceWindowArgs.builder()
                        .cron("0 2 * * SAT")
                        .durationSeconds(14400)
                        .build())
                    .build())

                // CPU and memory of the runner's own pods. Sandboxes are bounded below.
                .overrides(OverridesArgs.builder()
                    .resources(ResourceOverridesArgs.builder()
                        .cpuRequest("1")
                        .memoryRequest("2Gi")
                        .cpuLimit("4")
                        .memoryLimit("8Gi")
                        .build())
                    .build())
                .build())

            // What sandboxes may ask for. It is always written whole.
            .policy(PolicyArgs.builder()
                .displayName("Quickstart")
                .constraints(PolicyConstraintsArgs.builder()
                    // What a container gets when it asks for nothing, and what it may ask for
                    // at most. 0 forbids GPUs; without maxGpuCount there would be no cap.
                    .resources(ResourceConstraintsArgs.builder()
                        .defaultCpu("1")
                        .defaultMemory("2Gi")
                        .maxCpu("8")
                        .maxMemory("32Gi")
                        .maxGpuCount(0)
                        .build())

                    // A sandbox that asks for no lifetime ends after an hour.
                    .lifecycle(LifecycleConstraintsArgs.builder()
                        .defaultLifetimeSeconds(3600)
                        .build())
                    .build())
                .build())
            .build());

        ctx.export("clusterName", runner.clusterName());
        // Whether the runner works as configured. Installation goes on after `pulumi up` has
        // returned: `pulumi refresh --run-program` brings these up to date.
        ctx.export("ready", runner.ready());
        ctx.export("installStatus", runner.installStatus());
        ctx.export("connectionStatus", runner.connectionStatus());
        // The revision of the policy. An update of the policy is refused if somebody else has
        // edited it since.
        ctx.export("etag", runner.etag());
    }
}
