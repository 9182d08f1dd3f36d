package fleet

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"coterie/internal/solve/lightest"
	"coterie/internal/solve/lp"
	"coterie/quorum"
)

// grown is the menu of the quorums of a read-once formula, or of the sets that are quorums without
// any `silent` of their nodes, at any size: the lightest set is found gate by gate.
type grown struct {
	formula quorum.Formula
	silent  int
	t       *timing // nil where latencies do not matter
	limits  [3]*big.Rat
	times   []*big.Rat
}

func newGrown(f quorum.Formula, silent int, t *timing) *grown {
	g := &grown{formula: f, silent: silent, t: t}
	if t != nil {
		for _, v := range t.order {
			if x := t.of[v]; len(g.times) == 0 || x.Cmp(g.times[len(g.times)-1]) > 0 {
				g.times = append(g.times, x)
			}
		}
	}
	return g
}

func (g *grown) list() []asked { return nil }

func (g *grown) late(_ context.Context, limits [3]*big.Rat) (menu, error) {
	out := *g
	out.limits = limits
	return &out, nil
}

// asked returns the set with its times.
func (g *grown) asked(nodes []int32) asked {
	a := asked{nodes: nodes}
	if g.t != nil {
		a = a.timed(g.timesOf(g.t.until(nodes, liveOf(g.formula))))
	}
	return a
}

// timesOf returns the times of a set that takes a fixed time.
func (g *grown) timesOf(seconds *big.Rat) times {
	t := times{seconds}
	for i, limit := range g.limits {
		if limit != nil {
			t[i+1] = new(big.Rat)
			if seconds.Cmp(limit) > 0 {
				t[i+1].Set(one)
			}
		}
	}
	return t
}

// lightestSet tries the lightest set for each time by which a quorum may have answered; slow(k) is
// the cost of the k-th time.
func lightestSet[T lightest.Number[T]](ctx context.Context, g *grown, weight []T, zero T, slow func(k int) T) (best []int32, value T, err error) {
	if g.t == nil || slow == nil {
		best, value, err = lightest.Set(ctx, g.formula, lightest.Demand{Kill: g.silent + 1}, weight, zero, nil)
	} else {
		d := lightest.Demand{Kill: g.silent + 1, Quick: true}
		if g.silent == 0 {
			d.Kill = 0 // a quorum of quick nodes is all that is asked
		}
		quick, next := make([]bool, len(weight)), 0
		for k, time := range g.times {
			for ; next < len(g.t.order) && g.t.of[g.t.order[next]].Cmp(time) <= 0; next++ {
				quick[g.t.order[next]] = true
			}
			nodes, sum, err := lightest.Set(ctx, g.formula, d, weight, zero, quick)
			if err != nil {
				return nil, zero, err
			}
			if sum = sum.Plus(slow(k)); nodes != nil && (best == nil || sum.Less(value)) {
				best, value = nodes, sum
			}
		}
	}
	if best == nil && err == nil {
		err = errNoSet
	}
	return best, value, err
}

// errNoSet says that not even all nodes keep a quorum without the silent ones.
var errNoSet = errors.New("no set of nodes has a quorum without any of the nodes that may stay silent")

func (g *grown) cheap(price []float64, slow [4]float64) asked {
	weight := make([]lightest.Float, len(price))
	for i, x := range price {
		weight[i] = lightest.Float(x)
	}
	var of func(k int) lightest.Float
	if slow != ([4]float64{}) && g.t != nil {
		of = func(k int) lightest.Float {
			a := asked{}.timed(g.timesOf(g.times[k]))
			return lightest.Float(a.weigh(nil, slow))
		}
	}
	nodes, _, err := lightestSet(context.Background(), g, weight, 0, of)
	if err != nil {
		return asked{}
	}
	return g.asked(nodes)
}

func (g *grown) cheapest(ctx context.Context, price []*big.Rat, slow times) (asked, *big.Rat, error) {
	all := slices.Clone(price)
	times := 0
	if !slow.free() && g.t != nil {
		times = len(g.times)
		for _, t := range g.times {
			all = append(all, asked{times: g.timesOf(t)}.cost(nil, slow))
		}
	}
	numbers, denominator := lp.Integers(all)
	weight := make([]lightest.Whole, len(price))
	for i := range weight {
		weight[i] = lightest.Whole{Int: numbers[i]}
	}
	var of func(k int) lightest.Whole
	if times > 0 {
		of = func(k int) lightest.Whole { return lightest.Whole{Int: numbers[len(price)+k]} }
	}
	nodes, value, err := lightestSet(ctx, g, weight, lightest.Whole{Int: new(big.Int)}, of)
	if err != nil {
		return asked{}, nil, err
	}
	return g.asked(nodes), new(big.Rat).SetFrac(value.Int, denominator), nil
}
