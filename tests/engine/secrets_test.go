package engine

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// canaries are secrets of every kind. None of them may leave the process in plain text but for the fake.
func canaries(suffix string) object {
	return properties(object{
		"displayName": object{"fn::secret": "canary-marked" + suffix},
		"spec": object{
			"overrides": object{
				"env":    object{"TOKEN": "canary-env" + suffix},
				"labels": object{"team": object{"fn::secret": "canary-label"}},
			},
			"maintenancePolicy": object{"windows": []object{{"cron": object{"fn::secret": "0 2 * * SAT"}, "durationSeconds": 3600}}},
		},
		"policy": object{"base": object{"metadata": object{"annotations": object{"a": "canary-base" + suffix}}}},
	})
}

// silent fails if a canary or the token stands in a text.
func (s *stack) silent(what, text string) {
	s.T.Helper()
	assert.NotContains(s.T, text, "canary", what)
	assert.NotContains(s.T, text, s.Token, what)
}

// filesSilent looks into every file that the CLI has written for the stack, but for its program.
func (s *stack) filesSilent() {
	s.T.Helper()
	err := filepath.WalkDir(s.Backend, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		s.silent(path, string(text))
		return err
	})
	require.NoError(s.T, err)
}

func TestSecretsStaySecret(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})

	s.write(runner(canaries("-1")))
	s.silent("preview", s.OK("preview", "--diff"))
	s.silent("preview as JSON", s.OK("preview", "--json"))
	s.silent("up", s.Up())
	s.filesSilent()

	s.write(runner(canaries("-2")))
	s.silent("preview of a change", s.OK("preview", "--diff"))
	s.silent("preview of a change as JSON", s.OK("preview", "--json"))
	fake.Inject(fakeapi.Fault{
		Call: "UpdateManagedRunner", Code: fakeapi.CodeInvalidArgument, Times: 1,
		Message: "cannot accept canary-env-2, canary-base-2, canary-marked-2 and canary-label with the token " + s.Token,
	})
	s.silent("error of the server that quotes", s.Fails("up", "--yes", "--skip-preview", "--diff"))
	s.silent("up of a change", s.Up())
	s.silent("refresh", s.Refresh())
	s.filesSilent()

	fake.Edit("test", func(doc map[string]any) {
		overrides := doc["spec"].(object)["overrides"].(object)
		overrides["env"] = object{"TOKEN": "canary-env-3", "OTHER": "canary-env-2"}
		overrides["labels"] = object{"team": "canary-label-3"}
		doc["displayName"] = "canary-marked-3"
	})
	s.silent("drift", s.OK("preview", "--refresh", "--diff"))
	s.silent("refresh of drift", s.Refresh())
	s.filesSilent()
	s.silent("log", s.OK("preview", "--diff", "--debug", "-v=6", "--logtostderr", "--logflow"))
	s.silent("destroy", s.Destroy())
}

func TestImportWritesNoSecretAndKeepsThem(t *testing.T) {
	t.Parallel()
	fake := fakeapi.Start(fakeapi.Options{})
	t.Cleanup(fake.Close)
	fake.Seed(object{
		"identity": object{"runnerId": "test", "clusterId": clusterA, "zone": "us-east-04a"},
		"spec":     object{"overrides": object{"env": object{"TOKEN": "canary-env"}, "args": []any{"-v"}}},
		"policy":   object{"displayName": "p", "base": object{"metadata": object{"annotations": object{"a": "canary-base"}}}},
	})
	env := func() any {
		doc, _ := fake.Runner("test")
		return doc["spec"].(object)["overrides"].(object)["env"]
	}
	s := newStack(t, fake)
	program := s.importRunner("test")
	s.silent("the generated program", program)
	s.filesSilent()
	s.Unchanged()

	// A change beside the kept values sends their block whole, with the values.
	s.write(runner(merge(properties(nil), object{
		"spec":   object{"releaseChannel": "RELEASE_CHANNEL_STABLE", "overrides": object{"env": object{"TOKEN": "[kept]"}, "args": []any{"-vv"}}},
		"policy": object{"displayName": "q", "base": object{"metadata": object{"annotations": object{"a": "[kept]"}}}},
	})))
	s.silent("up", s.Up())
	assert.Equal(t, object{"TOKEN": "canary-env"}, env())
	doc, _ := fake.Runner("test")
	assert.Equal(t, object{"metadata": object{"annotations": object{"a": "canary-base"}}}, doc["policy"].(object)["base"])
	s.Unchanged()
	s.filesSilent()

	// A replacement could not know the values once the runner is gone: it is refused before anything is deleted.
	replaced := merge(properties(nil), object{"zone": "us-west-01a", "spec": object{"overrides": object{"env": object{"TOKEN": "[kept]"}}}})
	s.write(runner(replaced))
	assert.Contains(t, s.Fails("preview"), "spec.overrides.env.TOKEN")
	assert.Contains(t, s.Fails("up", "--yes", "--skip-preview"), "spec.overrides.env.TOKEN")
	assert.Len(t, fake.Runners(), 1)
}

func TestMissingTokenSaysHowToSetIt(t *testing.T) {
	t.Parallel()
	_, s := start(t, fakeapi.Options{})
	s.write(runner(properties(nil)))
	s.Env = append(s.Env, "COREWEAVE_API_TOKEN=", "CW_API_KEY=canary-key")
	out := s.Fails("up", "--yes", "--skip-preview")
	assert.Contains(t, out, "coreweave-sandbox:apiToken")
	assert.Contains(t, out, `export COREWEAVE_API_TOKEN="$CW_API_KEY"`)
	assert.NotContains(t, out, "canary-key")
}

func TestWrongTokenSaysWhatToDo(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{ForbiddenToken: "CW-SECRET-forbidden"})
	s.write(runner(properties(nil)))
	s.Env = append(s.Env, "COREWEAVE_API_TOKEN=CW-SECRET-wrong")
	out := s.Fails("up", "--yes", "--skip-preview")
	assert.Contains(t, out, "COREWEAVE_API_TOKEN")
	assert.NotContains(t, out, "CW-SECRET-wrong")
	s.Env = append(s.Env, "COREWEAVE_API_TOKEN=CW-SECRET-forbidden")
	out = s.Fails("up", "--yes", "--skip-preview")
	assert.Contains(t, out, "SANDBOX_ADMIN")
	assert.NotContains(t, out, "CW-SECRET-forbidden")
	assert.Empty(t, fake.Runners())
}
