package api

import (
	"encoding/json"
	"errors"
)

// badAnswer says what is wrong with the body of a successful answer, without showing it.
type badAnswer string

// Error is the text.
func (b badAnswer) Error() string { return string(b) }

// jsonCodec lets connect-go carry plain Go types, so that no generated code is needed.
type jsonCodec struct{}

// Name makes the content type application/json.
func (jsonCodec) Name() string { return "json" }

// Marshal writes a request.
func (jsonCodec) Marshal(message any) ([]byte, error) { return json.Marshal(message) }

// Unmarshal reads an answer. Every answer of the service is a JSON object, and none has a field "code" but an error,
// which may come with the status of a success if something in between has lost the status.
func (jsonCodec) Unmarshal(data []byte, message any) error {
	var fields map[string]json.RawMessage
	switch err := json.Unmarshal(data, &fields); {
	case len(data) == 0:
		return badAnswer("it is empty")
	case err != nil || fields == nil:
		return badAnswer("it is not a JSON object")
	case fields["code"] != nil:
		return badAnswer("it is an error: " + parseProblem(data).text())
	}
	if err := json.Unmarshal(data, message); err != nil {
		return badAnswer(err.Error())
	}
	return nil
}

// whyUnusable finds what the codec has said inside an error of connect-go.
func whyUnusable(err error, contentType string) string {
	var bad badAnswer
	switch {
	case errors.As(err, &bad):
		return bad.Error()
	case !isJSON(contentType):
		return "it is not JSON (" + contentTypeText(contentType) + ")"
	default:
		return "it does not follow the Connect protocol"
	}
}
