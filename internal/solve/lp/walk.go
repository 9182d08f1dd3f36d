package lp

import (
	"cmp"
	"context"
	"math/big"
	"slices"
)

// logical is the kind of a row's own column in a basis.
type logical int8

const (
	tight        logical = iota // none
	slackLogical                // its slack
	artificial                  // its artificial column; 0 in a solution
)

// walk is the simplex method in rational numbers. Its basis is columns of the program and logical
// columns of rows; the equations of the rows that are tight determine the columns.
//
// The entering variable has the least reduced cost, the first column among equals, slacks last;
// after a step without gain Bland's rule holds (the first of all that gain, and the first of the
// basic variables that could leave; Math. Oper. Res. 2, 1977) until there is gain again, so that it
// ends.
type walk struct {
	g       *General
	price   Pricer
	left    int  // exchanges
	work    int  // multiplications: the entries of the program, and k² for k equations, at each step
	modular bool // equations that are singular modulo a prime are taken to be
	free    bool // phase 1: artificial columns cost 1, and nothing else costs anything
	columns []int
	logical []logical

	tight []int
	sign  []int // entry of the artificial column of a row
	eq    equations
	x     []*big.Rat // of columns
	rest  []*big.Rat // of each logical column; nil where the row is tight
	steps int
}

// begin takes the basis of logical columns alone, for phase 1.
func (w *walk) begin() {
	w.columns, w.logical, w.free = nil, make([]logical, w.g.Rows()), true
	for i := range w.logical {
		w.logical[i] = slackLogical
	}
}

// install takes a basis of columns, in which all rows but the tight ones have their slacks.
func (w *walk) install(columns, tightRows []int) {
	w.begin()
	w.columns, w.free = append(w.columns, columns...), false
	for _, i := range tightRows {
		w.logical[i] = tight
	}
}

// run goes on from the basis to a certificate. The error is errBasis if it cannot begin at this
// basis.
func (w *walk) run(ctx context.Context) (*Certificate, error) {
	if err := w.place(ctx); err != nil {
		return nil, err
	}
	for bland := false; ; {
		if w.work -= len(w.g.row) + len(w.tight)*len(w.tight); w.work < 0 {
			return nil, cmp.Or(context.Cause(ctx), errWork)
		}
		if w.free && !w.infeasible() {
			w.free, bland = false, false
		}
		y := w.duals(ctx)
		if y == nil {
			return nil, w.lost(ctx)
		}
		q, err := w.entering(ctx, y, bland)
		if err != nil {
			return nil, err
		}
		if q == none {
			if !w.free {
				return w.judged(&Certificate{Status: Optimal, X: w.solution(), Y: y})
			}
			return w.judged(&Certificate{Status: Infeasible, Y: y})
		}
		d, rest := w.direction(ctx, q)
		if d == nil {
			return nil, w.lost(ctx)
		}
		at, row, t := w.leaving(d, rest, bland)
		if at < 0 && row < 0 {
			return w.judged(&Certificate{Status: Unbounded, X: w.solution(), Ray: w.ray(q, d)})
		}
		if w.left--; w.left < 0 {
			return nil, errExchanges
		}
		w.steps++
		bland = t.Sign() == 0
		w.exchange(q, at, row)
		if err := w.place(ctx); err != nil {
			if err == errBasis {
				return nil, w.lost(ctx)
			}
			return nil, err
		}
	}
}

// lost returns the cause of ctx, or the error for equations that could not be solved, which cannot
// happen.
func (w *walk) lost(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	panic("lp: a basis that is singular")
}

// judged returns c if it passes Check.
func (w *walk) judged(c *Certificate) (*Certificate, error) {
	if c.Status != Infeasible {
		c.Value = w.g.objective(c.X)
	}
	c.How = "exact equations"
	if w.steps > 0 {
		c.How = "rational simplex"
	}
	if err := w.g.Check(c); err != nil {
		panic("lp: a certificate that proves nothing: " + err.Error())
	}
	return c, nil
}

// place solves the equations of the basis. A negative slack gives way to an artificial column in
// phase 1. Any other negative value, or an artificial column that is not 0 in phase 2, is errBasis.
func (w *walk) place(ctx context.Context) error {
	g := w.g
	w.tight = w.tight[:0]
	for i, l := range w.logical {
		if l == tight {
			w.tight = append(w.tight, i)
		}
	}
	slices.Sort(w.columns)
	if w.eq = newEquations(ctx, g, w.columns, w.tight, w.modular); w.eq == nil {
		return cmp.Or(context.Cause(ctx), errBasis)
	}
	right := make([]*big.Rat, len(w.tight))
	for k, i := range w.tight {
		right[k] = g.right[i]
	}
	if w.x = w.eq.solve(ctx, right, false); w.x == nil {
		return cmp.Or(context.Cause(ctx), errBasis)
	}
	for _, v := range w.x {
		if v.Sign() < 0 {
			return errBasis
		}
	}
	if w.sign == nil {
		w.sign = make([]int, g.Rows())
	}
	w.rest = g.product(w.solution())
	for i, v := range w.rest {
		if w.logical[i] == tight {
			w.rest[i] = nil
			continue
		}
		v.Sub(g.right[i], v)
		if w.logical[i] == slackLogical {
			if g.sense[i] == AtLeast && v.Sign() > 0 || g.sense[i] == AtMost && v.Sign() < 0 || g.sense[i] == Equal {
				w.logical[i] = artificial
			} else {
				v.Abs(v)
				continue
			}
		}
		if !w.free && v.Sign() != 0 {
			return errBasis
		}
		w.sign[i] = 1
		if v.Sign() < 0 {
			w.sign[i] = -1
		}
		v.Abs(v)
	}
	return nil
}

// coefficient returns the entry of the logical column of row i.
func (w *walk) coefficient(i int) int {
	switch {
	case w.logical[i] == artificial:
		return w.sign[i]
	case w.g.sense[i] == AtLeast:
		return -1
	}
	return 1
}

// solution returns the columns of the basis that are positive.
func (w *walk) solution() Sparse {
	v := Sparse{}
	for k, x := range w.x {
		if x.Sign() > 0 {
			v.Columns, v.Values = append(v.Columns, w.columns[k]), append(v.Values, x)
		}
	}
	return v
}

func (w *walk) infeasible() bool {
	for i, l := range w.logical {
		if l == artificial && w.rest[i].Sign() > 0 {
			return true
		}
	}
	return false
}

// duals returns the dual values of the rows; nil at the end of ctx.
func (w *walk) duals(ctx context.Context) []*big.Rat {
	g := w.g
	y := make([]*big.Rat, g.Rows())
	for i, l := range w.logical {
		y[i] = new(big.Rat)
		if w.free && l == artificial {
			y[i].SetInt64(int64(w.sign[i]))
		}
	}
	right, part := make([]*big.Rat, len(w.columns)), new(big.Rat)
	for k, j := range w.columns {
		right[k] = new(big.Rat)
		if !w.free {
			right[k].Set(g.cost[j])
			continue
		}
		for e := g.start[j]; e < g.start[j+1]; e++ {
			right[k].Sub(right[k], part.Mul(g.value[e], y[g.row[e]]))
		}
	}
	dual := w.eq.solve(ctx, right, true)
	if dual == nil {
		return nil
	}
	for k, i := range w.tight {
		y[i] = dual[k]
	}
	return y
}

// none is no variable; others are columns, and ^row for the slack of a row.
const none = int(^uint(0) >> 1)

// entering returns a variable of negative reduced cost: the one of the least; with bland the first.
func (w *walk) entering(ctx context.Context, y []*big.Rat, bland bool) (int, error) {
	g := w.g
	for {
		q, least := none, new(big.Int)
		p := g.pricing(y, w.free)
		for j := range g.Columns() {
			if v := p.reduced(j); v.Cmp(least) < 0 {
				q = j
				if bland {
					return q, nil
				}
				least.Set(v)
			}
		}
		for _, i := range w.tight {
			if g.sense[i] == Equal || q != none && bland {
				continue
			}
			if v := p.reducedSlack(i); v.Cmp(least) < 0 {
				q = ^i
				least.Set(v)
			}
		}
		if q != none || w.price == nil {
			return q, nil
		}
		columns, err := w.price(ctx, &Prices{Y: y, Free: w.free, Exact: true})
		if err != nil {
			return none, &pricerError{err}
		}
		before := g.Columns()
		for _, c := range columns {
			g.Column(c.Cost, c.Entries...)
		}
		if p, found := g.pricing(y, w.free), false; before < g.Columns() {
			for j := before; j < g.Columns(); j++ {
				found = found || p.reduced(j).Sign() < 0
			}
			if found {
				continue
			}
		}
		return none, nil
	}
}

// direction returns the rates at which the basic and the logical columns fall as variable q grows,
// or nil if ctx has ended.
func (w *walk) direction(ctx context.Context, q int) (d, rest []*big.Rat) {
	g := w.g
	in := make([]*big.Rat, g.Rows())
	for i := range in {
		in[i] = new(big.Rat)
	}
	if q < 0 {
		in[^q].SetInt64(1)
		if g.sense[^q] == AtLeast {
			in[^q].SetInt64(-1)
		}
	} else {
		for e := g.start[q]; e < g.start[q+1]; e++ {
			in[g.row[e]] = g.value[e]
		}
	}
	right := make([]*big.Rat, len(w.tight))
	for k, i := range w.tight {
		right[k] = in[i]
	}
	if d = w.eq.solve(ctx, right, false); d == nil {
		return nil, nil
	}
	rest = g.product(Sparse{Columns: w.columns, Values: d})
	for i, v := range rest {
		if v.Sub(in[i], v); w.coefficient(i) < 0 {
			v.Neg(v)
		}
	}
	return d, rest
}

// leaving returns the limit of the step: a place in columns, or a row whose logical column leaves,
// and the length. It returns -1 and -1 if there is no limit. Among equals artificial columns go
// first, then the first column, then the first row.
func (w *walk) leaving(d, rest []*big.Rat, bland bool) (at, row int, t *big.Rat) {
	at, row, t = -1, -1, new(big.Rat)
	ratio := new(big.Rat)
	for i, l := range w.logical {
		if l == artificial && !w.free && rest[i].Sign() != 0 {
			return -1, i, t
		}
	}
	for k, v := range d {
		if v.Sign() <= 0 {
			continue
		}
		if ratio.Quo(w.x[k], v); at < 0 || ratio.Cmp(t) < 0 {
			at = k
			t.Set(ratio)
		}
	}
	for i, l := range w.logical {
		if l == tight || rest[i].Sign() <= 0 {
			continue
		}
		order := -1
		if ratio.Quo(w.rest[i], rest[i]); at >= 0 || row >= 0 {
			order = ratio.Cmp(t)
		}
		if order < 0 || order == 0 && l == artificial && row < 0 && !bland {
			at, row = -1, i
			t.Set(ratio)
		}
	}
	return at, row, t
}

// exchange brings q into the basis.
func (w *walk) exchange(q, at, row int) {
	if at >= 0 {
		w.columns = slices.Delete(w.columns, at, at+1)
	} else {
		w.logical[row] = tight
	}
	if q >= 0 {
		w.columns = append(w.columns, q)
	} else {
		w.logical[^q] = slackLogical
	}
}

// ray returns the direction in which q grows.
func (w *walk) ray(q int, d []*big.Rat) Sparse {
	at := make(map[int]*big.Rat)
	for k, v := range d {
		if v.Sign() < 0 {
			at[w.columns[k]] = new(big.Rat).Neg(v)
		}
	}
	if q >= 0 {
		at[q] = big.NewRat(1, 1)
	}
	v := Sparse{}
	for j := range at {
		v.Columns = append(v.Columns, j)
	}
	slices.Sort(v.Columns)
	for _, j := range v.Columns {
		v.Values = append(v.Values, at[j])
	}
	return v
}
