package model

import "github.com/pulumi/pulumi-go-provider/infer"

// NetworkConstraints bounds the traffic of sandboxes. Rules keep their order.
type NetworkConstraints struct {
	AllowedEgress          []EgressRule   `pulumi:"allowedEgress,optional" json:"allowedEgress,omitempty"`
	DefaultEgress          []EgressRule   `pulumi:"defaultEgress,optional" json:"defaultEgress,omitempty"`
	DenyHTTPSHostnameRules *bool          `pulumi:"denyHttpsHostnameRules,optional" json:"denyHttpsHostnameRules,omitempty" runner:"alias=denyDns"`
	DNSEgress              *DNSEgressMode `pulumi:"dnsEgress,optional" json:"dnsEgress,omitempty"`
	AllowedIngress         []IngressRule  `pulumi:"allowedIngress,optional" json:"allowedIngress,omitempty"`
	DefaultIngress         []IngressRule  `pulumi:"defaultIngress,optional" json:"defaultIngress,omitempty"`
}

// Annotate describes the type and its fields.
func (n *NetworkConstraints) Annotate(a infer.Annotator) {
	a.Describe(n, "Bounds of network traffic. The allowed lists are the envelope of what a sandbox may ask for; the default "+
		"lists apply to a sandbox that asks for nothing.")
	a.Describe(&n.AllowedEgress, "Destinations that a sandbox may ask for. Empty sets no bound.")
	a.Describe(&n.DefaultEgress, "Destinations of a sandbox that asks for none. Hostname rules are not accepted here.")
	a.Describe(&n.DenyHTTPSHostnameRules, "Whether rules by hostname are forbidden to sandboxes. It does not stop name resolution: "+
		"see `dnsEgress`. Default `false`.")
	a.Describe(&n.DNSEgress, "Whether sandboxes may resolve names, independent of `denyHttpsHostnameRules`. Left out, the platform decides.")
	a.Describe(&n.AllowedIngress, "Sources that a sandbox may ask to be reached from. Empty sets no bound.")
	a.Describe(&n.DefaultIngress, "Sources that may reach a sandbox that asks for none.")
}

// EgressRule is a destination: exactly one of cidr, httpsHostname, tenant, any and selector.
type EgressRule struct {
	Cidr                *CidrPeer    `pulumi:"cidr,optional" json:"cidr,omitempty" runner:"oneof"`
	HTTPSHostname       *string      `pulumi:"httpsHostname,optional" json:"httpsHostname,omitempty" runner:"oneof,alias=dnsName"`
	Tenant              *TenantScope `pulumi:"tenant,optional" json:"tenant,omitempty" runner:"oneof"`
	Any                 *bool        `pulumi:"any,optional" json:"any,omitempty" runner:"oneof"`
	Selector            *PodSelector `pulumi:"selector,optional" json:"selector,omitempty" runner:"oneof,presence"`
	Ports               []PortRange  `pulumi:"ports,optional" json:"ports,omitempty"`
	HTTPSHostnameExcept []string     `pulumi:"httpsHostnameExcept,optional" json:"httpsHostnameExcept,omitempty" runner:"alias=dnsNameExcept"`
}

// Annotate describes the type and its fields.
func (e *EgressRule) Annotate(a infer.Annotator) {
	a.Describe(e, "A destination of traffic. Exactly one of `cidr`, `httpsHostname`, `tenant`, `any` and `selector` must be set.")
	a.Describe(&e.Cidr, "Addresses.")
	a.Describe(&e.HTTPSHostname, "A hostname, reached over HTTPS (TCP 443). `*.example.com` covers the names below a domain; "+
		"`*` alone, accepted in `allowedEgress` only, covers all.")
	a.Describe(&e.Tenant, "Other sandboxes.")
	a.Describe(&e.Any, "`true`: every public address. Addresses inside the cluster, link-local addresses "+
		"and the metadata service are never included.")
	a.Describe(&e.Selector, "Pods of the cluster.")
	a.Describe(&e.Ports, "Ports. Empty means all, or TCP 443 in a hostname rule, where nothing else is accepted.")
	a.Describe(&e.HTTPSHostnameExcept, "Hostnames that `httpsHostname` does not cover. Accepted in `allowedEgress` only.")
}

// IngressRule is a source: exactly one of cidr, tenant and any.
type IngressRule struct {
	Cidr   *CidrPeer    `pulumi:"cidr,optional" json:"cidr,omitempty" runner:"oneof"`
	Tenant *TenantScope `pulumi:"tenant,optional" json:"tenant,omitempty" runner:"oneof"`
	Any    *bool        `pulumi:"any,optional" json:"any,omitempty" runner:"oneof"`
	Ports  []PortRange  `pulumi:"ports,optional" json:"ports,omitempty"`
}

// Annotate describes the type and its fields.
func (i *IngressRule) Annotate(a infer.Annotator) {
	a.Describe(i, "A source of traffic. Exactly one of `cidr`, `tenant` and `any` must be set.")
	a.Describe(&i.Cidr, "Addresses.")
	a.Describe(&i.Tenant, "Other sandboxes. `TENANT_SCOPE_SANDBOX_NETWORK` is not accepted here.")
	a.Describe(&i.Any, "`true`: every address outside the cluster.")
	a.Describe(&i.Ports, "Ports. Empty means all.")
}

// CidrPeer is a range of addresses with holes.
type CidrPeer struct {
	Cidr   string   `pulumi:"cidr" json:"cidr"`
	Except []string `pulumi:"except,optional" json:"except,omitempty"`
}

// Annotate describes the type and its fields.
func (c *CidrPeer) Annotate(a infer.Annotator) {
	a.Describe(c, "A range of addresses with holes.")
	a.Describe(&c.Cidr, "The range, as a prefix in canonical form, for example `10.0.0.0/8`.")
	a.Describe(&c.Except, "Ranges inside `cidr` that are left out.")
}

// PodSelector selects pods of the cluster by labels.
type PodSelector struct {
	PodLabels       map[string]string `pulumi:"podLabels" json:"podLabels,omitempty"`
	NamespaceLabels map[string]string `pulumi:"namespaceLabels,optional" json:"namespaceLabels,omitempty"`
}

// Annotate describes the type and its fields.
func (s *PodSelector) Annotate(a infer.Annotator) {
	a.Describe(s, "Pods of the cluster, by labels.")
	a.Describe(&s.PodLabels, "Labels that a pod must have. At least one.")
	a.Describe(&s.NamespaceLabels, "Labels that the pod's namespace must have. Left out, the sandbox's own namespace.")
}

// PortRange is a port or a range of ports.
type PortRange struct {
	Protocol *Protocol `pulumi:"protocol,optional" json:"protocol,omitempty" runner:"default=TCP"`
	Port     int       `pulumi:"port" json:"port"`
	EndPort  *int      `pulumi:"endPort,optional" json:"endPort,omitempty"`
}

// Annotate describes the type and its fields.
func (p *PortRange) Annotate(a infer.Annotator) {
	a.Describe(p, "A port or a range of ports.")
	a.Describe(&p.Protocol, "The transport protocol. Left out, TCP.")
	a.Describe(&p.Port, "The port, or the first of the range: 1 to 65535.")
	a.Describe(&p.EndPort, "The last port of the range, not below `port`. Left out or 0: `port` alone.")
}
