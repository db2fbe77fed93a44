package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// example is the program in the README.
const example = "examples/java/quickstart/src/main/java/quickstart/App.java"

var (
	//go:embed pom.xml.tmpl
	pomText string
	//go:embed readme.md.tmpl
	readmeText string

	templates = map[string]*template.Template{
		"pom.xml":   parse(pomText),
		"README.md": parse(readmeText),
	}
)

func parse(text string) *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"xml": escape}).Option("missingkey=error").Parse(text))
}

// generate makes all files of the SDK.
func generate(schemaFile, root string) (files, error) {
	pkg, err := load(schemaFile)
	if err != nil {
		return nil, err
	}
	license, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return nil, err
	}
	program, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(example)))
	if err != nil {
		return nil, err
	}
	// An SDK for local use is one without Gradle, which has its version in a resource.
	const local = true
	generated, err := java.GeneratePackage("pulumi-gen-java", pkg, nil, nil, local, false)
	if err != nil {
		return nil, fmt.Errorf("generating the SDK: %w", err)
	}
	all := files(generated)
	all["LICENSE"] = license
	all[".gitignore"] = []byte("/target/\n")

	// The generator has put its defaults in.
	info := pkg.Language["java"].(*java.PackageInfo)
	values := map[string]any{
		"Package":      pkg,
		"Group":        strings.TrimSuffix(info.BasePackageOrDefault(), "."),
		"Dependencies": info.Dependencies,
		"Owner":        path.Base(path.Dir(pkg.Repository)),
		"OwnerURL":     strings.TrimSuffix(pkg.Repository, "/"+path.Base(pkg.Repository)),
		"Program":      strings.TrimSpace(string(program)),
	}
	for name, text := range templates {
		var content bytes.Buffer
		if err := text.Execute(&content, values); err != nil {
			return nil, fmt.Errorf("writing %s: %w", name, err)
		}
		all[name] = content.Bytes()
	}
	return all, nil
}

// load reads and checks a schema.
func load(file string) (*schema.Package, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, fmt.Errorf("reading %s: %w", file, err)
	}
	pkg, diagnostics, err := schema.BindSpec(spec, alone{}, schema.ValidationOptions{})
	if err != nil {
		return nil, fmt.Errorf("binding %s: %w", file, err)
	}
	if len(diagnostics) > 0 {
		return nil, fmt.Errorf("binding %s: %w", file, errors.Join(diagnostics.Errs()...))
	}
	if pkg.Version == nil {
		return nil, fmt.Errorf("%s has no version", file)
	}
	// The generator would take the oldest release of the Pulumi SDK.
	if _, ok := spec.Language["java"]; !ok {
		return nil, fmt.Errorf("%s says nothing about Java", file)
	}
	for _, resource := range pkg.Resources {
		resource.Comment = withoutForeignExamples(resource.Comment)
	}
	for _, function := range pkg.Functions {
		function.Comment = withoutForeignExamples(function.Comment)
	}
	return pkg, nil
}

// alone is the loader of the packages that a schema refers to, of which there are none. Pulumi's own would look for
// plugins.
type alone struct{}

func (alone) LoadPackage(name string, _ *semver.Version) (*schema.Package, error) {
	return nil, fmt.Errorf("the schema refers to the package %s", name)
}

func (a alone) LoadPackageV2(_ context.Context, other *schema.PackageDescriptor) (*schema.Package, error) {
	return a.LoadPackage(other.Name, other.Version)
}

func escape(text string) (string, error) {
	var escaped strings.Builder
	err := xml.EscapeText(&escaped, []byte(text))
	return escaped.String(), err
}
