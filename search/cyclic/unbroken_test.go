package cyclic

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
)

// unbroken asks for a difference cover of Z_n with at most k residues, anywhere.
func unbroken(n, k int) (*sat.CNF, []int) {
	cnf := &sat.CNF{}
	in := make([]int, n)
	for x := range in {
		in[x] = cnf.NewVar()
	}
	for d := range n { // all differences, 0 too
		var pairs []int
		for x := range n {
			p := cnf.NewVar()
			cnf.AddClause(-p, in[x])
			cnf.AddClause(-p, in[(x+d)%n])
			pairs = append(pairs, p)
		}
		cnf.AddClause(pairs...)
	}
	sat.AtMost(cnf, in, k)
	return cnf, in
}

// TestBrokenAndUnbroken: that 0 and 1 are in a cover changes no verdict, and every cover has a
// translate among the models.
func TestBrokenAndUnbroken(t *testing.T) {
	assert.Long(t, "hundreds of questions to a solver")
	questions, absent := 0, 0
	for n := 1; n <= 21; n++ {
		for k := 1; k <= min(n, 7); k++ {
			q, in := question(t.Context(), n, k, 1)
			cnf, everywhere := unbroken(n, k)
			var verdicts [2]sat.Verdict
			for i, c := range []*sat.CNF{q.CNF, cnf} {
				verdicts[i] = assert.Got(sat.NewSolver(c, sat.Options{}).Solve(t.Context()))(t)
			}
			assert.Equal(t, verdicts[0], verdicts[1], "n = %d, k = %d", n, k)
			questions++
			if verdicts[1] == sat.Unsat {
				absent++
			}
			if n > 9 {
				continue
			}
			kept := map[string]bool{}
			for m := range assert.Each(t, q.CNF.Models(t.Context(), 10_000, in...)) {
				kept[modelText(m)] = true
			}
			for m := range assert.Each(t, cnf.Models(t.Context(), 10_000, everywhere...)) {
				found, text := false, modelText(m)
				for shift := range n {
					found = found || kept[text[shift:]+text[:shift]]
				}
				if !found {
					t.Errorf("n = %d, k = %d: no translate of %s is a model", n, k, text)
				}
			}
		}
	}
	t.Logf("%d questions, %d without a model: the same verdicts", questions, absent)
	if absent < 20 || absent > questions-20 {
		t.Errorf("%d questions, %d without a model", questions, absent)
	}
}
