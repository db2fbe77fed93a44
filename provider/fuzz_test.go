package provider_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
	"pgregory.net/rapid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/modeltest"
)

var (
	argsTable  = model.Describe[model.Args]()
	stateTable = model.Describe[model.State]()
)

// oddInputs draws inputs of which nothing is sure, with canaries for secrets.
func oddInputs(t *rapid.T, label string) property.Map {
	return sendable(modeltest.Conceal(modeltest.OddArgs().Draw(t, label), argsTable))
}

// someInputs draws inputs that were accepted once, or that nobody knows where they come from.
func someInputs(t *rapid.T, label string) property.Map {
	switch rapid.IntRange(0, 3).Draw(t, label+" from") {
	case 0:
		return property.Map{}
	case 1:
		return modeltest.Conceal(modeltest.Valid().Draw(t, label), argsTable)
	default:
		return oddInputs(t, label)
	}
}

// someState draws the state of another version of the provider, or one that somebody has edited.
func someState(t *rapid.T, label string) property.Map {
	return sendable(modeltest.Conceal(modeltest.OddObject(stateTable).Draw(t, label), stateTable))
}

// sendable has no keys that protobuf cannot hold. Values it can: the engine encodes them.
func sendable(m property.Map) property.Map { return sendableValue(property.New(m)).AsMap() }

func sendableValue(v property.Value) property.Value {
	switch {
	case v.IsMap():
		m := map[string]property.Value{}
		for key, item := range v.AsMap().All {
			m[strings.ToValidUTF8(key, "?")] = sendableValue(item)
		}
		return property.WithGoValue(v, m)
	case v.IsArray():
		l := v.AsArray().AsSlice()
		for i, item := range l {
			l[i] = sendableValue(item)
		}
		return property.WithGoValue(v, l)
	default:
		return v
	}
}

// sane holds for every error: it is no bug, tells no secret, and can be sent.
func sane(t require.TestingT, err error) {
	if err == nil {
		return
	}
	text := err.Error()
	require.NotContains(t, text, "bug in the provider")
	told(t, text)
	s, _ := status.FromError(err)
	for _, detail := range s.Details() {
		told(t, fmt.Sprint(detail))
	}
}

// told holds for every text that people read.
func told(t require.TestingT, text string) {
	require.True(t, utf8.ValidString(text), "%q cannot be sent", text)
	require.NotContains(t, text, modeltest.Canary)
	require.NotContains(t, text, strconv.Itoa(modeltest.CanaryNumber))
}

// saneFailures have a path that leads into the inputs.
func saneFailures(t require.TestingT, inputs property.Map, failures []*pulumirpc.CheckFailure) {
	for _, f := range failures {
		told(t, f.GetProperty())
		told(t, f.GetReason())
		require.NotEmpty(t, f.GetReason())
		var path property.Path
		require.NoError(t, path.UnmarshalText([]byte(f.GetProperty())), f.GetProperty())
		var segments []property.PathSegment
		path.Segments(func(s property.PathSegment) bool { segments = append(segments, s); return true })
		require.NotEmpty(t, segments, f.GetReason())
		if strings.Contains(f.GetProperty(), `..."`) {
			continue // a key was shortened
		}
		holder, err := property.PathFromSegments(segments[:len(segments)-1]...).Get(property.New(inputs))
		require.NoError(t, err, "%s leads nowhere", f.GetProperty())
		require.True(t, holder.IsMap() || holder.IsArray(), "%s leads nowhere", f.GetProperty())
	}
}

// Whatever the inputs, Check answers; each failure says where, and none tells a secret. What it accepts, it accepts again
// as it has returned it.
func FuzzCheck(f *testing.F) {
	e := newEngine(f, newFake(f))
	modeltest.Fuzz(f, func(t *rapid.T) {
		e := e.of(t)
		olds, news := someInputs(t, "olds"), someInputs(t, "news")
		resp, err := e.server.Check(e.ctx, &pulumirpc.CheckRequest{Urn: urn, Olds: e.wire(olds), News: e.wire(news)})
		sane(t, err)
		saneFailures(t, news, resp.GetFailures())
		if err != nil || len(resp.GetFailures()) > 0 {
			return
		}
		inputs := e.value(resp.GetInputs())
		assert.Equal(t, property.New(inputs), property.New(e.check(inputs, inputs)))
	})
}

// Valid inputs stay valid, whatever of them is secret or not known yet, and can be previewed.
func FuzzValidInputs(f *testing.F) {
	e := newEngine(f, newFake(f))
	modeltest.Fuzz(f, func(t *rapid.T) {
		e := e.of(t)
		program := modeltest.Valid().Draw(t, "program")
		known := e.check(property.Map{}, program)
		marked := mark(t, property.New(program)).AsMap()
		inputs := e.check(property.Map{}, marked)
		assert.Equal(t, property.New(inputs), property.New(e.check(inputs, inputs)))
		resp, err := e.server.Create(e.ctx, &pulumirpc.CreateRequest{Urn: urn, Properties: e.wire(inputs), Preview: true})
		require.NoError(t, err)
		for name, v := range inputs.All {
			assert.Equal(t, v, e.value(resp.GetProperties()).Get(name), name)
		}
		if !property.New(marked).HasComputed() {
			assert.Empty(t, e.diff(runnerID, known, known, inputs), "marks are no difference")
		}
	})
}

// mark makes some values secret and some unknown.
func mark(t *rapid.T, v property.Value) property.Value {
	switch {
	case v.IsMap():
		m := v.AsMap().AsMap()
		for key, item := range v.AsMap().AllStable {
			m[key] = mark(t, item)
		}
		v = property.New(m)
	case v.IsArray():
		l := v.AsArray().AsSlice()
		for i, item := range l {
			l[i] = mark(t, item)
		}
		v = property.New(l)
	case rapid.IntRange(0, 19).Draw(t, "unknown") == 19:
		v = unknown()
	}
	return v.WithSecret(rapid.IntRange(0, 9).Draw(t, "secret") == 9)
}

// Whatever the inputs and the state, Diff answers, and says of each difference where it is.
func FuzzDiff(f *testing.F) {
	e := newEngine(f, newFake(f))
	modeltest.Fuzz(f, func(t *rapid.T) {
		e := e.of(t)
		resp, err := e.server.Diff(e.ctx, &pulumirpc.DiffRequest{
			Urn: urn, Id: runnerID, Olds: e.wire(someState(t, "state")), OldInputs: e.wire(someInputs(t, "old inputs")),
			News: e.wire(someInputs(t, "inputs")),
		})
		sane(t, err)
		changed := resp.GetChanges() == pulumirpc.DiffResponse_DIFF_SOME
		assert.Equal(t, changed, len(resp.GetDetailedDiff()) > 0)
		for path := range resp.GetDetailedDiff() {
			elements, err := resource.ParsePropertyPath(path)
			require.NoError(t, err, path)
			require.NotEmpty(t, elements)
		}
	})
}

// Whatever the inputs and the state, a preview answers and calls nobody.
func FuzzPreview(f *testing.F) {
	fake := newFake(f)
	e := newEngine(f, fake)
	modeltest.Fuzz(f, func(t *rapid.T) {
		e := e.of(t)
		inputs := e.wire(someInputs(t, "inputs"))
		_, err := e.server.Create(e.ctx, &pulumirpc.CreateRequest{Urn: urn, Properties: inputs, Preview: true})
		sane(t, err)
		_, err = e.server.Update(e.ctx, &pulumirpc.UpdateRequest{
			Urn: urn, Id: runnerID, Olds: e.wire(someState(t, "state")), OldInputs: e.wire(someInputs(t, "old inputs")),
			News: inputs, Preview: true,
		})
		sane(t, err)
		assert.Empty(t, fake.Calls())
	})
}

// Whatever the state holds, a refresh of a runner answers.
func FuzzRead(f *testing.F) {
	fake := newFake(f)
	e := newEngine(f, fake)
	modeltest.Fuzz(f, func(t *rapid.T) {
		e := e.of(t)
		e.create(e.check(property.Map{}, modeltest.Valid().Draw(t, "program")))
		defer fake.Remove(runnerID)
		_, err := e.tryRead(someInputs(t, "inputs"), someState(t, "state"))
		sane(t, err)
	})
}

// Whatever the properties are on the wire, well formed or not, every operation answers.
func FuzzWire(f *testing.F) {
	const secret, output, bytes = resource.SecretSig, resource.OutputValueSig, resource.ByteStringSig
	sign := func(signature, rest string) string {
		return fmt.Sprintf(`{"spec":{"releaseChannel":{%q:%q%s}}}`, resource.SigKey, signature, rest)
	}
	for _, document := range []string{
		`{}`, `{"policy":{},"runnerId":"test","zone":"us-east-04a","clusterId":"00000000-0000-4000-8000-00000000000a"}`,
		sign(secret, ``), sign(secret, `,"value":null`), sign(secret, `,"value":{"a":[1]}`), sign(bytes, `,"value":"/w=="`),
		sign(bytes, `,"value":"?"`), sign(output, ``), sign(output, `,"value":"a","secret":true,"dependencies":["urn"]`),
		sign(output, `,"secret":"yes","dependencies":[1]`), sign(resource.ResourceReferenceSig, `,"urn":"a","id":""`),
		sign(resource.AssetSig, `,"text":"a"`), sign(resource.ArchiveSig, `,"assets":{"a":1}`), sign("x", ``),
		`{"policy":"` + plugin.UnknownStringValue + `","spec":{"volumes":["` + plugin.UnknownObjectValue + `"]}}`,
		`{"":{"":[[],{},null]},"__defaults":[],"a.b[0]\"":"\u0000"}`, `{"spec":1e999,"policy":-0.0}`,
	} {
		f.Add([]byte(document), []byte(document))
	}
	e := newEngine(f, newFake(f))
	f.Fuzz(func(t *testing.T, before, after []byte) {
		e := e.of(t)
		olds, news := structOf(t, before), structOf(t, after)
		check, err := e.server.Check(e.ctx, &pulumirpc.CheckRequest{Urn: urn, Olds: olds, News: news})
		sane(t, err)
		for _, failure := range check.GetFailures() {
			told(t, failure.GetProperty()+failure.GetReason())
		}
		_, err = e.server.Diff(e.ctx, &pulumirpc.DiffRequest{Urn: urn, Id: runnerID, Olds: olds, OldInputs: olds, News: news})
		sane(t, err)
		_, err = e.server.Create(e.ctx, &pulumirpc.CreateRequest{Urn: urn, Properties: news, Preview: true})
		sane(t, err)
		update := &pulumirpc.UpdateRequest{Urn: urn, Id: runnerID, Olds: olds, OldInputs: olds, News: news, Preview: true}
		_, err = e.server.Update(e.ctx, update)
		sane(t, err)
	})
}

func structOf(t *testing.T, text []byte) *structpb.Struct {
	t.Helper()
	var m map[string]any
	err := json.Unmarshal(text, &m)
	var tooLarge *json.UnmarshalTypeError // a number, which is 0 then
	if err != nil && !errors.As(err, &tooLarge) {
		t.Skip("not JSON")
	}
	s, err := structpb.NewStruct(m)
	require.NoError(t, err)
	return s
}
