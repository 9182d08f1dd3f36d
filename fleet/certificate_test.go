package fleet

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// TestNearTies: of two sets whose costs are one number up to rounding the truly cheaper is taken.
func TestNearTies(t *testing.T) {
	tiny := big.NewRat(1, 1_000_000_000)
	tiny.Mul(tiny, tiny)
	price := []*big.Rat{big.NewRat(1, 10), new(big.Rat).Sub(big.NewRat(2, 10), tiny), big.NewRat(3, 10)}
	l := &listed{sets: []asked{{nodes: []int32{2}}, {nodes: []int32{0, 1}}}}
	a, cost, err := l.cheapest(context.Background(), price, times{})
	if err != nil || len(a.nodes) != 2 || cost.Cmp(price[2]) >= 0 {
		t.Errorf("%v costs %v: %v", a.nodes, cost, err)
	}
}

// TestForgedPrices: prices that are not legal are refused before they prove anything.
func TestForgedPrices(t *testing.T) {
	ctx := context.Background()
	f := caseStudy(0)
	s := expression(t, f, "a*b+c*d*e")
	zeros := func() Prices {
		p := Prices{Load: new(big.Rat), Latency: new(big.Rat), Network: new(big.Rat)}
		for range f.Workload.Shares {
			row := make([]*big.Rat, f.N())
			for i := range row {
				row[i] = new(big.Rat)
			}
			p.Nodes = append(p.Nodes, row)
		}
		return p
	}
	// With prices of 0 a limit on the goal itself would prove any value.
	st := assert.Got(FindStrategy(ctx, f, s, StrategyOptions{Goal: Network}))(t)
	st.Goal, st.Value, st.Limits, st.Prices = Load, st.Load, Limits{Load: st.Load}, zeros()
	assert.Fails(t, CheckStrategy(ctx, f, s, st), "", "prices of 0 prove a load")
	for what, change := range map[string]func(*Prices){
		"":                  func(*Prices) {},
		"a negative node":   func(p *Prices) { p.Nodes[0][0] = big.NewRat(-1, 9) },
		"nodes above load":  func(p *Prices) { p.Nodes[0][0] = big.NewRat(1, 1) },
		"an absent limit":   func(p *Prices) { p.Network = big.NewRat(1, 1) },
		"a negative limit":  func(p *Prices) { p.Latency = big.NewRat(-1, 1) },
		"less than one":     func(p *Prices) { p.Load = big.NewRat(1, 2) },
		"one share missing": func(p *Prices) { p.Nodes = p.Nodes[1:] },
		"one node missing":  func(p *Prices) { p.Nodes[2] = p.Nodes[2][1:] },
	} {
		p := zeros()
		p.Load.SetInt64(1)
		change(&p)
		if err := p.judge(f, Load, Limits{Latency: one}); (err == nil) != (what == "") {
			t.Errorf("%q: %v", what, err)
		}
	}
	// Requests that never come count nowhere, but have a strategy all the same.
	f.Workload.Shares = []Share{only(100)}
	for _, weights := range [][]*big.Rat{{big.NewRat(2, 1)}, {big.NewRat(2, 1), big.NewRat(-1, 1)}, {big.NewRat(1, 2), big.NewRat(1, 2)}} {
		st := assert.Got(FindStrategy(ctx, f, s, StrategyOptions{}))(t)
		st.Menus[1].Choices = nil
		for i, w := range weights {
			st.Menus[1].Choices = append(st.Menus[1].Choices, Choice{Nodes: []int{0, 2 + i}, Weight: w})
		}
		assert.OK(t, st.measure(ctx, f, s))
		if err := CheckStrategy(ctx, f, s, st); (err == nil) != (weights[0].Cmp(one) < 0) {
			t.Errorf("writes with weights %v: %v", weights, err)
		}
	}
}

// TestThenGoals: later goals decide among the strategies that are best by the goals before, and
// give none of these up.
func TestThenGoals(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(15, 16))
	better := 0
	for range 40 {
		n := 4 + r.IntN(3)
		f, s := mixedFleet(r, n), mixedSystem(r, n)
		f.Workload.Silent = 0
		for i := range n / 2 { // some are never the busiest
			f.Nodes[i].Reads, f.Nodes[i].Writes = big.NewRat(100, 1), big.NewRat(100, 1)
			for _, c := range f.Clients {
				c.Latency[i] = c.Latency[0]
			}
		}
		var last *Strategy
		for k := range 3 {
			st := assert.Got(FindStrategy(ctx, f, s, StrategyOptions{Then: []Goal{LatencyGoal, Network}[:k]}))(t)
			if k > 0 && st.Load.Cmp(last.Load) != 0 || k > 1 && st.Latency.Cmp(last.Latency) != 0 {
				t.Errorf("goal %d costs one before: load %v, then %v; latency %v, then %v", k, last.Load, st.Load, last.Latency, st.Latency)
			}
			if k == 1 && st.Latency.Cmp(last.Latency) > 0 || k == 2 && st.Network.Cmp(last.Network) > 0 {
				t.Errorf("goal %d is worse than without it", k)
			}
			if k == 2 && st.Network.Cmp(last.Network) < 0 {
				better++
			}
			last = st
		}
	}
	if better == 0 {
		t.Error("the third goal never decided")
	}
}
