package guard

import (
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDifferencesAreBetweenInputs(t *testing.T) {
	t.Parallel()
	diff := func(t *testing.T, provider p.Provider) map[string]p.PropertyDiff {
		t.Helper()
		old := inputs(object{"names": list(str("a")), "mode": str("fast")})
		resp, err := provider.Diff(running(t), p.DiffRequest{
			ID: "id", Urn: urn, State: state(t, provider, old), OldInputs: old,
			Inputs: inputs(object{"names": list(str("b"), str("c")), "env": obj(object{"A": str("x")})}),
		})
		require.NoError(t, err)
		require.Len(t, resp.DetailedDiff, 4)
		return resp.DetailedDiff
	}
	provider, spec := unguarded(t, &Thing{})
	for path, d := range diff(t, provider) {
		assert.False(t, d.InputDiff, "%s: fixed upstream: delete inputdiff.go", path)
	}
	for path, d := range diff(t, compareInputs(provider, spec)) {
		assert.True(t, d.InputDiff, path)
	}
}

func TestADifferenceInAnOutputIsNone(t *testing.T) {
	t.Parallel()
	_, spec := unguarded(t, &Thing{})
	provider := compareInputs(p.Provider{Diff: stub[p.DiffRequest](nil, p.DiffResponse{DetailedDiff: map[string]p.PropertyDiff{
		"mode": {Kind: p.Update}, "status": {Kind: p.Update}, "of.the.server": {Kind: p.Update}, "not[a": {Kind: p.Update},
	}}, nil)}, spec)
	resp, err := provider.Diff(t.Context(), p.DiffRequest{Urn: urn})
	require.NoError(t, err)
	for path, d := range resp.DetailedDiff {
		assert.Equal(t, path == "mode", d.InputDiff, path)
	}
}

func TestADiffThatFailsHasNothingToCompare(t *testing.T) {
	t.Parallel()
	provider := compareInputs(deleteBeforeReplace(p.Provider{
		Diff: stub[p.DiffRequest](nil, p.DiffResponse{}, assert.AnError),
	}), schema.PackageSpec{})
	_, err := provider.Diff(t.Context(), p.DiffRequest{})
	assert.ErrorIs(t, err, assert.AnError)
}
