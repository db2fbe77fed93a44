package fakeapi

// get answers GetManagedRunner. A runner stays readable while it is deleted, for
// a time or for a number of polls; then it is not found (CONFIRMED).
func (s *Server) get(body []byte) (map[string]any, *refusal) {
	_, r, refused := s.named(getRequest, body)
	if refused != nil {
		return nil, refused
	}
	out := s.emit(s.view(r))
	if r.Deleting && r.PollsToGone > 0 {
		r.PollsToGone--
	}
	return out, nil
}

// named reads a request that names a runner and finds that runner. The request
// is returned even when the runner is missing.
func (s *Server) named(m *message, body []byte) (map[string]any, *runner, *refusal) {
	stored := s.runners[runnerID(body)]
	in, refused := decode(m, body, s.opts.AcceptOldNetworkNames, s.extras(stored))
	if refused != nil {
		return nil, nil, refused
	}
	id := lookupString(in, "runnerId")
	if id == "" {
		return nil, nil, refuseField("runner_id", "must be given")
	}
	r, ok := s.live(id)
	if !ok {
		return in, nil, refuseMissing(id)
	}
	return in, r, nil
}
