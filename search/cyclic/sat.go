package cyclic

import (
	"context"
	"fmt"

	"coterie/bounds"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
)

// bySAT asks for covers of 1, 2, ... residues, with no argument but the formula.
func (c *inquiry) bySAT(ctx context.Context) error {
	c.Lower, c.LowerBy = new(bounds.Integer(1)), "a cover is not empty"
	for ctx.Err() == nil && c.LowerOr(0) <= c.n {
		k := c.LowerOr(0)
		q, in := question(ctx, c.n, k, c.lambda)
		a, err := c.Ask(ctx, q)
		if err != nil {
			return err
		}
		switch a.Verdict {
		case sat.Unsat:
			c.Raise(k+1, fmt.Sprintf("no model of: %s (%s)", q.Words, a.By))
		case sat.Sat:
			var cover []int
			for x, v := range in {
				if a.Model[v] {
					cover = append(cover, x)
				}
			}
			c.Improve(cover, fmt.Sprintf("a model of: %s (%s)", q.Words, a.By))
			return nil
		default:
			return nil
		}
	}
	return nil
}

// question asks for a difference cover of Z_n with at most k residues; in[x] is the
// variable that is true if and only if residue x is in it. A translate of a cover is one,
// and the difference 1 is covered: so 0 is in it without loss, and 1 for n > 1. For each d =
// 1..n/2 lambda pair variables are true, and each implies that both x and x+d are in.
func question(ctx context.Context, n, k, lambda int) (q session.Question, in []int) {
	words := residues(fmt.Sprint(k, " "), n, lambda)
	cnf := sat.NewCNF(ctx)
	cnf.Comment("Are there " + words + "?")
	cnf.Comment(fmt.Sprintf("A model has a set D of at most %d of the residues 0..%d; 0 is in D, and 1.", k, n-1))
	in = make([]int, n)
	for x := range n {
		in[x] = cnf.NewVar()
		cnf.Name(in[x], fmt.Sprintf("%d in D", x))
	}
	for x := range min(n, 2) {
		cnf.AddClause(in[x])
	}
	first := 2
	if lambda > 1 { // the pair of 0 and 1 is not enough
		first = 1
	}
	for d := first; d <= n/2; d++ {
		pairs := make([]int, n)
		for x := range n {
			pairs[x] = cnf.NewVar()
			cnf.Name(pairs[x], fmt.Sprintf("%d and %d in D", x, (x+d)%n))
			cnf.AddClause(-pairs[x], in[x])
			cnf.AddClause(-pairs[x], in[(x+d)%n])
		}
		sat.AtLeast(cnf, pairs, lambda)
	}
	sat.AtMost(cnf, in, k)
	known := func(context.Context) (string, error) {
		if cover, by := Constructed(n); lambda == 1 && len(cover) <= k {
			return by, nil
		}
		return "", nil
	}
	return session.Question{Words: words, CNF: cnf, Theorems: session.Theorems{"cyclic-search", "sequential-counter"}, Known: known}, in
}
