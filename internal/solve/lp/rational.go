package lp

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// errWork is the error when the rational simplex had its number of multiplications.
var errWork = errors.New("the exact simplex reached its limit of work")

// rationalTableau is the dictionary of tableau in rational numbers. It keeps count of its
// multiplications.
type rationalTableau struct {
	p       *Program
	rows    int
	b       []*big.Rat
	basic   []int
	id      []int
	column  [][]*big.Rat
	slackAt []int // as in tableau
	member  []bool
	work    int // multiplications left
	poll    par.Poll
}

func newRationalTableau(ctx context.Context, p *Program, work int) *rationalTableau {
	t := &rationalTableau{p: p, rows: p.Rows(), work: work, poll: par.NewPoll(ctx), member: make([]bool, p.Columns()+1)}
	for i := range t.rows {
		v := new(big.Rat)
		if i < len(p.room) {
			v.Set(p.room[i])
		}
		t.b = append(t.b, v)
		t.basic, t.slackAt = append(t.basic, i), append(t.slackAt, ^i)
	}
	t.b = append(t.b, new(big.Rat))
	return t
}

// ratBytes is what a rational number takes at least.
const ratBytes = 80

// SolveRational finds an optimum by the simplex method in rational numbers alone, with all columns
// from the start: the vertex that a fixed rule leads to. It takes at most work multiplications. The
// error is the end of ctx or of a limit.
//
// The entering variable has the greatest gain, the first column among equals, slacks last; after a
// step without gain Bland's rule holds (the first of all that gain, and the first of the basic
// variables that could leave; Math. Oper. Res. 2, 1977) until there is gain again, so that it ends.
func (p *Program) SolveRational(ctx context.Context, work int) (*Solution, error) {
	if err := memory.Ask(ctx, "the exact tableau of the linear program", p.Rows()+1, p.Columns()+1, ratBytes); err != nil {
		return nil, limited(err)
	}
	t := newRationalTableau(ctx, p, work)
	for j := range p.Columns() {
		t.enter(j)
	}
	s, err := t.solve(ctx)
	return s, limited(err)
}

// rationalSimplex solves p by the simplex method in rational numbers with column generation, from
// basis b if that is feasible, else from the slacks: the last resort where floating point fails.
// The errors are the cause of ctx and errWork.
func rationalSimplex(ctx context.Context, p *Program, b *basis, work int) (*Solution, error) {
	t := newRationalTableau(ctx, p, work)
	if b != nil {
		if ok, err := t.install(ctx, b); err != nil {
			return nil, err
		} else if !ok {
			t = newRationalTableau(ctx, p, t.work)
		}
	}
	return t.solve(ctx)
}

// solve goes on to an optimum, with the columns that it takes.
func (t *rationalTableau) solve(ctx context.Context) (*Solution, error) {
	if t.p.numerator != nil {
		t.enter(t.p.Columns())
	}
	for {
		if err := t.maximise(ctx); err != nil {
			return nil, err
		}
		added, err := t.addViolated()
		if err != nil {
			return nil, err
		}
		if !added {
			return t.solution(), nil
		}
	}
}

// install brings the columns of b into the basis, and reports whether that was possible and the
// right sides stayed positive.
func (t *rationalTableau) install(ctx context.Context, b *basis) (bool, error) {
	tight := make([]bool, t.rows)
	for _, i := range b.tight {
		tight[i] = true
	}
	for _, j := range b.columns {
		if t.enter(j); t.poll.Err() != nil {
			return false, t.poll.Err()
		}
		q, r := len(t.column)-1, -1
		for i, v := range t.basic {
			if v < t.rows && tight[v] && t.column[q][i].Sign() != 0 {
				r = i
				break
			}
		}
		if r < 0 {
			return false, nil
		}
		if err := t.exchange(ctx, r, q); err != nil {
			return false, err
		}
	}
	return !slices.ContainsFunc(t.b[:t.rows], func(v *big.Rat) bool { return v.Sign() < 0 }), nil
}

// enter adds column j. At the end of the context it is not whole: mayGoOn is asked before it is
// used.
func (t *rationalTableau) enter(j int) {
	if t.member[j] {
		return
	}
	t.member[j] = true
	c := make([]*big.Rat, t.rows+1)
	for i := range c {
		c[i] = new(big.Rat)
	}
	c[t.rows].SetInt64(t.p.cost(j))
	part := new(big.Rat)
	t.p.entries(j, func(row int, a int64) {
		f := new(big.Rat).SetInt64(a)
		if at := t.slackAt[row]; at < 0 {
			c[^at].Add(c[^at], f)
			return
		}
		for i, v := range t.column[t.slackAt[row]] {
			if v.Sign() != 0 && t.poll.Err() == nil {
				t.work--
				c[i].Add(c[i], part.Mul(f, v))
			}
		}
	})
	t.column, t.id = append(t.column, c), append(t.id, t.rows+j)
}

// exchange makes the variable of column q basic in row r. On an error, the cause of ctx or
// errWork, the tableau is of no use any more: one exchange of large numbers can take long.
func (t *rationalTableau) exchange(ctx context.Context, r, q int) error {
	in := t.column[q]
	reciprocal := new(big.Rat).Inv(in[r])
	part := new(big.Rat)
	update := func(c []*big.Rat) {
		if c[r].Sign() == 0 {
			return
		}
		f := new(big.Rat).Mul(c[r], reciprocal)
		for i, v := range in {
			if i != r && v.Sign() != 0 {
				t.work--
				c[i].Sub(c[i], part.Mul(f, v))
			}
		}
		c[r] = f
	}
	for k, c := range t.column {
		if err := t.mayGoOn(ctx); err != nil {
			return err
		}
		if k != q {
			update(c)
		}
	}
	update(t.b)
	for i, v := range in {
		if i != r {
			v.Neg(v.Mul(v, reciprocal))
		}
	}
	in[r] = reciprocal
	entering, leaving := t.id[q], t.basic[r]
	t.id[q], t.basic[r] = leaving, entering
	if entering < t.rows {
		t.slackAt[entering] = ^r
	}
	if leaving < t.rows {
		t.slackAt[leaving] = q
	}
	return nil
}

// mayGoOn returns the cause of the end of ctx, or errWork.
func (t *rationalTableau) mayGoOn(ctx context.Context) error {
	if t.work <= 0 {
		return cmp.Or(context.Cause(ctx), errWork)
	}
	return context.Cause(ctx)
}

// maximise exchanges by the rule of SolveRational until no column of the tableau gains.
func (t *rationalTableau) maximise(ctx context.Context) error {
	x, least := new(big.Rat), new(big.Rat)
	for bland := false; ; bland = least.Sign() == 0 {
		if err := t.mayGoOn(ctx); err != nil {
			return err
		}
		q := -1
		for k, c := range t.column {
			if c[t.rows].Sign() <= 0 {
				continue
			}
			order := 1
			if q >= 0 && bland {
				order = 0
			} else if q >= 0 {
				order = c[t.rows].Cmp(t.column[q][t.rows])
			}
			if order > 0 || order == 0 && t.rank(t.id[k]) < t.rank(t.id[q]) {
				q = k
			}
		}
		if q < 0 {
			return nil
		}
		r := -1
		for i, a := range t.column[q][:t.rows] {
			if a.Sign() <= 0 {
				continue
			}
			x.Quo(t.b[i], a)
			if order := x.Cmp(least); r < 0 || order < 0 || order == 0 && t.rank(t.basic[i]) < t.rank(t.basic[r]) {
				r = i
				least.Set(x)
			}
		}
		if r < 0 {
			panic("lp: a packing that is not bounded")
		}
		if err := t.exchange(ctx, r, q); err != nil {
			return err
		}
	}
}

// rank orders the variables: columns first, then slacks.
func (t *rationalTableau) rank(v int) uint { return uint(v - t.rows) }

// duals returns the dual values of the rows.
func (t *rationalTableau) duals() []*big.Rat {
	y := make([]*big.Rat, t.rows)
	for i, at := range t.slackAt {
		y[i] = new(big.Rat)
		if at >= 0 {
			y[i].Neg(t.column[at][t.rows])
		}
	}
	return y
}

// addViolated adds columns that violate the dual solution, up to as many as there are rows; it
// reports whether there was one. The error is the cause of the context.
func (t *rationalTableau) addViolated() (bool, error) {
	y, denominator := Integers(t.duals())
	sum, part := new(big.Int), new(big.Int)
	added := 0
	for j := range t.p.Columns() {
		if t.member[j] {
			continue
		}
		if err := t.poll.Work(64 * (t.p.start[j+1] - t.p.start[j])); err != nil {
			return false, err
		}
		sum.Mul(denominator, part.SetInt64(t.p.cost(j)))
		t.p.entries(j, func(row int, a int64) {
			sum.Sub(sum, part.Mul(part.SetInt64(a), y[row]))
		})
		if sum.Sign() > 0 {
			t.enter(j)
			if added++; added == t.rows {
				break
			}
		}
	}
	return added > 0, t.poll.Err()
}

func (t *rationalTableau) solution() *Solution {
	b := &basis{}
	row := make(map[int]int) // of each basic column
	for i, v := range t.basic {
		if v >= t.rows {
			b.columns = append(b.columns, v-t.rows)
			row[v-t.rows] = i
		}
	}
	slices.Sort(b.columns)
	value := make([]*big.Rat, len(b.columns))
	for k, j := range b.columns {
		value[k] = t.b[row[j]]
		if j == t.p.Columns() {
			value[k] = new(big.Rat).Mul(value[k], new(big.Rat).SetInt64(t.p.denominator))
		}
	}
	return t.p.assemble(b, value, t.duals()[:len(t.p.room)])
}
