package check

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"k8s.io/apimachinery/pkg/util/validation"
)

func checkIdentity(root node, olds property.Map) {
	checkRunnerID(root.get("runnerId"))
	checkRunnerGroup(root.get("runnerGroupId"))
	checkZone(root.get("zone"))
	checkCluster(root.get("clusterId"), olds.Get("clusterId"))
}

// checkRunnerID refuses what could not be part of a URL path. The API's own character set is not documented, so that
// anything else that is unusual is a warning.
func checkRunnerID(n node) {
	s, ok := n.word()
	switch {
	case !ok:
	case strings.TrimSpace(s) != s:
		n.refuse("must not begin or end with a space")
	case strings.Contains(s, "/"):
		n.refuse("must not contain `/`")
	case len(validation.IsDNS1123Label(s)) > 0:
		n.warn("is not made of at most 63 lower-case letters, digits and `-`: the API may refuse it")
	}
}

// checkRunnerGroup refuses the empty text, which the server would silently turn into its default.
func checkRunnerGroup(n node) {
	if n.is("") {
		n.refuse("must not be empty; leave it out for the group `default`")
	}
}

// plainZone is what every zone looks like that is documented, in either case.
var plainZone = regexp.MustCompile(`^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$`)

func checkZone(n node) {
	s, ok := n.word()
	switch {
	case !ok:
	case strings.ContainsFunc(s, unicode.IsSpace):
		n.refuse("must not contain spaces")
	case !plainZone.MatchString(s):
		n.warn("does not look like a zone such as `us-east-04a`")
	}
}

var uuid = regexp.MustCompile(`^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`)

// checkCluster wants a UUID, unless an existing runner already has something else: older ones may have a name here.
func checkCluster(n node, old property.Value) {
	s, ok := n.word()
	if !ok || uuid.MatchString(s) || old.IsString() && strings.EqualFold(old.AsString(), s) {
		return
	}
	n.refuse("must be the UUID of the cluster, such as `00000000-0000-4000-8000-000000000001`, not its name")
}
