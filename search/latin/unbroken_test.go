package latin

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
)

// TestBrokenAndUnbroken: the normal form of squares, that of squares with a symmetry, and the
// standard form of planes change no verdict. That each list of squares and each plane has such a
// form that is a model is TestNormalForm, TestCyclicModels and TestPlaneStandardFormOfAll.
func TestBrokenAndUnbroken(t *testing.T) {
	assert.Long(t, "hundreds of questions to a solver")
	absent := 0
	compare := func(what string, side, squares int, broken, any *sat.CNF) {
		t.Helper()
		var verdicts [2]sat.Verdict
		for i, c := range []*sat.CNF{broken, any} {
			verdicts[i] = assert.Got(sat.NewSolver(c, sat.Options{}).Solve(t.Context()))(t)
		}
		assert.Equal(t, verdicts[0], verdicts[1], "%s, %d of side %d", what, squares, side)
		if verdicts[1] == sat.Unsat {
			absent++
		}
	}
	// Without the form 4 squares of side 4 and 5 of side 5 are no question for a test.
	for _, c := range []struct{ side, squares int }{
		{1, 1}, {1, 2}, {1, 3}, {2, 1}, {2, 2}, {2, 3}, {3, 1}, {3, 2}, {3, 3}, {4, 1}, {4, 2}, {4, 3}, {5, 1}, {5, 2}, {5, 3}, {6, 1}, {7, 1},
	} {
		compare("squares", c.side, c.squares, newLatinFormula(t.Context(), c.side, c.squares, true).cnf, newLatinFormula(t.Context(), c.side, c.squares, false).cnf)
	}
	for _, fixed := range []int{1, 3} {
		for m := 2; m <= 7; m++ {
			side := m + fixed
			any := newLatinFormula(t.Context(), side, 2, false)
			next := func(x int) int {
				if x < m {
					return (x + 1) % m
				}
				return x
			}
			for x := range side {
				for y := range side {
					for z := range side {
						for s := range 2 {
							any.implies(any.cell(s, x, y, z), any.cell(s, next(x), next(y), next(z)))
						}
					}
				}
			}
			compare("squares with a symmetry", side, 2, newLatinCyclicFormula(t.Context(), side, fixed).cnf, any.cnf)
		}
	}
	for order := 1; order <= 3; order++ {
		any := newPlaneFormula(t.Context(), order, planeBlocks).cnf
		compare("planes", order, 0, newPlaneFormula(t.Context(), order, planeStandard).cnf, any)
		compare("planes, blocks alone", order, 0, newPlaneFormula(t.Context(), order, planeIdentities).cnf, any)
	}
	if absent < 4 {
		t.Errorf("%d questions without a model", absent)
	}
	t.Logf("%d questions without a model", absent)
}
