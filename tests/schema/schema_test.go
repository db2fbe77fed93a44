package schema

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
)

const (
	releasedFile  = "testdata/released.json"
	changelogFile = "../../CHANGELOG.md"
)

var record = flag.Bool("record", false, "record the schema as the one of the release, in "+releasedFile)

// TestRecord is no test: with -record it writes the schema of the release, see the documentation of the package. It is
// not parallel, so that it is done before the tests read the file.
func TestRecord(t *testing.T) {
	if !*record {
		t.Skip("records a release, with -record")
	}
	if recorded := released(t); recorded.Version == provider.Version {
		require.NotContains(t, releases(read(t, changelogFile)), recorded.Version,
			"this version is released and recorded: set the next one in provider/version.go, and record when it is released")
	}
	text, err := withoutDescriptions(live(t))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(releasedFile, text, 0o644))
}

func TestSchemaBreaksNobodyUnannounced(t *testing.T) {
	t.Parallel()
	changes := Unannounced(released(t), live(t), read(t, changelogFile))
	if len(changes) > 0 {
		t.Errorf("since %s the schema has changes that can break programs or stacks:\n  %s\n"+
			"Undo them, or describe them in CHANGELOG.md in a list under the heading \"### Breaking\" of Unreleased.",
			released(t).Version, strings.Join(changes, "\n  "))
	}
}

// TestRecordIsOfTheNewestRelease notices a release that was not recorded, and a record that ran ahead of the release and
// took its breaking changes for granted.
func TestRecordIsOfTheNewestRelease(t *testing.T) {
	t.Parallel()
	if versions := releases(read(t, changelogFile)); len(versions) > 0 {
		assert.Equal(t, versions[0], released(t).Version, "see the documentation of this package for how to record a release")
	}
}

// TestRecordHasNoDescriptions keeps a change of wording from being a change of the record.
func TestRecordHasNoDescriptions(t *testing.T) {
	t.Parallel()
	again, err := withoutDescriptions(released(t))
	require.NoError(t, err)
	assert.Equal(t, string(again), read(t, releasedFile))
	assert.NotContains(t, string(again), `"description": "`)
}

func TestSchemaTestCanFail(t *testing.T) {
	t.Parallel()
	const (
		silent   = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A field.\n"
		breaking = silent + "\n### Breaking\n\n- `zone` is gone.\n"
	)
	edited := live(t)
	runner := edited.Resources["coreweave-sandbox:index:ManagedRunner"]
	delete(runner.InputProperties, "zone")
	assert.Equal(t, []string{`resource coreweave-sandbox:index:ManagedRunner: input "zone" was removed`},
		Unannounced(live(t), edited, silent))
	assert.Empty(t, Unannounced(live(t), edited, breaking))
	assert.Empty(t, Unannounced(live(t), live(t), silent))
}

func TestAnnounced(t *testing.T) {
	t.Parallel()
	const entry = "### Breaking\n\n- `a` is now `b`.\n\n"
	for name, test := range map[string]struct {
		changelog string
		want      bool
	}{
		"an empty changelog":                      {"", false},
		"nothing of the kind":                     {"## [Unreleased]\n### Added\n- `a`.\n", false},
		"an entry":                                {"## [Unreleased]\n\n" + entry, true},
		"an entry with an asterisk":               {"## Unreleased\n\n### Breaking\n\n* `a` is now `b`.\n", true},
		"an entry in a file from Windows":         {"## [Unreleased]\r\n### Breaking\r\n- `a`.\r\n", true},
		"an entry after others":                   {"## [Unreleased]\n### Added\n- `a`.\n" + entry + "### Fixed\n- `c`.\n", true},
		"a heading without entry":                 {"## [Unreleased]\n### Breaking\n\n### Added\n- `a`.\n", false},
		"a heading without list":                  {"## [Unreleased]\n### Breaking\nNothing.\n", false},
		"another heading":                         {"## [Unreleased]\n### Breaking news\n- `a`.\n", false},
		"an entry before every version":           {entry + "## [Unreleased]\n", false},
		"an entry above the version":              {"## [Unreleased]\n" + entry + "## [0.1.0] - 2026-01-01\n### Added\n- All.\n", true},
		"an entry of a later version":             {"## [Unreleased]\n## [0.2.0]\n" + entry + "## [0.1.0]\n", true},
		"an entry of the version itself":          {"## [Unreleased]\n## [0.1.0]\n" + entry, false},
		"an entry of an earlier version":          {"## [Unreleased]\n## [0.1.0]\n## [0.0.9]\n" + entry, false},
		"an earlier version, and none of its own": {"## [Unreleased]\n## [0.0.9]\n" + entry, false},
		"a version that begins with the same":     {"## [0.1.0-rc.1]\n" + entry + "## [0.1.0]\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, announced(test.changelog, "0.1.0"))
		})
	}
}

func TestReleases(t *testing.T) {
	t.Parallel()
	const changelog = "# Changelog\n## [Unreleased]\n### Added\n## [0.2.0] - 2026-02-01\n## 0.1.0\n\n[0.2.0]: https://example.com\n"
	assert.Equal(t, []string{"0.2.0", "0.1.0"}, releases(changelog))
}

func released(t *testing.T) schema.PackageSpec {
	t.Helper()
	var spec schema.PackageSpec
	require.NoError(t, json.Unmarshal([]byte(read(t, releasedFile)), &spec))
	return spec
}

func live(t *testing.T) schema.PackageSpec {
	t.Helper()
	spec, err := provider.Schema(context.Background())
	require.NoError(t, err)
	return spec
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// withoutDescriptions spells a schema as schema.json does, but for the descriptions, and with all keys in order.
func withoutDescriptions(spec schema.PackageSpec) ([]byte, error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	removeDescriptions(document)
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err = encoder.Encode(document)
	return out.Bytes(), err
}

// removeDescriptions takes out what is for people. It leaves a property of such a name alone, which is no text.
func removeDescriptions(node any) {
	switch node := node.(type) {
	case map[string]any:
		for _, key := range []string{"description", "packageDescription", "readme"} { // the latter two of a language
			if _, ok := node[key].(string); ok {
				delete(node, key)
			}
		}
		for _, child := range node {
			removeDescriptions(child)
		}
	case []any:
		for _, child := range node {
			removeDescriptions(child)
		}
	}
}
