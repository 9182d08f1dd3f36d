package availability

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/gf"
)

// claimPelegWool judges the statements of section 5 of the billiard paper about availability.
func claimPelegWool(out *experiments.Output, p pelegWoolParameters, crash *big.Rat, r pelegWoolRows) {
	claim := func(id, statement string, j experiments.Judgement) {
		out.Claim(id, experiments.BilliardPaper, "section 5", statement, j)
	}
	// One sentence promises availability and quorum size at once.
	part := func(id, statement string, j experiments.Judgement) {
		out.ClaimAgain("agrawal-hierarchical-together", id, experiments.BilliardPaper, "section 5", statement, j)
	}
	chances := strings.Join(append([]string{p.P}, p.Others...), ", ") // at which bounds are compared
	billiards := experiments.Keep(r.counted, func(b failureRow) bool { return b.Family == "billiard" })
	named := func(prefix string) []unitRow {
		return experiments.Keep(r.units, func(u unitRow) bool { return strings.HasPrefix(u.Unit, prefix) })
	}
	billiardUnits := named("billiard:")

	claim("agrawal-grid-availability",
		"As the number of sites increases, the probability that a grid quorum exists asymptotically reaches zero.",
		experiments.ForAll(fmt.Sprintf("%s, p = %s: that probability is at most k(1-p)^k", gridRange(p), chances), r.grids, func(g failureRow) (bool, string) {
			return g.RowBound, fmt.Sprintf("%s: %v", g.Spec, g.Available)
		}).Proved("grids-fail"))
	out.Claim("ours-grid-trend", experiments.BeyondThePaper, "after Agrawal, Eğecioğlu, El Abbadi 1997, section 5", "Of two grids the greater one is less available.", judgeTrend(p, r.grids))
	claim("agrawal-billiard-availability",
		"As the number of sites increases, the probability that a billiard quorum exists asymptotically reaches zero.",
		experiments.ForAll(fmt.Sprintf("billiard systems, %s, p = %s: that probability is at most N(1-p)^q", billiardSides(p.Counted), chances), billiards,
			func(b failureRow) (bool, string) {
				return b.WithinUnion, fmt.Sprintf("%s: %v", b.Spec, b.Available)
			}).Proved("grids-fail"))
	claim("agrawal-exponential-quorums",
		"The probability that a quorum exists asymptotically reaches zero in any quorum system unless the number of quorums is at least exponential in their size (after Peleg and Wool 1995).",
		judgeExponential(p, crash, r))
	part("agrawal-hierarchical-availability",
		"Adapted to billiard quorums, the hierarchical structuring potentially offers asymptotically high availability: there is a crash probability p* > 0 below which the failure goes to 0 with the number of levels.",
		experiments.ForAll(fmt.Sprintf("billiard systems put into themselves, %s, and levels of at most %d sites at p = %s", unitSides(billiardUnits), p.Nodes, p.P), billiardUnits,
			func(u unitRow) (bool, string) {
				return u.lasts(crash), fmt.Sprintf("%s: threshold %v to %v, unique: %v, levels %+v", u.Unit, u.Low.Float64(), u.High.Float64(), u.Unique, u.Levels)
			}).Proved("hierarchies"))
	part("agrawal-hierarchical-grids",
		"The hierarchical structuring that Kumar and Cheung propose for grids offers asymptotically high availability, while maintaining the quorum sizes: 2√N - 1.",
		experiments.ForAll(fmt.Sprintf("k × k objects on every level, k in %v, at most %d sites, p = %s", p.GridUnits, p.Nodes, p.P), named("hierarchical grid"),
			func(u unitRow) (bool, string) {
				grown := slices.ContainsFunc(u.Levels, func(l unitLevel) bool { return (l.K+1)*(l.K+1) != 4*l.N })
				return !grown && u.lasts(crash), fmt.Sprintf("%s: threshold %v to %v, levels %+v", u.Unit, u.Low.Float64(), u.High.Float64(), u.Levels)
			}).Proved("hierarchies"))
	claim("agrawal-hierarchical-together",
		"Adapted to billiard quorums, the hierarchical structuring potentially offers asymptotically high availability and maintains the quorum sizes, both at once.",
		judgeTogether(p, crash, billiardUnits, r.towers))
}

func gridRange(p pelegWoolParameters) string {
	text := fmt.Sprintf("k × k grids, k in 1..%d", p.Grids)
	if len(p.GridSides) > 0 {
		text += " and " + strings.Trim(fmt.Sprint(p.GridSides), "[]")
	}
	return text
}

// billiardSides names the sides of the billiard systems among the specs.
func billiardSides(specs []string) string {
	var sides []string
	for _, spec := range specs {
		if q, ok := strings.CutPrefix(spec, "billiard:q="); ok {
			sides = append(sides, q)
		}
	}
	return "q in " + strings.Join(sides, ", ")
}

func unitSides(units []unitRow) string {
	var specs []string
	for _, u := range units {
		specs = append(specs, u.Unit)
	}
	return billiardSides(specs)
}

// judgeTrend judges whether every grid except the first fails more often than the next smaller one.
//
// Proof: docs/theorems/grids-fail.md.
func judgeTrend(p pelegWoolParameters, grids []failureRow) experiments.Judgement {
	turn := turningSide(grids, p.Grids)
	from := func(k int) experiments.Judgement {
		return experiments.ForAll(fmt.Sprintf("k × k grids, k in %d..%d, each beside that of k-1, p = %s", k, p.Grids, p.P), grids[k-1:p.Grids],
			func(g failureRow) (bool, string) {
				side := gf.FloorSqrt(g.N) - 1
				return g.MoreThanSmaller, fmt.Sprintf("%d sites: failure %.6g, less than with %d", g.N, g.Failure, side*side)
			})
	}
	reading := fmt.Sprintf("from k = %d, %d sites, on, for p = %s; up to there a greater grid is more available", turn, turn*turn, p.P)
	return experiments.HoldsUnderReading(reading, from(2), from(turn+1))
}

// judgeExponential judges the remark on the number of quorums.
//
// Proof: docs/theorems/few-quorums.md.
func judgeExponential(p pelegWoolParameters, crash *big.Rat, r pelegWoolRows) experiments.Judgement {
	cases := slices.Concat(r.majorities, r.grids, r.counted)
	for _, at := range []*big.Rat{crash, big.NewRat(1, 2), big.NewRat(9, 10)} {
		for s := range small.Coteries(p.Small, true) {
			cases = append(cases, failureRow{Spec: fmt.Sprintf("%v, p = %v", s, at), WithinUnion: smallWithinUnion(s, at)})
		}
	}
	words := fmt.Sprintf("all coteries on 1 to %d nodes at p = %s, 1/2 and 9/10, and all systems of exact availability in failure.csv: A <= m(1-p)^c, c the size of the smallest of m quorums, so that A >= δ > 0 needs m >= δ·(1/(1-p))^c", p.Small, p.P)
	return experiments.ForAll(words, cases, func(f failureRow) (bool, string) { return f.WithinUnion, f.Spec }).Proved("few-quorums")
}

// smallWithinUnion compares the availability of a small coterie with the union bound.
func smallWithinUnion(s small.System, p *big.Rat) bool {
	quorums := s.Cartels[0]
	union := unionBound(big.NewInt(int64(len(quorums))), s.Cartels.LeastSize(), p)
	return countsOf(s.N, quorums).live(s.N).Availability(p).Cmp(union) <= 0
}

// judgeTogether judges the promise of availability and quorum size at once.
//
// Proof: docs/theorems/hierarchies.md, docs/theorems/towers.md.
func judgeTogether(p pelegWoolParameters, crash *big.Rat, billiards []unitRow, towers []towerRow) experiments.Judgement {
	levels := experiments.Flat(billiards, func(u unitRow) []unitLevel {
		if u.goes(crash) != "to 0" {
			return nil
		}
		return u.Levels[1:]
	})
	words := fmt.Sprintf("billiard systems put into themselves, two levels or more, %s, at most %d sites, where the failure goes to 0 at p = %s", unitSides(billiards), p.Nodes, p.P)
	literal := experiments.ForAll(words, experiments.LargestFirst(levels), func(l unitLevel) (bool, string) {
		flat := gf.FloorSqrt(2*l.N-1) + 1
		return l.K <= flat, fmt.Sprintf("%s, %d levels: quorums of %d of %d sites, a billiard system of as many would have %d", l.Unit, l.Level, l.K, l.N, flat)
	})
	amended := experiments.ForAll(fmt.Sprintf("q in %v, p = %s", p.Towers, p.P), towers, func(t towerRow) (bool, string) {
		return t.lasts() && t.ratio() <= t.limit(crash), fmt.Sprintf("q = %d: %+v", t.Q, t)
	}).Proved("towers")
	return experiments.HoldsUnderReading("up to a power of log N: a billiard system of side q, in each of its nodes as few levels of side 3 as bring their failure below 1/q² (p < 1/6)",
		literal, amended)
}
