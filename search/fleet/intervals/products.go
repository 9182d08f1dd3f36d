package intervals

import (
	"math"
	"math/bits"

	"coterie/internal/solve/lp"
)

// The numbers of nodes from which the product inequality is worth its rows, and from which its
// solution is the better one to branch by.
const (
	productsFrom   = 8
	productsBranch = 9
)

// tangents are the λ of the rows that bound a product.
var tangents = [...]float64{0.25, 0.5, 0.75}

// products are the rows that the expected asks a, b of the nodes by reads and by writes keep in a
// system of mean load at most most: Σ a·b >= least, where a·b is at most a, b, and
// most·(λ²·b/p + (1-λ)²·a/q) for a node that is busy for p·a+q·b. What a quorum of a function has
// besides one of the relaxation is asked for in columns of its own. Proof:
// docs/theorems/meeting-products.md.
type products struct {
	s     *lp.Small
	least float64
	p, q  [MaxNodes]float64
	part  []float64 // of each group, in the asks of all reads or writes; rounded up
	// multipliers, by node: of a and of b, and their sum over the rows of the product
	read, write, sum [MaxNodes]float64
}

// up is by how much factors are rounded up, down is for what has to be less.
const up, down = 1 + 1e-13, 1 - 1e-13

func newProducts(p *problem) *products {
	v := &products{s: lp.NewSmall(), least: float64(1 + 2*p.silent)}
	var mass [2]float64
	for _, g := range p.groups {
		mass[g.op] += g.massFloat
	}
	if p.shares == 0 || mass[0] == 0 || mass[1] == 0 {
		return nil
	}
	for _, g := range p.groups {
		v.part = append(v.part, g.massFloat/mass[g.op]*up)
	}
	for i := range p.n {
		for k := range p.shares {
			v.p[i] += p.coefFloat[k][i]
			v.q[i] += p.coefFloat[p.shares+k][i]
		}
	}
	return v
}

// most returns a mean load that no system that is looked for exceeds, +Inf where none is known.
func (r *relaxation) most(upper float64) float64 {
	most := math.Inf(1)
	if r.p.goalRow() == loadLimit {
		most = upper
	}
	if r.p.limit[loadLimit] != nil {
		most = min(most, r.p.limitFloat[loadLimit]*up)
	}
	return most
}

// solveProducts is solve with the product inequality, for functions whose value is below upper: of
// them none has less than the bound.
func (r *relaxation) solveProducts(upper float64) (bound float64, end lp.Status) {
	v, p := r.products, r.p
	most := r.most(upper)
	if v == nil || math.IsInf(most, 1) {
		return math.Inf(-1), lp.GaveUp
	}
	// Rows: those of the program, then for each node a·b <= a, <= b, <= each tangent, then the sum.
	base := r.rows + len(p.groups)
	each := 2 + len(tangents)
	sense, right := r.sense[:base], r.right[:base]
	for range p.n * each {
		sense, right = append(sense, lp.AtMost), append(right, 0)
	}
	sense, right = append(sense, lp.AtLeast), append(right, v.least)
	r.sense, r.right = sense[:base], right[:base]
	v.s.Reset(sense, right)
	tangent := func(i int, op int, l float64) float64 {
		if op == 0 {
			return most * (1 - l) * (1 - l) / v.q[i] * up
		}
		return most * l * l / v.p[i] * up
	}
	row, value := r.row, r.value
	asks := func(op, i int, part float64) {
		at := base + i*each
		row, value = append(row, int32(at+op)), append(value, -part)
		for k, l := range tangents {
			row, value = append(row, int32(at+2+k)), append(value, -part*tangent(i, op, l))
		}
	}
	for _, c := range r.vars {
		row, value = r.entries(c, row[:0], value[:0])
		for rest := c.set; rest != 0; rest &= rest - 1 {
			asks(p.groups[c.group].op, bits.TrailingZeros32(rest), v.part[c.group])
		}
		v.s.Add(r.cost(p.goalRow(), c), row, value)
	}
	for k := range p.shares {
		row, value = r.loadEntries(k, row[:0], value[:0])
		v.s.Add(r.loadCost(), row, value)
	}
	for g := range p.groups { // what is asked besides
		for i := range p.n {
			c := variable{g, column{set: 1 << i}}
			row, value = r.askEntries(c, row[:0], value[:0])
			asks(p.groups[g].op, i, v.part[g])
			cost := 0.0
			if p.goalRow() == sizeLimit {
				cost = p.groups[g].massFloat
			}
			v.s.Add(cost, row, value)
		}
	}
	for i := range p.n {
		row, value = row[:0], value[:0]
		for k := range each {
			row, value = append(row, int32(base+i*each+k)), append(value, 1)
		}
		row, value = append(row, int32(len(sense)-1)), append(value, 1)
		v.s.Add(0, row, value)
	}
	r.row, r.value = row, value
	v.s.Cutoff = upper * (1 + nearTie)
	end = v.s.Solve()
	if end != lp.Optimal && end != lp.CutOff && end != lp.Infeasible {
		return math.Inf(-1), lp.GaveUp
	}
	y := v.s.Y
	r.takePrices(y)
	for i := range p.n {
		at := base + i*each
		v.read[i], v.write[i] = max(-y[at], 0), max(-y[at+1], 0)
		v.sum[i] = v.read[i] + v.write[i]
		for k, l := range tangents {
			t := max(-y[at+2+k], 0)
			v.sum[i] += t
			v.read[i] += float64(t * tangent(i, 0, l))
			v.write[i] += float64(t * tangent(i, 1, l))
		}
	}
	// Rounding must not leave a node that costs less than nothing.
	for i := range r.prices.load {
		r.prices.load[i] += 1e-11
	}
	bound = r.provedBy(end != lp.Infeasible, v)
	if end == lp.Infeasible {
		if bound > 0 {
			return math.Inf(1), end
		}
		return math.Inf(-1), lp.GaveUp
	}
	if end == lp.Optimal {
		r.choose(v.s.X)
	}
	return bound, end
}

// lessen takes what the products pay for the asks of a node off its price in each group, and
// returns what they prove besides. It makes less of their multipliers where a price would be below
// 0.
func (v *products) lessen(p *problem, node [][MaxNodes]float64) float64 {
	least := math.Inf(1)
	for i := range p.n {
		part := 1.0
		for g := range p.groups {
			if pays := v.pays(p, g, i); pays > 0 {
				part = min(part, node[g][i]*down/pays)
			}
		}
		for g := range p.groups {
			node[g][i] = max(0, float64(node[g][i]*down)-float64(float64(part*v.pays(p, g, i))*up))
		}
		least = min(least, float64(part*v.sum[i])*down)
	}
	return least * v.least
}

// pays is what the products pay for one ask of node i by group g.
func (v *products) pays(p *problem, g, i int) float64 {
	if p.groups[g].op == 0 {
		return float64(v.part[g] * v.read[i])
	}
	return float64(v.part[g] * v.write[i])
}
