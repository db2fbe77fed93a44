package runner

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/api"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// listed are runners by ID, or by ID and group as in "a:blue".
func listed(names ...string) []model.ManagedRunner {
	var runners []model.ManagedRunner
	for _, name := range names {
		id, group, named := strings.Cut(name, ":")
		identity := model.Identity{RunnerID: id}
		if named {
			identity.RunnerGroupID = &group
		}
		runners = append(runners, model.ManagedRunner{Identity: model.RunnerIdentity{Identity: identity}})
	}
	return runners
}

func TestSummaries(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		listed []model.ManagedRunner
		group  *string
		want   []string
	}{
		{"none", nil, nil, []string{}},
		{"in the order of their IDs", listed("b", "c", "a", "B"), nil, []string{"B", "a", "b", "c"}},
		{"each once", listed("b", "a", "b", "a"), nil, []string{"a", "b"}},
		{"of a group", listed("b:blue", "a:Blue", "c:blue", "d"), new("blue"), []string{"b", "c"}},
		{"of the default group, which a server may leave out", listed("b:default", "a", "c:blue"), new("default"), []string{"a", "b"}},
		{"of a group that has none", listed("a"), new("blue"), []string{}},
	}
	for _, tt := range tests {
		got := summaries(tt.listed, tt.group)
		assert.NotNil(t, got, tt.name)
		ids := []string{}
		for _, r := range got {
			ids = append(ids, r.RunnerID)
		}
		assert.Equal(t, tt.want, ids, tt.name)
	}
}

func TestListOptions(t *testing.T) {
	t.Parallel()
	const upper, lower = "AAAAAAAA-0000-4000-8000-000000000000", "aaaaaaaa-0000-4000-8000-000000000000"
	assert.Equal(t, api.ListOptions{}, listOptions(model.GetManagedRunnersArgs{RunnerGroupID: new("blue")}))
	assert.Equal(t, api.ListOptions{ClusterID: lower, Zone: "z"}, listOptions(model.GetManagedRunnersArgs{ClusterID: new(upper), Zone: new("z")}))
	assert.Equal(t, api.ListOptions{ClusterID: "My-Cluster"}, listOptions(model.GetManagedRunnersArgs{ClusterID: new("My-Cluster")}), "a name")
}
