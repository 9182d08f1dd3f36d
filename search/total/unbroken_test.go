package total

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
)

// TestBrokenAndUnbroken: neither the order of rows and columns of the formula without (b), nor that
// of the responsibilities of the other one, changes a verdict. That each renaming class keeps a
// model is TestCoveringModels and TestAssignedModels.
func TestBrokenAndUnbroken(t *testing.T) {
	assert.Slow(t, "hundreds of questions to a solver")
	questions, absent := 0, 0
	for n := 1; n <= 5; n++ {
		for r := 1; r <= n; r++ {
			for total := n; total <= n*r; total++ {
				for _, unique := range []bool{false, true} {
					f := formula{n: n, r: r, total: total, unique: unique}
					for _, inclusive := range []bool{false, true} {
						if !inclusive && unique {
							continue // it is the same formula
						}
						any := &sat.CNF{}
						x := f.incidences(any)
						broken, _ := f.covering(t.Context())
						if inclusive {
							broken, _ = f.assigned(t.Context())
						}
						for i := range x {
							if inclusive {
								any.AddClause(x[i][i])
							} else {
								any.AddClause(sat.Transposed(x)[i]...)
							}
							for k := range i {
								if unique {
									apart(any, x[i], x[k])
								}
							}
						}
						var verdicts [2]sat.Verdict
						for i, c := range []*sat.CNF{broken, any} {
							verdicts[i] = assert.Got(sat.NewSolver(c, sat.Options{}).Solve(t.Context()))(t)
						}
						assert.Equal(t, verdicts[0], verdicts[1], "%s, i in S_i %v", f.words(), inclusive)
						questions++
						if verdicts[1] == sat.Unsat {
							absent++
						}
					}
				}
			}
		}
	}
	t.Logf("%d questions, %d without a model: the same verdicts", questions, absent)
	if absent < 100 || absent > questions-100 {
		t.Errorf("%d questions, %d without a model", questions, absent)
	}
}

// apart adds that two rows differ: one clause for each row that both could be.
func apart(dst sat.ClauseSink, a, b []int) {
	for row := range 1 << len(a) {
		var clause []int
		for j := range a {
			if row>>j&1 == 1 {
				clause = append(clause, -a[j], -b[j])
			} else {
				clause = append(clause, a[j], b[j])
			}
		}
		dst.AddClause(clause...)
	}
}
