package availability

import (
	"context"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestDisjointUnionsByTryingAllSets compares with the definition on random families of few nodes.
func TestDisjointUnionsByTryingAllSets(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	several := 0
	for range 60 {
		n := 2 + random.IntN(6)
		var quorums [][]int
		var masks []uint
		for range 1 + random.IntN(7) {
			mask := 1 + random.UintN(1<<n-1)
			masks = append(masks, mask)
			var nodes []int
			for v := range n {
				if mask>>v&1 == 1 {
					nodes = append(nodes, v)
				}
			}
			quorums = append(quorums, nodes)
		}
		f := assert.Got(quorum.NewFamily(n, quorums))(t)
		// most[set] is the greatest number of disjoint quorums in the set, by trying every first
		// one.
		most := make([]int, 1<<n)
		for set := range uint(1) << n {
			for _, q := range masks {
				if q&^set == 0 {
					most[set] = max(most[set], 1+most[set&^q])
				}
			}
		}
		for r := 1; r <= 3; r++ {
			counts := make([]int64, n+1)
			live := int64(0)
			for set, has := range most {
				if has >= r {
					counts[bits.OnesCount(uint(set))]++
					live++
				}
			}
			l := assert.Got(CountDisjoint(context.Background(), f, r, LiveOptions{}))(t)
			for s, c := range l.Counts {
				assert.SameNumber(t, c, big.NewInt(counts[s]), "%b, r = %d: sets of %d", masks, r, s)
			}
			assert.Equal(t, l.Counts == nil, live == 0, "%b, r = %d: no counts", masks, r)
			share := float64(live) / float64(len(most)) // every node crashes with probability 1/2
			e := assert.Got(EstimateConcurrent(context.Background(), f, r, bounds.FractionOf(1, 2), SampleOptions{Samples: 640, Confidence: 0.9999999}))(t)
			if share < e.Estimate.Low || share > e.Estimate.High || e.Interval == nil {
				t.Errorf("%b, r = %d: %v is not in %+v", masks, r, share, *e.Estimate)
			}
			sets := assert.Got(disjointUnions(context.Background(), f, r, 1000))(t)
			if r > 1 && len(sets) > 0 {
				several++
			}
			for set := range uint(1) << n {
				contains := false
				for _, s := range sets {
					inside := true
					for v := range s.All() {
						inside = inside && set>>v&1 == 1
					}
					contains = contains || inside
				}
				assert.MustEqual(t, contains, (most[set] >= r), "quorums %b, r = %d: set %b has %d disjoint quorums (of %d nodes), and the sets are %v", masks, r, set, most[set], bits.OnesCount(set), sets)
			}
		}
	}
	if several < 10 {
		t.Errorf("only %d cases with disjoint quorums", several)
	}
}

func TestDisjointUnionsLimit(t *testing.T) {
	f := assert.Got(quorum.NewFamily(6, [][]int{{0}, {1}, {2}, {3}, {4}, {5}}))(t)
	assert.Refused(disjointUnions(context.Background(), f, 3, 10))(t, "", "20 unions within a limit of 10")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.Refused(disjointUnions(ctx, f, 2, 100))(t, "", "a cancelled search found an answer")
}

// TestDisjointMajorities: of all sets of s of n nodes a set contains r disjoint ones if and only if
// it has r·s nodes.
func TestDisjointMajorities(t *testing.T) {
	for _, c := range [][3]int{{9, 2, 3}, {10, 3, 3}, {12, 4, 2}, {12, 2, 5}} {
		n, s, r := c[0], c[1], c[2]
		var masks []uint
		for mask := range uint(1) << n {
			if bits.OnesCount(mask) == s {
				masks = append(masks, mask)
			}
		}
		l := assert.Got(CountDisjoint(t.Context(), assert.Got(quorum.FamilyOfMasks(n, masks))(t), r, LiveOptions{}))(t)
		for size, count := range l.Counts {
			want := new(big.Int)
			if size >= r*s {
				want.Binomial(int64(n), int64(size))
			}
			assert.SameNumber(t, count, want, "n = %d, s = %d, r = %d: sets of %d", n, s, r, size)
		}
	}
}
