package transversal

import (
	"slices"

	"coterie/internal/sets"
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
	rows  sets.Matrix    // a row for each of index
	cols  sets.Matrix    // a row for each of nodes
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
	h.rows = sets.NewMatrix(len(order), len(h.nodes))
	h.rows.Bits = h.rows.Bits[:0]
	seen := make(map[uint64][]int32, len(order)) // rows by hash
	row := sets.New(len(h.nodes))
	for _, i := range order {
		clear(row)
		each(i, func(v int32) { row.Add(int(v)) })
		key := hitHash(row)
		if slices.ContainsFunc(seen[key], func(r int32) bool { return slices.Equal(h.row(int(r)), row) }) {
			continue
		}
		seen[key] = append(seen[key], int32(len(h.index)))
		h.index = append(h.index, i)
		h.sizes = append(h.sizes, row.Len())
		h.rows.Bits = append(h.rows.Bits, row...)
	}
	h.cols = h.rows.Transposed(len(h.index), len(h.nodes))
}

func (h *hitting) row(i int) sets.Bits { return h.rows.Row(i) }
func (h *hitting) col(v int) sets.Bits { return h.cols.Row(v) }

// withoutSupersets returns the instance of the minimal rows, or h itself where that takes more
// than supersetWork. The rows that contain row i are the AND of the columns of its nodes.
func (h *hitting) withoutSupersets() *hitting {
	incidences := 0
	for _, s := range h.sizes {
		incidences += s
	}
	if incidences*h.cols.Words > supersetWork {
		return h
	}
	drop := make([]bool, len(h.index))
	both := sets.New(len(h.index))
	found := false
	for i := range h.index {
		if drop[i] {
			continue
		}
		copy(both, h.col(h.row(i).First()))
		for v := range h.row(i).All() {
			both.Intersect(h.col(v))
		}
		for j := range both.All() {
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
	used := sets.New(len(h.nodes))
	for _, i := range keep {
		used.Unite(h.row(i))
	}
	part := &hitting{}
	column := make([]int32, len(h.nodes))
	for v := range used.All() {
		column[v] = int32(len(part.nodes))
		part.nodes = append(part.nodes, h.nodes[v])
	}
	part.rows = sets.NewMatrix(len(keep), len(part.nodes))
	for r, i := range keep {
		part.index = append(part.index, h.index[i])
		part.sizes = append(part.sizes, h.sizes[i])
		row := part.row(r)
		for v := range h.row(i).All() {
			row.Add(int(column[v]))
		}
	}
	part.cols = part.rows.Transposed(len(keep), len(part.nodes))
	return part
}

// components splits the instance into its connected parts: two rows that share a node are in
// one part. A smallest transversal is the union of smallest transversals of the parts. They come
// in the order of their first rows.
func (h *hitting) components() []*hitting {
	todo := sets.Full(len(h.index))
	reached := sets.New(len(h.index))
	var parts []*hitting
	for {
		start := todo.First()
		if start < 0 {
			break
		}
		// Breadth first over rows; done marks nodes whose rows are all in reached.
		done := sets.New(len(h.nodes))
		clear(reached)
		queue := []int{start}
		reached.Add(start)
		var rows []int
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			rows = append(rows, i)
			for v := range h.row(i).All() {
				if done.Has(v) {
					continue
				}
				done.Add(v)
				for j := range h.col(v).All() {
					if !reached.Has(j) {
						reached.Add(j)
						queue = append(queue, j)
					}
				}
			}
		}
		if len(rows) == len(h.index) {
			return []*hitting{h}
		}
		todo.Subtract(reached)
		slices.Sort(rows)
		parts = append(parts, h.restricted(rows))
	}
	return parts
}

// meetsAll reports whether the nodes (columns) meet every row.
func (h *hitting) meetsAll(nodes []int32) bool {
	for w := range h.cols.Words {
		var x uint64
		for _, v := range nodes {
			x |= h.col(int(v))[w]
		}
		if x != sets.FullWord(len(h.index), w) {
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

// hitHash is the 64-bit FNV-1a hash, taken word by word.
func hitHash(words []uint64) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		h = (h ^ w) * 1099511628211
		h ^= h >> 29
	}
	return h
}
