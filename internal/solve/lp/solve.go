package lp

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/big"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// ErrRefused says that the optimum was refused.
var ErrRefused = errors.New("the optimum of a linear program was refused")

// errPivots is the error if the floating simplex has used up its exchanges.
var errPivots = errors.New("the simplex reached its limit of exchanges")

// costTolerance is from what on a reduced cost is worth an exchange.
const costTolerance = 1e-9

// Solve finds an optimum and offers it to accept, with a few words on how it was made exact. It
// returns nil once accept agrees. The last basis of the floating simplex is made exact, first by
// continued fractions, which can be wrong, then by solving its equations. If nothing is accepted,
// the simplex method in rational numbers goes on from there.
//
// It subtracts the exchanges of the floating simplex from pivots; work bounds the multiplications
// of the rational one. The error is ErrRefused when the solution of the rational simplex, which is
// optimal, was not accepted either. Any other is the end of ctx or of a limit; v and y are then the
// values of the columns and of the rows at that moment, nil where they are not known.
func (p *Program) Solve(ctx context.Context, pivots *int, work int, accept func(s *Solution, how string) bool) (v, y []float64, err error) {
	if err := memory.Ask(ctx, "the basis of the linear program", p.Rows(), p.Rows(), 8); err != nil {
		return nil, nil, err
	}
	g := newColumnGenerator(ctx, p, pivots)
	err = g.solve(ctx)
	last := g.basis()
	offer := func(s *Solution, how string) bool { return s != nil && accept(s, how) }
	if err == nil && (offer(p.rounded(last), "continued fractions") || offer(p.solved(ctx, last), "exact equations")) {
		return nil, nil, nil
	}
	var s *Solution
	if err = cmp.Or(err, context.Cause(ctx)); err == nil {
		s, err = p.walked(ctx, last, work)
	}
	if err == nil && !accept(s, "rational simplex") {
		err = cmp.Or(context.Cause(ctx), ErrRefused) // accept may look at ctx
	}
	return last.v, last.y, err
}

// columnGenerator solves a program in floating point, some of its columns at a time (Gilmore and
// Gomory 1961): each round adds the columns that violate the present dual solution most.
type columnGenerator struct {
	p      *Program
	small  *Small
	ids    []int  // the column of the program of each of small
	member []bool // for each column of the program: is in small
	list   []pricedColumn
}

// pricedColumn is a column with the amount by which it violates the dual solution.
type pricedColumn struct {
	column int
	excess float64
}

// newColumnGenerator begins with all columns if they are few, else at equal distances in the list.
func newColumnGenerator(ctx context.Context, p *Program, pivots *int) *columnGenerator {
	g := &columnGenerator{p: p, small: NewSmall(), member: make([]bool, p.Columns()+1)}
	g.small.ctx, g.small.budget, g.small.packing = ctx, pivots, true
	right := make([]float64, p.Rows())
	for i := range right {
		right[i] = p.rightSide(i)
	}
	g.small.Reset(make([]Sense, p.Rows()), right)
	if p.numerator != nil {
		g.enter(p.Columns())
	}
	count := p.Columns()
	if count > 3*p.Rows()+64 {
		count = p.Rows() + 16
	}
	for k := range count {
		g.enter(k * p.Columns() / count)
	}
	// The columns of a plane of which few points are folded are a basis that is dual feasible. It
	// takes a third of the exchanges. A plane has k(k-1)+1 rows for k entries of a column.
	size := float64(len(p.row)) / float64(max(1, p.Columns()))
	if p.numerator == nil && p.Rows() == p.Columns() && p.Rows() >= squareRows && size*(size-1) < nearPlane*float64(p.Rows()) {
		basis := make([]int32, p.Rows())
		for j := range basis {
			basis[j] = int32(j)
		}
		g.small.reduced = make([]float64, 2*p.Rows())
		g.small.Begin(basis)
		if g.small.values(); !g.small.dualFeasible() {
			g.small.Begin(nil)
		}
	}
	return g
}

const (
	// squareRows is from how many rows on the columns are tried as the first basis, if they are as
	// many.
	squareRows = 300
	// nearPlane was found by trial on folded planes of up to 1000 nodes.
	nearPlane = 1.06
)

// enter adds column j.
func (g *columnGenerator) enter(j int) {
	var rows []int32
	var values []float64
	scale := g.p.scaleOf(j)
	g.p.entries(j, func(row int, a int64) {
		rows, values = append(rows, int32(row)), append(values, float64(a)/scale)
	})
	g.small.Add(-float64(g.p.cost(j))/scale, rows, values)
	g.ids, g.member[j] = append(g.ids, j), true
}

// solve goes on until no column that is left out would help, or rounding has misled it.
func (g *columnGenerator) solve(ctx context.Context) error {
	status, err := g.small.generate(ctx, true, func(bool) (bool, error) { return g.addViolated(ctx) })
	if err == nil && status != Optimal && *g.small.budget <= 0 {
		err = errPivots
	}
	return cmp.Or(err, context.Cause(ctx))
}

// generate solves the program again and again with more columns, until no column that is left out
// would help, as far as floating point tells. If free is set, they need not be cheap.
func (s *Small) generate(ctx context.Context, hold bool, more func(free bool) (bool, error)) (Status, error) {
	s.hold = hold
	for {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		status := s.Solve()
		if status == GaveUp || status == Unbounded {
			if !s.hold {
				return status, nil
			}
			s.hold = false
			continue
		}
		added, err := more(status == Infeasible)
		if err != nil || !added && !s.hold {
			return status, err
		}
		s.hold = s.hold && added
	}
}

// addViolated adds columns that violate the present dual solution, and reports whether there was
// one. Columns are taken in the order of their excess; one is passed over while the nodes it has
// are covered by the others of this round many times: without that, the majorities of 22 nodes take
// 40 % more time.
func (g *columnGenerator) addViolated(ctx context.Context) (bool, error) {
	if err := g.price(ctx); err != nil {
		return false, err
	}
	slices.SortFunc(g.list, func(a, b pricedColumn) int {
		return cmp.Or(-cmp.Compare(a.excess, b.excess), a.column-b.column)
	})
	rows := g.p.Rows()
	batch := rows/2 + 8
	g.list = g.list[:min(len(g.list), 8*batch)]
	covered := make([]int, rows)
	added := 0
	for most := 2; added < batch && most <= 16; most *= 2 {
		for _, c := range g.list {
			if added == batch {
				break
			}
			if g.member[c.column] {
				continue
			}
			if ctx.Err() != nil {
				return false, context.Cause(ctx)
			}
			fresh := false
			g.p.entries(c.column, func(row int, a int64) { fresh = fresh || a > 0 && covered[row] < most })
			if !fresh {
				continue
			}
			g.p.entries(c.column, func(row int, a int64) { covered[row]++ })
			g.enter(c.column)
			added++
		}
	}
	return added > 0, nil
}

// price lists the columns that are left out and violate the dual solution. The error is the cause
// of ctx.
func (g *columnGenerator) price(ctx context.Context) error {
	g.list = g.list[:0]
	p, y := g.p, g.small.Y // the dual values with the other sign
	poll := par.NewPoll(ctx)
	for k := range len(p.group) - 1 {
		bound := 1.0
		if p.numerator != nil {
			bound = -y[len(p.room)+k]
		}
		for j := p.group[k]; j < p.group[k+1]; j++ {
			if err := poll.Work(p.start[j+1] - p.start[j]); err != nil {
				return err
			}
			if excess := bound + p.weight(j, y); excess > costTolerance && !g.member[j] {
				g.list = append(g.list, pricedColumn{j, excess / math.Sqrt(float64(p.start[j+1]-p.start[j]))})
			}
		}
	}
	return nil
}

// basis is the last basis of the floating simplex: as many tight rows as columns.
type basis struct {
	tight   []int     // rows whose slack is not basic
	columns []int     // columns of the program that are basic
	v       []float64 // of all columns, t last
	y       []float64 // of all rows
}

func (g *columnGenerator) basis() *basis {
	b := &basis{v: make([]float64, g.p.Columns()+1)}
	for k, x := range g.small.X {
		b.v[g.ids[k]] = x
	}
	for i, y := range g.small.Y {
		b.y = append(b.y, -y)
		if g.small.place[i] < 0 {
			b.tight = append(b.tight, i)
		}
	}
	for k, at := range g.small.place[g.p.Rows():] {
		if at >= 0 {
			b.columns = append(b.columns, g.ids[k])
		}
	}
	slices.Sort(b.columns)
	return b
}

// rounded returns the solution of b with every number replaced by the simplest fraction near it, or
// nil where one has none with a small denominator.
func (p *Program) rounded(b *basis) *Solution {
	value, y := make([]*big.Rat, len(b.columns)), make([]*big.Rat, len(p.room))
	for k, j := range b.columns {
		if value[k] = simplest(b.v[j]); value[k] == nil {
			return nil
		}
	}
	for i := range y {
		if y[i] = simplest(b.y[i]); y[i] == nil {
			return nil
		}
	}
	return p.assemble(b.columns, value, y)
}
