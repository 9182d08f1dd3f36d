package intervals

import (
	"math"
	"math/big"
	"math/bits"

	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
)

// relaxation is the linear program of an interval: reads ask what the greatest function of it has,
// writes what the dual of the least has. Each worker has one, for all its intervals.
type relaxation struct {
	p       *problem
	spare   [4]sets.Table
	dual    sets.Table
	columns [][]column // columns[2*place+op]
	vars    []variable
	s       *lp.Small
	rows    int         // of loads and limits, before those of the groups
	rowOf   [limits]int // rows of the limits, -1 without one
	sense   []lp.Sense
	right   []float64
	row     []int32
	value   []float64
	prices  prices
	chosen  []asked
	from    []variable // where solve begins
	gone    []variable
	basis   []int32
	at      map[variable]int32
}

// keep returns the basis that solve ended at.
func (r *relaxation) keep() []variable {
	var list []variable
	r.basis = r.s.Basis(r.basis[:0])
	for _, v := range r.basis {
		switch k := int(v) - len(r.vars); {
		case v < 0:
			list = append(list, variable{group: int(v)})
		case k >= r.p.shares:
			list = append(list, r.gone[k-r.p.shares])
		case k >= 0:
			list = append(list, variable{group: len(r.p.groups) + k})
		default:
			list = append(list, r.vars[v])
		}
	}
	return list
}

// begin takes up the basis of an interval that this one is part of. Columns of it that are gone
// come back as such that may have no probability: so the basis stays dual feasible, since what is
// new asks more than something that was there.
func (r *relaxation) begin() {
	if len(r.from) == 0 {
		return
	}
	if r.at == nil {
		r.at = map[variable]int32{}
	}
	clear(r.at)
	for j, v := range r.vars {
		r.at[v] = int32(j)
	}
	r.basis = r.basis[:0]
	for _, v := range r.from {
		j, ok := r.at[v]
		switch k := v.group - len(r.p.groups); {
		case v.group < 0:
			j = int32(v.group)
		case k >= 0:
			j = int32(len(r.vars) + k)
		case !ok:
			j = int32(len(r.vars) + r.p.shares + len(r.gone))
			r.gone = append(r.gone, v)
			r.add(v)
			r.s.Enable(int(j), false)
		}
		r.basis = append(r.basis, j)
	}
	r.s.Begin(r.basis)
}

// variable is the probability of a column of a group. In a basis it is, whatever its place in a
// program is, also the load of share group-len(groups), or the slack of row ^group.
type variable struct {
	group int
	column
}

// asked is a column that a solution takes, with its probability.
type asked struct {
	variable
	probability float64
	exact       *big.Rat // nil in floating point
}

// prices are multipliers of the rows: they prove a bound, whatever they are, as long as they are
// not negative and those of the loads of a share do not exceed what its load costs.
type prices struct {
	load  []float64 // of row k*n+i
	limit [limits]float64
}

// slack is the relative error that the floats of a bound may have: sums of fewer than 2^20 products
// that are not negative.
const slack = 1e-12

func newRelaxation(p *problem) *relaxation {
	r := &relaxation{p: p, s: lp.NewSmall(), dual: sets.NewTable(p.n), columns: make([][]column, 2*len(p.places))}
	for i := range r.spare {
		r.spare[i] = sets.NewTable(p.n)
	}
	r.prices.load = make([]float64, p.shares*p.n)
	return r
}

// fill makes the columns of an interval; false where a group has none.
func (r *relaxation) fill(iv interval) bool {
	p := r.p
	iv.lo.Dual(r.dual)
	for c := range p.places {
		for op, family := range []sets.Table{iv.hi, r.dual} {
			list := p.columns(r.columns[2*c+op][:0], family, &p.places[c], &r.spare)
			r.columns[2*c+op] = list
			if len(list) == 0 {
				return false
			}
		}
	}
	r.vars = r.vars[:0]
	for g := range p.groups {
		for _, c := range r.columnsOf(g) {
			r.vars = append(r.vars, variable{g, c})
		}
	}
	return true
}

func (r *relaxation) columnsOf(g int) []column {
	return r.columns[2*r.p.groups[g].place+r.p.groups[g].op]
}

// cost returns what a request of the group costs, of time or of nodes asked, times the share of
// such requests.
func (r *relaxation) cost(kind int, v variable) float64 {
	g := &r.p.groups[v.group]
	switch kind {
	case timeLimit:
		return g.massFloat * r.p.places[g.place].time(v.column).float
	case sizeLimit:
		return g.massFloat * float64(bits.OnesCount32(v.set))
	}
	return 0
}

func (r *relaxation) exactCost(kind int, v variable) *big.Rat {
	g := &r.p.groups[v.group]
	switch kind {
	case timeLimit:
		return new(big.Rat).Mul(g.mass, r.p.places[g.place].time(v.column).exact)
	case sizeLimit:
		return new(big.Rat).Mul(g.mass, big.NewRat(int64(bits.OnesCount32(v.set)), 1))
	}
	return new(big.Rat)
}

// program writes the linear program of the columns.
func (r *relaxation) program() {
	p := r.p
	r.sense, r.right, r.gone = r.sense[:0], r.right[:0], r.gone[:0]
	for range p.shares * p.n {
		r.sense, r.right = append(r.sense, lp.AtMost), append(r.right, 0)
	}
	for l := range r.rowOf {
		r.rowOf[l] = -1
		if p.limit[l] != nil {
			r.rowOf[l] = len(r.sense)
			r.sense, r.right = append(r.sense, lp.AtMost), append(r.right, p.limitFloat[l])
		}
	}
	r.rows = len(r.sense)
	for range p.groups {
		r.sense, r.right = append(r.sense, lp.Equal), append(r.right, 1)
	}
	s := r.s
	s.Reset(r.sense, r.right)
	for _, v := range r.vars {
		r.add(v)
	}
	for k := range p.shares {
		r.row, r.value = r.loadEntries(k, r.row[:0], r.value[:0])
		s.Add(r.loadCost(), r.row, r.value)
	}
}

// loadEntries appends the column of the load of a share.
func (r *relaxation) loadEntries(k int, row []int32, value []float64) ([]int32, []float64) {
	for i := range r.p.n {
		row, value = append(row, int32(k*r.p.n+i)), append(value, -1)
	}
	if i := r.rowOf[loadLimit]; i >= 0 {
		row, value = append(row, int32(i)), append(value, 1)
	}
	return row, value
}

// loadCost is what the load of a share costs.
func (r *relaxation) loadCost() float64 {
	if r.p.goalRow() == loadLimit {
		return 1
	}
	return 0
}

// add adds the column of a variable.
func (r *relaxation) add(v variable) {
	r.row, r.value = r.entries(v, r.row[:0], r.value[:0])
	r.s.Add(r.cost(r.p.goalRow(), v), r.row, r.value)
}

// entries appends the column of a variable.
func (r *relaxation) entries(v variable, row []int32, value []float64) ([]int32, []float64) {
	p := r.p
	g := &p.groups[v.group]
	for k := range p.shares {
		if !g.counts(k) {
			continue
		}
		coef := p.coefFloat[g.op*p.shares+k]
		for i := range sets.Ones(uint64(v.set)) {
			if coef[i] != 0 {
				row, value = append(row, int32(k*p.n+i)), append(value, float64(g.partFloat*coef[i]))
			}
		}
	}
	for _, l := range []int{sizeLimit, timeLimit} {
		if i := r.rowOf[l]; i >= 0 {
			row, value = append(row, int32(i)), append(value, r.cost(l, v))
		}
	}
	return append(row, int32(r.rows+v.group)), append(value, 1)
}

// solve solves the relaxation of the columns that fill made, unless its bound comes to exceed
// limit. It leaves what is asked in chosen, and returns a bound that is proved: no function of the
// interval has less; +Inf if none keeps the limits, as far as floats can tell.
func (r *relaxation) solve(limit float64) (bound float64, end lp.Status) {
	r.program()
	r.begin()
	for cut := limit * (1 + nearTie); ; cut = math.Inf(1) {
		r.s.Cutoff = cut
		end = r.s.Solve()
		r.takePrices(r.s.Y)
		switch end {
		case lp.Infeasible:
			if r.proved(false) > 0 {
				return math.Inf(1), end
			}
			return math.Inf(-1), lp.GaveUp
		case lp.CutOff:
			if bound = r.proved(true); bound < limit && !math.IsInf(cut, 1) {
				continue // rounding: go on to the end
			}
			return bound, end
		case lp.Optimal:
			r.choose(r.s.X)
			return r.proved(true), end
		}
		return math.Inf(-1), lp.GaveUp
	}
}

// takePrices takes the prices of the loads and limits from the dual values of the rows.
func (r *relaxation) takePrices(y []float64) {
	for i := range r.prices.load {
		r.prices.load[i] = max(-y[i], 0)
	}
	for l, i := range r.rowOf {
		if r.prices.limit[l] = 0; i >= 0 {
			r.prices.limit[l] = max(-y[i], 0)
		}
	}
}

// choose lists the columns of positive probability.
func (r *relaxation) choose(value []float64) {
	r.chosen = r.chosen[:0]
	for j, v := range r.vars {
		if x := value[j]; x > 1e-9 {
			r.chosen = append(r.chosen, asked{variable: v, probability: x})
		}
	}
}

// proved returns the bound that the prices prove over the columns; withGoal says that the goal
// counts, otherwise a positive bound says that no strategy keeps the limits.
func (r *relaxation) proved(withGoal bool) float64 {
	p := r.p
	free := r.prices.limit[loadLimit]
	var mu [limits]float64
	copy(mu[:], r.prices.limit[:])
	if goal := p.goalRow(); withGoal && goal < limits {
		mu[goal]++
		if goal == loadLimit {
			free++
		}
	}
	for k := range p.shares {
		y := r.prices.load[k*p.n : (k+1)*p.n]
		sum := 0.0
		for _, v := range y {
			sum += v
		}
		if sum > 0 {
			// Scaled so that they certainly do not exceed what the load of the share costs.
			scale := free / sum * (1 - 1e-14)
			for i := range y {
				y[i] *= scale
			}
		}
	}
	total := 0.0
	for g := range p.groups {
		group := &p.groups[g]
		var node [MaxNodes]float64 // its prices
		for k := range p.shares {
			if group.counts(k) {
				coef := p.coefFloat[group.op*p.shares+k]
				for i := range p.n {
					node[i] += float64(r.prices.load[k*p.n+i] * coef[i])
				}
			}
		}
		for i := range p.n {
			node[i] = float64(node[i]*group.partFloat) + float64(mu[sizeLimit]*group.massFloat)
		}
		least := math.Inf(1)
		for _, c := range r.columnsOf(g) {
			sum := 0.0
			for i := range sets.Ones(uint64(c.set)) {
				sum += node[i]
			}
			if mu[timeLimit] > 0 {
				sum += float64(mu[timeLimit] * r.cost(timeLimit, variable{g, c}))
			}
			least = min(least, sum)
		}
		total += least
	}
	total *= 1 - slack
	for l, v := range r.prices.limit {
		if v > 0 {
			total -= float64(float64(v*p.limitFloat[l]) * (1 + slack))
		}
	}
	return total
}
