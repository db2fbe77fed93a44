package languages

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
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

	assert.Equal(t, reference(t), made(t, &language{name: "java"}, program, "MAVEN_OPTS="+local))
}
