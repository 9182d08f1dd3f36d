package lp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"coterie/internal/machine/memory"
)

// Prices holds the dual values that a Pricer receives.
type Prices struct {
	// Y has the dual values of the rows.
	Y []*big.Rat
	// Free says that columns cost nothing: with the present columns no x satisfies the rows, and a
	// column with Y·a > 0 may help.
	Free bool
	// Exact says that an answer without columns is a proof, since the certificate will have this Y.
	// Otherwise Y is rounded, and an answer without columns is asked for again.
	Exact bool
}

// Pricer returns columns of negative reduced cost Cost - Y·a, or with Y·a > 0 if columns are free.
// It returns none only if its program has no such column. They are added in their order.
type Pricer func(ctx context.Context, p *Prices) ([]Column, error)

// mostExchanges bounds the exchanges of the exact simplex method.
const mostExchanges = 2000

// errExchanges is the error if the exact simplex has used up its exchanges.
var errExchanges = errors.New("the exact simplex reached its limit of exchanges")

// errBasis is the error of an exact walk that cannot begin at a basis.
var errBasis = errors.New("no basis to begin at")

// Solve finds an exact answer: an optimum with its dual values, a proof that there is no solution,
// or a ray along which the objective falls without end. The Pricer, if not nil, adds columns. The
// certificate has passed Check. With a Pricer it is a proof only if the Pricer's last answer is
// right.
//
// Small proposes a basis; the equations of the basis are solved exactly. If it is not optimal after
// all, the simplex method goes on from it in rational numbers, by Bland's rule after a step of
// length 0. If no proposal is usable, it begins anew from artificial columns. The error is the end
// of ctx or of a limit, or that of the Pricer.
func (g *General) Solve(ctx context.Context, price Pricer) (*Certificate, error) {
	if err := memory.Ask(ctx, "the basis of the linear program", g.Rows(), g.Rows(), 8); err != nil {
		return nil, limited(err)
	}
	w := &walk{g: g, price: price, left: mostExchanges, work: math.MaxInt}
	for _, elastic := range []bool{false, true} {
		f := newProposal(g, price, elastic)
		// Where there are few rows, it is faster without perturbations.
		status, err := f.small.generate(ctx, g.Rows() > 60, func(free bool) (bool, error) { return f.addViolated(ctx, free) })
		if err != nil {
			return nil, limited(err)
		}
		if !elastic && status == Infeasible {
			continue
		}
		w.free = elastic
		f.basis(w)
		if c, err := w.run(ctx); !errors.Is(err, errBasis) {
			return c, limited(err)
		}
	}
	w.begin()
	c, err := w.run(ctx)
	return c, limited(err)
}

// limited makes the end of a context or of a limit an error that names it.
func limited(err error) error {
	if err == nil || errors.As(err, new(*pricerError)) {
		return errors.Unwrap(err)
	}
	return fmt.Errorf("linear program: %w", err)
}

// pricerError is an error of the Pricer.
type pricerError struct{ error }

func (e *pricerError) Unwrap() error { return e.error }

// proposal solves a program in floating point, some of its columns at a time.
type proposal struct {
	g       *General
	price   Pricer
	elastic bool // columns are free, and artificial ones, each for a row, are not
	small   *Small
	ids     []int // of each column of small; ^row for an artificial one
	member  []bool
}

func newProposal(g *General, price Pricer, elastic bool) *proposal {
	f := &proposal{g: g, price: price, elastic: elastic, small: NewSmall()}
	right := make([]float64, g.Rows())
	for i, b := range g.right {
		right[i], _ = b.Float64()
	}
	f.small.Reset(g.sense, right)
	if elastic {
		for i, b := range right {
			if value := artificialSign(g.sense[i], b); value != 0 {
				f.small.Add(1, []int32{int32(i)}, []float64{value})
				f.ids = append(f.ids, ^i)
			}
		}
	}
	few := 3*g.Rows() + 256
	step := max(1, g.Columns()/few)
	for j := 0; j < g.Columns(); j += step {
		f.enter(j)
	}
	return f
}

// artificialSign returns the entry of the artificial column of a row, 0 if x = 0 satisfies the row.
func artificialSign(sense Sense, right float64) float64 {
	switch {
	case right > 0 && sense != AtMost:
		return 1
	case right < 0 && sense != AtLeast:
		return -1
	}
	return 0
}

// enter adds column j.
func (f *proposal) enter(j int) {
	g := f.g
	for len(f.member) < g.Columns() {
		f.member = append(f.member, false)
	}
	f.member[j] = true
	f.small.Add(f.costOf(j), g.row[g.start[j]:g.start[j+1]], g.near[g.start[j]:g.start[j+1]])
	f.ids = append(f.ids, j)
}

func (f *proposal) costOf(j int) float64 {
	if f.elastic {
		return 0
	}
	c, _ := f.g.cost[j].Float64()
	return c
}

// addViolated adds columns that violate the dual solution, those of the program or, where there is
// none, of the Pricer; it reports whether there was one.
func (f *proposal) addViolated(ctx context.Context, free bool) (bool, error) {
	g := f.g
	batch := g.Rows()/2 + 16
	heap := make([]pricedColumn, 0, batch)
	y := f.small.Y
	for j := range g.Columns() {
		if j < len(f.member) && f.member[j] {
			continue
		}
		excess, size := 0.0, 0.0
		if !free {
			excess = f.costOf(j)
		}
		for e := g.start[j]; e < g.start[j+1]; e++ {
			v := float64(g.near[e] * y[g.row[e]])
			excess -= v
			size += math.Abs(v)
		}
		if excess < -1e-9*size {
			heap = keepWorst(heap, pricedColumn{j, excess}, batch)
		}
	}
	for _, c := range heap {
		f.enter(c.column)
	}
	if len(heap) > 0 || f.price == nil {
		return len(heap) > 0, nil
	}
	p := &Prices{Y: make([]*big.Rat, len(y)), Free: free || f.elastic}
	for i, v := range y {
		p.Y[i] = new(big.Rat).SetFloat64(shorter(v))
	}
	columns, err := f.price(ctx, p)
	if err != nil {
		return false, &pricerError{err}
	}
	progress := false
	for _, c := range columns {
		j := g.Column(c.Cost, c.Entries...)
		f.enter(j)
		if f.small.reducedOf(f.small.Columns()-1, free) < -10*smallZero {
			progress = true
		}
	}
	return progress, nil
}

// keepWorst puts c into list, which holds the least excesses and no more than most of them.
func keepWorst(list []pricedColumn, c pricedColumn, most int) []pricedColumn {
	at := len(list)
	for at > 0 && c.excess < list[at-1].excess {
		at--
	}
	if at == most {
		return list
	}
	if len(list) < most {
		list = append(list, c)
	}
	copy(list[at+1:], list[at:])
	list[at] = c
	return list
}

// shorter rounds v to 30 bits, so that fractions made of it are short.
func shorter(v float64) float64 {
	fraction, e := math.Frexp(v)
	return math.Ldexp(math.Round(fraction*(1<<30)), e-30)
}

// basis installs the basis of the proposal in w.
func (f *proposal) basis(w *walk) {
	m := f.g.Rows()
	w.columns, w.logical = w.columns[:0], make([]logical, m)
	for _, v := range f.small.basic {
		switch {
		case int(v) < m && f.g.sense[v] == Equal:
			w.logical[v] = artificial
		case int(v) < m:
			w.logical[v] = slackLogical
		case f.ids[int(v)-m] < 0:
			w.logical[^f.ids[int(v)-m]] = artificial
		default:
			w.columns = append(w.columns, f.ids[int(v)-m])
		}
	}
}
