package sat

import (
	"testing"
	"time"

	"github.com/irifrance/gini"
	"github.com/irifrance/gini/logic"
	"github.com/irifrance/gini/z"
)

// counterRows asks for a matrix of n rows and columns with exactly k true entries in each row
// and column and no two rows with two in common: for n = k(k-1)+1 a projective plane of
// order k-1. Only the rows and columns are left to a counter.
func counterRows(n, k int) (cnf *CNF, lists [][]int) {
	cnf = &CNF{}
	for range n {
		var row []int
		for range n {
			row = append(row, cnf.NewVar())
		}
		lists = append(lists, row)
	}
	for i, row := range lists {
		for _, other := range lists[:i] {
			for a := range n {
				for b := range a {
					cnf.AddClause(-row[a], -row[b], -other[a], -other[b])
				}
			}
		}
	}
	return cnf, append(lists, Transposed(lists)...)
}

// BenchmarkExactly compares the sequential counter with the sorting networks of gini's
// logic.C, in the same solver: the time to write the formula and find a plane. The clauses
// that both share, and gini's time to take them, are in both.
func BenchmarkExactly(b *testing.B) {
	b.Run("solved/plane=3", func(b *testing.B) {
		const k, n = 4, 13
		var ours, theirs time.Duration
		for b.Loop() {
			start := time.Now()
			cnf, lists := counterRows(n, k)
			for _, list := range lists {
				Exactly(cnf, list, k)
			}
			if verdict, err := NewSolver(cnf, Options{}).Solve(b.Context()); verdict != Sat {
				b.Fatal(verdict, err)
			}
			ours += time.Since(start)

			start = time.Now()
			cnf, lists = counterRows(n, k)
			circuit := logic.NewC()
			to := make([]z.Lit, cnf.Variables()+1)
			for v := 1; v < len(to); v++ {
				to[v] = circuit.Lit()
			}
			g := gini.New()
			var roots []z.Lit
			for _, list := range lists {
				var ms []z.Lit
				for _, l := range list {
					ms = append(ms, to[l])
				}
				sorted := circuit.CardSort(ms)
				roots = append(roots, sorted.Leq(k), sorted.Geq(k))
			}
			circuit.ToCnf(g)
			for _, root := range roots {
				g.Add(root)
				g.Add(z.LitNull)
			}
			for _, clause := range cnf.Clauses() {
				for _, l := range clause {
					m := to[max(l, -l)]
					if l < 0 {
						m = m.Not()
					}
					g.Add(m)
				}
				g.Add(z.LitNull)
			}
			if g.Try(20*time.Second) == -1 {
				b.Fatal("no plane")
			}
			theirs += time.Since(start)
		}
		b.ReportMetric(float64(theirs)/float64(ours), "times-faster")
	})
	b.Run("written/n=100/k=10", func(b *testing.B) { // without solving
		var ours, theirs time.Duration
		for b.Loop() {
			start := time.Now()
			for range 20 {
				c, lits := fresh(100, 0)
				Exactly(c, lits, 10)
			}
			ours += time.Since(start)
			start = time.Now()
			circuit := logic.NewC()
			for range 20 {
				var ms []z.Lit
				for range 100 {
					ms = append(ms, circuit.Lit())
				}
				circuit.CardSort(ms)
			}
			theirs += time.Since(start)
		}
		b.ReportMetric(float64(theirs)/float64(ours), "times-faster")
	})
}
