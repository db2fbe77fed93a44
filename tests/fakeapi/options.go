package fakeapi

import "time"

// DefaultToken is the bearer token a fake with zero Options expects. It has the
// form of a real one (CONFIRMED: CW-SECRET-<secret>).
const DefaultToken = "CW-SECRET-test"

// Options configure a fake. The zero value is a strict server of the newest
// known generation on which everything happens at once.
//
// The second half are switches for behaviour that is UNKNOWN; a client should
// pass its tests with each of them on and off.
type Options struct {
	// Token is the accepted bearer token; empty means DefaultToken.
	Token string
	// ForbiddenToken is a bearer token that is genuine but lacks the
	// SANDBOX_ADMIN action; requests with it end in permission_denied.
	ForbiddenToken string

	// Clock tells the time of every state and timestamp; nil means time.Now.
	Clock func() time.Time
	// InstallTime is how long a new runner takes to become READY. The first
	// quarter of it is PENDING, the rest PROVISIONING.
	InstallTime time.Duration
	// ConnectTime is how long a READY runner takes to become CONNECTED.
	ConnectTime time.Duration
	// RolloutTime is how long the active revision lags behind the target.
	RolloutTime time.Duration
	// DeleteTime is how long a deleted runner stays readable as DELETING.
	DeleteTime time.Duration
	// DeletePolls is how many further Get calls find a deleted runner before
	// it is gone, counted on top of DeleteTime. The vendor's own double uses 1.
	DeletePolls int
	// HeartbeatInterval is the step of lastHeartbeatTime; 0 means 10 seconds.
	HeartbeatInterval time.Duration

	// FailInstall, when set, makes every installation that starts end FAILED.
	FailInstall *InstallFailure
	// UpdateAvailable makes new runners report that an update is available.
	UpdateAvailable bool
	// ClusterNames resolves cluster ids to names; other ids get a made-up name.
	ClusterNames map[string]string

	// ExtraFields names fields a newer server would know, as dotted JSON paths
	// inside the runner ("policy.constraints.futureLimit"). List elements have
	// no index. Their values are stored and returned as they came.
	ExtraFields []string

	// Arrived, when set, is told of every request before anything is done about
	// it. Like Observe it runs on the goroutine of the request, and must not call
	// the Server.
	Arrived func(Request)
	// Observe, when set, is told of every request after its answer was decided.
	// It runs on the goroutine of the request and must not call the Server.
	Observe func(Request)

	// From here on: switches between answers where the real one is UNKNOWN, and
	// between the generations of the server.

	// PolicyOnly makes the older generation (CONFIRMED before 0.176.0): no spec
	// in answers, only the mask path "policy" works. That create, delete and
	// applyAvailableUpdate are then unimplemented is DERIVED.
	PolicyOnly bool
	// AllowMissingPolicy accepts a create without a policy; the runner is then
	// returned without one.
	AllowMissingPolicy bool
	// EtagWithoutPolicy gives a runner without a policy an etag all the same.
	EtagWithoutPolicy bool
	// AllowEmptyRequestID accepts a create without a requestId.
	AllowEmptyRequestID bool
	// DeepMasks accepts mask paths below the documented replacement blocks,
	// such as spec.overrides.env.
	DeepMasks bool
	// PolicyBumpsRevision makes a policy update a configuration change, with a
	// new target revision and a rollout.
	PolicyBumpsRevision bool

	// AcceptOldNetworkNames also accepts dnsName, dnsNameExcept and denyDns.
	AcceptOldNetworkNames bool
	// EmitOldNetworkNames answers with those names instead of the new ones.
	EmitOldNetworkNames bool
	// EmitZeroValues answers with zero scalars, empty strings, lists and maps,
	// and UNSPECIFIED enums, as grpc-gateway does.
	EmitZeroValues bool
	// EmitNullMessages answers with null for unset messages.
	EmitNullMessages bool
	// EmitNumbersAsStrings answers with 32-bit integers as JSON strings.
	EmitNumbersAsStrings bool
	// EmitAffinityAsString answers with spec.overrides.affinity as JSON text.
	EmitAffinityAsString bool
	// ListOmitsDetails leaves spec, policy and deploymentSpec out of lists.
	ListOmitsDetails bool
	// ApplyReturnsEmpty answers applyAvailableUpdate with {} instead of the runner.
	ApplyReturnsEmpty bool
	// OmitErrorDetails answers errors with code and message only.
	OmitErrorDetails bool
	// InstallErrorTimeField is the JSON name of the time in installError; empty
	// means "occurTime" (the beta called it occurred_at).
	InstallErrorTimeField string

	// PageSize is the page size when a list asks for none; 0 means 50.
	PageSize int
	// MaxPageSize caps the page size; 0 means 1000.
	MaxPageSize int

	// StaleEtagReason is the ErrorInfo reason of a stale etag; empty means
	// "CWSANDBOX_STALE_ETAG".
	StaleEtagReason string
	// MissingEtagCode refuses a policy update without etag; empty means that it
	// is treated as stale, as the vendor's double does.
	MissingEtagCode Code
	// ClusterTakenCode refuses a second runner on a cluster; empty means
	// CodeFailedPrecondition.
	ClusterTakenCode Code
	// RequestIDReuseCode refuses a known requestId with another input; empty
	// means CodeInvalidArgument.
	RequestIDReuseCode Code
	// NoUpdateCode refuses applyAvailableUpdate when nothing is available;
	// empty means CodeFailedPrecondition, CodeOK accepts it without effect.
	NoUpdateCode Code
}

// InstallFailure describes a failed installation as installError shows it. The
// reason enum is UNKNOWN, so any text goes.
type InstallFailure struct {
	Reason           string   `json:"reason,omitempty"`
	Message          string   `json:"message,omitempty"`
	DiagnosticDetail string   `json:"diagnosticDetail,omitempty"`
	RemediationHints []string `json:"remediationHints,omitempty"`
}

// withDefaults fills in what the zero value stands for.
func (o Options) withDefaults() Options {
	o.Token = orDefault(o.Token, DefaultToken)
	o.HeartbeatInterval = orDefault(o.HeartbeatInterval, 10*time.Second)
	o.InstallErrorTimeField = orDefault(o.InstallErrorTimeField, "occurTime")
	o.PageSize = orDefault(o.PageSize, 50)
	o.MaxPageSize = orDefault(o.MaxPageSize, 1000)
	o.StaleEtagReason = orDefault(o.StaleEtagReason, "CWSANDBOX_STALE_ETAG")
	o.ClusterTakenCode = orDefault(o.ClusterTakenCode, CodeFailedPrecondition)
	o.RequestIDReuseCode = orDefault(o.RequestIDReuseCode, CodeInvalidArgument)
	o.NoUpdateCode = orDefault(o.NoUpdateCode, CodeFailedPrecondition)
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return o
}

// orDefault is value, or fallback when value is the zero of its type.
func orDefault[T comparable](value, fallback T) T {
	var zero T
	if value == zero {
		return fallback
	}
	return value
}
