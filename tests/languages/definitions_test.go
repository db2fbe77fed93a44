package languages

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"testing"

	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	pygen "github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/pkg/v3/importer"
	engine "github.com/pulumi/pulumi/pkg/v3/resource"
	values "github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/cli"
)

// The language hosts of tools/ are too old to generate programs. So that part of `pulumi import` is done here, with what
// the CLI and the hosts that go with it do it: the importer, and the generator of the language.
var generators = map[string]func(*pcl.Program) (map[string][]byte, error){
	"typescript": generator(nodejs.GenerateProgram),
	"python":     generator(pygen.GenerateProgram),
	"go":         generator(gogen.GenerateProgram),
}

// generator takes every diagnostic for an error.
func generator[D ~[]E, E error](generate func(*pcl.Program) (map[string][]byte, D, error)) func(*pcl.Program) (map[string][]byte, error) {
	return func(program *pcl.Program) (map[string][]byte, error) {
		files, found, err := generate(program)
		for _, diagnostic := range found {
			err = errors.Join(err, diagnostic)
		}
		return files, err
	}
}

// loader knows the schema of this provider, and no other.
type loader struct {
	schema.ReferenceLoader
	pkg *schema.Package
}

func newLoader(t *testing.T) loader {
	t.Helper()
	text, err := provider.SchemaJSON(t.Context())
	require.NoError(t, err)
	var spec schema.PackageSpec
	require.NoError(t, json.Unmarshal(text, &spec))
	pkg, diagnostics, err := schema.BindSpec(spec, schema.NewNullLoader(), schema.ValidationOptions{})
	require.NoError(t, err)
	require.Empty(t, diagnostics)
	return loader{pkg: pkg}
}

func (l loader) LoadPackageV2(context.Context, *schema.PackageDescriptor) (*schema.Package, error) {
	return l.pkg, nil
}

func (l loader) LoadPackageReferenceV2(context.Context, *schema.PackageDescriptor) (schema.PackageReference, error) {
	return l.pkg.Reference(), nil
}

// definitions is the program that `pulumi import --file` prints for the runners that are in the stack already.
func (l *language) definitions(t *testing.T, s *cli.Stack, file importFile) string {
	t.Helper()
	names := importer.NameTable{}
	var all, imported []*engine.State
	for _, r := range exported(t, s, true) {
		restored := engine.NewState{
			URN: values.URN(r.URN), Type: tokens.Type(r.Type), ID: values.ID(r.ID), Custom: r.ID != "", Protect: r.Protect, Provider: r.Provider,
			Inputs: values.NewPropertyMapFromMap(decoded(t, r.Inputs).(object)),
		}.Make()
		all = append(all, restored)
		i := slices.IndexFunc(file.Resources, func(listed listedRunner) bool { return listed.ID == r.ID })
		if i >= 0 {
			imported = append(imported, restored)
			names[restored.URN] = file.Resources[i].Name
		}
	}
	require.Len(t, imported, len(file.Resources))
	var program bytes.Buffer
	write := func(w io.Writer, p *pcl.Program) error {
		files, err := generators[l.name](p)
		for _, name := range slices.Sorted(maps.Keys(files)) {
			_, _ = w.Write(files[name])
		}
		return err
	}
	require.NoError(t, importer.GenerateLanguageDefinitions(&program, newLoader(t), write, imported, all, names))
	return program.String()
}

// decoded has the secrets of an exported state as the engine has them.
func decoded(t *testing.T, v any) any {
	t.Helper()
	switch v := v.(type) {
	case object:
		if text, ok := v["plaintext"].(string); ok && v[values.SigKey] == values.SecretSig {
			var inner any
			require.NoError(t, json.Unmarshal([]byte(text), &inner))
			return &values.Secret{Element: values.NewPropertyValue(inner)}
		}
		out := object{}
		for key, item := range v {
			out[key] = decoded(t, item)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = decoded(t, item)
		}
		return out
	default:
		return v
	}
}
