package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
)

// example is a program in examples/, which is there in each of the programLanguages, and its words in the
// documentation.
type example struct {
	dir, title, text string
}

// documented are the examples of each description, in their order, by the file that the provider embeds.
var documented = map[string][]example{
	"examples.md": {
		{"quickstart", "A runner and its policy", ""},
		{
			"adopt", "Import a runner",
			"The option `import` takes over a runner that exists, in the next `pulumi up`. The command `pulumi import`, below, " +
				"does so at once, and writes the program.",
		},
		{
			"drift", "Let others change a field",
			"`pulumi preview --refresh --diff` shows what somebody has changed elsewhere, and `pulumi up --refresh` puts it right. " +
				"`ignoreChanges` names what is left to others.",
		},
	},
	"lookup_examples.md": {
		{
			"lookup", "Find the runner on a cluster, and the runners that are not ready",
			"The functions are called at each `pulumi preview` and `pulumi up`, so that the outputs are always those of now.",
		},
	},
}

// programLanguages are the languages of the examples: the words of the fences, as Pulumi's documentation reads them, and
// the files.
var programLanguages = []struct {
	fence, dir, file string
}{
	{"typescript", "typescript", "index.ts"},
	{"python", "python", "__main__.py"},
	{"go", "go", "main.go"},
	{"yaml", "yaml", "Pulumi.yaml"},
}

// examples writes the programs in the form in which Pulumi's generators and registry take those of a language.
func examples(root string) (files, error) {
	all := files{}
	for name, list := range documented {
		text, err := section(root, list)
		if err != nil {
			return nil, err
		}
		all["provider/internal/runner/"+name] = text
	}
	return all, nil
}

// section is the part of a description that has the examples.
func section(root string, list []example) ([]byte, error) {
	var text bytes.Buffer
	text.WriteString("{{% examples %}}\n## Example Usage\n")
	for _, example := range list {
		fmt.Fprintf(&text, "\n{{%% example %%}}\n### %s\n\n", example.title)
		if example.text != "" {
			fmt.Fprintf(&text, "%s\n\n", example.text)
		}
		for _, language := range programLanguages {
			program, err := os.ReadFile(filepath.Join(root, "examples", language.dir, example.dir, language.file))
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&text, "```%s\n%s\n```\n", language.fence, strings.TrimSpace(string(program)))
		}
		text.WriteString("{{% /example %}}\n")
	}
	text.WriteString("\n{{% /examples %}}\n\n")
	fmt.Fprintf(&text, "[The repository](%s/tree/main/examples) has more: a closed network, a fleet of runners.\n", provider.Repository)
	return text.Bytes(), nil
}
