package guard

import (
	"context"
	"strings"
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/structpb"
)

// A provider made to meet every defect of infer: one resource, Thing, whose operations a test can replace.
type (
	Thing struct {
		check  func(infer.CheckRequest) (infer.CheckResponse[Args], error)
		create func(infer.CreateRequest[Args]) (infer.CreateResponse[State], error)
		read   func(infer.ReadRequest[Args, State]) (infer.ReadResponse[Args, State], error)
		update func(infer.UpdateRequest[Args, State]) (infer.UpdateResponse[State], error)
		delete func(infer.DeleteRequest[State]) error
	}

	// Core is what inputs and outputs share.
	Core struct {
		Region string            `pulumi:"region" provider:"replaceOnChanges"`
		Zone   *string           `pulumi:"zone,optional" provider:"replaceOnChanges"`
		Mode   *Mode             `pulumi:"mode,optional"`
		Env    map[string]string `pulumi:"env,optional" provider:"secret"`
		Free   map[string]any    `pulumi:"free,optional"`
		Names  []string          `pulumi:"names,optional"`
		Tree   *Node             `pulumi:"tree,optional"`
		Vault  *Vault            `pulumi:"vault,optional"`
	}

	Args struct {
		Core
		Size      *string `pulumi:"size,optional"` // a number among the outputs
		WriteOnly *string `pulumi:"writeOnly,optional"`
	}

	State struct {
		Core
		Size    float64  `pulumi:"size"`
		Key     string   `pulumi:"key" provider:"secret"`
		Status  Status   `pulumi:"status"`
		History []Status `pulumi:"history"`
	}

	// Node nests without end.
	Node struct {
		Text   *string           `pulumi:"text,optional"`
		Other  *string           `pulumi:"other,optional"`
		Count  *int              `pulumi:"count,optional"`
		Names  []string          `pulumi:"names,optional"`
		Labels map[string]string `pulumi:"labels,optional"`
		Child  *Node             `pulumi:"child,optional"`
		Nodes  []Node            `pulumi:"nodes,optional"`
		ByName map[string]Node   `pulumi:"byName,optional"`
	}

	Vault struct {
		Logins map[string]Login `pulumi:"logins"`
	}

	Login struct {
		User     string `pulumi:"user"`
		Password string `pulumi:"password" provider:"secret"`
	}

	Status struct {
		Phase  string         `pulumi:"phase"`
		Ready  bool           `pulumi:"ready"`
		Mode   Mode           `pulumi:"mode"`
		Level  Level          `pulumi:"level"`
		Detail any            `pulumi:"detail"`
		Labels map[string]any `pulumi:"labels"`
		Keys   []Login        `pulumi:"keys"`
	}

	Mode  string
	Level int

	Config struct {
		Token    *string `pulumi:"token,optional" provider:"secret"`
		Endpoint *string `pulumi:"endpoint,optional"`
	}
)

func (Mode) Values() []infer.EnumValue[Mode] {
	return []infer.EnumValue[Mode]{{Name: "fast", Value: "fast"}, {Name: "slow", Value: "slow"}}
}

func (Level) Values() []infer.EnumValue[Level] {
	return []infer.EnumValue[Level]{{Name: "one", Value: 1}}
}

func (r *Thing) Check(ctx context.Context, req infer.CheckRequest) (infer.CheckResponse[Args], error) {
	if r.check != nil {
		return r.check(req)
	}
	args, failures, err := infer.DefaultCheck[Args](ctx, req.NewInputs)
	return infer.CheckResponse[Args]{Inputs: args, Failures: failures}, err
}

func (r *Thing) Create(_ context.Context, req infer.CreateRequest[Args]) (infer.CreateResponse[State], error) {
	if r.create != nil {
		return r.create(req)
	}
	return infer.CreateResponse[State]{ID: "id", Output: outputs(req.Inputs)}, nil
}

func (r *Thing) Read(_ context.Context, req infer.ReadRequest[Args, State]) (infer.ReadResponse[Args, State], error) {
	if r.read != nil {
		return r.read(req)
	}
	return infer.ReadResponse[Args, State](req), nil
}

func (r *Thing) Update(_ context.Context, req infer.UpdateRequest[Args, State]) (infer.UpdateResponse[State], error) {
	if r.update != nil {
		return r.update(req)
	}
	return infer.UpdateResponse[State]{Output: outputs(req.Inputs)}, nil
}

func (r *Thing) Delete(_ context.Context, req infer.DeleteRequest[State]) (infer.DeleteResponse, error) {
	if r.delete != nil {
		return infer.DeleteResponse{}, r.delete(req)
	}
	return infer.DeleteResponse{}, nil
}

func outputs(args Args) State {
	status := Status{Phase: "up", Mode: "fast", Level: 1, Detail: "", Labels: map[string]any{}, Keys: []Login{{"root", "hidden-key"}}}
	return State{Core: args.Core, Size: 7, Key: "generated-key", Status: status, History: []Status{status}}
}

const urn = resource.URN("urn:pulumi:stack::project::test:guard:Thing::name")

// unguarded is what infer makes of the resource.
func unguarded(t require.TestingT, thing *Thing) (p.Provider, schema.PackageSpec) {
	provider, err := infer.NewProviderBuilder().
		WithNamespace("test").
		WithResources(infer.Resource(thing)).
		WithConfig(infer.Config(&Config{})).
		Build()
	require.NoError(t, err)
	spec, err := p.GetSchema(context.Background(), "test", "1.0.0", provider)
	require.NoError(t, err)
	return provider, spec
}

func guarded(t require.TestingT, thing *Thing) p.Provider {
	provider, spec := unguarded(t, thing)
	return Outer(Inner(provider, spec), spec)
}

// running is a context such as the gRPC server makes for an engine that sends old inputs: infer's Diff needs one.
func running(t testing.TB) context.Context {
	t.Helper()
	var ctx context.Context
	server := serve(t, p.Provider{Configure: func(c context.Context, _ p.ConfigureRequest) error {
		ctx = c
		return nil
	}})
	_, err := server.Configure(t.Context(), &pulumirpc.ConfigureRequest{SendsOldInputs: true, SendsOldInputsToDelete: true})
	require.NoError(t, err)
	return ctx
}

func serve(t testing.TB, provider p.Provider) pulumirpc.ResourceProviderServer {
	t.Helper()
	server, err := p.RawServer("test", "1.0.0", provider)(nil)
	require.NoError(t, err)
	return server
}

type object = map[string]property.Value

var unknown = property.New(property.Computed)

func str(s string) property.Value    { return property.New(s) }
func secret(s string) property.Value { return property.New(s).WithSecret(true) }
func obj(m object) property.Value    { return property.New(property.NewMap(m)) }
func list(v ...property.Value) property.Value {
	return property.New(append([]property.Value{}, v...))
}

// inputs are valid ones with the given properties.
func inputs(m object) property.Map {
	return property.NewMap(m).Set("region", str("eu"))
}

// state is what the provider stores for inputs.
func state(t testing.TB, provider p.Provider, in property.Map) property.Map {
	t.Helper()
	resp, err := provider.Create(running(t), p.CreateRequest{Urn: urn, Properties: in})
	require.NoError(t, err)
	return resp.Properties
}

// shows reports whether a text is in the clear anywhere in a map.
func shows(m property.Map, text string) bool {
	found := false
	texts(property.New(m), false, func(s string, secret bool) { found = found || !secret && strings.Contains(s, text) })
	return found
}

// stub is an operation that notes its request and answers.
func stub[Req, Resp any](seen *Req, resp Resp, err error) func(context.Context, Req) (Resp, error) {
	return func(_ context.Context, req Req) (Resp, error) {
		if seen != nil {
			*seen = req
		}
		return resp, err
	}
}

// marshal is a map as it goes over the wire.
func marshal(t testing.TB, m property.Map) *structpb.Struct {
	t.Helper()
	s, err := plugin.MarshalProperties(resource.ToResourcePropertyMap(m), plugin.MarshalOptions{
		KeepUnknowns: true, KeepSecrets: true, KeepResources: true,
	})
	require.NoError(t, err)
	return s
}

func unmarshal(t testing.TB, s *structpb.Struct) property.Map {
	t.Helper()
	m, err := plugin.UnmarshalProperties(s, plugin.MarshalOptions{KeepUnknowns: true, KeepSecrets: true, KeepResources: true})
	require.NoError(t, err)
	return resource.FromResourcePropertyMap(m)
}
