package lp

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
)

// Tolerances of the floating simplex. They decide only the basis at which it ends. Its result is
// made exact, and checked, afterwards.
const (
	costTolerance  = 1e-9  // a reduced cost above it is worth an exchange
	pivotTolerance = 1e-9  // no exchange at a smaller coefficient
	ratioTolerance = 1e-10 // rows whose ratio is within it of the least compete by their coefficient
)

// errPivots is the error if the floating simplex has used up its exchanges.
var errPivots = errors.New("the simplex reached its limit of exchanges")

// errNumeric is the error if rounding has misled the floating simplex.
var errNumeric = errors.New("rounding errors")

// tableau is the dictionary of the primal simplex method in floating point (Dantzig 1963; Chvátal
// 1983, chapters 2 and 7): the basic variables as functions of the others, one for each row,
//
//	x_basic[i] = b[i] - Σ_k column[k][i]·x_id[k],   objective = -b[rows] + Σ_k column[k][rows]·x_id[k].
//
// Variable i < rows is the slack of row i, rows+j the j-th column of the program. All slacks are
// always present, so that B⁻¹ can be read off, and columns of the program enter when they are
// wanted (column generation). Columns are vectors, so that an exchange touches only those that
// have a coefficient in its row.
type tableau struct {
	p       *Program
	rows    int
	b       []float64
	rhs     []float64 // the right sides: b is B⁻¹ times these
	basic   []int32   // the variable of each row
	id      []int32   // the variable of each column
	column  [][]float64
	norm    []float64 // Σ of squares of the rows of each column, for steepest-edge pricing
	slackAt []int32   // for each slack: its column, or ^row where it is basic
	member  []bool    // for each column of the program: is in the tableau
	free    [][]float64
	pivots  *int // exchanges left, shared by all tableaux of a search
}

// newTableau returns the dictionary of the slack basis. Right sides are perturbed by up to scale,
// relatively, in a way that depends on seed alone, which makes ties (and with them steps of length
// 0) rare; with scale 0 they are the true ones.
func newTableau(p *Program, scale float64, seed uint64, pivots *int) *tableau {
	t := &tableau{p: p, rows: p.Rows(), pivots: pivots}
	t.rhs = make([]float64, t.rows)
	for i := range t.rhs {
		t.rhs[i] = p.rightSide(i)
		noise := 0.5 + float64(splitmix(seed+uint64(i)*0x9e3779b97f4a7c15)>>12)/(1<<53)
		t.rhs[i] += float64(scale*noise) * max(t.rhs[i], 1)
	}
	t.b = append(slices.Clone(t.rhs), 0)
	t.basic, t.slackAt = make([]int32, t.rows), make([]int32, t.rows)
	for i := range t.basic {
		t.basic[i], t.slackAt[i] = int32(i), ^int32(i)
	}
	t.member = make([]bool, p.Columns()+1)
	return t
}

// enter adds column j of the program as a non-basic one: B⁻¹ times it.
func (t *tableau) enter(j int) {
	if t.member[j] {
		return
	}
	t.member[j] = true
	c := t.vector()
	clear(c)
	scale := t.p.scaleOf(j)
	c[t.rows] = float64(t.p.cost(j)) / scale
	t.p.entries(j, func(row int, a int64) {
		f := float64(a) / scale
		if at := t.slackAt[row]; at < 0 {
			c[^at] += f
		} else {
			for i, v := range t.column[at] {
				c[i] += float64(f * v)
			}
		}
	})
	t.column, t.id = append(t.column, c), append(t.id, int32(t.rows+j))
	t.norm = append(t.norm, squares(c[:t.rows]))
}

// vector returns a column to be written to.
func (t *tableau) vector() []float64 {
	if last := len(t.free) - 1; last >= 0 {
		c := t.free[last]
		t.free = t.free[:last]
		return c
	}
	return make([]float64, t.rows+1)
}

func squares(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += float64(x * x)
	}
	return s
}

// drop removes the non-basic columns of the program with the least reduced costs, so that no more
// than keep stay.
func (t *tableau) drop(keep int) {
	var order []int
	for k, v := range t.id {
		if int(v) >= t.rows {
			order = append(order, k)
		}
	}
	if len(order) <= keep {
		return
	}
	slices.SortFunc(order, func(k, l int) int {
		return cmp.Or(-cmp.Compare(t.column[k][t.rows], t.column[l][t.rows]), cmp.Compare(t.id[k], t.id[l]))
	})
	gone := make([]bool, len(t.id))
	for _, k := range order[keep:] {
		gone[k] = true
		t.member[int(t.id[k])-t.rows] = false
		t.free = append(t.free, t.column[k])
	}
	to := 0
	for k, v := range t.id {
		if gone[k] {
			continue
		}
		t.id[to], t.column[to], t.norm[to] = v, t.column[k], t.norm[k]
		if int(v) < t.rows {
			t.slackAt[v] = int32(to)
		}
		to++
	}
	t.id, t.column, t.norm = t.id[:to], t.column[:to], t.norm[:to]
}

// exchange makes the variable of column q basic in row r, whose variable leaves.
func (t *tableau) exchange(r, q int) {
	*t.pivots--
	in := t.column[q]
	a := in[r]
	in[r] = 0 // so that the updates below leave row r alone
	for k, c := range t.column {
		if k == q || c[r] == 0 {
			continue
		}
		f := c[r] / a
		c[r] = 0
		t.norm[k] = subtract(c, in, f, t.rows) + float64(f*f)
		c[r] = f
	}
	f := t.b[r] / a
	subtract(t.b, in, f, t.rows)
	t.b[r] = f
	for i := range in {
		in[i] = -in[i] / a
	}
	in[r] = 1 / a
	t.norm[q] = squares(in[:t.rows])
	entering, leaving := t.id[q], t.basic[r]
	t.id[q], t.basic[r] = leaving, entering
	if int(entering) < t.rows {
		t.slackAt[entering] = ^int32(r)
	}
	if int(leaving) < t.rows {
		t.slackAt[leaving] = int32(q)
	}
}

// subtract sets c -= f·in, for n+1 entries, and returns the sum of squares of the first n.
func subtract(c, in []float64, f float64, n int) float64 {
	in = in[:len(c)]
	s := 0.0
	for i, v := range in[:n] {
		x := c[i] - float64(f*v)
		c[i] = x
		s += float64(x * x)
	}
	c[n] -= float64(f * in[n])
	return s
}

// maximise exchanges until no column of the tableau improves the objective: by steepest edge
// (Goldfarb and Reid 1977), the reference weights being exact, and by the rule of Bland (1977),
// which cannot cycle, after a long run of steps of length 0.
func (t *tableau) maximise(ctx context.Context) error {
	still := 0 // steps of length 0 in a row
	for {
		if err := t.mayGoOn(ctx); err != nil {
			return err
		}
		bland := still > 4*t.rows+200
		q := t.entering(bland)
		if q < 0 {
			return nil
		}
		r := t.leaving(t.column[q], bland)
		if r < 0 {
			return errNumeric // a packing is bounded
		}
		if t.b[r] > ratioTolerance*t.column[q][r] {
			still = 0
		} else {
			still++
		}
		t.exchange(r, q)
		t.settle()
	}
}

// mayGoOn returns the cause of the end of ctx, or errPivots.
func (t *tableau) mayGoOn(ctx context.Context) error {
	if *t.pivots <= 0 {
		return cmp.Or(context.Cause(ctx), errPivots)
	}
	return context.Cause(ctx)
}

// settle sets right sides that rounding made slightly negative to 0.
func (t *tableau) settle() {
	for i, v := range t.b[:t.rows] {
		if v < 0 && v > -1e-7 {
			t.b[i] = 0
		}
	}
}

func (t *tableau) entering(bland bool) int {
	best, score := -1, 0.0
	for k, c := range t.column {
		d := c[t.rows]
		if d <= costTolerance {
			continue
		}
		if bland {
			if best < 0 || t.id[k] < t.id[best] {
				best = k
			}
			continue
		}
		if s := d * d / (1 + t.norm[k]); s > score {
			best, score = k, s
		}
	}
	return best
}

func (t *tableau) leaving(c []float64, bland bool) int {
	limit := math.Inf(1)
	for i, a := range c[:t.rows] {
		if a > pivotTolerance {
			limit = min(limit, (t.b[i]+ratioTolerance)/a)
		}
	}
	best := -1
	for i, a := range c[:t.rows] {
		if a <= pivotTolerance || t.b[i]/a > limit {
			continue
		}
		if best < 0 || bland && t.basic[i] < t.basic[best] || !bland && a > c[best] {
			best = i
		}
	}
	return best
}

// restore puts the true right sides in the place of the perturbed ones and, where that makes some
// basic variables negative, exchanges by the dual simplex method until none is.
func (t *tableau) restore(ctx context.Context) error {
	for i := range t.rhs {
		t.rhs[i] = t.p.rightSide(i)
	}
	t.solveRightSide()
	for {
		if err := t.mayGoOn(ctx); err != nil {
			return err
		}
		r, worst := -1, -1e-9
		for i, v := range t.b[:t.rows] {
			if v < worst {
				r, worst = i, v
			}
		}
		if r < 0 {
			t.settle()
			return nil
		}
		q, ratio := -1, math.Inf(1)
		for k, c := range t.column {
			if c[r] >= -pivotTolerance {
				continue
			}
			// c[rows] <= 0 and c[r] < 0: the least quotient keeps all reduced costs <= 0.
			x := min(c[t.rows], 0) / c[r]
			if q < 0 || x < ratio-1e-12 || x < ratio+1e-12 && c[r] < t.column[q][r] {
				q, ratio = k, min(x, ratio)
			}
		}
		if q < 0 {
			return errNumeric // v = 0 is feasible
		}
		t.exchange(r, q)
	}
}

// solveRightSide sets b to B⁻¹ times rhs.
func (t *tableau) solveRightSide() {
	clear(t.b)
	for i, v := range t.rhs {
		if at := t.slackAt[i]; at < 0 {
			t.b[^at] += v
		} else {
			subtract(t.b, t.column[at], -v, t.rows)
		}
	}
}

// refresh computes the dictionary of the present basis anew, to be rid of rounding errors.
func (t *tableau) refresh(ctx context.Context) error {
	var outside, inside []int // columns of the program that are not basic, and that are
	for _, v := range t.id {
		if int(v) >= t.rows {
			outside = append(outside, int(v)-t.rows)
		}
	}
	stays := make([]bool, t.rows) // rows whose slack is basic
	for _, v := range t.basic {
		if int(v) >= t.rows {
			inside = append(inside, int(v)-t.rows)
		} else {
			stays[v] = true
		}
	}
	fresh := newTableau(t.p, 0, 0, t.pivots)
	fresh.rhs = t.rhs
	copy(fresh.b, t.rhs)
	slices.Sort(inside)
	for _, j := range inside {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		fresh.enter(j)
		q := len(fresh.column) - 1
		c, r := fresh.column[q], -1
		for i, v := range fresh.basic {
			if int(v) < t.rows && !stays[v] && (r < 0 || math.Abs(c[i]) > math.Abs(c[r])) {
				r = i
			}
		}
		if r < 0 || math.Abs(c[r]) < 1e-9 {
			return errNumeric
		}
		*t.pivots++ // not an exchange of the search
		fresh.exchange(r, q)
	}
	for _, j := range outside {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		fresh.enter(j)
	}
	*t = *fresh
	return nil
}

// duals sets dst to the dual values of the rows.
func (t *tableau) duals(dst []float64) {
	for i := range dst {
		dst[i] = 0
		if at := t.slackAt[i]; at >= 0 {
			dst[i] = -t.column[at][t.rows]
		}
	}
}

// packing returns the value of every column of the program, t of a mix last.
func (t *tableau) packing() []float64 {
	v := make([]float64, t.p.Columns()+1)
	for i, id := range t.basic {
		if int(id) >= t.rows {
			v[int(id)-t.rows] = max(t.b[i], 0)
		}
	}
	return v
}
