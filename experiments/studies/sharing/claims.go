package sharing

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"coterie/experiments"
	"coterie/quorum"
)

// use is a choice of used resources ρ(v) ⊆ α(v) for each process.
type use struct{ alpha, used []uint8 }

func (c use) String() string {
	return fmt.Sprintf("α = %s, ρ = %s", maskFamily(c.alpha), maskFamily(c.used))
}

// usesOf lists all choices of used resources.
func usesOf(alpha []uint8) []use {
	var list []use
	for used := make([]uint8, len(alpha)); ; {
		list = append(list, use{alpha, slices.Clone(used)})
		u := 0
		for ; u < len(used); u++ { // the next choice of a subset of each α(u)
			if used[u] = (used[u] - alpha[u]) & alpha[u]; used[u] != 0 {
				break
			}
		}
		if u == len(used) {
			return list
		}
	}
}

// constantCase is one family for processes that may use the same resources.
type constantCase struct {
	S                  structure
	Satisfies, Coterie bool
}

// constantCases lists these cases for all antichains of the list.
func (p parameters) constantCases(ctx context.Context, list []antichain) []constantCase {
	var cases []constantCase
	for _, a := range list {
		for count := 1; count <= p.Processes; count++ {
			for k := 1; k <= p.Resources; k++ {
				s := structure{Alpha: slices.Repeat([]uint8{1<<k - 1}, count), Families: slices.Repeat([][]uint8{a.Quorums}, count)}
				ok := experiments.Must(s.satisfiesC(ctx, a.N))
				cases = append(cases, constantCase{s, ok, a.completes() && a.Most == k})
			}
		}
	}
	return cases
}

// claimDefinitions judges the definitions of sections 1 and 2.
func claimDefinitions(out *experiments.Output, p parameters, on func(n int) []antichain) {
	printed := experiments.Flat(experiments.Numbers(1, p.Definition), on)
	meant := experiments.Keep(printed, func(a antichain) bool { return a.KCoterie })
	completes := func(a antichain) (bool, string) {
		return a.completes(), fmt.Sprintf("n = %d, k = %d: %v has %d disjoint quorums, but some %d extend no further", a.N, a.Most, a, a.Most, a.Least)
	}
	antichains := fmt.Sprintf("on all antichains of at most %d nodes", p.Definition)
	claim(out, "miyamoto-non-intersection", "section 1, non-intersection property",
		"Fewer than k pairwise disjoint quorums of a k-coterie can be completed to k (as the proofs of Theorem 2, Lemma 1 and Theorem 3 use the definition).",
		experiments.HoldsUnderReading("every h < k pairwise disjoint quorums extend, where the paper prints that there exist h",
			experiments.ForAll("k-coteries by the printed definition "+antichains, printed, completes),
			experiments.ForAll("k-coteries with every in place of there exist, "+antichains, meant, completes)))

	uses := experiments.Flat(sharedResources(p.Processes, p.Resources), usesOf)
	over := fmt.Sprintf("all sharing structures of at most %d processes, up to their order, and %d resources, all choices of used resources ρ(v) ⊆ α(v)",
		p.Processes, p.Resources)
	claim(out, "miyamoto-definition-2-condition-1", "Definition 2, condition 1",
		"Condition 1, |∪ρ(v)| ≤ |α(V)| over the v in V for all V, keeps any two processes from using one resource at once.",
		experiments.HoldsUnderReading("each use counts: Σ|ρ(v)| in place of |∪ρ(v)|, which ρ(v) ⊆ α(v) bounds anyway; "+
			"and the anonymous resources may be exchanged",
			experiments.ForAll(over, uses, func(c use) (bool, string) {
				return usesExceed(c.alpha, c.used, false) || disjointMasks(c.used), c.String()
			}),
			experiments.ForAll(over, uses, func(c use) (bool, string) {
				return usesExceed(c.alpha, c.used, true) || exchangeable(c.alpha, c.used), c.String()
			})))

	constant := experiments.Compute(out, "constant", experiments.Numbers(1, p.OnlyArbiters), func(ctx context.Context, n int) ([]constantCase, error) {
		return p.constantCases(ctx, on(n)), nil
	})
	claim(out, "miyamoto-k-mutual-exclusion", "section 2.2",
		"Where all processes may use all k resources the problem is k-mutual exclusion: there is one group, and condition C asks for a k-coterie.",
		experiments.ForAll(fmt.Sprintf("α(u) = R, |U| ≤ %d, |R| ≤ %d, all antichains on at most %d arbiters", p.Processes, p.Resources, p.OnlyArbiters),
			slices.Concat(constant...), func(c constantCase) (bool, string) {
				return c.Satisfies == c.Coterie, fmt.Sprintf("%v: condition C %v, k-coterie %v", c.S, c.Satisfies, c.Coterie)
			}))
}

// usesExceed reports whether some set V of processes uses more than |α(V)| resources, counted with
// or without repeats.
func usesExceed(alpha, used []uint8, repeats bool) bool {
	for v := 1; v < 1<<len(alpha); v++ {
		own, union, sum := uint8(0), uint8(0), 0
		for u := range alpha {
			if v>>u&1 == 1 {
				own, union, sum = own|alpha[u], union|used[u], sum+bits.OnesCount8(used[u])
			}
		}
		if !repeats {
			sum = bits.OnesCount8(union)
		}
		if sum > bits.OnesCount8(own) {
			return true
		}
	}
	return false
}

func disjointMasks(masks []uint8) bool {
	used := uint8(0)
	for _, m := range masks {
		if m&used != 0 {
			return false
		}
		used |= m
	}
	return true
}

// exchangeable reports whether each process can have as many of its own resources as it uses, with
// no resource given twice.
func exchangeable(alpha, used []uint8) bool {
	var uses []lock
	for u, m := range used {
		for range bits.OnesCount8(m) {
			uses = append(uses, lock{process: u})
		}
	}
	return structure{Alpha: alpha}.assignable(uses)
}

// claimTheorem1 judges Theorem 1: one family for all processes.
func claimTheorem1(out *experiments.Output, p parameters, on func(n int) []antichain) {
	cases := func(alphas [][]uint8, oneEach bool) []structure {
		return experiments.Flat(alphas, func(alpha []uint8) (list []structure) {
			for _, a := range on(p.Arbiters) {
				list = append(list, structure{alpha, slices.Repeat([][]uint8{a.Quorums}, len(alpha)), oneEach})
			}
			return list
		})
	}
	impossible := func(s structure) (bool, string) {
		return !s.solves(), fmt.Sprintf("%v: every V can lock |α(V)| quorums, and no more", s)
	}
	over := func(which string) string {
		return fmt.Sprintf("all sharing structures of at most %d processes, up to their order, and %d resources%s, all antichains on %d arbiters",
			p.Processes, p.Resources, which, p.Arbiters)
	}
	const differ = " with α(V) ≠ α(V') for non-empty V, V'"
	all := sharedResources(p.Processes, p.Resources)
	unequal := experiments.Keep(all, func(alpha []uint8) bool { return groupsIn(alpha) > 1 })
	claim(out, "miyamoto-theorem-1", "Theorem 1",
		"If α(V) ≠ α(V') for some sets V, V' of processes, the problem is not solved by protocol P where all processes use one quorum family.",
		experiments.HoldsUnderReading("a process may hold several quorums at once, one for each resource: the proof locks |α(V')|+1 for V', and P as printed asks for one at a time",
			forAll(out, over(differ), cases(unequal, true), impossible), forAll(out, over(differ), cases(unequal, false), impossible).Proved("condition-c")))
}

// trial holds the resources of processes and the number of arbiters.
type trial struct {
	Alpha    []uint8
	Arbiters int
}

// trials lists the α of at most the given number of groups. Those of one group come first, on more
// arbiters.
func (p parameters) trials(groups int) []trial {
	var one, several []trial
	for _, alpha := range sharedResources(p.Processes, p.Resources) {
		switch g := groupsIn(alpha); {
		case g == 1:
			one = append(one, trial{alpha, p.OnlyArbiters})
		case g <= groups:
			several = append(several, trial{alpha, p.Arbiters})
		}
	}
	return append(one, several...)
}

// claimTheorem2 tries all ways to lock quorums under condition C, as package quorum judges it.
func claimTheorem2(out *experiments.Output, p parameters, on func(n int) []antichain) {
	satisfying := experiments.Compute(out, "condition-c", p.trials(p.Processes), func(ctx context.Context, t trial) ([]structure, error) {
		var list []structure
		for _, s := range withFamilies(t.Alpha, func(k int) []antichain { return coteriesFor(k, on(t.Arbiters)) }) {
			ok := experiments.Must(s.satisfiesC(ctx, t.Arbiters))
			if ok {
				list = append(list, s)
			}
		}
		return list, nil
	})
	over := fmt.Sprintf("all sharing structures with condition C, of at most %d processes, up to their order, and %d resources, on %d arbiters, "+
		"with one group on %d", p.Processes, p.Resources, p.Arbiters, p.OnlyArbiters)
	each := func(holds func(structure) (bool, string)) experiments.Judgement {
		return forAll(out, over, slices.Concat(satisfying...), holds)
	}
	// The condition is about reachable states: the processes outside V may have released their
	// quorums.
	fills := func() experiments.Judgement {
		return each(func(s structure) (bool, string) {
			v, at, found := s.stuck(true)
			return !found, fmt.Sprintf("%v: with %s, the processes %v can lock no more", s, describeLocks(at), quorum.SetOfMask(v))
		})
	}
	claim(out, "miyamoto-theorem-2-condition-1", "Theorem 2, condition 1",
		"Under condition C no set V of processes can hold more than |α(V)| disjoint quorums at a time.",
		each(func(s structure) (bool, string) { return s.safe(), s.String() }).Proved("condition-c"))
	claim(out, "miyamoto-theorem-2-condition-2", "Theorem 2, condition 2",
		"Under condition C, wherever V holds fewer than |α(V)| quorums, there is another one for it, disjoint from those.",
		fills().Proved("condition-c"))
	claim(out, "miyamoto-theorem-2-resources", "Theorem 2, its proof",
		"Under condition C as many resources are in use as quorums are locked: whoever locks a quorum finds one of its resources free.",
		experiments.HoldsUnderReading("resources in use may be exchanged: different ones for all locked quorums exist by Hall's theorem, "+
			"but who comes first may take the wrong one",
			each(func(s structure) (bool, string) {
				story, found := s.strandedLock()
				return !found, fmt.Sprintf("%v: %s", s, story)
			}),
			each(func(s structure) (bool, string) {
				for held := range s.configurations() {
					if !s.assignable(held) {
						return false, fmt.Sprintf("%v: %s", s, describeLocks(held))
					}
				}
				return true, ""
			}).Proved("condition-c")))
	claim(out, "miyamoto-theorem-3-injection", "Theorem 3, non-intersection",
		"For an injection f from ρ < σ disjoint quorums into the resources and any r that it leaves out, "+
			"a group G with r has in each set H ∋ G of groups fewer than |α(H)| of the quorums.",
		experiments.HoldsUnderReading("f gives each quorum a resource of its own group, as Hall's theorem allows; "+
			"a mere injection into all resources is not enough",
			each(func(s structure) (bool, string) { return s.injectionsServe(false) }),
			each(func(s structure) (bool, string) { return s.injectionsServe(true) })))
}

// claimNecessity judges whether condition C is also necessary.
func claimNecessity(out *experiments.Output, p parameters, on func(n int) []antichain) {
	cases := experiments.Flat(p.trials(p.AnyGroups), func(t trial) []structure {
		return withFamilies(t.Alpha, func(int) []antichain { return on(t.Arbiters) })
	})
	over := fmt.Sprintf("all sharing structures of at most %d processes, up to their order, %d resources and %d groups with all antichains on %d arbiters, "+
		"with one group on %d", p.Processes, p.Resources, p.AnyGroups, p.Arbiters, p.OnlyArbiters)
	out.Claim("ours-condition-c-necessary", experiments.BeyondThePaper, "after Miyamoto, Kakugawa, Yamashita 1994, section 3.2, which calls C sufficient",
		"Condition C, minimality aside, is necessary as well: the problem is not solved without it.",
		experiments.HoldsUnderReading("V has to reach |α(V)| quorums from wherever it is without releasing one; "+
			"that every V can hold |α(V)| and no more is all that Definition 2 asks, and less",
			forAll(out, over, cases, func(s structure) (bool, string) { return !s.solves() || s.packsAsC(), s.String() }),
			forAll(out, over, cases, func(s structure) (bool, string) {
				_, _, stuck := s.stuck(true)
				return stuck || !s.safe() || s.packsAsC(), s.String()
			})))
}
