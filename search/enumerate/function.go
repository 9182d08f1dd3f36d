package enumerate

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// MaxNodes is the most nodes of a [Function].
const MaxNodes = 8

// Function is a monotone Boolean function of at most 8 nodes, as a truth table: at which sets of
// nodes it is true. A family of quorums stands for the function that is true at the sets that
// contain a quorum; the quorums of a coterie are its minimal sets. A set is a bit mask: bit i is
// node i, from 0. The zero value is the false function of no node. Values are comparable with ==.
type Function struct {
	n     int
	words [4]uint64 // bit a%64 of word a/64 is the value at set a
}

// FunctionOf returns the function of the sets that contain a quorum of f. It returns an error if f
// has more than 8 nodes.
func FunctionOf(f quorum.Family) (Function, error) {
	if f.N() > MaxNodes {
		return Function{}, quorum.Bad("n", fmt.Sprintf("%d nodes are too many for a truth table", f.N()), fmt.Sprintf("want at most %d", MaxNodes))
	}
	g := Function{n: f.N()}
	copy(g.words[:], sets.Up(f.N(), f.All()).Bits)
	return g, nil
}

// table returns f as a table of its own.
func (f *Function) table() sets.Table {
	return sets.Table{N: f.n, Bits: f.words[:max(1, 1<<f.n/64)]}
}

// Nodes returns the number of nodes.
func (f Function) Nodes() int { return f.n }

// Has reports whether f is true at a set of nodes, given as a bit mask below 2^n.
func (f Function) Has(set int) bool { return f.words[set/64]>>(set%64)&1 == 1 }

// Size returns the number of sets at which f is true: the live sets.
func (f Function) Size() int { return sets.Bits(f.words[:]).Len() }

// Dual returns the function that is true at a set where f is false at its complement: its minimal
// sets are the minimal transversals. f is a quorum system iff f <= its dual, and a nondominated
// coterie iff f is its dual.
func (f Function) Dual() Function {
	g := Function{n: f.n}
	f.table().Dual(g.table())
	return g
}

// Below reports whether g is true wherever f is. Both must have the same nodes.
func (f Function) Below(g Function) bool { return sets.Bits(f.words[:]).SubsetOf(g.words[:]) }

// compareSets orders sets of nodes by size; of two of one size, the one that has the least node in
// which they differ comes first.
func compareSets(a, b int) int {
	return cmp.Or(bits.OnesCount(uint(a))-bits.OnesCount(uint(b)), cmp.Compare(bits.Reverse64(uint64(b)), bits.Reverse64(uint64(a))))
}

// setOrder has all sets of 8 nodes in this order, and setRank the place of each in it.
var setOrder, setRank = func() (order, rank [1 << MaxNodes]uint8) {
	for i := range order {
		order[i] = uint8(i)
	}
	slices.SortFunc(order[:], func(a, b uint8) int { return compareSets(int(a), int(b)) })
	for at, set := range order {
		rank[set] = uint8(at)
	}
	return order, rank
}()

// Minimal returns the quorums as bit masks, by size and then in lexicographic order of their nodes.
func (f Function) Minimal() []int {
	var ranks [4]uint64 // of the quorums
	for w := range f.table().Bits {
		for minimal := f.table().MinimalWord(w); minimal != 0; minimal &= minimal - 1 {
			rank := setRank[w<<6|bits.TrailingZeros64(minimal)]
			ranks[rank>>6] |= 1 << (rank & 63)
		}
	}
	list := make([]int, 0, sets.Bits(ranks[:]).Len())
	for w, some := range ranks {
		for ; some != 0; some &= some - 1 {
			list = append(list, int(setOrder[w<<6|bits.TrailingZeros64(some)]))
		}
	}
	return list
}

// Family returns the quorums. It panics if f is true at the empty set, which is no quorum.
func (f Function) Family() quorum.Family {
	family, err := quorum.FamilyOfMasks(f.n, f.Minimal())
	if err != nil {
		panic(err)
	}
	return family
}

// Used returns the nodes that are in a quorum, as a bit mask: those on which f depends.
func (f Function) Used() int {
	used := 0
	for _, set := range f.Minimal() {
		used |= set
	}
	return used
}

// compare orders functions of the same nodes by their truth tables, as numbers.
func (f Function) compare(g Function) int {
	for w := len(f.words) - 1; w >= 0; w-- {
		if c := cmp.Compare(f.words[w], g.words[w]); c != 0 {
			return c
		}
	}
	return 0
}

// quarter returns the function of the first k = n-2 nodes that f is when node n-2 is in the set or
// not (bit 0 of which) and node n-1 is or not (bit 1). n must be at least 2.
func (f Function) quarter(which int) table {
	k := f.n - 2
	at := which << k
	return table(f.words[at/64]>>(at%64)) & one(k)
}

// selfDual returns the nondominated coterie on k+2 nodes that is e when neither of the last two
// nodes is there, p when only node k is, and so the dual of p when only node k+1 is, and the dual
// of e when both are. It is one if e <= p and e <= the dual of p; every one has this form once. It
// may be one with a single node as its only quorum.
func selfDual(k int, e, p table) Function {
	f := Function{n: k + 2}
	for which, quarter := range [4]table{e, p, p.dual(k), e.dual(k)} {
		at := which << k
		f.words[at/64] |= uint64(quarter) << (at % 64)
	}
	return f
}
