package availability

import (
	"context"
	"fmt"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/solve/sets"
)

// smallGroupTally counts all group quorum systems of m cartels on n nodes in which some cartel has
// a degree above 1.
type smallGroupTally struct {
	N       int `csv:"n,nodes" doc:"number of nodes"`
	M       int `csv:"m,groups" doc:"number of cartels"`
	Systems int `csv:"systems,systems" doc:"group quorum systems of non-empty cartels, labelled and in order"`
	Wide    int `csv:"wide,systems" doc:"with a cartel of degree above 1"`
	Degree  int `csv:"degree_2,systems" doc:"systems of degree above 1"`

	Free          int `csv:"wide_free,systems" doc:"of these, the mean of the cartels is as available as the best ordinary system, at every p in 0 < p < 1/2; for all others it is below at every p"`
	FreeDegree    int `csv:"degree_2_free,systems" doc:"of these, in the mean as available as the best ordinary system"`
	FreeAll       int `csv:"degree_2_free_each,systems" doc:"of these, in every cartel"`
	FreeGreatest  int `csv:"greatest_free,quorums,omitzero" doc:"greatest degree of a cartel in a system counted in wide_free"`
	Single        int `csv:"degree_2_one_above,systems" doc:"of degree above 1, with a cartel that at some p is more available than the best ordinary system"`
	Example       string
	ExampleAll    string `csv:"example" doc:"a system of degree above 1 that costs no availability in any cartel"`
	ExampleSingle string
	Exception     string // a system whose mean is above the best ordinary system at some p: there must be none
	SecondAbove   string // one in which two cartels are, or one is above and another one equal
}

// smallCartel is one antichain on at most 6 nodes with its live sets, its transversals and its
// degree.
type smallCartel struct {
	quorums []uint8
	live    uint64 // bit S: node set S contains a quorum
	meets   uint64 // bit S: node set S meets every quorum
	counts  counts // live sets by size
	degree  int
	toBest  order
}

// smallCartels lists the non-empty antichains.
func smallCartels(n int) []smallCartel {
	best := compareWith(mostAvailable(n))
	meets := sets.NewTable(n)
	var out []smallCartel
	for _, c := range small.Antichains(n) {
		live, counts := tableOf(n, c), countsOf(n, c)
		live.Dual(meets)
		out = append(out, smallCartel{c, live.Bits[0], meets.Bits[0], counts, sets.MostDisjoint(c), best(counts)})
	}
	return out
}

// declareSmallGroups judges the cost of degree on all group systems of few nodes.
//
// Proof: docs/theorems/degree-availability.md.
func declareSmallGroups(out *experiments.Output, p groupAvailabilityParameters) {
	rows := experiments.Compute(out, "small-groups", small.Sizes(p.Small, p.Three), func(ctx context.Context, s [2]int) (smallGroupTally, error) {
		return tallyGroups(ctx, s[0], s[1])
	})
	experiments.Table(out, "small-groups", rows,
		"n", "m", "systems", "wide", "wide_free", "degree_2", "degree_2_free", "degree_2_free_each",
		"degree_2_one_above", "greatest_free", "example")

	over := fmt.Sprintf("all group quorum systems, 2 cartels with n in 1..%d and 3 cartels with n in 1..%d, at all p in 0 < p < 1/2", p.Small, p.Three)
	at := func(r smallGroupTally) string { return fmt.Sprintf("n = %d, m = %d: ", r.N, r.M) }
	out.Claim("joung-degree-availability", joung, joungSection,
		"Group quorum systems with degree higher than 1, in general, come with a cost in availability.",
		experiments.HoldsUnderReading("in the mean of the cartels, beside the best ordinary system, for an odd number of nodes, three or more groups, or a cartel of degree 3 or more; for two groups "+
			"on an even number of nodes, degree 2 can be free",
			experiments.ForAll(over, rows, func(r smallGroupTally) (bool, string) {
				return r.FreeDegree == 0, at(r) + r.Example + " has degree 2, and at every p its mean is that of the best ordinary system"
			}),
			experiments.ForAll(over, rows, func(r smallGroupTally) (bool, string) {
				return r.Exception == "" && (r.Free == 0 || r.N%2 == 0 && r.M == 2 && r.FreeGreatest <= 2), at(r) + r.Exception
			}).Proved("degree-availability")))
	out.Claim("ours-degree-availability-cartels", experiments.BeyondThePaper, "after Joung 2003, section 4.4",
		"Every cartel of a group quorum system with degree higher than 1 is less available than the best ordinary quorum system.",
		experiments.HoldsUnderReading("at most one cartel is more available, where the others then are less",
			experiments.ForAll(over, rows, func(r smallGroupTally) (bool, string) {
				return r.FreeAll+r.Single == 0, at(r) + "the first of " + r.ExampleSingle + " is more available at some p"
			}),
			experiments.ForAll(over, rows, func(r smallGroupTally) (bool, string) { return r.SecondAbove == "", at(r) + r.SecondAbove }).
				Proved("degree-availability")))
}

// tallyGroups goes through all group systems of m = 2 or 3 cartels on n <= 5 nodes.
func tallyGroups(ctx context.Context, n, m int) (smallGroupTally, error) {
	row := smallGroupTally{N: n, M: m}
	cartels := smallCartels(n)
	toBest := compareWith(timesLive(mostAvailable(n), m))
	for i := range cartels {
		if ctx.Err() != nil {
			return row, ctx.Err()
		}
		a := &cartels[i]
		for k := range cartels {
			b := &cartels[k]
			if b.live&^a.meets != 0 { // a live set of b misses a quorum of a
				continue
			}
			if m == 2 {
				row.count(toBest, a, b)
				continue
			}
			for l := range cartels {
				if c := &cartels[l]; c.live&^(a.meets&b.meets) == 0 {
					row.count(toBest, a, b, c)
				}
			}
		}
	}
	return row, nil
}

// count adds a group system to the tally. toBest compares the sum of its cartels with the sum of
// equally many best systems.
func (r *smallGroupTally) count(toBest func(counts) order, chosen ...*smallCartel) {
	r.Systems++
	wide, narrow := 0, chosen[0].degree
	for _, c := range chosen {
		wide, narrow = max(wide, c.degree), min(narrow, c.degree)
	}
	if wide == 1 {
		return
	}
	var sum counts
	var quorums [][]uint8
	reached, exceeded := 0, 0
	for _, c := range chosen {
		quorums = append(quorums, c.quorums)
		for s, x := range c.counts {
			sum[s] += x
		}
		if c.toBest != lessAvailable {
			reached++
		}
		if c.toBest.exceeds() {
			exceeded++
		}
	}
	mean := toBest(sum)
	r.Wide++
	if mean == asAvailable {
		r.Free++
		r.FreeGreatest = max(r.FreeGreatest, wide)
	} else if mean != lessAvailable {
		first(&r.Exception, quorums...)
	}
	if exceeded > 0 && reached > 1 {
		first(&r.SecondAbove, quorums...)
	}
	if narrow == 1 {
		return
	}
	r.Degree++
	if mean == asAvailable {
		r.FreeDegree++
		first(&r.Example, quorums...)
		if exceeded == 0 {
			r.FreeAll++
			first(&r.ExampleAll, quorums...)
		}
	}
	if exceeded > 0 {
		r.Single++
		if chosen[0].toBest.exceeds() {
			first(&r.ExampleSingle, quorums...)
		}
	}
}
