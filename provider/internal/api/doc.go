// Package api is the client of CoreWeave's RunnerManagementService. It knows the calls, their errors and when to try
// again; what a runner is, it knows from package model, and nothing of Pulumi.
//
// The protocol is Connect with JSON messages, one POST for each call. Four promises hold for every call:
//
//   - The token goes to the configured origin only, and into no error, log line or printed value.
//   - A call that failed for a passing reason is tried again, with the same request to the byte.
//   - An answer is accepted only if it is about the runner that was asked for.
//   - A failure is an [*Error]. It tells whether the server may have carried the call out all the same, which only
//     reading the runner can decide.
package api
