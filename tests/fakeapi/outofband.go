package fakeapi

import (
	"fmt"
	"maps"
	"slices"
)

// Seed stores a runner as if it had existed for long, without any validation:
// fields of a newer server, values of an older one and a missing policy are all
// fine. Output fields in doc stay as given until a call changes them. Defaults
// that every runner has are filled in. Seed panics when doc has no
// identity.runnerId, and replaces a runner of the same id.
func (s *Server) Seed(doc map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc = importDocument(doc)
	id := lookupString(doc, "identity", "runnerId")
	if id == "" {
		panic("fakeapi: Seed: the document has no identity.runnerId")
	}
	applyDefaults(doc)
	now := s.now()
	r := &runner{
		Pins: map[string]any{}, PolicyRevision: 1, Created: now, Updated: now, Target: 1, Settled: 1, Build: 1,
		Installing: now, Installed: now, Connected: now, RolledOut: now, CanUpdate: s.opts.UpdateAvailable,
	}
	if target := lookupNumber(doc, "targetRevision"); target > 0 {
		r.Target, r.Settled = target, target
		delete(doc, "targetRevision")
	}
	if lookupNumber(doc, "activeRevision") == r.Target {
		delete(doc, "activeRevision")
	}
	r.adopt(doc, nil)
	s.runners[id] = r
	s.mustSave()
}

// Edit changes a runner behind the back of its clients, as another client or
// the console would. change gets everything Get shows, and may set fields of a
// newer server; it must not call the Server. A changed policy gets a new etag, a
// changed spec a new revision. A changed output field keeps its value from then
// on, a removed one stays hidden. Edit panics when there is no such runner.
func (s *Server) Edit(runnerID string, change func(doc map[string]any)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.live(runnerID)
	if !ok {
		panic(fmt.Sprintf("fakeapi: Edit: no runner %q", runnerID))
	}
	before, stored := s.full(r), r.Doc
	edited := copyDocument(before)
	change(edited)
	edited = importDocument(edited)
	if lookupString(edited, "identity", "runnerId") != runnerID {
		panic("fakeapi: Edit: a runner keeps its id")
	}
	if !same(before["policy"], edited["policy"]) {
		r.bumpPolicy()
	}
	r.adopt(edited, before)
	r.Updated = s.now()
	if s.configChanged(stored, r.Doc) {
		s.reconfigured(r)
	}
	s.mustSave()
}

// adopt takes a document apart: outputs that differ from those shown before
// become pins, the rest is the configuration.
func (r *runner) adopt(doc, shown map[string]any) {
	r.Pins = orEmpty(r.Pins)
	for _, f := range runnerMessage.fields {
		if !f.output {
			continue
		}
		value, given := doc[f.name]
		old, had := shown[f.name]
		if given != had || !same(value, old) {
			r.Pins[f.name] = value
		}
		delete(doc, f.name)
	}
	identity := lookupObject(doc, "identity")
	if shown != nil && same(identity["clusterName"], lookup(shown, "identity", "clusterName")) &&
		lookup(r.Doc, "identity", "clusterName") == nil {
		delete(identity, "clusterName") // resolved, not stored
	}
	r.Doc = doc
}

func orEmpty(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

// Remove makes a runner vanish at once, guarded or not.
func (s *Server) Remove(runnerID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.runners, runnerID)
	s.mustSave()
}

// Hold registers volumes on a runner, which then refuses to be deleted. Without
// volumes the guard is lifted. Hold panics when there is no such runner.
func (s *Server) Hold(runnerID string, volumes ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.live(runnerID)
	if !ok {
		panic(fmt.Sprintf("fakeapi: Hold: no runner %q", runnerID))
	}
	r.Volumes = slices.Clone(volumes)
	s.mustSave()
}

// Runner returns a copy of a runner as Get would show it, in the plain spelling
// whatever the switches say. It counts as no request.
func (s *Server) Runner(runnerID string) (map[string]any, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.live(runnerID)
	if !ok {
		return nil, false
	}
	return s.full(r), true
}

// Runners returns a copy of every runner, ordered by id.
func (s *Server) Runners() []map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep()
	out := []map[string]any{}
	for _, id := range slices.Sorted(maps.Keys(s.runners)) {
		out = append(out, s.full(s.runners[id]))
	}
	return out
}
