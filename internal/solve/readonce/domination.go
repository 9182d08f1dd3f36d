package readonce

import (
	"cmp"
	"context"
	"slices"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// maxFormulaSums bounds the sums of votes that Domination goes through at one gate.
const maxFormulaSums = 2_000_000

// Judged says whether quorums meet, and whether a system is nondominated.
type Judged struct {
	// Meet says whether all quorums meet; in a group system, all quorums of different cartels.
	// Split shows that they do not: it contains one quorum, and its complement another.
	Meet  quorum.Truth
	Split quorum.Set
	// Nondominated is decided only if they meet. Witness, for the first cartel, shows that it
	// fails.
	Nondominated quorum.Truth
	Witness      quorum.Set
	Reason       string // why Nondominated is unknown
}

// Domination says whether the quorums of a read-once formula f all meet, and if so, whether the
// coterie is nondominated: whether f equals its dual f^d (quorum.Formula.Dual). The witness of a
// dominated one meets every quorum and contains none.
//
// Unknown, with a reason, where votes have too many sums, or ctx ends. Cost O(parts · sums) at each
// gate.
//
// For the formulas of the m >= 2 cartels of a group quorum system it says the same about quorums of
// different cartels. It answers in two cases. The first is two read-once formulas f_1 and f_2 of
// the same form, such as the reads and writes of weighted voting, or an expression and its dual:
// with h = f_2^d in the place of f^d, (1, 0) says that quorums of the two are disjoint, and a set W
// with (0, 1) meets all quorums of cartel 2 and contains none of cartel 1; such a set is also the
// only way for cartel 2 to be dominated, with the complement of W as the witness. The second is m
// equal formulas, an ordinary system lifted: m >= 2 equal cartels are nondominated iff one is, as a
// coterie. Otherwise Unknown, with a reason.
//
// Proof: docs/theorems/formula-domination.md.
func Domination(ctx context.Context, cartels ...quorum.Formula) Judged {
	if err := fits(ctx, cartels...); err != nil {
		return Judged{Reason: err.Error()}
	}
	for _, f := range cartels {
		if err := par.Ended(ctx); err != nil {
			return Judged{Reason: err.Error()}
		}
		if err := Check(f); err != nil {
			return Judged{Reason: err.Error()}
		}
	}
	reason := "quorums of different cartels do not all meet, so that it is no group quorum system"
	with := cartels[0].Dual()
	switch {
	case len(cartels) == 1:
		reason = "its quorums do not all meet, so that it is no coterie"
	case len(cartels) == 2:
		with = cartels[1].Dual()
	default:
		text := cartels[0].String()
		for _, f := range cartels[1:] {
			if err := par.Ended(ctx); err != nil {
				return Judged{Reason: err.Error()}
			}
			if f.String() != text {
				return Judged{Reason: "closed forms are known for two cartels and for equal ones"}
			}
		}
	}
	poll := par.NewPoll(ctx)
	p, ok := pairsOf(&poll, cartels[0], with)
	switch {
	case ctx.Err() != nil:
		return Judged{Reason: par.Ended(ctx).Error()}
	case !ok:
		return Judged{Reason: "the formulas of the cartels are not of one form"}
	case p.high != nil:
		return Judged{Meet: quorum.Fails, Split: quorum.SetOf(p.witness(p.high, nil)...), Reason: reason}
	case p.unknown:
		return Judged{Reason: "the votes of a gate have too many sums to go through"}
	case p.low != nil:
		return Judged{Meet: quorum.Holds, Nondominated: quorum.Fails, Witness: quorum.SetOf(p.witness(p.low, nil)...)}
	}
	return Judged{Meet: quorum.Holds, Nondominated: quorum.Holds}
}

// pair is the demand on a part: a set W of its nodes with these values of (f, h).
type pair int8

const (
	neither pair = iota // (0, 0): the empty set
	both                // (1, 1): all nodes
	lower               // (0, 1)
	higher              // (1, 0)
)

// pairs says which pairs occur at formulas f and h of the same form. low and high hold the pairs of
// the parts that produce them, or nil if they do not occur.
type pairs struct {
	f         quorum.Formula
	votes     []int
	parts     []*pairs
	low, high []pair
	unknown   bool // the sums of votes were too many, here or below
}

// pairsOf returns the pairs at f and h. ok is false if they are not of the same form. If the
// context ends, the result is unusable.
func pairsOf(poll *par.Poll, f, h quorum.Formula) (p *pairs, ok bool) {
	p = &pairs{f: f}
	if poll.Err() != nil {
		return p, false
	}
	if v, leaf := f.Leaf(); leaf {
		w, also := h.Leaf()
		return p, also && v == w
	}
	if f.Len() != h.Len() {
		return p, false
	}
	votes, q, r, ok := alignedVotes(f, h)
	if !ok {
		return p, false
	}
	p.votes = votes
	for i := range f.Len() {
		part, ok := pairsOf(poll, f.Part(i), h.Part(i))
		if !ok {
			return p, false
		}
		p.unknown = p.unknown || part.unknown
		p.parts = append(p.parts, part)
	}
	if p.unknown {
		return p, true
	}
	p.low = p.find(poll, lower, func(part *pairs) bool { return part.low != nil }, r, q-1)
	p.high = p.find(poll, higher, func(part *pairs) bool { return part.high != nil }, q, r-1)
	return p, true
}

// alignedVotes returns common votes for both gates, with their quotas under these votes. "or" and
// "and" can be expressed by any votes.
func alignedVotes(f, h quorum.Formula) (votes []int, q, r int, ok bool) {
	of := f
	if f.UnitVotes() && !h.UnitVotes() {
		of = h
	}
	total := 0
	for i := range of.Len() {
		votes = append(votes, of.PartVotes(i))
		total += of.PartVotes(i)
	}
	quota := func(g quorum.Formula) (int, bool) {
		q, all := g.Quota()
		same := true
		for i, v := range votes {
			same = same && g.PartVotes(i) == v
		}
		switch {
		case same:
			return q, true
		case g.UnitVotes() && q == 1:
			return 1, true
		case g.UnitVotes() && q == all:
			return total, true
		}
		return 0, false
	}
	q, ok = quota(f)
	if ok {
		r, ok = quota(h)
	}
	return votes, q, r, ok
}

// find gives the wanted pair to the parts that can have it, F votes together, and looks for a sum
// of votes of the others in least-F..most.
func (p *pairs) find(poll *par.Poll, wanted pair, can func(*pairs) bool, least, most int) []pair {
	choice := make([]pair, len(p.parts))
	var others []int
	for i, part := range p.parts {
		if can(part) {
			choice[i] = wanted
			least -= p.votes[i]
		} else {
			others = append(others, i)
		}
	}
	chosen, ok, known := votesBetween(poll, p.votes, others, max(least, 0), most)
	p.unknown = p.unknown || !known
	if !ok {
		return nil
	}
	for _, i := range chosen {
		choice[i] = both
	}
	return choice
}

// votesBetween returns some of the given parts whose votes have a sum in least..most, if there are
// any; it is not known if there are too many sums.
func votesBetween(poll *par.Poll, votes, parts []int, least, most int) (chosen []int, ok, known bool) {
	if least > most {
		return nil, false, true
	}
	if least == 0 {
		return nil, true, true
	}
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b int) int { return cmp.Compare(votes[b], votes[a]) })
	// Heaviest first, as many as fit, ends within one part's votes of most where there are enough;
	// with single votes that is all there is to it.
	sum := 0
	for _, i := range parts {
		if v := votes[i]; sum+v <= most {
			sum += v
			chosen = append(chosen, i)
		}
	}
	if sum >= least {
		return chosen, true, true
	}
	if len(parts) == 0 || votes[parts[0]] == 1 {
		return nil, false, true
	}
	from := map[int]int{0: -1} // each sum that occurs with the place of the last part of it
	sums, next := []int{0}, []int{}
	for place, i := range parts {
		v := votes[i]
		if poll.Work(100*len(sums)) != nil {
			return nil, false, false
		}
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
		sum -= votes[i]
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
