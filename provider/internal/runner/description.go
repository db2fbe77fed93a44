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

// examples are generated from the programs in examples/.
//
//go:embed examples.md
var examples string
