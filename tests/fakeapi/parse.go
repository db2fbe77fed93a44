package fakeapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxDepth bounds the nesting of a document.
const maxDepth = 200

// parse reads one JSON value into maps, slices, strings, bools, nil and
// json.Number. Unlike encoding/json it refuses what a proto3 JSON parser
// refuses: repeated names, invalid UTF-8, an empty body, anything after the end.
func parse(body []byte) (any, error) {
	if !utf8.Valid(body) {
		return nil, errors.New("the body is not valid UTF-8")
	}
	in := json.NewDecoder(bytes.NewReader(body))
	in.UseNumber()
	value, err := parseValue(in, 0)
	if err != nil {
		return nil, err
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the body continues after the JSON value")
	}
	return value, nil
}

func parseValue(in *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nested deeper than %d levels", maxDepth)
	}
	token, err := in.Token()
	if err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	switch token {
	case json.Delim('{'):
		return parseObject(in, depth)
	case json.Delim('['):
		return parseArray(in, depth)
	}
	return token, nil
}

func parseObject(in *json.Decoder, depth int) (any, error) {
	out := map[string]any{}
	for in.More() {
		token, err := in.Token()
		if err != nil {
			return nil, fmt.Errorf("not JSON: %w", err)
		}
		name, _ := token.(string) // the decoder lets only strings through here
		if _, twice := out[name]; twice {
			return nil, fmt.Errorf("name %q appears twice in one object", name)
		}
		if out[name], err = parseValue(in, depth+1); err != nil {
			return nil, err
		}
	}
	_, err := in.Token()
	return out, err
}

func parseArray(in *json.Decoder, depth int) (any, error) {
	out := []any{}
	for in.More() {
		value, err := parseValue(in, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, value)
	}
	_, err := in.Token()
	return out, err
}

// jsonKind names the JSON type of a parsed value, for messages.
func jsonKind(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case json.Number, float64:
		return "a number"
	case string:
		return "a string"
	case []any:
		return "an array"
	default:
		return "an object"
	}
}
