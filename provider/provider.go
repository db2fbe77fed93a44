package provider

import (
	"context"
	"fmt"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	pulumiprovider "github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/config"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/guard"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/runner"
)

const (
	// Name is the name of the Pulumi package.
	Name = "coreweave-sandbox"
	// Organization is who publishes: a GitHub organization, an npm scope and the prefix of the Python package. Change it
	// here (and the module path in go.mod) to publish under another name.
	Organization = "pulumiverse"

	// Repository is the home of the provider.
	Repository = "https://" + module
	// GoModule is the SDK for Go.
	GoModule = module + "/sdk/go/coreweavesandbox"
	// NPMPackage is the SDK for TypeScript and JavaScript.
	NPMPackage = "@" + Organization + "/" + Name
	// PythonPackage is the SDK for Python.
	PythonPackage = Organization + "_coreweave_sandbox"

	description = "Manage the runners of CoreWeave Sandbox on your Kubernetes clusters, and the policies of their sandboxes."

	module = "github.com/" + Organization + "/pulumi-" + Name
)

// New builds the provider.
func New(ctx context.Context) (p.Provider, error) {
	provider, err := inferred()
	if err != nil {
		return p.Provider{}, fmt.Errorf("building the provider: %w", err)
	}
	provider = describeEnums(provider)
	spec, err := p.GetSchema(ctx, Name, Version, provider)
	if err != nil {
		return p.Provider{}, fmt.Errorf("building the schema: %w", err)
	}
	// From the inside out.
	provider = guard.Inner(provider, spec)
	provider = runner.Layer(provider)
	provider = runner.CheckArguments(provider)
	provider = guard.Outer(provider, spec)
	return provider, nil
}

// Schema is the package schema.
func Schema(ctx context.Context) (schema.PackageSpec, error) {
	provider, err := New(ctx)
	if err != nil {
		return schema.PackageSpec{}, err
	}
	return p.GetSchema(ctx, Name, Version, provider)
}

// Server makes the gRPC server of the provider, for a host that may be nil.
func Server(host *pulumiprovider.HostClient) (pulumirpc.ResourceProviderServer, error) {
	provider, err := New(context.Background())
	if err != nil {
		return nil, err
	}
	server, err := p.RawServer(Name, Version, provider)(host)
	if err != nil {
		return nil, err
	}
	return guard.ReportMissing(server), nil
}

// Serve runs the plugin until the engine ends it.
func Serve(ctx context.Context) error {
	return pulumiprovider.MainContext(ctx, Name, Server)
}

func inferred() (p.Provider, error) {
	return infer.NewProviderBuilder().
		WithDisplayName("CoreWeave Sandbox").
		WithDescription(description).
		WithKeywords("pulumi", Name, "coreweave", "sandbox", "category/infrastructure", "kind/native").
		WithHomepage(Repository).
		WithRepository(Repository).
		WithPublisher(Organization).
		WithLicense("Apache-2.0").
		WithPluginDownloadURL("github://api.github.com/"+Organization+"/pulumi-"+Name).
		WithNamespace(Organization).
		WithLanguageMap(languages()).
		// Types live in Go packages whose names users should not see.
		WithModuleMap(map[tokens.ModuleName]tokens.ModuleName{"model": runner.Module, "runner": runner.Module}).
		WithResources(infer.Resource(&runner.ManagedRunner{})).
		WithFunctions(infer.Function(&runner.GetManagedRunner{}), infer.Function(&runner.GetManagedRunners{})).
		WithConfig(infer.Config(&config.Config{})).
		Build()
}

// languages is what the SDK generators read besides the schema.
func languages() map[string]any {
	return map[string]any{
		"go": map[string]any{
			"importBasePath":                 GoModule,
			"rootPackageName":                "coreweavesandbox",
			"generateResourceContainerTypes": true,
			"respectSchemaVersion":           true,
			// In the programs that `pulumi import` writes. Without the first, object types have no package, since there is no
			// folder to name it by; without the second, lists of enums have the name of the provider, which is none in Go.
			"packageImportAliases": map[string]any{GoModule: "coreweavesandbox", GoModule + "/" + Name: "coreweavesandbox"},
		},
		"nodejs": map[string]any{
			"packageName":          NPMPackage,
			"packageDescription":   description,
			"respectSchemaVersion": true,
		},
		"python": map[string]any{
			"packageName":          PythonPackage,
			"respectSchemaVersion": true,
			"pyproject":            map[string]any{"enabled": true},
		},
		"java": map[string]any{
			"basePackage": "com." + Organization,
			// Of the SDK of Pulumi that the package is compiled with.
			"dependencies": map[string]any{"com.pulumi:pulumi": "1.20.0"},
		},
		"csharp": map[string]any{"respectSchemaVersion": true},
	}
}
