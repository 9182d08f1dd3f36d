package coteries

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/sets"
)

// smallDefinitions is how many nodes the systems have on which definitions are tried: all of them, one after the other.
const smallDefinitions = 4

// smallCoteriesClaims judges definitions of the papers on all coteries on few nodes, whose numbers are compared with the counts.
func smallCoteriesClaims(ctx context.Context, rows []smallRow) ([]experiments.Claim, error) {
	nodes := min(smallDefinitions, rows[len(rows)-1].Key.N-1)
	over := fmt.Sprintf("n in 1..%d", nodes)
	count := func(n int, kind smallKind) *big.Int {
		for _, r := range rows {
			if r.Key == (smallKey{n, kind, true, false}) {
				return r.Count
			}
		}
		return new(big.Int)
	}
	var coteries, nondominated []small.System
	for s := range small.Coteries(nodes, true) {
		coteries = append(coteries, s)
		if s.SelfDual() {
			nondominated = append(nondominated, s)
		}
	}
	// The lists agree with the table.
	for n := 1; n <= nodes; n++ {
		for kind, list := range map[smallKind][]small.System{smallAll: coteries, smallNondominated: nondominated} {
			listed := 0
			for _, s := range list {
				if s.N == n {
					listed++
				}
			}
			if count(n, kind).Cmp(big.NewInt(int64(listed))) != 0 {
				return nil, fmt.Errorf("%d %s on %d nodes by trying all antichains, and %v by counting", listed, kind, n, count(n, kind))
			}
		}
	}
	var one []smallOne
	for n := 1; n <= nodes; n++ {
		for _, c := range small.Antichains(n) {
			g := small.System{N: n, Cartels: small.Groups{c}}
			s, err := g.Cartels.System(n)
			if err != nil {
				return nil, err
			}
			ok, _, err := small.IsKCoterie(ctx, 1, s.Cartel(0))
			if err != nil {
				return nil, err
			}
			one = append(one, smallOne{g, ok})
		}
	}
	dominated := func(words func(by, s small.System) bool) func(small.System) (bool, string) {
		return func(s small.System) (bool, string) {
			for _, by := range coteries {
				if by.N == s.N && words(by, s) {
					return false, fmt.Sprintf("%v is dominated by %v", s, by.Cartels)
				}
			}
			return true, ""
		}
	}
	claims := []experiments.Claim{
		{
			ID: "joung-dominance-words", Source: "Joung 2003", Section: "section 3, before Definition 3.3",
			Statement: "A quorum system C dominates D if every quorum of D contains a quorum of C: the coteries that contain a quorum in every transversal are dominated by none.",
			Command:   smallCommand,
			Judgement: experiments.HoldsUnderReading("C ≠ D, as Definition 3.3 has it for groups; else every system dominates itself",
				experiments.Judge(experiments.Every("all self-dual coteries, against all coteries, "+over), slices.Values(nondominated), dominated(func(by, s small.System) bool {
					return by.Cartels.Dominates(s.Cartels) || slices.Equal(by.Cartels[0], s.Cartels[0])
				})),
				experiments.Judge(experiments.Every("all self-dual coteries, against all coteries, "+over), slices.Values(nondominated), dominated(func(by, s small.System) bool { return by.Cartels.Dominates(s.Cartels) }))),
		},
		{
			ID: "miyamoto-one-coterie", Source: "Miyamoto, Kakugawa, Yamashita 1994", Section: "section 1",
			Statement: "The k-coteries extend the coteries: those for k = 1 are the families of which every two quorums meet and none contains another.",
			Command:   smallCommand,
			Judgement: experiments.Judge(experiments.Every("all antichains, "+over), slices.Values(one), func(o smallOne) (bool, string) {
				return o.oneCoterie == (sets.MostDisjoint(o.Cartels[0]) == 1), o.String()
			}),
		},
	}
	if nodes > 1 {
		claims = append(claims, experiments.Claim{
			ID: "joung-cartels-need-not-meet", Source: "Joung 2003", Section: "section 3, before Definition 3.2",
			Statement: "In general quorums in the same cartel of a group quorum system need not intersect.",
			Command:   smallCommand,
			Judgement: experiments.JudgeExists(experiments.Every("all systems of 2 non-empty cartels, "+over), smallPairs(nodes), func(s small.System) (bool, string) {
				return slices.ContainsFunc(s.Cartels, func(c []uint8) bool { return sets.MostDisjoint(c) > 1 }), s.String()
			}),
		})
	}
	return claims, nil
}

// smallOne is an antichain with the judgement whether it is a 1-coterie.
type smallOne struct {
	small.System
	oneCoterie bool
}

// smallPairs yields the group systems of two cartels on 1 to so many nodes.
func smallPairs(nodes int) iter.Seq[small.System] {
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
