package check

import (
	"net/url"

	"k8s.io/apimachinery/pkg/util/validation"
)

// checkDataPlane checks the mode that is chosen. That exactly one is follows from the table of fields.
func checkDataPlane(n node) {
	checkAnnotations(n.get("clusterIp").get("annotations"))
	checkLoadBalancer(n.get("loadBalancer"))
	checkURI(n.get("custom").get("advertisedUri"))
	checkAnnotations(n.get("custom").get("serviceAnnotations"))
}

func checkLoadBalancer(n node) {
	checkName(n.get("loadBalancerClass"), validation.IsQualifiedName, ruleLabelKey)
	checkAnnotations(n.get("annotations"))
	for _, prefix := range n.get("sourceRanges").items() {
		checkLoosePrefix(prefix)
	}
	checkSubdomain(n.get("hostname")) // it goes into a certificate
}

// checkURI wants what clients can connect to: the API returns it to them as it is.
func checkURI(n node) {
	s, ok := n.word()
	if !ok {
		return
	}
	if u, err := url.Parse(s); err != nil || !u.IsAbs() || u.Hostname() == "" {
		n.refuse("must be an absolute URI with a scheme and a host, such as `https://runner.example.com`")
	}
}
