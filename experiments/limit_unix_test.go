//go:build unix

package experiments

import "syscall"

// limitFiles makes writes fail beyond a size of files, as a full disk does.
func limitFiles(bytes int64) {
	if bytes <= 0 {
		return
	}
	limit := syscall.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		panic(err)
	}
}
