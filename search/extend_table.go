package search

import (
	"context"
	"iter"
	"math/big"
	"math/bits"
	"slices"

	"coterie/quorum"
)

// extendTableNodes bounds the nodes of a table to 2^26 bits, 8 MiB.
const extendTableNodes = 26

// extendTable is a Boolean function of the subsets of n <= extendTableNodes nodes, one bit for each: set X is
// number Σ_{v∈X} 2^v, bit X mod 64 of word X/64. Below 6 nodes the unused bits of the only word are 0.
type extendTable struct {
	n     int
	words []uint64
}

// extendTables is the algebra of tables. Every operation costs O(2^n/64) words, Up and minimal n times that. Once ctx has
// ended they do nothing.
type extendTables struct {
	ctx context.Context
	n   int
}

func (a extendTables) stopped() bool { return a.ctx.Err() != nil }

// extendClear[v] are the bits of a word whose number is that of a set without v.
var extendClear = [6]uint64{
	0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
	0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff,
}

func (a extendTables) empty() extendTable { return newExtendTable(a.n) }

func newExtendTable(n int) extendTable {
	return extendTable{n, make([]uint64, max(1, 1<<n/64))}
}

// used are the bits of a word that are sets.
func (a extendTables) used() uint64 {
	if a.n >= 6 {
		return ^uint64(0)
	}
	return 1<<(1<<a.n) - 1
}

func (a extendTables) Up(f quorum.Family) extendTable {
	t := a.empty()
	if a.stopped() {
		return t
	}
	for _, q := range f.All() {
		x := extendNumber(q)
		t.words[x>>6] |= 1 << (x & 63)
	}
	for v := range min(6, a.n) {
		for i, w := range t.words {
			t.words[i] |= w & extendClear[v] << (1 << v)
		}
	}
	for v := 6; v < a.n && !a.stopped(); v++ {
		step := 1 << (v - 6)
		for base := 0; base < len(t.words); base += 2 * step {
			for i := base; i < base+step; i++ {
				t.words[i+step] |= t.words[i]
			}
		}
	}
	return t
}

func extendNumber(q []int32) uint32 {
	var x uint32
	for _, v := range q {
		x |= 1 << v
	}
	return x
}

// Dual: complementing a set turns the order of the table round.
func (a extendTables) Dual(t extendTable) extendTable {
	out := a.empty()
	if a.stopped() {
		return out
	}
	for i := range t.words {
		w := t.words[len(t.words)-1-i]
		if a.n < 6 {
			w = bits.Reverse64(w) >> (64 - 1<<a.n)
		} else {
			w = bits.Reverse64(w)
		}
		out.words[i] = ^w & a.used()
	}
	return out
}

func (a extendTables) And(s, t extendTable) extendTable {
	out := a.empty()
	if a.stopped() {
		return out
	}
	for i := range out.words {
		out.words[i] = s.words[i] & t.words[i]
	}
	return out
}

func (a extendTables) Or(s, t extendTable) extendTable {
	out := a.empty()
	if a.stopped() {
		return out
	}
	for i := range out.words {
		out.words[i] = s.words[i] | t.words[i]
	}
	return out
}

// AtLeast is the function "k nodes or more".
func (a extendTables) AtLeast(k int) extendTable {
	out := a.empty()
	var enough [7]uint64 // of the low six nodes, so many or more
	for x := range 64 {
		for s := 0; s <= bits.OnesCount(uint(x)); s++ {
			enough[s] |= 1 << x
		}
	}
	for i := range out.words {
		if s := k - bits.OnesCount(uint(i)); s <= 6 {
			out.words[i] = enough[max(s, 0)] & a.used()
		}
	}
	return out
}

func (a extendTables) Holds(v int) extendTable {
	out := a.empty()
	for i := range out.words {
		switch {
		case v < 6:
			out.words[i] = ^extendClear[v] & a.used()
		case i>>(v-6)&1 == 1:
			out.words[i] = ^uint64(0)
		}
	}
	return out
}

func (a extendTables) equal(s, t extendTable) bool { return slices.Equal(s.words, t.words) }

func (a extendTables) err() error { return context.Cause(a.ctx) }

func (a extendTables) value(t extendTable) extendFunction { return t }

// proved checks nondomination set by set, with none of the operations that made the functions: every one is
// monotone, and f(X) and f(V∖X) differ for every X (one function); f_i(X) holds iff f_j(V∖X) does for no j ≠ i.
func (a extendTables) proved(fs []extendTable) bool {
	full := uint32(1)<<a.n - 1
	for _, f := range fs {
		for v := range a.n {
			if a.stopped() {
				return false
			}
			bit := uint32(1) << v
			for i, w := range f.words {
				without := w
				if v < 6 {
					without &= extendClear[v]
					if without<<(1<<v)&^w != 0 {
						return false
					}
				} else if x := uint32(i) << 6; x&bit == 0 && w&^f.words[(x|bit)>>6] != 0 {
					return false
				}
			}
		}
	}
	for x := uint32(0); ; x++ {
		if x&0xfffff == 0 && a.stopped() {
			return false
		}
		y := full ^ x
		if len(fs) == 1 {
			if fs[0].bit(x) == fs[0].bit(y) {
				return false
			}
		} else {
			var here, there uint32 // the functions that hold at x and at y
			for i, f := range fs {
				if f.bit(x) {
					here |= 1 << i
				}
				if f.bit(y) {
					there |= 1 << i
				}
			}
			for i := range fs {
				if here>>i&1 == 1 != (there&^(1<<i) == 0) {
					return false
				}
			}
		}
		if x == full {
			return true
		}
	}
}

func (t extendTable) bit(x uint32) bool { return t.words[x>>6]>>(x&63)&1 == 1 }

func (t extendTable) has(s quorum.Set) bool {
	var x uint32
	for v := range s.All() {
		x |= 1 << v
	}
	return t.bit(x)
}

// minimalWord returns word i of the table of the minimal sets.
func (t extendTable) minimalWord(i int) uint64 {
	w := t.words[i]
	above := uint64(0) // sets with a smaller live one that lacks one node
	for v := range min(6, t.n) {
		above |= w & extendClear[v] << (1 << v)
	}
	for rest := uint(i); rest != 0; rest &= rest - 1 {
		above |= t.words[uint(i)&^(rest&-rest)]
	}
	return w &^ above
}

func (t extendTable) live(context.Context) ([]*big.Int, error) {
	var of [7]uint64 // the sets of the low six nodes of each size
	for x := range 64 {
		of[bits.OnesCount(uint(x))] |= 1 << x
	}
	counts := make([]int64, max(t.n, 6)+1)
	for i, w := range t.words {
		if w != 0 {
			for s, m := range of {
				counts[s+bits.OnesCount(uint(i))] += int64(bits.OnesCount64(w & m))
			}
		}
	}
	out := make([]*big.Int, t.n+1)
	for s := range out {
		out[s] = big.NewInt(counts[s])
	}
	return out, nil
}

func (t extendTable) count(ctx context.Context) (*big.Int, error) {
	total := int64(0)
	for i := range t.words {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		total += int64(bits.OnesCount64(t.minimalWord(i)))
	}
	return big.NewInt(total), nil
}

// minimal yields the minimal sets by ascending number.
func (t extendTable) minimal(ctx context.Context) iter.Seq[quorum.Set] {
	return func(yield func(quorum.Set) bool) {
		nodes := make([]int, 0, t.n)
		for i := range t.words {
			if i&0xfff == 0 && ctx.Err() != nil {
				return
			}
			for w := t.minimalWord(i); w != 0; w &= w - 1 {
				nodes = nodes[:0]
				for x := uint(i)<<6 | uint(bits.TrailingZeros64(w)); x != 0; x &= x - 1 {
					nodes = append(nodes, bits.TrailingZeros(x))
				}
				if !yield(quorum.SetOf(nodes...)) {
					return
				}
			}
		}
	}
}
