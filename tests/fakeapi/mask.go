package fakeapi

import (
	"slices"
	"strings"
)

// maskPath is a path of an update mask in JSON names.
type maskPath []string

func (p maskPath) String() string { return strings.Join(p, ".") }

// shown is the place of the path in the request, in snake_case.
func (p maskPath) shown() string { return path{}.at("managedRunner").in(p...).shown }

// maskRoots are the paths that can be replaced (CONFIRMED: the official client
// sends these). Each is a replacement boundary: its block is replaced whole.
var maskRoots = []string{
	"displayName",
	"identity.runnerGroupId",
	"policy",
	"spec.dataPlane",
	"spec.enforceResourceLimits",
	"spec.imagePull",
	"spec.maintenancePolicy",
	"spec.overrides",
	"spec.releaseChannel",
	"spec.tenantMetrics",
	"spec.volumes",
}

// immutable are the paths a reader may expect to be mutable.
var immutable = []string{"identity", "identity.runnerId", "identity.clusterId", "identity.zone", "identity.clusterName"}

// readMask reads a proto3 JSON field mask: one string of comma separated
// lowerCamelCase paths. snake_case paths are accepted too, since a REST front
// may pass them on (UNKNOWN). The sibling services read an empty mask and "*" as
// a full replacement, the vendor's double of this one refuses them.
func (s *Server) readMask(mask string) ([]maskPath, *refusal) {
	if mask == "" || mask == "*" {
		return nil, refuseField("update_mask", "must name the paths to update")
	}
	var paths []maskPath
	for text := range strings.SplitSeq(mask, ",") {
		p, r := s.readMaskPath(text)
		if r != nil {
			return nil, r
		}
		paths = append(paths, p)
	}
	return paths, nil
}

func (s *Server) readMaskPath(text string) (maskPath, *refusal) {
	p := maskPath(strings.Split(text, "."))
	for i, name := range p {
		p[i] = camel(name)
	}
	whole := p.String()
	switch {
	case s.opts.PolicyOnly && whole != "policy":
		return nil, refuseField("update_mask", "this server updates the path policy only, not %q", text)
	case slices.Contains(maskRoots, whole):
		return p, nil
	case slices.Contains(immutable, whole):
		return nil, refuseField("update_mask", "%q cannot be updated", text)
	case whole == "spec":
		return nil, refuseField("update_mask", "name the children of spec, not spec itself")
	}
	return p, s.checkDeepPath(p, text)
}

// checkDeepPath looks at a path below a replacement boundary. Whether the real
// service takes those is UNKNOWN; the vendor's double does.
func (s *Server) checkDeepPath(p maskPath, text string) *refusal {
	unknown := refuseField("update_mask", "unknown path %q", text)
	boundary := slices.ContainsFunc(maskRoots, func(root string) bool { return strings.HasPrefix(p.String(), root+".") })
	if !boundary {
		return unknown
	}
	m := runnerMessage
	for i, name := range p {
		f, ok := m.find(name)
		if !ok || i < len(p)-1 && f.kind != kindMessage {
			return unknown
		}
		m = f.message
	}
	if !s.opts.DeepMasks {
		return refuseField("update_mask", "%q lies below a block that is replaced as a whole", text)
	}
	return nil
}

// applyMask is the stored document with the masked paths taken from the given
// one. A masked path without a value is cleared (CONFIRMED); everything else in
// the given document is ignored (CONFIRMED).
func applyMask(stored, given map[string]any, paths []maskPath) map[string]any {
	next := copyDocument(stored)
	for _, p := range paths {
		value := plain(lookup(given, p...))
		last := len(p) - 1
		if value == nil {
			delete(lookupOrEmpty(next, p[:last]), p[last])
			continue
		}
		parent := next
		for _, name := range p[:last] {
			parent = child(parent, name)
		}
		parent[p[last]] = value
	}
	return next
}

// lookupOrEmpty is the object at a place, or one that nobody keeps.
func lookupOrEmpty(doc map[string]any, p maskPath) map[string]any {
	if object := lookupObject(doc, p...); object != nil {
		return object
	}
	return map[string]any{}
}
