package sets

import (
	"iter"
	"math/bits"
)

// Bits is a set of integers from 0 on: bit i%64 of word i/64 tells whether i is in it. Methods on
// two sets need the same number of words in both, unless they say otherwise.
type Bits []uint64

// Words returns the number of words that n bits take.
func Words(n int) int { return (n + 63) / 64 }

// New returns the empty set with room for n bits.
func New(n int) Bits { return make(Bits, Words(n)) }

// Full returns the set of 0, ..., n-1.
func Full(n int) Bits {
	b := New(n)
	for w := range b {
		b[w] = FullWord(n, w)
	}
	return b
}

// FullWord returns word w of Full(n).
func FullWord(n, w int) uint64 {
	if rest := n - w<<6; rest < 64 {
		return 1<<rest - 1
	}
	return ^uint64(0)
}

// Has reports whether i is in b.
func (b Bits) Has(i int) bool { return b[i>>6]>>(i&63)&1 == 1 }

// Add puts i into b.
func (b Bits) Add(i int) { b[i>>6] |= 1 << (i & 63) }

// Remove takes i out of b.
func (b Bits) Remove(i int) { b[i>>6] &^= 1 << (i & 63) }

// Unite adds c to b, which has at least as many words.
func (b Bits) Unite(c Bits) {
	b = b[:len(c)]
	for w, x := range c {
		b[w] |= x
	}
}

// Intersect removes from b all that is not in c.
func (b Bits) Intersect(c Bits) {
	b = b[:len(c)]
	for w, x := range c {
		b[w] &= x
	}
}

// Subtract takes c out of b, which has at least as many words.
func (b Bits) Subtract(c Bits) {
	b = b[:len(c)]
	for w, x := range c {
		b[w] &^= x
	}
}

// Empty reports whether nothing is in b.
func (b Bits) Empty() bool {
	for _, x := range b {
		if x != 0 {
			return false
		}
	}
	return true
}

// Len returns the number of integers in b.
func (b Bits) Len() int {
	count := 0
	for _, x := range b {
		count += bits.OnesCount64(x)
	}
	return count
}

// Common returns the number of integers in both. c may have more words.
func (b Bits) Common(c Bits) int {
	c = c[:len(b)]
	count := 0
	for w, x := range b {
		count += bits.OnesCount64(x & c[w])
	}
	return count
}

// Meets reports whether b and c have an integer in common. c may have more words.
func (b Bits) Meets(c Bits) bool {
	c = c[:len(b)]
	for w, x := range b {
		if x&c[w] != 0 {
			return true
		}
	}
	return false
}

// SubsetOf reports whether all of b is in c, which may have more words.
func (b Bits) SubsetOf(c Bits) bool {
	c = c[:len(b)]
	for w, x := range b {
		if x&^c[w] != 0 {
			return false
		}
	}
	return true
}

// First returns the least of b, or -1.
func (b Bits) First() int {
	for w, x := range b {
		if x != 0 {
			return w<<6 + bits.TrailingZeros64(x)
		}
	}
	return -1
}

// All yields the integers in b, ascending. Changes during the loop take effect from the next word
// on.
func (b Bits) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, x := range b {
			for ; x != 0; x &= x - 1 {
				if !yield(w<<6 + bits.TrailingZeros64(x)) {
					return
				}
			}
		}
	}
}

// Identity returns 0..n-1.
func Identity(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// Sum returns the sum of numbers, as of the votes of nodes.
func Sum(list []int) (sum int) {
	for _, x := range list {
		sum += x
	}
	return sum
}

// Ones yields the bits of a word, ascending.
func Ones(x uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; x != 0; x &= x - 1 {
			if !yield(bits.TrailingZeros64(x)) {
				return
			}
		}
	}
}

// Mask returns the set of the given integers below 64 as one word.
func Mask(list []int32) uint64 {
	var x uint64
	for _, v := range list {
		x |= 1 << v
	}
	return x
}

// Masks returns the masks of lists.
func Masks(lists iter.Seq2[int, []int32]) (masks []uint64) {
	for _, list := range lists {
		masks = append(masks, Mask(list))
	}
	return masks
}
