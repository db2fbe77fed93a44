package provider_test

import (
	"context"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

const urn = "urn:pulumi:test::test::coreweave-sandbox:index:ManagedRunner::runner"

// engine calls the provider's gRPC server as the Pulumi engine does, with values as they go over the wire.
type engine struct {
	t      require.TestingT
	ctx    context.Context
	server pulumirpc.ResourceProviderServer
}

// newEngine makes a configured provider that talks to the fake.
func newEngine(t testing.TB, fake *fakeapi.Running) engine {
	t.Helper()
	server, err := provider.Server(nil)
	require.NoError(t, err)
	e := engine{t: t, ctx: t.Context(), server: wired{server}}
	_, err = server.Configure(e.ctx, &pulumirpc.ConfigureRequest{
		Args: e.wire(property.NewMap(map[string]property.Value{
			"apiToken": property.New(fakeapi.DefaultToken).WithSecret(true), "apiEndpoint": property.New(fake.URL),
		})),
		AcceptSecrets: true, AcceptResources: true, SendsOldInputs: true, SendsOldInputsToDelete: true,
	})
	require.NoError(t, err)
	return e
}

// of is the engine of a test within the test.
func (e engine) of(t require.TestingT) engine {
	e.t = t
	return e
}

var marshal = plugin.MarshalOptions{KeepUnknowns: true, KeepSecrets: true, KeepResources: true, KeepByteString: true}

func (e engine) wire(m property.Map) *structpb.Struct {
	s, err := plugin.MarshalProperties(resource.ToResourcePropertyValue(property.New(m)).ObjectValue(), marshal)
	require.NoError(e.t, err)
	return s
}

func (e engine) value(s *structpb.Struct) property.Map {
	m, err := plugin.UnmarshalProperties(s, marshal)
	require.NoError(e.t, err)
	return resource.FromResourcePropertyMap(m)
}

func (e engine) check(olds, news property.Map) property.Map {
	resp, err := e.server.Check(e.ctx, &pulumirpc.CheckRequest{Urn: urn, Olds: e.wire(olds), News: e.wire(news)})
	require.NoError(e.t, err)
	require.Empty(e.t, resp.GetFailures())
	return e.value(resp.GetInputs())
}

func (e engine) create(inputs property.Map) property.Map {
	state, err := e.tryCreate(inputs, 0)
	require.NoError(e.t, err)
	return state
}

// tryCreate and tryUpdate have a time-out in seconds, as customTimeouts gives it, 0 for none.
func (e engine) tryCreate(inputs property.Map, timeout float64) (property.Map, error) {
	resp, err := e.server.Create(e.ctx, &pulumirpc.CreateRequest{Urn: urn, Properties: e.wire(inputs), Timeout: timeout})
	if err != nil {
		return property.Map{}, err
	}
	return e.value(resp.GetProperties()), nil
}

func (e engine) read(id string, inputs, state property.Map) (newInputs, newState property.Map) {
	req := &pulumirpc.ReadRequest{Urn: urn, Id: id}
	if inputs.Len() > 0 {
		req.Inputs, req.Properties = e.wire(inputs), e.wire(state)
	}
	resp, err := e.server.Read(e.ctx, req)
	require.NoError(e.t, err)
	return e.value(resp.GetInputs()), e.value(resp.GetProperties())
}

func (e engine) tryRead(inputs, state property.Map) (*pulumirpc.ReadResponse, error) {
	return e.server.Read(e.ctx, &pulumirpc.ReadRequest{
		Urn: urn, Id: runnerID, Inputs: e.wire(inputs), Properties: e.wire(state),
	})
}

func (e engine) diff(id string, state, oldInputs, inputs property.Map) []string {
	resp, err := e.server.Diff(e.ctx, &pulumirpc.DiffRequest{
		Urn: urn, Id: id, Olds: e.wire(state), OldInputs: e.wire(oldInputs), News: e.wire(inputs),
	})
	require.NoError(e.t, err)
	var paths []string
	for path := range resp.GetDetailedDiff() {
		paths = append(paths, path)
	}
	return paths
}

func (e engine) update(id string, state, oldInputs, inputs property.Map) property.Map {
	newState, err := e.send(e.updateRequest(id, state, oldInputs, inputs))
	require.NoError(e.t, err)
	return newState
}

func (e engine) tryUpdate(state, oldInputs, inputs property.Map, timeout float64) (property.Map, error) {
	req := e.updateRequest(runnerID, state, oldInputs, inputs)
	req.Timeout = timeout
	return e.send(req)
}

func (e engine) previewUpdate(state, oldInputs, inputs property.Map) property.Map {
	req := e.updateRequest(runnerID, state, oldInputs, inputs)
	req.Preview = true
	newState, err := e.send(req)
	require.NoError(e.t, err)
	return newState
}

func (e engine) updateRequest(id string, state, oldInputs, inputs property.Map) *pulumirpc.UpdateRequest {
	return &pulumirpc.UpdateRequest{
		Urn: urn, Id: id, Olds: e.wire(state), OldInputs: e.wire(oldInputs), News: e.wire(inputs),
	}
}

func (e engine) send(req *pulumirpc.UpdateRequest) (property.Map, error) {
	resp, err := e.server.Update(e.ctx, req)
	if err != nil {
		return property.Map{}, err
	}
	return e.value(resp.GetProperties()), nil
}
