package group

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"coterie/internal/check/reach"
	"coterie/search"
)

// BenchmarkFind measures the exact answers that are promised: every n <= 16 and m <= 5, and three
// more, in two minutes each.
func BenchmarkFind(b *testing.B) {
	type question struct{ n, m int }
	questions := []question{{11, 6}, {12, 6}, {12, 7}}
	for m := 5; m >= 1; m-- {
		for n := 16; n >= 1; n-- {
			questions = append(questions, question{n, m})
		}
	}
	for _, q := range questions {
		b.Run(fmt.Sprintf("n=%d/m=%d", q.n, q.m), func(b *testing.B) {
			for b.Loop() {
				if r, err := Find(b.Context(), q.n, q.m, Options{}); err != nil || !r.Optimal {
					b.Fatalf("not decided: %v", err)
				}
			}
			reach.Time(b, fmt.Sprintf("group n=%d m=%d", q.n, q.m), reach.PerRun(b), 2*time.Minute)
		})
	}
}

// BenchmarkMethod compares the methods on the hardest of these questions.
func BenchmarkMethod(b *testing.B) {
	for _, q := range []struct{ n, m, d int }{{11, 6, 3}, {12, 7, 3}} {
		for _, method := range []search.Method{"exhaustive", "sat"} {
			b.Run(fmt.Sprintf("n=%d/m=%d/degree=%d/method=%s", q.n, q.m, q.d, method), func(b *testing.B) {
				for b.Loop() {
					if r, err := Find(b.Context(), q.n, q.m, Options{Degree: q.d, Method: method}); err != nil || r.Verdict == search.Unknown {
						b.Fatalf("not decided: %v", err)
					}
				}
			})
		}
	}
}

// BenchmarkResponsibility is every n <= 16, m <= 5 and every limit of responsibility below m.
func BenchmarkResponsibility(b *testing.B) {
	for b.Loop() {
		for m := 2; m <= 5; m++ {
			for n := 1; n <= 16; n++ {
				for responsibility := 1; responsibility < m; responsibility++ {
					r, err := Find(b.Context(), n, m, Options{Responsibility: responsibility})
					if err != nil || r.Verdict == search.Unknown || r.Verdict == search.Found && !r.Optimal {
						b.Fatalf("n=%d m=%d R=%d not decided: %v", n, m, responsibility, err)
					}
				}
			}
		}
	}
	reach.Time(b, "group n<=16 m<=5, every responsibility, together", reach.PerRun(b), 2*time.Minute)
}

// BenchmarkLocalSearch is what annealing is known to find: arrays in 20 seconds each, not taken
// from those that are kept.
func BenchmarkLocalSearch(b *testing.B) {
	for _, q := range []struct{ n, m, d, responsibility int }{
		{13, 9, 3, 0}, {14, 10, 3, 0}, {15, 16, 3, 0}, {19, 6, 4, 0}, {21, 7, 4, 0}, {24, 10, 4, 0}, {33, 8, 5, 0}, {35, 9, 5, 0}, {39, 5, 6, 0},
		{57, 19, 1, 3}, {60, 10, 2, 3}, {54, 4, 5, 3},
	} {
		b.Run(fmt.Sprintf("n=%d/m=%d/degree=%d/responsibility=%d", q.n, q.m, q.d, q.responsibility), func(b *testing.B) {
			for b.Loop() {
				r, err := Find(b.Context(), q.n, q.m, Options{Degree: q.d, Responsibility: q.responsibility, Method: search.Annealing})
				if err != nil || r.Verdict != search.Found {
					b.Fatalf("not found: %v", err)
				}
			}
			reach.Time(b, fmt.Sprintf("group n=%d m=%d degree=%d responsibility=%d by local search", q.n, q.m, q.d, q.responsibility), reach.PerRun(b), 20*time.Second)
		})
	}
}

// BenchmarkBreakout finds kept arrays anew under their groups, from rows of the same kinds, and
// says how many times as long simulated annealing takes for them.
func BenchmarkBreakout(b *testing.B) {
	for _, k := range kept() {
		if k.responsibility > 0 || k.generators == nil || k.symbols*k.columns < 50 || k.symbols*k.columns > 80 {
			continue
		}
		a := underItsGroup(k)
		took := func(start int, round func(seed uint64) bool) (found int, d time.Duration) {
			begin := time.Now()
			for seed := range uint64(20) {
				if round(uint64(start) + seed) {
					found++
				}
			}
			return found, time.Since(begin)
		}
		b.Run(fmt.Sprintf("symbols=%d/columns=%d/rows=%d", k.symbols, k.columns, k.rows), func(b *testing.B) {
			const steps = 200_000
			var found, annealed int
			var with, without time.Duration
			for i := 0; b.Loop(); i += 20 {
				n, d := took(i, func(seed uint64) bool { _, ok := a.round(b.Context(), seed, steps); return ok })
				found, with = found+n, with+d
				n, d = took(i, func(seed uint64) bool { return a.anneal(seed, steps) })
				annealed, without = annealed+n, without+d
			}
			if found*annealed > 0 {
				b.ReportMetric(float64(without)*float64(found)/(float64(with)*float64(annealed)), "times-as-long")
			}
		})
	}
}

// anneal is a round of simulated annealing by the same steps, of which those that show fewer kinds
// are kept with a chance that falls.
func (a *breakout) anneal(seed uint64, steps int) bool {
	s := a.start(rand.New(rand.NewPCG(seed, 0)))
	for step := 0; step < steps && len(s.lacks) > 0; step++ {
		_, r, c, q, ok := s.pick()
		if !ok {
			continue
		}
		left := 1 - float64(step)/float64(steps)
		before, old := len(s.lacks), s.row(r)[c]
		s.put(r, c, q)
		if worse := len(s.lacks) - before; worse > 0 && s.rng.Float64() > math.Pow(0.2*left*left+0.01, float64(worse)) {
			s.put(r, c, old)
		}
	}
	return len(s.lacks) == 0
}

// underItsGroup is the search for a kept array under its group, from the kinds of rows that it has.
func underItsGroup(k keptArray) *breakout {
	a := newBreakout(k.generators.group(k.columns*k.symbols, math.MaxInt), k.columns, k.symbols, 0)
	seen := map[string]bool{}
	for r := range k.rows {
		row := make([]int32, k.columns)
		for c := range row {
			row[c] = int32(c*k.symbols + k.at(r, c))
		}
		if seen[fmt.Sprint(row)] {
			continue
		}
		var keep symmetries
		for _, move := range a.group {
			image := sortedPoints(row, move)
			seen[fmt.Sprint(image)] = true
			if slices.Equal(image, row) {
				keep = append(keep, move)
			}
		}
		a.rows = append(a.rows, a.newBase(keep))
	}
	return a
}
