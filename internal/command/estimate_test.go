package command

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/internal/machine/costs"
)

// TestClimb: pilots come close to the size asked for, however the cost jumps between them, and end
// with that size where there is time for it.
func TestClimb(t *testing.T) {
	for _, c := range []struct {
		asked  int
		of     func(n float64) float64
		least  float64 // the greatest pilot that ends is not smaller, in shares of the size asked for
		pilots int     // there are no more
	}{
		{128, func(n float64) float64 { return 10 * math.Pow(n/128, 8) * (1 - 0.6*math.Mod(n, 2)) }, 0.79, 25},
		{1000, func(n float64) float64 { return n / 100 }, 0.14, 25},
		{1000, func(n float64) float64 { return n / 10_000 }, 1, 35},
		{1, func(n float64) float64 { return n }, 1, 1},
		{30, func(n float64) float64 { return math.Exp2(n-25) / 10 }, 0.8, 30},
	} {
		var e estimate
		l := ladder{"--n", c.asked, func(size int) (variant, bool) { return variant{args: make([]string, size)}, true }}
		e.climb(l, func(v variant, limit time.Duration) (costs.Cost, int, string) {
			cpu := c.of(float64(len(v.args)))
			return costs.Cost{CPU: min(cpu, limit.Seconds()), Over: cpu > limit.Seconds()}, 0, ""
		})
		ended := slices.DeleteFunc(slices.Clone(e.Pilots), func(p pilot) bool { return !p.Whole })
		if last := ended[len(ended)-1].Size; float64(last) < c.least*float64(c.asked) || last > c.asked || len(e.Pilots) > c.pilots {
			t.Errorf("%d: %+v", c.asked, e.Pilots)
		}
	}
}

// TestJudge: nothing is foretold by a law that a pilot contradicts, nor from two pilots.
func TestJudge(t *testing.T) {
	line := func(sizes ...int) (list []pilot) {
		for _, n := range sizes {
			list = append(list, pilot{n, 0.001 + math.Pow(float64(n)/50, 5), 1e7, true})
		}
		return list
	}
	for _, c := range []struct {
		pilots  []pilot
		verdict string
		reason  string
	}{
		{append(line(10, 40, 50, 60), pilot{100, 1, 1e7, false}), "foretold", ""},
		{append(line(10, 40, 50, 60), pilot{80, 300, 1e7, false}, pilot{100, 1, 1e7, false}), "unknown", "erratic"},
		{append(line(10, 50, 60), pilot{100, 1, 1e7, false}), "unknown", "only 2 smaller sizes"},
		{line(10, 50, 60), "measured", ""},
	} {
		e := estimate{Size: "--n", Asked: 100, Pilots: c.pilots}
		e.judge()
		if e.Verdict != c.verdict || !strings.Contains(e.Reason, c.reason) {
			t.Errorf("%s, want %s: %+v", e.Verdict, c.verdict, e)
		}
		if e.Verdict == "foretold" && math.Abs(e.CPU.Likely/32-1) > 0.2 {
			t.Errorf("%g s foretold, want 32", e.CPU.Likely)
		}
	}
}
