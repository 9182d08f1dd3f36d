//go:build !unix

package costs

import "time"

var began = time.Now()

// CPU returns how long this process has run, because this system does not count how long it has
// worked.
func CPU() time.Duration { return time.Since(began) }
