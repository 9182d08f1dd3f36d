package measure

import (
	"math/bits"
	"slices"

	"coterie/quorum"
)

// hitting is a hitting-set instance in two bit-parallel forms: the quorums ("rows") as masks of
// nodes, and the nodes ("columns") as masks of the quorums that hold them. Nodes in no quorum
// are left out, as are repeated quorums and, where looking for them is cheap, quorums that
// contain another one: none of this changes the transversals of least size.
//
// Rows are sorted by size, equal sizes in the order of the family.
type hitting struct {
	nodes []int          // the node of the family that each column stands for, ascending
	index []quorum.Index // the quorum of the family that each row stands for
	sizes []int          // of the rows, ascending
	rw    int            // words of a row
	rows  []uint64       // len(index) × rw
	cw    int            // words of a column
	cols  []uint64       // len(nodes) × cw
}

// supersetWork bounds the word operations that are spent on finding quorums that contain
// another one.
const supersetWork = 1 << 25

func newHitting(f quorum.Family) *hitting {
	used := make([]bool, f.N())
	for _, q := range f.All() {
		for _, v := range q {
			used[v] = true
		}
	}
	h := &hitting{}
	column := make([]int32, f.N())
	for v, u := range used {
		if u {
			column[v] = int32(len(h.nodes))
			h.nodes = append(h.nodes, v)
		}
	}
	lists := make([][]int32, f.Len())
	order := make([]quorum.Index, f.Len())
	for i, q := range f.All() {
		lists[i], order[i] = q, quorum.Index(i)
	}
	slices.SortStableFunc(order, func(a, b quorum.Index) int { return len(lists[a]) - len(lists[b]) })
	h.fill(order, func(i quorum.Index, yield func(int32)) {
		for _, v := range lists[i] {
			yield(column[v])
		}
	})
	return h.withoutSupersets()
}

// fill sets the rows, in the given order, and the columns; repeated rows are dropped.
func (h *hitting) fill(order []quorum.Index, each func(i quorum.Index, yield func(int32))) {
	n := len(h.nodes)
	h.rw = (n + 63) / 64
	h.rows = make([]uint64, 0, len(order)*h.rw)
	seen := make(map[uint64][]int32, len(order)) // rows by hash
	row := make([]uint64, h.rw)
	for _, i := range order {
		clear(row)
		each(i, func(v int32) { row[v>>6] |= 1 << (v & 63) })
		key := hitHash(row)
		if slices.ContainsFunc(seen[key], func(r int32) bool { return slices.Equal(h.row(int(r)), row) }) {
			continue
		}
		seen[key] = append(seen[key], int32(len(h.index)))
		h.index = append(h.index, i)
		h.sizes = append(h.sizes, onesIn(row))
		h.rows = append(h.rows, row...)
	}
	h.transpose()
}

// transpose sets the columns from the rows.
func (h *hitting) transpose() {
	h.cw = (len(h.index) + 63) / 64
	h.cols = make([]uint64, len(h.nodes)*h.cw)
	for i := range h.index {
		word, bit := i>>6, uint64(1)<<(i&63)
		for w, x := range h.row(i) {
			for ; x != 0; x &= x - 1 {
				h.cols[(w<<6+bits.TrailingZeros64(x))*h.cw+word] |= bit
			}
		}
	}
}

func (h *hitting) row(i int) []uint64 { return h.rows[i*h.rw : (i+1)*h.rw] }
func (h *hitting) col(v int) []uint64 { return h.cols[v*h.cw : (v+1)*h.cw] }

// withoutSupersets returns the instance of the minimal rows, or h itself where that takes more
// than supersetWork. The rows that contain row i are the AND of the columns of its nodes.
func (h *hitting) withoutSupersets() *hitting {
	incidences := 0
	for _, s := range h.sizes {
		incidences += s
	}
	if incidences*h.cw > supersetWork {
		return h
	}
	drop := make([]bool, len(h.index))
	both := make([]uint64, h.cw)
	found := false
	for i := range h.index {
		if drop[i] {
			continue
		}
		first := true
		for v := range onesOf(h.row(i)) {
			if first {
				copy(both, h.col(v))
				first = false
				continue
			}
			for w, x := range h.col(v) {
				both[w] &= x
			}
		}
		for j := range onesOf(both) {
			if j != i {
				drop[j], found = true, true
			}
		}
	}
	if !found {
		return h
	}
	var keep []int
	for i := range h.index {
		if !drop[i] {
			keep = append(keep, i)
		}
	}
	return h.restricted(keep)
}

// restricted returns the instance of the given rows, ascending, and of the nodes in them.
func (h *hitting) restricted(keep []int) *hitting {
	used := make([]uint64, h.rw)
	for _, i := range keep {
		for w, x := range h.row(i) {
			used[w] |= x
		}
	}
	part := &hitting{}
	column := make([]int32, len(h.nodes))
	for v := range onesOf(used) {
		column[v] = int32(len(part.nodes))
		part.nodes = append(part.nodes, h.nodes[v])
	}
	part.rw = (len(part.nodes) + 63) / 64
	part.rows = make([]uint64, len(keep)*part.rw)
	for r, i := range keep {
		part.index = append(part.index, h.index[i])
		part.sizes = append(part.sizes, h.sizes[i])
		row := part.row(r)
		for v := range onesOf(h.row(i)) {
			c := column[v]
			row[c>>6] |= 1 << (c & 63)
		}
	}
	part.transpose()
	return part
}

// components splits the instance into its connected parts: two rows that share a node are in
// one part. A smallest transversal is the union of smallest transversals of the parts. They come
// in the order of their first rows.
func (h *hitting) components() []*hitting {
	todo := fullMask(len(h.index))
	reached := make([]uint64, h.cw)
	var parts []*hitting
	for {
		start := firstOne(todo)
		if start < 0 {
			break
		}
		// Breadth first over rows; done marks nodes whose rows are all in reached.
		done := make([]uint64, h.rw)
		clear(reached)
		queue := []int{start}
		reached[start>>6] |= 1 << (start & 63)
		var rows []int
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			rows = append(rows, i)
			for v := range onesOf(h.row(i)) {
				if done[v>>6]>>(v&63)&1 == 1 {
					continue
				}
				done[v>>6] |= 1 << (v & 63)
				for w, x := range h.col(v) {
					for fresh := x &^ reached[w]; fresh != 0; fresh &= fresh - 1 {
						queue = append(queue, w<<6+bits.TrailingZeros64(fresh))
					}
					reached[w] |= x
				}
			}
		}
		if len(rows) == len(h.index) {
			return []*hitting{h}
		}
		for w := range todo {
			todo[w] &^= reached[w]
		}
		slices.Sort(rows)
		parts = append(parts, h.restricted(rows))
	}
	return parts
}

// meetsAll reports whether the nodes (columns) meet every row.
func (h *hitting) meetsAll(nodes []int32) bool {
	for w := range h.cw {
		var x uint64
		for _, v := range nodes {
			x |= h.cols[int(v)*h.cw+w]
		}
		if x != lastWords(len(h.index), w) {
			return false
		}
	}
	return true
}

// named returns the set of the family's nodes that the columns stand for.
func (h *hitting) named(columns []int32) quorum.Set {
	nodes := make([]int, len(columns))
	for i, v := range columns {
		nodes[i] = h.nodes[v]
	}
	return quorum.SetOf(nodes...)
}

// lastWords returns word w of the mask of n ones.
func lastWords(n, w int) uint64 {
	if rest := n - w<<6; rest < 64 {
		return 1<<rest - 1
	}
	return ^uint64(0)
}

// fullMask returns the mask of n ones.
func fullMask(n int) []uint64 {
	mask := make([]uint64, (n+63)/64)
	for w := range mask {
		mask[w] = lastWords(n, w)
	}
	return mask
}

// onesOf yields the positions of the ones, ascending.
func onesOf(mask []uint64) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for w, x := range mask {
			for ; x != 0; x &= x - 1 {
				if !yield(w<<6 + bits.TrailingZeros64(x)) {
					return
				}
			}
		}
	}
}

// firstOne returns the position of the first one, or -1.
func firstOne(mask []uint64) int {
	for w, x := range mask {
		if x != 0 {
			return w<<6 + bits.TrailingZeros64(x)
		}
	}
	return -1
}

// onesIn counts the ones.
func onesIn(mask []uint64) int {
	count := 0
	for _, x := range mask {
		count += bits.OnesCount64(x)
	}
	return count
}

// onesInBoth counts the common ones of two masks of the same length.
func onesInBoth(a, b []uint64) int {
	b = b[:len(a)]
	count := 0
	for w, x := range a {
		count += bits.OnesCount64(x & b[w])
	}
	return count
}

// containsMask reports whether a ⊆ b, for masks of the same length.
func containsMask(a, b []uint64) bool {
	b = b[:len(a)]
	for w, x := range a {
		if x&^b[w] != 0 {
			return false
		}
	}
	return true
}

// hitHash is the 64-bit FNV-1a hash, taken word by word.
func hitHash(words []uint64) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		h = (h ^ w) * 1099511628211
		h ^= h >> 29
	}
	return h
}
