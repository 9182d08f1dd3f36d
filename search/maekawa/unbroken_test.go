package maekawa

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
)

// unbroken is the question without any order of rows and columns, with or without i in S_i.
func unbroken(ctx context.Context, c limits, inclusive bool) *formula {
	f := &formula{cnf: sat.NewCNF(ctx)}
	f.x = sat.Matrix(f.cnf, c.n, c.n, inSet)
	f.limits(c)
	f.meet()
	if c.unique {
		f.differ()
	}
	for i := range f.x {
		if inclusive {
			f.cnf.AddClause(f.x[i][i])
		}
	}
	return f
}

func satisfiable(t *testing.T, cnf *sat.CNF) bool {
	t.Helper()
	verdict, err := sat.NewSolver(cnf, sat.Options{}).Solve(t.Context())
	if err != nil || verdict == sat.Unknown {
		t.Fatal(verdict, err)
	}
	return verdict == sat.Sat
}

// brokenAndUnbroken compares the verdicts of the formulas that are asked with those of the same
// clauses without the ones that break symmetries, for every pair of limits on n nodes.
func brokenAndUnbroken(t *testing.T, n int) (questions, absent int) {
	eachMaekawa(n, func(c limits) {
		for _, inclusive := range []bool{false, true} {
			broken := relaxed
			if inclusive {
				broken = inclusiveRows
			}
			got, want := satisfiable(t, broken(t.Context(), c).cnf), satisfiable(t, unbroken(t.Context(), c, inclusive).cnf)
			assert.Equal(t, got, want, "%s, i in S_i %v", c.words(), inclusive)
			questions++
			if !want {
				absent++
			}
		}
	})
	return questions, absent
}

func TestBrokenAndUnbroken(t *testing.T) {
	assert.Long(t, "it solves each formula twice")
	questions, absent := 0, 0
	for n := 1; n <= 6; n++ {
		q, a := brokenAndUnbroken(t, n)
		questions, absent = questions+q, absent+a
	}
	t.Logf("%d questions, %d without a model: the same verdicts", questions, absent)
	if questions != 728 || absent == 0 || absent == questions {
		t.Errorf("%d questions, %d without a model", questions, absent)
	}
}

// TestEachOrbitKeepsAModel: every matrix of up to three sets, and of four with some limits, has a
// renaming of sites and nodes among the models: with i in S_i both renamed alike, without it each
// on its own.
func TestEachOrbitKeepsAModel(t *testing.T) {
	for n := 1; n <= 4; n++ {
		orders := permutations(n)
		eachMaekawa(n, func(c limits) {
			if n == 4 && (c.size != c.responsibility || c.size == 4) {
				return
			}
			for _, inclusive := range []bool{false, true} {
				broken := relaxed
				if inclusive {
					broken = inclusiveRows
				}
				f := broken(t.Context(), c)
				kept := map[int]bool{} // the least renaming of each model
				for m := range assert.Each(t, f.cnf.Models(t.Context(), 10_000, slices.Concat(f.x...)...)) {
					code := 0
					for i, v := range m {
						if v {
							code |= 1 << i
						}
					}
					kept[leastRenaming(n, code, orders, inclusive)] = true
				}
				bruteMaekawa(c, inclusive, func(sets []int) bool {
					code := 0
					for i, s := range sets {
						code |= s << (i * n)
					}
					if !kept[leastRenaming(n, code, orders, inclusive)] {
						t.Fatalf("%s, i in S_i %v: no renaming of %v is a model", c.words(), inclusive, sets)
					}
					return true
				})
			}
		})
	}
}

// leastRenaming is the same for matrices that differ by a renaming; rows are groups of n bits.
func leastRenaming(n, code int, orders [][]int, alike bool) int {
	least := -1
	for _, columns := range orders {
		rows := make([]int, n)
		for i := range n {
			for j := range n {
				to := i
				if alike {
					to = columns[i]
				}
				rows[to] |= code >> (i*n + j) & 1 << columns[j]
			}
		}
		if !alike {
			slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(b, a) })
		}
		renamed := 0
		for _, row := range rows {
			renamed = renamed<<n | row
		}
		if least < 0 || renamed < least {
			least = renamed
		}
	}
	return least
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, p := range permutations(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(p), at, n-1))
		}
	}
	return all
}

// TestPrescribedAndUnbroken: a formula for systems with a symmetry says of one site, node and pair
// of each orbit what the formula without any says of all, with a clause for each two entries that
// the symmetry makes equal.
func TestPrescribedAndUnbroken(t *testing.T) {
	questions, absent := 0, 0
	for n := 2; n <= 6; n++ {
		for _, a := range actions(n, 2, n, n) {
			eachMaekawa(n, func(c limits) {
				if n == 6 && (c.size-c.responsibility > 1 || c.responsibility-c.size > 1) {
					return
				}
				f := unbroken(t.Context(), c, true)
				for i := range n {
					for j := range n {
						if x, y := f.x[i][j], f.x[a.at(i, 1)][a.at(j, 1)]; x != y {
							f.cnf.AddClause(-x, y)
						}
					}
				}
				got, want := satisfiable(t, symmetric(t.Context(), c, a).cnf), satisfiable(t, f.cnf)
				assert.Equal(t, got, want, "%s, %s", c.words(), a.words())
				questions++
				if !want {
					absent++
				}
			})
		}
	}
	t.Logf("%d questions, %d without a model: the same verdicts", questions, absent)
	if absent == 0 || absent == questions {
		t.Errorf("%d questions, %d without a model", questions, absent)
	}
}
