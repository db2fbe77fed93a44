package runner

import _ "embed"

const introduction = "A managed runner: the component that runs CoreWeave sandboxes on a CoreWeave Kubernetes Service (CKS) " +
	"cluster, and the policy that bounds its sandboxes. The platform installs and updates the runner; a cluster hosts one.\n\n" +
	"## Behavior\n\n" +
	"* Creating and updating return when the platform has accepted the configuration. Installation goes on; `ready` says when " +
	"it is done, as of the last refresh. With `waitForReady: true` they return when it is done, or with the reason why not. " +
	"The wait ends after 30 minutes, or as long as the `customTimeouts` option says.\n" +
	"* From the moment that a runner may exist it is in the state, whatever fails or is interrupted. The next `pulumi up` goes " +
	"on where the last one has stopped, and then makes the changes that the program has had since.\n" +
	"* With `applyAvailableUpdate: true`, `pulumi up` starts the update that the last refresh has found to be available, after " +
	"a change of the configuration.\n" +
	"* An update sends the changed blocks only. The policy is one block, written only if nobody else has edited it since " +
	"the last refresh.\n" +
	"* Deleting waits until the runner is gone: up to 30 minutes, or as long as the `customTimeouts` option says.\n" +
	"* A change of `runnerId`, `clusterId` or `zone` replaces the runner: the old one is deleted first.\n\n"

const importing = "\n## Import\n\n" +
	"A runner is imported by its `runnerId`:\n\n" +
	"```sh\npulumi import coreweave-sandbox:index:ManagedRunner example my-runner\n```\n"

const getOneIntroduction = "Reads a managed runner: how it is configured, and what the platform reports of it. It changes nothing, " +
	"and the runner does not become part of the stack. To manage a runner that exists, import it; to find the ID of one, use " +
	"`getManagedRunners`.\n\n" +
	"A runner that does not exist is an error. `spec.overrides.env`, `policy.base` and `deploymentSpec` are secret. " +
	"Use the output form of the function, which keeps them so: with the plain form, secrets are ordinary values in TypeScript and " +
	"Python, and in Go an error.\n\n"

const getAllIntroduction = "Lists the managed runners that the API token can see, all of them or those that the arguments choose, in " +
	"the order of their `runnerId`. It changes nothing.\n\n" +
	"The list tells where each runner is and how it does. It leaves out `spec`, `policy` and `deploymentSpec`, which hold secrets: with " +
	"them, the whole list would be secret, and whatever a program computes from it. For those, use `getManagedRunner`.\n\n"

// examples are generated from the programs in examples/.
//
//go:embed examples.md
var examples string

// lookupExamples are generated from the programs in examples/, too.
//
//go:embed lookup_examples.md
var lookupExamples string
