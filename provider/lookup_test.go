package provider_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

type (
	object    = map[string]any
	arguments = map[string]property.Value
)

// invoke calls a function as the engine does.
func (e engine) invoke(function string, args arguments) (property.Map, []*pulumirpc.CheckFailure, error) {
	resp, err := e.server.Invoke(e.ctx, &pulumirpc.InvokeRequest{
		Tok: "coreweave-sandbox:index:" + function, Args: e.wire(property.NewMap(args)),
	})
	if err != nil {
		return property.Map{}, nil, err
	}
	return e.value(resp.GetReturn()), resp.GetFailures(), nil
}

// found is the result of a function that must work.
func (e engine) found(function string, args arguments) property.Map {
	result, failures, err := e.invoke(function, args)
	require.NoError(e.t, err)
	require.Empty(e.t, failures)
	return result
}

func clusterID(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

// fleet makes seven runners that hold secrets: one on each cluster, in two zones and two groups.
func fleet(t *testing.T, options fakeapi.Options) (*fakeapi.Running, engine) {
	t.Helper()
	fake := fakeapi.Start(options)
	t.Cleanup(fake.Close)
	for n := range 7 {
		zone, group := "us-east-04a", "default"
		if n%2 == 1 {
			zone = "us-west-01a"
		}
		if n > 4 {
			group = "blue"
		}
		fake.Seed(object{
			"identity": object{
				"runnerId": fmt.Sprintf("runner-%d", n), "clusterId": clusterID(n), "zone": zone, "runnerGroupId": group,
			},
			"displayName": fmt.Sprintf("Runner %d", n),
			"spec":        object{"overrides": object{"env": object{"TOKEN": "canary-env"}, "labels": object{"team": "a"}}},
			"policy": object{
				"displayName": "Policy",
				"base":        object{"metadata": object{"annotations": object{"a": "canary-base"}}},
			},
		})
	}
	return fake, newEngine(t, fake)
}

// ids are the runners of a list, by their numbers.
func ids(t *testing.T, result property.Map) string {
	t.Helper()
	runners := result.Get("runners")
	require.True(t, runners.IsArray(), "%#v", runners)
	var all strings.Builder
	for _, runner := range runners.AsArray().All {
		all.WriteString(strings.TrimPrefix(runner.AsMap().Get("runnerId").AsString(), "runner-"))
	}
	return all.String()
}

// withoutMarks are the values alone. What is inside a secret is secret with it, marked or not.
func withoutMarks(t *testing.T, m property.Map) property.Map {
	t.Helper()
	s, err := plugin.MarshalProperties(resource.ToResourcePropertyMap(m), plugin.MarshalOptions{})
	require.NoError(t, err)
	plain, err := plugin.UnmarshalProperties(s, plugin.MarshalOptions{})
	require.NoError(t, err)
	return resource.FromResourcePropertyMap(plain)
}

func text(s string) property.Value { return property.New(s) }

func TestListGoesThroughAllPages(t *testing.T) {
	t.Parallel()
	fake, e := fleet(t, fakeapi.Options{PageSize: 2})
	assert.Equal(t, "0123456", ids(t, e.found("getManagedRunners", nil)))
	assert.Len(t, fake.Calls(), 4)
}

// What the server can filter it filters, so that a list of one runner is one page; the group it cannot.
func TestListIsFiltered(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		args  arguments
		want  string
		sent  object
		pages int
	}{
		{"a cluster", arguments{"clusterId": text(clusterID(3))}, "3", object{"clusterId": clusterID(3)}, 1},
		{
			"a cluster in upper case",
			arguments{"clusterId": text("AAAAAAAA-0000-4000-8000-000000000000")},
			"",
			object{"clusterId": "aaaaaaaa-0000-4000-8000-000000000000"},
			1,
		},
		{"a zone in upper case", arguments{"zone": text("US-WEST-01A")}, "135", object{"zone": "us-west-01a"}, 2},
		{"a group", arguments{"runnerGroupId": text("blue")}, "56", object{}, 4},
		{"a group in another case", arguments{"runnerGroupId": text("Blue")}, "", object{}, 4},
		{
			"a zone and a group",
			arguments{"zone": text("us-west-01a"), "runnerGroupId": text("blue")},
			"5",
			object{"zone": "us-west-01a"},
			2,
		},
		{"a zone that has none", arguments{"zone": text("eu-south-01a")}, "", object{"zone": "eu-south-01a"}, 1},
		{"an absent argument", arguments{"zone": property.Value{}}, "0123456", object{}, 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			fake, e := fleet(t, fakeapi.Options{PageSize: 2})
			assert.Equal(t, tt.want, ids(t, e.found("getManagedRunners", tt.args)))
			requests := fake.Requests()
			assert.Len(t, requests, tt.pages)
			var sent object
			require.NoError(t, json.Unmarshal(requests[0].Body, &sent))
			assert.Equal(t, tt.sent, sent)
		})
	}
}

// Older runners have the name of their cluster where newer ones have its UUID.
func TestListFindsARunnerByTheNameOfItsCluster(t *testing.T) {
	t.Parallel()
	fake, e := fleet(t, fakeapi.Options{})
	fake.Edit("runner-4", func(doc object) { doc["identity"].(object)["clusterId"] = "My-Cluster" })
	assert.Equal(t, "4", ids(t, e.found("getManagedRunners", arguments{"clusterId": text("My-Cluster")})))
}

// However much of a runner a server lists, and however it spells it, the list is the same.
func TestListSaysTheSameOfEveryServer(t *testing.T) {
	t.Parallel()
	change := func(doc object) {
		doc["installStatus"], doc["connectionStatus"] = "RUNNER_INSTALL_STATUS_FUTURE", "RUNNER_CONNECTION_STATUS_FUTURE"
	}
	var want property.Map
	for _, options := range []fakeapi.Options{
		{},
		{ListOmitsDetails: true},
		{EmitZeroValues: true, EmitNullMessages: true, EmitNumbersAsStrings: true},
	} {
		options.Clock = func() time.Time { return time.Unix(1_800_000_000, 0) }
		fake, e := fleet(t, options)
		fake.Edit("runner-1", change)
		fake.Edit("runner-2", func(doc object) { delete(doc["identity"].(object), "runnerGroupId") })
		got := e.found("getManagedRunners", nil)
		if want.Len() == 0 {
			want = got
		}
		assert.Equal(t, property.New(want), property.New(got), "%+v", options)
	}

	assert.False(t, property.New(want).HasSecrets(), "a list with one secret in it is secret as a whole")
	second := want.Get("runners").AsArray().Get(1).AsMap()
	assert.Equal(t, "RUNNER_INSTALL_STATUS_FUTURE", second.Get("installStatus").AsString())
	assert.False(t, second.Get("ready").AsBool())
	assert.True(t, want.Get("runners").AsArray().Get(0).AsMap().Get("ready").AsBool())
	for _, name := range []string{"spec", "policy", "deploymentSpec"} {
		_, has := second.GetOk(name)
		assert.False(t, has, name)
	}
}

// A runner is reported as the resource reports it, secrets included, and nothing else is secret.
func TestRunnerIsReportedAsByTheResource(t *testing.T) {
	t.Parallel()
	fake, e := fleet(t, fakeapi.Options{EmitZeroValues: true})
	got := e.found("getManagedRunner", arguments{"runnerId": text("runner-3")})
	assert.Equal(t, []string{"GetManagedRunner"}, fake.Calls())
	_, state := e.read("runner-3", property.Map{}, property.Map{})
	assert.Greater(t, got.Len(), 15)
	for name := range got.All {
		assert.Equal(t, withoutMarks(t, state).Get(name), withoutMarks(t, got).Get(name), name)
	}

	overrides := got.Get("spec").AsMap().Get("overrides").AsMap()
	assert.Equal(t, text("canary-env"), overrides.Get("env").WithSecret(false).AsMap().Get("TOKEN"))
	for name, v := range map[string]property.Value{
		"env": overrides.Get("env"), "base": got.Get("policy").AsMap().Get("base"), "deploymentSpec": got.Get("deploymentSpec"),
	} {
		assert.True(t, v.Secret(), name)
	}
	for name, v := range map[string]property.Value{
		"spec": got.Get("spec"), "policy": got.Get("policy"), "labels": overrides.Get("labels"), "ready": got.Get("ready"),
		"the policy's name": got.Get("policy").AsMap().Get("displayName"),
	} {
		assert.False(t, v.Secret(), name)
	}
}

// What a resource must refuse, for it would write the loss back, a function reports.
func TestRunnerWithoutPolicyOrSpecIsReported(t *testing.T) {
	t.Parallel()
	for _, zeros := range []bool{false, true} {
		fake, e := fleet(t, fakeapi.Options{PolicyOnly: true, EmitZeroValues: zeros, EmitNullMessages: zeros})
		fake.Edit("runner-1", func(doc object) { delete(doc, "policy") })
		got := e.found("getManagedRunner", arguments{"runnerId": text("runner-1")})
		assert.True(t, got.Get("policy").IsNull())
		assert.True(t, got.Get("spec").IsNull())
		assert.Equal(t, "Runner 1", got.Get("displayName").AsString())
	}
}

func TestArgumentsOfFunctionsAreChecked(t *testing.T) {
	t.Parallel()
	tests := []struct {
		function       string
		args           arguments
		property, want string
	}{
		{"getManagedRunner", nil, "runnerId", "is required"},
		{"getManagedRunner", arguments{"runnerId": text("")}, "runnerId", "must not be empty"},
		{"getManagedRunner", arguments{"runnerId": text(" a")}, "runnerId", "must not begin or end with a space"},
		{"getManagedRunner", arguments{"runnerId": text("a/b")}, "runnerId", "must not contain `/`"},
		{"getManagedRunner", arguments{"runnerId": property.New(1.0)}, "runnerId", "expected string, found number"},
		{"getManagedRunners", arguments{"clusterId": text("")}, "clusterId", "leave it out to list all"},
		{"getManagedRunners", arguments{"zone": text("")}, "zone", "leave it out to list all"},
		{"getManagedRunners", arguments{"zone": text("us east")}, "zone", "must not contain spaces"},
		{"getManagedRunners", arguments{"runnerGroupId": text("")}, "runnerGroupId", "leave it out to list all"},
		{"getManagedRunners", arguments{"cluster_id": text("a")}, "cluster_id", "write `clusterId`"},
		{"getManagedRunners", arguments{"installStatus": text("a")}, "installStatus", "known here: `clusterId`, `zone`, `runnerGroupId`"},
	}
	fake, e := fleet(t, fakeapi.Options{})
	for _, tt := range tests {
		_, failures, err := e.invoke(tt.function, tt.args)
		require.NoError(t, err)
		if assert.Len(t, failures, 1, "%v", tt) {
			assert.Equal(t, tt.property, failures[0].GetProperty())
			assert.Contains(t, failures[0].GetReason(), tt.want)
		}
	}
	assert.Empty(t, fake.Calls())
}

// An error says what to do, names the runner, and quotes no secret.
func TestErrorsOfFunctionsAreExplained(t *testing.T) {
	t.Parallel()
	one := arguments{"runnerId": text("runner-1")}
	secret := arguments{"clusterId": text("canary-cluster").WithSecret(true)}
	tests := []struct {
		name, function string
		args           arguments
		fault          fakeapi.Fault
		want           []string
	}{
		{
			"a missing runner", "getManagedRunner",
			arguments{"runnerId": text("nobody")},
			fakeapi.Fault{},
			[]string{`runner "nobody"`, "organization of the API token", "check the ID", "getManagedRunners"},
		},
		{
			"no authentication", "getManagedRunner", one,
			fakeapi.Fault{Code: fakeapi.CodeUnauthenticated},
			[]string{`runner "runner-1"`, "COREWEAVE_API_TOKEN"},
		},
		{
			"no permission", "getManagedRunner", one,
			fakeapi.Fault{Code: fakeapi.CodePermissionDenied},
			[]string{`runner "runner-1"`, "SANDBOX_ADMIN"},
		},
		{"a list without authentication", "getManagedRunners", nil, fakeapi.Fault{Code: fakeapi.CodeUnauthenticated}, []string{"COREWEAVE_API_TOKEN"}},
		{"a list without permission", "getManagedRunners", nil, fakeapi.Fault{Code: fakeapi.CodePermissionDenied}, []string{"SANDBOX_ADMIN"}},
		{
			"a server that quotes a secret argument", "getManagedRunners", secret,
			fakeapi.Fault{Code: fakeapi.CodeInvalidArgument, Message: "bad canary-cluster for " + fakeapi.DefaultToken},
			[]string{"invalid_argument", "[secret]"},
		},
		{
			"a server that knows no such cluster", "getManagedRunners",
			arguments{"clusterId": text(clusterID(9))},
			fakeapi.Fault{Code: fakeapi.CodeNotFound, Message: "no such cluster"},
			[]string{"no such cluster"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			fake, e := fleet(t, fakeapi.Options{})
			if tt.fault.Code != "" {
				fake.Inject(tt.fault)
			}
			_, _, err := e.invoke(tt.function, tt.args)
			require.Error(t, err)
			for _, want := range tt.want {
				assert.Contains(t, err.Error(), want)
			}
			for _, never := range []string{"canary", fakeapi.DefaultToken, "deleted elsewhere"} {
				assert.NotContains(t, err.Error(), never)
			}
		})
	}
}

// A server that is down for a moment is asked again, within a list as well.
func TestLookupIsTriedAgain(t *testing.T) {
	t.Parallel()
	fake, e := fleet(t, fakeapi.Options{PageSize: 4})
	fake.Inject(fakeapi.Fault{Call: "ListManagedRunners", Skip: 1, Code: fakeapi.CodeUnavailable})
	assert.Equal(t, "0123456", ids(t, e.found("getManagedRunners", nil)))
	assert.Len(t, fake.Calls(), 3)
}
