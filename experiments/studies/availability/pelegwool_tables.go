package availability

import (
	"fmt"
	"math"
	"math/big"

	"coterie/gf"
	"coterie/internal/table"
)

func failureTable(rows []failureRow) (*table.Table, error) {
	t := table.New(
		table.Texts("family", "", "family of the system"),
		table.Texts("spec", "", "the system"),
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("k", "nodes", "size of the quorums"),
		table.Floats("log10_quorums", "", "decimal logarithm of the number m of quorums"),
		table.Texts("method", "", "exact (closed form, or live sets counted), rigorous bounds (from the union of the quorums alone, or also from pairs of them), or an estimate from samples"),
		table.Floats("failure", "", "probability that no quorum survives; empty where only bounds are given, and where it is below the range of floating-point numbers"),
		table.Floats("log10_failure", "", "decimal logarithm of the failure; empty where only bounds are given, and for an estimate of 0"),
		table.Floats("failure_low", "", "of bounds: the failure is at least that, with certainty; of an estimate: lower end of the interval"),
		table.Floats("failure_high", "", "of bounds: the failure is at most that, with certainty, empty where only one side is known; of an estimate: upper end of the interval"),
		table.Floats("availability", "", "1 - failure, with digits of its own"),
		table.Floats("availability_low", "", "1 - failure_high"),
		table.Floats("availability_high", "", "1 - failure_low"),
		table.Ints("samples", "samples", "of an estimate"),
		table.Floats("confidence", "", "of an estimate: probability with which an interval found in this way holds the figure"),
		table.Floats("log10_floor", "", "decimal logarithm of the least failure of all coteries of n nodes (Peleg and Wool 1995); empty in rows of bounds"),
		table.Floats("log10_union_bound", "", "decimal logarithm of m(1-p)^k, which no availability exceeds; above 0 it says nothing"),
	)
	for _, r := range rows {
		cells := []table.Cell{table.Text(r.Family), table.Text(r.Spec), table.Int(r.N), table.Int(r.K), table.Float(r.LogQuorums), table.Text(r.Method)}
		switch {
		case r.Method == byUnionBound:
			cells = append(cells, table.Empty(), table.Empty(), table.Float(r.Low), table.Empty(), table.Empty(), table.Empty(), table.Float(r.AvailableHigh), table.Empty(), table.Empty(), table.Empty())
		case r.Method == byPairs:
			cells = append(cells, table.Empty(), table.Empty(), table.Float(r.Low), table.Float(r.High), table.Empty(), table.Float(r.AvailableLow), table.Float(r.AvailableHigh), table.Empty(), table.Empty(), table.Empty())
		case r.Method == bySampling:
			cells = append(cells, table.Float(r.Failure), logCell(r), table.Float(r.Low), table.Float(r.High), table.Float(r.Available), table.Float(r.AvailableLow), table.Float(r.AvailableHigh),
				table.Int(r.Samples), table.Float(r.Confidence), table.Float(r.LogFloor))
		default:
			cells = append(cells, tinyCell(r.Failure), table.Float(r.LogFailure), table.Empty(), table.Empty(), table.Float(r.Available), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Float(r.LogFloor))
		}
		if err := t.Append(append(cells, table.Float(r.LogUnion))...); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// tinyCell is empty for what has become 0 because floating-point numbers are no smaller.
func tinyCell(x float64) table.Cell {
	if x == 0 {
		return table.Empty()
	}
	return table.Float(x)
}

// logCell is empty for an estimate of 0.
func logCell(r failureRow) table.Cell {
	if r.Failure == 0 {
		return table.Empty()
	}
	return table.Float(math.Log10(r.Failure))
}

func unitLevelTable(units []unitRow) (*table.Table, error) {
	t := table.New(
		table.Texts("unit", "", "the system that is put into its own nodes, or a hierarchical grid with k × k objects on every level"),
		table.Ints("levels", "", "number of levels; 1 is the unit itself"),
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("k", "nodes", "size of the quorums"),
		table.Floats("k_over_sqrt_n", "", "k / √n"),
		table.Texts("method", "", "how the failure was found: the failure polynomial of the unit, applied to that of the level below, in exact arithmetic"),
		table.Floats("failure", "", "probability that no quorum survives; empty where it is below the range of floating-point numbers"),
		table.Floats("log10_failure", "", "its decimal logarithm"),
	)
	for _, u := range units {
		for _, l := range u.Levels {
			if err := t.Append(table.Text(u.Unit), table.Int(l.Level), table.Int(l.N), table.Int(l.K), table.Float(float64(l.K)/math.Sqrt(float64(l.N))), table.Text("exact: composition"),
				tinyCell(l.Failure), table.Float(l.LogFailure)); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

func thresholdTable(units []unitRow, p *big.Rat) (*table.Table, error) {
	t := table.New(
		table.Texts("unit", "", "the system that is put into its own nodes, or a hierarchical grid with k × k objects on every level"),
		table.Ints("n", "nodes", "nodes of the unit"),
		table.Ints("k", "nodes", "size of its quorums"),
		table.Ints("smallest_transversal", "nodes", "t: fewest crashes that leave no quorum; of a hierarchical grid: no line, or no cover"),
		table.Floats("size_exponent", "", "quorums of N nodes have size N to this power, in the limit; 1/2 is √N"),
		table.Floats("failure_exponent", "", "below the threshold, -log(failure) grows as N to this power: log t / log n"),
		table.Floats("threshold_low", "", "crash probability below which the failure goes to 0 with the number of levels: lower end of an exact interval of width 2^-40"),
		table.Floats("threshold_high", "", "its upper end, above which the failure goes to 1"),
		table.Bools("unique", "", "the threshold is the only crash probability between 0 and 1 at which the unit fails as often as its nodes; it fails less below and more above"),
		table.Texts("at_p", "", "where the failure goes at the p of this study"),
	)
	for _, u := range units {
		goes := table.Empty()
		if below, known := u.below(p); known && below {
			goes = table.Text("to 0")
		} else if known {
			goes = table.Text("to 1")
		}
		if err := t.Append(table.Text(u.Unit), table.Int(u.N), table.Int(u.K), table.Int(u.Transversal), table.Float(u.Exponent),
			table.Float(math.Log(float64(u.Transversal))/math.Log(float64(u.N))), table.Float(u.Low.Float64()), table.Float(u.High.Float64()), table.Bool(u.Unique), goes); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func towerTable(rows []towerRow) (*table.Table, error) {
	t := table.New(
		table.Ints("q", "", "side of the billiard system on top"),
		table.Ints("levels", "", "levels of billiard systems of side 3 in each of its nodes: as few as make these fail with probability at most 1/q²"),
		table.Ints("n", "nodes", "number of nodes, (q²-1)/2·4^levels"),
		table.Ints("k", "nodes", "size of the quorums, q·3^levels"),
		table.Floats("ratio", "", "k / (√2·√n): 1 would be the size of billiard quorums"),
		table.Floats("ratio_limit", "", "9/8·(2·ln(q²/6)/ln(1/(6p)))^log₂(3/2), and at least 9/8: the ratio is no greater"),
		table.Floats("log10_failure_of_part", "", "decimal logarithm of the failure of the hierarchy in one node of the top, exact"),
		table.Floats("log10_failure_at_most", "", "decimal logarithm of q times that; the whole fails with no greater probability"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.Q), table.Int(r.Levels), table.Int(r.N), table.Int(r.K), table.Float(r.Ratio), table.Float(r.Limit), table.Float(r.LogPart), table.Float(r.LogFailure)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// milestone is where something begins.
type milestone struct {
	family, what string
	side, n      int
	failure      table.Cell
	method       string
}

// milestoneTable lists where the failure turns, and from where on it is great.
func milestoneTable(p pelegWoolParameters, crash *big.Rat, grids []failureRow) (*table.Table, error) {
	t := table.New(
		table.Texts("family", "", "family of the system"),
		table.Texts("what", "", "what begins there"),
		table.Ints("side", "", "k of a k × k grid, q of a billiard system, order of a plane"),
		table.Ints("n", "nodes", "number of nodes"),
		table.Floats("failure", "", "of the grid: exact; of the others: at least so much, by the union bound"),
		table.Texts("method", "", "how it was found"),
	)
	for _, m := range append(gridMilestones(p, crash, grids), boundMilestones(crash)...) {
		if err := t.Append(table.Text(m.family), table.Text(m.what), table.Int(m.side), table.Int(m.n), m.failure, table.Text(m.method)); err != nil {
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
	list := []milestone{{"grid", fmt.Sprintf("from here to k = %d every greater grid fails more", p.Grids), turn, turn * turn, table.Float(grids[turn-1].Failure), exactClosedForm}}
	levels := append([]*big.Rat{crash}, milestoneLevels()...)
	for k := turn + 1; len(levels) > 0 && k <= 2*p.Grids; k++ {
		failure := gridFailure(k, crash)
		for len(levels) > 0 && failure.cmp(chanceOf(levels[0])) > 0 {
			what := "after the turn, the first failure above " + levels[0].RatString()
			if levels[0] == crash {
				what = "after the turn, the first failure above p: such grids of such grids fail more with every level"
			}
			list = append(list, milestone{"grid", what, k, k * k, table.Float(failure.float()), exactClosedForm})
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
						table.Float(union.other().float()), byUnionBound})
					break
				}
			}
		}
	}
	find(boundedBilliard, func(int) bool { return true }, 2)
	find(boundedPlane, func(q int) bool { _, _, ok := gf.PrimePower(q); return ok }, 1)
	return list
}
