package api

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func item(id, cluster, zone string) string {
	return fmt.Sprintf(`{"identity":{"runnerId":%q,"clusterId":%q,"zone":%q}}`, id, cluster, zone)
}

func list(t *testing.T, o ListOptions, replies ...reply) ([]string, *script, error) {
	t.Helper()
	s := serve(t, replies...)
	runners, err := clientOf(t, s).List(context.Background(), o)
	var ids []string
	for _, runner := range runners {
		ids = append(ids, runner.Identity.RunnerID)
	}
	return ids, s, err
}

func TestListReadsAllPages(t *testing.T) {
	ids, s, err := list(t, ListOptions{ClusterID: "c-1", Zone: "US-EAST-04A"},
		ok(`{"managedRunners":[`+item("a", "c-1", "us-east-04a")+`],"nextPageToken":"p2"}`),
		ok(`{"nextPageToken":"p3"}`),
		ok(`{"managed_runners":[`+item("b", "C-1", "us-east-04a")+`],"next_page_token":""}`))
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b"}, ids)
	assertRequest(t, s.seen()[0], "ListManagedRunners", `{"clusterId":"c-1","zone":"us-east-04a"}`)
	assertRequest(t, s.seen()[1], "ListManagedRunners", `{"clusterId":"c-1","zone":"us-east-04a","pageToken":"p2"}`)
	assertRequest(t, s.seen()[2], "ListManagedRunners", `{"clusterId":"c-1","zone":"us-east-04a","pageToken":"p3"}`)
}

func TestListOfNone(t *testing.T) {
	for _, body := range []string{
		`{}`, `{"managedRunners":[]}`, `{"managedRunners":null,"nextPageToken":"","totalSize":0}`,
	} {
		ids, s, err := list(t, ListOptions{}, ok(body))
		require.NoError(t, err)
		assert.Empty(t, ids)
		assertRequest(t, s.seen()[0], "ListManagedRunners", `{}`)
	}
}

// A server that does not know the filters by these names sends everything.
func TestListFiltersOnceMore(t *testing.T) {
	all := ok(`{"managedRunners":[` + item("a", "c-1", "z-1") + `,` + item("b", "c-2", "z-1") + `,` +
		`{"identity":{"runnerId":"c","clusterId":"c-3","clusterName":"c-1","zone":"z-2"}}]}`)
	for _, test := range []struct {
		options ListOptions
		want    []string
	}{
		{ListOptions{}, []string{"a", "b", "c"}},
		{ListOptions{ClusterID: "c-1"}, []string{"a", "c"}},
		{ListOptions{Zone: "Z-1"}, []string{"a", "b"}},
		{ListOptions{ClusterID: "c-2", Zone: "z-2"}, nil},
	} {
		ids, _, err := list(t, test.options, all)
		require.NoError(t, err)
		assert.Equal(t, test.want, ids)
	}
}

func TestListRefusesWhatIsNoList(t *testing.T) {
	page := ok(`{"managedRunners":[` + item("a", "c", "z") + `],"nextPageToken":"p2"}`)
	for name, replies := range map[string][]reply{
		"the same page for ever":   {page, page},
		"a runner without ID":      {ok(`{"managedRunners":[{}]}`)},
		"an error":                 {ok(`{"code":"internal","message":"x"}`)},
		"an unknown list":          {ok(`{"items":[` + item("a", "c", "z") + `]}`)},
		"no list":                  {ok(`{"managedRunners":{}}`)},
		"a number for a token":     {ok(`{"nextPageToken":5}`)},
		"failure of a later page":  {page, refuse(400, "invalid_argument", "token expired")},
		"garbage for a later page": {page, ok(`}`)},
	} {
		t.Run(name, func(t *testing.T) {
			ids, _, err := list(t, ListOptions{}, replies...)
			require.Error(t, err)
			assert.Empty(t, ids, "half a list looks like a whole one")
		})
	}
}

func TestListGivesUpOnTokensWithoutEnd(t *testing.T) {
	n := 0
	o := quick("https://api.example.com")
	o.Transport = fakeNetwork(func(*http.Request) (*http.Response, error) {
		n++
		return response(200, fmt.Sprintf(`{"nextPageToken":"p%d"}`, n)), nil
	})
	_, err := newClient(t, o).List(context.Background(), ListOptions{})
	require.ErrorContains(t, err, "its page token leads to no end")
	assert.Equal(t, maxPages+1, n)
}
