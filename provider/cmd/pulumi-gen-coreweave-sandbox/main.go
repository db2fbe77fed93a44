// Command pulumi-gen-coreweave-sandbox writes the generated files of the repository from the provider itself:
// schema.json, into the directory that it is given.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: pulumi-gen-coreweave-sandbox <root of the repository>")
		os.Exit(2)
	}
	if err := generate(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "pulumi-gen-coreweave-sandbox:", err)
		os.Exit(1)
	}
}

func generate(ctx context.Context, root string) error {
	text, err := provider.SchemaJSON(ctx)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "schema.json"), text, 0o644)
}
