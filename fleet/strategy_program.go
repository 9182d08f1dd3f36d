package fleet

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/internal/solve/lp"
)

// strategyProgram is the linear program of a best strategy: a variable for the load at each share,
// where loads matter, and one for each set that requests may ask.
//
//	minimise the goal subject to
//	Σ (requests at share k that ask node i)·unit/capacity(i) - L_k <= 0   for each share and node
//	Σ_k weight_k·L_k <= unit·limit, and so for latency, network and late requests, where they are limited
//	Σ of the probabilities = 1                                            for each kind of requests
//
// Loads are counted in 1/unit seconds and latencies in `second`, so that the numbers are near 1.
type strategyProgram struct {
	f      *Fleet
	goal   Goal
	limits Limits
	kinds  []*requests // those that there are
	loads  bool        // the rows of the nodes are there
	slow   [4]bool     // which of clockGoals matter
	before *columns    // of a program over the same sets that has been solved; or nil
	made   *columns    // of this one

	unit, second *big.Rat
	per          [2][]*big.Rat // by operation: unit/capacity of each node

	limitRow map[Goal]int // the row of each limit
	firstOne int          // the row of the first kind of requests
	rows     int
}

func newStrategyProgram(f *Fleet, kinds []*requests, goal Goal, limits Limits) *strategyProgram {
	p := &strategyProgram{f: f, goal: goal, limits: limits, limitRow: map[Goal]int{}, unit: new(big.Rat), second: f.LongestTime()}
	for _, r := range kinds {
		if !r.idle() {
			p.kinds = append(p.kinds, r)
		}
	}
	p.loads = goal == Load || limits.Load != nil
	for k, g := range clockGoals {
		p.slow[k] = goal == g || limits.of(g) != nil
	}
	for _, v := range f.Nodes {
		for _, c := range []*big.Rat{v.Reads, v.Writes} {
			if c.Cmp(p.unit) > 0 {
				p.unit = c
			}
		}
	}
	for _, v := range f.Nodes {
		for o := range p.per {
			p.per[o] = append(p.per[o], new(big.Rat).Quo(p.unit, v.rate(Operation(o))))
		}
	}
	if p.loads {
		p.rows = len(f.Workload.Shares) * f.N()
	}
	for _, g := range limitGoals {
		if limits.of(g) != nil {
			p.limitRow[g] = p.rows
			p.rows++
		}
	}
	p.firstOne = p.rows
	p.rows += len(p.kinds)
	return p
}

// limit returns the right side of the row of a limit.
func (p *strategyProgram) limit(of Goal) *big.Rat {
	switch of {
	case Load:
		return new(big.Rat).Mul(p.limits.Load, p.unit)
	case LatencyGoal:
		return new(big.Rat).Quo(p.limits.Latency, p.second)
	}
	return p.limits.of(of)
}

// entry is a number in a row of a column.
func entry(row int, value *big.Rat) lp.Entry { return lp.Entry{Row: row, Value: value} }

// loadColumn returns the entries and the cost of the load at share k.
func (p *strategyProgram) loadColumn(k int) (cost *big.Rat, entries []lp.Entry) {
	minus := big.NewRat(-1, 1)
	for i := range p.f.Nodes {
		entries = append(entries, entry(k*p.f.N()+i, minus))
	}
	weight := p.f.Workload.Shares[k].Weight
	if row, ok := p.limitRow[Load]; ok {
		entries = append(entries, entry(row, weight))
	}
	if p.goal == Load {
		return weight, entries
	}
	return new(big.Rat), entries
}

// setColumn returns the entries and the cost of a set that requests of kind g ask.
func (p *strategyProgram) setColumn(g int, a asked) (cost *big.Rat, entries []lp.Entry) {
	r, n := p.kinds[g], p.f.N()
	per := p.per[r.operation]
	if p.loads {
		for k, at := range r.at {
			if at.Sign() == 0 {
				continue
			}
			for _, i := range a.nodes {
				entries = append(entries, entry(k*n+int(i), new(big.Rat).Mul(at, per[i])))
			}
		}
	}
	cost = new(big.Rat)
	figure := func(of Goal, v *big.Rat) {
		if row, ok := p.limitRow[of]; ok {
			entries = append(entries, entry(row, v))
		}
		if p.goal == of {
			cost = v
		}
	}
	for k, g := range clockGoals {
		if !p.slow[k] {
			continue
		}
		late := new(big.Rat).Mul(a.times[k], r.weight)
		if g == LatencyGoal {
			late.Quo(late, p.second)
		}
		figure(g, late)
	}
	size := big.NewRat(int64(len(a.nodes)), 1)
	figure(Network, size.Mul(size, r.weight))
	return cost, append(entries, entry(p.firstOne+g, big.NewRat(1, 1)))
}

// scale returns the unit in which the program counts the goal; 1 without a goal.
func (p *strategyProgram) scale(goal bool) *big.Rat {
	switch {
	case goal && p.goal == Load:
		return new(big.Rat).Inv(p.unit)
	case goal && p.goal == LatencyGoal:
		return p.second
	}
	return big.NewRat(1, 1)
}

// pricesOf turns dual values of the rows into prices; with goal, the prices of the goal itself are
// among them. Dual values of the wrong sign, which rounding leaves, count as 0.
func (p *strategyProgram) pricesOf(y []*big.Rat, goal bool) Prices {
	scale := p.scale(goal)
	dual := func(row int) *big.Rat { // of a row <=, in a program that minimises: at most 0
		if y[row].Sign() >= 0 {
			return new(big.Rat)
		}
		v := new(big.Rat).Neg(y[row])
		return v.Mul(v, scale)
	}
	price := Prices{Load: new(big.Rat), Latency: new(big.Rat), Network: new(big.Rat)}
	for k := range p.f.Workload.Shares {
		row := make([]*big.Rat, p.f.N())
		for i := range row {
			row[i] = new(big.Rat)
			if p.loads {
				row[i] = dual(k*p.f.N() + i)
				row[i].Mul(row[i], p.unit)
			}
		}
		price.Nodes = append(price.Nodes, row)
	}
	if row, ok := p.limitRow[Load]; ok {
		price.Load.Mul(dual(row), p.unit)
	}
	if row, ok := p.limitRow[LatencyGoal]; ok {
		price.Latency.Quo(dual(row), p.second)
	}
	if row, ok := p.limitRow[Network]; ok {
		price.Network = dual(row)
	}
	for i, g := range PercentileGoals() {
		if row, ok := p.limitRow[g]; ok {
			price.Late[i] = dual(row)
		}
	}
	if goal {
		own := price.at(p.goal)
		own.Add(own, one)
	}
	return price
}

// of returns the prices of the nodes and of the times for requests of one kind.
func (price Prices) of(f *Fleet, r *requests) (nodes []*big.Rat, slow times) {
	network := new(big.Rat).Mul(price.Network, r.weight)
	part := new(big.Rat)
	for i, v := range f.Nodes {
		sum := new(big.Rat)
		for k, at := range r.at {
			if y := price.Nodes[k][i]; y.Sign() != 0 && at.Sign() != 0 {
				sum.Add(sum, part.Mul(at, y))
			}
		}
		if sum.Sign() != 0 {
			sum.Quo(sum, v.rate(r.operation))
		}
		nodes = append(nodes, sum.Add(sum, network))
	}
	for k, g := range clockGoals {
		if p := price.at(g); p.Sign() != 0 {
			slow[k] = new(big.Rat).Mul(p, r.weight)
		}
	}
	return nodes, slow
}

// RequestPrices are the prices that requests of one kind from one place pay under Prices.
type RequestPrices struct {
	Place     int
	Operation Operation
	Nodes     []*big.Rat // of asking each node
	Second    *big.Rat   // until a quorum has answered; nil where it costs nothing
}

// Requests returns the prices of all kinds of requests that there are. Whatever the system for
// which the prices were found, they bound every other one: no strategy of it within the limits has
// less of the goal, which is Load, LatencyGoal or Network, than the sum over the kinds of the
// cheapest set that may be asked, less rest. With the goal "" a bound above 0 proves that no
// strategy keeps the limits. The error says that the prices prove nothing.
func (price Prices) Requests(f *Fleet, goal Goal, limits Limits) (all []RequestPrices, rest *big.Rat, err error) {
	if err := price.judge(f, goal, limits); err != nil {
		return nil, nil, err
	}
	for _, r := range requestsOf(f, make([][2]menu, len(f.Clients))) {
		if !r.idle() {
			nodes, slow := price.of(f, r)
			all = append(all, RequestPrices{r.place, r.operation, nodes, slow[0]})
		}
	}
	return all, price.rest(goal, limits), nil
}

// Bound returns what the prices prove of a system, whichever they were found for: none of its
// strategies within the limits has less of the goal. Errors are those of Requests and FindStrategy.
func (price Prices) Bound(ctx context.Context, f *Fleet, s System, goal Goal, limits Limits) (*big.Rat, error) {
	of := clocksOf(nil, limits)
	of.mean = of.mean || price.Latency.Sign() != 0
	of.any = of.any || of.mean
	all, err := menusOf(ctx, f, s, of)
	if err != nil {
		return nil, err
	}
	return price.bound(ctx, f, requestsOf(f, all), goal, limits)
}

// rest returns the sum of the limits times their prices.
func (price Prices) rest(goal Goal, limits Limits) *big.Rat {
	sum := new(big.Rat)
	for _, g := range limitGoals {
		rest := new(big.Rat).Set(price.at(g))
		if g == goal {
			rest.Sub(rest, one)
		}
		if limit := limits.of(g); limit != nil {
			sum.Add(sum, rest.Mul(rest, limit))
		}
	}
	return sum
}

// bound returns the bound that the prices prove: no strategy of these requests within the limits
// has a lesser goal. Without a goal, a bound above 0 proves that there is no strategy. The error is
// the error of ctx, or says that the prices are not legal.
func (price Prices) bound(ctx context.Context, f *Fleet, kinds []*requests, goal Goal, limits Limits) (*big.Rat, error) {
	if err := price.judge(f, goal, limits); err != nil {
		return nil, err
	}
	total := new(big.Rat)
	for _, r := range kinds {
		if r.idle() {
			continue
		}
		nodes, slow := price.of(f, r)
		_, least, err := r.menu.cheapest(ctx, nodes, slow)
		if err != nil {
			return nil, err
		}
		total.Add(total, least)
	}
	return total.Sub(total, price.rest(goal, limits)), nil
}

// judge returns an error where the numbers are not prices.
func (price Prices) judge(f *Fleet, goal Goal, limits Limits) error {
	for _, g := range limitGoals {
		p, least := price.at(g), new(big.Rat)
		if g == goal {
			least = one
		}
		if c := p.Cmp(least); c < 0 || c > 0 && limits.of(g) == nil {
			return proveNothing("the price of %s is %v", g, p.RatString())
		}
	}
	if len(price.Nodes) != len(f.Workload.Shares) {
		return proveNothing("the number of shares is %d", len(price.Nodes))
	}
	for k, row := range price.Nodes {
		sum := new(big.Rat)
		if len(row) != f.N() || slices.ContainsFunc(row, func(y *big.Rat) bool { return y.Sign() < 0 }) {
			return proveNothing("the price of a node")
		}
		for _, y := range row {
			sum.Add(sum, y)
		}
		if sum.Cmp(new(big.Rat).Mul(price.Load, f.Workload.Shares[k].Weight)) > 0 {
			return proveNothing("the price of all nodes is %v", sum.RatString())
		}
	}
	return nil
}

func proveNothing(format string, args ...any) error {
	return fmt.Errorf("fleet: prices that prove nothing: "+format, args...)
}
