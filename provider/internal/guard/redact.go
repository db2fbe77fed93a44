package guard

import (
	"context"
	"slices"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// shortest is the length from which on a secret text is taken out of messages. A shorter one says nothing by itself,
// and taking it out would spoil every message.
const shortest = 4

// redact takes secret inputs out of the texts of errors and failures. Neither infer nor the engine does, and a server
// may well quote the value that it refuses.
func redact(provider p.Provider, spec schema.PackageSpec) p.Provider {
	inner, reader := provider, schemaReader{spec}
	provider.Check = func(ctx context.Context, req p.CheckRequest) (p.CheckResponse, error) {
		s := reader.of(req.Urn)
		r := redactor(mark(req.Inputs, s.inputs), mark(req.State, s.inputs))
		resp, err := inner.Check(ctx, req)
		for i, f := range resp.Failures {
			resp.Failures[i].Reason = r.Replace(f.Reason)
		}
		return resp, redacted(err, r)
	}
	provider.Create = func(ctx context.Context, req p.CreateRequest) (p.CreateResponse, error) {
		r := redactor(mark(req.Properties, reader.of(req.Urn).inputs))
		resp, err := inner.Create(ctx, req)
		redactPartial(resp.PartialState, r)
		return resp, redacted(err, r)
	}
	provider.Read = func(ctx context.Context, req p.ReadRequest) (p.ReadResponse, error) {
		s := reader.of(req.Urn)
		r := redactor(mark(req.Inputs, s.inputs), mark(req.Properties, s.outputs))
		resp, err := inner.Read(ctx, req)
		redactPartial(resp.PartialState, r)
		return resp, redacted(err, r)
	}
	provider.Update = func(ctx context.Context, req p.UpdateRequest) (p.UpdateResponse, error) {
		s := reader.of(req.Urn)
		r := redactor(mark(req.Inputs, s.inputs), mark(req.OldInputs, s.inputs), mark(req.State, s.outputs))
		resp, err := inner.Update(ctx, req)
		redactPartial(resp.PartialState, r)
		return resp, redacted(err, r)
	}
	provider.Delete = func(ctx context.Context, req p.DeleteRequest) error {
		r := redactor(mark(req.Properties, reader.of(req.Urn).outputs))
		return redacted(inner.Delete(ctx, req), r)
	}
	return provider
}

func redactPartial(partial *p.InitializationFailed, r *strings.Replacer) {
	if partial == nil {
		return
	}
	for i, reason := range partial.Reasons {
		partial.Reasons[i] = r.Replace(reason)
	}
}

// redacted is the error itself where its text is harmless.
func redacted(err error, r *strings.Replacer) error {
	if err == nil || r.Replace(err.Error()) == err.Error() {
		return err
	}
	return redactedError{err, r}
}

type redactedError struct {
	error
	r *strings.Replacer
}

func (e redactedError) Error() string { return e.r.Replace(e.error.Error()) }

// redactor replaces every secret text in the maps.
func redactor(maps ...property.Map) *strings.Replacer {
	var texts []string
	for _, m := range maps {
		secrets(property.New(m), false, func(text string) { texts = append(texts, text) })
	}
	// The longest first, for one secret may begin like another.
	slices.SortFunc(texts, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, text := range texts {
		pairs = append(pairs, text, "[secret]")
	}
	return strings.NewReplacer(pairs...)
}

func secrets(v property.Value, inside bool, found func(string)) {
	inside = inside || v.Secret()
	switch {
	case v.IsMap():
		for _, item := range v.AsMap().All {
			secrets(item, inside, found)
		}
	case v.IsArray():
		for _, item := range v.AsArray().All {
			secrets(item, inside, found)
		}
	case inside && v.IsString() && len(v.AsString()) >= shortest:
		found(v.AsString())
	}
}
