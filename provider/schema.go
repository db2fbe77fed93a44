package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/runner"
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

// describeEnums adds to the schema what infer leaves out of it.
func describeEnums(provider p.Provider) p.Provider {
	inner := provider.GetSchema
	provider.GetSchema = func(ctx context.Context, req p.GetSchemaRequest) (p.GetSchemaResponse, error) {
		resp, err := inner(ctx, req)
		if err != nil {
			return resp, err
		}
		var spec schema.PackageSpec
		if err := json.Unmarshal([]byte(resp.Schema), &spec); err != nil {
			return resp, fmt.Errorf("reading the schema: %w", err)
		}
		for name, description := range model.EnumDescriptions {
			token := fmt.Sprintf("%s:%s:%s", Name, runner.Module, name)
			enum, ok := spec.Types[token]
			if !ok {
				return resp, fmt.Errorf("the schema has no enum %s", token)
			}
			enum.Description = description
			spec.Types[token] = enum
		}
		text, err := json.Marshal(spec)
		return p.GetSchemaResponse{Schema: string(text)}, err
	}
	return provider
}
