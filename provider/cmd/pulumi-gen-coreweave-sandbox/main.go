// Command pulumi-gen-coreweave-sandbox writes the generated files of the repository, of which the provider and the
// example programs are the only sources:
//
//	examples ROOT OUT   the examples in the documentation of resources and functions, which the provider embeds
//	sdks ROOT OUT       schema.json and the SDKs
//
// It reads from the repository at ROOT and writes below OUT. The provider must be built again between the two, so that
// they are two commands; `make generate` runs both.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 4 {
		fail(2, "usage: pulumi-gen-coreweave-sandbox examples|sdks ROOT OUT")
	}
	generate := map[string]func(root string) (files, error){
		"examples": examples,
		"sdks":     func(root string) (files, error) { return sdks(context.Background(), root) },
	}[os.Args[1]]
	if generate == nil {
		fail(2, "there is nothing to generate by the name %q", os.Args[1])
	}
	all, err := generate(os.Args[2])
	if err != nil {
		fail(1, "%v", err)
	}
	if err := all.write(os.Args[3]); err != nil {
		fail(1, "%v", err)
	}
}

func fail(code int, format string, args ...any) {
	fmt.Fprintf(os.Stderr, "pulumi-gen-coreweave-sandbox: "+format+"\n", args...)
	os.Exit(code)
}

// files are contents by slash-separated path below the root of the repository.
type files map[string][]byte

func (f files) write(dir string) error {
	for name, content := range f {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			return err
		}
		if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, content) {
			continue // make goes by the time of a file
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
