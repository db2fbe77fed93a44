package languages

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// The SDK for Java has one example, which makes the same state as the others. Maven is slow, so that it does no more.
func TestJavaQuickstart(t *testing.T) {
	t.Parallel()
	maven, err := exec.LookPath("mvn")
	require.NoError(t, err)
	program, repository := filepath.Join(workspace(), "java", "quickstart"), filepath.Join(workspace(), "maven")
	require.NoError(t, copyTree(filepath.Join(tools.Root, "examples", "java", "quickstart"), program))
	// A local repository of its own, in which the SDK is as if it had been published.
	local := "-Dmaven.repo.local=" + repository
	sdk := filepath.Join(tools.Root, "sdk", "java")
	jar := filepath.Join(sdk, "target", provider.Name+"-"+provider.Version+".jar")
	require.FileExists(t, jar, "run `make build_java` first")
	installed(t, sdk, maven, "--batch-mode", "--quiet", local, "install:install-file", "-Dfile="+jar, "-DpomFile=pom.xml")

	e := examples[slices.IndexFunc(examples, func(e example) bool { return e.name == "quickstart" })]
	made := map[string]object{}
	for name, dir := range map[string]string{"java": program, "yaml": filepath.Join(tools.Root, "examples", "yaml", "quickstart")} {
		if name == "yaml" { // The original is left alone, and the copy in the workspace belongs to another test.
			dir = t.TempDir()
			require.NoError(t, copyTree(filepath.Join(tools.Root, "examples", "yaml", "quickstart"), dir))
		}
		fake := fakeapi.Start(fakeapi.Options{Clock: stopped})
		t.Cleanup(fake.Close)
		s := tools.NewStack(t, dir, fake)
		s.Env = append(s.Env, "MAVEN_OPTS="+local)
		e.configure(s)
		s.Up()
		made[name] = resources(t, s)
		if name == "java" {
			s.OK("preview", "--expect-no-changes")
		}
		s.Destroy()
	}
	assert.Equal(t, made["yaml"], made["java"])
}
