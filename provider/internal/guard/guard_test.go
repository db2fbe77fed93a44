package guard

import (
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// A life of a resource as the engine sees it: everything goes over the wire with its marks.
func TestTheWholeStack(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	var stored Args
	server := ReportMissing(serve(t, guarded(t, &Thing{
		create: func(req infer.CreateRequest[Args]) (infer.CreateResponse[State], error) {
			stored = req.Inputs
			return infer.CreateResponse[State]{ID: "id", Output: outputs(stored)}, nil
		},
		read: func(req infer.ReadRequest[Args, State]) (infer.ReadResponse[Args, State], error) {
			return infer.ReadResponse[Args, State]{ID: req.ID, Inputs: stored, State: outputs(stored)}, nil
		},
	})))
	_, err := server.Configure(ctx, &pulumirpc.ConfigureRequest{SendsOldInputs: true, SendsOldInputsToDelete: true})
	require.NoError(t, err)

	program := func(token property.Value) property.Map {
		leaf := obj(object{"labels": obj(object{"a": token, "b": str("plain-b"), "c": str("plain-c")}), "names": list()})
		return inputs(object{
			"env":   obj(object{"A": str("canary-schema")}),
			"names": list(),
			"tree":  obj(object{"child": obj(object{"child": obj(object{"nodes": list(leaf, obj(nil))})})}),
		})
	}
	leaf := func(m property.Map) property.Map {
		child := m.Get("tree").AsMap().Get("child").AsMap().Get("child").AsMap()
		return child.Get("nodes").AsArray().Get(0).AsMap().Get("labels").AsMap()
	}
	check := func(in, old property.Map) property.Map {
		resp, err := server.Check(ctx, &pulumirpc.CheckRequest{Urn: string(urn), News: marshal(t, in), Olds: marshal(t, old)})
		require.NoError(t, err)
		require.Empty(t, resp.GetFailures())
		return unmarshal(t, resp.GetInputs())
	}
	clear := func(name string, m property.Map) {
		assert.False(t, shows(m, "canary"), "%s: %#v", name, m)
		assert.True(t, str("plain-b").Equals(leaf(m).Get("b")), "%s: %#v", name, m)
		assert.True(t, str("plain-c").Equals(leaf(m).Get("c")), "%s: %#v", name, m)
		assert.True(t, list().Equals(m.Get("names")), "%s: %#v", name, m)
	}

	// A preview in which the secret is not known yet.
	checked := check(program(unknown.WithSecret(true)), property.Map{})
	clear("Check in a preview", checked)
	assert.True(t, leaf(checked).Get("a").IsComputed())
	preview, err := server.Create(ctx, &pulumirpc.CreateRequest{
		Urn: string(urn), Properties: marshal(t, checked), Preview: true,
	})
	require.NoError(t, err)
	previewed := unmarshal(t, preview.GetProperties())
	clear("Create in a preview", previewed)
	assert.True(t, leaf(previewed).Get("a").IsComputed())
	assert.True(t, unknown.WithSecret(true).Equals(previewed.Get("key")))

	// The creation.
	old := check(program(secret("canary-one")), property.Map{})
	clear("Check", old)
	assert.True(t, secret("canary-one").Equals(leaf(old).Get("a")))
	created, err := server.Create(ctx, &pulumirpc.CreateRequest{Urn: string(urn), Properties: marshal(t, old)})
	require.NoError(t, err)
	before := unmarshal(t, created.GetProperties())
	clear("Create", before)
	assert.True(t, secret("generated-key").Equals(before.Get("key")))
	assert.False(t, before.HasComputed())

	// A change of the secret.
	news := check(program(secret("canary-two")), old)
	diff, err := server.Diff(ctx, &pulumirpc.DiffRequest{
		Id: "id", Urn: string(urn), Olds: created.GetProperties(), OldInputs: marshal(t, old), News: marshal(t, news),
	})
	require.NoError(t, err)
	assert.Equal(t, pulumirpc.DiffResponse_DIFF_SOME, diff.GetChanges())
	assert.Len(t, diff.GetDetailedDiff(), 1)
	assert.True(t, diff.GetDetailedDiff()["tree.child.child.nodes[0].labels.a"].GetInputDiff())
	for _, dryRun := range []bool{true, false} {
		updated, err := server.Update(ctx, &pulumirpc.UpdateRequest{
			Id: "id", Urn: string(urn), Olds: created.GetProperties(), OldInputs: marshal(t, old), News: marshal(t, news),
			Preview: dryRun,
		})
		require.NoError(t, err)
		after := unmarshal(t, updated.GetProperties())
		clear("Update", after)
		assert.True(t, secret("canary-two").Equals(leaf(after).Get("a")), "%#v", after)
		assert.Equal(t, dryRun, after.HasComputed())
	}

	// A refresh.
	fresh, err := server.Read(ctx, &pulumirpc.ReadRequest{
		Id: "id", Urn: string(urn), Properties: created.GetProperties(), Inputs: marshal(t, old),
	})
	require.NoError(t, err)
	for _, same := range [][2]property.Map{
		{before, unmarshal(t, fresh.GetProperties())}, {old, unmarshal(t, fresh.GetInputs())},
	} {
		// What was empty the server leaves out.
		want, got := withoutEmpty(property.New(same[0]), &shape{}), withoutEmpty(property.New(same[1]), &shape{})
		assert.True(t, want.Equals(got), "%#v\n%#v", want, got)
	}
	_, err = server.Delete(ctx, &pulumirpc.DeleteRequest{Id: "id", Urn: string(urn), Properties: fresh.GetProperties()})
	require.NoError(t, err)
}

func TestEveryPieceIsInTheStack(t *testing.T) {
	t.Parallel()
	provider := guarded(t, &Thing{create: func(req infer.CreateRequest[Args]) (infer.CreateResponse[State], error) {
		if req.Inputs.Mode != nil {
			panic("canary")
		}
		return infer.CreateResponse[State]{ID: "id", Output: outputs(req.Inputs)}, nil
	}})
	ctx := running(t)
	before := inputs(object{"zone": str("a"), "names": list(str("a"))})
	old := state(t, provider, before)

	check, err := provider.Check(ctx, p.CheckRequest{Urn: urn, Inputs: inputs(object{"names": list(property.New(property.Null))})})
	require.NoError(t, err)
	assert.Equal(t, []p.CheckFailure{{Property: "names[0]", Reason: "must not be null"}}, check.Failures)

	_, err = provider.Create(ctx, p.CreateRequest{Urn: urn, Properties: inputs(object{"mode": str("fast")})})
	require.ErrorContains(t, err, "a bug in the provider")
	assert.NotContains(t, err.Error(), "canary")

	diff, err := provider.Diff(ctx, p.DiffRequest{
		ID: "id", Urn: urn, State: old.Set("former", str("x")), OldInputs: before, IgnoreChanges: []string{"zone", "names"},
		Inputs: before.Set("zone", str("b")),
	})
	require.NoError(t, err)
	assert.Equal(t, p.DiffResponse{
		DeleteBeforeReplace: true, HasChanges: true,
		DetailedDiff: map[string]p.PropertyDiff{"zone": {Kind: p.UpdateReplace, InputDiff: true}},
	}, diff)

	require.NoError(t, provider.Delete(ctx, p.DeleteRequest{ID: "id", Urn: urn, Properties: old.Set("former", str("x"))}))
}

func TestOperationsThatAProviderLacksAreUnimplemented(t *testing.T) {
	t.Parallel()
	for name, provider := range map[string]p.Provider{
		"inner": Inner(p.Provider{}, schema.PackageSpec{}),
		"outer": Outer(p.Provider{}, schema.PackageSpec{}),
	} {
		ctx := t.Context()
		errs := map[string]error{}
		_, errs["CheckConfig"] = provider.CheckConfig(ctx, p.CheckRequest{})
		_, errs["Invoke"] = provider.Invoke(ctx, p.InvokeRequest{})
		_, errs["Check"] = provider.Check(ctx, p.CheckRequest{Urn: urn})
		_, errs["Diff"] = provider.Diff(ctx, p.DiffRequest{Urn: urn})
		_, errs["Create"] = provider.Create(ctx, p.CreateRequest{Urn: urn})
		_, errs["Read"] = provider.Read(ctx, p.ReadRequest{Urn: urn})
		_, errs["Update"] = provider.Update(ctx, p.UpdateRequest{Urn: urn})
		errs["Delete"] = provider.Delete(ctx, p.DeleteRequest{Urn: urn})
		for operation, err := range errs {
			assert.Equal(t, codes.Unimplemented, status.Code(err), "%s %s: %v", name, operation, err)
		}
		assert.NoError(t, provider.Configure(ctx, p.ConfigureRequest{}))
	}
}
