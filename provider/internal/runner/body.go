package runner

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/canonical"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// masked is the JSON of a runner with the masked fields alone. A masked field that the runner does not have is absent,
// which resets it.
func masked(runner model.ManagedRunner, mask []string) (map[string]any, error) {
	if runner.Spec != nil && runner.Spec.ReleaseChannel == nil {
		// The channel cannot be cleared in CoreWeave's own CLI. Its default is as good as a reset.
		spec, channel := *runner.Spec, model.ReleaseChannelStable
		spec.ReleaseChannel = &channel
		runner.Spec = &spec
	}
	text, err := json.Marshal(runner)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // numbers go out as they came in
	var full map[string]any
	if err := decoder.Decode(&full); err != nil {
		return nil, err
	}
	body := map[string]any{}
	for _, path := range mask {
		if v := lookup(full, path); v != nil {
			store(body, path, v)
		}
	}
	return body, nil
}

// preserve puts back into the block at a mask path what the live runner has there that this version does not know. It
// returns the paths of what was kept, and of what could not be.
func preserve(body map[string]any, live model.ManagedRunner, path string) (kept, dropped []string) {
	unknown := live.Unknown.At(strings.Split(path, ".")...)
	if unknown == nil {
		return nil, nil
	}
	block, report := model.Preserve(lookup(body, path), unknown, messageField(path), path, sameMeaning)
	if block != nil {
		store(body, path, block)
	}
	return report.Kept, report.Dropped
}

// sameMeaning compares two JSON values of a field.
func sameMeaning(a, b any, f *model.Field) bool {
	left, errLeft := toProperty(a)
	right, errRight := toProperty(b)
	return errLeft == nil && errRight == nil && canonical.Equal(left, right, f)
}

// toProperty goes by way of text, after which numbers of every kind are of the one that property values know.
func toProperty(v any) (property.Value, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return property.Value{}, err
	}
	var plain any
	err = json.Unmarshal(text, &plain)
	return resource.FromResourcePropertyValue(resource.NewPropertyValue(plain)), err
}

// lookup finds the value at a dotted path, or nil.
func lookup(m map[string]any, path string) any {
	head, rest, nested := strings.Cut(path, ".")
	if !nested {
		return m[head]
	}
	inner, _ := m[head].(map[string]any)
	return lookup(inner, rest)
}

// store sets the value at a dotted path.
func store(m map[string]any, path string, v any) {
	head, rest, nested := strings.Cut(path, ".")
	if !nested {
		m[head] = v
		return
	}
	inner, ok := m[head].(map[string]any)
	if !ok {
		inner = map[string]any{}
		m[head] = inner
	}
	store(inner, rest, v)
}
