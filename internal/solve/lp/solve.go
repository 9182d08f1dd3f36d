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

// Solve finds an optimum and offers it to accept, with a few words on how it was made exact. It
// returns nil once accept agrees. The floating simplex is run up to three times, with other
// perturbations; each time its last basis is made exact, first by continued fractions, which can be
// wrong, then by solving its equations. If nothing is accepted, the simplex method in rational
// numbers goes on from the last basis.
//
// It subtracts the exchanges of the floating simplex from pivots; work bounds the multiplications
// of the rational one. The error is ErrRefused when the solution of the rational simplex, which is
// optimal, was not accepted either. Any other is the end of ctx or of a limit; v and y are then the
// values of the columns and of the rows at that moment, nil where they are not known.
func (p *Program) Solve(ctx context.Context, pivots *int, work int, accept func(s *Solution, how string) bool) (v, y []float64, err error) {
	columns := min(p.Columns(), p.columnsAtOnce()) + 2*p.Rows() // about as many at a time
	if err := memory.Ask(ctx, "the tableau of the linear program", p.Rows()+1, columns, 8); err != nil {
		return nil, nil, err
	}
	var last *basis
	for attempt, scale := range []float64{1e-5, 1e-7, 0} {
		t, err := generate(ctx, p, scale, uint64(attempt), pivots)
		switch {
		case errors.Is(err, errNumeric):
			continue
		case err != nil:
			y := make([]float64, t.rows)
			t.duals(y)
			return t.packing(), y, err
		}
		last = t.basis()
		if s := p.rounded(last); s != nil && accept(s, "continued fractions") {
			return nil, nil, nil
		}
		if s := p.solved(ctx, last); s != nil && accept(s, "exact equations") {
			return nil, nil, nil
		}
		if ctx.Err() != nil {
			return last.at(p, context.Cause(ctx))
		}
	}
	s, err := p.walked(ctx, last, work)
	if err != nil {
		return last.at(p, err)
	}
	if !accept(s, "rational simplex") {
		if ctx.Err() != nil { // which accept may look at
			return last.at(p, context.Cause(ctx))
		}
		return nil, nil, ErrRefused
	}
	return nil, nil, nil
}

// columnsAtOnce bounds the columns of a program that all enter its tableau at the start.
func (p *Program) columnsAtOnce() int { return 3*p.Rows() + 64 }

// generate runs the floating simplex to an optimum of p: with all columns if they are few,
// otherwise by column generation (Gilmore and Gomory 1961), where each round adds the columns that
// violate the present dual solution most. The perturbed right sides give way to the true ones at
// the end. On an error the tableau is the last one.
func generate(ctx context.Context, p *Program, scale float64, seed uint64, pivots *int) (*tableau, error) {
	t := newTableau(p, scale, seed, pivots)
	if p.numerator != nil {
		t.enter(p.Columns())
	}
	g := &columnGenerator{p: p, t: t, y: make([]float64, p.Rows())}
	if p.Columns() <= p.columnsAtOnce() {
		for j := range p.Columns() {
			t.enter(j)
		}
	} else {
		g.addSpread()
	}
	restored := scale == 0
	refreshed := false
	for {
		if err := t.maximise(ctx); err != nil {
			return t, err
		}
		added, err := g.addViolated(ctx)
		if err != nil {
			return t, err
		}
		if added > 0 {
			continue
		}
		switch {
		case !restored:
			restored = true
			if err := t.restore(ctx); err != nil {
				return t, err
			}
		case !refreshed:
			refreshed = true
			if err := t.refresh(ctx); err != nil {
				return t, err
			}
			t.settle()
		default:
			return t, nil
		}
	}
}

// columnGenerator prices the columns of a program for a tableau.
type columnGenerator struct {
	p    *Program
	t    *tableau
	y    []float64
	list []pricedColumn
}

// pricedColumn is a column with the amount by which it violates the dual solution.
type pricedColumn struct {
	column int
	excess float64
}

// addSpread adds columns at equal distances in the list.
func (g *columnGenerator) addSpread() {
	count := min(g.p.Columns(), g.p.Rows()+16)
	for k := range count {
		g.t.enter(k * g.p.Columns() / count)
	}
}

// addViolated adds columns that violate the present dual solution, and returns how many. Columns
// are taken in the order of their excess; one is passed over while the nodes it has are covered by
// the others of this round many times, since it would be of little use together with them.
func (g *columnGenerator) addViolated(ctx context.Context) (int, error) {
	g.t.duals(g.y)
	if err := g.price(ctx); err != nil || len(g.list) == 0 {
		return 0, err
	}
	slices.SortFunc(g.list, func(a, b pricedColumn) int {
		return cmp.Or(-cmp.Compare(a.excess, b.excess), a.column-b.column)
	})
	rows := g.p.Rows()
	g.t.drop(2*rows + 64)
	batch := rows/2 + 8
	g.list = g.list[:min(len(g.list), 8*batch)]
	covered := make([]int, rows)
	added := 0
	for most := 2; added < batch && most <= 16; most *= 2 {
		for _, c := range g.list {
			if added == batch {
				break
			}
			if g.t.member[c.column] {
				continue
			}
			if ctx.Err() != nil {
				return added, context.Cause(ctx)
			}
			fresh := false
			g.p.entries(c.column, func(row int, a int64) { fresh = fresh || a > 0 && covered[row] < most })
			if !fresh {
				continue
			}
			g.p.entries(c.column, func(row int, a int64) { covered[row]++ })
			g.t.enter(c.column)
			added++
		}
	}
	return added, nil
}

// price lists the columns outside the tableau that violate the dual solution y. The error is the
// cause of ctx.
func (g *columnGenerator) price(ctx context.Context) error {
	g.list = g.list[:0]
	p := g.p
	poll := par.NewPoll(ctx)
	for k := range len(p.group) - 1 {
		bound := 1.0
		if p.numerator != nil {
			bound = g.y[len(p.room)+k]
		}
		for j := p.group[k]; j < p.group[k+1]; j++ {
			if err := poll.Work(p.start[j+1] - p.start[j]); err != nil {
				return err
			}
			if w := p.weight(j, g.y); w < bound-costTolerance && !g.t.member[j] {
				g.list = append(g.list, pricedColumn{j, (bound - w) / math.Sqrt(float64(p.start[j+1]-p.start[j]))})
			}
		}
	}
	return nil
}

// basis is the last basis of the floating simplex: as many tight rows as columns.
type basis struct {
	tight   []int // rows whose slack is not basic
	columns []int // columns of the program that are basic
	value   []float64
	y       []float64 // of all rows
}

func (t *tableau) basis() *basis {
	b := &basis{y: make([]float64, t.rows)}
	t.duals(b.y)
	for i, at := range t.slackAt {
		if at >= 0 {
			b.tight = append(b.tight, i)
		}
	}
	row := make([]int, t.p.Columns()+1)
	for i, v := range t.basic {
		if int(v) >= t.rows {
			b.columns = append(b.columns, int(v)-t.rows)
			row[int(v)-t.rows] = i
		}
	}
	slices.Sort(b.columns)
	for _, j := range b.columns {
		b.value = append(b.value, t.b[row[j]])
	}
	return b
}

// at returns the values of a search that had b, or nil, when cause ended it.
func (b *basis) at(p *Program, cause error) (v, y []float64, err error) {
	if b == nil {
		return nil, nil, cause
	}
	v = make([]float64, p.Columns()+1)
	for k, j := range b.columns {
		v[j] = b.value[k]
	}
	return v, b.y, cause
}

// rounded returns the solution of b with every number replaced by the simplest fraction near it, or
// nil where one has none with a small denominator.
func (p *Program) rounded(b *basis) *Solution {
	value, y := make([]*big.Rat, len(b.value)), make([]*big.Rat, len(p.room))
	for k, v := range b.value {
		if value[k] = simplest(v); value[k] == nil {
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
