package coteries

import (
	"fmt"
	"iter"
	"math/big"
	"slices"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// definitionNodes is the number of nodes of the systems on which definitions are tried. All such
// systems are tried, one after the other.
const definitionNodes = 4

// claimDefinitions judges definitions of the papers on all coteries on few nodes, whose numbers are
// compared with the counts.
func claimDefinitions(out *experiments.Output, p countParameters, rows []number) {
	if out.Err() != nil {
		return
	}
	nodes := min(definitionNodes, p.Nodes-1)
	over := fmt.Sprintf("n in 1..%d", nodes)
	coteries := slices.Collect(small.Coteries(nodes, true))
	selfDual := experiments.Keep(coteries, small.System.SelfDual)
	for n := 1; n <= nodes; n++ {
		for kind, list := range map[kind][]small.System{all: coteries, nondominated: selfDual} {
			listed := experiments.Count(list, func(s small.System) bool { return s.N == n })
			if counted := numberOf(rows, key{n, kind, true, false}); counted.Cmp(big.NewInt(int64(listed))) != 0 {
				out.Fail(fmt.Errorf("%d %s on %d nodes by trying all antichains, and %v by counting", listed, kind, n, counted))
			}
		}
	}

	const joung = "Joung 2003"
	undominated := func(dominates func(by, s small.System) bool) experiments.Judgement {
		return experiments.ForAll("all self-dual coteries, against all coteries, "+over, selfDual, func(s small.System) (bool, string) {
			for _, by := range coteries {
				if by.N == s.N && dominates(by, s) {
					return false, fmt.Sprintf("%v is dominated by %v", s, by.Cartels)
				}
			}
			return true, ""
		})
	}
	defined := func(by, s small.System) bool { return by.Cartels.Dominates(s.Cartels) }
	out.Claim("joung-dominance-words", joung, "section 3, before Definition 3.3",
		"A quorum system C dominates D if every quorum of D contains a quorum of C: the coteries that contain a quorum in every transversal are dominated by none.",
		experiments.HoldsUnderReading("C ≠ D, as Definition 3.3 has it for groups; else every system dominates itself",
			undominated(func(by, s small.System) bool { return defined(by, s) || slices.Equal(by.Cartels[0], s.Cartels[0]) }),
			undominated(defined)))

	antichains := experiments.Flat(experiments.Numbers(1, nodes), func(n int) (list []small.System) {
		for _, c := range small.Antichains(n) {
			list = append(list, small.System{N: n, Cartels: small.Groups{c}})
		}
		return list
	})
	out.Claim("miyamoto-one-coterie", "Miyamoto, Kakugawa, Yamashita 1994", "section 1",
		"The k-coteries extend the coteries: those for k = 1 are the families of which every two quorums meet and none contains another.",
		experiments.ForAll("all antichains, "+over, antichains, func(s small.System) (bool, string) {
			oneCoterie, _ := experiments.Must2(small.IsKCoterie(out.Context(), 1, experiments.Must(quorum.FamilyOfMasks(s.N, s.Cartels[0]))))
			return oneCoterie == (sets.MostDisjoint(s.Cartels[0]) == 1), s.String()
		}))

	out.Claim("joung-cartels-need-not-meet", joung, "section 3, before Definition 3.2",
		"In general quorums in the same cartel of a group quorum system need not intersect.",
		experiments.JudgeExists(experiments.Every("all systems of 2 non-empty cartels, "+over), pairs(nodes), func(s small.System) (bool, string) {
			return slices.ContainsFunc(s.Cartels, func(c []uint8) bool { return sets.MostDisjoint(c) > 1 }), s.String()
		}))
}

// pairs yields the group systems of two cartels on at most the given number of nodes.
func pairs(nodes int) iter.Seq[small.System] {
	return func(yield func(small.System) bool) {
		for n := 1; n <= nodes; n++ {
			for g := range small.GroupSystems(n, 2) {
				if !yield(small.System{N: n, Cartels: g}) {
					return
				}
			}
		}
	}
}
