package engine

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// differences are the paths that a preview after a refresh reports for the runner.
func (s *stack) differences() []string {
	s.T.Helper()
	_, text, _ := strings.Cut(s.OK("preview", "--refresh", "--json"), "{") // what comes before is the engine's warnings
	preview := body(s.T, []byte("{"+text))
	for _, step := range preview["steps"].([]any) {
		if step := step.(object); strings.HasSuffix(step["urn"].(string), "::runner") && step["op"] == "update" {
			return slices.Sorted(maps.Keys(step["detailedDiff"].(object)))
		}
	}
	return nil
}

// What somebody has changed elsewhere is shown as the leaf that differs, and nothing else.
func TestDriftIsShownByLeaf(t *testing.T) {
	t.Parallel()
	base := properties(object{
		"displayName": "ours",
		"spec": object{"overrides": object{
			"labels": object{"team": "a", "tier": "b"}, "resources": object{"cpuLimit": "2", "memoryLimit": "1Gi"},
			"tolerations": []any{object{"key": "a", "operator": "Exists"}, object{"key": "b", "operator": "Exists"}},
		}},
		"policy": object{
			"constraints": object{
				"resources": object{"maxGpuCount": 4, "maxCpu": "16"},
				"image":     object{"allowedRegistries": []any{"ghcr.io/a", "ghcr.io/b"}},
				"network":   object{"allowedEgress": []any{object{"httpsHostname": "a.example.com"}, object{"any": true}}},
			},
		},
	})
	in := func(doc map[string]any, path string) object {
		for name := range strings.SplitSeq(path, ".") {
			doc = doc[name].(object)
		}
		return doc
	}
	tests := map[string]struct {
		edit func(doc map[string]any)
		path string
		line string // of the preview, for people
	}{
		"a number": {
			func(doc map[string]any) { in(doc, "policy.constraints.resources")["maxGpuCount"] = "8" },
			"policy.constraints.resources.maxGpuCount", `~ maxGpuCount\s*: 8 => 4`,
		},
		"a quantity": {
			func(doc map[string]any) { in(doc, "spec.overrides.resources")["cpuLimit"] = "2500m" },
			"spec.overrides.resources.cpuLimit", `~ cpuLimit\s*: "2500m" => "2"`,
		},
		"a label": {
			func(doc map[string]any) { in(doc, "spec.overrides.labels")["tier"] = "c" },
			"spec.overrides.labels.tier", `~ tier\s*: "c" => "b"`,
		},
		"a label more": {
			func(doc map[string]any) { in(doc, "spec.overrides.labels")["rogue"] = "x" },
			"spec.overrides.labels.rogue", `- rogue\s*: "x"`,
		},
		"an element of a list": {
			func(doc map[string]any) {
				rules := in(doc, "policy.constraints.network")["allowedEgress"].([]any)
				rules[0].(object)["httpsHostname"] = "b.example.com"
			},
			"policy.constraints.network.allowedEgress[0].httpsHostname", `~ httpsHostname\s*: "b.example.com" => "a.example.com"`,
		},
		"a limit that is gone": {
			func(doc map[string]any) { delete(in(doc, "policy.constraints.resources"), "maxCpu") },
			"policy.constraints.resources.maxCpu", `\+ maxCpu\s*: "16"`,
		},
		"a name": {func(doc map[string]any) { doc["displayName"] = "theirs" }, "displayName", `~ displayName\s*: "theirs" => "ours"`},
	}
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(base))
	s.Up()
	var paths []string
	for _, test := range tests {
		fake.Edit("test", test.edit)
		paths = append(paths, test.path)
	}
	assert.ElementsMatch(t, paths, s.differences())
	preview := s.OK("preview", "--refresh", "--diff")
	refresh := s.Refresh()
	for name, test := range tests {
		assert.Regexp(t, test.line, preview, name)
		leaf := test.path[strings.LastIndex(test.path, ".")+1:]
		assert.Regexp(t, `[-+~] `+regexp.QuoteMeta(leaf)+`\s*:`, refresh, name)
	}
	s.Up()
	s.Unchanged()
}

// A set is compared as one: an element more is an element more, wherever the server puts it.
func TestDriftOfASet(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(policyWith(object{"constraints": object{"image": object{"allowedRegistries": []any{"ghcr.io/b", "ghcr.io/a"}}}})))
	s.Up()
	set := func(registries ...any) {
		fake.Edit("test", func(doc map[string]any) {
			doc["policy"].(object)["constraints"].(object)["image"].(object)["allowedRegistries"] = registries
		})
	}
	set("ghcr.io/a", "ghcr.io/b")
	assert.Empty(t, s.differences(), "another order is no drift")
	set("ghcr.io/evil", "ghcr.io/a", "ghcr.io/b")
	differences := s.differences()
	require.Len(t, differences, 1)
	assert.Contains(t, differences[0], "policy.constraints.image.allowedRegistries[")
	assert.Contains(t, s.OK("preview", "--refresh", "--diff"), `"ghcr.io/evil"`)
}

// A runner that was deleted elsewhere is offered for creation, also where the refresh is a part of the preview.
func TestPreviewAfterARefreshOffersToCreateAgain(t *testing.T) {
	t.Parallel()
	fake, s := start(t, fakeapi.Options{})
	s.write(runner(properties(nil)))
	s.Up()
	fake.Remove("test")
	assert.Regexp(t, `\+ coreweave-sandbox:index:ManagedRunner: \(create\)`, s.OK("preview", "--refresh", "--diff"))
	s.Up("--refresh")
	assert.Len(t, fake.Runners(), 1)
	s.Unchanged()
}

// What the platform does by itself is never a pending change, nor anything that a refresh would have to report.
func TestStatusAloneIsNoChange(t *testing.T) {
	t.Parallel()
	for _, waits := range []bool{false, true} {
		fake, s, _ := startSlow(t, fakeapi.Options{InstallTime: time.Minute}, time.Minute)
		s.write(runner(properties(object{"waitForReady": waits})))
		s.Up()
		for _, status := range []object{
			{
				"lastHeartbeatTime": "2026-01-01T00:00:00Z", "connectionStatus": "RUNNER_CONNECTION_STATUS_LOST",
				"activeRevision": 7, "targetRevision": 9, "rolloutInProgress": true, "updateAvailable": true,
				"activeConfigVersion": "config-99",
			},
			{"installStatus": "RUNNER_INSTALL_STATUS_FAILED", "installError": object{"message": "lost a node"}},
			{"installStatus": "RUNNER_INSTALL_STATUS_OF_TOMORROW", "installError": object{}},
		} {
			fake.Edit("test", func(doc map[string]any) { maps.Copy(doc, status) })
			s.OK("preview", "--refresh", "--expect-no-changes")
			s.OK("refresh", "--yes", "--skip-preview", "--expect-no-changes")
			s.OK("preview", "--diff", "--expect-no-changes")
			assert.Equal(t, false, outputsOf(t, s)["ready"], "the state says how it is")
		}
	}
}
