package lp

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// thresholds is a fleet whose reads ask any k of n nodes and whose writes any n+1-k, with the
// columns made by an oracle: for each kind the k nodes that weigh least.
type thresholds struct {
	n, shares, k int
	capacity     []int64
	asked        int
}

func newThresholds(r *rand.Rand, n, shares, k int) *thresholds {
	o := &thresholds{n: n, shares: shares, k: k}
	for range n {
		o.capacity = append(o.capacity, 500*(1+r.Int64N(8)))
	}
	return o
}

// program has the rows and the loads; with sets the first set of each kind.
func (o *thresholds) program(sets bool) *General {
	g := NewGeneral()
	one, minus := big.NewRat(1, 1), big.NewRat(-1, 1)
	g.Row(Equal, one)
	g.Row(Equal, one)
	for range o.shares * o.n {
		g.Row(AtMost, new(big.Rat))
	}
	for s := range o.shares {
		var entries []Entry
		for i := range o.n {
			entries = append(entries, Entry{2 + s*o.n + i, minus})
		}
		g.Column(big.NewRat(1, int64(o.shares)), entries...)
	}
	if sets {
		zero := slices.Repeat([]*big.Rat{new(big.Rat)}, g.Rows())
		for write := range 2 {
			c, _ := o.least(write, zero)
			g.Column(c.Cost, c.Entries...)
		}
	}
	return g
}

func (o *thresholds) coefficient(s, write, i int) *big.Rat {
	share := big.NewRat(int64(9-s), 10)
	if write == 1 {
		share.Sub(big.NewRat(1, 1), share)
	}
	return share.Quo(share, big.NewRat(o.capacity[i]/int64(1+write), 1))
}

// least returns the column of the least weight under y, and its reduced cost.
func (o *thresholds) least(write int, y []*big.Rat) (Column, *big.Rat) {
	weight, order := make([]*big.Rat, o.n), make([]int, o.n)
	for i := range weight {
		weight[i], order[i] = new(big.Rat), i
		for s := range o.shares {
			if v := y[2+s*o.n+i]; v.Sign() != 0 {
				weight[i].Sub(weight[i], new(big.Rat).Mul(v, o.coefficient(s, write, i)))
			}
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return weight[i].Cmp(weight[j]) })
	size := o.k
	if write == 1 {
		size = o.n + 1 - o.k
	}
	c := Column{Cost: new(big.Rat), Entries: []Entry{{write, big.NewRat(1, 1)}}}
	reduced := new(big.Rat).Neg(y[write])
	for _, i := range order[:size] {
		reduced.Add(reduced, weight[i])
		for s := range o.shares {
			c.Entries = append(c.Entries, Entry{2 + s*o.n + i, o.coefficient(s, write, i)})
		}
	}
	return c, reduced
}

func (o *thresholds) price(_ context.Context, p *Prices) (columns []Column, err error) {
	o.asked++
	for write := range 2 {
		if c, reduced := o.least(write, p.Y); reduced.Sign() < 0 {
			columns = append(columns, c)
		}
	}
	return columns, nil
}

// TestPricer: columns made on demand give the optimum that all columns give, from some columns and
// from none, when the program has no solution at first.
func TestPricer(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		n, shares := 3+r.IntN(6), 1+r.IntN(3)
		o := newThresholds(r, n, shares, 1+r.IntN(n))
		all := o.program(false)
		for set := range uint(1) << n {
			for write := range 2 {
				c, _ := o.least(write, setPrices(o, all, write, set))
				if slices.IndexFunc(c.Entries[1:], func(e Entry) bool { return set>>((e.Row-2)%n)&1 == 0 }) < 0 {
					all.Column(c.Cost, c.Entries...)
				}
			}
		}
		want := assert.Got(all.Solve(t.Context(), nil))(t)
		for _, sets := range []bool{false, true} {
			g := o.program(sets)
			got := assert.Got(g.Solve(t.Context(), o.price))(t)
			if got.Status != Optimal || got.Value.Cmp(want.Value) != 0 {
				t.Fatalf("%v %v, want %v", got.Status, got.Value, want.Value)
			}
			assert.OK(t, g.Check(got))
		}
	}
	o := newThresholds(r, 4, 1, 2)
	wrong := errors.New("wrong")
	_, err := o.program(false).Solve(t.Context(), func(context.Context, *Prices) ([]Column, error) { return nil, wrong })
	assert.MustEqual(t, err, wrong, "the error of the oracle")
	c, err := o.program(false).Solve(t.Context(), nil)
	if err != nil || c.Status != Infeasible {
		t.Fatalf("without columns: %v, %v", c, err)
	}
}

// setPrices are prices under which the nodes of the set are the cheapest.
func setPrices(o *thresholds, g *General, write int, set uint) []*big.Rat {
	y := make([]*big.Rat, g.Rows())
	for i := range y {
		y[i] = new(big.Rat)
	}
	for i := range o.n {
		if set>>i&1 == 0 {
			y[2+i].SetInt64(-1)
		}
	}
	return y
}

// BenchmarkPricer prints how long programs of many rows take.
func BenchmarkPricer(b *testing.B) {
	for _, c := range []struct{ n, shares, k int }{{11, 2, 4}, {50, 2, 20}, {50, 4, 26}, {50, 9, 26}, {100, 6, 50}} {
		o := newThresholds(rand.New(rand.NewPCG(1, 2)), c.n, c.shares, c.k)
		b.Run(fmt.Sprintf("rows=%d", 2+c.n*c.shares), func(b *testing.B) {
			for b.Loop() {
				o.asked = 0
				g := o.program(true)
				s := assert.Got(g.Solve(b.Context(), o.price))(b)
				v, _ := s.Value.Float64()
				b.ReportMetric(1/v, "capacity")
				b.ReportMetric(float64(g.Columns()), "columns")
				b.ReportMetric(float64(o.asked), "prices")
				if s.How != "exact equations" {
					b.Log(s.How)
				}
			}
		})
	}
}
