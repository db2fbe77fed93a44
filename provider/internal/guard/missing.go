package guard

import (
	"context"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// ReportMissing answers the Read of a missing resource in the way that the engine understands on import and get: with
// nothing. infer answers with an empty state without ID, which the engine takes for a resource, so that the import of
// a mistyped ID succeeds with a ghost.
func ReportMissing(server pulumirpc.ResourceProviderServer) pulumirpc.ResourceProviderServer {
	return missingReporter{server}
}

type missingReporter struct {
	pulumirpc.ResourceProviderServer
}

func (m missingReporter) Read(ctx context.Context, req *pulumirpc.ReadRequest) (*pulumirpc.ReadResponse, error) {
	resp, err := m.ResourceProviderServer.Read(ctx, req)
	if err != nil || resp.GetId() == "" {
		return &pulumirpc.ReadResponse{}, err
	}
	return resp, nil
}
