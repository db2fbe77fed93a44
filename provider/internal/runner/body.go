package runner

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"

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

// preserve puts back into the block at a mask path what the live runner has there that this version does not know.
func preserve(ctx context.Context, body map[string]any, live model.ManagedRunner, path string) {
	unknown := live.Unknown.At(strings.Split(path, ".")...)
	if unknown == nil {
		return
	}
	block, report := model.Preserve(lookup(body, path), unknown, messageField(path), path)
	store(body, path, block)
	logger := p.GetLogger(ctx)
	if len(report.Kept) > 0 {
		logger.Warningf("runner %q has fields that this version of the provider does not know; they were kept as they are: %s",
			live.Identity.RunnerID, strings.Join(report.Kept, ", "))
	}
	if len(report.Dropped) > 0 {
		logger.Warningf("runner %q had fields that this version of the provider does not know inside what this update removes; "+
			"they were removed with it: %s", live.Identity.RunnerID, strings.Join(report.Dropped, ", "))
	}
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
