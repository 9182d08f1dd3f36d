package intervals

import (
	"context"
	"math/big"

	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// exactly solves the relaxation in rational numbers: it returns the optimum, and leaves what is
// asked for it in chosen. The optimum is nil if no strategy keeps the limits.
func (r *relaxation) exactly(ctx context.Context) (*big.Rat, error) {
	p := r.p
	g := lp.NewGeneral()
	for range p.shares * p.n {
		g.Row(lp.AtMost, new(big.Rat))
	}
	for l, i := range r.rowOf {
		if i >= 0 {
			g.Row(lp.AtMost, p.limit[l])
		}
	}
	for range p.groups {
		g.Row(lp.Equal, one)
	}
	for _, v := range r.vars {
		g.Column(r.exactCost(p.goalRow(), v), r.exactEntries(v)...)
	}
	for k := range p.shares {
		var entries []lp.Entry
		row, value := r.loadEntries(k, nil, nil)
		for e, i := range row {
			entries = append(entries, entry(int(i), new(big.Rat).SetFloat64(value[e])))
		}
		g.Column(new(big.Rat).SetFloat64(r.loadCost()), entries...)
	}
	c, err := g.Solve(ctx, nil)
	switch {
	case err != nil:
		return nil, err
	case c.Status == lp.Infeasible:
		return nil, nil
	case c.Status != lp.Optimal:
		return nil, quorum.Internal("the program of an interval is %s", c.Status)
	}
	r.chosen = r.chosen[:0]
	for k, j := range c.X.Columns {
		if j < len(r.vars) {
			r.chosen = append(r.chosen, asked{variable: r.vars[j], exact: c.X.Values[k]})
		}
	}
	return c.Value, nil
}

var one = big.NewRat(1, 1)

func entry(row int, value *big.Rat) lp.Entry { return lp.Entry{Row: row, Value: value} }

// exactEntries is what entries appends, exactly.
func (r *relaxation) exactEntries(v variable) (list []lp.Entry) {
	p, g := r.p, &r.p.groups[v.group]
	for k := range p.shares {
		if !g.counts(k) {
			continue
		}
		for i := range sets.Ones(uint64(v.set)) {
			list = append(list, entry(k*p.n+i, new(big.Rat).Mul(g.part, p.coef[g.op*p.shares+k][i])))
		}
	}
	for _, l := range []int{timeLimit, sizeLimit} {
		if i := r.rowOf[l]; i >= 0 {
			list = append(list, entry(i, r.exactCost(l, v)))
		}
	}
	return append(list, entry(r.rows+v.group, one))
}
