package fakeapi

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTable checks the table itself: each message is what its decoder needs.
func TestTable(t *testing.T) {
	t.Parallel()
	for _, m := range []*message{createRequest, getRequest, listRequest, updateRequest, deleteRequest, applyRequest} {
		checkMessage(t, m)
	}
}

func checkMessage(t *testing.T, m *message) {
	t.Helper()
	names := map[string]bool{}
	for _, f := range m.fields {
		where := m.name + "." + f.name
		assert.NotEmpty(t, f.name, where)
		assert.False(t, names[f.name] || names[snake(f.name)], where+" is there twice")
		names[f.name], names[snake(f.name)] = true, true
		assert.Equal(t, f.name, camel(snake(f.name)), where+" survives both spellings")
		checkField(t, f, where)
	}
}

func checkField(t *testing.T, f field, where string) {
	t.Helper()
	assert.Equal(t, f.kind == kindEnum, f.enum != nil, where)
	assert.Equal(t, f.kind == kindMessage, f.message != nil, where)
	assert.Equal(t, f.kind == kindList, f.elem != nil, where)
	switch f.kind {
	case kindEnum:
		assert.True(t, strings.HasSuffix(f.enum.zero(), "_UNSPECIFIED"), where)
	case kindMessage:
		checkMessage(t, f.message)
	case kindList:
		checkField(t, *f.elem, where+"[]")
	}
}

// TestMaskRootsAreInTheTable keeps the two lists of paths together.
func TestMaskRootsAreInTheTable(t *testing.T) {
	t.Parallel()
	for _, root := range maskRoots {
		m := runnerMessage
		for name := range strings.SplitSeq(root, ".") {
			f, ok := m.find(name)
			if assert.True(t, ok, root) && f.message != nil {
				m = f.message
			}
		}
	}
	for _, f := range specMessage.fields {
		assert.Equal(t, !f.legacy, strings.Contains(strings.Join(maskRoots, " "), "spec."+f.name), f.name)
	}
}

func TestFormatTimeLikeProtobuf(t *testing.T) {
	t.Parallel()
	d := &decoder{}
	for in, want := range map[string]string{
		"2026-01-01T00:00:00Z":           "2026-01-01T00:00:00Z",
		"2026-01-01T01:30:00+01:30":      "2026-01-01T00:00:00Z",
		"2026-01-01T00:00:00.000Z":       "2026-01-01T00:00:00Z",
		"2026-01-01T00:00:00.1Z":         "2026-01-01T00:00:00.100Z",
		"2026-01-01T00:00:00.0001Z":      "2026-01-01T00:00:00.000100Z",
		"2026-01-01T00:00:00.123456789Z": "2026-01-01T00:00:00.123456789Z",
		"2025-12-31T23:00:00.5000-01:00": "2026-01-01T00:00:00.500Z",
	} {
		got, zero := d.timestamp(in, path{})
		assert.Equal(t, want, got)
		assert.False(t, zero)
	}
	assert.Empty(t, d.bad)
}

func TestQuantitySyntax(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"1", "1.5", ".5", "1.", "+1", "-1", "100m", "2Gi", "1e3", "1E3", "1E", "12e-3", "5u", "0"} {
		assert.True(t, quantitySyntax.MatchString(good), good)
	}
	for _, bad := range []string{"", "1 Gi", "Gi", "1gi", "1GiB", "1K", "1,5", "--1", "1e", "0x10", "1m5"} {
		assert.False(t, quantitySyntax.MatchString(bad), bad)
	}
}
