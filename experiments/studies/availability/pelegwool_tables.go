package availability

import (
	"fmt"
	"math"
	"math/big"

	"coterie/experiments"
	"coterie/measure/availability"
)

func tabulateFailures(out *experiments.Output, rows []failureRow) *experiments.Sheet {
	figure := func(r failureRow) bool { return !r.bounded() }
	interval := func(r failureRow) bool { return !r.exact() }
	failed := func(r failureRow) bool { return r.exact() || r.Failure > 0 }
	return experiments.Table(out, "failure", rows,
		"family", "spec", "n", "k",
		experiments.Floats("log10_quorums", "", "decimal logarithm of the number m of quorums",
			func(r failureRow) float64 { return log10(new(big.Rat).SetInt(r.Quorums)) }),
		"method",
		experiments.If(func(r failureRow) bool { return r.sampled() || r.Failure > 0 }, "failure"),
		experiments.If(failed, "log10_failure"),
		experiments.Floats("failure_low", "", "of bounds: the failure is at least that, with certainty; of an estimate: lower end of the interval",
			func(r failureRow) float64 { return 1 - r.AvailableHigh }).If(interval),
		experiments.Floats("failure_high", "", "of bounds: the failure is at most that, with certainty, empty where only one side is known; of an estimate: upper end of the interval",
			func(r failureRow) float64 { return 1 - r.AvailableLow }).If(failureRow.twoSided),
		experiments.If(figure, "availability"),
		experiments.If(failureRow.twoSided, "availability_low"),
		experiments.If(interval, "availability_high"),
		experiments.If(failureRow.sampled, "samples", "confidence"),
		experiments.If(figure, "log10_floor"),
		"log10_union_bound")
}

// tabulateHierarchies tabulates the levels of the units and their thresholds; it returns the
// levels.
func tabulateHierarchies(out *experiments.Output, units []unitRow, p *big.Rat) *experiments.Sheet {
	experiments.Table(out, "thresholds", units,
		"unit", "n", "k", "smallest_transversal", "size_exponent",
		experiments.Floats("failure_exponent", "", "below the threshold, -log(failure) grows as N to this power: log t / log n",
			func(u unitRow) float64 { return math.Log(float64(u.Transversal)) / math.Log(float64(u.N)) }),
		experiments.Floats("threshold_low", "", "crash probability below which the failure goes to 0 with the number of levels: lower end of an exact interval of width 2^-40",
			func(u unitRow) float64 { return u.Low.Float64() }),
		experiments.Floats("threshold_high", "", "its upper end, above which the failure goes to 1", func(u unitRow) float64 { return u.High.Float64() }),
		"unique",
		experiments.Texts("at_p", "", "where the failure goes at the p of this study", func(u unitRow) string { return u.goes(p) }))

	return experiments.Table(out, "hierarchies", experiments.Flat(units, func(u unitRow) []unitLevel { return u.Levels }),
		"unit", "levels", "n", "k",
		experiments.Floats("k_over_sqrt_n", "", "k / √n", func(l unitLevel) float64 { return float64(l.K) / math.Sqrt(float64(l.N)) }),
		experiments.Texts("method", "", "how the failure was found: the failure polynomial of the unit, applied to that of the level below, in exact arithmetic",
			func(unitLevel) string { return "exact: composition" }),
		"failure", "log10_failure")
}

func tabulateTowers(out *experiments.Output, rows []towerRow, p *big.Rat) {
	experiments.Table(out, "towers", rows,
		"q", "levels", "n", "k",
		experiments.Floats("ratio", "", "k / (√2·√n): 1 would be the size of billiard quorums", towerRow.ratio),
		experiments.Floats("ratio_limit", "", "9/8·(2·ln(q²/6)/ln(1/(6p)))^log₂(3/2), and at least 9/8: the ratio is no greater",
			func(r towerRow) float64 { return r.limit(p) }),
		"log10_failure_of_part",
		experiments.Floats("log10_failure_at_most", "", "decimal logarithm of q times that; the whole fails with no greater probability", towerRow.logFailure))
}

// milestone is the first system of a family with some property.
type milestone struct {
	failureRow
	what    string   `csv:"what" doc:"what begins there"`
	side    int      `csv:"side" doc:"k of a k × k grid, q of a billiard system, order of a plane"`
	failure *big.Rat // exact, or a lower bound
}

// tabulateMilestones lists the sides from which the failure grows, and from which it is large.
func tabulateMilestones(out *experiments.Output, list []milestone) {
	experiments.Table(out, "milestones", list,
		"family", "what", "side", "n",
		experiments.Floats("failure", "", "of the grid: exact; of the others: at least so much, by the union bound",
			func(m milestone) float64 { return experiments.FloatRat(m.failure) }),
		experiments.Texts("method", "", "how it was found", func(m milestone) string { return m.Method }))
}

// turningSide returns the least k such that every listed grid of side k+1, ..., last fails more
// than the grid before it.
func turningSide(grids []failureRow, last int) int {
	turn := last
	for k := last; k > 1 && grids[k-1].MoreThanSmaller; k-- {
		turn = k - 1
	}
	return turn
}

// milestoneLevels returns the failure probabilities of the milestones.
func milestoneLevels() []*big.Rat {
	return []*big.Rat{big.NewRat(1, 2), big.NewRat(9, 10), big.NewRat(99, 100), big.NewRat(999, 1000)}
}

func gridMilestones(p pelegWoolParameters, crash *big.Rat, grids []failureRow) (list []milestone) {
	turn := turningSide(grids, p.Grids)
	failure := func(k int) *big.Rat { return complement(availability.OfGrid(k, k, crash)) }
	add := func(what string, k int, failure *big.Rat) {
		list = append(list, milestone{failureRow{Family: "grid", N: k * k, Method: exactClosedForm}, what, k, failure})
	}
	add(fmt.Sprintf("from here to k = %d every greater grid fails more", p.Grids), turn, failure(turn))
	levels := append([]*big.Rat{crash}, milestoneLevels()...)
	for k := turn + 1; len(levels) > 0 && k <= 2*p.Grids; k++ {
		for f := failure(k); len(levels) > 0 && f.Cmp(levels[0]) > 0; levels = levels[1:] {
			what := "after the turn, the first failure above " + levels[0].RatString()
			if levels[0] == crash {
				what = "after the turn, the first failure above p: such grids of such grids fail more with every level"
			}
			add(what, k, f)
		}
	}
	return list
}

// boundMilestones finds the side from which on the union bound proves a failure. The bound falls
// from side q to the next side if the number of quorums grows by less than a factor 1/(1-p) for
// each additional node of a quorum: from q to q+2 by (q+3)/(q-1) in a billiard system, from q to
// q+1 by 1 + (2q+2)/(q²+q+1) in a plane. Both factors fall with q, so that the bound falls from
// there on.
func boundMilestones(crash *big.Rat) (list []milestone) {
	for _, f := range boundedFamilies {
		for _, level := range milestoneLevels() {
			for q := f.first; ; q += f.step {
				row := f.of(q)
				union := row.union(crash)
				if f.exists(q) && union.Cmp(complement(level)) <= 0 && f.of(q+f.step).union(crash).Cmp(union) < 0 {
					row.Method = byUnionBound
					list = append(list, milestone{row, "from here on the failure is proved to be at least " + level.RatString(), q, complement(union)})
					break
				}
			}
		}
	}
	return list
}
