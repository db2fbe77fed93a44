package guard

import (
	"context"
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Pair is a resource whose one output depends on two inputs, both of which may be absent.
type (
	Pair     struct{}
	PairArgs struct {
		One *string `pulumi:"one,optional"`
		Two *string `pulumi:"two,optional"`
	}
	PairState struct {
		PairArgs
		Sum string `pulumi:"sum"`
	}
)

func (Pair) Create(_ context.Context, req infer.CreateRequest[PairArgs]) (infer.CreateResponse[PairState], error) {
	return infer.CreateResponse[PairState]{ID: "id", Output: PairState{PairArgs: req.Inputs, Sum: "1"}}, nil
}

func (Pair) Update(
	_ context.Context, req infer.UpdateRequest[PairArgs, PairState],
) (infer.UpdateResponse[PairState], error) {
	return infer.UpdateResponse[PairState]{Output: PairState{PairArgs: req.Inputs, Sum: req.State.Sum}}, nil
}

func TestPreviewSeesInputsThatAreNew(t *testing.T) {
	t.Parallel()
	provider, err := infer.NewProviderBuilder().WithNamespace("test").WithResources(infer.Resource(Pair{})).Build()
	require.NoError(t, err)
	const pair = "urn:pulumi:stack::project::test:guard:Pair::pair"
	one := property.NewMap(object{"one": str("a")})
	both := one.Set("two", str("b"))
	preview := func(t *testing.T, provider p.Provider, news property.Map) property.Map {
		t.Helper()
		created, err := provider.Create(running(t), p.CreateRequest{Urn: pair, Properties: one})
		require.NoError(t, err)
		resp, err := provider.Update(running(t), p.UpdateRequest{
			ID: "id", Urn: pair, State: created.Properties, OldInputs: one, Inputs: news, DryRun: true,
		})
		require.NoError(t, err)
		return resp.Properties
	}

	t.Run("infer has the defect", func(t *testing.T) {
		t.Parallel()
		assert.False(t, preview(t, provider, both).Get("sum").IsComputed(), "fixed upstream: delete additions.go")
	})

	t.Run("guarded", func(t *testing.T) {
		t.Parallel()
		provider := noteAdditions(provider)
		assert.True(t, preview(t, provider, both).Get("sum").IsComputed())
		assert.True(t, preview(t, provider, both).Get("two").Equals(str("b")))
		assert.False(t, preview(t, provider, one).Get("sum").IsComputed(), "nothing is new")
	})
}
