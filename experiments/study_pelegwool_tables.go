package experiments

import (
	"coterie/gf"
	"fmt"
	"math"
	"math/big"
)

func failureTable(rows []failureRow) (*Table, error) {
	t := NewTable(
		Column{"family", Texts, "", "family of the system"},
		Column{"spec", Texts, "", "the system"},
		Column{"n", Ints, "nodes", "number of nodes"},
		Column{"k", Ints, "nodes", "size of the quorums"},
		Column{"log10_quorums", Floats, "", "decimal logarithm of the number m of quorums"},
		Column{"method", Texts, "", "exact (closed form, or live sets counted), rigorous bounds (from the union of the quorums alone, or also from pairs of them), or an estimate from samples"},
		Column{"failure", Floats, "", "probability that no quorum survives; empty where only bounds are given, and where it is below the range of floating-point numbers"},
		Column{"log10_failure", Floats, "", "decimal logarithm of the failure; empty where only bounds are given, and for an estimate of 0"},
		Column{"failure_low", Floats, "", "of bounds: the failure is at least that, with certainty; of an estimate: lower end of the interval"},
		Column{"failure_high", Floats, "", "of bounds: the failure is at most that, with certainty, empty where only one side is known; of an estimate: upper end of the interval"},
		Column{"availability", Floats, "", "1 - failure, with digits of its own"},
		Column{"availability_low", Floats, "", "1 - failure_high"},
		Column{"availability_high", Floats, "", "1 - failure_low"},
		Column{"samples", Ints, "samples", "of an estimate"},
		Column{"confidence", Floats, "", "of an estimate: probability with which an interval found in this way holds the figure"},
		Column{"log10_floor", Floats, "", "decimal logarithm of the least failure of all coteries of n nodes (Peleg and Wool 1995); empty in rows of bounds"},
		Column{"log10_union_bound", Floats, "", "decimal logarithm of m(1-p)^k, which no availability exceeds; above 0 it says nothing"},
	)
	for _, r := range rows {
		cells := []Cell{Text(r.Family), Text(r.Spec), Int(r.N), Int(r.K), Float(r.LogQuorums), Text(r.Method)}
		switch {
		case r.Method == byUnionBound:
			cells = append(cells, Empty(), Empty(), Float(r.Low), Empty(), Empty(), Empty(), Float(r.AvailableHigh), Empty(), Empty(), Empty())
		case r.Method == byPairs:
			cells = append(cells, Empty(), Empty(), Float(r.Low), Float(r.High), Empty(), Float(r.AvailableLow), Float(r.AvailableHigh), Empty(), Empty(), Empty())
		case r.Method == bySampling:
			cells = append(cells, Float(r.Failure), logCell(r), Float(r.Low), Float(r.High), Float(r.Available), Float(r.AvailableLow), Float(r.AvailableHigh),
				Int(r.Samples), Float(r.Confidence), Float(r.LogFloor))
		default:
			cells = append(cells, tinyCell(r.Failure), Float(r.LogFailure), Empty(), Empty(), Float(r.Available), Empty(), Empty(), Empty(), Empty(), Float(r.LogFloor))
		}
		if err := t.Append(append(cells, Float(r.LogUnion))...); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// tinyCell is empty for what has become 0 because floating-point numbers are no smaller.
func tinyCell(x float64) Cell {
	if x == 0 {
		return Empty()
	}
	return Float(x)
}

// logCell is empty for an estimate of 0.
func logCell(r failureRow) Cell {
	if r.Failure == 0 {
		return Empty()
	}
	return Float(math.Log10(r.Failure))
}

func unitLevelTable(units []unitRow) (*Table, error) {
	t := NewTable(
		Column{"unit", Texts, "", "the system that is put into its own nodes, or a hierarchical grid with k × k objects on every level"},
		Column{"levels", Ints, "", "number of levels; 1 is the unit itself"},
		Column{"n", Ints, "nodes", "number of nodes"},
		Column{"k", Ints, "nodes", "size of the quorums"},
		Column{"k_over_sqrt_n", Floats, "", "k / √n"},
		Column{"method", Texts, "", "how the failure was found: the failure polynomial of the unit, applied to that of the level below, in exact arithmetic"},
		Column{"failure", Floats, "", "probability that no quorum survives; empty where it is below the range of floating-point numbers"},
		Column{"log10_failure", Floats, "", "its decimal logarithm"},
	)
	for _, u := range units {
		for _, l := range u.Levels {
			if err := t.Append(Text(u.Unit), Int(l.Level), Int(l.N), Int(l.K), Float(float64(l.K)/math.Sqrt(float64(l.N))), Text("exact: composition"),
				tinyCell(l.Failure), Float(l.LogFailure)); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

func thresholdTable(units []unitRow, p *big.Rat) (*Table, error) {
	t := NewTable(
		Column{"unit", Texts, "", "the system that is put into its own nodes, or a hierarchical grid with k × k objects on every level"},
		Column{"n", Ints, "nodes", "nodes of the unit"},
		Column{"k", Ints, "nodes", "size of its quorums"},
		Column{"smallest_transversal", Ints, "nodes", "t: fewest crashes that leave no quorum; of a hierarchical grid: no line, or no cover"},
		Column{"size_exponent", Floats, "", "quorums of N nodes have size N to this power, in the limit; 1/2 is √N"},
		Column{"failure_exponent", Floats, "", "below the threshold, -log(failure) grows as N to this power: log t / log n"},
		Column{"threshold_low", Floats, "", "crash probability below which the failure goes to 0 with the number of levels: lower end of an exact interval of width 2^-40"},
		Column{"threshold_high", Floats, "", "its upper end, above which the failure goes to 1"},
		Column{"unique", Bools, "", "the threshold is the only crash probability between 0 and 1 at which the unit fails as often as its nodes; it fails less below and more above"},
		Column{"at_p", Texts, "", "where the failure goes at the p of this study"},
	)
	for _, u := range units {
		goes := Empty()
		if below, known := u.below(p); known && below {
			goes = Text("to 0")
		} else if known {
			goes = Text("to 1")
		}
		if err := t.Append(Text(u.Unit), Int(u.N), Int(u.K), Int(u.Transversal), Float(u.Exponent),
			Float(math.Log(float64(u.Transversal))/math.Log(float64(u.N))), Float(u.Low.Float64()), Float(u.High.Float64()), Bool(u.Unique), goes); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func towerTable(rows []towerRow) (*Table, error) {
	t := NewTable(
		Column{"q", Ints, "", "side of the billiard system on top"},
		Column{"levels", Ints, "", "levels of billiard systems of side 3 in each of its nodes: as few as make these fail with probability at most 1/q²"},
		Column{"n", Ints, "nodes", "number of nodes, (q²-1)/2·4^levels"},
		Column{"k", Ints, "nodes", "size of the quorums, q·3^levels"},
		Column{"ratio", Floats, "", "k / (√2·√n): 1 would be the size of billiard quorums"},
		Column{"ratio_limit", Floats, "", "9/8·(2·ln(q²/6)/ln(1/(6p)))^log₂(3/2), and at least 9/8: the ratio is no greater"},
		Column{"log10_failure_of_part", Floats, "", "decimal logarithm of the failure of the hierarchy in one node of the top, exact"},
		Column{"log10_failure_at_most", Floats, "", "decimal logarithm of q times that; the whole fails with no greater probability"},
	)
	for _, r := range rows {
		if err := t.Append(Int(r.Q), Int(r.Levels), Int(r.N), Int(r.K), Float(r.Ratio), Float(r.Limit), Float(r.LogPart), Float(r.LogFailure)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// milestone is where something begins.
type milestone struct {
	family, what string
	side, n      int
	failure      Cell
	method       string
}

// milestoneTable lists where the failure turns, and from where on it is great.
func milestoneTable(p pelegWoolParameters, crash *big.Rat, grids []failureRow) (*Table, error) {
	t := NewTable(
		Column{"family", Texts, "", "family of the system"},
		Column{"what", Texts, "", "what begins there"},
		Column{"side", Ints, "", "k of a k × k grid, q of a billiard system, order of a plane"},
		Column{"n", Ints, "nodes", "number of nodes"},
		Column{"failure", Floats, "", "of the grid: exact; of the others: at least so much, by the union bound"},
		Column{"method", Texts, "", "how it was found"},
	)
	for _, m := range append(gridMilestones(p, crash, grids), boundMilestones(crash)...) {
		if err := t.Append(Text(m.family), Text(m.what), Int(m.side), Int(m.n), m.failure, Text(m.method)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// turningSide returns the least k from which on every listed grid of k+1, ..., last fails more than the one before it.
func turningSide(grids []failureRow, last int) int {
	turn := last
	for k := last; k > 1 && grids[k-1].MoreThanSmaller; k-- {
		turn = k - 1
	}
	return turn
}

// milestoneLevels are the failures that are looked for.
func milestoneLevels() []*big.Rat {
	return []*big.Rat{big.NewRat(1, 2), big.NewRat(9, 10), big.NewRat(99, 100), big.NewRat(999, 1000)}
}

func gridMilestones(p pelegWoolParameters, crash *big.Rat, grids []failureRow) []milestone {
	turn := turningSide(grids, p.Grids)
	list := []milestone{{"grid", fmt.Sprintf("from here to k = %d every greater grid fails more", p.Grids), turn, turn * turn, Float(grids[turn-1].Failure), exactClosedForm}}
	levels := append([]*big.Rat{crash}, milestoneLevels()...)
	for k := turn + 1; len(levels) > 0 && k <= 2*p.Grids; k++ {
		failure := gridFailure(k, crash)
		for len(levels) > 0 && failure.cmp(chanceOf(levels[0])) > 0 {
			what := "after the turn, the first failure above " + levels[0].RatString()
			if levels[0] == crash {
				what = "after the turn, the first failure above p: such grids of such grids fail more with every level"
			}
			list = append(list, milestone{"grid", what, k, k * k, Float(failure.float()), exactClosedForm})
			levels = levels[1:]
		}
	}
	return list
}

// boundMilestones finds from where on the union bound proves a failure. It falls from side q to the next one if the number of
// quorums grows by less than a factor 1/(1-p) for each node that a quorum has more: from q to q+2 by (q+3)/(q-1) in a billiard
// system, from q to q+1 by 1 + (2q+2)/(q²+q+1) in a plane. Both factors fall with q, so that the bound falls from there on.
func boundMilestones(crash *big.Rat) []milestone {
	var list []milestone
	find := func(of func(int) boundedSystem, exists func(int) bool, step int) {
		for _, level := range milestoneLevels() {
			rest := chanceOf(level).other()
			for q := 3; ; q += step {
				if !exists(q) {
					continue
				}
				s, next := of(q), of(q+step)
				union := unionBound(s.M, s.K, crash)
				if union.cmp(rest) <= 0 && unionBound(next.M, next.K, crash).cmp(union) < 0 {
					list = append(list, milestone{s.Family, "from here on the failure is proved to be at least " + level.RatString(), q, s.N,
						Float(union.other().float()), byUnionBound})
					break
				}
			}
		}
	}
	find(boundedBilliard, func(int) bool { return true }, 2)
	find(boundedPlane, func(q int) bool { _, _, ok := gf.PrimePower(q); return ok }, 1)
	return list
}
