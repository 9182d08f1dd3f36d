package availability

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/measure/availability"
)

// unitRow holds the results for one unit that is put into its own nodes again and again.
type unitRow struct {
	Unit        string  `csv:"unit" doc:"the system that is put into its own nodes, or a hierarchical grid with k × k objects on every level"`
	N           int     `csv:"n,nodes" doc:"nodes of the unit"`
	K           int     `csv:"k,nodes" doc:"size of its quorums"`
	Transversal int     `csv:"smallest_transversal,nodes" doc:"t: fewest crashes that leave no quorum; of a hierarchical grid: no line, or no cover"`
	Exponent    float64 `csv:"size_exponent" doc:"quorums of N nodes have size N to this power, in the limit; 1/2 is √N"`

	// Low..High isolates the crash probability at which the failure of the unit is that of its
	// nodes; Unique says that it is the only one between 0 and 1, and that the unit fails less
	// often than its nodes below it and more often above.
	Low, High bounds.Fraction
	Unique    bool `csv:"unique" doc:"the threshold is the only crash probability between 0 and 1 at which the unit fails as often as its nodes; it fails less below and more above"`

	Levels []unitLevel
}

// unitLevel is the unit put into itself until there are Level levels.
type unitLevel struct {
	Unit       string  `csv:"unit" doc:"the system that is put into its own nodes, or a hierarchical grid with k × k objects on every level"`
	Level      int     `csv:"levels" doc:"number of levels; 1 is the unit itself"`
	N          int     `csv:"n,nodes" doc:"number of nodes"`
	K          int     `csv:"k,nodes" doc:"size of the quorums"`
	Failure    float64 `csv:"failure,,omitzero" doc:"probability that no quorum survives; empty where it is below the range of floating-point numbers"`
	LogFailure float64 `csv:"log10_failure" doc:"its decimal logarithm"`
}

// systemUnit puts a system into its own nodes as long as there are at most the given number of
// nodes. Parts in different nodes have no node in common, so they fail independently of each other.
func systemUnit(ctx context.Context, spec string, p *big.Rat, nodes int) (unitRow, error) {
	s, live := experiments.Must2(liveRow(ctx, spec))
	row := unitRow{Unit: s.Spec, N: s.N, K: s.K, Transversal: resilienceOf(live) + 1, Exponent: math.Log(float64(s.K)) / math.Log(float64(s.N))}
	row.isolate(live)
	failure, n, k := p, 1, 1
	for n*s.N <= nodes {
		n, k, failure = n*s.N, k*s.K, live.Failure(failure)
		row.add(n, k, failure)
	}
	return row, ctx.Err()
}

func (r *unitRow) add(n, k int, failure *big.Rat) {
	r.Levels = append(r.Levels, unitLevel{r.Unit, len(r.Levels) + 1, n, k, experiments.FloatRat(failure), log10(failure)})
}

// isolate finds the p at which the unit fails exactly as often as its nodes, to 2^-40.
func (r *unitRow) isolate(live availability.LiveSets) {
	crossings, equal := availability.Crossings(live, thresholdLive(1, 1), bounds.FractionOf(1, 1<<40))
	r.Unique = !equal && len(crossings) == 1 && crossings[0].Before == 1 && crossings[0].After == -1
	if len(crossings) > 0 {
		r.Low, r.High = crossings[0].Low, crossings[0].High
	}
}

// gridUnit returns the hierarchical grid of Kumar and Cheung (1991) of side k on every level. Its
// quorums, a line with a cover, have kʰ + kʰ - 1 of the k²ʰ nodes after h levels. The threshold is
// that of lines, which fail more often than covers for p < 1/2.
func gridUnit(k int, p *big.Rat, nodes int) (unitRow, error) {
	if k < 2 {
		return unitRow{}, fmt.Errorf("hierarchical grid of side %d: want at least 2", k)
	}
	row := unitRow{Unit: fmt.Sprintf("hierarchical grid, k = %d", k), N: k * k, K: 2*k - 1, Transversal: k, Exponent: 0.5}
	row.isolate(lineLive(k))
	object := singleLineCover(p)
	for side := k; side*side <= nodes; side *= k {
		object = object.level(k)
		row.add(side*side, 2*side-1, object.failure())
	}
	return row, nil
}

// below reports whether p is below the threshold, above it, or too near to tell.
func (r unitRow) below(p *big.Rat) (below, known bool) {
	switch {
	case p.Cmp(r.Low.Rat()) < 0:
		return true, r.Unique
	case p.Cmp(r.High.Rat()) > 0:
		return false, r.Unique
	}
	return false, false
}

// goes returns the limit of the failure as the number of levels grows, "" if it is not known.
func (r unitRow) goes(p *big.Rat) string {
	switch below, known := r.below(p); {
	case !known:
		return ""
	case below:
		return "to 0"
	}
	return "to 1"
}

// lasts reports whether the unit has a threshold above 0 and its levels at p agree with the
// threshold.
func (r unitRow) lasts(p *big.Rat) bool {
	below, known := r.below(p)
	if !known || r.Low.Sign() <= 0 || len(r.Levels) == 0 {
		return false
	}
	for i, l := range r.Levels[1:] {
		if (l.LogFailure < r.Levels[i].LogFailure) != below {
			return false
		}
	}
	return true
}

// towerRow is a billiard system of side q in which each node is a hierarchy of the billiard system
// of side 3. The hierarchies have the fewest levels with which they fail with probability at most
// 1/q².
type towerRow struct {
	Q       int     `csv:"q" doc:"side of the billiard system on top"`
	Levels  int     `csv:"levels" doc:"levels of billiard systems of side 3 in each of its nodes: as few as make these fail with probability at most 1/q²"`
	N       int     `csv:"n,nodes" doc:"number of nodes, (q²-1)/2·4^levels"`
	K       int     `csv:"k,nodes" doc:"size of the quorums, q·3^levels"`
	LogPart float64 `csv:"log10_failure_of_part" doc:"decimal logarithm of the failure of the hierarchy in one node of the top, exact"`
}

// logFailure returns the decimal logarithm of q times the failure of a hierarchy: the whole system
// fails with no greater probability.
func (r towerRow) logFailure() float64 { return r.LogPart + math.Log10(float64(r.Q)) }

// lasts reports whether the whole system fails with probability at most 1/q.
func (r towerRow) lasts() bool { return r.logFailure() <= -math.Log10(float64(r.Q)) }

// ratio returns K / √(2N), which is 1 for billiard quorums.
func (r towerRow) ratio() float64 { return float64(r.K) / math.Sqrt(2*float64(r.N)) }

// limit returns 9/8·(2·ln(q²/6)/ln(1/(6p)))^log₂(3/2), and at least 9/8.
func (r towerRow) limit(p *big.Rat) float64 {
	twice := 2 * math.Log(float64(r.Q)*float64(r.Q)/6) / math.Log(1/(6*experiments.FloatRat(p)))
	return 9.0 / 8 * math.Pow(max(1, twice), math.Log2(1.5))
}

// towerUnit returns the unit of the lower levels: the billiard system of side 3, whose quorums are
// all sets of 3 of 4 nodes.
func towerUnit() availability.LiveSets { return thresholdLive(4, 3) }

// mostTowerLevels ends the search for the fewest levels if none suffice because p is too great.
const mostTowerLevels = 8

func tower(q int, p *big.Rat) (towerRow, error) {
	row := towerRow{Q: q, N: (q*q - 1) / 2, K: q}
	part := p
	for ; part.Cmp(big.NewRat(1, int64(q)*int64(q))) > 0; row.Levels++ {
		if row.Levels == mostTowerLevels {
			return row, fmt.Errorf("p = %v: %d levels do not bring the failure below 1/%d²", p, row.Levels, q)
		}
		part = towerUnit().Failure(part)
		row.N, row.K = 4*row.N, 3*row.K
	}
	row.LogPart = log10(part)
	return row, nil
}
