package propose

import (
	"math"
	"math/bits"
	"slices"

	"coterie/fleet"
	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
)

// column is a set that a group may ask, and the time until enough of it has answered.
type column struct {
	group int
	set   uint64
	time  float64
}

// menu knows the sets that may be asked.
type menu interface {
	// cheapest returns the set of a group with the least sum of the prices of its nodes and of its
	// time; ok is false where the group has no set at all. Cost as found: any set is of use.
	cheapest(group int, node []float64, perTime float64) (c column, cost float64, ok bool)
	// time returns the time of a set of a group; ok is false where it may not be asked.
	time(group int, set uint64) (t float64, ok bool)
}

// used is a set that a strategy asks, with its probability.
type used struct {
	column
	p float64
}

// outcome is a strategy, in floating point. Its figures are computed from the strategy.
type outcome struct {
	value    float64 // of the goal, less is better, and a little of the load
	excess   float64 // by how much limits are broken, as shares of them
	strategy []used
}

// rank is the objective to minimise.
func (o outcome) rank() float64 { return o.value + float64(penalty*o.excess) }

// program is the linear program of a view: the strategies over the sets of a menu, which are
// added as they are needed. Its memory is used again, and what it learned of sets; it is for one
// goroutine.
type program struct {
	v         *view
	small     *lp.Small
	capRow    int // -1 without it, as the next two; before them, load rows are k·n + node
	latRow    int
	netRow    int
	convexity int // of group 0
	rows      int
	first     int // columns from here on are sets
	known     []column
	enabled   []bool
	place     []map[uint64]int // by group: where a set is in known

	prices []float64
	row    []int32
	value  []float64
}

// manyColumns is when a program forgets the sets of the systems before.
const manyColumns = 400

func newProgram(v *view) *program {
	p := &program{v: v, small: lp.NewSmall(), capRow: -1, latRow: -1, netRow: -1, prices: make([]float64, v.n)}
	row := len(v.weights) * v.n
	take := func(wanted bool) int {
		if !wanted {
			return -1
		}
		row++
		return row - 1
	}
	p.capRow = take(v.capacity > 0 && v.goal != fleet.Capacity && v.goal != fleet.Load)
	p.latRow = take(v.latency > 0)
	p.netRow = take(v.network > 0)
	p.convexity, p.rows = row, row+len(v.groups)
	p.reset()
	return p
}

// reset begins without any sets.
func (p *program) reset() {
	v := p.v
	sense, right := make([]lp.Sense, p.rows), make([]float64, p.rows)
	for i := len(v.weights) * v.n; i < p.rows; i++ {
		right[i] = 1
		if i >= p.convexity {
			sense[i] = lp.Equal
		}
	}
	p.small.Reset(sense, right)
	for k, w := range v.weights {
		p.begin()
		for i := range v.n {
			p.entry(k*v.n+i, -1)
		}
		p.entry(p.capRow, w/math.Max(v.capacity, 1e-300))
		cost := second * w
		if v.goal == fleet.Capacity || v.goal == fleet.Load {
			cost = w
		}
		p.small.Add(cost, p.row, p.value)
	}
	for _, row := range []int{p.capRow, p.latRow, p.netRow} {
		if row >= 0 {
			p.begin()
			p.entry(row, -1)
			p.small.Add(penalty, p.row, p.value)
		}
	}
	p.first = p.small.Columns()
	p.known, p.enabled = p.known[:0], p.enabled[:0]
	p.place = make([]map[uint64]int, len(v.groups))
	for g := range p.place {
		p.place[g] = map[uint64]int{}
	}
}

func (p *program) begin() { p.row, p.value = p.row[:0], p.value[:0] }

func (p *program) entry(row int, value float64) {
	if row >= 0 && value != 0 {
		p.row, p.value = append(p.row, int32(row)), append(p.value, value)
	}
}

// add makes a column of a set, or lets the one that it has take part.
func (p *program) add(c column) {
	if at, ok := p.place[c.group][c.set]; ok && p.known[at].time == c.time {
		p.small.Enable(p.first+at, true)
		p.enabled[at] = true
		return
	}
	v := p.v
	g := v.groups[c.group]
	p.begin()
	for j, k := range g.shares {
		for i := range sets.Ones(c.set) {
			p.entry(k*v.n+i, g.busy[j][i])
		}
	}
	asked := float64(bits.OnesCount64(c.set))
	cost := 0.0
	switch v.goal {
	case fleet.LatencyGoal:
		cost = g.mean * c.time / v.second
	case fleet.Network:
		cost = g.mean * asked
	}
	if p.latRow >= 0 {
		p.entry(p.latRow, g.mean*c.time/v.latency)
	}
	if p.netRow >= 0 {
		p.entry(p.netRow, g.mean*asked/v.network)
	}
	p.entry(p.convexity+c.group, 1)
	p.small.Add(cost, p.row, p.value)
	p.place[c.group][c.set] = len(p.known)
	p.known, p.enabled = append(p.known, c), append(p.enabled, true)
}

// solve returns the best strategy over the sets of a menu; ok is false where a group has none. It
// begins with the sets of a strategy that the menu allows.
func (p *program) solve(sets menu, from ...used) (o outcome, ok bool) {
	if len(p.known) > manyColumns {
		p.reset()
	}
	v := p.v
	for at, c := range p.known {
		time, may := sets.time(c.group, c.set)
		p.enabled[at] = may && time == c.time
		p.small.Enable(p.first+at, p.enabled[at])
	}
	for _, u := range from {
		if t, ok := sets.time(u.group, u.set); ok && t == u.time {
			p.add(u.column)
		}
	}
	for g := range v.groups { // one cheap set for each group, so that there is a strategy
		for i := range p.prices {
			p.prices[i] = 1
			for _, busy := range v.groups[g].busy {
				p.prices[i] += busy[i]
			}
		}
		perTime := 0.0
		if v.timed() {
			perTime = float64(v.n) / v.second
		}
		c, _, ok := sets.cheapest(g, p.prices, perTime)
		if !ok {
			return outcome{}, false
		}
		p.add(c)
	}
	for range 10*p.rows + 100 {
		if p.small.Solve() != lp.Optimal || !p.generate(sets) {
			break
		}
	}
	return p.outcome(), true
}

// generate adds the cheapest set of each group, where it improves the strategy.
func (p *program) generate(sets menu) (found bool) {
	v, y := p.v, p.small.Y
	for g, group := range v.groups {
		each, perTime := 0.0, 0.0
		if p.latRow >= 0 {
			perTime -= y[p.latRow] * group.mean / v.latency
		}
		if p.netRow >= 0 {
			each -= y[p.netRow] * group.mean / v.network
		}
		switch v.goal {
		case fleet.LatencyGoal:
			perTime += group.mean / v.second
		case fleet.Network:
			each += group.mean
		}
		for i := range p.prices {
			sum := each
			for j, k := range group.shares {
				sum -= float64(y[k*v.n+i] * group.busy[j][i])
			}
			p.prices[i] = math.Max(0, sum) // no price is negative but by rounding
		}
		c, cost, ok := sets.cheapest(g, p.prices, math.Max(0, perTime))
		if ok && cost-y[p.convexity+g] < -1e-8 {
			if at, known := p.place[g][c.set]; known && p.known[at].time == c.time && p.enabled[at] {
				continue // it takes part: what is left is rounding
			}
			p.add(c)
			found = true
		}
	}
	return found
}

// outcome reads the strategy off the solution.
func (p *program) outcome() outcome {
	sum := make([]float64, len(p.v.groups))
	var o outcome
	for at, c := range p.known {
		if x := p.small.X[p.first+at]; x > 1e-7 {
			o.strategy = append(o.strategy, used{c, x})
			sum[c.group] += x
		}
	}
	for i := range o.strategy {
		o.strategy[i].p /= sum[o.strategy[i].group]
	}
	p.v.judge(&o)
	return o
}

// judge computes the figures of a strategy.
func (v *view) judge(o *outcome) {
	busy := make([]float64, len(v.weights)*v.n)
	load, time, asked := 0.0, 0.0, 0.0
	for _, u := range o.strategy {
		g := v.groups[u.group]
		time += float64(g.mean * u.p * u.time)
		asked += float64(g.mean * u.p * float64(bits.OnesCount64(u.set)))
		for j, k := range g.shares {
			for i := range sets.Ones(u.set) {
				busy[k*v.n+i] += float64(u.p * g.busy[j][i])
			}
		}
	}
	for k, w := range v.weights {
		load += float64(w * slices.Max(busy[k*v.n:(k+1)*v.n]))
	}
	o.value, o.excess = float64(second*load), 0
	switch v.goal {
	case fleet.Capacity, fleet.Load:
		o.value = load
	case fleet.LatencyGoal:
		o.value += time / v.second
	case fleet.Network:
		o.value += asked
	}
	over := func(figure, limit float64) {
		if limit > 0 && figure > limit*(1+1e-6) {
			o.excess += figure/limit - 1
		}
	}
	over(load, v.capacity)
	over(time, v.latency)
	over(asked, v.network)
}
