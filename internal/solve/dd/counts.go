package dd

import (
	"math/big"
	"math/bits"
	"slices"
)

// Counts are the numbers of sets of all the families that a store had when they were counted.
type Counts struct {
	s     *Store
	words int // for each, low word first
	all   []uint64
}

// Counts counts from the constants up, since the parts of a node come before it. Cost O(u/64) word
// operations, and as much memory, for each node of the store.
func (s *Store) Counts() Counts {
	c := Counts{s: s, words: len(s.order)/64 + 1}
	c.all = make([]uint64, c.words*len(s.nodes))
	c.row(One)[0] = 1
	for f := One + 1; int(f) < len(s.nodes); f++ {
		x := s.nodes[f]
		addShifted(c.row(f), c.row(x.lo), c.free(x.lo, x.level+1))
		addShifted(c.row(f), c.row(x.hi), c.free(x.hi, x.level+1))
	}
	return c
}

func (c Counts) row(f Ref) []uint64 { return c.all[int(f)*c.words : (int(f)+1)*c.words] }

// free returns the number of levels from level up to that of f, which f leaves out and a set may
// contain.
func (c Counts) free(f Ref, level int32) int {
	if c.s.rule == ZDD {
		return 0
	}
	return int(c.s.nodes[f].level - level)
}

// Of returns the number of sets in f, as a family of sets over the levels from level on.
func (c Counts) Of(f Ref, level int32) *big.Int {
	z := new(big.Int)
	for _, w := range slices.Backward(c.row(f)) {
		z.Or(z.Lsh(z, 64), new(big.Int).SetUint64(w))
	}
	return z.Lsh(z, uint(c.free(f, level)))
}

// addShifted adds x << shift to dst, of the same length, which has room for it.
func addShifted(dst, x []uint64, shift int) {
	carry, low := uint64(0), uint(shift&63)
	for i := shift >> 6; i < len(dst); i++ {
		k := i - shift>>6
		w := x[k] << low
		if k > 0 {
			w |= x[k-1] >> (64 - low) // 0 for low = 0
		}
		dst[i], carry = bits.Add64(dst[i], w, carry)
	}
}
