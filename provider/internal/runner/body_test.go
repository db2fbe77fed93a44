package runner

import (
	"encoding/json"
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
