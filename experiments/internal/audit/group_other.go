//go:build !unix

package audit

import "os/exec"

// apart does nothing where there are no process groups.
func apart(*exec.Cmd) {}

// endGroup does nothing where there are no process groups.
func endGroup(*exec.Cmd) {}
