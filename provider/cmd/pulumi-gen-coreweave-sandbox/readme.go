package main

import (
	"bytes"
	_ "embed"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
)

//go:embed readme.md.tmpl
var readmeText string

var readmeTemplate = template.Must(template.New("readme").Parse(readmeText))

// readme is the front page of an SDK, where its package manager shows it.
func (l sdk) readme(root string) ([]byte, error) {
	program, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(l.example)))
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = readmeTemplate.Execute(&text, map[string]string{
		"Language":   l.name,
		"Install":    l.install,
		"Fence":      strings.ToLower(l.name),
		"Program":    strings.TrimSpace(string(program)),
		"Repository": provider.Repository,
		"Version":    provider.Version,
	})
	return text.Bytes(), err
}
