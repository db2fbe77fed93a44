package provider

import (
	"bytes"
	"context"
	"encoding/json"
)

// SchemaJSON is the package schema as it stands in schema.json.
func SchemaJSON(ctx context.Context) ([]byte, error) {
	spec, err := Schema(ctx)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(spec); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}
