package fakeapi

import (
	"encoding/json"
	"strconv"
)

// emit gives a runner the spelling that the switches ask for. doc is changed in
// place; callers hand over a copy.
func (s *Server) emit(doc map[string]any) map[string]any {
	s.emitMessage(runnerMessage, doc)
	if affinity := lookupObject(doc, "spec", "overrides", "affinity"); affinity != nil && s.opts.EmitAffinityAsString {
		raw, _ := json.Marshal(affinity) // a document always encodes
		lookupObject(doc, "spec", "overrides")["affinity"] = string(raw)
	}
	return doc
}

func (s *Server) emitMessage(m *message, doc map[string]any) {
	for _, f := range m.fields {
		if value, ok := doc[f.name]; ok {
			doc[f.name] = s.emitValue(f, value)
		} else if zero, ok := s.emitZero(f); ok {
			doc[f.name] = zero
		}
		if value, ok := doc[f.name]; ok && f.old != "" && s.opts.EmitOldNetworkNames {
			delete(doc, f.name)
			doc[f.old] = value
		}
	}
}

// emitValue respells a value; one that Seed or Edit gave another type passes.
func (s *Server) emitValue(f field, value any) any {
	switch value := value.(type) {
	case map[string]any:
		if f.kind == kindMessage {
			s.emitMessage(f.message, value)
		}
	case []any:
		if f.kind == kindList {
			for i, element := range value {
				value[i] = s.emitValue(*f.elem, element)
			}
		}
	case float64:
		if f.kind == kindInt32 && s.opts.EmitNumbersAsStrings {
			return strconv.FormatFloat(value, 'f', -1, 64)
		}
	}
	return value
}

// emitZero is what stands for an unset field, if anything does.
func (s *Server) emitZero(f field) (any, bool) {
	if f.kind == kindMessage && f.oneof == "" && s.opts.EmitNullMessages {
		return nil, true
	}
	if !s.opts.EmitZeroValues || f.keepsZero() {
		return nil, false
	}
	switch f.kind {
	case kindString, kindQuantity:
		return "", true
	case kindBool:
		return false, true
	case kindInt32:
		return s.emitValue(f, 0.0), true
	case kindInt64:
		return "0", true
	case kindEnum:
		return f.enum.zero(), true
	case kindMap:
		return map[string]any{}, true
	case kindList:
		return []any{}, true
	default: // times have presence
		return nil, false
	}
}
