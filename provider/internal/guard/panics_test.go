package guard

import (
	"context"
	"errors"
	"strings"
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func panic1[Req any](context.Context, Req) error         { panic("canary") }
func panic2[Req, R any](context.Context, Req) (R, error) { panic(errors.New("canary")) }

func TestPanicsOfEveryOperationAreErrors(t *testing.T) {
	t.Parallel()
	broken := p.Provider{
		Handshake:    panic2[p.HandshakeRequest, p.HandshakeResponse],
		Parameterize: panic2[p.ParameterizeRequest, p.ParameterizeResponse],
		GetSchema:    panic2[p.GetSchemaRequest, p.GetSchemaResponse],
		Cancel:       func(context.Context) error { panic("canary") },
		CheckConfig:  panic2[p.CheckRequest, p.CheckResponse],
		DiffConfig:   panic2[p.DiffRequest, p.DiffResponse],
		Configure:    panic1[p.ConfigureRequest],
		Invoke:       panic2[p.InvokeRequest, p.InvokeResponse],
		Check:        panic2[p.CheckRequest, p.CheckResponse],
		Diff:         panic2[p.DiffRequest, p.DiffResponse],
		Create:       panic2[p.CreateRequest, p.CreateResponse],
		Read:         panic2[p.ReadRequest, p.ReadResponse],
		Update:       panic2[p.UpdateRequest, p.UpdateResponse],
		Delete:       panic1[p.DeleteRequest],
		Call:         panic2[p.CallRequest, p.CallResponse],
		Construct:    panic2[p.ConstructRequest, p.ConstructResponse],
	}
	server := serve(t, recoverPanics(broken))
	ctx := t.Context()
	calls := map[string]func() error{
		"Handshake":    func() error { _, err := server.Handshake(ctx, &pulumirpc.ProviderHandshakeRequest{}); return err },
		"Parameterize": func() error { _, err := server.Parameterize(ctx, &pulumirpc.ParameterizeRequest{}); return err },
		"GetSchema":    func() error { _, err := server.GetSchema(ctx, &pulumirpc.GetSchemaRequest{}); return err },
		"Cancel":       func() error { _, err := server.Cancel(ctx, nil); return err },
		"CheckConfig":  func() error { _, err := server.CheckConfig(ctx, &pulumirpc.CheckRequest{}); return err },
		"DiffConfig":   func() error { _, err := server.DiffConfig(ctx, &pulumirpc.DiffRequest{}); return err },
		"Configure":    func() error { _, err := server.Configure(ctx, &pulumirpc.ConfigureRequest{}); return err },
		"Invoke":       func() error { _, err := server.Invoke(ctx, &pulumirpc.InvokeRequest{}); return err },
		"Check":        func() error { _, err := server.Check(ctx, &pulumirpc.CheckRequest{}); return err },
		"Diff":         func() error { _, err := server.Diff(ctx, &pulumirpc.DiffRequest{}); return err },
		"Create":       func() error { _, err := server.Create(ctx, &pulumirpc.CreateRequest{}); return err },
		"Read":         func() error { _, err := server.Read(ctx, &pulumirpc.ReadRequest{}); return err },
		"Update":       func() error { _, err := server.Update(ctx, &pulumirpc.UpdateRequest{}); return err },
		"Delete":       func() error { _, err := server.Delete(ctx, &pulumirpc.DeleteRequest{}); return err },
		"Call": func() error {
			_, err := server.Call(ctx, &pulumirpc.CallRequest{AcceptsOutputValues: true})
			return err
		},
		"Construct": func() error {
			_, err := server.Construct(ctx, &pulumirpc.ConstructRequest{AcceptsOutputValues: true})
			return err
		},
	}
	for name, call := range calls {
		var err error
		require.NotPanics(t, func() { err = call() }, name)
		require.ErrorContains(t, err, "a bug in the provider: "+name+" panicked", name)
		assert.NotContains(t, err.Error(), "canary", name)
	}
}

func TestOnePanicEndsOneOperation(t *testing.T) {
	t.Parallel()
	thing := &Thing{create: func(req infer.CreateRequest[Args]) (infer.CreateResponse[State], error) {
		if req.Name == "name" {
			panic("canary " + req.Inputs.Region)
		}
		return infer.CreateResponse[State]{ID: "id", Output: outputs(req.Inputs)}, nil
	}}
	provider, _ := unguarded(t, thing)
	req := p.CreateRequest{Urn: urn, Properties: inputs(nil)}
	require.Panics(t, func() { _, _ = provider.Create(running(t), req) }, "fixed upstream: delete panics.go")

	provider = recoverPanics(provider)
	_, err := provider.Create(running(t), req)
	require.ErrorContains(t, err, "panicked with a value of type string")
	assert.NotContains(t, err.Error(), "canary")
	req.Urn += "2"
	resp, err := provider.Create(running(t), req)
	require.NoError(t, err)
	assert.Equal(t, "id", resp.ID)
}

func TestThePanicOfTheRuntimeKeepsItsText(t *testing.T) {
	t.Parallel()
	provider := recoverPanics(p.Provider{Delete: func(_ context.Context, req p.DeleteRequest) error {
		none := strings.Fields("")
		return errors.New(none[len(req.ID)])
	}})
	err := provider.Delete(t.Context(), p.DeleteRequest{})
	assert.ErrorContains(t, err, "index out of range")
}
