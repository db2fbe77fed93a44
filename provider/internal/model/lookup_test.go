package model_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// A look-up says of a runner what the resource says: the conversions forget nothing, and a summary has no secrets.
func TestLookupSaysWhatTheResourceSays(t *testing.T) {
	t.Parallel()
	var live model.ManagedRunner
	require.NoError(t, json.Unmarshal([]byte(`{
		"identity": {"runnerId": "a", "runnerGroupId": "g", "zone": "z", "clusterId": "c", "clusterName": "n"}, "displayName": "d",
		"spec": {"overrides": {"env": {"A": "secret"}}}, "policy": {"displayName": "p"}, "deploymentSpec": {"image": "i"},
		"etag": "e", "installStatus": "RUNNER_INSTALL_STATUS_READY", "connectionStatus": "RUNNER_CONNECTION_STATUS_CONNECTED",
		"activeConfigVersion": "v", "activeRevision": 2, "targetRevision": 2, "updateAvailable": true, "rolloutInProgress": true,
		"installError": {"message": "m"}, "dataPlaneStatus": {"uri": "u"},
		"createTime": "t1", "updateTime": "t2", "lastHeartbeatTime": "t3"
	}`), &live))
	want := model.Properties(live.State(live.Args()))
	one, all := model.Properties(live.Result()), model.Properties(live.Summary())
	assert.True(t, one.Get("ready").AsBool())
	message := model.Describe[model.ManagedRunner]()
	identity, _ := message.Get("identity")
	for _, field := range append(identity.Fields, message.Fields...) {
		if field.Name == "identity" {
			continue
		}
		require.False(t, want.Get(field.Name).IsNull(), field.Name)
		assert.Equal(t, want.Get(field.Name), one.Get(field.Name), field.Name)
		if secret := slices.Contains([]string{"spec", "policy", "deploymentSpec"}, field.Name); secret {
			assert.True(t, all.Get(field.Name).IsNull(), field.Name)
		} else {
			assert.Equal(t, want.Get(field.Name), all.Get(field.Name), field.Name)
		}
	}
}
