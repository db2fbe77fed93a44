package fakeapi

import (
	"fmt"
	"maps"
	"time"
)

// view is a runner as this generation of the service shows it now.
func (s *Server) view(r *runner) map[string]any {
	out := s.full(r)
	if s.opts.PolicyOnly {
		delete(out, "spec")
	}
	return out
}

// full is a copy of the configuration of a runner with every output field filled
// in. Unset outputs are absent.
func (s *Server) full(r *runner) map[string]any {
	now := s.now()
	out := copyDocument(r.Doc)
	s.nameCluster(out)
	maps.Copy(out, s.outputs(r, now))
	for name, value := range r.Pins {
		out[name] = plain(value)
		if value == nil {
			delete(out, name)
		}
	}
	return out
}

// nameCluster resolves the cluster id (CONFIRMED that the server does).
func (s *Server) nameCluster(doc map[string]any) {
	identity := lookupObject(doc, "identity")
	if identity == nil || identity["clusterName"] != nil {
		return
	}
	id := lookupString(identity, "clusterId")
	identity["clusterName"] = orDefault(s.opts.ClusterNames[id], "cluster-"+id[:min(8, len(id))])
}

// outputs are the fields that the server sets; zero values are left out.
func (s *Server) outputs(r *runner, now time.Time) map[string]any {
	active := r.active(now)
	out := map[string]any{
		"etag":              r.etag(s.opts.EtagWithoutPolicy),
		"installStatus":     r.installStatus(now),
		"connectionStatus":  r.connectionStatus(now),
		"targetRevision":    float64(r.Target),
		"activeRevision":    float64(active),
		"rolloutInProgress": r.Target > active,
		"updateAvailable":   r.CanUpdate,
		"createTime":        formatTime(r.Created),
		"updateTime":        formatTime(r.Updated),
		"installError":      s.installError(r, now),
		"deploymentSpec":    deployment(r, now),
		"dataPlaneStatus":   dataPlaneStatus(r, now),
	}
	if active > 0 {
		out["activeConfigVersion"] = fmt.Sprintf("config-%d", active)
	}
	if r.connected(now) {
		out["lastHeartbeatTime"] = formatTime(r.heartbeat(now, s.opts.HeartbeatInterval))
	}
	maps.DeleteFunc(out, func(_ string, value any) bool {
		object, isObject := value.(map[string]any)
		return value == "" || value == false || value == 0.0 || isObject && object == nil
	})
	return out
}

// installError tells why an installation failed; nil when it did not.
func (s *Server) installError(r *runner, now time.Time) map[string]any {
	if !r.failed(now) {
		return nil
	}
	out := map[string]any{
		"reason":                     orDefault(r.Failure.Reason, "RUNNER_INSTALL_ERROR_REASON_HELM_FAILED"),
		"message":                    orDefault(r.Failure.Message, "the installation failed"),
		s.opts.InstallErrorTimeField: formatTime(r.Installed),
	}
	if r.Failure.DiagnosticDetail != "" {
		out["diagnosticDetail"] = r.Failure.DiagnosticDetail
	}
	var hints []any
	for _, hint := range r.Failure.RemediationHints {
		hints = append(hints, hint)
	}
	if hints != nil {
		out["remediationHints"] = hints
	}
	return out
}
