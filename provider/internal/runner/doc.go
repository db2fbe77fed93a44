// Package runner is the ManagedRunner resource: what its inputs mean, what a change of them sends to the API, and how
// what the API says becomes Pulumi state. The functions that look runners up are here, too, in lookup.go.
//
// Five rules decide most of the code:
//
//   - What the program says stays as the program spells it, in inputs and outputs. Values are compared by meaning, see
//     package canonical.
//   - A program manages the fields of spec that it gives, and the policy as a whole. The rest of spec belongs to others:
//     it is never a difference, and a refresh does not bring it in.
//   - Nothing is overwritten unseen. The policy is guarded by its etag, which moves only with a refresh, with our own
//     writing, or while the policy says what the program says. Blocks of spec have no etag, and are looked at before
//     they are replaced.
//   - From the moment that a runner may exist it is in the state. An operation that does not come to its end marks the
//     outputs, and the next update finishes it before it makes another change.
//   - A preview makes no call.
package runner
