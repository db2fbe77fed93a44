package model_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// Every form in which a server may write a value, and the form in which the provider writes it.
func TestDecodeReadsEveryFormOfTheServer(t *testing.T) {
	t.Parallel()
	const (
		anywhere = `{"any":true}`
		required = `{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"k","operator":"In","values":["v"]}]}]}}}`
	)
	tests := []struct{ name, server, want string }{
		{"camel case", spec(`{"dataPlane":{"clusterIp":{}}}`), spec(`{"dataPlane":{"clusterIp":{}}}`)},
		{
			"snake case", spec(`{"data_plane":{"cluster_ip":{"annotations":{"snake_key":"v"}}}}`),
			spec(`{"dataPlane":{"clusterIp":{"annotations":{"snake_key":"v"}}}}`),
		},
		{
			"snake case of names with digits and acronyms", policy(`{"control_plane_access":{"source_ip_allowlist":{"cidrs":["10.0.0.0/8"]}}}`),
			policy(`{"controlPlaneAccess":{"sourceIpAllowlist":{"cidrs":["10.0.0.0/8"]}}}`),
		},
		{
			"snake case of the identity", `{"identity":{"runner_id":"r","zone":"z","cluster_id":"c","runner_group_id":"g"},"display_name":"n"}`,
			`{"identity":{"runnerId":"r","zone":"z","clusterId":"c","runnerGroupId":"g"},"displayName":"n"}`,
		},
		{"one field in both cases", spec(`{"dataPlane":{"disabled":{}},"data_plane":{"clusterIp":{}}}`), spec(`{"dataPlane":{"disabled":{}}}`)},

		{
			"old name of a hostname", egress(`{"dnsName":"a.example","dnsNameExcept":["b.a.example"]}`),
			egress(`{"httpsHostname":"a.example","httpsHostnameExcept":["b.a.example"]}`),
		},
		{
			"old name in snake case", egress(`{"dns_name":"a.example","dns_name_except":["b.a.example"]}`),
			egress(`{"httpsHostname":"a.example","httpsHostnameExcept":["b.a.example"]}`),
		},
		{"old name of the hostname switch", network(`{"denyDns":true}`), network(`{"denyHttpsHostnameRules":true}`)},
		{
			"old and new name: the new one counts", egress(`{"dnsName":"old.example","httpsHostname":"new.example"}`),
			egress(`{"httpsHostname":"new.example"}`),
		},
		{
			"old and new name in snake case", egress(`{"dns_name":"old.example","https_hostname":"new.example"}`),
			egress(`{"httpsHostname":"new.example"}`),
		},
		{
			"old name, and the new one as a zero value", egress(`{"dnsName":"old.example","httpsHostname":""}`),
			egress(`{"httpsHostname":"old.example"}`),
		},

		{"number as a string", spec(`{"overrides":{"scaling":{"replicas":"2"}}}`), spec(`{"overrides":{"scaling":{"replicas":2}}}`)},
		{"number with a fraction of zero", spec(`{"overrides":{"scaling":{"replicas":2.0}}}`), spec(`{"overrides":{"scaling":{"replicas":2}}}`)},
		{
			"number with an exponent", policy(`{"constraints":{"metadata":{"maxAnnotationCount":1e2}}}`),
			policy(`{"constraints":{"metadata":{"maxAnnotationCount":100}}}`),
		},
		{"int64 as a string", resources(`{"maxGpuCount":"8"}`), resources(`{"maxGpuCount":"8"}`)},
		{"int64 as a number", resources(`{"maxGpuCount":8}`), resources(`{"maxGpuCount":"8"}`)},
		{"largest int64 that Pulumi can hold", resources(`{"maxGpuCount":"9007199254740991"}`), resources(`{"maxGpuCount":"9007199254740991"}`)},

		{"zero values of a group", resources(`{"maxCpu":"","maxGpuCount":"0","requireLimits":false}`), resources(`{"maxGpuCount":"0"}`)},
		{
			"zero values of a rule", egress(`{"any":true,"httpsHostname":"","tenant":"TENANT_SCOPE_UNSPECIFIED","ports":[],"httpsHostnameExcept":[]}`),
			egress(anywhere),
		},
		{
			"zero values of overrides", spec(`{"overrides":{"nodeSelector":{},"tolerations":[],"env":{},"args":[],"cpuRuntimeClass":"","scaling":{"replicas":0,"autoscalingEnabled":false}}}`),
			spec(`{"overrides":{"scaling":{}}}`),
		},
		{
			"zero values in the fields of spec stay", spec(`{"enforceResourceLimits":false,"volumes":{"enabled":false}}`),
			spec(`{"enforceResourceLimits":false,"volumes":{}}`),
		},
		{"zero number as a string", spec(`{"overrides":{"scaling":{"replicas":"0"}}}`), spec(`{"overrides":{"scaling":{}}}`)},
		{
			"unspecified enums", spec(`{"releaseChannel":"RELEASE_CHANNEL_UNSPECIFIED","imagePull":{"policy":"SANDBOX_IMAGE_PULL_POLICY_UNSPECIFIED"}}`),
			spec(`{"imagePull":{}}`),
		},
		{"unspecified enum of the policy", network(`{"dnsEgress":"DNS_EGRESS_MODE_UNSPECIFIED"}`), network(`{}`)},
		{"enum value that is not known", spec(`{"releaseChannel":"RELEASE_CHANNEL_NIGHTLY"}`), spec(`{"releaseChannel":"RELEASE_CHANNEL_NIGHTLY"}`)},

		{
			"null everywhere", `{"identity":{"runnerId":"r","zone":"z","clusterId":"c","runnerGroupId":null},"displayName":null,"spec":null,"policy":null,"etag":null,"activeRevision":null,"deploymentSpec":null}`,
			`{"identity":{"runnerId":"r","zone":"z","clusterId":"c"}}`,
		},
		{
			"null deep inside", spec(`{"releaseChannel":null,"overrides":{"env":null,"args":null,"affinity":null,"scaling":null},"dataPlane":{"disabled":null,"custom":null}}`),
			spec(`{"overrides":{},"dataPlane":{}}`),
		},
		{"null in a map is the empty string", spec(`{"overrides":{"labels":{"a":null}}}`), spec(`{"overrides":{"labels":{"a":""}}}`)},
		{"null in a list keeps its place", spec(`{"overrides":{"args":[null,"b"]}}`), spec(`{"overrides":{"args":["","b"]}}`)},

		{"affinity as an object", spec(`{"overrides":{"affinity":` + required + `}}`), spec(`{"overrides":{"affinity":` + required + `}}`)},
		{"affinity as a string", spec(`{"overrides":{"affinity":` + quote(required) + `}}`), spec(`{"overrides":{"affinity":` + required + `}}`)},
		{"empty affinity", spec(`{"overrides":{"affinity":{}}}`), spec(`{"overrides":{"affinity":{}}}`)},
		{"empty affinity as a string", spec(`{"overrides":{"affinity":" {} "}}`), spec(`{"overrides":{"affinity":{}}}`)},
		{"no affinity as a zero value of a string", spec(`{"overrides":{"affinity":""}}`), spec(`{"overrides":{}}`)},
		{"no affinity as a string", spec(`{"overrides":{"affinity":"null"}}`), spec(`{"overrides":{}}`)},
		{
			"affinity without the terms that it needs", spec(`{"overrides":{"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[]}}}}}`),
			spec(`{"overrides":{"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{}}}}}`),
		},

		{"disabled as a message", spec(`{"dataPlane":{"disabled":{}}}`), spec(`{"dataPlane":{"disabled":{}}}`)},
		{"disabled as true", spec(`{"dataPlane":{"disabled":true}}`), spec(`{"dataPlane":{"disabled":{}}}`)},
		{"disabled as false", spec(`{"dataPlane":{"disabled":false,"clusterIp":{}}}`), spec(`{"dataPlane":{"clusterIp":{}}}`)},

		{
			"keys of free-form values are opaque", policy(`{"base":{"dns_name":"x","nodeSelector":{"deny_dns":"literal"},"zero":0,"no":false,"empty":"","none":[]}}`),
			policy(`{"base":{"dns_name":"x","nodeSelector":{"deny_dns":"literal"},"zero":0,"no":false,"empty":"","none":[]}}`),
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assert.JSONEq(t, test.want, encode(t, decode(t, test.server)))
		})
	}
}

func quote(text string) string {
	quoted, _ := json.Marshal(text) // a string always encodes
	return string(quoted)
}

func TestDecodeReadsOutputs(t *testing.T) {
	t.Parallel()
	r := decode(t, `{"identity":{"runnerId":"r","zone":"z","clusterId":"c","clusterName":"blue"},"etag":"e","installStatus":"RUNNER_INSTALL_STATUS_READY",
		"connection_status":"RUNNER_CONNECTION_STATUS_CONNECTED","activeRevision":"3","targetRevision":3,"updateAvailable":true,"createTime":"2026-01-01T00:00:00Z"}`)
	assert.Equal(t, "blue", r.Identity.ClusterName)
	assert.Equal(t, "e", r.Etag)
	assert.Equal(t, 3, r.ActiveRevision)
	assert.True(t, r.UpdateAvailable)
	assert.Equal(t, "2026-01-01T00:00:00Z", r.CreateTime)
	assert.Nil(t, r.LastHeartbeatTime)
	assert.True(t, r.Ready())
}

// A status that a newer server adds breaks no program.
func TestDecodeKeepsStatusesThatAreNotKnown(t *testing.T) {
	t.Parallel()
	r := decode(t, `{"identity":{},"installStatus":"RUNNER_INSTALL_STATUS_HIBERNATED","connectionStatus":"RUNNER_CONNECTION_STATUS_UNSPECIFIED"}`)
	assert.Equal(t, "RUNNER_INSTALL_STATUS_HIBERNATED", r.InstallStatus)
	assert.Equal(t, "RUNNER_CONNECTION_STATUS_UNSPECIFIED", r.ConnectionStatus)
	assert.False(t, r.Ready())
}

// The names in the status of the direct endpoint, and of the time of a failure, are not documented.
func TestDecodeReadsEveryLikelyNameOfAnOutput(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"state":"S","uri":"U","protocols":["P"],"certificateExpireTime":"T"}`,
		`{"endpointState":"S","endpointUri":"U","supportedProtocols":["P"],"certificateExpiryTime":"T"}`,
		`{"status":"S","advertised_uri":"U","supported_protocols":["P"],"certificate_expiry":"T"}`,
		`{"state":"S","uri":"U","protocols":["P"],"certificateExpireTime":"T","status":{"other":"shape"},"certificateExpiry":"other"}`,
	} {
		status := decode(t, `{"identity":{},"dataPlaneStatus":`+text+`}`).DataPlaneStatus
		require.NotNil(t, status, text)
		assert.Equal(t, model.DataPlaneStatus{
			State: new("S"), URI: new("U"), Protocols: []string{"P"}, CertificateExpireTime: new("T"),
		}, *status, text)
	}
	for _, name := range []string{"occurredTime", "occurTime", "occurredAt", "occurred_at", "occur_time"} {
		failure := decode(t, `{"identity":{},"installError":{"reason":"R","`+name+`":"T"}}`).InstallError
		assert.Equal(t, &model.RunnerInstallError{Reason: new("R"), OccurredTime: new("T")}, failure, name)
	}
}

// An output whose shape nobody has documented must not make the runner unreadable.
func TestDecodeLeavesOutWhatItCannotReadInOutputs(t *testing.T) {
	t.Parallel()
	r := decode(t, `{"identity":{},"dataPlaneStatus":{"state":{"code":1},"uri":"U","protocols":[{"name":"p"}]},
		"installError":["not an object"],"deploymentSpec":{"image":7,"args":["a"],"scaling":{"replicas":"many"}}}`)
	assert.Equal(t, &model.DataPlaneStatus{URI: new("U"), Protocols: []string{""}}, r.DataPlaneStatus)
	assert.Nil(t, r.InstallError)
	assert.Equal(t, &model.RunnerDeploymentSpec{Args: []string{"a"}, Scaling: &model.Scaling{}}, r.DeploymentSpec)
}
