package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
)

// command names this program in the heads of the files that it writes.
const command = "pulumi-gen-coreweave-sandbox"

// sdk is one language.
type sdk struct {
	name     string // as users call the language
	dir      string
	install  string // the command that installs it
	example  string // the quickstart in this language, for the README
	generate func(*schema.Package) (map[string][]byte, error)
}

var languages = []sdk{
	{
		name: "Go", dir: "sdk/go/coreweavesandbox", example: "examples/go/quickstart/main.go",
		install: "go get " + provider.GoModule + "@v" + provider.Version,
		generate: func(pkg *schema.Package) (map[string][]byte, error) {
			return gogen.GeneratePackage(command, pkg, nil)
		},
	},
	{
		name: "TypeScript", dir: "sdk/nodejs", install: "npm install " + provider.NPMPackage, example: "examples/typescript/quickstart/index.ts",
		generate: func(pkg *schema.Package) (map[string][]byte, error) {
			return nodejs.GeneratePackage(command, pkg, nil, nil, false, nil)
		},
	},
	{
		name: "Python", dir: "sdk/python", install: "pip install " + provider.PythonPackage, example: "examples/python/quickstart/__main__.py",
		generate: func(pkg *schema.Package) (map[string][]byte, error) {
			return python.GeneratePackage(command, pkg, nil, nil)
		},
	},
}

// sdks generates schema.json and the SDK of every language.
func sdks(ctx context.Context, root string) (files, error) {
	text, err := provider.SchemaJSON(ctx)
	if err != nil {
		return nil, err
	}
	license, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return nil, err
	}
	all := files{"schema.json": text}
	for _, language := range languages {
		pkg, err := bind(text) // one for each, since the generators write into it
		if err != nil {
			return nil, err
		}
		generated, err := language.generate(pkg)
		if err != nil {
			return nil, fmt.Errorf("generating %s: %w", language.dir, err)
		}
		for name, content := range generated {
			all[path.Join(language.dir, name)] = content
		}
		readme, err := language.readme(root)
		if err != nil {
			return nil, err
		}
		all[path.Join(language.dir, "README.md")] = readme
		all[path.Join(language.dir, "LICENSE")] = license
	}
	// It would be the description of the package alone.
	delete(all, "sdk/python/pulumiverse_coreweave_sandbox/README.md")
	return all, nil
}

func bind(text []byte) (*schema.Package, error) {
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	pkg, diagnostics, err := schema.BindSpec(spec, schema.NewNullLoader(), schema.ValidationOptions{})
	if err != nil {
		return nil, fmt.Errorf("binding the schema: %w", err)
	}
	if len(diagnostics) > 0 {
		return nil, fmt.Errorf("binding the schema: %w", errors.Join(diagnostics.Errs()...))
	}
	return pkg, nil
}
