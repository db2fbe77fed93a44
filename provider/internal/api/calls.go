package api

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// The service and its procedures.
const (
	servicePath     = "/coreweave.sandbox.v1.RunnerManagementService/"
	createProcedure = "CreateManagedRunner"
	getProcedure    = "GetManagedRunner"
	listProcedure   = "ListManagedRunners"
	updateProcedure = "UpdateManagedRunner"
	deleteProcedure = "DeleteManagedRunner"
	applyProcedure  = "ApplyAvailableUpdate"
)

// noRunnerID is what is wrong with a call about a runner that has no ID.
const noRunnerID = "the runner ID must not be empty"

// maxRequestID is how many bytes of a request ID the server takes.
const maxRequestID = 128

type createRequest struct {
	ManagedRunner model.ManagedRunner `json:"managedRunner"`
	RequestID     string              `json:"requestId"`
}

// runnerRequest is the message of the calls that take nothing but a runner.
type runnerRequest struct {
	RunnerID string `json:"runnerId"`
}

type updateRequest struct {
	RunnerID      string `json:"runnerId"`
	ManagedRunner any    `json:"managedRunner"`
	UpdateMask    string `json:"updateMask"`
}

type deleteRequest struct {
	RunnerID     string `json:"runnerId"`
	AllowMissing bool   `json:"allowMissing"`
}

// NewRequestID makes the token by which the server recognises the retries of one logical create.
func NewRequestID() string { return uuid.NewString() }

// Create asks for a runner and returns what the server has accepted, which is not installed yet. Of the runner only
// what an operator decides is sent.
func (c *Client) Create(ctx context.Context, runner model.ManagedRunner, requestID string) (model.ManagedRunner, error) {
	request := createRequest{ManagedRunner: runner.Args().Message(), RequestID: requestID}
	made := &call{name: createProcedure, runnerID: runner.Identity.RunnerID}
	if requestID == "" || len(requestID) > maxRequestID {
		return model.ManagedRunner{}, made.refuse(fmt.Sprintf("the request ID must have 1 to %d bytes", maxRequestID))
	}
	return c.callForRunner(ctx, made, c.create, request)
}

// Get reads a runner.
func (c *Client) Get(ctx context.Context, runnerID string) (model.ManagedRunner, error) {
	made := &call{name: getProcedure, runnerID: runnerID}
	return c.callForRunner(ctx, made, c.get, runnerRequest{RunnerID: runnerID})
}

// Update replaces the fields of a runner that the mask names by those of the body, which is a runner's JSON as any Go
// value. A masked field that the body lacks is reset.
func (c *Client) Update(ctx context.Context, runnerID string, body any, mask []string) (model.ManagedRunner, error) {
	made := &call{name: updateProcedure, runnerID: runnerID}
	if err := checkMask(mask); err != nil {
		return model.ManagedRunner{}, made.refuse(err.Error())
	}
	if body == nil {
		return model.ManagedRunner{}, made.refuse("an update needs a body")
	}
	// A field mask is one string in proto3 JSON. Its order means nothing, but makes requests comparable.
	paths := slices.Compact(slices.Sorted(slices.Values(mask)))
	request := updateRequest{RunnerID: runnerID, ManagedRunner: body, UpdateMask: strings.Join(paths, ",")}
	return c.callForRunner(ctx, made, c.update, request)
}

// Delete asks for the removal of a runner. The runner stays readable until it is decommissioned. One that is missing
// is a success.
func (c *Client) Delete(ctx context.Context, runnerID string) error {
	made := &call{name: deleteProcedure, runnerID: runnerID}
	err := c.callForNothing(ctx, made, c.delete, deleteRequest{RunnerID: runnerID, AllowMissing: true})
	if IsNotFound(err) {
		return nil
	}
	return err
}

// ApplyAvailableUpdate asks for the newest version of the runner's release channel. The roll-out begins afterwards; what
// the answer holds is not documented.
func (c *Client) ApplyAvailableUpdate(ctx context.Context, runnerID string) error {
	made := &call{name: applyProcedure, runnerID: runnerID}
	return c.callForNothing(ctx, made, c.apply, runnerRequest{RunnerID: runnerID})
}

// callForNothing makes a call about a runner that is answered with nothing that matters.
func (c *Client) callForNothing(ctx context.Context, made *call, to *procedure[struct{}], request any) error {
	if made.runnerID == "" {
		return made.refuse(noRunnerID)
	}
	_, err := invoke(ctx, c, made, to, request)
	return err
}

// callForRunner makes a call that is answered with the runner it is about, and refuses any other answer: taken at its
// word, it would end up in the state of the wrong resource.
func (c *Client) callForRunner(
	ctx context.Context, made *call, to *procedure[model.ManagedRunner], request any,
) (model.ManagedRunner, error) {
	if made.runnerID == "" {
		return model.ManagedRunner{}, made.refuse(noRunnerID)
	}
	runner, err := invoke(ctx, c, made, to, request)
	if err != nil {
		return model.ManagedRunner{}, err
	}
	switch runner.Identity.RunnerID {
	case made.runnerID:
		return *runner, nil
	case "":
		return model.ManagedRunner{}, c.unusable(ctx, made, "it is not a runner: it has no runner ID")
	default:
		return model.ManagedRunner{}, c.unusable(ctx, made,
			fmt.Sprintf("it is another runner, %q", runner.Identity.RunnerID))
	}
}

// checkMask refuses masks that the server may take for everything, and paths that are not in the JSON spelling.
func checkMask(mask []string) error {
	if len(mask) == 0 {
		return fmt.Errorf("the update mask must not be empty")
	}
	for _, path := range mask {
		switch {
		case path == "*" || path == "spec":
			return fmt.Errorf("the update mask must not contain %q, which replaces more than was changed", path)
		case !isMaskPath(path):
			return fmt.Errorf("the update mask must consist of lowerCamelCase paths, which %q is not", path)
		}
	}
	return nil
}

func isMaskPath(path string) bool {
	for name := range strings.SplitSeq(path, ".") {
		if name == "" || name[0] < 'a' || name[0] > 'z' {
			return false
		}
		letter := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' }
		if strings.ContainsFunc(name, func(r rune) bool { return !letter(r) }) {
			return false
		}
	}
	return true
}
