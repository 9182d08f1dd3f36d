package group

import (
	"fmt"
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
