package experiments

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"
)

// smallDefinitions is how many nodes the systems have on which definitions are tried: all of them, one after the other.
const smallDefinitions = 4

// smallCoteriesClaims judges definitions of the papers on all coteries on few nodes, whose numbers are compared with the counts.
func smallCoteriesClaims(ctx context.Context, rows []smallRow) ([]Claim, error) {
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
	var coteries, nondominated []smallSystem
	for s := range smallCoteries(nodes, true) {
		coteries = append(coteries, s)
		if s.selfDual() {
			nondominated = append(nondominated, s)
		}
	}
	// The lists agree with the table.
	for n := 1; n <= nodes; n++ {
		for kind, list := range map[smallKind][]smallSystem{smallAll: coteries, smallNondominated: nondominated} {
			listed := 0
			for _, s := range list {
				if s.n == n {
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
		for _, c := range smallAntichains(n) {
			g := smallSystem{n, smallGroups{c}}
			s, err := g.cartels.system(n)
			if err != nil {
				return nil, err
			}
			ok, _, err := isKCoterie(ctx, 1, s.Cartel(0))
			if err != nil {
				return nil, err
			}
			one = append(one, smallOne{g, ok})
		}
	}
	dominated := func(words func(by, s smallSystem) bool) func(smallSystem) (bool, string) {
		return func(s smallSystem) (bool, string) {
			for _, by := range coteries {
				if by.n == s.n && words(by, s) {
					return false, fmt.Sprintf("%v is dominated by %v", s, by.cartels)
				}
			}
			return true, ""
		}
	}
	claims := []Claim{
		{
			ID: "joung-dominance-words", Source: "Joung 2003", Section: "section 3, before Definition 3.3",
			Statement: "A quorum system C dominates D if every quorum of D contains a quorum of C: the coteries that contain a quorum in every transversal are dominated by none.",
			Command:   smallCommand,
			Judgement: HoldsUnderReading("C ≠ D, as Definition 3.3 has it for groups; else every system dominates itself",
				Judge(Every("all self-dual coteries, against all coteries, "+over), slices.Values(nondominated), dominated(func(by, s smallSystem) bool {
					return by.cartels.dominates(s.cartels) || slices.Equal(by.cartels[0], s.cartels[0])
				})),
				Judge(Every("all self-dual coteries, against all coteries, "+over), slices.Values(nondominated), dominated(func(by, s smallSystem) bool { return by.cartels.dominates(s.cartels) }))),
		},
		{
			ID: "miyamoto-one-coterie", Source: "Miyamoto, Kakugawa, Yamashita 1994", Section: "section 1",
			Statement: "The k-coteries extend the coteries: those for k = 1 are the families of which every two quorums meet and none contains another.",
			Command:   smallCommand,
			Judgement: Judge(Every("all antichains, "+over), slices.Values(one), func(o smallOne) (bool, string) {
				return o.oneCoterie == (mostDisjoint(o.cartels[0], 0) == 1), o.String()
			}),
		},
	}
	if nodes > 1 {
		claims = append(claims, Claim{
			ID: "joung-cartels-need-not-meet", Source: "Joung 2003", Section: "section 3, before Definition 3.2",
			Statement: "In general quorums in the same cartel of a group quorum system need not intersect.",
			Command:   smallCommand,
			Judgement: JudgeExists(Every("all systems of 2 non-empty cartels, "+over), smallPairs(nodes), func(s smallSystem) (bool, string) {
				return slices.ContainsFunc(s.cartels, func(c []uint8) bool { return mostDisjoint(c, 0) > 1 }), s.String()
			}),
		})
	}
	return claims, nil
}

// smallOne is an antichain with the judgement whether it is a 1-coterie.
type smallOne struct {
	smallSystem
	oneCoterie bool
}

// smallPairs yields the group systems of two cartels on 1 to so many nodes.
func smallPairs(nodes int) iter.Seq[smallSystem] {
	return func(yield func(smallSystem) bool) {
		for n := 1; n <= nodes; n++ {
			for g := range smallGroupSystems(n, 2) {
				if !yield(smallSystem{n, g}) {
					return
				}
			}
		}
	}
}
