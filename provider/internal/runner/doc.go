// Package runner is the ManagedRunner resource: what its inputs mean, what a change of them sends to the API, and how
// what the API says becomes Pulumi state.
//
// Four rules decide most of the code:
//
//   - What the program says stays as the program spells it, in inputs and outputs. Values are compared by meaning, see
//     package canonical.
//   - A program manages the fields of spec that it gives, and the policy as a whole. The rest of spec belongs to others:
//     it is never a difference, and a refresh does not bring it in.
//   - The policy is written only over the policy that the last refresh has seen. Its etag moves with a refresh, or with
//     our own writing, and with nothing else.
//   - A preview makes no call.
package runner
