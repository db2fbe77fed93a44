package fakeapi

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// seedMany stores runners a, b, c, ... on clusters of their own, in two zones.
func seedMany(t *testing.T, fake *Running, n int) {
	t.Helper()
	for i := n - 1; i >= 0; i-- {
		fake.Seed(object(t, fmt.Sprintf(`{"identity":{"runnerId":%q,"clusterId":"c-%d","zone":"zone-%d"},"policy":{}}`,
			string(rune('a'+i)), i, i%2)))
	}
}

// ids are the runners of a list answer.
func ids(t *testing.T, r reply) []string {
	t.Helper()
	var out []string
	for _, item := range lookupList(requireOK(t, r), "managedRunners") {
		out = append(out, lookupString(item, "identity", "runnerId"))
	}
	return out
}

func TestListFilters(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{})
	assert.Equal(t, "{}", post(t, fake, "ListManagedRunners", `{}`).raw)
	seedMany(t, fake, 5)
	for body, want := range map[string][]string{
		`{}`:                                  {"a", "b", "c", "d", "e"},
		`{"clusterId":"c-3"}`:                 {"d"},
		`{"cluster_id":"c-3"}`:                {"d"},
		`{"zone":"ZONE-0"}`:                   {"a", "c", "e"},
		`{"zone":"zone-1","clusterId":"c-0"}`: nil,
		`{"clusterId":"","pageSize":0}`:       {"a", "b", "c", "d", "e"},
	} {
		assert.Equal(t, want, ids(t, post(t, fake, "ListManagedRunners", body)), body)
	}
}

func TestListPages(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{MaxPageSize: 2})
	seedMany(t, fake, 7)
	var all []string
	var pages int
	for token := ""; pages == 0 || token != ""; pages++ {
		r := post(t, fake, "ListManagedRunners", fmt.Sprintf(`{"zone":"zone-0","pageSize":100,"pageToken":%q}`, token))
		all = append(all, ids(t, r)...)
		token = lookupString(r.doc, "nextPageToken")
		require.Less(t, pages, 5)
	}
	assert.Equal(t, []string{"a", "c", "e", "g"}, all)
	assert.Equal(t, 2, pages, "a full last page has no successor")
}

func TestListRefuses(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{PageSize: 1})
	seedMany(t, fake, 2)
	token := lookupString(requireOK(t, post(t, fake, "ListManagedRunners", `{}`)), "nextPageToken")
	for body, field := range map[string]string{
		`{"pageSize":-1}`:       "page_size",
		`{"pageSize":"many"}`:   "page_size",
		`{"pageToken":"later"}`: "page_token",
		`{"filter":"zone=a"}`:   "filter",
		fmt.Sprintf(`{"zone":"zone-1","pageToken":%q}`, token): "page_token",
	} {
		r := post(t, fake, "ListManagedRunners", body)
		requireRefused(t, r, CodeInvalidArgument)
		assert.Equal(t, []string{field}, fields(r), body)
	}
}

func TestListOmitsDetails(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	item := lookupList(requireOK(t, post(t, fake, "ListManagedRunners", `{}`)), "managedRunners")[0]
	assert.Contains(t, item, "policy")
	fake.Reconfigure(func(o *Options) { o.ListOmitsDetails = true })
	item = lookupList(requireOK(t, post(t, fake, "ListManagedRunners", `{}`)), "managedRunners")[0]
	assert.NotContains(t, item, "policy")
	assert.Contains(t, item, "installStatus")
}
