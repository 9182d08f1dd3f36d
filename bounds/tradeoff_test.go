package bounds

import (
	"math"
	"math/bits"
	"testing"

	"coterie/internal/check/assert"
)

// TestDegreeCostFormulas compares the formulas with counting up, and with the limit on the degree
// that they invert.
func TestDegreeCostFormulas(t *testing.T) {
	stronger := 0
	for m := 2; m <= 14; m++ {
		for d := 1; d <= 9; d++ {
			for responsibility := 2; responsibility <= 16; responsibility++ {
				r := min(responsibility, m)
				size := 1
				for size*(r-1) < d*(m-1) {
					size++
				}
				nodes := 1
				for nodes*r < m*d*size {
					nodes++
				}
				assert.MustEqual(t, SizeByDegree(m, d, responsibility), size, "SizeByDegree(%d,%d,%d)", m, d, responsibility)
				assert.MustEqual(t, NodesByDegree(m, d, responsibility), nodes, "NodesByDegree(%d,%d,%d)", m, d, responsibility)
				if DegreeByResponsibility(nodes, m, responsibility) < d {
					t.Fatalf("%d nodes, m = %d, R = %d: degree %d is excluded by Lemma 3.3", nodes, m, responsibility, d)
				}
				if nodes > 1 && DegreeByResponsibility(nodes-1, m, responsibility) >= d {
					stronger++
				}
				if responsibility > 2 && NodesByDegree(m, d, responsibility-1) < nodes {
					t.Fatalf("m = %d, d = %d: fewer nodes with responsibility %d than with %d", m, d, responsibility-1, responsibility)
				}
			}
		}
	}
	if stronger < 100 {
		t.Errorf("stronger than Lemma 3.3 in %d cases only", stronger)
	}
	if SizeByDegree(math.MaxInt, math.MaxInt, 2) != math.MaxInt || NodesByDegree(math.MaxInt, math.MaxInt, 2) != math.MaxInt {
		t.Error("a result beyond int")
	}
}

// TestLeastNodesByDegree finds by exhaustion the least n of systems of m cartels, degree d and
// responsibility at most R. It checks that no system has fewer nodes than the bound, and that the
// bound is attained if a group divisible design exists.
//
// Only systems are tried whose cartels have d disjoint quorums and no more: leaving out quorums
// keeps the degree and does not raise a responsibility. Such a system gives each node one of d+1
// labels for each cartel: its quorum, or none.
func TestLeastNodesByDegree(t *testing.T) {
	for _, c := range []struct{ m, d, responsibility, least int }{
		{2, 1, 2, 1}, {2, 2, 2, 4}, {2, 3, 2, 9},
		{3, 1, 2, 3}, {3, 2, 2, 12}, {3, 1, 3, 1}, {3, 2, 3, 4},
		{4, 1, 2, 6}, {4, 1, 3, 3}, {4, 1, 4, 1}, {5, 1, 3, 4}, {5, 1, 4, 3}, {6, 1, 3, 6}, {6, 1, 4, 3}, {7, 1, 3, 7}, {7, 1, 4, 5},
		{4, 2, 3, 8}, // the bound is met, and there is no design of triples on four points: a 3-GDD of type 2^4
		{4, 2, 4, 5}, // 4 by the bound, which would be a net of side 2 with four classes
	} {
		bound := NodesByDegree(c.m, c.d, c.responsibility)
		if bound > c.least {
			t.Errorf("m = %d, d = %d, R = %d: bound %d, there is a system of %d", c.m, c.d, c.responsibility, bound, c.least)
		}
		n := bound
		for !coversPairs(c.m, c.d, c.responsibility, n) {
			n++
		}
		assert.Equal(t, n, c.least, "m = %d, d = %d, R = %d: least n (bound %d)", c.m, c.d, c.responsibility, bound)
	}
}

// coversPairs reports whether n nodes can serve every pair of quorums of different cartels. Each
// node may be in at most R of the m·d quorums, and in at most one of each cartel.
func coversPairs(m, d, responsibility, n int) bool {
	points := m * d
	partners := make([]uint64, points) // points of other groups
	for p := range points {
		for q := range points {
			if p/d != q/d {
				partners[p] |= 1 << q
			}
		}
	}
	var blocks []uint64 // with as many points as possible: a node in fewer quorums serves no more pairs
	var grow func(block uint64, cartel, left int)
	grow = func(block uint64, cartel, left int) {
		if left == 0 {
			blocks = append(blocks, block)
			return
		}
		for g := cartel; g <= m-left; g++ {
			for s := range d {
				grow(block|1<<(g*d+s), g+1, left-1)
			}
		}
	}
	grow(0, 0, min(responsibility, m))
	pairsServed := min(responsibility, m) * (min(responsibility, m) - 1) / 2
	served := make([]uint64, points)
	var cover func(left int) bool
	cover = func(left int) bool {
		unserved, first, second := 0, -1, -1
		for p := range points {
			rest := partners[p] &^ served[p]
			unserved += bits.OnesCount64(rest)
			if rest != 0 && first < 0 {
				first, second = p, bits.TrailingZeros64(rest)
			}
		}
		if first < 0 {
			return true
		}
		if unserved/2 > left*pairsServed {
			return false
		}
		for _, block := range blocks {
			if block>>first&1 == 0 || block>>second&1 == 0 {
				continue
			}
			before := append([]uint64(nil), served...)
			for rest := block; rest != 0; rest &= rest - 1 {
				served[bits.TrailingZeros64(rest)] |= block
			}
			if cover(left - 1) {
				return true
			}
			copy(served, before)
		}
		return false
	}
	return cover(n)
}
