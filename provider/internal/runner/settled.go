package runner

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// errUnsettled is part of the error of an update that may have been made although it failed.
var errUnsettled = errors.New("it is not known whether the update was made: the next `pulumi up` finds out, and goes on from there")

// settled is the state of a runner after an update of which it was not known whether it was made.
func settled(ctx context.Context, inner p.Provider, req p.UpdateRequest) (property.Map, error) {
	read, err := inner.Read(ctx, p.ReadRequest{ID: req.ID, Urn: req.Urn, Inputs: req.OldInputs, Properties: req.State})
	switch {
	case err != nil:
		return property.Map{}, err
	case read.ID == "":
		return property.Map{}, fmt.Errorf("runner %q %s", req.ID, deletedElsewhere)
	}
	asked, differ := askedFor(reveal(req.OldInputs, req.State), req.State, read.Inputs)
	if len(differ) > 0 {
		return property.Map{}, fmt.Errorf("runner %q is neither as it was before the last update, of which it is not known whether it "+
			"was made, nor as it would be after it; these fields differ from what it has asked for: %s; run `pulumi refresh` to see "+
			"what the runner is like, review it, and run `pulumi up` again", req.ID, strings.Join(differ, ", "))
	}
	live, err := asWritten(p.ReadRequest{Inputs: asked, Properties: asked}, read)
	return live.Properties, err
}

// askedFor is what a runner was last asked for. Those are the inputs, but for an update that has not come to its end: of
// that the outputs tell, and the inputs are still the old ones. If it is not known whether it was made, the runner must be
// as before it or as after it: where it is neither, it differs.
func askedFor(inputs, outputs, live property.Map) (asked property.Map, differ []string) {
	if !isMarked(outputs) {
		return inputs, nil
	}
	tried := onlyInputs(outputs)
	if !isUnsettled(outputs) {
		return tried, nil
	}
	notBefore, notAfter := differing(inputs, live), differing(tried, live)
	switch {
	case len(notBefore) > 0 && len(notAfter) == 0:
		return tried, nil
	case len(notAfter) > 0 && len(notBefore) == 0:
		return inputs, nil
	default:
		// Fields of spec have come under management, or left it, and look the same before and after; or nobody knows.
		// Those of both count as managed, so that each that the program does not have now is reset.
		return withSpecOf(inputs, tried), notAfter
	}
}

// differing lists where a runner is not as it was asked for.
func differing(asked, live property.Map) []string {
	var paths []string
	for _, change := range runnerChanges(asked, sameCluster(asked, managed(live, asked))) {
		paths = append(paths, change.Path.String())
	}
	return paths
}

// withSpecOf adds to inputs the fields of spec that only the others have.
func withSpecOf(inputs, others property.Map) property.Map {
	spec := map[string]property.Value{}
	for _, from := range []property.Value{others.Get("spec"), inputs.Get("spec")} {
		if from.IsMap() {
			maps.Copy(spec, from.AsMap().AsMap())
		}
	}
	return inputs.Set("spec", property.New(spec))
}

// onlyInputs takes the outputs that only the server knows out of outputs.
func onlyInputs(outputs property.Map) property.Map {
	inputs := property.Map{}
	for _, field := range argsTable.Fields {
		if v, ok := outputs.GetOk(field.Name); ok {
			inputs = inputs.Set(field.Name, v)
		}
	}
	return inputs
}

// withInputs puts inputs in the place of those that outputs mirror.
func withInputs(outputs, inputs property.Map) property.Map {
	for _, field := range argsTable.Fields {
		outputs = outputs.Delete(field.Name)
		if v, ok := inputs.GetOk(field.Name); ok {
			outputs = outputs.Set(field.Name, v)
		}
	}
	return outputs
}
