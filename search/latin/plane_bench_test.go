package latin

import (
	"fmt"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/search"
)

// BenchmarkMols refutes two orthogonal Latin squares of order 6 by gini, formula and all, and
// finds some by the same formula; orders 10 and more by symmetry.
func BenchmarkMols(b *testing.B) {
	for _, bench := range []struct {
		order, count int
		method       search.Method
		want         search.Verdict
		target       time.Duration // 0: none
	}{
		{6, 2, "sat", search.ProvenAbsent, 500 * time.Millisecond},
		{3, 2, "sat", search.Found, 0}, {4, 2, "sat", search.Found, 0}, {4, 3, "sat", search.Found, 0}, {5, 2, "sat", search.Found, 0}, {5, 4, "sat", search.Found, 0},
		{7, 2, "sat", search.Found, 0}, {7, 6, "sat", search.Found, 0}, {8, 2, "sat", search.Found, 0},
		{10, 2, "auto", search.Found, 0}, {14, 2, "auto", search.Found, 0}, {18, 2, "auto", search.Found, 0}, {22, 2, "auto", search.Found, 0},
	} {
		b.Run(fmt.Sprintf("order=%d/count=%d/method=%s", bench.order, bench.count, bench.method), func(b *testing.B) {
			for b.Loop() {
				assert.MustEqual(b, assert.Got(Mols(b.Context(), bench.order, bench.count, Options{Method: bench.method}))(b).Verdict, bench.want)
			}
			if bench.target > 0 {
				reach.Time(b, fmt.Sprintf("mols-order-%d", bench.order), reach.PerRun(b), bench.target)
			}
		})
	}
}

// BenchmarkPlane finds and refutes planes by gini, formula and all.
func BenchmarkPlane(b *testing.B) {
	for _, bench := range []struct {
		order  int
		want   search.Verdict
		target time.Duration // 0: none
	}{
		{4, search.Found, 30 * time.Second},
		{2, search.Found, 0}, {3, search.Found, 0}, {5, search.Found, 0}, {6, search.ProvenAbsent, 0}, {7, search.Found, 0},
	} {
		b.Run(fmt.Sprintf("order=%d/method=sat", bench.order), func(b *testing.B) {
			for b.Loop() {
				assert.MustEqual(b, assert.Got(Plane(b.Context(), bench.order, Options{Method: "sat"}))(b).Verdict, bench.want)
			}
			if bench.target > 0 {
				reach.Time(b, fmt.Sprintf("plane-order-%d", bench.order), reach.PerRun(b), bench.target)
			}
		})
	}
}
