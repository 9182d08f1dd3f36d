package measure

import (
	"math/bits"
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
	table := make([]uint64, max(1, 1<<n/64))
	for i := range h.index {
		x := h.row(i)[0]
		table[x>>6] |= 1 << (x & 63)
	}
	closeUpwards(table, n)
	best, most := 0, -1
	for w, live := range table {
		dead := ^live
		if n < 6 {
			dead &= 1<<(1<<n) - 1
		}
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

// closeUpwards adds to a table of sets of n elements, one bit for each, all sets that contain
// one of them.
func closeUpwards(table []uint64, n int) {
	without := [6]uint64{ // positions of a word whose index lacks element v
		0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
		0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff,
	}
	for v := range min(6, n) {
		for i, w := range table {
			table[i] |= w & without[v] << (1 << v)
		}
	}
	for v := 6; v < n; v++ {
		step := 1 << (v - 6)
		for base := 0; base < len(table); base += 2 * step {
			low, high := table[base:base+step], table[base+step:base+2*step]
			for i, w := range low {
				high[i] |= w
			}
		}
	}
}
