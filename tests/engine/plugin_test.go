package engine

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

func plugin(t *testing.T, args ...string) string {
	t.Helper()
	out, err := tools.Command(tools.Dir, tools.Plugin, args...)
	require.NoError(t, err)
	return out
}

func TestPluginTellsItsVersionAndUse(t *testing.T) {
	t.Parallel()
	assert.Equal(t, provider.Version+"\n", plugin(t, "--version"))
	help := plugin(t, "--help")
	for _, want := range []string{provider.Version, "PULUMI_DEBUG_PROVIDERS", "COREWEAVE_API_TOKEN", "COREWEAVE_API_ENDPOINT", "COREWEAVE_HTTP_TIMEOUT"} {
		assert.Contains(t, help, want)
	}
	assert.Less(t, strings.Count(help, "\n"), 25, "one screen")
}

func TestUserAgentTellsTheVersion(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(properties(nil)))
	s.Up()
	agent := fake.Requests()[0].Header.Get("User-Agent")
	assert.True(t, strings.HasPrefix(agent, "pulumi-coreweave-sandbox/"+provider.Version+" ("), agent)
}
