package availability

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/sets"
	"coterie/internal/table"
	"coterie/measure"
)

// smallGroupTally counts all group quorum systems of m cartels on n nodes in which some cartel has a degree above 1.
type smallGroupTally struct {
	N, M    int
	Systems int // group quorum systems, cartels in order
	Wide    int // of these, with a cartel of degree above 1
	Degree  int // of these, of degree above 1: every cartel

	Free, FreeDegree int // of Wide and of Degree: the mean of the cartels is as available as the best ordinary system, at every p
	FreeAll          int // of Degree: every cartel is
	FreeGreatest     int // greatest degree of a cartel in a system counted in Free
	Single           int // of Degree: one cartel is at some p more available than the best ordinary system
	Example          string
	ExampleAll       string
	ExampleSingle    string
	Exception        string // a system whose mean is at some p above the best ordinary system: there must be none
	SecondAbove      string // one in which two cartels are, or one is above and another one equal
}

// smallCartel is one antichain with what is needed of it.
type smallCartel struct {
	quorums []uint8
	live    uint32 // bit S: node set S contains a quorum
	meets   uint32 // bit S: node set S meets every quorum
	counts  uint64 // live sets by size, 8 bits each
	degree  int
	toBest  order
}

// smallCartels lists the non-empty antichains on n <= 5 nodes.
func smallCartels(n int) []smallCartel {
	best := mostAvailable(n)
	known := map[uint64]order{}
	var out []smallCartel
	for _, c := range small.Antichains(n) {
		s := smallCartel{quorums: c, degree: sets.MostDisjoint(c)}
		for set := range 1 << n {
			contains, meets := false, true
			for _, q := range c {
				contains = contains || int(q)&set == int(q)
				meets = meets && int(q)&set != 0
			}
			if contains {
				s.live |= 1 << set
				s.counts += 1 << (8 * bits.OnesCount(uint(set)))
			}
			if meets {
				s.meets |= 1 << set
			}
		}
		r, ok := known[s.counts]
		if !ok {
			r = orderBelowHalf(unpackLive(n, s.counts), best)
			known[s.counts] = r
		}
		s.toBest = r
		out = append(out, s)
	}
	return out
}

func unpackLive(n int, packed uint64) measure.LiveSets {
	counts := make([]*big.Int, n+1)
	for s := range counts {
		counts[s] = big.NewInt(int64(packed >> (8 * s) & 0xff))
	}
	return measure.LiveSets{Counts: counts}
}

// trySmallGroups judges what degree costs on all group systems of few nodes.
//
// Proof: docs/theorems/degree-availability.md.
func trySmallGroups(ctx context.Context, env experiments.Env, out *experiments.Output, p groupAvailabilityParameters) ([]experiments.Claim, error) {
	type size struct{ N, M int }
	var sizes []size
	for n := 1; n <= p.Small; n++ {
		sizes = append(sizes, size{n, 2})
	}
	for n := 1; n <= p.Three; n++ {
		sizes = append(sizes, size{n, 3})
	}
	rows, err := experiments.Rows(ctx, env, "small-groups", sizes, func(ctx context.Context, s size) (smallGroupTally, error) {
		return tallyGroups(ctx, s.N, s.M)
	})
	if err != nil {
		return nil, err
	}
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("m", "groups", "number of cartels"),
		table.Ints("systems", "systems", "group quorum systems of non-empty cartels, labelled and in order"),
		table.Ints("wide", "systems", "with a cartel of degree above 1"),
		table.Ints("wide_free", "systems", "of these, the mean of the cartels is as available as the best ordinary system, at every p in 0 < p < 1/2; for all others it is below at every p"),
		table.Ints("degree_2", "systems", "systems of degree above 1"),
		table.Ints("degree_2_free", "systems", "of these, in the mean as available as the best ordinary system"),
		table.Ints("degree_2_free_each", "systems", "of these, in every cartel"),
		table.Ints("degree_2_one_above", "systems", "of degree above 1, with a cartel that at some p is more available than the best ordinary system"),
		table.Ints("greatest_free", "quorums", "greatest degree of a cartel in a system counted in wide_free"),
		table.Texts("example", "", "a system of degree above 1 that costs no availability in any cartel"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.N), table.Int(r.M), table.Int(r.Systems), table.Int(r.Wide), table.Int(r.Free), table.Int(r.Degree), table.Int(r.FreeDegree), table.Int(r.FreeAll), table.Int(r.Single),
			experiments.KnownSize(r.FreeGreatest), experiments.TextOr(r.ExampleAll)); err != nil {
			return nil, err
		}
	}
	if err := out.Table("small-groups.csv", t); err != nil {
		return nil, err
	}
	all := func(yield func(smallGroupTally) bool) {
		for _, r := range rows {
			if !yield(r) {
				return
			}
		}
	}
	words := fmt.Sprintf("all group quorum systems, 2 cartels with n in 1..%d and 3 cartels with n in 1..%d, at all p in 0 < p < 1/2", p.Small, p.Three)
	return []experiments.Claim{
		{
			ID: "joung-degree-availability", Source: "Joung 2003", Section: "section 4.4",
			Statement: "Group quorum systems with degree higher than 1, in general, come with a cost in availability.",
			Command:   groupAvailabilityCommand,
			Judgement: experiments.HoldsUnderReading("in the mean of the cartels, beside the best ordinary system, for an odd number of nodes, three or more groups, or a cartel of degree 3 or more; for two groups "+
				"on an even number of nodes, degree 2 can be free",
				experiments.Judge(experiments.Every(words), all, func(r smallGroupTally) (bool, string) {
					return r.FreeDegree == 0, fmt.Sprintf("n = %d, m = %d: %s has degree 2, and at every p its mean is that of the best ordinary system", r.N, r.M, r.Example)
				}),
				experiments.Judge(experiments.Every(words), all, func(r smallGroupTally) (bool, string) {
					ok := r.Exception == "" && (r.Free == 0 || r.N%2 == 0 && r.M == 2 && r.FreeGreatest <= 2)
					return ok, fmt.Sprintf("n = %d, m = %d: %s", r.N, r.M, r.Exception)
				}).Proved("degree-availability")),
		},
		{
			ID: "joung-degree-availability-cartels", Source: "Joung 2003", Section: "section 4.4",
			Statement: "Every cartel of a group quorum system with degree higher than 1 is less available than the best ordinary quorum system.",
			Command:   groupAvailabilityCommand,
			Judgement: experiments.HoldsUnderReading("at most one cartel is more available, where the others then are less",
				experiments.Judge(experiments.Every(words), all, func(r smallGroupTally) (bool, string) {
					return r.FreeAll+r.Single == 0, fmt.Sprintf("n = %d, m = %d: the first of %s is more available at some p", r.N, r.M, r.ExampleSingle)
				}),
				experiments.Judge(experiments.Every(words), all, func(r smallGroupTally) (bool, string) {
					return r.SecondAbove == "", fmt.Sprintf("n = %d, m = %d: %s", r.N, r.M, r.SecondAbove)
				}).Proved("degree-availability")),
		},
	}, nil
}

// tallyGroups goes through all group systems of m = 2 or 3 cartels on n <= 5 nodes.
func tallyGroups(ctx context.Context, n, m int) (smallGroupTally, error) {
	row := smallGroupTally{N: n, M: m}
	cartels := smallCartels(n)
	best := timesLive(mostAvailable(n), m)
	known := map[uint64]order{}
	judge := func(chosen ...*smallCartel) {
		row.Systems++
		wide, narrow, sum := 0, n, uint64(0)
		for _, c := range chosen {
			wide, narrow, sum = max(wide, c.degree), min(narrow, c.degree), sum+c.counts
		}
		if wide == 1 {
			return
		}
		mean, ok := known[sum]
		if !ok {
			mean = orderBelowHalf(unpackLive(n, sum), best)
			known[sum] = mean
		}
		text := func() string {
			var g small.Groups
			for _, c := range chosen {
				g = append(g, c.quorums)
			}
			return g.String()
		}
		first := func(dst *string) {
			if *dst == "" {
				*dst = text()
			}
		}
		row.Wide++
		if mean == asAvailable {
			row.Free++
			row.FreeGreatest = max(row.FreeGreatest, wide)
		} else if mean != lessAvailable {
			first(&row.Exception)
		}
		reached, exceeded := 0, 0
		for _, c := range chosen {
			if c.toBest != lessAvailable {
				reached++
			}
			if c.toBest == moreAvailable || c.toBest == mixedOrder {
				exceeded++
			}
		}
		if exceeded > 0 && reached > 1 {
			first(&row.SecondAbove)
		}
		if narrow == 1 {
			return
		}
		row.Degree++
		if mean == asAvailable {
			row.FreeDegree++
			first(&row.Example)
			if exceeded == 0 {
				row.FreeAll++
				first(&row.ExampleAll)
			}
		}
		if exceeded > 0 {
			row.Single++
			if chosen[0].toBest == moreAvailable || chosen[0].toBest == mixedOrder {
				first(&row.ExampleSingle)
			}
		}
	}
	for i := range cartels {
		if ctx.Err() != nil {
			return row, experiments.ContextError(ctx)
		}
		a := &cartels[i]
		for k := range cartels {
			b := &cartels[k]
			if b.live&^a.meets != 0 { // a live set of b misses a quorum of a
				continue
			}
			if m == 2 {
				judge(a, b)
				continue
			}
			for l := range cartels {
				if c := &cartels[l]; c.live&^(a.meets&b.meets) == 0 {
					judge(a, b, c)
				}
			}
		}
	}
	return row, nil
}
