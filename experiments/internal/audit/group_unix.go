//go:build unix

package audit

import (
	"os/exec"
	"syscall"
)

// apart gives a command a process group of its own, so that what it starts in its
// turn (a shell its program, a program its workers) can be ended with it.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// endGroup ends what is left of the group of a command that was waited for.
// Mostly nothing is, and the system says so; there is nothing to do about that.
func endGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
