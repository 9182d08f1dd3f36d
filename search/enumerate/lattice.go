package enumerate

import (
	"cmp"
	"slices"
)

// maxLattice is the most variables for which all monotone functions are kept in memory: 7581 of
// five variables; of six there are 7,828,354.
const maxLattice = 5

// lattice is a set of monotone functions of the same k variables that has with two functions also
// their AND and OR, and with each its dual: all of them, or those that some renamings of the
// variables leave as they are. It is immutable after it was made.
type lattice struct {
	k       int
	members []table  // ascending as numbers, which is a linear extension of <=
	duals   []uint16 // the index of the dual of each member
	slots   []uint16 // an open hash table of indices + 1
	shift   uint
}

// allMonotone returns the lattice of all monotone functions of k <= 5 variables, among them the two
// constant ones: 2, 3, 6, 20, 168, 7581 of them (Dedekind's numbers).
func allMonotone(k int) *lattice {
	if k < 0 || k > maxLattice {
		panic("enumerate: all monotone functions of more than five variables are not kept")
	}
	members := []table{0, 1}
	for i := range k {
		var wider []table
		for _, hi := range members {
			for _, lo := range members {
				if lo.below(hi) {
					wider = append(wider, lo|hi<<(1<<i))
				}
			}
		}
		members = wider
	}
	return newLattice(k, members)
}

// newLattice returns the lattice with these members, fewer than 2^16, in any order and without
// repetitions. It panics if a dual is missing: that is the caller's bug.
func newLattice(k int, members []table) *lattice {
	l := &lattice{k: k, members: slices.SortedFunc(slices.Values(members), cmp.Compare[table])}
	l.shift = 64
	size := 1
	for size < 2*len(members) {
		size *= 2
		l.shift--
	}
	l.slots = make([]uint16, size)
	for i, f := range l.members {
		s := l.slot(f)
		l.slots[s] = uint16(i + 1)
	}
	l.duals = make([]uint16, len(members))
	for i, f := range l.members {
		l.duals[i] = uint16(l.index(f.dual(k)))
	}
	return l
}

// slot returns where f stands in the hash table, or the empty place where it would.
func (l *lattice) slot(f table) uint64 {
	s := uint64(f) * 0x9e3779b97f4a7c15 >> l.shift
	for {
		i := l.slots[s]
		if i == 0 || l.members[i-1] == f {
			return s
		}
		s = (s + 1) & uint64(len(l.slots)-1)
	}
}

// index returns the place of f among the members. It panics if f is none.
func (l *lattice) index(f table) int {
	i := l.slots[l.slot(f)]
	if i == 0 {
		panic("enumerate: a function that is not in the lattice")
	}
	return int(i) - 1
}

// has reports whether f is a member.
func (l *lattice) has(f table) bool { return l.slots[l.slot(f)] != 0 }
