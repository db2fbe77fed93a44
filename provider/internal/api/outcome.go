package api

import (
	"fmt"
	"mime"
	"net/http"
	"strings"
	"time"

	"connectrpc.com/connect"
)

// outcome is how an attempt ended: with an error, or with an answer that has a status.
type outcome struct {
	err  error
	sent bool // whether a failed attempt may have reached the server

	status      int
	contentType string
	redirect    string        // the origin that a redirect points to
	retryAfter  time.Duration // how long the server asks to wait
	problem     *problem      // the API's error in the answer, nil if there is none
}

// outcomeOf reads from an answer what decides about another try and about the error.
func outcomeOf(response *http.Response, body []byte) outcome {
	result := outcome{
		status:      response.StatusCode,
		contentType: response.Header.Get("Content-Type"),
		retryAfter:  retryAfter(response),
	}
	if where, err := response.Location(); err == nil && response.StatusCode/100 == 3 && where.Host != "" {
		result.redirect = where.Scheme + "://" + where.Host
	}
	if isJSON(result.contentType) {
		// connect-go knows two spellings of the content type, and there are more.
		response.Header.Set("Content-Type", "application/json")
		if response.StatusCode != http.StatusOK {
			result.problem = parseProblem(body)
		}
	}
	return result
}

func isJSON(contentType string) bool {
	mediaType, _, err := mime.ParseMediaType(contentType)
	return err == nil && (mediaType == "application/json" || strings.HasSuffix(mediaType, "+json"))
}

// retryable tells whether another try may end better. The API's code decides, then the status.
func (o outcome) retryable() bool {
	switch o.code() {
	case connect.CodeUnavailable, connect.CodeResourceExhausted, connect.CodeDeadlineExceeded,
		connect.CodeInternal, connect.CodeUnknown, connect.CodeDataLoss:
		return true
	case 0:
		return o.status == http.StatusTooManyRequests || o.status >= 500 && o.status != http.StatusNotImplemented
	default:
		return false
	}
}

// mayHaveLanded tells whether the server may have done what it was asked to, whatever it says. It does not ask whether
// the answer is usable: a success that cannot be read is one all the same.
func (o outcome) mayHaveLanded() bool {
	if o.err != nil {
		return o.sent
	}
	switch o.code() {
	case connect.CodeUnavailable, connect.CodeDeadlineExceeded, connect.CodeCanceled,
		connect.CodeInternal, connect.CodeUnknown, connect.CodeDataLoss:
		return true
	case 0:
		return o.status < 300 || o.status >= 499 && o.status != http.StatusNotImplemented
	default:
		return false
	}
}

// settled tells whether an attempt ended with an answer that ends the call, too.
func (o outcome) settled() bool {
	return o.err == nil && o.status != 0 && o.status != http.StatusOK && !o.retryable()
}

// code is the API's code, 0 if the answer has none.
func (o outcome) code() connect.Code {
	if o.problem == nil {
		return 0
	}
	return o.problem.code
}

// text describes an outcome in a few words.
func (o outcome) text() string {
	switch {
	case o.err != nil:
		return o.err.Error()
	case o.status == 0:
		return "no request was made"
	case o.problem != nil && o.problem.message != "":
		return o.problem.text()
	case o.redirect != "":
		return fmt.Sprintf("HTTP %d, a redirect to %s; redirects are not followed, so that the token goes nowhere else: "+
			"if that is the right place, make it the API endpoint", o.status, o.redirect)
	case o.status == http.StatusOK:
		return "HTTP 200"
	default:
		return strings.TrimSpace(fmt.Sprintf("HTTP %d %s", o.status, http.StatusText(o.status))) +
			", without an error of the API in it (" + contentTypeText(o.contentType) + ")"
	}
}

func contentTypeText(contentType string) string {
	if contentType == "" {
		return "no content type"
	}
	return "content type " + contentType
}
