package groups

import (
	"fmt"
	"math/bits"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/gf"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// everySmall describes the systems that smallSystems lists.
func everySmall(n int) string {
	return fmt.Sprintf("all systems of 2 and 3 non-empty cartels, n in 1..%d (3 cartels: n up to 3)", n)
}

// claimSmall tries the statements about all group quorum systems on all small ones.
func claimSmall(out *experiments.Output, p remarksParameters) {
	over, all := everySmall(p.Small), smallSystems(p.Small)
	out.Claim("joung-degree-faults", joung, "section 3, after Definition 3.2",
		"In a group quorum system of degree k every cartel has an unhit quorum even if k-1 processes have failed.",
		experiments.ForAll(over, all, func(s small.System) (bool, string) {
			k := s.Cartels.Degree()
			for failed := range 1 << s.N {
				for _, c := range s.Cartels {
					if bits.OnesCount(uint(failed)) < k && !slices.ContainsFunc(c, func(q uint8) bool { return q&uint8(failed) == 0 }) {
						return false, s.String()
					}
				}
			}
			return true, ""
		}))
	out.Claim("joung-degree-size", joung, "section 3, after Definition 3.2",
		"In a group quorum system of degree k with m > 1 every quorum has at least k nodes.",
		experiments.ForAll(over, all, func(s small.System) (bool, string) { return s.Cartels.LeastSize() >= s.Cartels.Degree(), s.String() }))
	square := func(holds func(square, n int) bool) experiments.Judgement {
		return experiments.ForAll(over, all, func(s small.System) (bool, string) {
			k := s.Cartels.Degree()
			return holds(k*k, s.N), fmt.Sprintf("%v has degree %d", s, k)
		})
	}
	out.Claim("joung-lemma-3-2-proof", joung, "Lemma 3.2, its proof", "The k² nodes of the k disjoint quorums must be less than n.",
		experiments.HoldsUnderReading("at most n",
			square(func(square, n int) bool { return square < n }),
			square(func(square, n int) bool { return square <= n }).Proved("degree")))
}

// claimRedundant tries the statements about a node of just one quorum.
func claimRedundant(out *experiments.Output, p remarksParameters) {
	over, all := everySmall(p.Small)+", and every node of just one quorum", experiments.Flat(smallSystems(p.Small), singleNodes)
	out.Claim("joung-redundant-intersection", joung, "section 3, before Lemma 3.3",
		"If a node is in only one quorum, removing it from that quorum does not affect the intersection property.",
		experiments.ForAll(over, all, func(s singleNode) (bool, string) { return small.CrossesAll(s.rest(), s.reduced()), s.String() }))
	out.Claim("joung-redundant-minimality", joung, "section 3, before Lemma 3.3",
		"If a node is in only one quorum, removing it from that quorum does not affect the minimality property.",
		experiments.HoldsUnderReading("the quorums that then contain the reduced one are dropped",
			experiments.ForAll(over, all, func(s singleNode) (bool, string) { return sets.IsAntichain(s.reduced()), s.String() }),
			experiments.ForAll(over, all, func(s singleNode) (bool, string) {
				c := sets.Minimal(s.reduced())
				return len(c) > 0 && !slices.Contains(c, 0) && sets.IsAntichain(c) && small.CrossesAll(s.rest(), c), s.String()
			})))
}

// singleNode is a node of a group quorum system that is in one quorum only.
type singleNode struct {
	small.System
	node, cartel, at int
}

// singleNodes lists these nodes of a system.
func singleNodes(s small.System) (list []singleNode) {
	for v := range s.N {
		found, times := singleNode{System: s, node: v}, 0
		for c, cartel := range s.Cartels {
			for i, q := range cartel {
				if q>>v&1 == 1 {
					found.cartel, found.at = c, i
					times++
				}
			}
		}
		if times == 1 {
			list = append(list, found)
		}
	}
	return list
}

// reduced returns the cartel with the node removed from its quorum.
func (s singleNode) reduced() []uint8 {
	c := slices.Clone(s.Cartels[s.cartel])
	c[s.at] &^= 1 << s.node
	return c
}

// rest returns the other cartels.
func (s singleNode) rest() small.Groups {
	return slices.Delete(slices.Clone(s.Cartels), s.cartel, s.cartel+1)
}

func (s singleNode) String() string {
	return fmt.Sprintf("%v, node %v is only in quorum %v of cartel %v, which becomes %v", s.System, quorum.Node(s.node),
		quorum.Index(s.at), quorum.Index(s.cartel), small.Groups{s.reduced()})
}

// claimExistence tries the statements about the existence and the dominance of systems.
func claimExistence(out *experiments.Output, p remarksParameters) {
	out.Claim("joung-lift-degree-one", joung, "sections 3 and 4.2", "T_m(C) = (C, ..., C) is an m-group quorum system, of degree one.",
		experiments.Judge(experiments.Every(fmt.Sprintf("all coteries, n in 1..%d, m = 2, 3, 4", p.Small)), small.Coteries(p.Small, true), func(s small.System) (bool, string) {
			for m := 2; m <= 4; m++ {
				g := slices.Repeat(s.Cartels, m)
				if !small.CrossesAll(g[1:], g[0]) || !sets.IsAntichain(g[0]) || g.Degree() != 1 {
					return false, fmt.Sprintf("m = %d, C = %v", m, s)
				}
			}
			return true, ""
		}))
	out.Claim("joung-l-coteries", joung, "section 1",
		"A coterie for l-exclusion that has two disjoint quorums cannot be used for group mutual exclusion: (C, ..., C) has no intersection property.",
		experiments.Judge(experiments.Every(fmt.Sprintf("all antichains with two disjoint quorums, n in 1..%d", p.Small)), small.Coteries(p.Small, false), func(s small.System) (bool, string) {
			return !small.CrossesAll(s.Cartels, s.Cartels[0]), s.String()
		}))
	out.Claim("joung-definition-3-3", joung, "Definition 3.3, beside the criterion by transversals",
		"No group system dominates a given one if and only if every transversal of the other cartels contains a quorum of each cartel.",
		judgeDefinition(p.Pairs))
	out.Claim("joung-degree-exists", joung, "section 4.4", "For k <= √n there are group quorum systems of degree k.",
		judgeDegreeExists(p.Small, gf.FloorSqrt(p.Nodes)))
}

// judgeDefinition compares Definition 3.3, tried on all systems, with the criterion.
//
// Proof: docs/theorems/nondominated-groups.md.
func judgeDefinition(n int) experiments.Judgement {
	return experiments.ForAll(fmt.Sprintf("all systems of 2 and 3 non-empty cartels, n in 1..%d, against all of them", n), smallSystems(n), func(s small.System) (bool, string) {
		dominated := false
		for g := range small.GroupSystems(s.N, len(s.Cartels)) {
			if dominated = g.Dominates(s.Cartels); dominated {
				break
			}
		}
		byTransversals := s.NondominatedByTransversals()
		return dominated != byTransversals, fmt.Sprintf("%v is dominated: %t; nondominated by transversals: %t", s, dominated, byTransversals)
	}).Proved("nondominated-groups")
}

// judgeDegreeExists seeks an m-group quorum system of degree ⌊√n⌋ on n nodes, for m up to 4. Only
// cartels of that degree or more can be part of such a system. For at most three groups the rows,
// the columns and the symbols of a Latin square are one, with idle nodes if n is not a square.
func judgeDegreeExists(nodes, side int) experiments.Judgement {
	nets := experiments.Flat(experiments.Numbers(1, side), func(k int) [][2]int { return [][2]int{{k, 2}, {k, 3}} }) // k and m
	return experiments.HoldsUnderReading("for at most three groups, whatever n is",
		judgeDegreeOfAll(nodes),
		experiments.ForAll(fmt.Sprintf("k in 1..%d, m = 2 and 3, on k² nodes or more", side), nets, func(c [2]int) (bool, string) {
			k := c[0]
			system := experiments.Must(quorum.As[*quorum.GroupSystem](construct.Net(k, c[1])))
			ok := small.MeetOnce(system)
			for _, cartel := range system.Cartels() {
				ok = ok && cartel.Len() == k && slices.Max(cartel.Responsibilities()) == 1
			}
			return ok, fmt.Sprintf("%s has not degree %d", system.Name(), k)
		}))
}

// judgeDegreeOfAll tries the words as printed, on all families of cartels.
func judgeDegreeOfAll(nodes int) experiments.Judgement {
	sizes := experiments.Flat(experiments.Numbers(1, nodes), func(n int) [][2]int { return [][2]int{{n, 2}, {n, 3}, {n, 4}} }) // n and m
	return experiments.ForAll(fmt.Sprintf("n in 1..%d, m in 2..4, k = ⌊√n⌋, all families of m cartels of degree k", nodes), sizes, func(c [2]int) (bool, string) {
		n, m, k := c[0], c[1], gf.FloorSqrt(c[0])
		cartels := experiments.Keep(small.Antichains(n), func(a []uint8) bool { return sets.MostDisjoint(a) >= k })
		var extend func(chosen small.Groups) bool
		extend = func(chosen small.Groups) bool {
			return len(chosen) == m || slices.ContainsFunc(cartels, func(a []uint8) bool {
				return small.CrossesAll(chosen, a) && extend(append(slices.Clone(chosen), a))
			})
		}
		return extend(nil), fmt.Sprintf("n = %d, k = %d: no %d of the %d cartels of degree k are a group quorum system", n, k, m, len(cartels))
	})
}
