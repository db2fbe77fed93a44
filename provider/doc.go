// Package provider is the Pulumi provider for CoreWeave Sandbox.
//
// The provider is written with infer of pulumi-go-provider, which derives schema and decoding from Go types. Around it
// lie, from the inside out:
//
//   - guard.Inner, which repairs what infer v1.5.0 does to secret and unknown values and to old states;
//   - runner.Layer, which compares inputs by meaning and gives what is read the spelling of the program;
//   - runner.CheckArguments, which refuses arguments of functions at their paths;
//   - guard.Outer, which repairs what infer leaves out: secrets of outputs, the order of replacements, nulls, panics;
//   - guard.ReportMissing on the gRPC server, which tells the engine that a resource does not exist.
//
// Inside, package runner holds the resource and the functions, check the rules of its inputs, config the provider's configuration, api
// the client of CoreWeave's RunnerManagementService, and model the types, each written once. The arrows point one way:
// provider -> {guard, runner} -> config -> {check, canonical, api} -> {model, redact}.
//
// What is known of the API, from where, and what is not, is in docs/api-contract.md.
package provider
