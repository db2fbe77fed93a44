package provider_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func unknown() property.Value { return property.New(property.Computed) }

// A preview of a create shows what the program says and nothing that only the server can know.
func TestPreviewOfACreate(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	inputs := e.check(property.Map{}, minimal().Set("displayName", unknown()))
	resp, err := e.server.Create(e.ctx, &pulumirpc.CreateRequest{Urn: urn, Properties: e.wire(inputs), Preview: true})
	require.NoError(t, err)
	outputs := e.value(resp.GetProperties())
	for name, v := range inputs.All {
		assert.Equal(t, v, outputs.Get(name), name)
	}
	for _, name := range []string{"etag", "clusterName", "createTime", "installStatus", "ready"} {
		assert.True(t, outputs.Get(name).IsComputed(), name)
	}
	assert.Empty(t, fake.Calls(), "a preview makes no call")
}

// A preview of an update keeps showing what the update cannot change.
func TestPreviewOfAnUpdate(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	old := e.check(property.Map{}, minimal())
	state := e.create(old)
	named := property.New(map[string]property.Value{"displayName": property.New("p")})
	tests := map[string]struct {
		inputs         property.Map
		known, unknown []string
	}{
		"display name": {
			inputs:  old.Set("displayName", property.New("Name")),
			known:   []string{"runnerId", "clusterName", "createTime", "etag", "installStatus", "connectionStatus", "activeRevision"},
			unknown: []string{"updateTime"},
		},
		"policy": {
			inputs:  old.Set("policy", named),
			known:   []string{"runnerId", "clusterName", "createTime", "connectionStatus"},
			unknown: []string{"updateTime", "etag", "ready"},
		},
		"a policy that is not known yet": {
			inputs:  old.Set("policy", unknown()),
			known:   []string{"runnerId", "clusterName", "createTime"},
			unknown: []string{"policy", "etag", "ready"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			inputs := e.check(old, test.inputs)
			fake.ResetRequests()
			outputs := e.previewUpdate(state, old, inputs)
			assert.Empty(t, fake.Calls(), "a preview makes no call")
			for _, name := range test.known {
				assert.Equal(t, state.Get(name), outputs.Get(name), name)
			}
			for _, name := range test.unknown {
				assert.True(t, outputs.Get(name).IsComputed(), name)
			}
		})
	}
}
