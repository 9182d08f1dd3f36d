package lockout_test

import (
	"testing"

	"coterie/mutex"
	"coterie/mutex/lockout"
)

// BenchmarkJudge judges Maekawa's algorithm on a wheel of four nodes with three requesters.
func BenchmarkJudge(b *testing.B) {
	c := configOf(b, "wheel:n=4", "maekawa", mutex.Options{}, 0, 1, 2)
	var r lockout.Result
	var err error
	for b.Loop() {
		if r, err = lockout.Judge(b.Context(), c, lockout.Options{}); err != nil || r.Verdict != lockout.Free {
			b.Fatal(r.Verdict, err)
		}
	}
	b.ReportMetric(float64(r.States)*float64(b.N)/b.Elapsed().Seconds(), "states/s")
	b.ReportMetric(float64(r.Bytes)/float64(r.States), "B/state")
}
