package main

import (
	"encoding/json"
	"encoding/xml"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const sources = "src/main/java/com/example/tinythings/"

// tiny has what is delicate in Java: names that are reserved or begin with a digit, an end of a comment, and markup.
func tiny() schema.PackageSpec {
	text := schema.PropertySpec{TypeSpec: schema.TypeSpec{Type: "string"}}
	properties := map[string]schema.PropertySpec{
		"class": text,
		"kind":  {TypeSpec: schema.TypeSpec{Ref: "#/types/tiny-things:index:Kind"}, Description: "Matches `/**/*` and <b>@all</b>."},
	}
	return schema.PackageSpec{
		Name:        "tiny-things",
		DisplayName: "Tiny things",
		Description: "Tiny & small",
		Version:     "1.2.3",
		License:     "MIT",
		Homepage:    "https://example.com",
		Repository:  "https://github.com/example/pulumi-tiny-things",
		Publisher:   "Example",
		Namespace:   "example",
		Language:    map[string]schema.RawMessage{"java": []byte(`{"dependencies": {"com.pulumi:pulumi": "1.9.0"}}`)},
		Types: map[string]schema.ComplexTypeSpec{
			"tiny-things:index:Kind": {
				ObjectTypeSpec: schema.ObjectTypeSpec{Type: "string"},
				Enum:           []schema.EnumValueSpec{{Name: "8.3", Value: "8.3"}, {Name: "final", Value: "final"}},
			},
		},
		Resources: map[string]schema.ResourceSpec{
			"tiny-things:index:Thing": {
				ObjectTypeSpec:  schema.ObjectTypeSpec{Properties: properties, Description: described(yamlFence)},
				InputProperties: properties,
			},
		},
		Functions: map[string]schema.FunctionSpec{
			"tiny-things:index:getThing": {
				Description: described(yamlFence), Inputs: &schema.ObjectTypeSpec{Type: "object", Properties: properties},
				ReturnType: &schema.ReturnTypeSpec{ObjectTypeSpec: &schema.ObjectTypeSpec{Type: "object", Properties: properties}},
			},
		},
	}
}

const (
	yamlFence = "```yaml\nname: yaml-program\n```\n"
	javaFence = "```java\nclass JavaProgram { int a = 1 /* one */; }\n```\n"
)

func described(fences string) string {
	return "A thing.\n\n{{% examples %}}\n## Example Usage\n\n{{% example %}}\n### One\n\n" + fences +
		"{{% /example %}}\n\n{{% /examples %}}\n\n## Import\n\n```sh\npulumi import it\n```\n"
}

func TestSDK(t *testing.T) {
	t.Parallel()
	all := run(t, tiny())
	for _, name := range []string{
		"LICENSE", "README.md", "pom.xml", ".gitignore", sources + "Thing.java", sources + "ThingArgs.java", sources + "enums/Kind.java",
		"src/main/resources/com/example/tiny-things/version.txt",
	} {
		if all[name] == "" {
			t.Errorf("%s is not there, or empty", name)
		}
	}
	for name := range all {
		if strings.Contains(name, "gradle") {
			t.Errorf("%s is for Gradle", name)
		}
	}
	contains(t, all, "src/main/resources/com/example/tiny-things/version.txt", "1.2.3")
	contains(t, all, sources+"Utilities.java", `"com/example/tiny-things/version.txt"`)
	contains(t, all, sources+"Thing.java", "package com.example.tinythings;", "class_", "&#47;*` and &lt;b&gt;{@literal @}all&lt;/b&gt;")
	contains(t, all, sources+"enums/Kind.java", "_8_3(", "Final_(")
	contains(t, all, "README.md", "class App {}", "<artifactId>tiny-things</artifactId>", "<version>1.2.3</version>")
}

func TestPOM(t *testing.T) {
	t.Parallel()
	var pom struct {
		Group        string `xml:"groupId"`
		Artifact     string `xml:"artifactId"`
		Version      string `xml:"version"`
		Description  string `xml:"description"`
		Source       string `xml:"scm>url"`
		Dependencies []struct {
			Artifact string `xml:"artifactId"`
			Version  string `xml:"version"`
		} `xml:"dependencies>dependency"`
	}
	if err := xml.Unmarshal([]byte(run(t, tiny())["pom.xml"]), &pom); err != nil {
		t.Fatal(err)
	}
	if got := pom.Group + ":" + pom.Artifact + ":" + pom.Version; got != "com.example:tiny-things:1.2.3" {
		t.Errorf("coordinates are %s", got)
	}
	if pom.Description != "Tiny & small" {
		t.Errorf("description is %q", pom.Description)
	}
	if pom.Source != "https://github.com/example/pulumi-tiny-things" {
		t.Errorf("source is %s", pom.Source)
	}
	if len(pom.Dependencies) != 2 || pom.Dependencies[0].Artifact != "pulumi" || pom.Dependencies[0].Version != "1.9.0" {
		t.Errorf("dependencies are %v", pom.Dependencies)
	}
}

func TestRegeneratingChangesNothing(t *testing.T) {
	t.Parallel()
	file, root, out := prepare(t, tiny())
	first := runInto(t, file, root, out)
	stale := filepath.Join(out, filepath.FromSlash(sources), "Gone.java")
	if err := os.WriteFile(stale, []byte("class Gone {}"), 0o600); err != nil {
		t.Fatal(err)
	}
	// The generator walks maps, so that once may be luck.
	for range 5 {
		again := runInto(t, file, root, out)
		if len(again) != len(first) {
			t.Errorf("%d files have become %d", len(first), len(again))
		}
		for name, content := range first {
			if again[name] != content {
				t.Errorf("%s differs", name)
			}
		}
	}
}

func TestExamplesOfOtherLanguagesAreLeftOut(t *testing.T) {
	t.Parallel()
	spec := tiny()
	generated := run(t, spec)
	for _, name := range []string{"Thing.java", "TinythingsFunctions.java"} {
		contains(t, generated, sources+name, "A thing.")
		for _, foreign := range []string{"{{%", "yaml-program", "Example Usage", "### One"} {
			if strings.Contains(generated[sources+name], foreign) {
				t.Errorf("without an example in Java, the documentation in %s has %q", name, foreign)
			}
		}
	}
	thing := spec.Resources["tiny-things:index:Thing"]
	thing.Description = described(yamlFence + javaFence)
	spec.Resources["tiny-things:index:Thing"] = thing
	all := run(t, spec)
	contains(t, all, sources+"Thing.java", "Example Usage", "### One", "class JavaProgram", "pulumi import it")
	for _, foreign := range []string{"{{%", "yaml-program", "one */;"} {
		if strings.Contains(all[sources+"Thing.java"], foreign) {
			t.Errorf("with an example in Java, the documentation has %q", foreign)
		}
	}
}

func TestWhatIsWrongIsAnError(t *testing.T) {
	t.Parallel()
	dangling := tiny()
	dangling.Types = nil
	foreign := tiny()
	foreign.Config.Variables = map[string]schema.PropertySpec{
		"other": {TypeSpec: schema.TypeSpec{Ref: "/aws/v6.0.0/schema.json#/types/aws:index:Region"}},
	}
	unversioned := tiny()
	unversioned.Version = ""
	silent := tiny()
	silent.Language = nil
	for name, spec := range map[string]schema.PackageSpec{
		"a type that is not there": dangling, "another package": foreign, "no version": unversioned, "no Java": silent,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, root, _ := prepare(t, spec)
			if _, err := generate(file, root); err == nil {
				t.Error("no error")
			} else {
				t.Log(err)
			}
		})
	}
	file, root, _ := prepare(t, tiny())
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{file, file + ".none"} {
		if _, err := generate(file, root); err == nil {
			t.Errorf("no error of %s", file)
		}
	}
}

// prepare writes a schema and what the generator reads of a repository, and returns the arguments of the command.
func prepare(t *testing.T, spec schema.PackageSpec) (file, root, out string) {
	t.Helper()
	root = t.TempDir()
	text, err := json.Marshal(spec)
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(root, "schema.json")
	inputs := files{"schema.json": text, "LICENSE": []byte("Free."), example: []byte("class App {}\n")}
	if err := inputs.write(root); err != nil {
		t.Fatal(err)
	}
	return file, root, filepath.Join(root, "sdk", "java")
}

func run(t *testing.T, spec schema.PackageSpec) map[string]string {
	t.Helper()
	file, root, out := prepare(t, spec)
	return runInto(t, file, root, out)
}

// runInto generates, and reads everything that is in the folder then.
func runInto(t *testing.T, file, root, out string) map[string]string {
	t.Helper()
	generated, err := generate(file, root)
	if err != nil {
		t.Fatal(err)
	}
	if err := generated.write(out); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	tree := os.DirFS(out)
	err = fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(tree, name)
		all[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func contains(t *testing.T, all map[string]string, name string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(all[name], part) {
			t.Errorf("%s has no %q", name, part)
		}
	}
}
