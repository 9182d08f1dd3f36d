package enumerate

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// MaxRegular is the most nodes for which Regular lists: 319,124 coteries on 9 nodes. On ten there
// are more than a thousand million.
const MaxRegular = 9

// RegularCoterie is a nondominated coterie on at most 9 nodes that is regular in this order: each
// node is at least as desirable as the next. A set is a bit mask: bit i is node i, from 0. Values
// are comparable with ==.
type RegularCoterie struct {
	n    int
	live wideTable
}

// wideTable is the truth table of a function of at most 9 nodes: bit a%64 of word a/64 is the value
// at set a.
type wideTable [8]uint64

func (t *wideTable) has(set int) bool { return t[set>>6]>>(set&63)&1 == 1 }
func (t *wideTable) set(set int)      { t[set>>6] |= 1 << (set & 63) }

func (t *wideTable) add(other *wideTable) {
	for w, x := range other {
		t[w] |= x
	}
}

// lowerNeighbours yields the sets just below a set in the shift order of n nodes: with a node
// replaced by the next, which is not in the set, or without the last.
func lowerNeighbours(n, set int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for moving := set &^ (set >> 1) & (1<<(n-1) - 1); moving != 0; moving &= moving - 1 {
			if !yield(set + moving&-moving) { // bit i becomes bit i+1
				return
			}
		}
		if last := 1 << (n - 1); set&last != 0 {
			yield(set - last)
		}
	}
}

// appendShiftMinimal appends the live sets, as bit masks in ascending order, in which no node can
// be removed or replaced by the next one without a loss of life. They determine the coterie: a set
// is live iff one of them is below it in the shift order.
func appendShiftMinimal(dst []uint16, r *RegularCoterie) []uint16 {
next:
	for set := 1; set < 1<<r.n; set++ {
		if !r.live.has(set) {
			continue
		}
		for moving := set &^ (set >> 1) & (1<<(r.n-1) - 1); moving != 0; moving &= moving - 1 {
			if r.live.has(set + moving&-moving) {
				continue next
			}
		}
		if last := 1 << (r.n - 1); set&last != 0 && r.live.has(set-last) {
			continue
		}
		dst = append(dst, uint16(set))
	}
	return dst
}

// Groups returns the sizes of the groups of nodes that can be exchanged without a change, in the
// order of the nodes: groups are consecutive. Their sum is n.
func (r RegularCoterie) Groups() []int {
	groups := []int{1}
	for i := range r.n - 1 {
		if r.exchangeable(i) {
			groups[len(groups)-1]++
		} else {
			groups = append(groups, 1)
		}
	}
	return groups
}

// exchangeable reports whether exchanging nodes i and i+1 leaves the coterie as it is.
func (r *RegularCoterie) exchangeable(i int) bool {
	low, high := 1<<i, 2<<i
	if i < 5 { // both are within a word: the sets with i alone move up by low bits
		for _, x := range r.live {
			if (x^x>>low)&sets.With[i]&^sets.With[i+1] != 0 {
				return false
			}
		}
		return true
	}
	for set := range 1 << r.n {
		if set&low != 0 && set&high == 0 && r.live.has(set) != r.live.has(set+low) {
			return false
		}
	}
	return true
}

// Automorphisms returns how many renamings of the nodes leave the coterie as it is: the product of
// the factorials of the sizes of Groups (see "Regular functions").
func (r RegularCoterie) Automorphisms() int {
	product := 1
	for _, size := range r.Groups() {
		product *= factorial(size)
	}
	return product
}

// Minimal returns the quorums as bit masks, by size and then in lexicographic order of their nodes.
func (r RegularCoterie) Minimal() []int {
	var sets []int
next:
	for set := range 1 << r.n {
		if !r.live.has(set) {
			continue
		}
		for rest := set; rest != 0; rest &= rest - 1 {
			if r.live.has(set &^ (rest & -rest)) {
				continue next
			}
		}
		sets = append(sets, set)
	}
	slices.SortFunc(sets, compareSets)
	return sets
}

// Family returns the quorums, in the order of Minimal.
func (r RegularCoterie) Family() quorum.Family {
	f, err := quorum.FamilyOfMasks(r.n, r.Minimal())
	if err != nil {
		panic(err)
	}
	return f
}

// Regular lists the regular nondominated coteries on n nodes, one for each class under renaming:
// its nodes are in the order of their desirability. The order of the listing is fixed.
//
// Method: the live sets are an up-set of the shift order that has one of each set and its
// complement. Pairs are decided one after the other, each choice with all that follows from it;
// there are no dead ends (see "Regular functions"), so the cost is in proportion to the number of
// coteries times the 2^(n-1) pairs: 1, 1, 2, 3, 7, 21, 135, 2470 and 319,124 for n = 1 to 9, in
// well under a second. Memory: the table of the shift order, 64·2^n bytes.
//
// When ctx ends, the last pair that is yielded has its cause as error; so has the only pair, if n
// is not in 1..9, a *quorum.InputError. Of opts nothing is used.
func Regular(ctx context.Context, n int, opts Options) iter.Seq2[RegularCoterie, error] {
	return func(yield func(RegularCoterie, error) bool) {
		if err := checkRegular(n); err != nil {
			yield(RegularCoterie{}, err)
			return
		}
		l := newRegularLister(n)
		poll := par.NewPoll(ctx)
		l.yield = func(r RegularCoterie) bool {
			if err := poll.Err(); err != nil {
				yield(RegularCoterie{}, err)
				return false
			}
			return yield(r, nil)
		}
		l.decide(0, l.forced)
	}
}

func checkRegular(n int) error {
	switch {
	case n < 1:
		return quorum.Bad("n", fmt.Sprintf("%d is no number of nodes", n), fmt.Sprintf("want 1 to %d", MaxRegular))
	case n > MaxRegular:
		return quorum.Bad("n", fmt.Sprintf("regular coteries on %d nodes are out of reach: even on ten there are more than a thousand million", n), fmt.Sprintf("want 1 to %d", MaxRegular))
	}
	return nil
}

// regularLister decides pairs of a set and its complement.
type regularLister struct {
	n      int
	above  []wideTable // above[s] has the sets at least s in the shift order
	forced wideTable   // the sets at least their complements
	pairs  []int       // of each pair that is not forced the set with node 0
	yield  func(RegularCoterie) bool
}

func newRegularLister(n int) *regularLister {
	l := &regularLister{n: n, above: make([]wideTable, 1<<n)}
	for set := range 1 << n {
		l.above[set].set(set)
	}
	// A set s is below its neighbours, whose own sets above are complete first: neighbours above
	// have a greater sum of n - i over their nodes i.
	bySum := make([][]int, n*(n+1)/2+1)
	for set := range 1 << n {
		sum := 0
		for i := range n {
			sum += set >> i & 1 * (n - i)
		}
		bySum[sum] = append(bySum[sum], set)
	}
	for sum := len(bySum) - 1; sum > 0; sum-- {
		for _, set := range bySum[sum] {
			for lower := range lowerNeighbours(n, set) {
				l.above[lower].add(&l.above[set])
			}
		}
	}
	all := 1<<n - 1
	for set := range 1 << n {
		other := all &^ set
		switch {
		case l.above[other].has(set):
			l.forced.set(set)
		case set&1 == 1: // and other is not above it, as it lacks node 0
			l.pairs = append(l.pairs, set)
		}
	}
	return l
}

// decide goes through the choices for the pairs from the given one on. It reports whether to go on.
func (l *regularLister) decide(pair int, live wideTable) bool {
	all := 1<<l.n - 1
	for ; pair < len(l.pairs); pair++ {
		set := l.pairs[pair]
		if live.has(set) || live.has(all&^set) {
			continue
		}
		with := live
		with.add(&l.above[set])
		if !l.decide(pair+1, with) {
			return false
		}
		live.add(&l.above[all&^set])
	}
	return l.yield(RegularCoterie{l.n, live})
}

// IsRegular reports whether of every two nodes one is at least as desirable as the other: in every
// set that has the other and not it, it can take the other's place and the set stays true. The
// order of the nodes does not matter. Cost O(n² 2^n).
func IsRegular(f Function) bool {
	for i := range f.n {
		for j := range i {
			better, worse := false, false // node i than node j
			for set := range 1 << f.n {
				if set>>i&1 == 1 || set>>j&1 == 1 {
					continue
				}
				a, b := f.Has(set|1<<i), f.Has(set|1<<j)
				better = better || a && !b
				worse = worse || b && !a
			}
			if better && worse {
				return false
			}
		}
	}
	return true
}
