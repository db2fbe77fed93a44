package guard

import (
	"context"
	"maps"
	"slices"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/redact"
)

// redactTexts takes secret inputs out of the texts of errors and failures. Neither infer nor the engine does, and a server
// may well quote the value that it refuses.
func redactTexts(provider p.Provider, spec schema.PackageSpec) p.Provider {
	inner, reader := provider, read(spec)
	provider.CheckConfig = func(ctx context.Context, req p.CheckRequest) (p.CheckResponse, error) {
		ctx, r := hiding(ctx, mark(req.Inputs, reader.config), mark(req.State, reader.config))
		resp, err := inner.CheckConfig(ctx, req)
		redactFailures(resp.Failures, r)
		return resp, redacted(err, r)
	}
	provider.Configure = func(ctx context.Context, req p.ConfigureRequest) error {
		ctx, r := hiding(ctx, mark(req.Args, reader.config))
		return redacted(inner.Configure(ctx, req), r)
	}
	provider.Invoke = func(ctx context.Context, req p.InvokeRequest) (p.InvokeResponse, error) {
		ctx, r := hiding(ctx, req.Args)
		resp, err := inner.Invoke(ctx, req)
		redactFailures(resp.Failures, r)
		return resp, redacted(err, r)
	}
	provider.Check = func(ctx context.Context, req p.CheckRequest) (p.CheckResponse, error) {
		s := reader.of(req.Urn)
		ctx, r := hiding(ctx, mark(req.Inputs, s.inputs), mark(req.State, s.inputs))
		resp, err := inner.Check(ctx, req)
		redactFailures(resp.Failures, r)
		return resp, redacted(err, r)
	}
	provider.Diff = func(ctx context.Context, req p.DiffRequest) (p.DiffResponse, error) {
		s := reader.of(req.Urn)
		ctx, r := hiding(ctx, mark(req.Inputs, s.inputs), mark(req.OldInputs, s.inputs), mark(req.State, s.outputs))
		resp, err := inner.Diff(ctx, req)
		return resp, redacted(err, r)
	}
	provider.Create = func(ctx context.Context, req p.CreateRequest) (p.CreateResponse, error) {
		ctx, r := hiding(ctx, mark(req.Properties, reader.of(req.Urn).inputs))
		resp, err := inner.Create(ctx, req)
		redactPartial(resp.PartialState, r)
		return resp, redacted(err, r)
	}
	provider.Read = func(ctx context.Context, req p.ReadRequest) (p.ReadResponse, error) {
		s := reader.of(req.Urn)
		ctx, r := hiding(ctx, mark(req.Inputs, s.inputs), mark(req.Properties, s.outputs))
		resp, err := inner.Read(ctx, req)
		redactPartial(resp.PartialState, r)
		return resp, redacted(err, r)
	}
	provider.Update = func(ctx context.Context, req p.UpdateRequest) (p.UpdateResponse, error) {
		s := reader.of(req.Urn)
		ctx, r := hiding(ctx, mark(req.Inputs, s.inputs), mark(req.OldInputs, s.inputs), mark(req.State, s.outputs))
		resp, err := inner.Update(ctx, req)
		redactPartial(resp.PartialState, r)
		return resp, redacted(err, r)
	}
	provider.Delete = func(ctx context.Context, req p.DeleteRequest) error {
		ctx, r := hiding(ctx, mark(req.Properties, reader.of(req.Urn).outputs))
		return redacted(inner.Delete(ctx, req), r)
	}
	return provider
}

func redactFailures(failures []p.CheckFailure, r *strings.Replacer) {
	for i, f := range failures {
		failures[i].Reason = r.Replace(f.Reason)
	}
}

func redactPartial(partial *p.InitializationFailed, r *strings.Replacer) {
	if partial == nil {
		return
	}
	for i, reason := range partial.Reasons {
		partial.Reasons[i] = r.Replace(reason)
	}
}

// redacted is the error itself where it is harmless.
func redacted(err error, r *strings.Replacer) error {
	if err == nil {
		return nil
	}
	e := redactedError{err, r}
	s, _ := status.FromError(err)
	if e.Error() == err.Error() && !slices.ContainsFunc(s.Proto().GetDetails(), e.tells) {
		return err
	}
	return e
}

type redactedError struct {
	cause error
	r     *strings.Replacer
}

func (e redactedError) Error() string { return e.r.Replace(e.cause.Error()) }

// Unwrap lets errors.Is and errors.As see what the error is.
func (e redactedError) Unwrap() error { return e.cause }

// GRPCStatus is the status of the cause, without the details that tell a secret.
func (e redactedError) GRPCStatus() *status.Status {
	s, ok := status.FromError(e.cause)
	if !ok {
		return nil
	}
	out := s.Proto()
	out.Message = e.r.Replace(out.GetMessage())
	out.Details = slices.DeleteFunc(out.GetDetails(), e.tells)
	return status.FromProto(out)
}

// tells reports whether a detail of a status holds a secret: the encoding keeps texts as they are.
func (e redactedError) tells(detail *anypb.Any) bool {
	text := string(detail.GetValue())
	return e.r.Replace(text) != text
}

// hiding takes the secrets in the maps out of what is written with the context, and returns what does so elsewhere.
func hiding(ctx context.Context, known ...property.Map) (context.Context, *strings.Replacer) {
	values := secretsIn(known...)
	return redact.With(ctx, values), redact.Replacer(values)
}

// secretsIn are the texts in the maps that are secret wherever they stand. A text that is public somewhere is none.
func secretsIn(known ...property.Map) []string {
	marks := marksOf(known...)
	maps.DeleteFunc(marks, func(_ string, secret bool) bool { return !secret })
	return slices.Sorted(maps.Keys(marks))
}

// marksOf tells of every text in the maps whether it is secret wherever it stands.
func marksOf(known ...property.Map) map[string]bool {
	marks := map[string]bool{}
	for _, m := range known {
		texts(property.New(m), false, func(text string, secret bool) {
			before, seen := marks[text]
			marks[text] = secret && (before || !seen)
		})
	}
	return marks
}
