package availability

import (
	"context"
	"fmt"
	"math/big"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/solve/sets"
	"coterie/measure/availability"
)

// groupAvailabilityParameters holds the parameters of the study group-availability.
type groupAvailabilityParameters struct {
	Coteries int   `json:"coteries"` // every coterie on at most this many nodes is tried
	Small    int   `json:"small"`    // every group quorum system of two cartels on at most this many nodes, 5 at most
	Three    int   `json:"three"`    // and of three cartels on at most this many
	Nodes    int   `json:"nodes"`    // group families and degenerate sets of at most this many nodes
	Groups   []int `json:"groups"`   // the m of the group families
	Listed   int   `json:"listed"`   // systems of at most this many quorums are listed
	States   int   `json:"states"`   // live sets are counted with decision diagrams of at most this many states
	Rows     int   `json:"rows"`     // triangle lattices of at most this many rows
	Order    int   `json:"order"`    // planes of at most this order, for the messages
}

// GroupAvailability returns the study group-availability.
func GroupAvailability() experiments.Study {
	return experiments.NewStudy(experiments.Spec[groupAvailabilityParameters]{
		Name:  "group-availability",
		Title: "Joung's section 4.4: what group quorum systems cost and save beside ordinary ones",
		Doc: "Which coterie is the most available, among all coteries of few nodes, for every crash probability below 1/2; what degree above 1 costs in " +
			"availability, on all group quorum systems of few nodes and on the group families; the exact loads of triangle lattices, and of degenerate planes and " +
			"surficial systems beside what other systems of as many nodes reach; and messages of ordinary and group systems under Maekawa_M. " +
			"Bazzi's cost of failures, which the paper mentions, is not judged: the paper does not define it.",
		Default: groupAvailabilityParameters{
			Coteries: 5, Small: 5, Three: 4, Nodes: 40, Groups: []int{2, 3, 4, 5}, Listed: 100_000, States: 1 << 17, Rows: 9, Order: 32,
		},
		Full: &groupAvailabilityParameters{
			Coteries: 5, Small: 5, Three: 4, Nodes: 64, Groups: []int{2, 3, 4, 5}, Listed: 700_000, States: 1 << 20, Rows: 10, Order: 64,
		},
		Declare: declareGroupAvailability,
	})
}

func declareGroupAvailability(out *experiments.Output, p groupAvailabilityParameters) {
	declareCoteries(out, p)
	declareSmallGroups(out, p)
	declareGroupFamilies(out, p)
	declareLoads(out, p)
	declareMessages(out, p)
}

// The paper that the study judges, and the section of most of its claims.
const (
	joung        = "Joung 2003"
	joungSection = "section 4.4"
)

// mostAvailable returns the live sets, by size, of a most available coterie on n nodes.
//
// Proof: docs/theorems/optimal-availability.md.
func mostAvailable(n int) availability.LiveSets {
	live := thresholdLive(n, n/2+1)
	if n%2 == 0 {
		live.Counts[n/2].Binomial(int64(n-1), int64(n/2))
	}
	return live
}

// order is the result of comparing two availabilities on 0 < p < 1/2.
type order int

const (
	lessAvailable order = iota - 1 // everywhere
	asAvailable                    // everywhere
	moreAvailable                  // everywhere
	mixedOrder                     // none of these
)

// orderBelowHalf compares the availabilities of two families at all p in 0 < p < 1/2, exactly.
func orderBelowHalf(a, b availability.LiveSets) order {
	half := bounds.FractionOf(1, 2)
	list, equal := availability.Crossings(a, b, bounds.FractionOf(1, 1<<20))
	switch {
	case equal:
		return asAvailable
	case len(list) > 0 && list[0].Low.Cmp(half) < 0: // intervals are found by halving, and none has 1/2 within
		return mixedOrder
	}
	p := big.NewRat(1, 4) // there is no change up to 1/2
	return order(a.Availability(p).Cmp(b.Availability(p)))
}

// exceeds reports whether the first availability is above the other at some p.
func (o order) exceeds() bool { return o == moreAvailable || o == mixedOrder }

// compareWith returns a function that compares a small system, or the sum of several, with a given
// one. It keeps its results, because families often agree.
func compareWith(with availability.LiveSets) func(live counts) order {
	known := map[counts]order{}
	return func(live counts) order {
		o, ok := known[live]
		if !ok {
			o = orderBelowHalf(live.live(with.N()), with)
			known[live] = o
		}
		return o
	}
}

// coterieRow counts the coteries on n nodes.
type coterieRow struct {
	N              int    `csv:"n,nodes" doc:"number of nodes"`
	Coteries       int    `csv:"coteries,coteries" doc:"all coteries on n nodes, labelled; a node may be in no quorum"`
	Nondominated   int    `csv:"nondominated,coteries" doc:"of these, half of all node sets are live"`
	Best           int    `csv:"best,coteries" doc:"of these, most available at every crash probability p in 0 < p < 1/2"`
	AboveMajority  int    `csv:"above_majority,coteries" doc:"how many are more available than the majority at every p in 0 < p < 1/2"`
	Mixed          int    `csv:"mixed,coteries" doc:"how many are more available than it at some of these p and less at others"`
	MajorityIsBest bool   `csv:"majority_best" doc:"whether the majority, quorums of ⌊n/2⌋+1 nodes, is one of the best"`
	Witness        string // a coterie that is not below the majority, and not it
	Beyond         string // a coterie that is not at most as available as mostAvailable says
}

// compareCoteries compares every coterie on n nodes with the majority and with the bound.
func compareCoteries(ctx context.Context, n int) (coterieRow, error) {
	best, majority := mostAvailable(n), thresholdLive(n, n/2+1)
	toBest, toMajority := compareWith(best), compareWith(majority)
	row := coterieRow{N: n, MajorityIsBest: orderBelowHalf(majority, best) == asAvailable}
	half := new(big.Int).Lsh(big.NewInt(1), uint(n-1))
	for _, c := range small.Antichains(n) {
		if sets.MostDisjoint(c) > 1 {
			continue
		}
		live := countsOf(n, c)
		row.Coteries++
		if live.live(n).Total().Cmp(half) == 0 {
			row.Nondominated++
		}
		switch toBest(live) {
		case asAvailable:
			row.Best++
		case moreAvailable, mixedOrder:
			first(&row.Beyond, c)
		}
		switch toMajority(live) {
		case moreAvailable:
			row.AboveMajority++
			first(&row.Witness, c)
		case mixedOrder:
			row.Mixed++
			first(&row.Witness, c)
		}
	}
	return row, ctx.Err()
}

// first stores the first system in dst and ignores later ones.
func first(dst *string, cartels ...[]uint8) {
	if *dst == "" {
		*dst = small.Groups(cartels).String()
	}
}

func declareCoteries(out *experiments.Output, p groupAvailabilityParameters) {
	rows := experiments.Compute(out, "coteries", experiments.Numbers(1, p.Coteries), compareCoteries)
	experiments.Table(out, "coteries", rows,
		"n", "coteries", "nondominated", "best", "majority_best", "above_majority", "mixed")

	foundCoteries(out, rows)
	over := fmt.Sprintf("all coteries, n in 1..%d, at all p in 0 < p < 1/2", p.Coteries)
	out.Claim("joung-majority-availability", joung, joungSection,
		"The majority quorum systems have the highest availability when the failure probability is p < 1/2.",
		experiments.HoldsUnderReading("for odd n; for even n the majority of n-1 nodes is the best, or a majority in which one node breaks ties",
			experiments.ForAll(over, experiments.LargestFirst(rows), func(r coterieRow) (bool, string) {
				return r.AboveMajority+r.Mixed == 0, fmt.Sprintf("n = %d: %s is more available than the majority", r.N, r.Witness)
			}),
			experiments.ForAll(over, rows, func(r coterieRow) (bool, string) {
				odd := r.N%2 == 1
				return r.Beyond == "" && r.Best > 0 && r.MajorityIsBest == odd && (!odd || r.Best == 1), fmt.Sprintf("n = %d: %s", r.N, r.Beyond)
			}).Proved("optimal-availability")))
}
