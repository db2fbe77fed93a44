package model_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// What the model has no field for is found under the path of what it belongs to.
func TestUnknownFieldsAreKeptByPath(t *testing.T) {
	t.Parallel()
	r := decode(t, `{"identity":{"runnerId":"r","futureId":"f"},"profileBindings":[],"futureNull":null,
		"policy":{"futureLimit":{"nested":[1]},"constraints":{"resources":{"maxCpu":"1","future_gpu":"9007199254740993"}}}}`)
	assert.Equal(t, map[string]any{"nested": []any{json.Number("1")}}, r.Unknown.At("policy", "futureLimit"))
	assert.Equal(t, "9007199254740993", r.Unknown.At("policy", "constraints", "resources", "future_gpu"))
	assert.Equal(t, "f", r.Unknown.At("identity", "futureId"))
	assert.Equal(t, []any{}, r.Unknown.At("profileBindings"))
	assert.Nil(t, r.Unknown.At("futureNull"))
	assert.Nil(t, r.Unknown.At("policy", "constraints", "resources", "maxCpu"))
	assert.Nil(t, r.Unknown.At("policy", "constraints", "network", "future"))
	assert.Nil(t, r.Unknown.At("spec"))
	assert.Nil(t, model.ManagedRunner{}.Unknown.At("policy"))
	assert.NotContains(t, encode(t, r), "future", "unknown fields are written by Preserve alone")
}

// preserve sends the block at a path again after another client has added fields that the model does not know.
func preserve(t *testing.T, live, block, path string) (string, model.Preserved) {
	t.Helper()
	field, ok := find(model.Describe[model.ManagedRunner](), path)
	require.True(t, ok, path)
	decoder := json.NewDecoder(strings.NewReader(block))
	decoder.UseNumber()
	var sent any
	require.NoError(t, decoder.Decode(&sent))
	merged, report := model.Preserve(sent, decode(t, live).Unknown.At(strings.Split(path, ".")...), field, path, sameJSON)
	text, err := json.Marshal(merged)
	require.NoError(t, err)
	return string(text), report
}

// sameJSON compares elements by their text, which is enough for elements in one spelling.
func sameJSON(a, b any, _ *model.Field) bool {
	left, errLeft := json.Marshal(a)
	right, errRight := json.Marshal(b)
	return errLeft == nil && errRight == nil && bytes.Equal(left, right)
}

func TestPreserveKeepsWhatTheModelDoesNotKnow(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, path, live, block, want string
		kept, dropped                 []string
	}{
		{name: "nothing unknown", path: "policy", live: policy(`{"displayName":"a"}`), block: `{"displayName":"b"}`, want: `{"displayName":"b"}`},
		{
			name: "beside what changes", path: "policy", live: policy(`{"displayName":"a","future":{"x":[1,null]}}`),
			block: `{"displayName":"b"}`, want: `{"displayName":"b","future":{"x":[1,null]}}`, kept: []string{"policy.future"},
		},
		{
			name: "a number as it was written", path: "policy", live: policy(`{"future":9007199254740993}`),
			block: `{}`, want: `{"future":9007199254740993}`, kept: []string{"policy.future"},
		},
		{
			name: "inside a group", path: "policy", live: resources(`{"maxCpu":"1","future":"2"}`),
			block: `{"constraints":{"resources":{"maxCpu":"3"}}}`, want: `{"constraints":{"resources":{"maxCpu":"3","future":"2"}}}`,
			kept: []string{"policy.constraints.resources.future"},
		},
		{
			name: "inside groups that the program removes: a limit stays", path: "policy", live: resources(`{"maxCpu":"1","future":"2"}`),
			block: `{}`, want: `{"constraints":{"resources":{"future":"2"}}}`, kept: []string{"policy.constraints.resources.future"},
		},
		{
			name: "inside an empty message", path: "spec.dataPlane", live: spec(`{"dataPlane":{"disabled":{"future":1}}}`),
			block: `{"disabled":{}}`, want: `{"disabled":{"future":1}}`, kept: []string{"spec.dataPlane.disabled.future"},
		},
		{
			name: "inside a chosen member", path: "spec.dataPlane", live: spec(`{"dataPlane":{"loadBalancer":{"hostname":"a","future":1}}}`),
			block: `{"loadBalancer":{"hostname":"b"}}`, want: `{"loadBalancer":{"hostname":"b","future":1}}`,
			kept: []string{"spec.dataPlane.loadBalancer.future"},
		},
		{
			name: "a member that is no longer chosen does not come back", path: "spec.dataPlane",
			live: spec(`{"dataPlane":{"loadBalancer":{"future":1}}}`), block: `{"clusterIp":{}}`, want: `{"clusterIp":{}}`,
			dropped: []string{"spec.dataPlane.loadBalancer.future"},
		},
		{
			name: "a block that is reset stays absent", path: "spec.dataPlane",
			live: spec(`{"dataPlane":{"loadBalancer":{"future":1}}}`), block: `null`, want: `null`,
			dropped: []string{"spec.dataPlane.loadBalancer.future"},
		},
		{
			name: "an allowlist that is removed does not come back: empty, it would deny everybody", path: "policy",
			live: policy(`{"controlPlaneAccess":{"sourceIpAllowlist":{"cidrs":["10.0.0.0/8"],"future":1}}}`), block: `{}`, want: `{}`,
			dropped: []string{"policy.controlPlaneAccess.sourceIpAllowlist.future"},
		},
		{
			name: "an affinity that is removed does not come back: empty, it would clear the platform's rules", path: "spec.overrides",
			live: spec(`{"overrides":{"affinity":{"future":1}}}`), block: `{"args":["a"]}`, want: `{"args":["a"]}`,
			dropped: []string{"spec.overrides.affinity.future"},
		},
		{
			name: "a list that is removed does not come back", path: "spec.maintenancePolicy",
			live:  spec(`{"maintenancePolicy":{"windows":[{"cron":"c","durationSeconds":60,"future":1}]}}`),
			block: `{"exclusions":[]}`, want: `{"exclusions":[]}`, dropped: []string{"spec.maintenancePolicy.windows[].future"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, report := preserve(t, test.live, test.block, test.path)
			assert.JSONEq(t, test.want, got)
			assert.Equal(t, model.Preserved{Kept: test.kept, Dropped: test.dropped}, report)
		})
	}
}

// The elements of a list have no name: what is known of one is what it is found by, wherever it is now.
func TestPreserveFindsElementsByValue(t *testing.T) {
	t.Parallel()
	const live = `{"any":true,"priority":1},{"httpsHostname":"a.example","ports":[{"port":443,"future":2}]},{"tenant":"TENANT_SCOPE_SAME_ORG"}`
	tests := []struct {
		name, live, block, want string
		kept, dropped           []string
	}{
		{
			name: "in another order", live: live,
			block: `{"httpsHostname":"a.example","ports":[{"port":443}]},{"tenant":"TENANT_SCOPE_SAME_ORG"},{"any":true}`,
			want:  `{"httpsHostname":"a.example","ports":[{"port":443,"future":2}]},{"tenant":"TENANT_SCOPE_SAME_ORG"},{"any":true,"priority":1}`,
			kept:  []string{"priority", "ports[].future"},
		},
		{
			name: "when one is changed", live: live,
			block: `{"httpsHostname":"b.example","ports":[{"port":443}]},{"any":true}`,
			want:  `{"httpsHostname":"b.example","ports":[{"port":443}]},{"any":true,"priority":1}`,
			kept:  []string{"priority"}, dropped: []string{"ports[].future"},
		},
		{
			name: "when one appears twice", live: `{"any":true,"priority":1},{"any":true,"priority":2}`, block: `{"any":true},{"any":true}`,
			want: `{"any":true,"priority":1},{"any":true,"priority":2}`, kept: []string{"priority", "priority"},
		},
		{
			name: "when fewer are left", live: `{"any":true,"priority":1},{"any":true,"priority":2}`, block: `{"any":true}`,
			want: `{"any":true,"priority":1}`, kept: []string{"priority"}, dropped: []string{"priority"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, report := preserve(t, egress(test.live), `{"constraints":{"network":{"allowedEgress":[`+test.block+`]}}}`, "policy")
			assert.JSONEq(t, `{"constraints":{"network":{"allowedEgress":[`+test.want+`]}}}`, got)
			assert.Equal(t, model.Preserved{Kept: below(test.kept), Dropped: below(test.dropped)}, report)
		})
	}
}

// below puts names under the list of the test.
func below(names []string) []string {
	var paths []string
	for _, name := range names {
		paths = append(paths, "policy.constraints.network.allowedEgress[]."+name)
	}
	return paths
}

// What comes back from the server after it was preserved is what the server had.
func TestPreserveIsAFixedPoint(t *testing.T) {
	t.Parallel()
	live := egress(`{"any":true,"priority":1},{"cidr":{"cidr":"10.0.0.0/8","future":[{"a":1}]}}`)
	var sent struct {
		Policy json.RawMessage `json:"policy"`
	}
	require.NoError(t, json.Unmarshal([]byte(encode(t, decode(t, live))), &sent))
	got, report := preserve(t, live, string(sent.Policy), "policy")
	assert.JSONEq(t, live, policy(got))
	assert.Empty(t, report.Dropped)
}
