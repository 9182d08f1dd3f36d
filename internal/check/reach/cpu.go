package reach

import (
	"time"

	"coterie/internal/machine/costs"
)

// CPU returns how much CPU time this process has used. A test that something ends soon compares two
// such times, so that other work on the machine does not matter. Waiting does not count, but other
// tests that run at the same time do.
func CPU() time.Duration { return costs.CPU() }
