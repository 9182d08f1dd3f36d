//go:build unix

package reach

import (
	"syscall"
	"time"
)

// CPU returns how long this process has worked. A test that something ends soon asks for the
// difference, since other work on the machine is nobody's fault; what is waited for does not count,
// and the tests that run at the same time do.
func CPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("reach: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
