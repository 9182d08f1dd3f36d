package enumerate

import (
	"iter"
	"sort"
)

// every is a set of bytes, the highest bit of each: the borrows of a comparison of bytes.
const every = 0x8080808080808080

// halves goes through the monotone functions of k <= 6 variables without keeping them: such a
// function is a pair lo <= hi of monotone functions of the first k-1 variables, what it is without
// and with the last one, and in the order of truth tables as numbers hi comes first.
//
// Counts of a function x are packed: byte i is the number of true sets with variable i, at most 32.
type halves struct {
	k     int
	half  *lattice // nil for k = 0
	down  []uint16 // down[start[i]:start[i+1]] are the members of half below member i, ascending
	start []int
	lo    []uint64 // the counts that member i adds as lower half
	hi    []uint64 // and as upper half
}

func newHalves(k int) *halves {
	h := &halves{k: k}
	if k == 0 {
		return h
	}
	h.half = allMonotone(k - 1)
	members := h.half.members
	h.start = make([]int, len(members)+1)
	for i, x := range members {
		for j, y := range members[:i+1] {
			if y.below(x) {
				h.down = append(h.down, uint16(j))
			}
		}
		h.start[i+1] = len(h.down)
		c := x.counts(k - 1)
		h.lo = append(h.lo, c)
		h.hi = append(h.hi, c+uint64(x.size())<<(8*(k-1)))
	}
	return h
}

// counts has in byte i the number of true sets with variable i.
func (f table) counts(k int) uint64 {
	c := uint64(0)
	for i := range k {
		c |= uint64((f & with(i)).size()) << (8 * i)
	}
	return c
}

// below returns the indices of the members of the half lattice below member i.
func (h *halves) below(i int) []uint16 { return h.down[h.start[i]:h.start[i+1]] }

// functions yields the monotone functions of k variables that are at least from, as numbers, each
// with its counts, in ascending order.
func (h *halves) functions(from table) iter.Seq2[table, uint64] {
	return func(yield func(table, uint64) bool) {
		if h.k == 0 {
			_ = (from > 0 || yield(0, 0)) && yield(1, 0)
			return
		}
		members, width := h.half.members, 1<<(h.k-1)
		first := sort.Search(len(members), func(i int) bool { return members[i] >= from>>width })
		for hi := first; hi < len(members); hi++ {
			upper := members[hi] << width
			for _, lo := range h.below(hi) {
				x := upper | members[lo]
				if x >= from && !yield(x, h.hi[hi]+h.lo[lo]) {
					return
				}
			}
		}
	}
}

// under yields the monotone functions x <= top whose counts are at most those of bound (every
// byte at most 127), in ascending order as numbers. top must be monotone.
func (h *halves) under(top table, bound uint64, yield func(x table, counts uint64) bool) bool {
	if h.k == 0 {
		// Without variables there are no counts.
		return yield(0, 0) && (top == 0 || yield(1, 0))
	}
	members, width := h.half.members, 1<<(h.k-1)
	topLo := top & one(h.k-1)
	for _, hi := range h.below(h.half.index(top >> width)) {
		left := bound | every
		left -= h.hi[hi]
		if left&every != every {
			continue
		}
		for _, lo := range h.below(h.half.index(members[hi] & topLo)) {
			if (left-h.lo[lo])&every == every && !yield(members[hi]<<width|members[lo], h.hi[hi]+h.lo[lo]) {
				return false
			}
		}
	}
	return true
}

// unbounded is the bound that holds for every function.
const unbounded = ^uint64(every)

// depends reports whether f depends on all of its k variables.
func (f table) depends(k int) int {
	on := 0
	for i := range k {
		if (f>>(1<<i)^f)&^with(i) != 0 {
			on |= 1 << i
		}
	}
	return on
}
