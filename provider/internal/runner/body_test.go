package runner

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

func TestMaskedBodies(t *testing.T) {
	t.Parallel()
	name, gpus, no := "Name", int64(model.MaxInteger), false
	full := model.ManagedRunner{
		Identity: model.RunnerIdentity{Identity: model.Identity{RunnerID: "id", Zone: "zone", ClusterID: "cluster"}},
		Configuration: model.Configuration{
			DisplayName: &name,
			Spec: &model.ManagedRunnerSpec{
				EnforceResourceLimits: &no, Overrides: &model.Overrides{Env: map[string]string{"EMPTY": ""}},
			},
			Policy: &model.Policy{
				Base:        map[string]any{},
				Constraints: &model.PolicyConstraints{Resources: &model.ResourceConstraints{MaxGpuCount: &gpus}},
			},
		},
	}
	tests := map[string]struct {
		mask []string
		want string
	}{
		"a scalar":            {[]string{"displayName"}, `{"displayName":"Name"}`},
		"a false is sent":     {[]string{"spec.enforceResourceLimits"}, `{"spec":{"enforceResourceLimits":false}}`},
		"an empty variable":   {[]string{"spec.overrides"}, `{"spec":{"overrides":{"env":{"EMPTY":""}}}}`},
		"an unset block":      {[]string{"spec.volumes"}, `{}`},
		"the channel's reset": {[]string{"spec.releaseChannel"}, `{"spec":{"releaseChannel":"RELEASE_CHANNEL_STABLE"}}`},
		"the policy":          {[]string{"policy"}, `{"policy":{"base":{},"constraints":{"resources":{"maxGpuCount":"9007199254740991"}}}}`},
		"an unset group":      {[]string{"identity.runnerGroupId"}, `{}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body, err := masked(full, test.mask)
			require.NoError(t, err)
			text, err := json.Marshal(body)
			require.NoError(t, err)
			assert.JSONEq(t, test.want, string(text))
		})
	}
}

// An element of a list is found again in whatever spelling.
func TestElementsOfTheSameMeaning(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		path, sent, known string
		want              bool
	}{
		"zero values spelled out": {"policy.constraints.network.allowedEgress", `{"any":true,"httpsHostname":"","ports":[]}`, `{"any":true}`, true},
		"a default spelled out": {
			"policy.constraints.network.allowedEgress", `{"any":true,"ports":[{"port":443}]}`,
			`{"any":true,"ports":[{"port":443,"protocol":"TCP","endPort":0}]}`, true,
		},
		"an instant in another zone": {
			"spec.maintenancePolicy.exclusions", `{"startTime":"2026-01-01T01:00:00+01:00","endTime":"2026-01-02T00:00:00Z"}`,
			`{"startTime":"2026-01-01T00:00:00Z","endTime":"2026-01-02T00:00:00Z"}`, true,
		},
		"another port": {"policy.constraints.network.allowedEgress", `{"any":true,"ports":[{"port":1}]}`, `{"any":true}`, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sent, known any
			decoder := json.NewDecoder(strings.NewReader(test.sent))
			decoder.UseNumber() // as the body of a request is made
			require.NoError(t, decoder.Decode(&sent))
			require.NoError(t, json.Unmarshal([]byte(test.known), &known))
			assert.Equal(t, test.want, sameMeaning(sent, known, messageField(test.path).Elem))
		})
	}
}
