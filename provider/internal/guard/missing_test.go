package guard

import (
	"errors"
	"testing"

	"github.com/pulumi/pulumi-go-provider/infer"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMissingResources(t *testing.T) {
	t.Parallel()
	thing := &Thing{read: func(req infer.ReadRequest[Args, State]) (infer.ReadResponse[Args, State], error) {
		switch req.ID {
		case "gone":
			return infer.ReadResponse[Args, State]{}, nil
		case "broken":
			return infer.ReadResponse[Args, State]{}, errors.New("broken")
		default:
			return infer.ReadResponse[Args, State](req), nil
		}
	}}
	provider, _ := unguarded(t, thing)
	before := marshal(t, state(t, provider, inputs(nil)))
	requests := map[string]*pulumirpc.ReadRequest{
		"import or get": {Urn: string(urn)},
		"refresh":       {Urn: string(urn), Properties: before, Inputs: marshal(t, inputs(nil))},
	}
	for name, req := range requests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bare := serve(t, provider)
			guarded := ReportMissing(bare)
			req.Id = "gone"

			resp, err := bare.Read(t.Context(), req)
			require.NoError(t, err)
			require.NotEmpty(t, resp.GetProperties().GetFields(), "fixed upstream: delete missing.go")

			resp, err = guarded.Read(t.Context(), req)
			require.NoError(t, err)
			assert.Empty(t, resp.GetId())
			assert.Nil(t, resp.GetProperties(), "an empty object would be a resource")
			assert.Nil(t, resp.GetInputs())

			req.Id = "here"
			resp, err = guarded.Read(t.Context(), req)
			require.NoError(t, err)
			assert.Equal(t, "here", resp.GetId())
			assert.NotEmpty(t, resp.GetProperties().GetFields())

			req.Id = "broken"
			resp, err = guarded.Read(t.Context(), req)
			require.ErrorContains(t, err, "broken")
			assert.Nil(t, resp.GetProperties())
		})
	}
}
