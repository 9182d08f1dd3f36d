//go:build unix

package sat

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes the process of cmd the first of a process group, so that the end of the
// context kills the processes that it starts as well: a shell script's solver, for one. A
// terminal's interrupt does not reach the group; it comes by the context.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		// Fails if the process was waited for: its number may then be another's.
		if err := cmd.Process.Signal(syscall.Signal(0)); err != nil {
			return os.ErrProcessDone
		}
		return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}

// killGroup kills the remaining processes in the group of a process that has just ended. The system
// gives the group's number to no other while one of the group is alive, and numbers are given in
// turn: one that is free since a moment ago is not in use again.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
