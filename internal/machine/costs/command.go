package costs

import (
	"context"
	"io"
	"os/exec"
	"strconv"
)

// OfCommand runs a program with a standard input and returns its cost and its exit status; its
// output is dropped. If it takes more than that many seconds of CPU time, the system stops it. The
// memory is the greatest resident set of the process. It is at least that of the caller, whose
// pages a new process shares. The error says that the program could not be run, or that the
// context ended. It needs a POSIX shell.
func OfCommand(ctx context.Context, seconds int, in io.Reader, program string, args ...string) (c Cost, status int, err error) {
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", `ulimit -t "$0"; exec "$@"`, strconv.Itoa(seconds), program}, args...)...)
	cmd.Stdin = in
	err = cmd.Run()
	if ctx.Err() != nil {
		return c, 0, context.Cause(ctx)
	}
	if cmd.ProcessState == nil {
		return c, 0, err
	}
	c.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	status = cmd.ProcessState.ExitCode()
	c.Memory, c.Over = resident(cmd.ProcessState), status < 0 || c.CPU > float64(seconds) // a signal ended it, or should have
	return c, status, nil
}
