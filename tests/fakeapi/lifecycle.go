package fakeapi

import "time"

// begin starts an installation. The natural walk PENDING, PROVISIONING, READY or
// FAILED is CONFIRMED for the beta and very likely for v1; how long each part
// takes is made up.
func (s *Server) begin(r *runner) {
	now := s.now()
	r.Installing = now.Add(s.opts.InstallTime / 4)
	r.Installed = now.Add(s.opts.InstallTime)
	r.Connected = r.Installed.Add(s.opts.ConnectTime)
	r.Failure = s.opts.FailInstall
	r.RolledOut = r.Installed
}

// reconfigured notes a change of configuration: a new target revision, which
// becomes active when the rollout has taken its time. A runner whose
// installation had failed tries again (DERIVED: installError is cleared when a
// runner goes back to provisioning).
func (s *Server) reconfigured(r *runner) {
	now := s.now()
	r.Settled = r.active(now)
	if pinned, ok := r.Pins["targetRevision"].(float64); ok {
		r.Target = int(pinned)
	}
	r.Target++
	for _, name := range []string{"targetRevision", "rolloutInProgress", "activeConfigVersion"} {
		delete(r.Pins, name) // a pinned activeRevision stays: that is a stuck rollout
	}
	if r.failed(now) {
		s.begin(r)
		return
	}
	r.RolledOut = later(now.Add(s.opts.RolloutTime), r.Installed)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// reached tells whether a moment has come.
func reached(moment, now time.Time) bool { return !now.Before(moment) }

// failed tells whether the installation has ended badly.
func (r *runner) failed(now time.Time) bool { return r.Failure != nil && reached(r.Installed, now) }

// active is the revision that runs: none before the first installation is done.
func (r *runner) active(now time.Time) int {
	if r.failed(now) || !reached(r.RolledOut, now) {
		return r.Settled
	}
	return r.Target
}

// connected tells whether the runner has a connection to the control plane.
func (r *runner) connected(now time.Time) bool {
	return r.Failure == nil && reached(r.Connected, now)
}

// installStatus is the state of the installation.
func (r *runner) installStatus(now time.Time) string {
	switch {
	case r.Deleting:
		return "RUNNER_INSTALL_STATUS_DELETING"
	case r.failed(now):
		return "RUNNER_INSTALL_STATUS_FAILED"
	case reached(r.Installed, now):
		return "RUNNER_INSTALL_STATUS_READY"
	case reached(r.Installing, now):
		return "RUNNER_INSTALL_STATUS_PROVISIONING"
	default:
		return "RUNNER_INSTALL_STATUS_PENDING"
	}
}

// connectionStatus is the state of the connection. Only the name of CONNECTED is
// CONFIRMED; DISCONNECTED is a guess, a client must not depend on it (UNKNOWN).
func (r *runner) connectionStatus(now time.Time) string {
	if r.connected(now) {
		return "RUNNER_CONNECTION_STATUS_CONNECTED"
	}
	return "RUNNER_CONNECTION_STATUS_DISCONNECTED"
}

// heartbeat is the last sign of life: the connection, then every interval.
func (r *runner) heartbeat(now time.Time, interval time.Duration) time.Time {
	return r.Connected.Add(now.Sub(r.Connected).Truncate(interval))
}
