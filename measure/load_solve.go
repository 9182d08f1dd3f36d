package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/quorum"
)

// findMixLoad is FindMixLoad; with mix nil, FindLoad of the only cartel. Every certificate that it
// returns has passed CheckMixLoad.
func findMixLoad(ctx context.Context, cartels []quorum.Family, mix []bounds.Fraction, opts LoadOptions) (MixLoad, error) {
	in, err := newLoadInput(cartels, mix, opts.Capacities)
	if err != nil {
		return MixLoad{}, err
	}
	pivots := opts.maxPivots()
	if !opts.Sparse {
		c, err := colourRefinement(ctx, in)
		if err != nil {
			return MixLoad{}, stoppedEarly(ctx, in)
		}
		l, err := solveProgram(ctx, newProgram(in, c), opts, &pivots, func() (MixLoad, bool) {
			if c.discrete || in.n > sparseNodes {
				return MixLoad{}, false
			}
			l, err := solveProgram(ctx, newProgram(in, singletons(in)), opts, &pivots, nil)
			return l, err == nil
		})
		if !errors.Is(err, errWrongClasses) {
			return l, err
		}
	}
	l, err := solveProgram(ctx, newProgram(in, singletons(in)), opts, &pivots, nil)
	if errors.Is(err, errWrongClasses) {
		err = errors.New("measure: internal error: an exact optimum fails its check")
	}
	return l, err
}

// spreadLimit bounds the quorums of a strategy that gives equal weights to all quorums of a class.
// A longer one is of little use to a reader, and the program without classes has a short one.
const spreadLimit = 2000

// sparseNodes bounds the nodes for which a shorter strategy is looked for: without classes the program has
// a row for each, and the time grows with the third power of their number or more.
const sparseNodes = 300

// errRows is the cause of a LoadLimitError for a program that is too large.
var errRows = errors.New("too many rows")

// errWrongClasses says that an optimum of the classes is none of the nodes: the hashes of two
// different colours were equal.
var errWrongClasses = errors.New("measure: the classes of nodes are not equitable")

// errNoBasis says that all ways to an exact optimum failed, which only the limit on the last of
// them allows.
var errNoBasis = errors.New("the exact simplex reached its limit of work")

// solveProgram returns the checked certificate of an optimal solution of p. The floating simplex is
// run up to three times, with other perturbations; each time its last basis is made exact, first by
// continued fractions, then by solving its equations. If no certificate passes its check, the
// simplex method in rational numbers goes on from the last basis.
//
// Where sparser is not nil and the strategy would have more than spreadLimit quorums, sparser is
// asked once for another certificate.
func solveProgram(ctx context.Context, p *packingProgram, opts LoadOptions, pivots *int, sparser func() (MixLoad, bool)) (MixLoad, error) {
	if p.rows() > opts.maxRows() {
		return MixLoad{}, p.stopped(fmt.Errorf("%w: more than %d rows in the linear program (%d)", errRows, opts.maxRows(), p.rows()), nil, nil)
	}
	accept := func(s *loadSolution, how string) (MixLoad, bool) {
		if s == nil {
			return MixLoad{}, false
		}
		if sparser != nil && p.support(s) > spreadLimit {
			l, ok := sparser()
			sparser = nil
			if ok {
				return l, true
			}
		}
		l, ok := p.certificate(s)
		if !ok || CheckMixLoad(p.in.cartels, p.in.capacities, l) != nil {
			return MixLoad{}, false
		}
		l.Method = p.method(how)
		return l, true
	}
	var last *loadBasis
	for attempt, scale := range []float64{1e-5, 1e-7, 0} {
		t, err := generate(ctx, p, scale, uint64(attempt), pivots)
		switch {
		case errors.Is(err, errNumeric):
			continue
		case err != nil:
			y := make([]float64, t.rows)
			t.duals(y)
			return MixLoad{}, p.stopped(err, t.packing(), y)
		}
		last = t.basis()
		if l, ok := accept(p.rounded(last), "continued fractions"); ok {
			return l, nil
		}
		if l, ok := accept(p.solved(ctx, last), "exact equations"); ok {
			return l, nil
		}
		if ctx.Err() != nil {
			return MixLoad{}, p.stopped(context.Cause(ctx), last.packing(p), last.y)
		}
	}
	s, err := rationalSimplex(ctx, p, last, opts.maxExact())
	if err != nil {
		if last == nil {
			return MixLoad{}, p.stopped(err, nil, nil)
		}
		return MixLoad{}, p.stopped(err, last.packing(p), last.y)
	}
	l, ok := accept(s, "rational simplex")
	if !ok {
		return MixLoad{}, errWrongClasses
	}
	return l, nil
}

// method says in a few words how a load was found.
func (p *packingProgram) method(how string) string {
	if p.of.discrete {
		return fmt.Sprintf("linear program, made exact by %s", how)
	}
	return fmt.Sprintf("linear program over classes (%d of nodes, %d of quorums), made exact by %s", len(p.rhs), p.columns(), how)
}

// columnsAtOnce bounds the columns of a program that all enter its tableau at the start.
func (p *packingProgram) columnsAtOnce() int { return 3*p.rows() + 64 }

// generate runs the floating simplex to an optimum of p: with all columns if they are few, otherwise
// by column generation (Gilmore and Gomory 1961), where each round adds the columns that violate the
// present dual solution most. The perturbed right sides give way to the true ones at the end. On an
// error the tableau is the last one.
func generate(ctx context.Context, p *packingProgram, scale float64, seed uint64, pivots *int) (*tableau, error) {
	t := newTableau(p, scale, seed, pivots)
	if p.shares != nil {
		t.enter(p.columns())
	}
	g := &columnGenerator{p: p, t: t, y: make([]float64, p.rows())}
	if p.columns() <= p.columnsAtOnce() {
		for j := range p.columns() {
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
		if g.addViolated() > 0 {
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
	p    *packingProgram
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
	count := min(g.p.columns(), g.p.rows()+16)
	for k := range count {
		g.t.enter(k * g.p.columns() / count)
	}
}

// addViolated adds columns that violate the present dual solution, and returns how many. Columns are
// taken in the order of their excess; one is passed over while the nodes it has are covered by the
// others of this round many times, since it would be of little use together with them.
func (g *columnGenerator) addViolated() int {
	g.t.duals(g.y)
	g.price()
	if len(g.list) == 0 {
		return 0
	}
	slices.SortFunc(g.list, func(a, b pricedColumn) int {
		return cmp.Or(-cmp.Compare(a.excess, b.excess), a.column-b.column)
	})
	rows := g.p.rows()
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
	return added
}

// price lists the columns outside the tableau that violate the dual solution y.
func (g *columnGenerator) price() {
	g.list = g.list[:0]
	p := g.p
	for k := range len(p.group) - 1 {
		bound := 1.0
		if p.shares != nil {
			bound = g.y[len(p.rhs)+k]
		}
		for j := p.group[k]; j < p.group[k+1]; j++ {
			if w := p.weight(j, g.y); w < bound-costTolerance && !g.t.member[j] {
				g.list = append(g.list, pricedColumn{j, (bound - w) / math.Sqrt(float64(p.start[j+1]-p.start[j]))})
			}
		}
	}
}

// weight returns what a quorum of column j weighs under y.
func (p *packingProgram) weight(j int, y []float64) float64 {
	w := 0.0
	from, to := p.start[j], p.start[j+1]
	if p.count == nil {
		for _, class := range p.class[from:to] {
			w += y[class]
		}
		return w
	}
	for e := from; e < to; e++ {
		w += float64(float64(p.count[e]) * y[p.class[e]])
	}
	return w
}

// loadBasis is what the floating simplex ends with: as many tight rows as columns in the basis.
type loadBasis struct {
	tight   []int // rows whose slack is not basic
	columns []int // columns of the program that are basic
	value   []float64
	y       []float64 // of all rows
}

func (t *tableau) basis() *loadBasis {
	b := &loadBasis{y: make([]float64, t.rows)}
	t.duals(b.y)
	for i, at := range t.slackAt {
		if at >= 0 {
			b.tight = append(b.tight, i)
		}
	}
	row := make([]int, t.p.columns()+1)
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

// packing returns the value of every column of p.
func (b *loadBasis) packing(p *packingProgram) []float64 {
	v := make([]float64, p.columns()+1)
	for k, j := range b.columns {
		v[j] = b.value[k]
	}
	return v
}

// rounded returns the solution of b with every number replaced by the simplest fraction near it, or
// nil where one has none with a small denominator.
func (p *packingProgram) rounded(b *loadBasis) *loadSolution {
	value, y := make([]*big.Rat, len(b.value)), make([]*big.Rat, len(p.rhs))
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
	return p.assemble(b, value, y)
}

// assemble puts together the values of the basic columns of b and the dual values of the classes; nil
// where one is negative.
func (p *packingProgram) assemble(b *loadBasis, value, y []*big.Rat) *loadSolution {
	s := &loadSolution{total: new(big.Rat), y: y}
	for k, j := range b.columns {
		switch {
		case value[k].Sign() < 0:
			return nil
		case j == p.columns():
			s.total = value[k]
		case value[k].Sign() > 0:
			s.columns, s.value = append(s.columns, j), append(s.value, value[k])
		}
	}
	if p.shares == nil {
		for _, v := range s.value {
			s.total.Add(s.total, v)
		}
	}
	for _, v := range y {
		if v.Sign() < 0 {
			return nil
		}
	}
	return s
}
