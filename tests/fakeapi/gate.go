package fakeapi

import (
	"crypto/subtle"
	"errors"
	"mime"
	"net/http"
	"strings"
)

// gate checks everything about a request but its message, in the order in which
// a Connect server behind an authenticating front meets it.
func (s *Server) gate(in incoming) *refusal {
	checks := []func(incoming) *refusal{
		checkRoute, checkMethod, checkContentType, checkEncoding, checkProtocol, s.checkBearer, checkBody,
	}
	for _, check := range checks {
		if r := check(in); r != nil {
			return r
		}
	}
	return nil
}

func checkRoute(in incoming) *refusal {
	if _, ok := handlers[in.call]; ok {
		return nil
	}
	r := refuse(CodeUnimplemented, "nothing is served at %s", in.URL.Path)
	r.status = http.StatusNotFound
	return r
}

func checkMethod(in incoming) *refusal {
	if in.Method == http.MethodPost {
		return nil
	}
	r := refuse(CodeUnknown, "method %s is not allowed, use POST", in.Method)
	r.status = http.StatusMethodNotAllowed
	r.header = http.Header{"Allow": {http.MethodPost}}
	return r
}

func checkContentType(in incoming) *refusal {
	kind, _, err := mime.ParseMediaType(in.Header.Get("Content-Type"))
	if err == nil && kind == "application/json" {
		return nil
	}
	r := refuse(CodeUnknown, "content type %q is not supported, use application/json", in.Header.Get("Content-Type"))
	r.status = http.StatusUnsupportedMediaType
	r.header = http.Header{"Accept-Post": {"application/json"}}
	return r
}

func checkEncoding(in incoming) *refusal {
	switch encoding := in.Header.Get("Content-Encoding"); encoding {
	case "", "identity", "gzip":
		return nil
	default:
		return refuse(CodeUnimplemented, "compression %q is not supported, use gzip", encoding)
	}
}

func checkProtocol(in incoming) *refusal {
	if in.Header.Get("Connect-Protocol-Version") == "1" {
		return nil
	}
	return refuse(CodeInvalidArgument, "the header Connect-Protocol-Version must be 1, got %q",
		in.Header.Get("Connect-Protocol-Version"))
}

// checkBearer looks at the token. That a bad one is answered with 401 and a
// missing role with permission_denied is CONFIRMED; the reasons are UNKNOWN.
func (s *Server) checkBearer(in incoming) *refusal {
	token, ok := strings.CutPrefix(in.Header.Get("Authorization"), "Bearer ")
	options := s.options()
	switch {
	case !ok || token == "":
		return refuse(CodeUnauthenticated, "no bearer token").because("CWSANDBOX_UNAUTHENTICATED")
	case equalSecret(token, options.Token):
		return nil
	case options.ForbiddenToken != "" && equalSecret(token, options.ForbiddenToken):
		return refuse(CodePermissionDenied, "the token lacks the permission sandbox_admin").
			because("CWSANDBOX_PERMISSION_DENIED", "action", "SANDBOX_ADMIN")
	default:
		return refuse(CodeUnauthenticated, "the bearer token is not valid").because("CWSANDBOX_UNAUTHENTICATED")
	}
}

func equalSecret(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func checkBody(in incoming) *refusal {
	switch {
	case in.bodyErr == nil:
		return nil
	case errors.Is(in.bodyErr, errTooLarge):
		return refuseExhausted("request", "the request is larger than %d bytes", maxBody)
	default:
		return refuse(CodeInvalidArgument, "reading the request: %v", in.bodyErr)
	}
}
