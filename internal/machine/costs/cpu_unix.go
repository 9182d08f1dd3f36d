//go:build unix

package costs

import (
	"os"
	"runtime"
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

// resident returns the greatest resident set of a process that has ended, in bytes.
func resident(p *os.ProcessState) float64 {
	size := float64(p.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS == "darwin" { // where it counts bytes, not kibibytes
		return size
	}
	return 1024 * size
}
