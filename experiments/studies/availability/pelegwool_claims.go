package availability

import (
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/gf"
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"coterie/internal/table"
)

// pelegWoolClaims judges what section 5 of the billiard paper says of availability.
func pelegWoolClaims(p pelegWoolParameters, crash *big.Rat, r pelegWoolRows) []experiments.Claim {
	claim := func(id, statement string, j experiments.Judgement) experiments.Claim {
		return experiments.Claim{ID: id, Source: experiments.BilliardPaper, Section: "section 5", Statement: statement, Command: pelegWoolCommand, Judgement: j}
	}
	return []experiments.Claim{
		claim("agrawal-grid-availability",
			"As the number of sites increases, the probability that a grid quorum exists asymptotically reaches zero.",
			experiments.Judge(experiments.Every(gridRange(p)+": that probability is at most k(1-p)^k"), slices.Values(r.grids), func(g failureRow) (bool, string) {
				return g.RowBound, fmt.Sprintf("%s: %v", g.Spec, g.Available)
			}).Proved("grids-fail")),
		claim("agrawal-grid-availability-trend",
			"As the number of sites increases, a grid quorum is less likely to exist.",
			judgeTrend(p, r.grids)),
		claim("agrawal-billiard-availability",
			"As the number of sites increases, the probability that a billiard quorum exists asymptotically reaches zero.",
			experiments.Judge(experiments.Every(billiardRange(p)+": that probability is at most N(1-p)^q"), ofFamily(r.counted, "billiard"), func(b failureRow) (bool, string) {
				return b.WithinUnion, fmt.Sprintf("%s: %v", b.Spec, b.Available)
			}).Proved("grids-fail")),
		claim("agrawal-exponential-quorums",
			"The probability that a quorum exists asymptotically reaches zero in any quorum system unless the number of quorums is at least exponential in their size (after Peleg and Wool 1995).",
			judgeExponential(p, crash, r)),
		claim("agrawal-hierarchical-availability",
			"Adapted to billiard quorums, the hierarchical structuring potentially offers asymptotically high availability: there is a crash probability p* > 0 below which the failure goes to 0 with the number of levels.",
			experiments.Judge(experiments.Every(fmt.Sprintf("billiard systems put into themselves, %s, and levels of at most %d sites at p = %s", unitSides(r.units), p.Nodes, p.P)), billiardUnits(r.units),
				func(u unitRow) (bool, string) {
					return u.lasts(crash), fmt.Sprintf("%s: threshold %v to %v, unique: %v, levels %+v", u.Unit, u.Low.Float64(), u.High.Float64(), u.Unique, u.Levels)
				}).Proved("hierarchies")),
		claim("agrawal-hierarchical-grids",
			"The hierarchical structuring that Kumar and Cheung propose for grids offers asymptotically high availability, while maintaining the quorum sizes: 2√N - 1.",
			experiments.Judge(experiments.Every(fmt.Sprintf("k × k objects on every level, k in %v, at most %d sites, p = %s", p.GridUnits, p.Nodes, p.P)), hierarchicalGrids(r.units),
				func(u unitRow) (bool, string) {
					kept := true
					for _, l := range u.Levels {
						kept = kept && (l.K+1)*(l.K+1) == 4*l.N
					}
					return kept && u.lasts(crash), fmt.Sprintf("%s: threshold %v to %v, levels %+v", u.Unit, u.Low.Float64(), u.High.Float64(), u.Levels)
				}).Proved("hierarchies")),
		claim("agrawal-hierarchical-together",
			"Adapted to billiard quorums, the hierarchical structuring potentially offers asymptotically high availability and maintains the quorum sizes, both at once.",
			judgeTogether(p, crash, r)),
	}
}

func gridRange(p pelegWoolParameters) string {
	text := fmt.Sprintf("k × k grids, k in 1..%d", p.Grids)
	if len(p.GridSides) > 0 {
		text += fmt.Sprintf(" and %s", strings.Trim(fmt.Sprint(p.GridSides), "[]"))
	}
	return fmt.Sprintf("%s, p = %s", text, p.allChances())
}

func billiardRange(p pelegWoolParameters) string {
	var names []string
	for _, spec := range p.Counted {
		if q, ok := strings.CutPrefix(spec, "billiard:q="); ok {
			names = append(names, q)
		}
	}
	return fmt.Sprintf("billiard systems, q in %s, p = %s", strings.Join(names, ", "), p.allChances())
}

// allChances names the crash probabilities at which bounds are compared.
func (p pelegWoolParameters) allChances() string {
	return strings.Join(append([]string{p.P}, p.Others...), ", ")
}

func unitSides(units []unitRow) string {
	var sides []string
	for u := range billiardUnits(units) {
		sides = append(sides, strings.TrimPrefix(u.Unit, "billiard:q="))
	}
	return "q in " + strings.Join(sides, ", ")
}

func ofFamily(rows []failureRow, family string) iter.Seq[failureRow] {
	return func(yield func(failureRow) bool) {
		for _, r := range rows {
			if r.Family == family && !yield(r) {
				return
			}
		}
	}
}

func billiardUnits(units []unitRow) iter.Seq[unitRow] { return unitsNamed(units, "billiard:") }

func hierarchicalGrids(units []unitRow) iter.Seq[unitRow] {
	return unitsNamed(units, "hierarchical grid")
}

func unitsNamed(units []unitRow, prefix string) iter.Seq[unitRow] {
	return func(yield func(unitRow) bool) {
		for _, u := range units {
			if strings.HasPrefix(u.Unit, prefix) && !yield(u) {
				return
			}
		}
	}
}

// lasts reports whether the unit has a threshold above 0, and its levels at p do what the threshold says.
func (u unitRow) lasts(p *big.Rat) bool {
	below, known := u.below(p)
	if !u.Unique || !known || u.Low.Rat().Sign() <= 0 || len(u.Levels) == 0 {
		return false
	}
	for i, l := range u.Levels[1:] {
		if (l.LogFailure < u.Levels[i].LogFailure) != below {
			return false
		}
	}
	return true
}

// judgeTrend asks of every grid but the first whether it fails more than the next smaller one.
//
// Proof: docs/theorems/grids-fail.md.
func judgeTrend(p pelegWoolParameters, grids []failureRow) experiments.Judgement {
	every := grids[:p.Grids]
	turn := turningSide(grids, p.Grids)
	more := func(g failureRow) (bool, string) {
		return g.MoreThanSmaller, fmt.Sprintf("%d sites: failure %.6g, less than with %d", g.N, g.Failure, (gf.FloorSqrt(g.N)-1)*(gf.FloorSqrt(g.N)-1))
	}
	over := func(from int) experiments.Range {
		return experiments.Every(fmt.Sprintf("k × k grids, k in %d..%d, each beside that of k-1, p = %s", from, p.Grids, p.P))
	}
	return experiments.HoldsUnderReading(fmt.Sprintf("from k = %d, %d sites, on, for p = %s; up to there a greater grid is more available", turn, turn*turn, p.P),
		experiments.Judge(over(2), slices.Values(every[1:]), more), experiments.Judge(over(turn+1), slices.Values(every[turn:]), more))
}

// boundCase is a system whose availability is compared with the union bound.
type boundCase struct {
	name   string
	within bool
}

// judgeExponential judges the remark on the number of quorums.
//
// Proof: docs/theorems/few-quorums.md.
func judgeExponential(p pelegWoolParameters, crash *big.Rat, r pelegWoolRows) experiments.Judgement {
	literal := experiments.Judge(experiments.Sample(fmt.Sprintf("families %s, n in %v, p = %s", strings.Join(p.Constant, " and "), p.Sizes, p.P)), slices.Values(r.constant),
		func(c constantRow) (bool, string) {
			last := len(c.N) - 1
			// The claim would have the availability fall towards zero: below half of that of the first node to crash.
			return c.Available[last].Rat().Cmp(new(big.Rat).Quo(chanceRat(crash), big.NewRat(2, 1))) < 0,
				fmt.Sprintf("%s: at n = %d the smallest of the quorums has size %d, their number is %d, and the availability is %s", c.Family, c.N[last], c.Smallest[last], c.Quorums[last],
					table.Float(c.Available[last].Float64()))
		})
	cases := func(yield func(boundCase) bool) {
		for _, f := range slices.Concat(r.majorities, r.grids, r.counted) {
			if !yield(boundCase{f.Spec, f.WithinUnion}) {
				return
			}
		}
		for _, at := range []*big.Rat{crash, big.NewRat(1, 2), big.NewRat(9, 10)} {
			for s := range small.Coteries(p.Small, true) {
				if !yield(boundCase{fmt.Sprintf("%v, p = %v", s, at), smallWithinUnion(s, at)}) {
					return
				}
			}
		}
	}
	return experiments.HoldsUnderReading("if the smallest quorum size c grows beyond all bounds: A <= m(1-p)^c, so A >= δ > 0 needs m >= δ·(1/(1-p))^c quorums",
		literal, experiments.Judge(experiments.Every(fmt.Sprintf("all coteries on 1 to %d nodes at p = %s, 1/2 and 9/10, and all systems of exact availability in failure.csv: A <= m(1-p)^c", p.Small, p.P)),
			cases, func(c boundCase) (bool, string) { return c.within, c.name }).Proved("few-quorums"))
}

// chanceRat returns 1-p.
func chanceRat(p *big.Rat) *big.Rat { return new(big.Rat).Sub(big.NewRat(1, 1), p) }

// smallWithinUnion counts the live sets of a small coterie and compares its availability with the union bound.
func smallWithinUnion(s small.System, p *big.Rat) bool {
	live := make([]*big.Int, s.N+1)
	for i := range live {
		live[i] = new(big.Int)
	}
	smallest := s.N
	for _, q := range s.Cartels[0] {
		smallest = min(smallest, bits.OnesCount8(q))
	}
	for set := range 1 << s.N {
		if slices.ContainsFunc(s.Cartels[0], func(q uint8) bool { return q&^uint8(set) == 0 }) {
			count := live[bits.OnesCount(uint(set))]
			count.Add(count, big.NewInt(1))
		}
	}
	return composed(live, chanceOf(p)).other().cmp(unionBound(len(s.Cartels[0]), smallest, p)) <= 0
}

// judgeTogether asks for availability and quorum size at once.
//
// Proof: docs/theorems/hierarchies.md, docs/theorems/towers.md.
func judgeTogether(p pelegWoolParameters, crash *big.Rat, r pelegWoolRows) experiments.Judgement {
	type sized struct {
		unit string
		unitLevel
	}
	levels := func(yield func(sized) bool) {
		for u := range billiardUnits(r.units) {
			below, known := u.below(crash)
			for _, l := range u.Levels[1:] {
				if known && below && !yield(sized{u.Unit, l}) {
					return
				}
			}
		}
	}
	literal := experiments.Judge(experiments.Every(fmt.Sprintf("billiard systems put into themselves, two levels or more, %s, at most %d sites, where the failure goes to 0 at p = %s", unitSides(r.units), p.Nodes, p.P)),
		levels, func(l sized) (bool, string) {
			flat := gf.FloorSqrt(2*l.N-1) + 1
			return l.K <= flat, fmt.Sprintf("%s, %d levels: quorums of %d of %d sites, a billiard system of as many would have %d", l.unit, l.Level, l.K, l.N, flat)
		})
	amended := experiments.Judge(experiments.Every(fmt.Sprintf("q in %v, p = %s", p.Towers, p.P)), slices.Values(r.towers), func(t towerRow) (bool, string) {
		return t.Small && t.Ratio <= t.Limit, fmt.Sprintf("q = %d: %+v", t.Q, t)
	}).Proved("towers")
	return experiments.HoldsUnderReading("up to a power of log N: a billiard system of side q, in each of its nodes as few levels of side 3 as bring their failure below 1/q² (p < 1/6)",
		literal, amended)
}
