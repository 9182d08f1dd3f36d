package transversal

import (
	"coterie/internal/check/assert"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCountAgainstAllSets compares the counts of every size with all sets of the nodes.
func TestCountAgainstAllSets(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for trial := range 400 {
		n := 1 + r.IntN(13)
		f := randomSets(t, r, n, 1+r.IntN(30), 1+r.IntN(n), trial%2 == 0)
		var masks []uint32
		for _, q := range f.All() {
			var x uint32
			for _, v := range q {
				x |= 1 << v
			}
			masks = append(masks, x)
		}
		want := make([]int64, n+1)
		for set := range uint32(1) << n {
			if !slices.ContainsFunc(masks, func(x uint32) bool { return x&set == 0 }) {
				want[bits.OnesCount32(set)]++
			}
		}
		got := assert.Got(Count(t.Context(), f, CountOptions{Jobs: 1 + trial%3, MaxWork: 1 << 40}))(t)
		if len(got) != n+1 {
			t.Fatalf("trial %d: %v", trial, got)
		}
		for k, c := range got {
			assert.MustSameNumber(t, c, big.NewInt(want[k]), "trial %d", trial)
		}
	}
}
