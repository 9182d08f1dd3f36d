package latin

import (
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/search"
)

// shifted is the permutation that adds 1 (mod m) to the numbers below m.
func shifted(side, m, by int) []int {
	p := identity(side)
	for x := range m {
		p[x] = (x + by) % m
	}
	return p
}

// TestCyclicModels compares with all pairs of orthogonal squares that the shift maps to
// themselves: the models are those in the normal form, and all others can be brought into it.
func TestCyclicModels(t *testing.T) { testCyclic(t, 3, 4) }

func testCyclic(t *testing.T, sides ...int) {
	t.Helper()
	for _, side := range sides {
		m := side - 1
		shift := shifted(side, m, 1)
		var symmetric [][][]int
		for _, square := range all(side, false) {
			if slices.EqualFunc(mapped(square, shift, shift, shift), square, slices.Equal[[]int]) {
				symmetric = append(symmetric, square)
			}
		}
		pairs := tuples(symmetric, 2)
		var want []string
		for _, pair := range pairs {
			if pair[0][0][m] == 0 && pair[1][0][m] == 0 && pair[0][0][0] == m {
				want = append(want, words(pair))
			}
		}
		slices.Sort(want)
		f := newLatinCyclicFormula(t.Context(), side, 1)
		assert.Slice(t, models(t, f), want, "side %d", side)
		for _, pair := range pairs {
			var normal [][][]int
			for _, square := range pair {
				normal = append(normal, mapped(square, identity(side), identity(side), shifted(side, m, m-square[0][m])))
			}
			columns := shifted(side, m, m-slices.Index(normal[0][0], m))
			for s := range normal {
				normal[s] = mapped(normal[s], identity(side), columns, identity(side))
			}
			assert.True(t, slices.Contains(want, words(normal)), "side %d: %v became %v", side, pair, normal)
		}
		t.Logf("side %d: %d pairs with the symmetry, %d in normal form", side, len(pairs), len(want))
	}
}

// TestLatinCyclicFixed: the part of the normal form on three fixed numbers is two orthogonal
// squares, and the only ones up to renaming.
func TestCyclicFixed(t *testing.T) {
	pair := make([][][]int, 2)
	for s := range pair {
		for i := range 3 {
			pair[s] = append(pair[s], nil)
			for j := range 3 {
				pair[s][i] = append(pair[s][i], ((s+1)*i+j)%3)
			}
		}
	}
	assert.MustTrue(t, orthogonal(pair[0], pair[1]), "%v", pair)
	only := words(normalised(pair))
	for _, other := range tuples(all(3, false), 2) {
		assert.Equal(t, words(normalised(other)), only, "%v is of another kind", other)
	}
}

// TestMolsOrder10 finds what Euler thought impossible.
func TestMolsOrder10(t *testing.T) {
	for _, order := range []int{10, 14} {
		r := assert.Got(Mols(t.Context(), order, 2, Options{}))(t)
		molsJudge(t, r, order, 2, search.Found)
		shift := shifted(order, order-3, 1)
		for _, square := range r.Squares {
			assert.True(t, slices.EqualFunc(mapped(square, shift, shift, shift), square, slices.Equal[[]int]), "side %d: %v is not what was asked for", order, square)
		}
	}
}
