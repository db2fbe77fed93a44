package fakeapi

import (
	"fmt"
	"strings"
)

// violation is one thing that is wrong with a request.
type violation struct {
	field string // snake_case path, list elements with their index
	text  string
}

// violations collects everything that is wrong, so that one answer names it all.
type violations []violation

// add notes one violation.
func (v *violations) add(at path, format string, args ...any) {
	*v = append(*v, violation{field: at.shown, text: fmt.Sprintf(format, args...)})
}

// under keeps the violations at or below one of the given snake_case paths.
func (v violations) under(prefixes []string) violations {
	var kept violations
	for _, one := range v {
		for _, prefix := range prefixes {
			if one.field == prefix || strings.HasPrefix(one.field, prefix+".") || strings.HasPrefix(one.field, prefix+"[") {
				kept = append(kept, one)
				break
			}
		}
	}
	return kept
}

// path is a place in a document in two spellings: shown to the user in
// snake_case with list indices, and as a key in JSON names without indices, by
// which unknown fields are recognised.
type path struct {
	shown string
	key   string
}

// at is the path of a field of this message.
func (p path) at(name string) path {
	if p.shown == "" {
		return path{shown: snake(name), key: name}
	}
	return path{shown: p.shown + "." + snake(name), key: p.key + "." + name}
}

// in follows several field names at once.
func (p path) in(names ...string) path {
	for _, name := range names {
		p = p.at(name)
	}
	return p
}

// opaque is the path of a key inside a free-form object, which keeps its spelling.
func (p path) opaque(key string) path {
	return path{shown: p.shown + "." + key, key: p.key}
}

// index is the path of a list element.
func (p path) index(i int) path {
	return path{shown: fmt.Sprintf("%s[%d]", p.shown, i), key: p.key}
}

// entry is the path of a map entry. Keys are data and keep their spelling.
func (p path) entry(key string) path {
	return path{shown: fmt.Sprintf("%s[%q]", p.shown, key), key: p.key}
}

// snake turns a lowerCamelCase JSON name into its proto name.
func snake(name string) string {
	var out strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			out.WriteByte('_')
			r += 'a' - 'A'
		}
		out.WriteRune(r)
	}
	return out.String()
}

// camel turns a snake_case proto name into its JSON name.
func camel(name string) string {
	parts := strings.Split(name, "_")
	for i, part := range parts[1:] {
		if part != "" {
			parts[i+1] = strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return strings.Join(parts, "")
}
