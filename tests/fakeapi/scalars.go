package fakeapi

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"time"
)

// quantitySyntax is the syntax of a Kubernetes quantity: a decimal number with
// a binary suffix, a decimal suffix or an exponent.
var quantitySyntax = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$`)

// scalar reads one string, bool, number, enum, time or quantity. The value is
// nil when it was refused; zero tells whether it is the zero of its type.
func (d *decoder) scalar(f field, raw any, at path) (value any, zero bool) {
	switch f.kind {
	case kindBool:
		return d.boolean(raw, at)
	case kindInt32:
		return d.integer(raw, 32, at)
	case kindInt64:
		return d.integer(raw, 64, at)
	case kindEnum:
		return d.enum(f.enum, raw, at)
	case kindTimestamp:
		return d.timestamp(raw, at)
	case kindQuantity:
		return d.quantity(raw, at)
	default:
		return d.string(raw, at)
	}
}

func (d *decoder) string(raw any, at path) (any, bool) {
	s, ok := raw.(string)
	if !ok {
		d.bad.add(at, "expected a string, got %s", jsonKind(raw))
		return nil, false
	}
	return s, s == ""
}

func (d *decoder) boolean(raw any, at path) (any, bool) {
	b, ok := raw.(bool)
	if !ok {
		d.bad.add(at, "expected a boolean, got %s", jsonKind(raw))
		return nil, false
	}
	return b, !b
}

// integer reads a whole number, given as a number or as a string (proto3 JSON
// accepts both). 32-bit values are kept as float64, the form in which
// encoding/json hands out numbers; 64-bit values as decimal text, since a double
// cannot hold them.
func (d *decoder) integer(raw any, bits int, at path) (any, bool) {
	n, err := wholeNumber(raw, bits)
	if err != nil {
		d.bad.add(at, "%v", err)
		return nil, false
	}
	if bits == 64 {
		return strconv.FormatInt(n, 10), n == 0
	}
	return float64(n), n == 0
}

func wholeNumber(raw any, bits int) (int64, error) {
	var digits string
	switch value := raw.(type) {
	case json.Number:
		digits = value.String()
	case string:
		digits = value
	default:
		return 0, fmt.Errorf("expected an integer, got %s", jsonKind(raw))
	}
	if n, err := strconv.ParseInt(digits, 10, bits); err == nil {
		return n, nil
	}
	// 1e3 and 2.0 are whole numbers too.
	f, err := strconv.ParseFloat(digits, 64)
	if err != nil || f != math.Trunc(f) {
		return 0, fmt.Errorf("%q is not an integer", digits)
	}
	limit := math.Ldexp(1, min(bits-1, 53))
	if f < -limit || f >= limit {
		return 0, fmt.Errorf("%q does not fit into int%d", digits, bits)
	}
	return int64(f), nil
}

// enum reads a value by name. A value that the stored runner holds at the same
// place is accepted too: the server that stored it knew it.
func (d *decoder) enum(e *enum, raw any, at path) (any, bool) {
	s, ok := raw.(string)
	if !ok {
		d.bad.add(at, "expected a value name of %s, got %s", e.name, jsonKind(raw))
		return nil, false
	}
	if !e.has(s) && !d.extras[at.key+"="+s] {
		d.bad.add(at, "%q is not a value of %s", s, e.name)
		return nil, false
	}
	return s, s == e.zero()
}

// timestamp reads RFC 3339 with any offset and keeps the instant in UTC.
func (d *decoder) timestamp(raw any, at path) (any, bool) {
	s, ok := raw.(string)
	if !ok {
		d.bad.add(at, "expected an RFC 3339 time, got %s", jsonKind(raw))
		return nil, false
	}
	var t time.Time
	if err := t.UnmarshalText([]byte(s)); err != nil {
		d.bad.add(at, "%q is not an RFC 3339 time", s)
		return nil, false
	}
	return formatTime(t), false
}

// formatTime is the text of a time as protobuf servers write it: UTC, with as
// many groups of three fraction digits as needed.
func formatTime(t time.Time) string {
	t = t.UTC()
	layout := "2006-01-02T15:04:05Z"
	switch ns := t.Nanosecond(); {
	case ns == 0:
	case ns%1e6 == 0:
		layout = "2006-01-02T15:04:05.000Z"
	case ns%1e3 == 0:
		layout = "2006-01-02T15:04:05.000000Z"
	default:
		layout = "2006-01-02T15:04:05.000000000Z"
	}
	return t.Format(layout)
}

func (d *decoder) quantity(raw any, at path) (any, bool) {
	s, ok := raw.(string)
	if !ok {
		d.bad.add(at, "expected a quantity as a string, got %s", jsonKind(raw))
		return nil, false
	}
	if s != "" && !quantitySyntax.MatchString(s) {
		d.bad.add(at, "%q is not a quantity", s)
		return nil, false
	}
	return s, s == ""
}
