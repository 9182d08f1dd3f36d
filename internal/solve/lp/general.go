package lp

import (
	"fmt"
	"math/big"
	"slices"
)

// General is a linear program with rational data of any sign:
//
//	minimise c·x  subject to rows  a·x <= b, a·x >= b or a·x = b,  x >= 0.
//
// Row adds its rows, all before the first Column. Solve finds an exact optimum.
type General struct {
	sense []Sense
	right []*big.Rat
	cost  []*big.Rat
	start []int // column j is row[start[j]:start[j+1]], with value
	row   []int32
	value []*big.Rat
	near  []float64 // value
	exact scaledEntries
}

// Entry is a coefficient of a column.
type Entry struct {
	Row   int
	Value *big.Rat
}

// Column is a column that a Pricer adds.
type Column struct {
	Cost    *big.Rat
	Entries []Entry
}

// NewGeneral returns a program without rows and columns.
func NewGeneral() *General { return &General{start: []int{0}} }

// Row adds a row and returns its number. The program keeps right, which must not change.
func (g *General) Row(sense Sense, right *big.Rat) int {
	if g.Columns() > 0 {
		panic("lp: a row after a column")
	}
	g.sense, g.right = append(g.sense, sense), append(g.right, right)
	return len(g.sense) - 1
}

// Column adds a column and returns its number. Its entries are in different rows, in any order; 0
// is left out. The program keeps the numbers, which must not change.
func (g *General) Column(cost *big.Rat, entries ...Entry) int {
	from := len(g.row)
	for _, e := range entries {
		if e.Row < 0 || e.Row >= len(g.sense) || slices.Contains(g.row[from:], int32(e.Row)) {
			panic(fmt.Sprintf("lp: an entry in row %d of %d, or two", e.Row, len(g.sense)))
		}
		if e.Value.Sign() != 0 {
			near, _ := e.Value.Float64()
			g.row, g.value, g.near = append(g.row, int32(e.Row)), append(g.value, e.Value), append(g.near, near)
		}
	}
	g.cost, g.start = append(g.cost, cost), append(g.start, len(g.row))
	return len(g.cost) - 1
}

// Rows returns the number of rows.
func (g *General) Rows() int { return len(g.sense) }

// Columns returns the number of columns, including those of the Pricer.
func (g *General) Columns() int { return len(g.cost) }

// Certificate is an exact answer, which Check judges.
type Certificate struct {
	Status Status
	// Optimal: an optimum. Unbounded: a solution from which the objective falls along Ray.
	X     Sparse
	Value *big.Rat // the objective of X
	// Optimal: the dual values of the rows, >= 0 for AtLeast, <= 0 for AtMost, with c - Y·A >= 0
	// and Y·b = Value. Infeasible: the same signs, Y·A <= 0 and Y·b > 0 (Farkas).
	Y   []*big.Rat
	Ray Sparse // Unbounded: Ray >= 0, c·Ray < 0, and it keeps the rows with right sides 0
	How string // how it was made exact, in a few words
}

// Sparse is a vector over the columns by its positive entries, the columns ascending.
type Sparse struct {
	Columns []int
	Values  []*big.Rat
}

// Check judges a certificate by the definition, over the columns that the program has. It returns
// nil if the certificate proves its status. Cost one exact multiplication for each entry of the
// program.
func (g *General) Check(c *Certificate) error {
	if c.Status != Infeasible {
		for _, v := range []Sparse{c.X, c.Ray} {
			for k, x := range v.Values {
				if x.Sign() <= 0 || v.Columns[k] < 0 || v.Columns[k] >= g.Columns() ||
					k > 0 && v.Columns[k] <= v.Columns[k-1] {
					return fmt.Errorf("entry %d of a solution is wrong", k)
				}
			}
		}
		if i := g.brokenRow(c.X, true); i >= 0 {
			return fmt.Errorf("row %d does not hold", i)
		}
		if value := g.objective(c.X); c.Value == nil || value.Cmp(c.Value) != 0 {
			return fmt.Errorf("the objective is %v, not %v", value, c.Value)
		}
	}
	if c.Status == Unbounded {
		if i := g.brokenRow(c.Ray, false); i >= 0 {
			return fmt.Errorf("row %d does not hold along the ray", i)
		}
		if g.objective(c.Ray).Sign() >= 0 {
			return fmt.Errorf("the objective does not fall along the ray")
		}
		return nil
	}
	if len(c.Y) != g.Rows() {
		return fmt.Errorf("%d dual values for %d rows", len(c.Y), g.Rows())
	}
	total, part := new(big.Rat), new(big.Rat)
	for i, y := range c.Y {
		if g.sense[i] == AtMost && y.Sign() > 0 || g.sense[i] == AtLeast && y.Sign() < 0 {
			return fmt.Errorf("the dual value of row %d has the wrong sign", i)
		}
		total.Add(total, part.Mul(y, g.right[i]))
	}
	if j := g.firstNegative(c.Y, c.Status == Infeasible); j >= 0 {
		return fmt.Errorf("the reduced cost of column %d is negative", j)
	}
	switch {
	case c.Status == Optimal && total.Cmp(c.Value) != 0:
		return fmt.Errorf("the dual objective is %v, not %v", total, c.Value)
	case c.Status == Infeasible && total.Sign() <= 0:
		return fmt.Errorf("the dual values prove nothing")
	}
	return nil
}

// objective returns c·x.
func (g *General) objective(x Sparse) *big.Rat {
	sum, part := new(big.Rat), new(big.Rat)
	for k, j := range x.Columns {
		sum.Add(sum, part.Mul(g.cost[j], x.Values[k]))
	}
	return sum
}

// product returns A·x.
func (g *General) product(x Sparse) []*big.Rat {
	s := g.integers()
	whole, common := Integers(x.Values)
	sum, part := make([]*big.Int, g.Rows()), new(big.Int)
	for i := range sum {
		sum[i] = new(big.Int)
	}
	for k, j := range x.Columns {
		for e := g.start[j]; e < g.start[j+1]; e++ {
			i := g.row[e]
			sum[i].Add(sum[i], s.times(part, e, whole[k]))
		}
	}
	product := make([]*big.Rat, g.Rows())
	for i, v := range sum {
		product[i] = new(big.Rat).SetFrac(v, part.Mul(common, s.scale[i]))
	}
	return product
}

// brokenRow returns the first row that x violates, with the right sides or with 0 in their place,
// or -1 if it satisfies all.
func (g *General) brokenRow(x Sparse, withRight bool) int {
	for i, v := range g.product(x) {
		order := v.Sign()
		if withRight {
			order = v.Cmp(g.right[i])
		}
		if g.sense[i] == AtMost && order > 0 || g.sense[i] == AtLeast && order < 0 || g.sense[i] == Equal && order != 0 {
			return i
		}
	}
	return -1
}

// firstNegative returns the first column with c - y·a < 0, or, if free says that all costs are 0,
// with y·a > 0. It returns -1 if there is none.
func (g *General) firstNegative(y []*big.Rat, free bool) int {
	p := g.pricing(y, free)
	for j := range g.cost {
		if p.reduced(j).Sign() < 0 {
			return j
		}
	}
	return -1
}

// scaledEntries are the entries with every row multiplied by a whole number that makes them whole.
type scaledEntries struct {
	columns int // that it has been computed for
	scale   []*big.Int
	small   []int64 // nil where one does not fit
	wide    []*big.Int
}

// integers computes the scaled entries again if columns were added since the last time.
func (g *General) integers() *scaledEntries {
	s := &g.exact
	if s.scale != nil && s.columns == g.Columns() {
		return s
	}
	s.columns = g.Columns()
	if s.scale == nil {
		s.scale = make([]*big.Int, g.Rows())
		for i := range s.scale {
			s.scale[i] = big.NewInt(1)
		}
	}
	rest := new(big.Int)
	for e, i := range g.row {
		d := g.value[e].Denom()
		if !d.IsInt64() || d.Int64() != 1 {
			if rest.Rem(s.scale[i], d).Sign() != 0 {
				rest.GCD(nil, nil, s.scale[i], d)
				s.scale[i] = new(big.Int).Mul(s.scale[i], new(big.Int).Quo(d, rest))
			}
		}
	}
	s.small, s.wide = slices.Grow(s.small[:0], len(g.row)), nil
	whole := new(big.Int)
	for e, i := range g.row {
		whole.Quo(s.scale[i], g.value[e].Denom())
		whole.Mul(whole, g.value[e].Num())
		if s.wide == nil && whole.IsInt64() {
			s.small = append(s.small, whole.Int64())
			continue
		}
		if s.wide == nil {
			for _, v := range s.small {
				s.wide = append(s.wide, big.NewInt(v))
			}
		}
		s.wide = append(s.wide, new(big.Int).Set(whole))
	}
	return s
}

// times sets dst to entry e times v.
func (s *scaledEntries) times(dst *big.Int, e int, v *big.Int) *big.Int {
	if s.wide != nil {
		return dst.Mul(s.wide[e], v)
	}
	return dst.Mul(dst.SetInt64(s.small[e]), v)
}

// pricing computes reduced costs under one vector of dual values.
type pricing struct {
	g         *General
	entries   *scaledEntries
	y         []*big.Int // over denominator, for the scaled rows
	common    *big.Int
	free      bool
	sum, part *big.Int
}

func (g *General) pricing(y []*big.Rat, free bool) *pricing {
	p := &pricing{g: g, entries: g.integers(), free: free, sum: new(big.Int), part: new(big.Int)}
	scaled := make([]*big.Rat, len(y))
	for i, v := range y {
		scaled[i] = new(big.Rat).SetFrac(v.Num(), new(big.Int).Mul(v.Denom(), p.entries.scale[i]))
	}
	p.y, p.common = Integers(scaled)
	return p
}

// reduced returns the reduced cost of column j times a positive number, the common denominator of
// the dual values and that of the cost. It is overwritten by the next one.
func (p *pricing) reduced(j int) *big.Int {
	g := p.g
	p.sum.SetInt64(0)
	for e := g.start[j]; e < g.start[j+1]; e++ {
		if y := p.y[g.row[e]]; y.Sign() != 0 {
			p.sum.Add(p.sum, p.entries.times(p.part, e, y))
		}
	}
	p.sum.Neg(p.sum)
	if p.free || g.cost[j].Sign() == 0 {
		return p.sum
	}
	c := g.cost[j]
	p.sum.Mul(p.sum, c.Denom())
	return p.sum.Add(p.sum, p.part.Mul(c.Num(), p.common))
}

// reducedSlack is reduced for the slack of a row that is no equation.
func (p *pricing) reducedSlack(i int) *big.Int {
	p.sum.Mul(p.y[i], p.entries.scale[i])
	if p.g.sense[i] == AtMost {
		p.sum.Neg(p.sum)
	}
	return p.sum
}
