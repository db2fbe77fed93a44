package upgrades

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// damages are ways in which what is stored of a runner can differ from what today's version would have stored. The inputs
// are changed where the name says so.
var damages = []struct {
	name   string
	change func(inputs, outputs object)
}{
	{"optional outputs less", outputs(func(out object) {
		without(out, "deploymentSpec", "installError", "dataPlaneStatus", "lastHeartbeatTime", "createTime", "updateTime")
	})},
	{"required outputs less", outputs(func(out object) {
		without(out, "ready", "clusterName", "activeRevision", "targetRevision", "installStatus", "updateAvailable")
	})},
	{"no output of the server's at all", func(in, out object) { clear(out); maps.Copy(out, in) }},
	{"no outputs", outputs(func(out object) { clear(out) })},
	{"outputs more", outputs(func(out object) {
		out["formerly"], out["status"] = "here", object{"phase": "up", "conditions": []any{object{"type": "Ready"}}}
	})},
	{"nested outputs more", outputs(func(out object) {
		for _, name := range []string{"spec", "policy"} {
			if nested, ok := out[name].(object); ok {
				nested["formerly"] = object{"a": []any{1.0, nil}}
			}
		}
	})},
	{"nulls", outputs(func(out object) {
		for _, name := range []string{"ready", "etag", "clusterName", "activeRevision", "displayName"} {
			out[name] = nil
		}
	})},
	{"numbers as fractions", outputs(func(out object) { out["activeRevision"], out["targetRevision"] = 1.5, 1e3 })},
	{"numbers and booleans as texts", outputs(func(out object) {
		out["activeRevision"], out["targetRevision"], out["ready"] = "1", "one", "true"
	})},
	{"texts as numbers", outputs(func(out object) { out["etag"], out["createTime"] = 7.0, 1.7e12 })},
	{"objects and lists as texts", outputs(func(out object) {
		out["installError"], out["dataPlaneStatus"], out["spec"] = "none", []any{}, "default"
	})},
	{"a text as an object", outputs(func(out object) { out["clusterName"] = object{"name": "c"} })},
	{"enum values of other times", outputs(func(out object) {
		out["installStatus"], out["connectionStatus"] = "READY", "RUNNER_CONNECTION_STATUS_AWAY"
		if spec, ok := out["spec"].(object); ok && spec["releaseChannel"] != nil {
			spec["releaseChannel"] = "STABLE"
		}
	})},
	{"inputs more", func(in, _ object) { in["formerly"] = object{"a": "b"} }},
	{"the defaults of inputs more", func(in, _ object) { in["__defaults"] = []any{"formerly"} }},
}

func outputs(change func(object)) func(in, out object) {
	return func(_, out object) { change(out) }
}

func without(m object, names ...string) {
	for _, name := range names {
		delete(m, name)
	}
}

// damageRounds is how many damages each runner of a recording gets, one in each round.
const damageRounds = 3

// damage changes every runner of a state in a way of its own.
func damage(t *testing.T, state object, round int) {
	t.Helper()
	var runners []object
	for _, resource := range state["deployment"].(object)["resources"].([]any) {
		if r := resource.(object); strings.HasSuffix(r["type"].(string), ":ManagedRunner") {
			runners = append(runners, r)
		}
	}
	slices.SortFunc(runners, func(a, b object) int { return strings.Compare(a["urn"].(string), b["urn"].(string)) })
	require.GreaterOrEqual(t, len(runners), len(damages), "every damage is done in every round")
	for i, r := range runners {
		d := damages[(i+4*round)%len(damages)]
		t.Logf("%s: %s", r["urn"], d.name)
		d.change(r["inputs"].(object), r["outputs"].(object))
	}
}
