package group

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
)

// TestBrokenAndUnbroken: the normal form, and the tables of the first two columns, change no
// verdict. That every kind of array keeps a model is TestNormalise.
func TestBrokenAndUnbroken(t *testing.T) {
	assert.Long(t, "hundreds of questions to a solver")
	questions, absent := 0, 0
	for n := 1; n <= 10; n++ {
		for m := 1; m <= 4; m++ {
			for d := 1; d <= 3; d++ {
				for responsibility := range m {
					if d == 3 && (n < 9 && m > 2 || m > 3 || responsibility > 0) || d == 2 && n > 8 && responsibility > 0 {
						continue // refuted by the number of rows; others take longer than a test may
					}
					q, _ := question(t.Context(), n, m, d, responsibility)
					any := &sat.CNF{}
					encode(any, n, m, d, responsibility)
					var verdicts [2]sat.Verdict
					for i, c := range []*sat.CNF{q.CNF, any} {
						verdicts[i] = assert.Got(sat.NewSolver(c, sat.Options{}).Solve(t.Context()))(t)
					}
					assert.Equal(t, verdicts[0], verdicts[1], "%s", words(n, m, d, responsibility))
					questions++
					if verdicts[1] == sat.Unsat {
						absent++
					}
				}
			}
		}
	}
	t.Logf("%d questions, %d without a model: the same verdicts", questions, absent)
	if absent < 20 || absent > questions-20 {
		t.Errorf("%d questions, %d without a model", questions, absent)
	}
}
