package quorum

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// conditionCGroups bounds the number of groups whose subsets JudgeConditionC
// goes through.
const conditionCGroups = 16

// JudgeConditionC judges condition C of Miyamoto, Kakugawa and Yamashita (1994), section 3.2.1: for
// every non-empty set S of groups, the union of their quorum families is a |∪ α(G)|-coterie, G ∈ S.
// (A quorum of several groups counts once in the union.) The witness names a process of each group
// of the failing S, and the quorums that break the k-coterie, numbered in the union. The answer is
// Unknown without families, with more than conditionCGroups groups, or where a k-coterie property
// is Unknown.
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
	if len(families) > conditionCGroups {
		return undecided(ConditionC, fmt.Sprintf("%d groups have 2^%d subsets; at most %d groups are gone through",
			len(families), len(families), conditionCGroups))
	}
	open := holds(ConditionC, "")
	for subset := uint(1); subset < 1<<len(families); subset++ {
		union, k, members, err := s.union(ctx, subset)
		if err != nil {
			return unanswered(ctx, ConditionC, err)
		}
		for _, judge := range []func() Judged{
			func() Judged { return judgeAntichain(ctx, Minimality, -1, union, opts) },
			func() Judged { return JudgeKIntersection(ctx, k, union) },
			func() Judged { return JudgeKNonIntersection(ctx, k, union) },
		} {
			v := judge()
			reason := fmt.Sprintf("the groups of processes %s, with %d resources: %s: %s", join(members), k, v.Property, v.Reason)
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
	return open
}

// union returns the union of the families of the chosen groups without repeats,
// the number of resources that the groups may use together, and the first process
// of each group.
func (s *SharingStructure) union(ctx context.Context, subset uint) (union Family, k int, members []Index, err error) {
	resources := Set{}
	var own []Family
	for ; subset != 0; subset &= subset - 1 {
		gf := s.families[bits.TrailingZeros(subset)]
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
