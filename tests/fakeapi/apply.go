package fakeapi

// applyAvailableUpdate answers ApplyAvailableUpdate: the newer version on the
// channel is rolled out as a new revision. That it is asynchronous is CONFIRMED;
// its answer, and what happens when nothing is available, are UNKNOWN.
func (s *Server) applyAvailableUpdate(body []byte) (map[string]any, *refusal) {
	if s.opts.PolicyOnly {
		return nil, refuseGeneration("ApplyAvailableUpdate")
	}
	_, r, refused := s.named(applyRequest, body)
	switch {
	case refused != nil:
		return nil, refused
	case r.Deleting:
		return nil, refuseDeleting(r.id())
	}
	if !lookupBool(s.view(r), "updateAvailable") {
		if s.opts.NoUpdateCode == CodeOK {
			return s.applied(r), nil
		}
		return nil, refuse(s.opts.NoUpdateCode, "managed runner %q has no update available", r.id()).
			because("CWSANDBOX_NO_UPDATE_AVAILABLE", "runner_id", r.id()).
			blockedBy("UPDATE_AVAILABLE", []string{"managedRunners/" + r.id()}, "no update is available")
	}
	delete(r.Pins, "updateAvailable")
	r.CanUpdate = false
	r.Build++
	s.reconfigured(r)
	return s.changed(s.applied(r))
}

// applied is the answer to an accepted call.
func (s *Server) applied(r *runner) map[string]any {
	if s.opts.ApplyReturnsEmpty {
		return map[string]any{}
	}
	return s.emit(s.view(r))
}
