package reach

import (
	"testing"
	"time"
)

// Time prints a job that should end within target. Nothing is asserted: seconds depend on
// the machine.
func Time(b *testing.B, job string, measured, target time.Duration) {
	b.Helper()
	b.Logf("REACH job=%s measured=%v target=%v %s", job, measured.Round(time.Microsecond), target, verdict(measured <= target))
}

// Ratio prints how many times faster one thing was than another in the same run, and fails
// the benchmark below half the target.
func Ratio(b *testing.B, job string, ratio, target float64) {
	b.Helper()
	b.Logf("REACH job=%s measured=%.1fx target=%.1fx %s", job, ratio, target, verdict(ratio >= target))
	if ratio < target/2 {
		b.Errorf("%s: %.1f times, less than half of %.1f", job, ratio, target)
	}
}

// AtLeast prints a figure that should not be below target.
func AtLeast(b *testing.B, job string, measured, target float64) {
	b.Helper()
	b.Logf("REACH job=%s measured=%.4g target=%.4g %s", job, measured, target, verdict(measured >= target))
}

// AtMost prints a figure that should not be above target.
func AtMost(b *testing.B, job string, measured, target float64) {
	b.Helper()
	b.Logf("REACH job=%s measured=%.4g target=%.4g %s", job, measured, target, verdict(measured <= target))
}

// NoSlower prints how long other takes compared with plain, which does the same. It should be at
// most 5 % more. The two run in turn until two seconds are over, at least five times, and the
// shortest time of each counts: a machine that is busy meanwhile slows down both.
func NoSlower(b *testing.B, job string, plain, other func()) {
	b.Helper()
	least := [2]time.Duration{}
	for b.Loop() {
		spent := time.Duration(0)
		for round := 0; round < 5 || spent < 2*time.Second; round++ {
			for i, do := range [2]func(){plain, other} {
				start := time.Now()
				do()
				took := time.Since(start)
				if spent += took; least[i] == 0 || took < least[i] {
					least[i] = took
				}
			}
		}
	}
	AtMost(b, job+"/over-plain", float64(least[1])/float64(least[0]), 1.05)
}

func verdict(ok bool) string {
	if ok {
		return "PASS"
	}
	return "MISS"
}

// PerRun returns the time of one iteration of the loop of b that just ended.
func PerRun(b *testing.B) time.Duration { return b.Elapsed() / time.Duration(max(b.N, 1)) }
