package construct

import (
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/samples"
	"coterie/internal/solve/forms"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// packed returns the most pairwise disjoint quorums, given as masks, within a set, by trying all.
func packed(quorums []uint32, within uint32) int {
	most := 0
	for i, q := range quorums {
		if q&^within == 0 {
			most = max(most, 1+packed(quorums[i+1:], within&^q))
		}
	}
	return most
}

// unshared returns the least number of quorums, up to most, that share no node; 0 if any do.
func unshared(f quorum.Family, most int) int {
	for size := 1; size <= most; size++ {
		var try func(from, left int, common quorum.Set) bool
		try = func(from, left int, common quorum.Set) bool {
			if common.Empty() {
				return true
			}
			for i := from; left > 0 && i < f.Len(); i++ {
				if try(i+1, left-1, common.Intersect(f.Set(i))) {
					return true
				}
			}
			return false
		}
		if try(0, size, quorum.FullSet(f.N())) {
			return size
		}
	}
	return 0
}

// TestHolders compares the families for several holders with their definitions, and the formulas
// for h disjoint quorums with all packings in all sets of nodes.
func TestHolders(t *testing.T) {
	lists := map[string][][]int{ // counted from 0
		"k-singleton:n=3,k=2":                                   {{0}, {1}},
		"k-majority:n=3,k=3":                                    {{0}, {1}, {2}},
		"disjoint:k=2,of=(majority:n=3)":                        {{0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5}, {4, 5}},
		"disjoint:k=2,of=(singleton:n=2)|(majority:n=2)":        {{0}, {2, 3}},
		"product:of=(k-singleton:n=2,k=2)|(k-majority:n=3,k=3)": {{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}},
		"product:of=(majority:n=1)|(majority:n=2)":              {{0, 1, 2}},
		"uniform-arbiter:n=4,k=2":                               {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}},
		"uniform-arbiter:n=3,k=5":                               {{0, 1, 2}},
		"cube-arbiter:side=2,k=1":                               {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}},
	}
	for spec, list := range lists {
		want := assert.Got(quorum.NewFamily(parsed(t, spec).N(), list))(t)
		assert.True(t, cartelsOf(built(t, spec))[0].Equal(want), "%s is not as defined", spec)
	}
	specs := []string{
		"k-majority:n=7,k=2", "k-majority:n=11,k=3", "composition:outer=(k-majority:n=5,k=2),node=2,inner=(majority:n=3)",
		"product:of=(k-majority:n=5,k=2)|(disjoint:k=2,of=(majority:n=3))", "disjoint:k=3,of=(majority:n=3)|(singleton:n=1)|(tree:height=1)",
		"k-singleton:n=5,k=3", "product:of=(k-majority:n=4,k=1)|(majority:n=3)",
	}
	for _, spec := range specs {
		i := parsed(t, spec)
		c := built(t, spec).(*quorum.KCoterie)
		assert.Equal(t, c.K(), i.K(), "%s: k", spec)
		var masks []uint32
		for _, q := range c.Family().All() {
			masks = append(masks, uint32(sets.Mask(q)))
		}
		for set := range uint32(1) << i.N() {
			most := packed(masks, set)
			within := quorum.SetOf(slices.Collect(sets.Ones(uint64(set)))...)
			for h := 1; h <= i.K(); h++ {
				if formula, ok := i.Disjoint(h); !ok || formula.N() != i.N() || formula.Eval(within) != (most >= h) {
					t.Fatalf("%s: %d disjoint quorums in %v: %v", spec, most, within, formula)
				}
			}
		}
	}
	for _, name := range []string{"uniform-arbiter", "cube-arbiter"} {
		for _, s := range samples.All() {
			for _, spec := range s.Small {
				if s.Name != name {
					continue
				}
				k := parsed(t, spec).Param("k")
				if least := unshared(cartelsOf(built(t, spec))[0], int(k[0]-'0')+1); least != 0 {
					t.Errorf("%s: %d quorums share no node", spec, least)
				}
			}
		}
	}
	for n := 2; n <= 8; n++ { // the uniform arbiter has the least size
		for k := 1; k < n-1; k++ {
			size := parsed(t, (&Instance{uniformArbiterFamily(), assert.Got(uniformArbiterPlan(n, k))(t)}).Spec()).plan.largest
			smaller := assert.Got(forms.OfSize(t.Context(), n, size-1))(t)
			assert.True(t, unshared(smaller, k+1) > 0, "n = %d, k = %d: smaller sets do", n, k)
		}
	}
	wantVerdicts(t, built(t, "cube-arbiter:side=3,k=2"), maekawa)
	for spec, build := range map[string]func() (quorum.Known, error){
		"k-majority:n=9,k=3":      func() (quorum.Known, error) { return KMajority(9, 3) },
		"k-singleton:n=3,k=2":     func() (quorum.Known, error) { return KSingleton(3, 2) },
		"uniform-arbiter:n=7,k=2": func() (quorum.Known, error) { return UniformArbiter(7, 2) },
		"cube-arbiter:side=2,k=2": func() (quorum.Known, error) { return CubeArbiter(2, 2) },
	} {
		assert.Equal(t, assert.Got(build())(t).Name, spec, "the function and the spec")
	}
}
