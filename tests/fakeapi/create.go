package fakeapi

import "unicode/utf8"

// maxRequestID is the limit of a requestId in bytes (CONFIRMED).
const maxRequestID = 128

// create answers CreateManagedRunner. It returns as soon as the configuration is
// accepted; the installation goes on (CONFIRMED).
func (s *Server) create(body []byte) (map[string]any, *refusal) {
	if s.opts.PolicyOnly {
		return nil, refuseGeneration("CreateManagedRunner")
	}
	in, r := decode(createRequest, body, s.opts.AcceptOldNetworkNames, s.extras(nil))
	if r != nil {
		return nil, r
	}
	requestID := lookupString(in, "requestId")
	if r := s.checkRequestID(requestID); r != nil {
		return nil, r
	}
	doc := configuration(lookupObject(in, "managedRunner"))
	if bad := validateCreate(doc, s.opts.AllowMissingPolicy); len(bad) > 0 {
		return nil, refuseFields(bad)
	}
	normalise(doc)
	if original, known := s.created[requestID]; known && requestID != "" {
		return s.replay(original, doc)
	}
	return s.createNew(requestID, doc)
}

// createNew stores a runner that is no retry.
func (s *Server) createNew(requestID string, doc map[string]any) (map[string]any, *refusal) {
	id := lookupString(doc, "identity", "runnerId")
	if _, taken := s.live(id); taken {
		return nil, refuseDuplicate(id)
	}
	cluster := lookupString(doc, "identity", "clusterId")
	if other, taken := s.holder(cluster); taken {
		return nil, refuseTakenCluster(s.opts.ClusterTakenCode, cluster, other.id())
	}
	now := s.now()
	r := &runner{
		Doc: doc, PolicyRevision: 1, Created: now, Updated: now, Target: 1, Build: 1,
		CanUpdate: s.opts.UpdateAvailable,
	}
	s.begin(r)
	s.runners[id] = r
	if requestID != "" {
		s.created[requestID] = creation{RunnerID: id, Input: copyDocument(doc), Born: now}
	}
	return s.changed(s.emit(s.view(r)))
}

// checkRequestID refuses a token that the service would not store. That an
// empty one is refused is CONFIRMED for the vendor's double only.
func (s *Server) checkRequestID(id string) *refusal {
	switch {
	case id == "" && !s.opts.AllowEmptyRequestID:
		return refuseField("request_id", "a create needs a request id")
	case !utf8.ValidString(id) || len(id) > maxRequestID:
		return refuseField("request_id", "must be valid UTF-8 of at most %d bytes, got %d", maxRequestID, len(id))
	}
	return nil
}

// replay answers a create whose requestId was seen before: the same input gets
// the runner of the first call, as it is now (CONFIRMED). The answers to another
// input, and to a retry after the runner is gone, are UNKNOWN.
func (s *Server) replay(original creation, doc map[string]any) (map[string]any, *refusal) {
	if !same(original.Input, doc) {
		r := refuseField("request_id", "was used before with another input")
		r.code, r.status = s.opts.RequestIDReuseCode, s.opts.RequestIDReuseCode.status()
		return nil, r
	}
	r, ok := s.live(original.RunnerID)
	if !ok || !r.Created.Equal(original.Born) {
		r := refuseField("request_id", "belongs to managed runner %q, which was deleted since", original.RunnerID)
		r.code, r.status = s.opts.RequestIDReuseCode, s.opts.RequestIDReuseCode.status()
		return nil, r
	}
	return s.emit(s.view(r)), nil
}

// refuseGeneration says that the older server generation lacks a call.
func refuseGeneration(call string) *refusal {
	return refuse(CodeUnimplemented, "%s is not enabled on this server", call).because("CWSANDBOX_NOT_IMPLEMENTED")
}
