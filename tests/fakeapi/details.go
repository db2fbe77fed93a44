package fakeapi

import (
	"encoding/base64"
	"encoding/json"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// wireError is the JSON of a Connect error.
type wireError struct {
	Code    Code         `json:"code"`
	Message string       `json:"message,omitempty"`
	Details []wireDetail `json:"details,omitempty"`
}

// wireDetail is one detail of a Connect error: the bytes of a protobuf message
// in base64 without padding, and the same as JSON for people.
type wireDetail struct {
	Type  string          `json:"type"`
	Value string          `json:"value"`
	Debug json.RawMessage `json:"debug,omitempty"`
}

// body is the Connect error of a refusal.
func (r *refusal) body(omitDetails bool) wireError {
	out := wireError{Code: r.code, Message: r.message}
	if omitDetails {
		return out
	}
	for _, detail := range r.details {
		out.Details = append(out.Details, encodeDetail(detail))
	}
	return out
}

// encodeDetail encodes one detail. The messages are made here from plain
// strings, so that an encoding failure is a bug of this package.
func encodeDetail(detail proto.Message) wireDetail {
	value, err := proto.Marshal(detail)
	if err != nil {
		panic("fakeapi: encoding an error detail: " + err.Error())
	}
	debug, err := protojson.Marshal(detail)
	if err != nil {
		panic("fakeapi: encoding an error detail: " + err.Error())
	}
	return wireDetail{
		Type:  string(detail.ProtoReflect().Descriptor().FullName()),
		Value: base64.RawStdEncoding.EncodeToString(value),
		Debug: debug,
	}
}
