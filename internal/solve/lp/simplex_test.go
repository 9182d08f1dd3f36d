package lp

import (
	"math"
	"testing"

	"coterie/internal/check/assert"
)

// totalOf returns the optimum of p by the rational simplex.
func totalOf(t testing.TB, p *Program) float64 {
	t.Helper()
	s := assert.Got(p.SolveRational(t.Context(), 10_000_000))(t)
	assert.OK(t, verify(p, s))
	total, _ := s.Total.Float64()
	return total
}

// Bland's rule alone leads to the same optimum.
func TestBlandRule(t *testing.T) {
	for _, spec := range []string{"fpp:order=3", "grid:n=16", "paths:d=2", "wall:rows=1-2-3-4"} {
		p, pivots := loadOf(t, spec), 10_000
		tab := newTableau(p, 0, 0, &pivots)
		for j := range p.Columns() {
			tab.enter(j)
		}
		for q := tab.entering(true); q >= 0 && pivots > 0; q = tab.entering(true) {
			tab.exchange(tab.leaving(tab.column[q], true), q)
		}
		if got, want := -tab.b[tab.rows], totalOf(t, p); math.Abs(got-want) > 1e-9*want {
			t.Errorf("%s: objective %v, want %v", spec, got, want)
		}
	}
}

// A perturbation so large that its optimal basis is not feasible for the true right sides leads to
// the same optimum through the dual simplex method, as does one that drops most columns on its way.
func TestDualSimplexAndDroppedColumns(t *testing.T) {
	exchanges := 0
	for _, spec := range []string{"paths:d=2", "degenerate-fpp:n=40", "wheel:n=12", "wall:rows=1-2-3-4"} {
		p, pivots := loadOf(t, spec), 10_000
		want := totalOf(t, p)
		tab := newTableau(p, 3, 1, &pivots)
		for j := range p.Columns() {
			tab.enter(j)
		}
		assert.OK(t, tab.maximise(t.Context()))
		before := pivots
		assert.OK(t, tab.restore(t.Context()))
		exchanges += before - pivots
		if got := -tab.b[tab.rows]; math.Abs(got-want) > 1e-9*want {
			t.Errorf("%s by the dual simplex: %v, want %v", spec, got, want)
		}
		// Six exchanges, then nearly all columns go that are not basic, and come back when they are
		// wanted.
		six := 6
		tab = newTableau(p, 0, 0, &six)
		for j := range p.Columns() {
			tab.enter(j)
		}
		assert.Is(t, tab.maximise(t.Context()), errPivots)
		tab.drop(2)
		// As many slacks as there are basic columns are not basic.
		assert.MustEqual(t, len(tab.id)-basicColumns(tab), 2, "columns of the program stayed")
		for v, at := range tab.slackAt {
			if at >= 0 && int(tab.id[at]) != v || at < 0 && int(tab.basic[^at]) != v {
				t.Fatalf("slack %d is not at %d", v, at)
			}
		}
		six = 10_000
		g := &columnGenerator{p: p, t: tab, y: make([]float64, p.Rows())}
		for {
			assert.OK(t, tab.maximise(t.Context()))
			added := assert.Got(g.addViolated(t.Context()))(t)
			if added == 0 {
				break
			}
		}
		if got := -tab.b[tab.rows]; math.Abs(got-want) > 1e-9*want {
			t.Errorf("%s with dropped columns: %v, want %v", spec, got, want)
		}
	}
	if exchanges == 0 {
		t.Error("the dual simplex had nothing to do")
	}
}

func basicColumns(t *tableau) (count int) {
	for _, v := range t.basic {
		if int(v) >= t.rows {
			count++
		}
	}
	return count
}
