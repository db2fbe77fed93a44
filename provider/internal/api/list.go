package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// maxPages ends a list that never does.
const maxPages = 1000

// ListOptions choose which runners to list. Empty fields choose all.
type ListOptions struct {
	ClusterID string
	Zone      string
}

// listRequest is the message of the list call. That the call filters and pages is documented, the names of its fields
// are not: they are those of the service's other messages.
type listRequest struct {
	ClusterID string `json:"clusterId,omitempty"`
	Zone      string `json:"zone,omitempty"`
	PageToken string `json:"pageToken,omitempty"`
}

// listAnswer is a page of runners.
type listAnswer struct {
	runners   []model.ManagedRunner
	nextToken string
}

// UnmarshalJSON reads a page under every name that the list of runners may have. A list under yet another name is an
// error: it would look like the absence of runners.
func (l *listAnswer) UnmarshalJSON(data []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	for name, value := range fields {
		var err error
		switch name {
		case "managedRunners", "managed_runners", "runners":
			err = json.Unmarshal(value, &l.runners)
		case "nextPageToken", "next_page_token":
			err = json.Unmarshal(value, &l.nextToken)
		default:
			if bytes.HasPrefix(value, []byte("[")) {
				err = fmt.Errorf("it has the unknown list %q", name)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// List reads all pages of the list of runners.
func (c *Client) List(ctx context.Context, options ListOptions) ([]model.ManagedRunner, error) {
	request := listRequest{ClusterID: options.ClusterID, Zone: strings.ToLower(options.Zone)}
	var runners []model.ManagedRunner
	seen := map[string]bool{}
	for {
		made := &call{name: listProcedure}
		page, err := invoke(ctx, c, made, c.list, request)
		if err != nil {
			return nil, err
		}
		for _, runner := range page.runners {
			if runner.Identity.RunnerID == "" {
				return nil, c.unusable(ctx, made, "it lists a runner without a runner ID")
			}
			if options.match(runner) {
				runners = append(runners, runner)
			}
		}
		if page.nextToken == "" {
			return runners, nil
		}
		if seen[page.nextToken] || len(seen) >= maxPages {
			return nil, c.unusable(ctx, made, "its page token leads to no end")
		}
		seen[page.nextToken] = true
		request.PageToken = page.nextToken
	}
}

// match filters once more what the server has filtered, for it may not know the filter by the name that it is sent
// under. A cluster may be recorded by its name.
func (o ListOptions) match(runner model.ManagedRunner) bool {
	inCluster := o.ClusterID == "" || strings.EqualFold(o.ClusterID, runner.Identity.ClusterID) ||
		strings.EqualFold(o.ClusterID, runner.Identity.ClusterName)
	return inCluster && (o.Zone == "" || strings.EqualFold(o.Zone, runner.Identity.Zone))
}
