package quorum

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// naiveProduct joins lists of nodes.
func naiveProduct(f, g Family) [][]int {
	var out [][]int
	for i := range f.Len() {
		for j := range g.Len() {
			q := f.Set(i).Nodes()
			for _, v := range g.Set(j).Nodes() {
				q = append(q, f.N()+v)
			}
			out = append(out, q)
		}
	}
	return out
}

func TestProductAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	for range 200 {
		f := randomFamily(rng, 1+rng.IntN(70), rng.IntN(6), 4)
		g := randomFamily(rng, 1+rng.IntN(70), rng.IntN(6), 4)
		h := randomFamily(rng, 1+rng.IntN(5), rng.IntN(4), 3)
		got := mustProduct(t, f, g)
		want := assert.Got(NewFamily(f.N()+g.N(), naiveProduct(f, g)))(t)
		assert.MustTrue(t, got.Equal(want), "%v ⊕ %v = %v, want %v", f, g, got, want)
		assert.MustTrue(t, mustProduct(t, got, h).Equal(mustProduct(t, f, mustProduct(t, g, h))), "⊕ is not associative on %v, %v, %v", f, g, h)
	}
}

func mustProduct(t *testing.T, f, g Family) Family {
	t.Helper()
	return assert.Got(Product(f, g))(t)
}

// TestProductPacking judges the last sentence of the comment, and Lemma 1, on random families
// by the naive definitions: the packing number is the smaller one, and where both factors are
// k-coteries so is the product, while for no k is it one if the smaller factor is none.
func TestProductPacking(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 11))
	packing := func(f Family) int {
		k := 0
		for !naiveKIntersection(k, f) {
			k++
		}
		return k
	}
	isKCoterie := func(k int, f Family) bool {
		return naiveKIntersection(k, f) && naiveKNonIntersection(k, f) && naiveAntichain(f)
	}
	lemma := 0
	for range 400 {
		f := randomFamily(rng, 1+rng.IntN(6), 1+rng.IntN(5), 2).Minimized()
		g := randomFamily(rng, 1+rng.IntN(6), 1+rng.IntN(5), 2).Minimized()
		k1, k2 := packing(f), packing(g)
		product := mustProduct(t, f, g)
		assert.MustEqual(t, packing(product), min(k1, k2), "%v ⊕ %v has: disjoint quorums", f, g)
		if isKCoterie(k1, f) && isKCoterie(k2, g) {
			if k1 > 1 && k2 > 1 && k1 != k2 {
				lemma++
			}
			if !isKCoterie(min(k1, k2), product) {
				t.Fatalf("%v ⊕ %v is no %d-coterie", f, g, min(k1, k2))
			}
		}
	}
	if lemma < 5 {
		t.Errorf("Lemma 1 tried on %d pairs with 1 < k < k' only", lemma)
	}
}

func TestProductOfNothing(t *testing.T) {
	none, _ := NewFamily(3, nil)
	some := mustFamily(2, []int{1}, []int{2})
	for _, p := range []Family{mustProduct(t, none, some), mustProduct(t, some, none)} {
		if p.Len() != 0 || p.N() != 5 {
			t.Errorf("%d quorums on %d nodes", p.Len(), p.N())
		}
	}
}

func TestProductRefuses(t *testing.T) {
	large, _ := NewFamily(MaxNodes, [][]int{{MaxNodes - 1}})
	_, err := Product(large, mustFamily(1, []int{1}))
	if err == nil || err.Error() != fmt.Sprintf("n = %d is out of range 1..%d", MaxNodes+1, MaxNodes) {
		t.Errorf("%v", err)
	}
}

// TestProductKeepsItsFactors sees that the factors are not written to.
func TestProductKeepsItsFactors(t *testing.T) {
	f, g := mustFamily(2, []int{1, 2}), mustFamily(2, []int{1}, []int{2})
	before := slices.Clone(g.nodes)
	mustProduct(t, f, g)
	if !slices.Equal(before, g.nodes) || !f.Equal(mustFamily(2, []int{1, 2})) {
		t.Error("a factor has changed")
	}
}
