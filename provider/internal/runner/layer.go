package runner

import (
	"context"
	"fmt"
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
// show: a diff must see unknown values and the old inputs, and a read must keep spelling and marks of the inputs.
func Layer(provider p.Provider) p.Provider {
	inner := provider
	provider.Diff = func(_ context.Context, req p.DiffRequest) (p.DiffResponse, error) {
		old := req.OldInputs
		if old.Len() == 0 {
			old = req.State // an engine that does not send the old inputs
		}
		return diff(reveal(old, req.State), reveal(req.Inputs, req.State)), nil
	}
	provider.Read = func(ctx context.Context, req p.ReadRequest) (p.ReadResponse, error) {
		resp, err := inner.Read(ctx, req)
		switch {
		case err != nil || resp.ID == "":
		case req.Inputs.Len() == 0: // an import: there is no program yet whose spelling could stay
			resp.Inputs = conceal(resp.Inputs)
		default:
			live := concealAgain(req.Inputs, managed(resp.Inputs, req.Inputs))
			resp.Inputs = canonical.Respell(req.Inputs, sameCluster(req.Inputs, live), argsTable)
			outputs := sameCluster(req.Properties, managed(resp.Properties, req.Inputs))
			resp.Properties = canonical.Respell(req.Properties, outputs, stateTable)
		}
		return resp, err
	}
	provider.Update = func(ctx context.Context, req p.UpdateRequest) (p.UpdateResponse, error) {
		req.Inputs = reveal(req.Inputs, req.State)
		if paths := keptPaths(req.Inputs); len(paths) > 0 {
			return p.UpdateResponse{}, fmt.Errorf("%s: %s", strings.Join(paths, ", "), keptAlone)
		}
		if req.OldInputs.Len() > 0 {
			// Outputs outlive the inputs that they mirrored: when a program lets go of spec, the engine makes no update.
			req.State = managed(req.State, req.OldInputs)
		}
		return inner.Update(ctx, req)
	}
	return provider
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
