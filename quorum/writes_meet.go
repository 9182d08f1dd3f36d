package quorum

import (
	"context"
	"slices"
)

// mostWriteSets bounds the list that JudgeWritesMeet makes of a formula whose form does not decide.
const mostWriteSets = 100_000

// NoWrites is the reason why a system without reads and writes has no verdict on its writes.
const NoWrites = "its quorums are not told apart into reads and writes"

// JudgeWritesMeet judges whether every two quorums of writes, the write quorums of a read/write
// system, share a node. The witness is a pair that does not: the first such pair of a list, with
// the indices, or a pair that the formula shows.
//
// A formula is judged by its form. Two disjoint quorums of a gate come from two coalitions that
// share no part but those that have two disjoint quorums themselves; if no node occurs twice, two
// such coalitions give disjoint quorums. So the parts whose quorums meet are dealt to two sides,
// the others count on both, and each side needs the quota. And where one part of an "and" is the
// dual of the others, its quorums meet all quorums of the others. Votes of many sizes and nodes
// that occur twice may leave the question open. Then the minimal sets are listed, at most 100,000;
// the answer is Unknown, with Limit, where there are more, or where ctx ends. Cost O(length) for
// gates of equal votes, otherwise at most 10 million sums of votes for each gate; with a list the
// cost of JudgeIntersection.
func JudgeWritesMeet(ctx context.Context, writes Quorums, opts Options) Judged {
	list, listed := writes.List()
	if f, ok := writes.Formula(); ok {
		form := f.gate.shared()
		switch {
		case form.meet == Holds:
			return holds(WritesMeet, "the form of the writes shows it")
		case listed:
		case form.meet == Fails && f.ReadOnce():
			sides := []Set{SetOf(form.quorum(nil, 0)...), SetOf(form.quorum(nil, 1)...)}
			return fails(WritesMeet, Witness{Sets: sides})
		default:
			var err error
			if list, err = f.MinimalSets(ctx, mostWriteSets); err != nil {
				return unanswered(ctx, WritesMeet, err)
			}
			listed = true
		}
	}
	if !listed {
		return undecided(WritesMeet, "neither a list of the writes nor a formula is known")
	}
	v := JudgeIntersection(ctx, list, opts)
	if v.Property = WritesMeet; v.Holds == Fails {
		v.Reason = v.Witness.describe(WritesMeet, nil, nil)
	}
	return v
}

// WritesGoodFor returns part of a sentence on the uses of a system whose reads meet its writes,
// depending on whether its writes meet.
//
// A write that first asks a read quorum learns of every write before it, and so does a leader whose
// election asks one (H. Howard, D. Malkhi and A. Spiegelman, Flexible Paxos: Quorum intersection
// revisited, OPODIS 2016). Writes that ask no read quorum learn of each other only where they share
// a node.
func WritesGoodFor(meet Truth) string {
	switch meet {
	case Holds:
		return "safe for locks, blind writes and majority logs"
	case Fails:
		return "safe for writes that first read (versioned registers), and for a leader whose elections ask a read quorum (Flexible Paxos); not for locks, blind writes or logs that assume majorities"
	default:
		return "until it is known, trust it for writes that first read (versioned registers) and for a leader whose elections ask a read quorum (Flexible Paxos) alone"
	}
}

// WritesSentence returns a sentence with the verdict of JudgeWritesMeet and the uses that follow
// from it. It calls nodes by their names where they have names.
func (v Judged) WritesSentence(names []string) string {
	switch v.Holds {
	case Holds:
		return "every two writes meet: " + WritesGoodFor(v.Holds)
	case Fails:
		return v.Named(names, nil).Reason + ": " + WritesGoodFor(v.Holds)
	default:
		return "it is not known whether every two writes meet (" + v.Reason + "): " + WritesGoodFor(v.Holds)
	}
}

// sharedGate says whether every two quorums of a gate meet; a node that occurs twice counts as two.
type sharedGate struct {
	gate  *gate
	meet  Truth
	parts []sharedGate
	sides []int8 // which side may count a part: 0, 1, or bothSides
}

const bothSides = 2

// shared judges a gate. Parts whose quorums meet are dealt to two sides; the others count on both
// sides. Each side needs the quota.
func (g *gate) shared() sharedGate {
	s := sharedGate{gate: g, meet: Holds, parts: make([]sharedGate, len(g.parts)), sides: make([]int8, len(g.parts))}
	if g.isLeaf() {
		return s
	}
	var dealt []int
	need, total, open := g.quota, 0, false
	for i, p := range g.parts {
		s.sides[i], s.parts[i] = bothSides, p.shared()
		switch s.parts[i].meet {
		case Holds:
			dealt, total = append(dealt, i), total+g.vote(i)
		default:
			need, open = need-g.vote(i), open || s.parts[i].meet == Unknown
		}
	}
	first, meet := g.deal(dealt, need, total-need)
	if s.meet = meet; meet == Fails && open {
		s.meet = Unknown
	}
	if s.meet != Holds && g.isAnd() && g.ofDuals() {
		s.meet = Holds
	}
	if s.meet != Fails {
		return s
	}
	for _, i := range dealt {
		s.sides[i] = 1
	}
	for _, i := range first {
		s.sides[i] = 0
	}
	return s
}

// ofDuals reports whether an "and" has a part that is the dual of all the others by form: a quorum
// of this part, and so of the gate, meets every quorum of the others. The writes of a grid have
// this form.
func (g *gate) ofDuals() bool {
	length := func(g *gate) (leaves int) {
		g.leaves(func(int) bool { leaves++; return true })
		return leaves
	}
	whole := length(g)
	for i, p := range g.parts {
		if 2*length(p) != whole {
			continue
		}
		others := flat(slices.Concat(g.parts[:i], g.parts[i+1:]), (*gate).isAnd, 0)
		if len(others.parts) == 1 {
			others = others.parts[0]
		}
		if (Formula{p.dual(), 0}).String() == (Formula{others, 0}).String() {
			return true
		}
	}
	return false
}

// quorum appends the nodes of a quorum of the gate to dst. The quorums of side 0 and side 1 are
// disjoint where meet is Fails. A coalition takes the parts with most votes first, so that it has
// no part to spare.
func (s *sharedGate) quorum(dst []int, side int8) []int {
	if s.gate.isLeaf() {
		return append(dst, s.gate.node)
	}
	var parts []int
	for i, of := range s.sides {
		if of == side || of == bothSides {
			parts = append(parts, i)
		}
	}
	votes := 0
	for _, i := range s.gate.heaviestFirst(parts) {
		if votes >= s.gate.quota {
			break
		}
		votes += s.gate.vote(i)
		dst = s.parts[i].quorum(dst, side)
	}
	return dst
}

// heaviestFirst sorts parts of a gate by their votes.
func (g *gate) heaviestFirst(parts []int) []int {
	slices.SortStableFunc(parts, func(a, b int) int { return g.vote(b) - g.vote(a) })
	return parts
}

// mostDealt bounds the sums of votes that deal looks at.
const mostDealt = 10_000_000

// deal looks for parts whose votes together are at least low and at most high: Fails where there
// are such parts, which it returns, Holds where there are none, and Unknown where too many sums
// would have to be looked at.
func (g *gate) deal(parts []int, low, high int) ([]int, Truth) {
	if low > high {
		return nil, Holds
	}
	parts = g.heaviestFirst(slices.Clone(parts))
	sum := 0
	for k := 0; k < len(parts) && sum < low; k++ {
		if sum += g.vote(parts[k]); low <= sum && sum <= high {
			return parts[:k+1], Fails
		}
	}
	if low <= 0 {
		return nil, Fails
	}
	last := map[int]int{0: -1} // each sum of votes, with the part that was added last
	sums := []int{0}
	looked := 0
	for _, p := range parts {
		for _, sum := range sums {
			if looked++; looked > mostDealt {
				return nil, Unknown
			}
			with := sum + g.vote(p)
			if _, seen := last[with]; seen || with > high {
				continue
			}
			last[with], sums = p, append(sums, with)
			if with >= low {
				var found []int
				for ; with > 0; with -= g.vote(last[with]) {
					found = append(found, last[with])
				}
				return found, Fails
			}
		}
	}
	return nil, Holds
}
