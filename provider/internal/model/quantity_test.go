package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

func TestParseQuantity(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2Gi": "2Gi", "0.1": "100m", "1e3": "1e3", "-1": "-1", "1e-99": "1e-9",
		// Each of these takes Kubernetes minutes, and much memory.
		"1.00000000000000000000000001e99999999": "", "1.00000000000000000000000001e-99999999": "",
		"100000000000000000000000000000e99999999": "",
		"": "", "1e": "", "1 Gi": "", "10000000000000000000000000000000000000000000000000000000000000000": "",
	} {
		q, ok := model.ParseQuantity(text)
		assert.Equal(t, want != "", ok, text)
		if ok {
			assert.Equal(t, want, q.String(), text)
		}
	}
}
