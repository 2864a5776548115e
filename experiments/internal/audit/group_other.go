//go:build !unix

package audit

import "os/exec"

// apart does nothing where there are no process groups.
func apart(*exec.Cmd) {}

// groupOf is the process alone where there are no groups.
func groupOf(cmd *exec.Cmd) []int { return []int{cmd.Process.Pid} }

// endGroup does nothing where there are no process groups.
func endGroup(*exec.Cmd) {}
