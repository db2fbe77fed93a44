package provider_test

import (
	"context"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/proto"
)

// wired is a server to which requests and answers go as bytes, as they do between the engine and a plugin: what cannot
// be sent is an error.
type wired struct {
	pulumirpc.ResourceProviderServer
}

func (w wired) Check(ctx context.Context, req *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	return deliver(ctx, w.ResourceProviderServer.Check, req)
}

func (w wired) Diff(ctx context.Context, req *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	return deliver(ctx, w.ResourceProviderServer.Diff, req)
}

func (w wired) Create(ctx context.Context, req *pulumirpc.CreateRequest) (*pulumirpc.CreateResponse, error) {
	return deliver(ctx, w.ResourceProviderServer.Create, req)
}

func (w wired) Read(ctx context.Context, req *pulumirpc.ReadRequest) (*pulumirpc.ReadResponse, error) {
	return deliver(ctx, w.ResourceProviderServer.Read, req)
}

func (w wired) Update(ctx context.Context, req *pulumirpc.UpdateRequest) (*pulumirpc.UpdateResponse, error) {
	return deliver(ctx, w.ResourceProviderServer.Update, req)
}

// message is a pointer to a struct that is a message.
type message[T any] interface {
	*T
	proto.Message
}

func deliver[Req, Resp any, PReq message[Req], PResp message[Resp]](
	ctx context.Context, call func(context.Context, PReq) (PResp, error), req PReq,
) (PResp, error) {
	var received PReq = new(Req)
	if err := transfer(req, received); err != nil {
		return nil, err
	}
	resp, err := call(ctx, received)
	if err != nil {
		return nil, err
	}
	var answered PResp = new(Resp)
	return answered, transfer(resp, answered)
}

func transfer(from, to proto.Message) error {
	bytes, err := proto.Marshal(from)
	if err != nil {
		return err
	}
	return proto.Unmarshal(bytes, to)
}
