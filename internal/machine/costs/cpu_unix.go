//go:build unix

package costs

import (
	"syscall"
	"time"
)

// CPU returns how much CPU time this process has used. Waiting does not count.
func CPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("costs: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
