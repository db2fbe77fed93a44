package guard

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// failing is a resource that quotes what it refuses.
func failing(text string) *Thing {
	failed := infer.ResourceInitFailedError{Reasons: []string{text, "harmless"}}
	return &Thing{
		check: func(infer.CheckRequest) (infer.CheckResponse[Args], error) {
			return infer.CheckResponse[Args]{Failures: []p.CheckFailure{{Property: "env", Reason: text}}}, nil
		},
		create: func(req infer.CreateRequest[Args]) (infer.CreateResponse[State], error) {
			return infer.CreateResponse[State]{ID: "id", Output: outputs(req.Inputs)}, failed
		},
		read: func(infer.ReadRequest[Args, State]) (infer.ReadResponse[Args, State], error) {
			return infer.ReadResponse[Args, State]{}, errors.New(text)
		},
		update: func(infer.UpdateRequest[Args, State]) (infer.UpdateResponse[State], error) {
			return infer.UpdateResponse[State]{}, fmt.Errorf("updating: %w", status.Error(codes.Aborted, text))
		},
		delete: func(infer.DeleteRequest[State]) error { return errors.New(text) },
	}
}

// Everything that a failing resource says over gRPC.
func said(t *testing.T, provider p.Provider) map[string]string {
	t.Helper()
	ctx, server := t.Context(), serve(t, provider)
	good, _ := unguarded(t, &Thing{})
	in := inputs(object{
		"env":  obj(object{"A": str("by-schema")}),
		"tree": obj(object{"child": obj(object{"names": list(str("a"), secret("by-mark"))})}),
	})
	before := marshal(t, state(t, good, in))
	news := marshal(t, in)
	out := map[string]string{}

	check, err := server.Check(ctx, &pulumirpc.CheckRequest{Urn: string(urn), News: news})
	require.NoError(t, err)
	out["Check"] = check.GetFailures()[0].GetReason()

	_, err = server.Create(ctx, &pulumirpc.CreateRequest{Urn: string(urn), Properties: news})
	s, _ := status.FromError(err)
	partial := s.Details()[0].(*pulumirpc.ErrorResourceInitFailed)
	assert.Equal(t, "id", partial.GetId())
	assert.Equal(t, "harmless", partial.GetReasons()[1])
	out["Create"] = partial.GetReasons()[0]

	_, err = server.Read(ctx, &pulumirpc.ReadRequest{Id: "id", Urn: string(urn), Inputs: news, Properties: before})
	out["Read"] = err.Error()
	_, err = server.Update(ctx, &pulumirpc.UpdateRequest{
		Id: "id", Urn: string(urn), News: marshal(t, inputs(nil)), OldInputs: news, Olds: before,
	})
	assert.Equal(t, codes.Aborted, status.Code(err))
	out["Update"] = err.Error()
	_, err = server.Delete(ctx, &pulumirpc.DeleteRequest{Id: "id", Urn: string(urn), Properties: before})
	out["Delete"] = err.Error()
	return out
}

func TestNoSecretInputIsSaid(t *testing.T) {
	t.Parallel()
	const text = "refused by-schema, by-mark and generated-key"
	provider, spec := unguarded(t, failing(text))
	for name, got := range said(t, provider) {
		assert.Contains(t, got, text, "%s: fixed upstream: delete redact.go", name)
	}
	for name, got := range said(t, Outer(Inner(provider, spec), spec)) {
		assert.Contains(t, got, "refused [secret], [secret] and ", name)
		if name != "Check" && name != "Create" { // which have no state
			assert.Contains(t, got, "and [secret]", name)
		}
	}
}

// What a redacted error is stays visible.
func TestErrorsKeepWhatTheyAre(t *testing.T) {
	t.Parallel()
	detail := func(text string) error {
		s, err := status.New(codes.NotFound, "not found").WithDetails(&pulumirpc.CheckFailure{Reason: text})
		require.NoError(t, err)
		return s.Err()
	}
	harmless := fmt.Errorf("reading: %w", context.DeadlineExceeded)
	tests := []struct {
		name    string
		err     error
		same    bool
		text    string
		code    codes.Code
		details int
	}{
		{"none", nil, true, "", codes.OK, 0},
		{"a harmless one", harmless, true, harmless.Error(), codes.Unknown, 0},
		{"a harmless status with details", detail("harmless"), true, detail("").Error(), codes.NotFound, 1},
		{"a harmless status whose details are not", detail("the canary"), false, detail("").Error(), codes.NotFound, 0},
		{"a telling one", fmt.Errorf("canary: %w", context.Canceled), false, "[secret]: context canceled", codes.Unknown, 0},
		{
			"a telling status", status.Error(codes.Aborted, "canary"), false,
			"rpc error: code = Aborted desc = [secret]", codes.Aborted, 0,
		},
		{
			"a telling error around a status with details", fmt.Errorf("canary: %w", detail("harmless")), false,
			"[secret]: " + detail("").Error(), codes.NotFound, 1,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			provider := redactTexts(p.Provider{
				Create: stub[p.CreateRequest](nil, p.CreateResponse{}, tt.err),
				Diff:   stub[p.DiffRequest](nil, p.DiffResponse{}, tt.err),
				Invoke: stub[p.InvokeRequest](nil, p.InvokeResponse{}, tt.err),
			}, spec(t))
			in := property.NewMap(object{"x": secret("canary")})
			_, created := provider.Create(t.Context(), p.CreateRequest{Urn: urn, Properties: in})
			_, compared := provider.Diff(t.Context(), p.DiffRequest{Urn: urn, OldInputs: in})
			_, invoked := provider.Invoke(t.Context(), p.InvokeRequest{Args: in})
			for _, err := range []error{created, compared, invoked} {
				if tt.same {
					assert.Equal(t, tt.err, err)
				} else {
					assert.NotEqual(t, tt.err, err)
				}
				require.ErrorIs(t, err, tt.err)
				assert.Equal(t, tt.code, status.Code(err))
				assert.Len(t, status.Convert(err).Details(), tt.details)
				assert.NotContains(t, status.Convert(err).Message(), "canary")
				if err != nil {
					assert.Equal(t, tt.text, err.Error())
				}
			}
		})
	}

	t.Run("its type", func(t *testing.T) {
		t.Parallel()
		err := redacted(fmt.Errorf("canary: %w", infer.ResourceInitFailedError{Reasons: []string{"a"}}),
			replacer(t, secret("canary")))
		var failed infer.ResourceInitFailedError
		require.ErrorAs(t, err, &failed)
		assert.Equal(t, []string{"a"}, failed.Reasons)
	})
}

func TestConfigurationIsNotSaid(t *testing.T) {
	t.Parallel()
	args := property.NewMap(object{"token": str("the-token"), "endpoint": str("https://a")})
	provider := redactTexts(p.Provider{
		CheckConfig: stub[p.CheckRequest](nil, p.CheckResponse{Failures: []p.CheckFailure{{Reason: "bad the-token"}}}, nil),
		Configure:   func(context.Context, p.ConfigureRequest) error { return errors.New("the-token at https://a") },
	}, spec(t))
	resp, err := provider.CheckConfig(t.Context(), p.CheckRequest{Inputs: args})
	require.NoError(t, err)
	assert.Equal(t, "bad [secret]", resp.Failures[0].Reason)
	assert.EqualError(t, provider.Configure(t.Context(), p.ConfigureRequest{Args: args}), "[secret] at https://a")
}

// replacer takes the secrets in a value out of texts.
func replacer(t *testing.T, v property.Value) *strings.Replacer {
	t.Helper()
	_, r := hiding(t.Context(), property.NewMap(object{"x": v}))
	return r
}

func TestRedactor(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		secrets property.Value
		text    string
		want    string
	}{
		{"nothing secret", str("plain"), "plain", "plain"},
		{
			"the longest first", list(secret("abcd"), secret("abcdefgh"), secret("abcdef")), "abcdefgh abcdef abcd",
			"[secret] [secret] [secret]",
		},
		{"everything in a secret map", obj(object{"a": list(str("abcd"))}).WithSecret(true), "abcd", "[secret]"},
		{"not what is public somewhere", list(secret("abcd"), str("abcd")), "abcd", "abcd"},
		{"not what is too short to tell", secret("abc"), "abc", "abc"},
		{"not what is unknown", unknown.WithSecret(true), "", ""},
		{"not what is empty", secret(""), "text", "text"},
		{"several lines, quoted by Go", secret("one\ntwo\t"), fmt.Sprintf("bad %q", "one\ntwo\t"), `bad "[secret]"`},
		{"several lines, as they are", secret("one\ntwo"), "bad one\ntwo", "bad [secret]"},
		{"quoted as JSON", secret(`a"<b>`), `{"x":"a\"\u003cb\u003e"}`, `{"x":"[secret]"}`},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, replacer(t, tt.secrets).Replace(tt.text), tt.name)
	}
}
