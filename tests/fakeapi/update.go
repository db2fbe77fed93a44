package fakeapi

import "slices"

// update answers UpdateManagedRunner.
func (s *Server) update(body []byte) (map[string]any, *refusal) {
	in, r, refused := s.named(updateRequest, body)
	if refused != nil {
		return nil, refused
	}
	paths, refused := s.readMask(lookupString(in, "updateMask"))
	if refused != nil {
		return nil, refused
	}
	given := lookupObject(in, "managedRunner")
	if given == nil {
		return nil, refuseField("managed_runner", "must be given")
	}
	if bad := validateLegacy(given); len(bad) > 0 {
		return nil, refuseFields(bad)
	}
	next := applyMask(r.Doc, configuration(given), paths)
	if bad := validateUpdate(next, paths, s.opts.AllowMissingPolicy); len(bad) > 0 {
		return nil, refuseFields(bad)
	}
	normalise(next)
	if r.Deleting {
		return nil, refuseDeleting(r.id())
	}
	if touchesPolicy(paths) {
		if refused := s.checkEtag(r, lookupString(given, "etag")); refused != nil {
			return nil, refused
		}
	}
	s.commit(r, next, touchesPolicy(paths))
	return s.changed(s.emit(s.view(r)))
}

// touchesPolicy tells whether a mask replaces the policy or a part of it.
func touchesPolicy(paths []maskPath) bool {
	return slices.ContainsFunc(paths, func(p maskPath) bool { return p[0] == "policy" })
}

// checkEtag compares the etag of a policy update. Code and text of a stale one
// are those of the vendor's double, the metadata is what the vendor's client
// looks for (both CONFIRMED); the reason is UNKNOWN, and so is the answer to a
// missing etag.
func (s *Server) checkEtag(r *runner, given string) *refusal {
	current := r.etag(s.opts.EtagWithoutPolicy)
	if given == current {
		return nil
	}
	if given == "" && s.opts.MissingEtagCode != "" {
		missing := refuseField("managed_runner.etag", "a policy update needs the etag of the policy it replaces")
		missing.code, missing.status = s.opts.MissingEtagCode, s.opts.MissingEtagCode.status()
		return missing
	}
	return refuse(CodeFailedPrecondition, "managed_runner.etag is stale; reload the runner and retry").
		because(s.opts.StaleEtagReason, "current_etag", current)
}

// commit stores a new configuration. Every accepted policy update makes a new
// etag, other paths leave it alone (as the vendor's double does).
func (s *Server) commit(r *runner, next map[string]any, policy bool) {
	if policy {
		r.bumpPolicy()
	}
	moved := s.configChanged(r.Doc, next)
	r.Doc = next
	r.Updated = s.now()
	if moved {
		s.reconfigured(r)
	}
}

// configChanged tells whether a change needs a rollout. That a policy change
// and a new display name do not is UNKNOWN.
func (s *Server) configChanged(before, after map[string]any) bool {
	return !same(before["spec"], after["spec"]) ||
		lookupString(before, "identity", "runnerGroupId") != lookupString(after, "identity", "runnerGroupId") ||
		s.opts.PolicyBumpsRevision && !same(before["policy"], after["policy"])
}
