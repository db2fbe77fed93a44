package fakeapi

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
)

// secondRunner is another runner on another cluster.
const secondRunner = `{"identity":{"runnerId":"other-runner","zone":"us-east-04a","clusterId":"c-2"},"policy":{}}`

func TestCreateFillsIn(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{Clock: newClock().read, ClusterNames: map[string]string{"c-1": "main"}})
	got := requireOK(t, create(t, fake, `{"identity":{"runnerId":"r","zone":"US-East-04A","clusterId":"c-1","clusterName":"given"},
		"policy":{},"etag":"mine","installStatus":"RUNNER_INSTALL_STATUS_FAILED","targetRevision":7,
		"profileBindings":[],"createTime":"2020-01-01T00:00:00Z"}`))
	delete(got, "deploymentSpec")
	assert.Equal(t, map[string]any{
		"identity": map[string]any{
			"runnerId": "r", "runnerGroupId": "default", "zone": "us-east-04a",
			"clusterId": "c-1", "clusterName": "main",
		},
		"spec":                map[string]any{"releaseChannel": "RELEASE_CHANNEL_STABLE"},
		"policy":              map[string]any{},
		"etag":                "etag-1",
		"installStatus":       "RUNNER_INSTALL_STATUS_READY",
		"connectionStatus":    "RUNNER_CONNECTION_STATUS_CONNECTED",
		"activeConfigVersion": "config-1",
		"activeRevision":      1.0,
		"targetRevision":      1.0,
		"createTime":          "2026-08-01T12:00:00Z",
		"updateTime":          "2026-08-01T12:00:00Z",
		"lastHeartbeatTime":   "2026-08-01T12:00:00Z",
	}, got, "output fields of the request are ignored")
}

func TestCreateRequestID(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{})
	for name, id := range map[string]string{"empty": "", "too long": strings.Repeat("x", 129), "too many bytes": strings.Repeat("é", 65)} {
		r := createWith(t, fake, id, minimal)
		requireRefused(t, r, CodeInvalidArgument)
		assert.Equal(t, []string{"request_id"}, fields(r), name)
	}
	requireOK(t, createWith(t, fake, strings.Repeat("é", 64), minimal))
	fake.Reconfigure(func(o *Options) { o.AllowEmptyRequestID = true })
	requireOK(t, createWith(t, fake, "", secondRunner))
	requireRefused(t, createWith(t, fake, "", secondRunner), CodeAlreadyExists)
}

func TestCreateRetry(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{})
	requireOK(t, createWith(t, fake, "one", minimal))
	fake.Edit("test-runner", func(doc map[string]any) { doc["displayName"] = "edited" })

	again := requireOK(t, createWith(t, fake, "one", minimal))
	assert.Equal(t, "edited", again["displayName"], "a retry shows the runner as it is now")
	assert.Len(t, fake.Runners(), 1)

	r := createWith(t, fake, "one", secondRunner)
	requireRefused(t, r, CodeInvalidArgument)
	assert.Equal(t, []string{"request_id"}, fields(r))
	fake.Reconfigure(func(o *Options) { o.RequestIDReuseCode = CodeAlreadyExists })
	requireRefused(t, createWith(t, fake, "one", secondRunner), CodeAlreadyExists)

	fake.Remove("test-runner")
	requireRefused(t, createWith(t, fake, "one", minimal), CodeAlreadyExists)
	requireOK(t, createWith(t, fake, "two", minimal))
	requireRefused(t, createWith(t, fake, "one", minimal), CodeAlreadyExists)
}

func TestCreateIsUnique(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	r := create(t, fake, strings.ReplaceAll(secondRunner, "other-runner", "test-runner"))
	requireRefused(t, r, CodeAlreadyExists)
	assert.Equal(t, "test-runner", detail[*errdetails.ResourceInfo](r).GetResourceName())

	r = create(t, fake, strings.ReplaceAll(minimal, "test-runner", "late-runner"))
	requireRefused(t, r, CodeFailedPrecondition)
	assert.Contains(t, r.message, `already hosts managed runner "test-runner"`)
	assert.Equal(t, "test-runner", detail[*errdetails.ErrorInfo](r).GetMetadata()["runner_id"])
	assert.Len(t, detail[*errdetails.PreconditionFailure](r).GetViolations(), 1)

	fake.Reconfigure(func(o *Options) { o.ClusterTakenCode = CodeAlreadyExists })
	r = create(t, fake, strings.ReplaceAll(minimal, "test-runner", "late-runner"))
	requireRefused(t, r, CodeAlreadyExists)
	assert.Equal(t, "test-runner", detail[*errdetails.ResourceInfo](r).GetResourceName())
}

func TestCreateWithoutPolicy(t *testing.T) {
	t.Parallel()
	bare := `{"identity":{"runnerId":"test-runner","zone":"z","clusterId":"c"}}`
	fake := start(t, Options{AllowMissingPolicy: true})
	got := requireOK(t, create(t, fake, bare))
	assert.NotContains(t, got, "policy")
	assert.NotContains(t, got, "etag")
	got = requireOK(t, update(t, fake, "policy", `{"policy":{}}`))
	assert.Equal(t, "etag-2", got["etag"], "the first policy needs no etag")

	fake = start(t, Options{AllowMissingPolicy: true, EtagWithoutPolicy: true})
	got = requireOK(t, create(t, fake, bare))
	assert.Equal(t, "etag-1", got["etag"])
	requireRefused(t, update(t, fake, "policy", `{"policy":{}}`), CodeFailedPrecondition)
}

func TestPolicyOnlyServer(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{PolicyOnly: true})
	assert.NotContains(t, requireOK(t, get(t, fake, "test-runner")), "spec")
	requireOK(t, update(t, fake, "policy", `{"policy":{},"etag":"etag-1"}`))
	requireRefused(t, update(t, fake, "displayName", `{"displayName":"x"}`), CodeInvalidArgument)
	for _, call := range []string{"CreateManagedRunner", "DeleteManagedRunner", "ApplyAvailableUpdate"} {
		r := post(t, fake, call, `{"runnerId":"test-runner"}`)
		requireRefused(t, r, CodeUnimplemented)
		assert.Equal(t, "CWSANDBOX_NOT_IMPLEMENTED", detail[*errdetails.ErrorInfo](r).GetReason())
	}
}

func TestExtraFieldsOfANewerServer(t *testing.T) {
	t.Parallel()
	runner := `{` + identityJSON + `,"policy":{"constraints":{"future_limit":{"deep":[1,null]}}},
		"spec":{"overrides":{"tolerations":[{"key":"a","seconds":"5"}]}}}`
	fake := start(t, Options{})
	requireRefused(t, create(t, fake, runner), CodeInvalidArgument)
	fake.Reconfigure(func(o *Options) {
		o.ExtraFields = []string{"policy.constraints.futureLimit", "spec.overrides.tolerations.seconds"}
	})
	got := requireOK(t, create(t, fake, runner))
	assert.Equal(t, map[string]any{"deep": []any{1.0, nil}}, lookup(got, "policy", "constraints", "futureLimit"))
	assert.Equal(t, "5", lookupString(lookupList(got, "spec", "overrides", "tolerations")[0], "seconds"))
}

func TestOldNetworkNamesOnInput(t *testing.T) {
	t.Parallel()
	policy := func(rule string) string {
		return `{` + identityJSON + `,"policy":{"constraints":{"network":{"denyDns":true,"allowedEgress":[` + rule + `]}}}}`
	}
	fake := start(t, Options{AcceptOldNetworkNames: true})
	r := create(t, fake, policy(`{"dnsName":"*.example.com","https_hostname":"example.com"}`))
	requireRefused(t, r, CodeInvalidArgument)
	assert.Contains(t, r.message, "cannot set both")
	got := requireOK(t, create(t, fake, policy(`{"dns_name":"*.example.com","dnsNameExcept":["a.example.com"]}`)))
	assert.Equal(t, map[string]any{
		"denyHttpsHostnameRules": true,
		"allowedEgress":          []any{map[string]any{"httpsHostname": "*.example.com", "httpsHostnameExcept": []any{"a.example.com"}}},
	}, lookup(got, "policy", "constraints", "network"))
}
