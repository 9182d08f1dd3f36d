package sat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// langford asks for a row of the numbers 1..n, twice each, with k places between the two k:
// there is one if and only if n or n+1 is a multiple of 4.
func langford(n int) *CNF {
	c := &CNF{}
	at := make([][]int, 2*n)
	for k := 1; k <= n; k++ {
		var list []int
		for i := 0; i+k+1 < 2*n; i++ {
			v := c.NewVar()
			list = append(list, v)
			at[i] = append(at[i], v)
			at[i+k+1] = append(at[i+k+1], v)
		}
		ExactlyOne(c, list)
	}
	for _, l := range at {
		AtMostOne(c, l)
	}
	return c
}

// squares asks for two orthogonal Latin squares of order q, the first rows and the first
// column of the first square in order.
func squares(q int) *CNF {
	c := &CNF{}
	square := func() [][][]int { // [row][column][symbol]
		a := make([][][]int, q)
		for i := range a {
			a[i] = make([][]int, q)
			for j := range a[i] {
				for range q {
					a[i][j] = append(a[i][j], c.NewVar())
				}
			}
		}
		for i := range q {
			for j := range q {
				var symbols, rows, columns []int
				for k := range q {
					symbols, rows, columns = append(symbols, a[i][j][k]), append(rows, a[k][i][j]), append(columns, a[i][k][j])
				}
				ExactlyOne(c, symbols)
				ExactlyOne(c, rows)
				ExactlyOne(c, columns)
			}
			c.AddClause(a[0][i][i])
		}
		return a
	}
	a, b := square(), square()
	for i := range q {
		c.AddClause(a[i][0][i])
	}
	for k := range q {
		for l := range q {
			var cells []int // those with k in one square and l in the other
			for i := range q {
				for j := range q {
					both := c.NewVar()
					c.AddClause(-both, a[i][j][k])
					c.AddClause(-both, b[i][j][l])
					c.AddClause(both, -a[i][j][k], -b[i][j][l])
					cells = append(cells, both)
				}
			}
			ExactlyOne(c, cells)
		}
	}
	return c
}

// random3 returns random clauses of three different variables; at 4.26 clauses a variable about
// half of such formulas have a model, and they are hardest.
func random3(seed uint64, vars, clauses int) *CNF {
	r := rand.New(rand.NewPCG(seed, 0))
	c := &CNF{}
	for range clauses {
		var clause []int
		for _, v := range r.Perm(vars)[:3] {
			clause = append(clause, (v+1)*(1-2*r.IntN(2)))
		}
		c.AddClause(clause...)
	}
	return c
}

// BenchmarkRace tells whether two solvers that race under two seeds would pay: how many
// times longer the search without a seed takes than the shorter of it and one under a
// seed, on average over seeds, each timed alone. The race itself would cost twice the
// processors and memory, and share the cache.
func BenchmarkRace(b *testing.B) {
	type instance struct {
		name string
		cnf  *CNF
	}
	list := []instance{
		{"pigeons=8", pigeonhole(8)},
		{"langford=9", langford(9)}, {"langford=20", langford(20)},
		{"squares=6", squares(6)}, {"squares=7", squares(7)},
	}
	for i := range uint64(6) {
		list = append(list, instance{fmt.Sprint("random=", i), random3(i, 200, 852)})
	}
	const seeds = 5
	for _, in := range list {
		b.Run(in.name, func(b *testing.B) {
			logs := 0.0
			for b.Loop() {
				var alone, best time.Duration
				for seed := range uint64(seeds + 1) {
					start := time.Now()
					verdict, err := NewSolver(in.cnf, Options{Seed: seed}).Solve(b.Context())
					if verdict == Unknown {
						b.Fatal(err)
					}
					took := time.Since(start)
					if seed == 0 {
						alone = took
						continue
					}
					best += min(alone, took) / seeds
				}
				logs += math.Log(float64(alone) / float64(best))
			}
			b.ReportMetric(math.Exp(logs/float64(b.N)), "times-faster")
		})
	}
}
