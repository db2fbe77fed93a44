package engine

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// document is a runner as a program describes it, and edits of the program one after the other.
type document struct {
	Properties object `yaml:"properties"`
	Edits      []edit `yaml:"edits"`
}

// edit is a change of the program and the update mask that it must send.
type edit struct {
	Set     object   `yaml:"set"`     // merged into the properties
	Replace object   `yaml:"replace"` // put at dotted paths
	Remove  []string `yaml:"remove"`  // dotted paths
	Mask    string   `yaml:"mask"`
}

func readDocuments(t *testing.T) map[string]document {
	t.Helper()
	files, err := filepath.Glob("testdata/documents/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	documents := map[string]document{}
	for _, file := range files {
		documents[strings.TrimSuffix(filepath.Base(file), ".yaml")] = readDocument(t, file)
	}
	return documents
}

func readDocument(t *testing.T, file string) document {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var d document
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	decoder.KnownFields(true)
	require.NoError(t, decoder.Decode(&d), file)
	return d
}

func (e edit) apply(properties object) object {
	out := merge(properties, e.Set)
	for path, v := range e.Replace {
		put(out, strings.Split(path, "."), v)
	}
	for _, path := range e.Remove {
		put(out, strings.Split(path, "."), nil)
	}
	return out
}

func merge(base, over object) object {
	out := maps.Clone(base)
	if out == nil {
		out = object{}
	}
	for k, v := range over {
		inner, isObject := v.(object)
		if isObject && len(inner) > 0 {
			old, _ := out[k].(object)
			v = merge(old, inner)
		}
		out[k] = v
	}
	return out
}

// put stores a value at a path, or removes what is there. It copies what it changes.
func put(m object, path []string, v any) {
	if len(path) > 1 {
		inner, _ := m[path[0]].(object)
		inner = maps.Clone(inner)
		if inner == nil {
			inner = object{}
		}
		put(inner, path[1:], v)
		m[path[0]] = inner
		return
	}
	if v == nil {
		delete(m, path[0])
		return
	}
	m[path[0]] = v
}

// body is the JSON of a request.
func body(t *testing.T, text []byte) object {
	t.Helper()
	var v object
	require.NoError(t, json.Unmarshal(text, &v))
	return v
}
