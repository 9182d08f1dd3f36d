package quorum

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"coterie/internal/words/show"
)

// conditionCGroups bounds the number of groups all sets of which JudgeConditionC goes through.
const conditionCGroups = 16

// JudgeConditionC judges condition C of Miyamoto, Kakugawa and Yamashita (1994), section 3.2.1: for
// every non-empty set S of groups, the union of their quorum families is a |∪ α(G)|-coterie, G ∈ S.
// (A quorum of several groups counts once in the union.) The witness names a process of each group
// of the failing S, and the quorums that break the k-coterie, numbered in the union. The answer is
// Unknown without families, or where a k-coterie property is Unknown. With more than 16 groups
// opts.Samples random sets S are judged, each of any size alike: the answer is that one fails, or
// Unknown.
//
// It is sufficient for protocol P, in which a process locks a quorum of its family by the
// permissions of all its arbiters. An arbiter gives one permission at a time, and every locked
// quorum is one use of a resource (Theorem 2).
//
// It is not necessary.
//
// One family for all processes is not enough if processes may hold several quorums at once and α(V)
// ≠ α(V') for some non-empty V and V' (Theorem 1).
//
// Proof: docs/theorems/condition-c.md.
func JudgeConditionC(ctx context.Context, s *SharingStructure, opts Options) Judged {
	families := s.families
	if len(families) == 0 {
		return inapplicable(ConditionC, "no quorum families are given")
	}
	open := holds(ConditionC, "")
	for groups := range groupSets(len(families), opts) {
		union, k, members, err := s.union(ctx, groups)
		if err != nil {
			return unanswered(ctx, ConditionC, err)
		}
		for _, judge := range []func() Judged{
			func() Judged { return judgeAntichain(ctx, Minimality, -1, union, opts) },
			func() Judged { return JudgeKIntersection(ctx, k, union) },
			func() Judged { return JudgeKNonIntersection(ctx, k, union) },
		} {
			v := judge()
			reason := fmt.Sprintf("the groups of processes %s, with %s: %s: %s", join(members), show.Count(k, "resource"), v.Property, v.Reason)
			switch {
			case v.Holds == Fails:
				w := *v.Witness
				w.Processes = members
				return Judged{Property: ConditionC, Holds: Fails, Witness: &w, Reason: reason}
			case v.Holds == Unknown && ctx.Err() != nil:
				return undecided(ConditionC, reason)
			case v.Holds == Unknown && open.Holds == Holds:
				open = undecided(ConditionC, reason) // a later subset may still fail
			}
		}
	}
	switch {
	case len(families) <= conditionCGroups || open.Holds == Unknown:
	case opts.Samples > 0:
		open = undecided(ConditionC, fmt.Sprintf("holds for the %s drawn (seed %d), of 2^%d - 1", show.Count(opts.Samples, "set"), opts.Seed, len(families)))
	default:
		open = undecided(ConditionC, fmt.Sprintf("%d groups have 2^%d - 1 sets, and all are judged of at most %d groups; of more, some that are drawn",
			len(families), len(families), conditionCGroups))
	}
	return open
}

// groupSets yields the sets of groups to judge, ascending each: all of them, or those drawn.
func groupSets(groups int, opts Options) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if groups <= conditionCGroups {
			for mask := 1; mask < 1<<groups && yield(SetOfMask(mask).Nodes()); mask++ {
			}
			return
		}
		random := rand.New(rand.NewPCG(opts.Seed, 32))
		for range opts.Samples {
			if !yield(SetOf(random.Perm(groups)[:1+random.IntN(groups)]...).Nodes()) {
				return
			}
		}
	}
}

// union returns the union of the families of the chosen groups without repeats,
// the number of resources that the groups may use together, and the first process
// of each group.
func (s *SharingStructure) union(ctx context.Context, groups []int) (union Family, k int, members []Index, err error) {
	resources := Set{}
	var own []Family
	for _, x := range groups {
		gf := s.families[x]
		members = append(members, Index(gf.Group[0]))
		resources = resources.Union(SetOf(s.alpha[gf.Group[0]]...))
		own = append(own, gf.Family)
	}
	all := Concat(own...)
	kept := Family{n: s.n, start: []int{0}}
	order, err := all.sortedOrder(ctx)
	if err != nil {
		return Family{}, 0, nil, err
	}
	for i, q := range order {
		if i > 0 && slices.Equal(all.Quorum(q), all.Quorum(order[i-1])) {
			continue
		}
		kept.nodes = append(kept.nodes, all.Quorum(q)...)
		kept.start = append(kept.start, len(kept.nodes))
	}
	return kept, resources.Len(), members, nil
}

func join(indices []Index) string {
	parts := make([]string, len(indices))
	for i, x := range indices {
		parts[i] = x.String()
	}
	return strings.Join(parts, ", ")
}
