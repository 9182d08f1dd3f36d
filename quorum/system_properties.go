package quorum

import (
	"context"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// JudgeIntersection judges whether every two quorums of f meet; the witness is the first pair
// (lexicographically) that does not. A family with no quorum, or with one, intersects. If 2·(least
// size) > n the pigeonhole principle decides. Else cost O(m² K / 128) word operations with O(n)
// cache-sized memory, or O(2^n n / 64) where n <= 26 and that is less; n counts the nodes that
// occur. If ctx ends first the answer is Unknown.
func JudgeIntersection(ctx context.Context, f Family, opts Options) Judged {
	p, reason, err := disjointPair(ctx, f, opts)
	switch {
	case err != nil:
		return unanswered(ctx, Intersection, err)
	case p.i >= 0:
		a, b := f.Set(p.i), f.Set(p.j)
		return fails(Intersection, Witness{Quorums: []Index{Index(p.i), Index(p.j)}, Sets: []Set{a, b}})
	}
	return holds(Intersection, reason)
}

func disjointPair(ctx context.Context, f Family, opts Options) (pair, string, error) {
	if f.Len() == 0 {
		return noPair, "there is no quorum", nil
	}
	if least, _ := f.Sizes(); 2*least > f.n {
		return noPair, "every two quorums meet: each has more than half of the nodes", nil
	}
	f = compacted(f)
	if worthUpsets(f, 1) {
		return firstMissed(f), "", nil
	}
	p, err := firstPair(ctx, f, opts, func(ctx context.Context, inc incidence, limit func() int) (pair, error) {
		dst := make(sets.Bits, inc.Words)
		poll := par.NewPoll(ctx)
		for i := range inc.hi {
			if err := poll.Work(len(f.Quorum(i))); err != nil || i > limit() {
				return noPair, err
			}
			if j := inc.missed(dst, f.Quorum(i), i+1); j >= 0 {
				return pair{i, j}, nil
			}
		}
		return noPair, nil
	})
	return p, "", err
}

// JudgeMinimality judges whether f is an antichain without repeats; the witness is
// a quorum and a second one that it equals or is properly contained in.
// Equal sizes and no repeats decide in O(m K log m); otherwise cost as for
// JudgeIntersection, twice.
func JudgeMinimality(ctx context.Context, f Family, opts Options) Judged {
	return judgeAntichain(ctx, Minimality, -1, f, opts)
}

// judgeAntichain judges one family, which is cartel number cartel if cartel >= 0.
func judgeAntichain(ctx context.Context, p Property, cartel int, f Family, opts Options) Judged {
	nested, err := nestedPair(ctx, f, opts)
	if err != nil {
		return unanswered(ctx, p, err)
	}
	if nested.i < 0 {
		return holds(p, "")
	}
	a, b := f.Set(nested.i), f.Set(nested.j)
	w := Witness{Quorums: []Index{Index(nested.i), Index(nested.j)}, Sets: []Set{a, b}}
	if cartel >= 0 {
		w.Cartels = []Index{Index(cartel), Index(cartel)}
	}
	return fails(p, w)
}

func nestedPair(ctx context.Context, f Family, opts Options) (pair, error) {
	if p, err := repeated(ctx, f); err != nil || p.i >= 0 {
		return p, err
	}
	if least, greatest := f.Sizes(); least == greatest {
		return noPair, nil
	}
	if ctx.Err() != nil {
		return noPair, context.Cause(ctx)
	}
	f = compacted(f)
	if worthUpsets(f, 1) {
		return firstNested(f), nil
	}
	return firstPair(ctx, f, opts, func(ctx context.Context, inc incidence, limit func() int) (pair, error) {
		dst := make(sets.Bits, inc.Words)
		poll := par.NewPoll(ctx)
		for i, q := range f.All() {
			if err := poll.Work(len(q)); err != nil || i > limit() {
				return noPair, err
			}
			inc.supersets(dst, q)
			for k := range dst.All() {
				if j := inc.lo + k; j != i {
					return pair{i, j}, nil
				}
			}
		}
		return noPair, nil
	})
}

// JudgeInclusion judges i ∈ S_i (Maekawa 1985, condition (b)); the witness is the
// first site outside its own quorum. Unknown without a site assignment.
func JudgeInclusion(s *System) Judged {
	if !s.HasSites() {
		return inapplicable(Inclusion, noSites)
	}
	for i, q := range s.sites {
		if _, in := slices.BinarySearch(s.family.Quorum(q), int32(i)); !in {
			set := s.family.Set(q)
			return fails(Inclusion, Witness{Sites: []Node{Node(i)}, Quorums: []Index{Index(q)}, Sets: []Set{set}})
		}
	}
	return holds(Inclusion, "")
}

const noSites = "no site assignment"

// JudgeUniqueness judges whether different sites have different quorums; the
// witness is two sites with the same one. Unknown without a site assignment.
// If ctx ends first the answer is Unknown. Cost O(n + incidences).
func JudgeUniqueness(ctx context.Context, s *System) Judged {
	if !s.HasSites() {
		return inapplicable(Uniqueness, noSites)
	}
	first, err := firstOfEqual(ctx, s.family)
	if err != nil {
		return unanswered(ctx, Uniqueness, err)
	}
	p := firstRepeat(s.n, func(site int) int { return first[s.sites[site]] })
	if p.i < 0 {
		return holds(Uniqueness, "")
	}
	set := s.family.Set(s.sites[p.i])
	return fails(Uniqueness,
		Witness{
			Sites:   []Node{Node(p.i), Node(p.j)},
			Quorums: []Index{Index(s.sites[p.i]), Index(s.sites[p.j])},
			Sets:    []Set{set, set},
		})
}

// JudgeEqualEffort judges whether all quorums of the given families have one size
// (Maekawa 1985, condition (c); Joung 2003, Theorem 3.1, second condition); the
// witness is a smallest and a largest quorum. For a group system pass its cartels;
// for a site assignment there is JudgeSiteEffort.
func JudgeEqualEffort(families ...Family) Judged {
	type at struct{ cartel, i, size int }
	var least, greatest at
	first := true
	for c, f := range families {
		for i, q := range f.All() {
			here := at{c, i, len(q)}
			if first || here.size < least.size {
				least = here
			}
			if first || here.size > greatest.size {
				greatest = here
			}
			first = false
		}
	}
	if least.size == greatest.size {
		return holds(EqualEffort, "")
	}
	w := Witness{
		Quorums: []Index{Index(least.i), Index(greatest.i)},
		Sets:    []Set{families[least.cartel].Set(least.i), families[greatest.cartel].Set(greatest.i)},
		Values:  []int{least.size, greatest.size},
	}
	if len(families) > 1 {
		w.Cartels = []Index{Index(least.cartel), Index(greatest.cartel)}
	}
	return fails(EqualEffort, w)
}

// JudgeSiteEffort is JudgeEqualEffort on the S_i of a system with a site assignment, where the
// witness names sites. Without a site assignment it judges the listed quorums.
func JudgeSiteEffort(s *System) Judged {
	if !s.HasSites() {
		return JudgeEqualEffort(s.family)
	}
	size := func(site int) int { return len(s.family.Quorum(s.sites[site])) }
	least, greatest := 0, 0
	for i := range s.sites {
		if size(i) < size(least) {
			least = i
		}
		if size(i) > size(greatest) {
			greatest = i
		}
	}
	if size(least) == size(greatest) {
		return holds(EqualEffort, "")
	}
	var w Witness
	for _, i := range []int{least, greatest} {
		w.Sites, w.Quorums = append(w.Sites, Node(i)), append(w.Quorums, Index(s.sites[i]))
		w.Sets, w.Values = append(w.Sets, s.family.Set(s.sites[i])), append(w.Values, size(i))
	}
	return fails(EqualEffort, w)
}

// JudgeEqualResponsibility judges whether all entries of responsibilities are
// equal (Maekawa 1985, condition (d); Joung 2003, Theorem 3.1, third condition);
// the witness is the first node with the least and the first with the greatest.
func JudgeEqualResponsibility(responsibilities []int) Judged {
	lo, hi := 0, 0
	for v, r := range responsibilities {
		if r < responsibilities[lo] {
			lo = v
		}
		if r > responsibilities[hi] {
			hi = v
		}
	}
	if len(responsibilities) == 0 || responsibilities[lo] == responsibilities[hi] {
		return holds(EqualResponsibility, "")
	}
	a, b := responsibilities[lo], responsibilities[hi]
	return fails(EqualResponsibility, Witness{Nodes: []Node{Node(lo), Node(hi)}, Values: []int{a, b}})
}
