package measure

import (
	"cmp"
	"slices"

	"coterie/quorum"
)

// maxFormulaSums bounds the sums of votes that FormulaDomination goes through at one gate.
const maxFormulaSums = 2_000_000

// FormulaDomination says whether the quorums of a read-once formula f all meet, and if so, whether
// the coterie is nondominated: whether f equals its dual f^d (quorum.Formula.Dual). If they do not
// all meet, split contains a quorum and so does its complement, and domination of ordinary systems
// is not asked; else the witness of a dominated one meets every quorum and contains none.
//
// # Method
//
// With W∖ the complement of W, f(W) and f(W∖) = ¬f^d(W) say it all: two disjoint quorums exist iff some W
// has (f, f^d) = (1, 0), and f is dominated iff some W has (0, 1). The pairs (0, 0), by the empty set, and
// (1, 1), by all nodes, always occur. At a gate with quota q of V votes, whose parts have disjoint
// nodes and may be given any pairs that occur, f = 1 iff the parts with first entry 1 have q votes, and
// f^d = 1 iff those with second entry 1 have V-q+1. For (0, 1): a part for which (0, 1) occurs is
// best given that, as it adds to the second sum alone; let F be the votes of all of these. The others
// can be given (0, 0) or (1, 1), for (1, 0) only does harm. So (0, 1) occurs iff some of the others have
// a sum s of votes with
//
//	V-q+1-F <= s <= q-1,
//
// and (1, 0) iff, with F of the parts for which (1, 0) occurs, some of the others have q-F <= s <= V-q. These
// sums are found by dynamic programming. For parts that are all self-dual the first says that a set of
// parts and its complement both lack the quota: a composition is nondominated iff all its gates are, but for
// gates in parts that are in no minimal coalition, about which the sums know (see quorum.ComposeAll).
//
// Unknown, with a reason, where votes have too many sums. Cost O(parts · sums) at each gate.
func FormulaDomination(f quorum.Formula) (d Domination, intersecting quorum.Truth, split quorum.Set) {
	if err := readTwice(f); err != nil {
		return Domination{Reason: err.Error()}, quorum.Unknown, quorum.Set{}
	}
	p := pairsOf(f)
	switch {
	case p.high != nil:
		return Domination{Method: formulaMethod, Reason: "its quorums do not all meet, so that it is no coterie"}, quorum.Fails, quorum.SetOf(p.witness(p.high, nil)...)
	case p.unknown:
		const reason = "the votes of a gate have too many sums to go through"
		return Domination{Reason: reason}, quorum.Unknown, quorum.Set{}
	case p.low != nil:
		return Domination{Nondominated: quorum.Fails, Method: formulaMethod, Witness: quorum.SetOf(p.witness(p.low, nil)...)}, quorum.Holds, quorum.Set{}
	}
	return Domination{Nondominated: quorum.Holds, Method: formulaMethod}, quorum.Holds, quorum.Set{}
}

// pair is what a part is given: a set W of its nodes with these values of (f, f^d).
type pair int8

const (
	neither pair = iota // (0, 0): the empty set
	both                // (1, 1): all nodes
	lower               // (0, 1): f is dominated
	higher              // (1, 0): f has disjoint quorums
)

// pairs says which pairs occur at a formula; low and high hold the pairs of the parts that give them,
// nil where they do not occur.
type pairs struct {
	f         quorum.Formula
	parts     []*pairs
	low, high []pair
	unknown   bool // the sums of votes were too many, here or below
}

func pairsOf(f quorum.Formula) *pairs {
	p := &pairs{f: f}
	if _, leaf := f.Leaf(); leaf {
		return p
	}
	for i := range f.Len() {
		part := pairsOf(f.Part(i))
		p.unknown = p.unknown || part.unknown
		p.parts = append(p.parts, part)
	}
	if p.unknown {
		return p
	}
	quota, total := f.Quota()
	p.low = p.find(lower, func(part *pairs) bool { return part.low != nil }, func(free int) (least, most int) {
		return total - quota + 1 - free, quota - 1
	})
	p.high = p.find(higher, func(part *pairs) bool { return part.high != nil }, func(free int) (least, most int) {
		return quota - free, total - quota
	})
	return p
}

// find gives the wanted pair to the parts that can have it, and looks for a sum of votes of the others in
// the range that is called for.
func (p *pairs) find(wanted pair, can func(*pairs) bool, called func(free int) (least, most int)) []pair {
	choice := make([]pair, len(p.parts))
	free := 0
	var others []int
	for i, part := range p.parts {
		if can(part) {
			choice[i] = wanted
			free += p.f.PartVotes(i)
		} else {
			others = append(others, i)
		}
	}
	least, most := called(free)
	chosen, ok, known := votesBetween(p.f, others, max(least, 0), most)
	p.unknown = p.unknown || !known
	if !ok {
		return nil
	}
	for _, i := range chosen {
		choice[i] = both
	}
	return choice
}

// votesBetween returns some of the given parts whose votes have a sum in least..most, if there are any; it is
// not known if there are too many sums.
func votesBetween(f quorum.Formula, parts []int, least, most int) (chosen []int, ok, known bool) {
	if least > most {
		return nil, false, true
	}
	if least == 0 {
		return nil, true, true
	}
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b int) int { return cmp.Compare(f.PartVotes(b), f.PartVotes(a)) })
	// Heaviest first, as many as fit, ends within one part's votes of most where there are enough; with
	// single votes that is all there is to it.
	sum := 0
	for _, i := range parts {
		if v := f.PartVotes(i); sum+v <= most {
			sum += v
			chosen = append(chosen, i)
		}
	}
	if sum >= least {
		return chosen, true, true
	}
	if f.UnitVotes() {
		return nil, false, true
	}
	from := map[int]int{0: -1} // each sum that occurs with the place of the last part of it
	sums, next := []int{0}, []int{}
	for place, i := range parts {
		v := f.PartVotes(i)
		next = next[:0]
		for _, s := range sums {
			if to := s + v; to <= most {
				if _, seen := from[to]; !seen {
					from[to] = place
					next = append(next, to)
				}
			}
		}
		sums = append(sums, next...)
		if len(sums)*(place+1) > maxFormulaSums*64 || len(sums) > maxFormulaSums {
			return nil, false, false
		}
	}
	for s := range from {
		if s >= least {
			sum = max(sum, s)
		}
	}
	if sum < least {
		return nil, false, true
	}
	chosen = nil
	for sum > 0 {
		i := parts[from[sum]]
		chosen = append(chosen, i)
		sum -= f.PartVotes(i)
	}
	return chosen, true, true
}

// witness appends the nodes of a set with the given choice for the parts.
func (p *pairs) witness(choice []pair, nodes []int) []int {
	for i, c := range choice {
		part := p.parts[i]
		switch c {
		case both:
			nodes = slices.AppendSeq(nodes, part.f.Leaves())
		case lower:
			nodes = part.witness(part.low, nodes)
		case higher:
			nodes = part.witness(part.high, nodes)
		}
	}
	return nodes
}
