//go:build slow

package construct

import (
	"math/bits"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/lattice"
	"coterie/quorum"
)

// TestSlowPathsOfFour lists the 577905 quorums of d = 4, and proves by the growth that Paths
// documents that d = 5 has more than quorum.MaxIncidences allow. Half a minute.
func TestSlowPathsOfFour(t *testing.T) {
	count, single := 0, 0
	corner := pathsEdges(4)
	for m := range lattice.NewCrossing(4).MinimalSets() {
		count++
		if corner(m) {
			single++
		}
	}
	assert.Equal(t, count, 577905, "quorums")
	if limit := quorum.MaxIncidences / 61; 25*single <= limit {
		t.Errorf("%d quorums alone at right and bottom: 25 times as many are not more than %d", single, limit)
	}
}

// pathsEdges returns a judge of sets of elements: whether they have one horizontal edge only that
// ends at the right side, and one only in the last row.
func pathsEdges(d int) func(uint64) bool {
	var right, last uint64
	for e, at := range PathsLayout(d) {
		if at.X == 2*d+1 {
			right |= 1 << e
		}
		if at.Y == 2*d {
			last |= 1 << e
		}
	}
	return func(m uint64) bool { return bits.OnesCount64(m&right) == 1 && bits.OnesCount64(m&last) == 1 }
}
