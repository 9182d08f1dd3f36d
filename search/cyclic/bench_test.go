package cyclic

import (
	"context"
	"fmt"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/solve/sat"
	"coterie/search"
)

// BenchmarkFind finds the least covers: all n up to a limit, one after the other; and
// single questions against a SAT solver and against plain backtracking.
func BenchmarkFind(b *testing.B) {
	for _, c := range []struct {
		last, jobs int
		target     time.Duration
	}{{111, 1, time.Minute}, {133, 2, 10 * time.Minute}} {
		b.Run(fmt.Sprintf("all<=%d/jobs=%d", c.last, c.jobs), func(b *testing.B) {
			for b.Loop() {
				for n := 1; n <= c.last; n++ {
					checkCyclic(b, n, MustFind(b, n, Options{Options: search.Options{Jobs: c.jobs}}))
				}
			}
			reach.Time(b, fmt.Sprintf("cyclic/all<=%d/jobs=%d", c.last, c.jobs), reach.PerRun(b), c.target)
		})
	}
	for _, c := range []struct {
		n, k   int // none of k residues, by a search
		target float64
	}{{29, 6, 100}, {40, 7, 1000}} {
		b.Run(fmt.Sprintf("n=%d/against=sat", c.n), func(b *testing.B) {
			var by time.Duration
			for b.Loop() {
				start := time.Now()
				q, _ := question(b.Context(), c.n, c.k, 1)
				assert.MustEqual(b, assert.Got(sat.NewSolver(q.CNF, sat.Options{}).Solve(context.Background()))(b), sat.Unsat)
				by += time.Since(start)
			}
			reach.Ratio(b, fmt.Sprintf("cyclic/n=%d/against=sat", c.n), float64(by)/float64(b.N)/float64(timed(b, c.n, c.k)), c.target)
		})
	}
	for _, c := range []struct {
		n, k   int
		target float64
	}{{53, 8, 30}, {69, 9, 100}} {
		b.Run(fmt.Sprintf("n=%d/against=backtracking", c.n), func(b *testing.B) {
			var by time.Duration
			for b.Loop() {
				start := time.Now()
				if backtrack(c.n, c.k) {
					b.Fatal("a cover")
				}
				by += time.Since(start)
			}
			reach.Ratio(b, fmt.Sprintf("cyclic/n=%d/against=backtracking", c.n), float64(by)/float64(b.N)/float64(timed(b, c.n, c.k)), c.target)
		})
	}
}

// timed is the time of the exhaustive search, the mean of some runs.
func timed(b *testing.B, n, k int) time.Duration {
	const runs = 20
	start := time.Now()
	for range runs {
		if exhausted(b, n, k, 1) != nil {
			b.Fatal("a cover")
		}
	}
	return time.Since(start) / runs
}

// backtrack adds residues in ascending order from {0, 1}, as long as the pairs that
// are left can give all missing differences: no symmetry but translation, no gains.
func backtrack(n, k int) bool {
	d := []int{0}
	times := make([]int, n/2+1)
	missing := n / 2
	var from func(x int) bool
	from = func(x int) bool {
		left := k - len(d)
		if missing > left*(2*len(d)+left-1)/2 {
			return false
		}
		if left == 0 || missing == 0 {
			return missing == 0
		}
		for ; x < n; x++ {
			for _, y := range d {
				c := min(x-y, n-x+y)
				if times[c]++; times[c] == 1 {
					missing--
				}
			}
			d = append(d, x)
			found := from(x + 1)
			d = d[:len(d)-1]
			for _, y := range d {
				c := min(x-y, n-x+y)
				if times[c]--; times[c] == 0 {
					missing++
				}
			}
			if found || len(d) == 1 { // the second element is 1: some translate has 0 and 1
				return found
			}
		}
		return false
	}
	return from(1)
}
