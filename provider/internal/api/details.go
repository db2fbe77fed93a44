package api

import (
	"encoding/json"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// problem is an error as the API writes it: in the form of Connect, or in that of google.rpc.Status, which gateways in
// front of it use. It is read here rather than by connect-go, which drops all of it for one part that it cannot read.
type problem struct {
	code    connect.Code // 0 if there is none that is known
	message string
	details []proto.Message
}

// parseProblem returns nil for a body that is no error.
func parseProblem(body []byte) *problem {
	var wire struct {
		Code    json.RawMessage   `json:"code"`
		Message string            `json:"message"`
		Details []json.RawMessage `json:"details"`
	}
	if json.Unmarshal(body, &wire) != nil || wire.Code == nil && wire.Message == "" {
		return nil
	}
	p := &problem{code: parseCode(wire.Code), message: wire.Message}
	for _, raw := range wire.Details {
		if detail := parseDetail(raw); detail != nil {
			p.details = append(p.details, detail)
		}
	}
	return p
}

// parseCode reads a code by name, which is Connect's way, or by number, which is a gateway's. A gateway says
// "not found" of routes as well as of things, and a runner must not be given up for a wrong route.
func parseCode(raw json.RawMessage) connect.Code {
	var name string
	if json.Unmarshal(raw, &name) == nil {
		var code connect.Code
		_ = code.UnmarshalText([]byte(name)) // leaves 0 for a name that is none
		return known(code)
	}
	var number uint32
	if json.Unmarshal(raw, &number) != nil || connect.Code(number) == connect.CodeNotFound {
		return 0
	}
	return known(connect.Code(number))
}

// known is the code, or 0 if it is not one of the protocol's.
func known(code connect.Code) connect.Code {
	if code < connect.CodeCanceled || code > connect.CodeUnauthenticated {
		return 0
	}
	return code
}

// text is the error in one line.
func (p *problem) text() string {
	switch {
	case p == nil:
		return "of an unknown form"
	case p.code == 0:
		return p.message
	case p.message == "":
		return p.code.String()
	default:
		return p.code.String() + ": " + p.message
	}
}

// parseDetail reads a detail from its bytes, from the JSON that goes with them, or, in google.rpc.Status, from the
// fields beside its type. It returns nil for one that is not known or cannot be read.
func parseDetail(raw json.RawMessage) proto.Message {
	var wire struct {
		Type   string          `json:"type"`
		AtType string          `json:"@type"`
		Value  string          `json:"value"`
		Debug  json.RawMessage `json:"debug"`
	}
	_ = json.Unmarshal(raw, &wire) // fills what has the right type, which may be enough
	detail := newDetail(wire.Type + wire.AtType)
	if detail == nil {
		return nil
	}
	if value, err := connect.DecodeBinaryHeader(wire.Value); err == nil && len(value) > 0 {
		if proto.Unmarshal(value, detail) == nil {
			return detail
		}
	}
	text := wire.Debug
	if wire.AtType != "" {
		text = raw
	}
	proto.Reset(detail)
	if (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(text, detail) != nil {
		return nil
	}
	return detail
}

// newDetail makes an empty detail of a type, which may be written as a URL.
func newDetail(name string) proto.Message {
	switch name[strings.LastIndexByte(name, '/')+1:] {
	case "google.rpc.ErrorInfo":
		return &errdetails.ErrorInfo{}
	case "google.rpc.BadRequest":
		return &errdetails.BadRequest{}
	case "google.rpc.PreconditionFailure":
		return &errdetails.PreconditionFailure{}
	case "google.rpc.QuotaFailure":
		return &errdetails.QuotaFailure{}
	case "google.rpc.ResourceInfo":
		return &errdetails.ResourceInfo{}
	case "google.rpc.RetryInfo":
		return &errdetails.RetryInfo{}
	default:
		return nil
	}
}

// add takes over what a detail says.
func (e *Error) add(detail proto.Message) {
	switch d := detail.(type) {
	case *errdetails.ErrorInfo:
		e.Reason, e.Metadata = d.GetReason(), d.GetMetadata()
	case *errdetails.BadRequest:
		for _, v := range d.GetFieldViolations() {
			what := v.GetDescription()
			if what == "" {
				what = v.GetLocalizedMessage().GetMessage()
			}
			e.violated(v.GetField(), v.GetReason(), what)
		}
	case *errdetails.PreconditionFailure:
		for _, v := range d.GetViolations() {
			e.violated(v.GetSubject(), v.GetType(), v.GetDescription())
		}
	case *errdetails.QuotaFailure:
		for _, v := range d.GetViolations() {
			e.violated(v.GetSubject(), "", v.GetDescription())
		}
	case *errdetails.ResourceInfo:
		// Without a description it says no more than the message, if that has the name.
		if d.GetDescription() != "" || !strings.Contains(e.Message, d.GetResourceName()) {
			e.violated(d.GetResourceName(), d.GetResourceType(), d.GetDescription())
		}
	case *errdetails.RetryInfo:
		e.RetryDelay = max(e.RetryDelay, d.GetRetryDelay().AsDuration())
	}
}

func (e *Error) violated(subject, kind, description string) {
	e.Violations = append(e.Violations, Violation{Subject: subject, Type: kind, Description: description})
}
