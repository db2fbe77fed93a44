package cli

import (
	"bytes"
	"os/exec"
	"syscall"

	"github.com/stretchr/testify/require"
)

// Process is a run of the CLI that can be interrupted.
type Process struct {
	cmd  *exec.Cmd
	out  bytes.Buffer
	done chan struct{}
	err  error
}

// Start is Run that does not wait for the end. The process leads a group of its own, as one that a terminal starts.
func (s *Stack) Start(args ...string) *Process {
	s.T.Helper()
	p := &Process{cmd: exec.Command(s.pulumi, append(args, "--non-interactive")...), done: make(chan struct{})}
	p.cmd.Dir, p.cmd.Env = s.Dir, s.Env
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.out
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	require.NoError(s.T, p.cmd.Start())
	go func() {
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	return p
}

// Wait returns all that the process has printed, when it has ended.
func (p *Process) Wait() (string, error) {
	<-p.done
	return p.out.String(), p.err
}

// Signal sends a signal to the process alone, or to its whole group, as Ctrl-C in a terminal does. It reports whether
// there still was a process to get it.
func (p *Process) Signal(signal syscall.Signal, group bool) bool {
	pid := p.cmd.Process.Pid
	if group {
		pid = -pid
	}
	select {
	case <-p.done:
		return false
	default:
		return syscall.Kill(pid, signal) == nil
	}
}
