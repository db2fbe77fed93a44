package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/canonical"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/redact"
)

var (
	argsTable  = model.Describe[model.Args]()
	stateTable = model.Describe[model.State]()
)

// Layer puts around the provider that infer has built what works on property values, which infer's typed calls do not
// show: a diff must see unknown values and the old inputs, a read must keep spelling and marks of the inputs, and the
// outputs tell the next run what this one has left unfinished.
func Layer(provider p.Provider) p.Provider {
	inner := provider
	provider.Check = func(ctx context.Context, req p.CheckRequest) (p.CheckResponse, error) {
		req.Inputs = withoutCopy(req.Inputs, req.State)
		resp, err := inner.Check(ctx, req)
		resp.Inputs = wantUpToDate(resp.Inputs)
		return resp, err
	}
	provider.Diff = func(_ context.Context, req p.DiffRequest) (p.DiffResponse, error) {
		old := req.OldInputs
		if old.Len() == 0 {
			old = req.State // an engine that does not send the old inputs
		}
		resp := diff(reveal(old, req.State), reveal(req.Inputs, req.State))
		if appliesUpdate(req.Inputs, req.State) {
			resp.HasChanges, resp.DetailedDiff[updateAvailable] = true, p.PropertyDiff{Kind: p.Update}
		}
		return resp, nil
	}
	provider.Create = func(ctx context.Context, req p.CreateRequest) (p.CreateResponse, error) {
		req.Properties = req.Properties.Delete(updateAvailable)
		resp, err := inner.Create(ctx, req)
		resp.Properties = markUnfinished(resp.Properties, resp.PartialState, err)
		return resp, err
	}
	provider.Read = func(ctx context.Context, req p.ReadRequest) (p.ReadResponse, error) {
		resp, err := inner.Read(ctx, req)
		switch {
		case err != nil || resp.ID == "":
		case req.Inputs.Len() == 0: // an import: there is no program yet whose spelling could stay
			resp.Inputs = conceal(resp.Inputs)
		default:
			resp, err = asWritten(req, resp)
		}
		return resp, err
	}
	provider.Update = func(ctx context.Context, req p.UpdateRequest) (p.UpdateResponse, error) {
		applies := appliesUpdate(req.Inputs, req.State)
		req.Inputs = reveal(req.Inputs, req.State).Delete(updateAvailable)
		if paths := keptPaths(req.Inputs); len(paths) > 0 {
			return p.UpdateResponse{}, fmt.Errorf("%s: %s", strings.Join(paths, ", "), keptAlone)
		}
		marked := isMarked(req.State)
		ctx, state, err := startOf(ctx, inner, req)
		if err != nil {
			return p.UpdateResponse{}, err
		}
		req.State = state
		resp, err := inner.Update(ctx, req)
		switch {
		case req.DryRun && marked:
			resp.Properties = unknownOutputs(resp.Properties)
		case req.DryRun && applies:
			resp.Properties = unknownOutputs(resp.Properties, "clusterName", "createTime", "etag", updateAvailable)
		}
		resp.Properties = markUnfinished(resp.Properties, resp.PartialState, err)
		return resp, err
	}
	return provider
}

// startOf is the state from which an update starts.
func startOf(ctx context.Context, inner p.Provider, req p.UpdateRequest) (context.Context, property.Map, error) {
	switch {
	case isUnsettled(req.State) && !req.DryRun:
		state, err := settled(ctx, inner, req)
		return resumed(ctx), state, err
	case isMarked(req.State):
		// The outputs are newer than the old inputs, which the engine keeps when an update does not come to its end.
		return resumed(ctx), req.State, nil
	case req.OldInputs.Len() > 0:
		// Outputs outlive the inputs that they mirror: when a program lets go of spec, the engine makes no update. Nor may
		// those of another version say what this one has asked for.
		return ctx, withInputs(req.State, reveal(req.OldInputs, req.State)), nil
	default:
		return ctx, req.State, nil
	}
}

// unknownOutputs makes unknown in a preview what an update changes without a change of the inputs: all that the server
// reports, but for what is given to stay.
func unknownOutputs(outputs property.Map, but ...string) property.Map {
	for _, field := range stateTable.Fields {
		if _, input := argsTable.Get(field.Name); !input && !slices.Contains(but, field.Name) {
			outputs = outputs.Set(field.Name, property.New(property.Computed))
		}
	}
	return outputs
}

// asWritten gives what was read the program's spelling.
func asWritten(req p.ReadRequest, read p.ReadResponse) (p.ReadResponse, error) {
	asked, _ := askedFor(reveal(req.Inputs, req.Properties), req.Properties, read.Inputs)
	inputs := concealAgain(req.Inputs, sameCluster(req.Inputs, managed(read.Inputs, asked)))
	read.Inputs = reportUpdate(canonical.Respell(req.Inputs, inputs, argsTable), req.Inputs, read.Properties)
	outputs := sameCluster(req.Properties, managed(read.Properties, asked))
	read.Properties = canonical.Respell(req.Properties, outputs, stateTable)
	read.PartialState = stillUnfinished(req, read)
	if read.PartialState == nil {
		return read, nil
	}
	read.Properties = markUnfinished(read.Properties, read.PartialState, nil)
	return read, errors.New(strings.Join(read.PartialState.Reasons, "; "))
}

// keptAlone is what is wrong with Kept where there is no value that it could stand for.
const keptAlone = "the text " + redact.Kept + " stands for the value that an imported runner has at this place, and there is none, " +
	"or the list has other elements now; write the value itself"

// diff translates the changes into the engine's terms.
func diff(old, new property.Map) p.DiffResponse {
	resp := p.DiffResponse{DetailedDiff: map[string]p.PropertyDiff{}}
	for _, change := range changes(old, new) {
		field, _ := argsTable.Get(change.Path[0].(string))
		resp.DetailedDiff[change.Path.String()] = p.PropertyDiff{Kind: kind(change.Kind, field.Replace)}
	}
	resp.HasChanges = len(resp.DetailedDiff) > 0
	return resp
}

func kind(k canonical.Kind, replace bool) p.DiffKind {
	switch {
	case k == canonical.Added && replace:
		return p.AddReplace
	case k == canonical.Added:
		return p.Add
	case k == canonical.Removed && replace:
		return p.DeleteReplace
	case k == canonical.Removed:
		return p.Delete
	case replace:
		return p.UpdateReplace
	default:
		return p.Update
	}
}

// changes are the differences between two sets of inputs. A program that leaves the whole spec out does not manage it,
// so that taking it out changes nothing.
func changes(old, new property.Map) []canonical.Change {
	switch {
	case new.Get("spec").IsNull():
		old = old.Delete("spec")
	case old.Get("spec").IsNull():
		old = old.Set("spec", property.New(map[string]property.Value{}))
	}
	return canonical.Diff(old, new, argsTable)
}

// runnerChanges are the changes of what the API is told.
func runnerChanges(old, new property.Map) []canonical.Change {
	return slices.DeleteFunc(changes(old, new), func(change canonical.Change) bool {
		field, _ := argsTable.Get(change.Path[0].(string))
		return field.Local
	})
}

// managed reduces what the server reports to what the program manages: the fields of spec that it gives. Those that
// the server leaves out have their zero value.
func managed(server, program property.Map) property.Map {
	spec := program.Get("spec")
	if !spec.IsMap() {
		return server.Delete("spec")
	}
	specTable, _ := argsTable.Get("spec")
	live := server.Get("spec")
	out := map[string]property.Value{}
	for _, field := range specTable.Fields {
		if spec.AsMap().Get(field.Name).IsNull() {
			continue
		}
		out[field.Name] = leftOut(field)
		if live.IsMap() {
			if v, ok := live.AsMap().GetOk(field.Name); ok {
				out[field.Name] = v
			}
		}
	}
	return server.Set("spec", property.New(out))
}

// sameCluster keeps the UUID of the cluster where the server reports its name, as it does for older runners. A runner
// never changes its cluster, so that this is another spelling, and not a reason to replace the runner.
func sameCluster(prior, server property.Map) property.Map {
	before, now := prior.Get("clusterId"), server.Get("clusterId")
	if isUUID(before) && now.IsString() && !isUUID(now) {
		return server.Set("clusterId", before)
	}
	return server
}

func isUUID(v property.Value) bool { return v.IsString() && uuid.Validate(v.AsString()) == nil }

// leftOut is what it means that a server that leaves out zero values reports nothing for a field.
func leftOut(f *model.Field) property.Value {
	switch f.Kind {
	case model.Bool:
		return property.New(false)
	case model.String:
		return property.New("")
	default:
		return property.New(map[string]property.Value{})
	}
}
