package fleet

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/lightest"
	"coterie/quorum"
)

func TestStrategiesAgainstTheDefinition(t *testing.T) {
	ctx := context.Background()
	rounds := assert.Sized(15, 60)
	r := rand.New(rand.NewPCG(1, 2))
	met := map[string]int{}
	for round := range rounds {
		n := 2 + r.IntN(3)
		f, s := mixedFleet(r, n), mixedSystem(r, n)
		for _, goal := range []Goal{Load, LatencyGoal, Network} {
			limits := Limits{}
			for _, other := range []struct {
				of Goal
				at **big.Rat
			}{{Load, &limits.Load}, {LatencyGoal, &limits.Latency}, {Network, &limits.Network}} {
				if other.of == goal || r.IntN(2) == 0 {
					continue
				}
				// Between its own best and something more, or below it, where nothing keeps it.
				if best, ok := naiveStrategy(f, s, other.of, Limits{}); ok {
					*other.at = best.Mul(best, big.NewRat(9+r.Int64N(5), 10))
				}
			}
			want, ok := naiveStrategy(f, s, goal, limits)
			st, err := FindStrategy(ctx, f, s, StrategyOptions{Goal: goal, Limits: limits})
			var none *InfeasibleError
			switch {
			case errors.As(err, &none):
				if ok {
					t.Errorf("round %d: %v: no strategy found, and there is one of %v: %v", round, goal, want, err)
				}
				met["none"]++
				if none.Silent {
					met["silent"]++
				}
			case err != nil:
				t.Fatalf("round %d: %v: %v", round, goal, err)
			case !ok:
				t.Errorf("round %d: %v: found %v, and there is no strategy", round, goal, st.Value)
			case st.Value.Cmp(want) != 0:
				t.Errorf("round %d: %v: found %v, and the best is %v", round, goal, st.Value, want)
			default:
				met[string(goal)]++
				// The prices prove that, and bound another system.
				if bound, err := st.Prices.Bound(ctx, f, s, goal, limits); err != nil || bound.Cmp(want) != 0 {
					t.Errorf("round %d: %v: the prices prove %v, not %v: %v", round, goal, bound, want, err)
				}
				other := mixedSystem(r, n)
				best, ok := naiveStrategy(f, other, goal, limits)
				if bound, err := st.Prices.Bound(ctx, f, other, goal, limits); ok && (err != nil || bound.Cmp(best) > 0) {
					t.Errorf("round %d: %v: the prices prove %v of a system that has %v: %v", round, goal, bound, best, err)
				}
			}
		}
	}
	t.Log(met)
	for _, what := range []string{"none", "silent", "load", "latency", "network"} {
		if met[what] == 0 {
			t.Errorf("no round with %s", what)
		}
	}
}

// randomFormula returns a read-once formula over the nodes, gates with unit votes or, with
// unequal, others too.
func randomFormula(r *rand.Rand, nodes []int, unequal bool) quorum.Formula {
	if len(nodes) == 1 {
		return quorum.Leaf(nodes[0])
	}
	var parts []quorum.Formula
	var votes []int
	total := 0
	for len(nodes) > 0 {
		k := 1
		if len(nodes) > 1 && r.IntN(3) == 0 {
			k = 1 + r.IntN(len(nodes)-1)
		}
		parts = append(parts, randomFormula(r, nodes[:k], unequal))
		nodes = nodes[k:]
		v := 1
		if unequal {
			v += r.IntN(3)
		}
		votes, total = append(votes, v), total+v
	}
	return quorum.Votes(1+r.IntN(total), votes, parts...)
}

// gates returns the gates of a formula.
func gates(f quorum.Formula) []quorum.Formula {
	if _, leaf := f.Leaf(); leaf {
		return nil
	}
	all := []quorum.Formula{f}
	for i := range f.Len() {
		all = append(all, gates(f.Part(i))...)
	}
	return all
}

func TestCheapestOfFormulasAgainstLists(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(3, 4))
	met, unequal := [3]int{}, 0
	for round := range 600 {
		n := 1 + r.IntN(7)
		silent := r.IntN(3)
		formula := randomFormula(r, r.Perm(n), r.IntN(2) == 0).Over(n)
		if !lightest.Fits(formula, silent, true) {
			continue
		}
		family := assert.Got(formula.MinimalSets(ctx, 10000))(t)
		f := mixedFleet(r, n)
		f.Workload.Silent = silent
		latency := r.IntN(3) > 0
		of, at := clocks{}, (*timing)(nil)
		if latency {
			of.any, of.mean, of.late[r.IntN(3)], at = true, true, big.NewRat(r.Int64N(5), 10), timingOf(f.Clients[0])
		}
		m, err := menuOf(ctx, f, family, 0, of)
		g := newGrown(formula, silent, at)
		g.limits = of.late
		price := make([]*big.Rat, n)
		for i := range price {
			price[i] = big.NewRat(r.Int64N(6), 1+r.Int64N(3))
		}
		var slow times
		if latency {
			slow[0] = big.NewRat(r.Int64N(30), 2)
		}
		for i, limit := range of.late {
			if limit != nil {
				slow[i+1] = big.NewRat(r.Int64N(9), 2)
			}
		}
		a, cost, grownErr := g.cheapest(ctx, price, slow)
		if errors.Is(err, errNoSet) || errors.Is(grownErr, errNoSet) {
			if !errors.Is(err, errNoSet) || !errors.Is(grownErr, errNoSet) {
				t.Errorf("round %d: %v with %d silent: listed says %v, grown %v", round, formula, silent, err, grownErr)
			}
			continue
		}
		if err != nil || grownErr != nil {
			t.Fatal(err, grownErr)
		}
		_, want := assert.Got2(m.cheapest(ctx, price, slow))(t)
		if cost.Cmp(want) != 0 || a.cost(price, slow).Cmp(want) != 0 {
			t.Errorf("round %d: %v with %d silent, prices %v, %v: %v costs %v, the cheapest %v", round, formula, silent, price, slow, a.nodes, cost, want)
		}
		if b := g.cheap(floats(price), slow.floats()); b.cost(price, slow).Cmp(want) != 0 {
			t.Errorf("round %d: in floating point %v of %v costs more than %v", round, b.nodes, formula, want)
		}
		met[silent]++
		if silent > 0 && slices.ContainsFunc(gates(formula), func(g quorum.Formula) bool { return !g.UnitVotes() }) {
			unequal++
		}
	}
	if met[0] < 20 || met[1] < 20 || met[2] < 20 || unequal < 20 {
		t.Errorf("rounds by silent nodes: %v, with unequal votes %d", met, unequal)
	}
}

func TestLoadCurve(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(5, 6))
	bends := 0
	for range 20 {
		n := 2 + r.IntN(3)
		f, s := mixedFleet(r, n), mixedSystem(r, n)
		f.Workload.Silent = 0
		points := assert.Got(LoadCurve(ctx, f, s, StrategyOptions{}))(t)
		bends += len(points) - 2
		load := func(reads *big.Rat) *big.Rat {
			g := *f
			g.Workload.Shares, g.Workload.Adapts = []Share{{reads, big.NewRat(1, 1)}}, false
			v, ok := naiveStrategy(&g, s, Load, Limits{})
			assert.MustTrue(t, ok, "no strategy")
			return v
		}
		for i := range points[1:] {
			p, q := points[i], points[i+1]
			if p.Reads.Cmp(q.Reads) >= 0 {
				t.Fatalf("points %v and %v", p, q)
			}
			for _, k := range []int64{0, 1, 5, 7} {
				x := big.NewRat(k, 7)
				reads := new(big.Rat).Sub(q.Reads, p.Reads)
				reads.Add(reads.Mul(reads, x), p.Reads)
				want := new(big.Rat).Sub(q.Load, p.Load)
				want.Add(want.Mul(want, x), p.Load)
				if got := load(reads); got.Cmp(want) != 0 {
					t.Errorf("at %v reads the load is %v, the curve has %v", reads, got, want)
				}
			}
		}
		// No point too many: a bend at each.
		for i := 1; i+1 < len(points); i++ {
			p, m, q := points[i-1], points[i], points[i+1]
			left := new(big.Rat).Quo(new(big.Rat).Sub(m.Load, p.Load), new(big.Rat).Sub(m.Reads, p.Reads))
			right := new(big.Rat).Quo(new(big.Rat).Sub(q.Load, m.Load), new(big.Rat).Sub(q.Reads, m.Reads))
			if left.Cmp(right) >= 0 {
				t.Errorf("the curve does not bend up at %v: %v then %v", m.Reads, left, right)
			}
		}
	}
	if bends < 10 {
		t.Errorf("%d bends in all curves", bends)
	}
}

// TestFormulasAgainstLists: strategies of a formula, whose sets are made as they are needed, and of
// the list of its quorums.
func TestFormulasAgainstLists(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(13, 14))
	met := map[string]int{}
	for round := range 60 {
		n := 2 + r.IntN(6)
		f := mixedFleet(r, n)
		formula := randomFormula(r, r.Perm(n), r.IntN(2) == 0).Over(n)
		s := System{Name: "formula", Reads: formula, Writes: formula.Dual()}
		var lists System
		for i, q := range []quorum.Formula{formula, formula.Dual()} {
			family := assert.Got(q.MinimalSets(ctx, 10000))(t)
			*[]*quorum.Quorums{&lists.Reads, &lists.Writes}[i] = family
		}
		opts := StrategyOptions{Goal: []Goal{Load, LatencyGoal, Network}[r.IntN(3)]}
		if r.IntN(2) == 0 {
			opts.Limits.Latency = big.NewRat(r.Int64N(5), 10)
		}
		a, err := FindStrategy(ctx, f, s, opts)
		b, listErr := FindStrategy(ctx, f, lists, opts)
		switch {
		case errors.As(err, new(*InfeasibleError)) && errors.As(listErr, new(*InfeasibleError)):
			met["none"]++
		case err != nil || listErr != nil:
			t.Errorf("round %d: %v: formula %v, list %v", round, formula, err, listErr)
		case a.Value.Cmp(b.Value) != 0:
			t.Errorf("round %d: %v: formula %v, list %v", round, formula, a.Value, b.Value)
		default:
			met[string(a.Goal)]++
		}
	}
	if len(met) < 4 {
		t.Error(met)
	}
}

// TestGrownSpares: sets that may lose nodes, grown from quorums and read off a table.
func TestGrownSpares(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(17, 18))
	found := 0
	for range 300 {
		n := 3 + r.IntN(5)
		f := mixedFleet(r, n)
		masks := make([]uint, 2+r.IntN(8))
		for i := range masks {
			one, two := r.IntN(n), r.IntN(n)
			masks[i] = 1<<one | 1<<two | r.UintN(1<<n)&r.UintN(1<<n)
		}
		family := assert.Got(quorum.FamilyOfMasks(n, masks))(t)
		var times *timing
		if r.IntN(3) > 0 {
			times = timingOf(f.Clients[0])
		}
		family, silent := family.Minimized(), 1+r.IntN(2)
		want := assert.Got(spareSets(ctx, family, silent, times))(t)
		got, err := grownSpares(ctx, family, silent, times)
		if err != nil || !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%v with %d silent: %v, the table has %v: %v", family.Sets(), silent, got, want, err)
		}
		found += len(want)
	}
	if found < 100 {
		t.Errorf("%d sets in all", found)
	}
}
