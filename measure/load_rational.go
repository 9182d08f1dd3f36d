package measure

import (
	"context"
	"math/big"
	"slices"
)

// rationalTableau is the dictionary of tableau in rational numbers, with the rule of Bland: the last
// resort where floating point fails. It keeps count of its multiplications.
type rationalTableau struct {
	p       *packingProgram
	rows    int
	b       []*big.Rat
	basic   []int
	id      []int
	column  [][]*big.Rat
	slackAt []int // as in tableau
	member  []bool
	work    int // multiplications left
}

func newRationalTableau(p *packingProgram, work int) *rationalTableau {
	t := &rationalTableau{p: p, rows: p.rows(), work: work, member: make([]bool, p.columns()+1)}
	for i := range t.rows {
		v := new(big.Rat)
		if i < len(p.rhs) {
			v.Set(p.rhs[i])
		}
		t.b = append(t.b, v)
		t.basic, t.slackAt = append(t.basic, i), append(t.slackAt, ^i)
	}
	t.b = append(t.b, new(big.Rat))
	return t
}

// rationalSimplex solves p by the simplex method in rational numbers with column generation, from
// basis b if that is feasible, else from the slacks. The column of t stands for t/denominator. The
// errors are the cause of ctx and errNoBasis.
func rationalSimplex(ctx context.Context, p *packingProgram, b *loadBasis, work int) (*loadSolution, error) {
	t := newRationalTableau(p, work)
	if b != nil {
		if ok, err := t.install(ctx, b); err != nil {
			return nil, err
		} else if !ok {
			t = newRationalTableau(p, t.work)
		}
	}
	if p.shares != nil {
		t.enter(p.columns())
	}
	for {
		if err := t.maximise(ctx); err != nil {
			return nil, err
		}
		if !t.addViolated() {
			return t.solution(), nil
		}
	}
}

// install brings the columns of b into the basis, and reports whether that was possible and the
// right sides stayed positive.
func (t *rationalTableau) install(ctx context.Context, b *loadBasis) (bool, error) {
	tight := make([]bool, t.rows)
	for _, i := range b.tight {
		tight[i] = true
	}
	for _, j := range b.columns {
		t.enter(j)
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
			if v.Sign() != 0 {
				t.work--
				c[i].Add(c[i], part.Mul(f, v))
			}
		}
	})
	t.column, t.id = append(t.column, c), append(t.id, t.rows+j)
}

// exchange makes the variable of column q basic in row r. On an error, the cause of ctx or
// errNoBasis, the tableau is of no use any more: one exchange of large numbers can take long.
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

// mayGoOn returns the cause of the end of ctx, or errNoBasis.
func (t *rationalTableau) mayGoOn(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if t.work <= 0 {
		return errNoBasis
	}
	return nil
}

// maximise exchanges by the rule of Bland (Math. Oper. Res. 2, 1977), which ends.
func (t *rationalTableau) maximise(ctx context.Context) error {
	x, least := new(big.Rat), new(big.Rat)
	for {
		if err := t.mayGoOn(ctx); err != nil {
			return err
		}
		q := -1
		for k, c := range t.column {
			if c[t.rows].Sign() > 0 && (q < 0 || t.id[k] < t.id[q]) {
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
			if order := x.Cmp(least); r < 0 || order < 0 || order == 0 && t.basic[i] < t.basic[r] {
				r = i
				least.Set(x)
			}
		}
		if r < 0 {
			return errNumeric // a packing is bounded
		}
		if err := t.exchange(ctx, r, q); err != nil {
			return err
		}
	}
}

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
// reports whether there was one.
func (t *rationalTableau) addViolated() bool {
	w := newScaledRats(t.duals())
	sum, part := new(big.Int), new(big.Int)
	added := 0
	for j := range t.p.columns() {
		if t.member[j] {
			continue
		}
		sum.Mul(w.denominator, part.SetInt64(t.p.cost(j)))
		t.p.entries(j, func(row int, a int64) {
			sum.Sub(sum, part.Mul(part.SetInt64(a), w.numerators[row]))
		})
		if sum.Sign() > 0 {
			t.enter(j)
			if added++; added == t.rows {
				break
			}
		}
	}
	return added > 0
}

func (t *rationalTableau) solution() *loadSolution {
	b := &loadBasis{}
	var value []*big.Rat
	for i, v := range t.basic {
		if v >= t.rows {
			b.columns = append(b.columns, v-t.rows)
			x := t.b[i]
			if v-t.rows == t.p.columns() {
				x = new(big.Rat).Mul(x, new(big.Rat).SetInt64(t.p.denominator))
			}
			value = append(value, x)
		}
	}
	return t.p.assemble(b, value, t.duals()[:len(t.p.rhs)])
}
