package measure

import (
	"testing"
	"time"
)

// reach prints one line for a job with a target: what was measured in this run, and PASS or MISS.
// Nothing is asserted: seconds depend on the machine.
func reach(b *testing.B, job string, measured, target time.Duration) {
	b.Helper()
	b.Logf("REACH job=%s measured=%v target=%v %s", job, measured.Round(time.Microsecond), target, reachVerdict(measured <= target))
}

// reachRatio prints how many times faster one thing was than another in the same run, and fails the
// benchmark below half the target.
func reachRatio(b *testing.B, job string, ratio, target float64) {
	b.Helper()
	b.Logf("REACH job=%s measured=%.1fx target=%.1fx %s", job, ratio, target, reachVerdict(ratio >= target))
	if ratio < target/2 {
		b.Errorf("%s: %.1f times, less than half of %.1f", job, ratio, target)
	}
}

func reachVerdict(ok bool) string {
	if ok {
		return "PASS"
	}
	return "MISS"
}

// reachPerRun is the time of one iteration of the loop of b that just ended.
func reachPerRun(b *testing.B) time.Duration { return b.Elapsed() / time.Duration(max(b.N, 1)) }
