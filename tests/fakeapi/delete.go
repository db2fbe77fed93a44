package fakeapi

// delete answers DeleteManagedRunner. The answer is the acceptance; the runner
// goes later (CONFIRMED). Deleting it again meanwhile changes nothing.
func (s *Server) delete(body []byte) (map[string]any, *refusal) {
	if s.opts.PolicyOnly {
		return nil, refuseGeneration("DeleteManagedRunner")
	}
	in, r, refused := s.named(deleteRequest, body)
	switch {
	case refused != nil && in != nil && lookupBool(in, "allowMissing"):
		return map[string]any{}, nil
	case refused != nil:
		return nil, refused
	case r.Deleting:
		return map[string]any{}, nil
	case len(r.Volumes) > 0:
		return nil, refuseGuarded(r)
	}
	r.Deleting = true
	r.Gone = s.now().Add(s.opts.DeleteTime)
	r.PollsToGone = s.opts.DeletePolls
	s.sweep()
	return s.changed(map[string]any{})
}

// refuseGuarded says that volumes are registered on the runner. That they guard
// it is CONFIRMED; code, reason and violation type are UNKNOWN.
func refuseGuarded(r *runner) *refusal {
	subjects := make([]string, len(r.Volumes))
	for i, volume := range r.Volumes {
		subjects[i] = "volumes/" + volume
	}
	return refuse(CodeFailedPrecondition, "managed runner %q has %d registered volumes", r.id(), len(subjects)).
		because("CWSANDBOX_VOLUME_IN_USE", "runner_id", r.id()).
		blockedBy("REGISTERED_VOLUME", subjects, "the volume is registered on the runner; delete it first")
}
