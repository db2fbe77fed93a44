package schema

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestUses: what only the server writes may grow required properties; what a program writes may not.
func TestUses(t *testing.T) {
	t.Parallel()
	inputs, outputs := uses(live(t))
	for token, input := range map[string]bool{"Policy": true, "Affinity": true, "DataPlaneStatus": false, "RunnerDeploymentSpec": false} {
		token = "coreweave-sandbox:index:" + token
		assert.Equal(t, input, inputs[token], token)
		assert.True(t, outputs[token], token)
	}
	for token := range live(t).Types {
		assert.True(t, inputs[token] || outputs[token], "nothing uses %s", token)
	}
}

func TestUsesLooksInsideOfTypes(t *testing.T) {
	t.Parallel()
	const ref = `{"$ref": "#/types/pkg:index:Outer"}`
	for name, typ := range map[string]string{
		"reference": ref,
		"list":      `{"type": "array", "items": ` + ref + `}`,
		"map":       `{"type": "object", "additionalProperties": ` + ref + `}`,
		"union":     `{"oneOf": [{"type": "string"}, ` + ref + `]}`,
	} {
		for where, text := range map[string]string{
			"config":   `"config": {"variables": {"a": ` + typ + `}}`,
			"provider": `"provider": {"inputProperties": {"a": ` + typ + `}}`,
			"input":    `"resources": {"pkg:index:Thing": {"inputProperties": {"a": ` + typ + `}}}`,
			"get":      `"resources": {"pkg:index:Thing": {"stateInputs": {"properties": {"a": ` + typ + `}}}}`,
			"list":     `"resources": {"pkg:index:Thing": {"listInputs": {"properties": {"a": ` + typ + `}}}}`,
			"argument": `"functions": {"pkg:index:find": {"inputs": {"properties": {"a": ` + typ + `}}}}`,
			"output":   `"resources": {"pkg:index:Thing": {"properties": {"a": ` + typ + `}}}`,
			"results":  `"functions": {"pkg:index:find": {"outputs": {"properties": {"a": ` + typ + `}}}}`,
			"result":   `"functions": {"pkg:index:find": {"outputs": ` + typ + `}}`,
		} {
			t.Run(name+" in "+where, func(t *testing.T) {
				t.Parallel()
				inputs, outputs := uses(parse(t, `{`+text+`, "types": {
					"pkg:index:Outer": {"type": "object", "properties": {"inner": {"$ref": "#/types/pkg:index:Inner"}}},
					"pkg:index:Inner": {"type": "object", "properties": {"outer": {"$ref": "#/types/pkg:index:Outer"}}},
					"pkg:index:Unused": {"type": "object"}
				}}`))
				want, other := inputs, outputs
				if where == "output" || where == "results" || where == "result" {
					want, other = outputs, inputs
				}
				assert.Equal(t, map[string]bool{"pkg:index:Outer": true, "pkg:index:Inner": true}, want)
				assert.Empty(t, other)
			})
		}
	}
}
