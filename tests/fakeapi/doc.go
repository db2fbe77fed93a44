// Package fakeapi is an in-memory double of CoreWeave's
// coreweave.sandbox.v1.RunnerManagementService, for tests and demonstrations.
//
// It speaks the wire, never Go types of the provider: Connect unary JSON over
// POST, with its own table of the fields it accepts. It shares no code with the
// provider on purpose, so that a mistake in one of the two shows in the other.
//
// # What to expect of it
//
// It is strict. A field it does not know, a value of another type, a rule that
// the documentation of the service states, a missing header: each is refused
// with the code of the real service and with machine-readable details. What it
// accepts it normalises as the real service does, and it walks a runner through
// its asynchronous life by the clock in [Options].
//
// # How far to trust it
//
// The comments of this package mark what a behaviour rests on:
//
//   - CONFIRMED: seen in a published source of the vendor.
//   - DERIVED: follows from proto3 JSON, Connect or a sibling service.
//   - UNKNOWN: nobody outside can know; the fake picks one answer and, where a
//     client could care, [Options] has a switch for the others.
//
// # Shape
//
// A request is read once (request.go), let through the gate (gate.go), decoded
// by the table (table*.go, decode.go), answered by one handler per call
// (create.go, read.go, list.go, update.go, delete.go, apply.go) and written by
// one writer (server.go). Handlers return values or a refusal (refusal.go);
// none of them touches the response. Faults (faults.go) are scripted, requests
// (record.go) are kept, documents are copied on the way in and on the way out.
package fakeapi
