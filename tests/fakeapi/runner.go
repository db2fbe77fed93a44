package fakeapi

import (
	"fmt"
	"time"
)

// runner is what the fake stores about one runner. Its state is never stored:
// lifecycle.go computes it from these times whenever somebody looks, so that no
// goroutine is needed and a clock moved by a test has its effect at once.
// Exported fields are those of the state file.
type runner struct {
	// Doc is the configuration, and fields only a newer server knows.
	Doc map[string]any `json:"doc"`
	// Pins are output fields fixed by Seed or Edit; null hides a field.
	Pins map[string]any `json:"pins,omitempty"`

	PolicyRevision int       `json:"policyRevision"`
	Created        time.Time `json:"created"`
	Updated        time.Time `json:"updated"`

	Installing time.Time       `json:"installing"` // from PENDING to PROVISIONING
	Installed  time.Time       `json:"installed"`  // to READY, or to FAILED
	Connected  time.Time       `json:"connected"`  // from then on, unless failed
	Failure    *InstallFailure `json:"failure,omitempty"`
	Target     int             `json:"target"`    // revision asked for
	Settled    int             `json:"settled"`   // revision active before the rollout
	RolledOut  time.Time       `json:"rolledOut"` // from then on Target is active
	Build      int             `json:"build"`     // installed version of the runner software
	CanUpdate  bool            `json:"canUpdate"` // a newer version is on the channel
	Volumes    []string        `json:"volumes,omitempty"`

	Deleting    bool      `json:"deleting,omitempty"`
	Gone        time.Time `json:"gone"` // when deleting
	PollsToGone int       `json:"pollsToGone,omitempty"`
}

// creation remembers a create call, to recognise its retries.
type creation struct {
	RunnerID string         `json:"runnerId"`
	Input    map[string]any `json:"input"`
	Born     time.Time      `json:"born"`
}

func (r *runner) id() string      { return lookupString(r.Doc, "identity", "runnerId") }
func (r *runner) cluster() string { return lookupString(r.Doc, "identity", "clusterId") }

// etag is the revision of the policy (CONFIRMED; the form is that of the
// vendor's double). Seed and Edit can pin another text until the next change.
func (r *runner) etag(always bool) string {
	if pinned, ok := r.Pins["etag"]; ok {
		s, _ := pinned.(string)
		return s
	}
	if r.Doc["policy"] == nil && !always {
		return ""
	}
	return fmt.Sprintf("etag-%d", r.PolicyRevision)
}

// bumpPolicy starts a new policy revision.
func (r *runner) bumpPolicy() {
	r.PolicyRevision++
	delete(r.Pins, "etag")
}

// now is the time by the injected clock.
func (s *Server) now() time.Time { return s.opts.Clock() }

// live finds a runner that is not gone. Gone ones are dropped on the way.
func (s *Server) live(id string) (*runner, bool) {
	s.sweep()
	r, ok := s.runners[id]
	return r, ok
}

// sweep drops the runners whose deletion has come to its end.
func (s *Server) sweep() {
	now := s.now()
	for id, r := range s.runners {
		if r.Deleting && r.PollsToGone <= 0 && !now.Before(r.Gone) {
			delete(s.runners, id)
		}
	}
}

// holder is the runner that a cluster hosts. One that is still being deleted
// keeps its cluster: that is why clients wait for the end of a deletion.
func (s *Server) holder(clusterID string) (*runner, bool) {
	s.sweep()
	for _, r := range s.runners {
		if r.cluster() == clusterID {
			return r, true
		}
	}
	return nil, false
}
