package roots

import (
	"coterie/internal/check/assert"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestIsolateFindsEachRoot: of products of linear factors, some of them squares, some with roots
// outside, each root in (0,1) is found once, with the signs beside it.
func TestIsolateFindsEachRoot(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for range 300 {
		p := Polynomial{big.NewInt(1)}
		times := map[string]int{} // of each root in (0,1)
		var want []*big.Rat
		for range 1 + rng.IntN(6) {
			root := big.NewRat(rng.Int64N(41)-10, 1+rng.Int64N(25))
			factor := Polynomial{new(big.Int).Neg(root.Num()), root.Denom()}
			product := make(Polynomial, len(p)+1)
			for i := range product {
				product[i] = new(big.Int)
			}
			for i, a := range p {
				for j, b := range factor {
					product[i+j].Add(product[i+j], new(big.Int).Mul(a, b))
				}
			}
			p = product
			if root.Sign() > 0 && root.Cmp(big.NewRat(1, 1)) < 0 {
				if times[root.String()]++; times[root.String()] == 1 {
					want = append(want, root)
				}
			}
		}
		slices.SortFunc(want, (*big.Rat).Cmp)
		simple := p.SquareFree()
		found := simple.Isolate()
		assert.MustEqual(t, len(found), len(want), "%v", p)
		for k, i := range found {
			i.Refine(simple, big.NewRat(1, 10_000))
			before, after := p.SignsAround(i, simple)
			if odd := times[want[k].String()]%2 == 1; i.Low.Cmp(want[k]) > 0 || i.High.Cmp(want[k]) < 0 || (before != after) != odd || before == 0 || after == 0 {
				t.Fatalf("%v: root %v in %v..%v, signs %d and %d", p, want[k], i.Low, i.High, before, after)
			}
		}
	}
}

// TestRefineBetweenRoots: an isolated root whose interval begins and ends with other roots, on
// either side of the middle.
func TestRefineBetweenRoots(t *testing.T) {
	for _, root := range []*big.Rat{big.NewRat(1, 7), big.NewRat(2, 5)} {
		// x·(d·x - a)·(2x - 1) for the root a/d = -a·-1·x - (d + 2a)·x² + 2d·x³.
		a, d := root.Num(), root.Denom()
		square := new(big.Int).Add(d, new(big.Int).Lsh(a, 1))
		p := Polynomial{new(big.Int), new(big.Int).Set(a), square.Neg(square), new(big.Int).Lsh(d, 1)}
		i := Interval{new(big.Rat), big.NewRat(1, 2)}
		i.Refine(p, big.NewRat(1, 1000))
		if i.Low.Cmp(root) > 0 || i.High.Cmp(root) < 0 || i.Low.Sign() == 0 || i.High.Cmp(big.NewRat(1, 2)) == 0 {
			t.Errorf("root %v: %v..%v", root, i.Low, i.High)
		}
	}
}
