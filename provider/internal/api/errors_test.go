package api

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
)

// The forms that a detail can arrive in.
var detailForms = map[string]func(name, value string, debug json.RawMessage) any{
	"connect": func(name, value string, debug json.RawMessage) any {
		return map[string]any{"type": name, "value": value, "debug": debug}
	},
	"bytes only": func(name, value string, _ json.RawMessage) any {
		return map[string]any{"type": name, "value": value}
	},
	"padded bytes, type as a URL": func(name, value string, _ json.RawMessage) any {
		raw, _ := base64.RawStdEncoding.DecodeString(value)
		return map[string]any{"type": "type.googleapis.com/" + name, "value": base64.StdEncoding.EncodeToString(raw)}
	},
	"bytes that are no base64": func(name, _ string, debug json.RawMessage) any {
		return map[string]any{"type": name, "value": "!!!", "debug": debug}
	},
	"bytes that are no message": func(name, _ string, debug json.RawMessage) any {
		return map[string]any{"type": name, "value": "/////w", "debug": debug}
	},
	"bytes of the wrong type": func(name, _ string, debug json.RawMessage) any {
		return map[string]any{"type": name, "value": 7, "debug": debug}
	},
	"google.rpc.Status": func(name, _ string, debug json.RawMessage) any {
		fields := map[string]any{"@type": "type.googleapis.com/" + name, "field_of_tomorrow": 1}
		_ = json.Unmarshal(debug, &fields)
		return fields
	},
}

func errorBody(code, message string, form string, details ...proto.Message) string {
	body := map[string]any{"code": code, "message": message}
	var list []any
	for _, detail := range details {
		value, _ := proto.Marshal(detail)
		debug, _ := protojson.Marshal(detail)
		name := string(detail.ProtoReflect().Descriptor().FullName())
		list = append(list, detailForms[form](name, base64.RawStdEncoding.EncodeToString(value), debug))
	}
	body["details"] = list
	text, _ := json.Marshal(body)
	return string(text)
}

func TestDetails(t *testing.T) {
	details := []proto.Message{
		&errdetails.ErrorInfo{Reason: "CWSANDBOX_X", Metadata: map[string]string{"current_etag": "e-2"}},
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
			{Field: "policy.base", Description: "is bad", Reason: "BAD"},
			{Field: "zone", LocalizedMessage: &errdetails.LocalizedMessage{Message: "ist falsch"}},
		}},
		&errdetails.PreconditionFailure{Violations: []*errdetails.PreconditionFailure_Violation{
			{Type: "VOLUMES", Subject: "volumes/v-1", Description: "is registered"},
			{Type: "JUST_A_TYPE"},
		}},
		&errdetails.QuotaFailure{Violations: []*errdetails.QuotaFailure_Violation{{Subject: "org", Description: "is full"}}},
		&errdetails.ResourceInfo{ResourceType: "ManagedRunner", ResourceName: "runner-b", Description: "holds it"},
		&errdetails.RetryInfo{RetryDelay: durationpb.New(3 * time.Second)},
		&errdetails.Help{Links: []*errdetails.Help_Link{{Url: "https://example.com"}}},
	}
	for form := range detailForms {
		t.Run(form, func(t *testing.T) {
			body := errorBody("failed_precondition", "no", form, details...)
			e := getFails(t, clientOf(t, serve(t, send(400, jsonType, body))))
			assert.Equal(t, connect.CodeFailedPrecondition, e.Code)
			assert.Equal(t, 400, e.HTTPStatus)
			assert.Equal(t, "CWSANDBOX_X", e.Reason)
			assert.Equal(t, map[string]string{"current_etag": "e-2"}, e.Metadata)
			assert.Equal(t, []Violation{
				{Subject: "policy.base", Type: "BAD", Description: "is bad"},
				{Subject: "zone", Description: "ist falsch"},
				{Subject: "volumes/v-1", Type: "VOLUMES", Description: "is registered"},
				{Type: "JUST_A_TYPE"},
				{Subject: "org", Description: "is full"},
				{Subject: "runner-b", Type: "ManagedRunner", Description: "holds it"},
			}, e.Violations)
			assert.EqualError(t, e, `GetManagedRunner runner "runner-a": failed_precondition: no; policy.base: is bad; `+
				`zone: ist falsch; volumes/v-1: is registered; JUST_A_TYPE; org: is full; runner-b: holds it `+
				`(reason CWSANDBOX_X) (the server asks to wait 3s)`)
		})
	}
}

func TestDetailsThatSayNothing(t *testing.T) {
	for name, detail := range map[string]string{
		"not an object": `7`,
		"no type":       `{"value":"AA"}`,
		"unknown type":  `{"type":"google.rpc.DebugInfo","value":"AA"}`,
		"no content":    `{"type":"google.rpc.ErrorInfo"}`,
		"bad debug":     `{"type":"google.rpc.ErrorInfo","value":"!","debug":[]}`,
		"null":          `null`,
	} {
		body := `{"code":"not_found","message":"no","details":[` + detail + `]}`
		e := getFails(t, clientOf(t, serve(t, send(404, jsonType, body))))
		assert.EqualError(t, e, `GetManagedRunner runner "runner-a": not_found: no`, name)
	}
}

func TestNothingIsSaidTwice(t *testing.T) {
	bad := &errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
		{Field: "zone", Description: "must be lower case"},
		{Field: "zone", Description: "must be lower case"},
		{Field: "clusterId", Description: "clusterId must be a UUID"},
	}}
	for message, want := range map[string]string{
		"bad":                            "bad; zone: must be lower case; clusterId must be a UUID (reason R_1)",
		"zone must be lower case":        "zone must be lower case; clusterId must be a UUID (reason R_1)",
		"zone: must be lower case (R_1)": "zone: must be lower case (R_1); clusterId must be a UUID",
		"it must be lower case":          "it must be lower case; zone: must be lower case; clusterId must be a UUID (reason R_1)",
	} {
		body := errorBody("invalid_argument", message, "connect", bad, &errdetails.ErrorInfo{Reason: "R_1"})
		e := getFails(t, clientOf(t, serve(t, send(400, jsonType, body))))
		assert.EqualError(t, e, `GetManagedRunner runner "runner-a": invalid_argument: `+want)
	}
}

func TestAResourceIsNamedOnce(t *testing.T) {
	for _, description := range []string{"", "no runner runner-a"} {
		info := &errdetails.ResourceInfo{
			ResourceType: "ManagedRunner", ResourceName: "runner-a", Description: description,
		}
		body := errorBody("not_found", "no runner runner-a", "connect", info)
		e := getFails(t, clientOf(t, serve(t, send(404, jsonType, body))))
		assert.EqualError(t, e, `GetManagedRunner runner "runner-a": not_found: no runner runner-a`)
	}
}

func TestErrorsWithoutTheAPI(t *testing.T) {
	for _, test := range []struct {
		reply reply
		code  connect.Code
		want  string // with %s for what the client says of a status by itself
	}{
		{send(403, "text/html", "<b>blocked</b>"), connect.CodePermissionDenied, "HTTP 403 Forbidden %s (content type text/html)"},
		{send(401, "text/plain", "who"), connect.CodeUnauthenticated, "HTTP 401 Unauthorized %s (content type text/plain)"},
		{send(404, "text/plain", "404 page not found"), connect.CodeUnimplemented, "HTTP 404 Not Found %s (content type text/plain)"},
		{send(400, "", ""), connect.CodeInternal, "HTTP 400 Bad Request %s (no content type)"},
		{send(404, jsonType, `{"error":"no"}`), connect.CodeUnimplemented, "HTTP 404 Not Found %s (content type application/json)"},
		{send(404, jsonType, `{"code":5,"message":"Not Found","details":[]}`), connect.CodeUnimplemented, "Not Found"},
		{send(404, jsonType, `{"code":"code_99","message":"x"}`), connect.CodeUnimplemented, "x"},
		{send(401, jsonType, `{"code":16,"message":"token expired"}`), connect.CodeUnauthenticated, "token expired"},
		{send(409, jsonType, `{"code":"already_exists"}`), connect.CodeAlreadyExists, "HTTP 409 without a message"},
		{send(444, "text/plain", ""), connect.CodeUnknown, "HTTP 444 %s (content type text/plain)"},
		{send(404, "application/problem+json", `{"message":"no route"}`), connect.CodeUnimplemented, "no route"},
	} {
		e := getFails(t, clientOf(t, serve(t, test.reply)))
		assert.Equal(t, test.code, e.Code)
		assert.EqualError(t, e, fmt.Sprintf(`GetManagedRunner runner "runner-a": %s: %s`, test.code,
			strings.Replace(test.want, " %s", ", without an error of the API in it", 1)))
		assert.False(t, IsNotFound(e), "a runner is given up only if the API itself says so")
	}
}

func TestPredicates(t *testing.T) {
	for code, is := range map[connect.Code]func(error) bool{
		connect.CodeNotFound:           IsNotFound,
		connect.CodeAlreadyExists:      IsAlreadyExists,
		connect.CodeFailedPrecondition: IsFailedPrecondition,
		connect.CodeUnauthenticated:    IsUnauthenticated,
		connect.CodePermissionDenied:   IsPermissionDenied,
	} {
		assert.True(t, is(&Error{Code: code}))
		assert.True(t, is(fmt.Errorf("reading: %w", &Error{Code: code})))
		assert.False(t, is(&Error{Code: connect.CodeInternal}))
		assert.False(t, is(connect.NewError(code, errors.New("of somebody else"))))
		assert.False(t, is(errors.New("x")))
		assert.False(t, is(nil))
	}
	assert.True(t, IsUncertain(&Error{Uncertain: true}))
	assert.False(t, IsUncertain(&Error{}))
	assert.False(t, IsUncertain(nil))
}

func TestIsStaleEtag(t *testing.T) {
	for name, e := range map[string]*Error{
		"metadata":  {Metadata: map[string]string{"current_etag": "e-2"}},
		"message":   {Message: "managed_runner.etag is stale; reload the runner and retry"},
		"reason":    {Reason: "CWSANDBOX_STALE_ETAG"},
		"conflict":  {Code: connect.CodeAborted, Message: "the etag does not match"},
		"violation": {Violations: []Violation{{Type: "ETAG_STALE"}}},
	} {
		e.Code = cmp.Or(e.Code, connect.CodeFailedPrecondition)
		assert.True(t, IsStaleEtag(fmt.Errorf("updating: %w", e)), name)
	}
	for name, err := range map[string]error{
		"nothing":            nil,
		"another error":      errors.New("etag is stale"),
		"another refusal":    &Error{Code: connect.CodeFailedPrecondition, Message: "volumes are registered"},
		"etag of no content": &Error{Code: connect.CodeInvalidArgument, Message: "etag is required"},
		"stale something":    &Error{Code: connect.CodeAborted, Message: "the snapshot is stale"},
	} {
		assert.False(t, IsStaleEtag(err), name)
	}
}

func TestTextsOfTheServerAreTamed(t *testing.T) {
	long := strings.Repeat("ü", 5000)
	e := getFails(t, clientOf(t, serve(t, refuse(400, "invalid_argument", "a\nb\tc"))))
	assert.Equal(t, "a b c", e.Message)
	e = getFails(t, clientOf(t, serve(t, refuse(400, "invalid_argument", long))))
	assert.Equal(t, strings.Repeat("ü", maxText)+"...", e.Message)
}

func TestDebugLines(t *testing.T) {
	var lines []string
	o := quick(serve(t, refuse(503, "unavailable", "token "+canary), hangUp, ok(runnerA)).URL)
	o.Debug = func(_ context.Context, line string) { lines = append(lines, line) }
	_, err := newClient(t, o).Get(context.Background(), "runner-a")
	require.NoError(t, err)
	require.Len(t, lines, 3)
	assert.Regexp(t, `^GetManagedRunner, try 1: unavailable: token \[secret\] after \d`, lines[0])
	assert.Regexp(t, `^GetManagedRunner, try 2: EOF after \d`, lines[1])
	assert.Regexp(t, `^GetManagedRunner, try 3: HTTP 200 after \d`, lines[2])
}
