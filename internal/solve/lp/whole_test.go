package lp

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// TestWhole: in whole numbers comes out the optimum in fractions, under either rule, with rows that
// fall and others; primal and dual values prove it, and stay as small as they are said to.
func TestWhole(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	r := rand.New(rand.NewPCG(31, 4))
	var k Whole
	for range 2000 {
		n := 1 + r.IntN(WholeRows)
		falling, free := n <= 9 && r.IntN(2) == 0, r.IntN(20)
		room := make([]*big.Rat, n)
		for i := range room {
			room[i] = big.NewRat(1, 1)
			if falling {
				room[i].SetInt64(int64(i + 1))
			}
		}
		p, columns := New(room, nil), []uint16(nil)
		for range 1 + r.IntN(40) {
			set := uint16(1 + r.IntN(1<<n-1))
			columns = append(columns, set)
			var row, count []int32
			for i := range n {
				part := set >> i & 1
				if falling {
					part = set & (2<<i - 1)
				}
				if part != 0 {
					row, count = append(row, int32(i)), append(count, int32(bits.OnesCount16(part)))
				}
			}
			p.Add(0, row, count)
		}
		want := assert.Got(p.SolveRational(t.Context(), 10_000_000))(t)
		k.Begin(n, columns, falling)
		for pivots := 0; k.Step(pivots >= free); pivots++ {
			if n <= 9 && k.Scale > 400 || k.Scale > 3645 {
				t.Fatalf("a minor of %d", k.Scale)
			}
		}
		primal, dual, s := int32(0), int32(0), SumsOf(&k.Dual, n)
		for i := range n {
			dual += k.Dual[i]
			if k.Basis[i] >= 0 {
				primal += k.Value[i]
			}
			if k.Value[i] < 0 || k.Dual[i] < 0 || falling && k.Dual[i] < k.Dual[i+1] {
				t.Fatalf("values %v, %v", k.Value, k.Dual)
			}
		}
		for _, set := range columns {
			if s.Of(set) < k.Scale {
				t.Fatalf("%b weighs %d of %d", set, s.Of(set), k.Scale)
			}
		}
		assert.Equal(t, primal, dual)
		if reduced := k.Dual.Reduced(); reduced[n-1]*k.Dual[0] != k.Dual[n-1]*reduced[0] {
			t.Fatalf("%v in other proportions: %v", k.Dual, reduced)
		}
		assert.SameNumber(t, big.NewRat(int64(primal), int64(k.Scale)), want.Total)
	}
}
