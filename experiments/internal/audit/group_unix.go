//go:build unix

package audit

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// apart gives a command a process group of its own, so that what it starts in its
// turn (a shell its program, a program its workers) is counted and ended with it.
// What leaves the group by itself (setsid) is neither.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// groupOf returns the processes of a command's group, the command's own first. It
// is alone where the system has no list of processes in /proc.
func groupOf(cmd *exec.Cmd) []int {
	leader := cmd.Process.Pid
	group := []int{leader}
	proc, err := os.Open("/proc")
	if err != nil {
		return group
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1) // what was read before an error is of use too
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == leader {
			continue
		}
		if of, err := syscall.Getpgid(pid); err == nil && of == leader {
			group = append(group, pid)
		}
	}
	return group
}

// endGroup ends all that is left of the group of a command. Mostly nothing is, and
// the system says so; there is nothing to do about that.
func endGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
