package fakeapi

// extras are the keys of fields and enum values that the table does not know but
// this server does: those of Options.ExtraFields, and those that the stored
// runner already has (Seed and Edit put them there). A newer server would accept
// them back at the same place; and since they are ordinary content of their
// block, they vanish when the block is replaced without them.
func (s *Server) extras(stored *runner) map[string]bool {
	keys := map[string]bool{}
	root := path{}.at("managedRunner")
	for _, name := range s.opts.ExtraFields {
		keys[root.key+"."+name] = true
	}
	if stored != nil {
		collectExtras(runnerMessage, stored.Doc, root, keys)
	}
	return keys
}

func collectExtras(m *message, doc map[string]any, at path, keys map[string]bool) {
	for name, value := range doc {
		f, known := m.find(name)
		if !known {
			keys[at.at(name).key] = true
			continue
		}
		collectValueExtras(f, value, at.at(name), keys)
	}
}

func collectValueExtras(f field, value any, at path, keys map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		if f.kind == kindMessage {
			collectExtras(f.message, value, at, keys)
		}
	case []any:
		if f.kind == kindList {
			for _, element := range value {
				collectValueExtras(*f.elem, element, at, keys)
			}
		}
	case string:
		if f.kind == kindEnum && !f.enum.has(value) {
			keys[at.key+"="+value] = true
		}
	}
}
