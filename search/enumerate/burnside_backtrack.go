package enumerate

import (
	"context"
	"math/big"
	"math/bits"

	"coterie/internal/machine/par"
)

// maxOrbits is the most orbits of sets that the backtracking of fixedByBacktracking can hold.
const maxOrbits = 256

// orbitSet is a set of orbits.
type orbitSet [maxOrbits / 64]uint64

func (s *orbitSet) put(i int) { s[i/64] |= 1 << (i % 64) }

func (s orbitSet) or(t *orbitSet) orbitSet {
	for w := range s {
		s[w] |= t[w]
	}
	return s
}

// firstMissing is the first orbit that is not in s, or maxOrbits.
func (s *orbitSet) firstMissing() int {
	for w, x := range s {
		if x != ^uint64(0) {
			return 64*w + bits.TrailingZeros64(^x)
		}
	}
	return maxOrbits
}

// backtracking decides orbit by orbit of sets where a self-dual function is true.
type backtracking struct {
	orbits int
	// above[i] is what is decided when orbit i gets the value true: all orbits with a superset of
	// one of its sets (true), and those of the complements of these (false).
	above []orbitSet
	other []int // the orbit of the complements
	count uint64
	poll  par.Poll
}

// fixedByBacktracking counts the self-dual monotone functions that a renaming leaves as they are,
// one by one. It decides which of an orbit of sets and the orbit of their complements gets the
// value true. An orbit with two disjoint sets is false, since it has a set inside the complement of
// another; when these are decided no choice leads nowhere (docs/theorems/cycles-taken-apart.md), so
// that the work is in proportion to the result. It panics if there are more than 256 orbits.
func fixedByBacktracking(ctx context.Context, to []int, opts Options) (*big.Int, error) {
	orbits := orbitsOfSets(to)
	if len(orbits) > maxOrbits {
		panic("enumerate: too many orbits of sets to backtrack over")
	}
	orbitOf := make([]int, 1<<len(to))
	for i, sets := range orbits {
		for _, x := range sets {
			orbitOf[x] = i
		}
	}
	b := backtracking{poll: par.NewPoll(ctx), orbits: len(orbits), above: make([]orbitSet, len(orbits)), other: make([]int, len(orbits))}
	last := len(orbitOf) - 1
	var decided orbitSet
	for i, sets := range orbits {
		b.other[i] = orbitOf[last^sets[0]]
		if b.other[i] == i {
			return new(big.Int), nil // a set would have the value of its complement
		}
	}
	for i, sets := range orbits {
		for x := sets[0]; x <= last; x = (x + 1) | sets[0] { // the supersets
			b.above[i].put(orbitOf[x])
			b.above[i].put(b.other[orbitOf[x]])
		}
	}
	for i, sets := range orbits {
		for x := sets[0]; x <= last; x = (x + 1) | sets[0] {
			if orbitOf[x] == b.other[i] { // i is false and the other one true
				decided = decided.or(&b.above[b.other[i]])
			}
		}
	}
	opts.progress().Tell("backtracking over orbits of sets", 0, 0)
	if err := b.decide(decided); err != nil {
		return nil, err
	}
	return new(big.Int).SetUint64(b.count), nil
}

// decide goes on where the orbits of decided have their values.
func (b *backtracking) decide(decided orbitSet) error {
	if err := b.poll.Err(); err != nil {
		return err
	}
	i := decided.firstMissing()
	if i >= b.orbits {
		b.count++
		return nil
	}
	for _, chosen := range [2]int{i, b.other[i]} {
		if err := b.decide(decided.or(&b.above[chosen])); err != nil {
			return err
		}
	}
	return nil
}
