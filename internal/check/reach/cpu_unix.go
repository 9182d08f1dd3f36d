//go:build unix

package reach

import (
	"syscall"
	"time"
)

// CPU returns how much CPU time this process has used. A test that something ends soon compares two
// such times, so that other work on the machine does not matter. Waiting does not count, but other
// tests that run at the same time do.
func CPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("reach: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
