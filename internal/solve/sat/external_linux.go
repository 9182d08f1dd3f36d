package sat

import (
	"os/exec"
	"syscall"
)

// dieWithUs has the system kill the process of cmd when the thread that started it ends, be it by a
// SIGKILL of the whole process.
func dieWithUs(cmd *exec.Cmd) { cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL }
