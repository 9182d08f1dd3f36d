package fleet

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"strconv"

	"coterie/internal/machine/par"
	"coterie/internal/solve/lp"
)

// columnsAtOnce is the greatest number of columns that a program has all from the start.
const columnsAtOnce = 3000

// columns are the columns of a program, in the order in which they come.
type columns struct {
	p    *strategyProgram
	kind []int
	sets []asked
	have map[string]bool
}

// key names a set that requests of kind g ask.
func (c *columns) key(g int, a asked) string {
	text := strconv.AppendInt(nil, int64(g), 10)
	for _, v := range a.nodes {
		text = strconv.AppendInt(append(text, ' '), int64(v), 10)
	}
	return string(text)
}

// add appends the column of a set, unless there is one.
func (c *columns) add(g int, a asked, to []lp.Column) []lp.Column {
	key := c.key(g, a)
	if c.have[key] {
		return to
	}
	c.have[key] = true
	c.kind, c.sets = append(c.kind, g), append(c.sets, a)
	cost, entries := c.p.setColumn(g, a)
	return append(to, lp.Column{Cost: cost, Entries: entries})
}

// solve finds an optimum of the program, or the proof that it has no solution.
func (p *strategyProgram) solve(ctx context.Context) (*solved, error) {
	general := lp.NewGeneral()
	if p.loads {
		for range len(p.f.Workload.Shares) * p.f.N() {
			general.Row(lp.AtMost, new(big.Rat))
		}
	}
	for _, of := range limitGoals {
		if _, ok := p.limitRow[of]; ok {
			general.Row(lp.AtMost, p.limit(of))
		}
	}
	for range p.kinds {
		general.Row(lp.Equal, big.NewRat(1, 1))
	}
	first := 0
	if p.loads {
		first = len(p.f.Workload.Shares)
		for k := range first {
			cost, entries := p.loadColumn(k)
			general.Column(cost, entries...)
		}
	}
	c := &columns{p: p, have: map[string]bool{}}
	start, all := c.start(ctx)
	if err := par.Ended(ctx); err != nil {
		return nil, err
	}
	if !all && p.before != nil {
		for j, a := range p.before.sets {
			start = c.add(p.before.kind[j], a, start)
		}
	}
	p.made = c
	for _, column := range start {
		general.Column(column.Cost, column.Entries...)
	}
	var price lp.Pricer
	if !all {
		price = c.price
	}
	found, err := general.Solve(ctx, price)
	if err != nil {
		return nil, err
	}
	s := &solved{feasible: found.Status == lp.Optimal, y: found.Y, method: found.How}
	for k, j := range found.X.Columns {
		if j >= first {
			s.kind, s.sets = append(s.kind, c.kind[j-first]), append(s.sets, c.sets[j-first])
			s.weight = append(s.weight, found.X.Values[k])
		}
	}
	return s, nil
}

// start returns the columns to begin with, until ctx ends; all says that there are no others.
func (c *columns) start(ctx context.Context) (list []lp.Column, all bool) {
	total := 0
	all = true
	for _, r := range c.p.kinds {
		sets := r.menu.list()
		total += len(sets)
		all = all && sets != nil
	}
	if all && total <= columnsAtOnce {
		for g, r := range c.p.kinds {
			for _, a := range r.menu.list() {
				list = c.add(g, a, list)
			}
		}
		return list, true
	}
	n := c.p.f.N()
	sets := c.spread()
	for g, r := range c.p.kinds {
		for _, nodes := range sets[r.operation] {
			list = c.add(g, r.menu.(*grown).asked(nodes), list)
		}
		per := floats(c.p.per[r.operation])
		for _, x := range []float64{0, 1} { // the quickest, the smallest
			price := slices.Repeat([]float64{x}, n)
			list = c.add(g, r.menu.cheap(price, [4]float64{1e-6, 1e-6, 1e-6, 1e-6}), list)
			list = c.add(g, r.menu.cheap(price, [4]float64{1e6, 1e6, 1e6, 1e6}), list)
		}
		// Start with sets that share the work: each time the nodes that were asked cost more.
		price := slices.Clone(per)
		for range n {
			if ctx.Err() != nil { // a set of many nodes takes time
				return list, false
			}
			a := r.menu.cheap(price, [4]float64{})
			list = c.add(g, a, list)
			for _, v := range a.nodes {
				price[v] += per[v]
			}
		}
	}
	return list, false
}

// fewCounted is up to how many nodes columns are priced at once from a start without spread.
const fewCounted = 20

// spread returns the sets that share the work of any so many nodes for a read and any so many for a
// write, at the mean share of reads; none for other menus.
func (c *columns) spread() (sets [2][][]int32) {
	var k [2]int
	var busy [2][]float64
	for o := range busy {
		share := new(big.Rat).Sub(one, c.p.f.Workload.MeanReads())
		if Operation(o) == Reads {
			share = c.p.f.Workload.MeanReads()
		}
		busy[o] = floats(c.p.per[o])
		x, _ := share.Float64()
		for i := range busy[o] {
			busy[o][i] *= x
		}
	}
	for _, r := range c.p.kinds {
		g, ok := r.menu.(*grown)
		if !ok || !c.p.loads {
			return sets
		}
		of, nodes, counts := countOf(g.formula)
		if !counts || nodes.Len() < c.p.f.N() || nodes.Len() <= fewCounted {
			return sets
		}
		k[r.operation] = of + g.silent
	}
	if k[Reads] == 0 || k[Writes] == 0 {
		return sets
	}
	return spread(k, busy)
}

// perRound is about how many sets a menu adds to a program at a time.
const perRound = 24

// price is the lp.Pricer of the program.
func (c *columns) price(ctx context.Context, p *lp.Prices) ([]lp.Column, error) {
	prices := c.p.pricesOf(p.Y, !p.Free)
	scale := c.p.scale(!p.Free)
	var list []lp.Column
	for g, r := range c.p.kinds {
		nodes, second := prices.of(c.p.f, r)
		worth := new(big.Rat).Mul(p.Y[c.p.firstOne+g], scale)
		if p.Exact {
			a, cost, err := r.menu.cheapest(ctx, nodes, second)
			if err != nil {
				return nil, err
			}
			if cost.Cmp(worth) < 0 {
				list = c.add(g, a, list)
			}
			continue
		}
		if ctx.Err() != nil {
			return nil, par.Ended(ctx)
		}
		limit, _ := worth.Float64()
		limit -= float64(1e-9 * max(limit, -limit))
		for _, a := range cheapSets(r.menu, floats(nodes), second.floats(), limit) {
			list = c.add(g, a, list)
		}
	}
	return list, nil
}

// cheapSets returns sets of a menu that cost less than the limit, the cheapest first.
func cheapSets(m menu, price []float64, slow [4]float64, limit float64) []asked {
	var found []asked
	if sets := m.list(); sets != nil {
		var below []int
		costs := make([]float64, len(sets))
		for j := range sets {
			if costs[j] = sets[j].weigh(price, slow); costs[j] < limit {
				below = append(below, j)
			}
		}
		slices.SortFunc(below, func(a, b int) int { return cmp.Or(cmp.Compare(costs[a], costs[b]), a-b) })
		for _, j := range below[:min(len(below), perRound)] {
			found = append(found, sets[j])
		}
		return found
	}
	// Nodes that have been taken become dearer, so that the sets differ.
	more := slices.Clone(price)
	raise := 0.0
	for _, x := range price {
		raise = max(raise, x)
	}
	raise /= 8
	for range perRound {
		a := m.cheap(more, slow)
		if a.nodes == nil || a.weigh(price, slow) >= limit {
			break
		}
		found = append(found, a)
		for _, v := range a.nodes {
			more[v] += raise
		}
	}
	return found
}
