// Package contract reads docs/api-contract.md, this project's copy of what is known of the API, so that tests can hold
// the schema and the model against it.
package contract

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// Document is the part of the contract that programs read: its tables.
type Document struct {
	Fields     []Field
	Enums      map[string][]string // the values of each enum, without the unspecified one
	Sources    []string            // the keys by which fields name their sources
	Secrets    []string            // the paths whose values are secret in Pulumi
	PulumiOnly []string            // the properties that are not on the wire
	Unmodelled []string            // the fields that are on the wire and that the provider leaves alone
	Functions  []Function
}

// Function is one row of the table of functions.
type Function struct {
	Name      string
	Arguments []string
	LeftOut   []string // of the properties of a runner
}

// Field is one row of a table of fields.
type Field struct {
	// Path is dotted, with [] for the elements of a list and {} for the values of a map.
	Path string
	// Type is string, bool, int, int64, quantity, timestamp, struct, message, "empty message", "enum X" for an enum of the
	// API, or "string (X)" for a string of which the provider lists the values.
	Type string
	// Presence is whether absent differs from zero.
	Presence bool
	// Collection is scalar, list, set or map.
	Collection string
	// Mutable is M for mutable, I for immutable and O for output only.
	Mutable string
	// Source and Standing say where the field is known from, and how well.
	Source, Standing string
}

// The tables, by their headers.
const (
	fieldsTable     = "field|type|presence|collection|mutable|source|standing"
	enumsTable      = "enum|values|source|standing"
	sourcesTable    = "key|what|where"
	secretsTable    = "secret|reason"
	pulumiOnlyTable = "property|meaning"
	unmodelledTable = "left alone|type|source|standing|why"
	functionsTable  = "function|call|arguments|left out of the result"
)

// Read reads the document.
func Read(path string) (*Document, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d := &Document{Enums: map[string][]string{}}
	header := ""
	for i, line := range strings.Split(string(text), "\n") {
		cells := cellsOf(line)
		switch {
		case cells == nil:
			header = ""
		case header == "":
			header = strings.Join(cells, "|")
		case strings.Trim(strings.Join(cells, ""), "-:") == "":
			// the line below the header
		default:
			if err := d.add(header, cells); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
			}
		}
	}
	return d, nil
}

// cellsOf splits a line of a table, and returns nil for any other line.
func cellsOf(line string) []string {
	if !strings.HasPrefix(line, "|") || !strings.HasSuffix(line, "|") {
		return nil
	}
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i, cell := range cells {
		cells[i] = strings.TrimSpace(cell)
	}
	return cells
}

func (d *Document) add(header string, cells []string) error {
	if len(cells) != strings.Count(header, "|")+1 {
		return fmt.Errorf("a row of %d cells in the table %q", len(cells), header)
	}
	name := strings.Trim(cells[0], "`")
	switch header {
	case fieldsTable:
		return d.addField(name, cells)
	case enumsTable:
		d.Enums[name] = quoted(cells[1])
	case sourcesTable:
		d.Sources = append(d.Sources, name)
	case secretsTable:
		d.Secrets = append(d.Secrets, name)
	case pulumiOnlyTable:
		d.PulumiOnly = append(d.PulumiOnly, name)
	case unmodelledTable:
		d.Unmodelled = append(d.Unmodelled, name)
	case functionsTable:
		d.Functions = append(d.Functions, Function{name, quoted(cells[2]), quoted(cells[3])})
	}
	return nil
}

func (d *Document) addField(name string, cells []string) error {
	presence := slices.Index([]string{"no", "yes"}, cells[2])
	if presence < 0 {
		return fmt.Errorf("%s: presence is %q, neither yes nor no", name, cells[2])
	}
	d.Fields = append(d.Fields, Field{
		Path: name, Type: cells[1], Presence: presence == 1, Collection: cells[3],
		Mutable: cells[4], Source: cells[5], Standing: cells[6],
	})
	return nil
}

// quoted are the texts between backquotes.
func quoted(cell string) []string {
	var texts []string
	for i, part := range strings.Split(cell, "`") {
		if i%2 == 1 {
			texts = append(texts, part)
		}
	}
	return texts
}

// Leaf reports whether the field has no fields of its own.
func (f Field) Leaf() bool { return f.Type != "message" }

// Unsuffixed is the path without the marks of lists and maps, as properties are named.
func Unsuffixed(path string) string { return strings.NewReplacer("[]", "", "{}", "").Replace(path) }
