package intervals

import (
	"context"
	"math/big"

	"coterie/internal/solve/lp"
	"coterie/quorum"
)

// solution is the optimum of a relaxation, exactly.
type solution struct {
	value  *big.Rat
	chosen []asked
}

// exactly solves the relaxation in rational numbers; nil if no strategy keeps the limits.
func (r *relaxation) exactly(ctx context.Context) (*solution, error) {
	p := r.p
	g := lp.NewGeneral()
	for i, sense := range r.sense {
		right := r.rightSide(i)
		if right == nil {
			right = new(big.Rat)
		}
		g.Row(sense, right)
	}
	for j := range len(r.vars) + p.shares {
		var entries []lp.Entry
		for i := range r.sense {
			if v := r.entry(i, j); v != nil {
				entries = append(entries, lp.Entry{Row: i, Value: v})
			}
		}
		g.Column(r.objective(j), entries...)
	}
	c, err := g.Solve(ctx, lp.GeneralOptions{})
	switch {
	case err != nil:
		return nil, err
	case c.Status == lp.Infeasible:
		return nil, nil
	case c.Status != lp.Optimal:
		return nil, quorum.Internal("the program of an interval is %s", c.Status)
	}
	at := &solution{value: c.Value}
	for k, j := range c.X.Columns {
		if j < len(r.vars) {
			at.chosen = append(at.chosen, asked{variable: r.vars[j], exact: c.X.Values[k]})
		}
	}
	return at, nil
}

// entry returns the coefficient of a variable in a row, nil for 0.
func (r *relaxation) entry(i, j int) *big.Rat {
	p := r.p
	loads, rows := p.shares*p.n, r.rows
	if j >= len(r.vars) {
		switch {
		case i < loads && i/p.n == j-len(r.vars):
			return big.NewRat(-1, 1)
		case i == r.rowOf[loadLimit]:
			return big.NewRat(1, 1)
		}
		return nil
	}
	v := r.vars[j]
	g := &p.groups[v.group]
	switch {
	case i < loads:
		k := i / p.n
		if !g.counts(k) || v.set>>(i%p.n)&1 == 0 {
			return nil
		}
		return new(big.Rat).Mul(g.part, p.coef[g.op*p.shares+k][i%p.n])
	case i >= rows:
		if i-rows == v.group {
			return big.NewRat(1, 1)
		}
		return nil
	case i == r.rowOf[loadLimit]:
		return nil
	case i == r.rowOf[timeLimit]:
		return r.exactCost(timeLimit, v)
	}
	return r.exactCost(sizeLimit, v)
}

// rightSide returns the right side of a row, nil for 0.
func (r *relaxation) rightSide(i int) *big.Rat {
	if i >= r.rows {
		return big.NewRat(1, 1)
	}
	for l, row := range r.rowOf {
		if row == i {
			return r.p.limit[l]
		}
	}
	return nil
}

func (r *relaxation) objective(j int) *big.Rat {
	if j < len(r.vars) {
		return r.exactCost(r.p.goalRow(), r.vars[j])
	}
	if r.p.goalRow() == loadLimit {
		return big.NewRat(1, 1)
	}
	return new(big.Rat)
}
