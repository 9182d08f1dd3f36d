//go:build !unix

package costs

import (
	"os"
	"time"
)

var began = time.Now()

// CPU returns how long this process has run, because this system does not count how long it has
// worked.
func CPU() time.Duration { return time.Since(began) }

// resident returns 0, because this system does not count the memory of a process.
func resident(*os.ProcessState) float64 { return 0 }
