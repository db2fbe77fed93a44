package fakeapi

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// list answers ListManagedRunners. That it pages and filters by cluster and zone
// is CONFIRMED; names of parameters are DERIVED; page sizes, the order and
// whether the items are complete are UNKNOWN.
func (s *Server) list(body []byte) (map[string]any, *refusal) {
	in, r := decode(listRequest, body, false, nil)
	if r != nil {
		return nil, r
	}
	position, r := startOf(in)
	if r != nil {
		return nil, r
	}
	size := lookupNumber(in, "pageSize")
	if size < 0 {
		return nil, refuseField("page_size", "must not be negative")
	}
	size = min(orDefault(size, s.opts.PageSize), s.opts.MaxPageSize)
	return s.page(position, size), nil
}

// cursor is the content of a page token. It binds the filter, so that a token
// cannot be taken to another list.
type cursor struct {
	After   string `json:"after"`
	Cluster string `json:"cluster,omitempty"`
	Zone    string `json:"zone,omitempty"`
}

// startOf is where the page of a request begins.
func startOf(in map[string]any) (cursor, *refusal) {
	start := cursor{Cluster: lookupString(in, "clusterId"), Zone: strings.ToLower(lookupString(in, "zone"))}
	token := lookupString(in, "pageToken")
	if token == "" {
		return start, nil
	}
	var given cursor
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || json.Unmarshal(raw, &given) != nil {
		return start, refuseField("page_token", "was not made by this service")
	}
	if given.Cluster != start.Cluster || given.Zone != start.Zone {
		return start, refuseField("page_token", "belongs to a list with another filter")
	}
	return given, nil
}

// page is the answer from a position on.
func (s *Server) page(from cursor, size int) map[string]any {
	s.sweep()
	items := []any{}
	for _, id := range slices.Sorted(maps.Keys(s.runners)) {
		r := s.runners[id]
		if id <= from.After || !from.matches(r) {
			continue
		}
		if len(items) == size {
			raw, _ := json.Marshal(from) // strings always encode
			return map[string]any{"managedRunners": items, "nextPageToken": base64.RawURLEncoding.EncodeToString(raw)}
		}
		items = append(items, s.item(r))
		from.After = id
	}
	out := map[string]any{}
	if len(items) > 0 || s.opts.EmitZeroValues {
		out["managedRunners"] = items
	}
	if s.opts.EmitZeroValues {
		out["nextPageToken"] = ""
	}
	return out
}

func (c cursor) matches(r *runner) bool {
	zone := strings.ToLower(lookupString(r.Doc, "identity", "zone"))
	return (c.Cluster == "" || c.Cluster == r.cluster()) && (c.Zone == "" || c.Zone == zone)
}

// item is a runner as a list shows it.
func (s *Server) item(r *runner) map[string]any {
	out := s.view(r)
	if s.opts.ListOmitsDetails {
		for _, name := range []string{"spec", "policy", "deploymentSpec"} {
			delete(out, name)
		}
	}
	return s.emit(out)
}
