package model

import (
	"encoding/json"

	"github.com/pulumi/pulumi-go-provider/infer"
)

// DataPlane chooses how the direct endpoint of a runner is exposed. Exactly one field is set.
type DataPlane struct {
	// Disabled is true or absent. On the wire it is an empty message whose presence is the value.
	Disabled     *bool                  `pulumi:"disabled,optional" json:"disabled,omitempty" runner:"oneof,presence,emptymessage"`
	ClusterIP    *DataPlaneClusterIP    `pulumi:"clusterIp,optional" json:"clusterIp,omitempty" runner:"oneof,presence"`
	LoadBalancer *DataPlaneLoadBalancer `pulumi:"loadBalancer,optional" json:"loadBalancer,omitempty" runner:"oneof,presence"`
	Custom       *DataPlaneCustom       `pulumi:"custom,optional" json:"custom,omitempty" runner:"oneof,presence"`
}

// Annotate describes the type and its fields.
func (d *DataPlane) Annotate(a infer.Annotator) {
	a.Describe(d, "How the direct endpoint of the runner is exposed. Exactly one field must be set. In every mode but "+
		"`disabled` the runner serves TCP port 9443 with mutual TLS, with a certificate that the platform issues.")
	a.Describe(&d.Disabled, "`true`: no direct endpoint. Data operations go through the platform's gateway.")
	a.Describe(&d.ClusterIP, "An endpoint inside the cluster only. `{}` is valid.")
	a.Describe(&d.LoadBalancer, "An endpoint behind a load balancer (layer 4). `{}` is valid.")
	a.Describe(&d.Custom, "An endpoint on a network path of your own.")
}

// dataPlaneWire is DataPlane as the API spells it.
type dataPlaneWire struct {
	Disabled     *struct{}              `json:"disabled,omitempty"`
	ClusterIP    *DataPlaneClusterIP    `json:"clusterIp,omitempty"`
	LoadBalancer *DataPlaneLoadBalancer `json:"loadBalancer,omitempty"`
	Custom       *DataPlaneCustom       `json:"custom,omitempty"`
}

// MarshalJSON writes disabled as the empty message that the API expects.
func (d DataPlane) MarshalJSON() ([]byte, error) {
	w := dataPlaneWire{ClusterIP: d.ClusterIP, LoadBalancer: d.LoadBalancer, Custom: d.Custom}
	if d.Disabled != nil && *d.Disabled {
		w.Disabled = &struct{}{}
	}
	return json.Marshal(w)
}

// DataPlaneClusterIP exposes the endpoint inside the cluster.
type DataPlaneClusterIP struct {
	Annotations map[string]string `pulumi:"annotations,optional" json:"annotations,omitempty"`
}

// Annotate describes the type and its fields.
func (c *DataPlaneClusterIP) Annotate(a infer.Annotator) {
	a.Describe(c, "A direct endpoint inside the cluster only.")
	a.Describe(&c.Annotations, "Annotations of the Kubernetes Service.")
}

// DataPlaneLoadBalancer exposes the endpoint behind a load balancer.
type DataPlaneLoadBalancer struct {
	Scope                 *RunnerDataPlaneServiceScope          `pulumi:"scope,optional" json:"scope,omitempty"`
	LoadBalancerClass     *string                               `pulumi:"loadBalancerClass,optional" json:"loadBalancerClass,omitempty"`
	Annotations           map[string]string                     `pulumi:"annotations,optional" json:"annotations,omitempty"`
	SourceRanges          []string                              `pulumi:"sourceRanges,optional" json:"sourceRanges,omitempty" runner:"set"`
	ExternalTrafficPolicy *RunnerDataPlaneExternalTrafficPolicy `pulumi:"externalTrafficPolicy,optional" json:"externalTrafficPolicy,omitempty"`
	Hostname              *string                               `pulumi:"hostname,optional" json:"hostname,omitempty"`
}

// Annotate describes the type and its fields.
func (l *DataPlaneLoadBalancer) Annotate(a infer.Annotator) {
	a.Describe(l, "A direct endpoint behind a load balancer. TLS ends at the runner, not at the load balancer.")
	a.Describe(&l.Scope, "From where the load balancer can be reached. Left out, the platform decides.")
	a.Describe(&l.LoadBalancerClass, "The load balancer implementation, as Kubernetes' `loadBalancerClass`.")
	a.Describe(&l.Annotations, "Annotations of the Kubernetes Service.")
	a.Describe(&l.SourceRanges, "Address ranges (CIDR) that may connect. The order has no meaning. Empty means every address.")
	a.Describe(&l.ExternalTrafficPolicy, "How traffic from outside the cluster is routed to the runner's pods.")
	a.Describe(&l.Hostname, "The name that goes into the endpoint's certificate. Left out, the platform may assign one.")
}

// DataPlaneCustom leaves the network path to the operator.
type DataPlaneCustom struct {
	AdvertisedURI      string            `pulumi:"advertisedUri" json:"advertisedUri"`
	ServiceAnnotations map[string]string `pulumi:"serviceAnnotations,optional" json:"serviceAnnotations,omitempty"`
}

// Annotate describes the type and its fields.
func (c *DataPlaneCustom) Annotate(a infer.Annotator) {
	a.Describe(c, "A direct endpoint on a network path of your own, such as an ingress or a gateway.")
	a.Describe(&c.AdvertisedURI, "The absolute URI that clients are given, for example `https://runner.example.com`. It must be stable.")
	a.Describe(&c.ServiceAnnotations, "Annotations of the runner's Kubernetes Service, for example for discovery.")
}
