package fakeapi

import (
	"fmt"
	"net/http"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/proto"
)

// Code is a Connect error code in its wire spelling.
type Code string

// The codes of the Connect protocol that the service or a fault can answer with.
const (
	// CodeOK stands for success where a switch asks for a code.
	CodeOK                 Code = "ok"
	CodeCanceled           Code = "canceled"
	CodeUnknown            Code = "unknown"
	CodeInvalidArgument    Code = "invalid_argument"
	CodeDeadlineExceeded   Code = "deadline_exceeded"
	CodeNotFound           Code = "not_found"
	CodeAlreadyExists      Code = "already_exists"
	CodePermissionDenied   Code = "permission_denied"
	CodeResourceExhausted  Code = "resource_exhausted"
	CodeFailedPrecondition Code = "failed_precondition"
	CodeAborted            Code = "aborted"
	CodeOutOfRange         Code = "out_of_range"
	CodeUnimplemented      Code = "unimplemented"
	CodeInternal           Code = "internal"
	CodeUnavailable        Code = "unavailable"
	CodeDataLoss           Code = "data_loss"
	CodeUnauthenticated    Code = "unauthenticated"
)

// httpStatus maps codes to HTTP status. A stale etag and a bad field share 400,
// so a client has to look at the code (DERIVED from the Connect protocol).
var httpStatus = map[Code]int{
	CodeCanceled:           499,
	CodeUnknown:            http.StatusInternalServerError,
	CodeInvalidArgument:    http.StatusBadRequest,
	CodeDeadlineExceeded:   http.StatusGatewayTimeout,
	CodeNotFound:           http.StatusNotFound,
	CodeAlreadyExists:      http.StatusConflict,
	CodePermissionDenied:   http.StatusForbidden,
	CodeResourceExhausted:  http.StatusTooManyRequests,
	CodeFailedPrecondition: http.StatusBadRequest,
	CodeAborted:            http.StatusConflict,
	CodeOutOfRange:         http.StatusBadRequest,
	CodeUnimplemented:      http.StatusNotImplemented,
	CodeInternal:           http.StatusInternalServerError,
	CodeUnavailable:        http.StatusServiceUnavailable,
	CodeDataLoss:           http.StatusInternalServerError,
	CodeUnauthenticated:    http.StatusUnauthorized,
}

// status is the HTTP status of a code; a code nobody knows is a server error.
func (c Code) status() int {
	if status, ok := httpStatus[c]; ok {
		return status
	}
	return http.StatusInternalServerError
}

// resourceType is the type named in ResourceInfo details. UNKNOWN; it follows
// the naming of other Google-style services.
const resourceType = "coreweave.sandbox.v1.ManagedRunner"

// errorDomain is the domain in ErrorInfo. CONFIRMED for the gateway of the same
// vendor, DERIVED for this service.
const errorDomain = "cwsandbox.com"

// refusal is an answer that is not a success. Handlers return it as a value;
// server.go alone turns it into bytes.
type refusal struct {
	code    Code
	status  int
	message string
	header  http.Header
	details []proto.Message
}

// refuse makes a refusal with the usual HTTP status of its code.
func refuse(code Code, format string, args ...any) *refusal {
	return &refusal{code: code, status: code.status(), message: fmt.Sprintf(format, args...)}
}

// because adds an ErrorInfo; metadata alternates between keys and values.
func (r *refusal) because(reason string, metadata ...string) *refusal {
	info := &errdetails.ErrorInfo{Reason: reason, Domain: errorDomain}
	for i := 0; i+1 < len(metadata); i += 2 {
		if info.Metadata == nil {
			info.Metadata = map[string]string{}
		}
		info.Metadata[metadata[i]] = metadata[i+1]
	}
	r.details = append(r.details, info)
	return r
}

// about adds a ResourceInfo for a runner.
func (r *refusal) about(runnerID string) *refusal {
	r.details = append(r.details, &errdetails.ResourceInfo{
		ResourceType: resourceType, ResourceName: runnerID, Description: r.message,
	})
	return r
}

// refuseFields is the refusal of one or more fields of a request.
func refuseFields(found violations) *refusal {
	message := found[0].field + ": " + found[0].text
	if len(found) > 1 {
		message = fmt.Sprintf("%s (and %d more)", message, len(found)-1)
	}
	bad := &errdetails.BadRequest{}
	for _, v := range found {
		bad.FieldViolations = append(bad.FieldViolations,
			&errdetails.BadRequest_FieldViolation{Field: v.field, Description: v.text})
	}
	r := refuse(CodeInvalidArgument, "%s", message).because("CWSANDBOX_INVALID_REQUEST")
	r.details = append(r.details, bad)
	return r
}

// refuseField is the refusal of one field of a request.
func refuseField(field, format string, args ...any) *refusal {
	return refuseFields(violations{{field: field, text: fmt.Sprintf(format, args...)}})
}

// refuseMissing says that a runner does not exist.
func refuseMissing(runnerID string) *refusal {
	return refuse(CodeNotFound, "no managed runner %q in this organization", runnerID).
		because("CWSANDBOX_RUNNER_NOT_FOUND", "runner_id", runnerID).about(runnerID)
}

// refuseDuplicate says that a runner id is taken (CONFIRMED code).
func refuseDuplicate(runnerID string) *refusal {
	return refuse(CodeAlreadyExists, "managed runner %q exists already", runnerID).
		because("CWSANDBOX_RUNNER_ALREADY_EXISTS", "runner_id", runnerID).about(runnerID)
}

// refuseTakenCluster says that a cluster has its one runner (CONFIRMED rule,
// UNKNOWN code).
func refuseTakenCluster(code Code, clusterID, holder string) *refusal {
	r := refuse(code, "cluster %s already hosts managed runner %q; a cluster has at most one", clusterID, holder).
		because("CWSANDBOX_CLUSTER_TAKEN", "cluster_id", clusterID, "runner_id", holder)
	if code == CodeAlreadyExists {
		return r.about(holder)
	}
	return r.blockedBy("CLUSTER", []string{"clusters/" + clusterID}, "hosts managed runner "+holder)
}

// refuseDeleting says that a runner on its way out takes no more changes (UNKNOWN).
func refuseDeleting(runnerID string) *refusal {
	return refuse(CodeFailedPrecondition, "managed runner %q is being deleted", runnerID).
		because("CWSANDBOX_RUNNER_DELETING", "runner_id", runnerID).
		blockedBy("RUNNER_DELETING", []string{"managedRunners/" + runnerID}, "the runner is being deleted")
}

// refuseExhausted says that a limit was met.
func refuseExhausted(subject, format string, args ...any) *refusal {
	r := refuse(CodeResourceExhausted, format, args...)
	r.details = append(r.details, &errdetails.QuotaFailure{
		Violations: []*errdetails.QuotaFailure_Violation{{Subject: subject, Description: r.message}},
	})
	return r
}

// blockedBy adds a PreconditionFailure with one violation per subject.
func (r *refusal) blockedBy(kind string, subjects []string, text string) *refusal {
	failure := &errdetails.PreconditionFailure{}
	for _, subject := range subjects {
		failure.Violations = append(failure.Violations,
			&errdetails.PreconditionFailure_Violation{Type: kind, Subject: subject, Description: text})
	}
	r.details = append(r.details, failure)
	return r
}
