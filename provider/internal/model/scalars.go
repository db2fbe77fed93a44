package model

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// emptyMessage reads a message without fields whose presence is the value.
func (d *decoder) emptyMessage(v any, f *Field, path string) (plain, unknown any) {
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 {
			return true, Unknown(v)
		}
		return true, nil
	case bool:
		if v {
			return true, nil
		}
		return nil, nil
	default:
		return d.wrong(path, f)
	}
}

func (d *decoder) integer(v any, f *Field, path string) (plain, unknown any) {
	digits, ok := v.(string)
	if number, isNumber := v.(json.Number); isNumber {
		digits, ok = number.String(), true
	}
	if !ok {
		return d.wrong(path, f)
	}
	n, err := parseInteger(digits)
	switch {
	case err != nil:
		return d.wrong(path, f)
	case n > MaxInteger || n < -MaxInteger:
		return d.refuse("%s is beyond %d, the largest integer that Pulumi can hold exactly", path, MaxInteger)
	case n == 0 && !f.Presence:
		return nil, nil
	default:
		return n, nil
	}
}

// parseInteger reads decimal digits, and the exponents and fractions of zero that JSON writers may use for integers.
func parseInteger(s string) (int64, error) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, nil
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x != float64(int64(x)) || x > MaxInteger || x < -MaxInteger {
		return 0, errors.New("not an integer")
	}
	return int64(x), nil
}

// text drops what says nothing: the empty string, and the zero value of an enum.
func text(s string, f *Field) any {
	if s == "" && !f.Presence || f.Enum != nil && strings.HasSuffix(s, "_UNSPECIFIED") {
		return nil
	}
	return s
}

func zero(f *Field) any {
	return map[Kind]any{String: "", Bool: false, Int: 0, Object: map[string]any{}, List: []any{}, Map: map[string]any{}}[f.Kind]
}
