package bounds

import (
	"math/big"
	"testing"

	"coterie/internal/check/assert"
)

// TestOracles checks the naive oracles themselves on systems whose figures are known.
func TestOracles(t *testing.T) {
	fano := []nodeSet{0b0000111, 0b0011001, 0b1100001, 0b0101010, 0b1010010, 0b1001100, 0b0110100}
	assert.Equal(t, exactLoad(7, fano).RatString(), "3/7", "load of the Fano plane")
	assert.Equal(t, mostCrashes(7, fano), 2, "resilience of the Fano plane")
	majority := []nodeSet{0b011, 0b101, 0b110}
	assert.Equal(t, exactLoad(3, majority).RatString(), "2/3", "load of 2 of 3")
	wheel := []nodeSet{0b0011, 0b0101, 0b1001, 0b1110} // hub 0, rim 1 2 3
	assert.Equal(t, exactLoad(4, wheel).RatString(), "3/5", "load of the wheel of four nodes")
	rows, columns := []nodeSet{0b0011, 0b1100}, []nodeSet{0b0101, 0b1010}
	assert.Equal(t, exactMixLoad(4, [][]nodeSet{rows, columns}, []int64{1, 3}).RatString(), "1/2", "load of the 2×2 grid under the mix 1/4, 3/4")
	assert.Equal(t, mostDisjoint(rows), 2, "degree of two rows")
	// Dedekind's numbers less the empty antichain and the one of the empty set: 4, 18, 166.
	for n, want := range map[int]int{2: 4, 3: 18, 4: 166} {
		assert.Equal(t, len(antichains(n)), want, "antichains on %d nodes", n)
	}
}

// TestSimplexDuality checks the linear programming oracle by its certificate: on every
// intersecting family of three nodes, packing and covering have the same value, and both are
// feasible.
func TestSimplexDuality(t *testing.T) {
	intersectingFamilies(3, func(family []nodeSet) {
		var a [][]int64
		for x := range 3 {
			var row []int64
			for _, s := range family {
				row = append(row, int64(s>>x&1))
			}
			a = append(a, row)
		}
		ones := make([]int64, len(family))
		for i := range ones {
			ones[i] = 1
		}
		packing, cover := simplex(a, []int64{1, 1, 1}, ones)
		sum := new(big.Rat)
		for _, y := range cover {
			if y.Sign() < 0 {
				t.Fatalf("%b: a node has the weight %s", family, y)
			}
			sum.Add(sum, y)
		}
		assert.MustSameNumber(t, sum, packing, "%b: packing %s, cover", family, packing)
		for _, s := range family {
			weight := new(big.Rat)
			for x, y := range cover {
				if s>>x&1 == 1 {
					weight.Add(weight, y)
				}
			}
			if weight.Cmp(big.NewRat(1, 1)) < 0 {
				t.Fatalf("%b: the set %b has the weight %s", family, s, weight)
			}
		}
	})
}
