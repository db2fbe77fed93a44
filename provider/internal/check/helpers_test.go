package check

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/require"
)

// minimal is the smallest program. Documents of tests are laid over it.
const minimal = `{"runnerId":"test-runner","zone":"us-east-04a","clusterId":"00000000-0000-4000-8000-000000000001","policy":{}}`

// inputs are the minimal inputs with the top-level properties of the document. A null takes one away.
func inputs(t testing.TB, document string) property.Map {
	t.Helper()
	merged := parse(t, minimal)
	for key, v := range parse(t, document) {
		if v == nil {
			delete(merged, key)
		} else {
			merged[key] = v
		}
	}
	return toProperty(merged).AsMap()
}

func parse(t testing.TB, document string) map[string]any {
	t.Helper()
	var m map[string]any
	require.NoError(t, json.Unmarshal([]byte(document), &m), document)
	return m
}

func toProperty(v any) property.Value {
	switch v := v.(type) {
	case map[string]any:
		m := map[string]property.Value{}
		for key, item := range v {
			m[key] = toProperty(item)
		}
		return property.New(m)
	case []any:
		l := make([]property.Value, 0, len(v))
		for _, item := range v {
			l = append(l, toProperty(item))
		}
		return property.New(l)
	case string:
		return property.New(v)
	case float64:
		return property.New(v)
	case bool:
		return property.New(v)
	default:
		return property.Value{}
	}
}

func pathOf(t testing.TB, text string) property.Path {
	t.Helper()
	var path property.Path
	require.NoError(t, path.UnmarshalText([]byte(text)), text)
	return path
}

// put sets the value at the path, which may end in a property that is not there yet.
func put(t testing.TB, m property.Map, path string, v property.Value) property.Map {
	t.Helper()
	out, err := pathOf(t, path).Set(property.New(m), v)
	require.NoError(t, err, path)
	return out.AsMap()
}

// under puts a document below a path of names: under("a.b", "{}") is {"a":{"b":{}}}.
func under(path, document string) string {
	names := strings.Split(path, ".")
	return `{"` + strings.Join(names, `":{"`) + `":` + document + strings.Repeat("}", len(names))
}

// secretly marks every value of a tree secret, the root as well.
func secretly(v property.Value) property.Value {
	return rebuild(v, func(v property.Value) property.Value { return v.WithSecret(true) })
}

// rebuild applies f to every value of a tree.
func rebuild(v property.Value, f func(property.Value) property.Value) property.Value {
	switch {
	case v.IsMap():
		m := v.AsMap().AsMap()
		for key, item := range m {
			m[key] = rebuild(item, f)
		}
		v = property.WithGoValue(v, m)
	case v.IsArray():
		l := make([]property.Value, 0, v.AsArray().Len())
		for _, item := range v.AsArray().All {
			l = append(l, rebuild(item, f))
		}
		v = property.WithGoValue(v, l)
	}
	return f(v)
}

// texts is everything that a user gets to read.
func texts(r Result) string {
	var b strings.Builder
	for _, f := range r.Failures {
		b.WriteString(f.Property + ": " + f.Reason + "\n")
	}
	b.WriteString(strings.Join(r.Warnings, "\n"))
	return b.String()
}
