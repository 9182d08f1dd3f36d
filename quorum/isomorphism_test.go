package quorum

import (
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

func TestIsomorphismAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 1))
	count := map[bool]int{}
	for range 300 {
		n := 2 + rng.IntN(5)
		f := randomFamily(rng, n, 1+rng.IntN(6), n)
		g := f.Relabelled(rng.Perm(n))
		if rng.IntN(2) == 0 {
			// The same sizes, other incidences: often not isomorphic.
			var quorums [][]int
			for _, q := range f.All() {
				quorums = append(quorums, rng.Perm(n)[:len(q)])
			}
			g, _ = NewFamily(n, quorums)
		}
		want := naiveIsomorphic(f, g)
		count[want]++
		to, ok := Isomorphism(f, g)
		assert.MustEqual(t, ok, want, "%v and %v are isomorphic", f, g)
		if ok && !sameQuorums(f.Relabelled(to), g) {
			t.Fatalf("%v is no isomorphism", to)
		}
	}
	if count[true] < 40 || count[false] < 40 {
		t.Errorf("one-sided sample: %v", count)
	}
}

func sameQuorums(f, g Family) bool {
	return f.Sorted().Equal(g.Sorted())
}

func naiveIsomorphic(f, g Family) bool {
	if f.Len() != g.Len() {
		return false
	}
	perm := make([]int, f.n)
	for i := range perm {
		perm[i] = i
	}
	var try func(k int) bool
	try = func(k int) bool {
		if k == f.n {
			return sameQuorums(f.Relabelled(perm), g)
		}
		for i := k; i < f.n; i++ {
			perm[k], perm[i] = perm[i], perm[k]
			if try(k + 1) {
				return true
			}
			perm[k], perm[i] = perm[i], perm[k]
		}
		return false
	}
	return try(0)
}

// TestIsomorphismRegular: colour refinement alone cannot tell a hexagon from two
// triangles; the search can.
func TestIsomorphismRegular(t *testing.T) {
	hexagon := mustFamily(6, []int{1, 2}, []int{2, 3}, []int{3, 4}, []int{4, 5}, []int{5, 6}, []int{6, 1})
	triangles := mustFamily(6, []int{1, 2}, []int{2, 3}, []int{3, 1}, []int{4, 5}, []int{5, 6}, []int{6, 4})
	if to, ok := Isomorphism(hexagon, triangles); ok {
		t.Errorf("isomorphic by %v", to)
	}
	if _, ok := Isomorphism(hexagon, hexagon.Relabelled([]int{3, 5, 1, 0, 4, 2})); !ok {
		t.Error("a renamed hexagon is a hexagon")
	}
}
