package schema

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// Unannounced lists the changes since the last release that can break users, if the changelog is silent about them.
// Old is the schema of that release.
func Unannounced(old, new schema.PackageSpec, changelog string) []string {
	if announced(changelog, old.Version) {
		return nil
	}
	return Breaking(old, new)
}

// section is what stands in the changelog below the heading of a version, which may be Unreleased.
type section struct {
	version string
	lines   []string
}

var versionHeading = regexp.MustCompile(`^## \[?([^\]\s]+)\]?`)

func sections(changelog string) []section {
	var all []section
	for line := range strings.Lines(changelog) {
		if heading := versionHeading.FindStringSubmatch(line); heading != nil {
			all = append(all, section{version: heading[1]})
		} else if len(all) > 0 {
			all[len(all)-1].lines = append(all[len(all)-1].lines, strings.TrimRight(line, " \r\n"))
		}
	}
	return all
}

// announced says whether the changelog tells of a breaking change after a version: whether a section above that of the
// version has a list item under "### Breaking". While the version has no section, it is yet to be released, and only the
// section Unreleased counts, for the others are older.
func announced(changelog, version string) bool {
	all := sections(changelog)
	is := func(name string) func(section) bool { return func(s section) bool { return s.version == name } }
	if i := slices.IndexFunc(all, is(version)); i >= 0 {
		return slices.ContainsFunc(all[:i], section.breaks)
	}
	i := slices.IndexFunc(all, is("Unreleased"))
	return i >= 0 && all[i].breaks()
}

func (s section) breaks() bool {
	under := false
	for _, line := range s.lines {
		switch {
		case strings.HasPrefix(line, "### "):
			under = line == "### Breaking"
		case under && (strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ")):
			return true
		}
	}
	return false
}

// releases are the versions that the changelog has headings of, the newest first.
func releases(changelog string) []string {
	var versions []string
	for _, s := range sections(changelog) {
		if s.version != "Unreleased" {
			versions = append(versions, s.version)
		}
	}
	return versions
}
