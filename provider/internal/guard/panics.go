package guard

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	p "github.com/pulumi/pulumi-go-provider"
)

// recoverPanics turns a panic into an error of the one operation. Without it, the process ends, all other operations
// fail with it, and the user sees no more than a broken connection.
func recoverPanics(provider p.Provider) p.Provider {
	provider.Handshake = recover2("Handshake", provider.Handshake)
	provider.Parameterize = recover2("Parameterize", provider.Parameterize)
	provider.GetSchema = recover2("GetSchema", provider.GetSchema)
	provider.CheckConfig = recover2("CheckConfig", provider.CheckConfig)
	provider.DiffConfig = recover2("DiffConfig", provider.DiffConfig)
	provider.Configure = recover1("Configure", provider.Configure)
	provider.Invoke = recover2("Invoke", provider.Invoke)
	provider.Check = recover2("Check", provider.Check)
	provider.Diff = recover2("Diff", provider.Diff)
	provider.Create = recover2("Create", provider.Create)
	provider.Read = recover2("Read", provider.Read)
	provider.Update = recover2("Update", provider.Update)
	provider.Delete = recover1("Delete", provider.Delete)
	provider.Call = recover2("Call", provider.Call)
	provider.Construct = recover2("Construct", provider.Construct)
	if cancel := provider.Cancel; cancel != nil {
		f := recover1("Cancel", func(ctx context.Context, _ struct{}) error { return cancel(ctx) })
		provider.Cancel = func(ctx context.Context) error { return f(ctx, struct{}{}) }
	}
	return provider
}

func recover2[Req, Resp any](
	name string, f func(context.Context, Req) (Resp, error),
) func(context.Context, Req) (Resp, error) {
	if f == nil {
		return nil
	}
	return func(ctx context.Context, req Req) (resp Resp, err error) {
		defer func() {
			if r := recover(); r != nil {
				err = panicked(ctx, name, r)
			}
		}()
		return f(ctx, req)
	}
}

func recover1[Req any](name string, f func(context.Context, Req) error) func(context.Context, Req) error {
	if f == nil {
		return nil
	}
	g := recover2(name, func(ctx context.Context, req Req) (struct{}, error) { return struct{}{}, f(ctx, req) })
	return func(ctx context.Context, req Req) error {
		_, err := g(ctx, req)
		return err
	}
}

// panicked makes the error. The text of a panic may show values, so that only the runtime's own texts are kept.
func panicked(ctx context.Context, name string, r any) error {
	what := fmt.Sprintf("a value of type %T", r)
	if e, ok := r.(runtime.Error); ok {
		what = e.Error()
	}
	p.GetLogger(ctx).Debugf("panic in %s: %s\n%s", name, what, debug.Stack())
	return fmt.Errorf("this is a bug in the provider: %s panicked with %s; the stack is in the debug log (--debug)", name, what)
}
