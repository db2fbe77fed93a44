// Command pulumi-resource-coreweave-sandbox is the plugin that the Pulumi engine starts.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
)

const usage = `pulumi-resource-coreweave-sandbox %s: the Pulumi provider for CoreWeave Sandbox

The Pulumi engine starts this program; there is no need to run it by hand.

Usage:
  pulumi-resource-coreweave-sandbox [engine address]   serve the engine at the address
  pulumi-resource-coreweave-sandbox --version          print the version
  pulumi-resource-coreweave-sandbox --help             print this text

To debug the provider, start it without an address. It prints its port and waits. Then tell the engine:
  PULUMI_DEBUG_PROVIDERS="coreweave-sandbox:<port>" pulumi up

Configuration (Pulumi configuration wins over the environment):
  coreweave-sandbox:apiToken      COREWEAVE_API_TOKEN      the API token, required
  coreweave-sandbox:apiEndpoint   COREWEAVE_API_ENDPOINT   default https://api.coreweave.com
  coreweave-sandbox:httpTimeout   COREWEAVE_HTTP_TIMEOUT   per attempt, default 10s
`

func main() {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "--version", "-version", "version":
			fmt.Println(provider.Version)
			return
		case "--help", "-help", "-h", "help":
			fmt.Printf(usage, provider.Version)
			return
		}
	}
	if err := provider.Serve(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "pulumi-resource-coreweave-sandbox:", err)
		os.Exit(1)
	}
}
