// Command adopt-fleet lists the runners that exist in the file that `pulumi import --file` takes.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/sdk/go/coreweavesandbox"
)

const file = "import.json"

// listed is a runner in the file.
type listed struct {
	Type string `json:"type"`
	// Of the variable in the program that the import writes.
	Name string `json:"name"`
	// Of the resource. It is unique, and stays the same however often the file is written.
	LogicalName string `json:"logicalName"`
	ID          string `json:"id"`
}

var odd = regexp.MustCompile("[^a-z0-9]")

// write writes the file, in a preview too, and says what is in it.
func write(runners []coreweavesandbox.GetManagedRunnersRunner) (string, error) {
	resources, leaving := []listed{}, []string{}
	for _, runner := range runners {
		if runner.InstallStatus == "RUNNER_INSTALL_STATUS_DELETING" {
			leaving = append(leaving, runner.RunnerId)
			continue
		}
		resources = append(resources, listed{
			Type:        "coreweave-sandbox:index:ManagedRunner",
			Name:        "runner_" + odd.ReplaceAllString(strings.ToLower(runner.RunnerId), "_"),
			LogicalName: runner.RunnerId,
			ID:          runner.RunnerId,
		})
	}
	text, err := json.MarshalIndent(map[string]any{"resources": resources}, "", "  ")
	if err != nil {
		return "", err
	}

	written := fmt.Sprintf("%d runners are in %s", len(resources), file)
	if len(leaving) > 0 {
		written += ", without those that are being deleted: " + strings.Join(leaving, ", ")
	}
	return written, os.WriteFile(file, append(text, '\n'), 0o644)
}

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Both are optional: without them, the list has all runners.
		cfg := config.New(ctx, "")
		filter := coreweavesandbox.GetManagedRunnersOutputArgs{}
		if zone := cfg.Get("zone"); zone != "" {
			filter.Zone = pulumi.String(zone)
		}
		if group := cfg.Get("runnerGroupId"); group != "" {
			filter.RunnerGroupId = pulumi.String(group)
		}

		runners := coreweavesandbox.GetManagedRunnersOutput(ctx, filter).Runners()
		ctx.Export("written", runners.ApplyT(write))
		return nil
	})
}
