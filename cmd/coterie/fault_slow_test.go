//go:build slow && linux

package main

import "testing"

// TestSlowFaults injects faults into every kind of system call, early and late.
func TestSlowFaults(t *testing.T) {
	t.Parallel()
	faults(t, []string{
		"openat signal=KILL", "write signal=KILL", "fsync signal=KILL", "fchmod signal=KILL", "renameat signal=KILL", "flock signal=KILL", "unlinkat signal=KILL", "newfstatat signal=KILL",
		"write error=ENOSPC", "write error=EIO", "fsync error=ENOSPC", "fchmod error=EPERM", "renameat error=EACCES", "flock error=ENOLCK", "unlinkat error=EROFS", "getdents64 error=EIO",
	}, 8)
}
