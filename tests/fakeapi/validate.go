package fakeapi

import "slices"

// validateCreate checks the configuration of a new runner.
func validateCreate(doc map[string]any, policyOptional bool) violations {
	bad := validateLegacy(doc)
	root := path{}.at("managedRunner")
	for _, name := range []string{"runnerId", "clusterId", "zone"} {
		if lookupString(doc, "identity", name) == "" {
			bad.add(root.in("identity", name), "must be given")
		}
	}
	validateConfiguration(&bad, doc, root, policyOptional)
	return bad
}

// validateUpdate checks the masked parts of an updated configuration. What was
// stored before is not held against the client.
func validateUpdate(doc map[string]any, paths []maskPath, policyOptional bool) violations {
	var bad violations
	validateConfiguration(&bad, doc, path{}.at("managedRunner"), policyOptional)
	prefixes := make([]string, len(paths))
	for i, p := range paths {
		prefixes[i] = boundary(p).shown()
	}
	return bad.under(prefixes)
}

// boundary is the block that a mask path belongs to; a rule may span the block.
func boundary(p maskPath) maskPath {
	for i := range p {
		if slices.Contains(maskRoots, p[:i+1].String()) {
			return p[:i+1]
		}
	}
	return p
}

// validateConfiguration checks everything a client can set.
func validateConfiguration(bad *violations, doc map[string]any, root path, policyOptional bool) {
	// Sources disagree about a missing policy: a client of the API has to send
	// one, the console does not.
	policy := lookupObject(doc, "policy")
	if policy == nil && !policyOptional {
		bad.add(root.at("policy"), "must be given; {} is an explicit empty policy")
	}
	if spec := lookupObject(doc, "spec"); spec != nil {
		validateSpec(bad, spec, root.at("spec"))
	}
	if policy != nil {
		validatePolicy(bad, policy, root.at("policy"))
	}
}

// validateLegacy refuses values of an older API wherever they stand in a body,
// masked or not: a client that sends them expects an effect they do not have.
func validateLegacy(given map[string]any) violations {
	var bad violations
	root := path{}.at("managedRunner")
	if given["profileBindings"] != nil {
		bad.add(root.at("profileBindings"), "profile bindings belong to an older API; use policy")
	}
	if lookupBool(given, "spec", "allowPrivilegedProfileAnnotations") {
		bad.add(root.in("spec", "allowPrivilegedProfileAnnotations"), "belongs to an older API")
	}
	return bad
}

// between notes a number outside its range.
func between(bad *violations, value, low, high int, at path) {
	if value < low || value > high {
		bad.add(at, "must be between %d and %d, got %d", low, high, value)
	}
}

// notNegative notes a number below zero.
func notNegative(bad *violations, value int, at path) {
	if value < 0 {
		bad.add(at, "must not be negative, got %d", value)
	}
}

// member notes a string outside a closed set.
func member(bad *violations, value string, at path, allowed ...string) {
	if !slices.Contains(allowed, value) {
		bad.add(at, "must be one of %q, got %q", allowed, value)
	}
}
