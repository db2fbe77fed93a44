// Command pulumi-gen-coreweave-sandbox writes the generated files of the repository from the provider itself:
// schema.json, into the directory that it is given.
package main

import (
	"bytes"
	"context"
	"encoding/json"
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
	spec, err := provider.Schema(ctx)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(spec); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "schema.json"), text.Bytes(), 0o644)
}
