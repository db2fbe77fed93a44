package main

import (
	"github.com/pgavlin/goldmark/ast"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// withoutForeignExamples removes the section of examples if none of them is in Java. The generator itself removes each
// example that is not, and would leave the heading of the section.
func withoutForeignExamples(text string) string {
	source := []byte(text)
	document := schema.ParseDocs(source)
	var next ast.Node
	for node := document.FirstChild(); node != nil; node = next {
		next = node.NextSibling()
		section, ok := node.(*schema.Shortcode)
		if ok && string(section.Name) == schema.ExamplesShortcode && !hasJava(section, source) {
			document.RemoveChild(document, section)
		}
	}
	return schema.RenderDocsToString(source, document)
}

func hasJava(node ast.Node, source []byte) bool {
	if block, ok := node.(*ast.FencedCodeBlock); ok && string(block.Language(source)) == "java" {
		return true
	}
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		if hasJava(child, source) {
			return true
		}
	}
	return false
}
