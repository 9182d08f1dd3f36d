package transversal

import (
	"math/bits"

	"coterie/internal/solve/sets"
)

// tableNodes is the greatest number of nodes for which all node sets are tabulated: 2^24 bits,
// 2 MiB, and about ten milliseconds.
const tableNodes = 24

// tableTransversal returns a smallest transversal as ascending columns, from the table of all
// node sets: a set is a transversal if and only if its complement contains no quorum. Of the
// largest sets without a quorum it takes the one whose mask is the least number. It needs at
// most tableNodes nodes. Cost: O(n·2^n/64) word operations, however many quorums there are.
func (h *hitting) tableTransversal() []int32 {
	n := len(h.nodes)
	table := sets.NewTable(n)
	for i := range h.index {
		table.Add(int(h.row(i)[0]))
	}
	table.CloseUp()
	best, most := 0, -1
	for w, live := range table.Bits {
		dead := sets.FullWord(1<<n, w) &^ live
		if dead == 0 || bits.OnesCount(uint(w))+6 <= most {
			continue
		}
		for ; dead != 0; dead &= dead - 1 {
			x := w<<6 + bits.TrailingZeros64(dead)
			if c := bits.OnesCount(uint(x)); c > most {
				best, most = x, c
			}
		}
	}
	var columns []int32
	for v := range n {
		if best>>v&1 == 0 {
			columns = append(columns, int32(v))
		}
	}
	return columns
}
