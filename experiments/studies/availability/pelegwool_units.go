package availability

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/measure"
	"coterie/quorum"
)

// unitRow is what was found about one unit that is put into its own nodes again and again.
type unitRow struct {
	Unit        string // a spec, or the name of a hierarchical grid
	N, K        int    // of the unit
	Transversal int    // its smallest transversal; of a hierarchical grid: of its lines, and of its covers
	Exponent    float64

	// Low..High isolates the crash probability at which the failure of the unit is that of its nodes; Unique says that there
	// is no other between 0 and 1, and that the unit fails less than its nodes before it and more after it.
	Low, High bounds.Fraction
	Unique    bool

	Levels []unitLevel
}

// unitLevel is the unit put into itself so often that there are Level levels.
type unitLevel struct {
	Level, N, K         int
	Failure, LogFailure float64
}

// thresholdWidth is how closely thresholds are isolated: 2^-40.
func thresholdWidth() bounds.Fraction { return bounds.FractionOf(1, 1<<40) }

// single is the live sets of one node: its failure probability at p is p.
func single() measure.LiveSets {
	return measure.LiveSets{Counts: []*big.Int{big.NewInt(0), big.NewInt(1)}}
}

// systemUnit puts a system into its own nodes as long as there are at most so many nodes.
func systemUnit(ctx context.Context, spec string, p *big.Rat, nodes int) (unitRow, error) {
	s, err := buildUniform(ctx, spec)
	if err != nil {
		return unitRow{}, err
	}
	live, err := measure.CountLive(ctx, s.system.Family(), measure.LiveOptions{})
	if err != nil {
		return unitRow{}, fmt.Errorf("%s: %w", s.spec, err)
	}
	row := unitRow{Unit: s.spec, N: s.n, K: s.k, Exponent: math.Log(float64(s.k)) / math.Log(float64(s.n))}
	for row.Transversal = 1; ; row.Transversal++ {
		// A transversal of t nodes is the complement of a set of n-t nodes without a quorum.
		all := new(big.Int).Binomial(int64(s.n), int64(row.Transversal))
		if all.Cmp(live.Counts[s.n-row.Transversal]) != 0 {
			break
		}
	}
	row.isolate(live)
	failure, n, k := chanceOf(p), 1, 1
	for level := 1; n*s.n <= nodes; level++ {
		n, k = n*s.n, k*s.k
		failure = composed(live.Counts, failure)
		row.Levels = append(row.Levels, unitLevel{level, n, k, failure.float(), failure.log10()})
	}
	return row, ctx.Err()
}

// isolate finds where the unit fails exactly as often as its nodes.
func (r *unitRow) isolate(live measure.LiveSets) {
	crossings, equal := measure.Crossings(live, single(), thresholdWidth())
	r.Unique = !equal && len(crossings) == 1 && crossings[0].Before == 1 && crossings[0].After == -1
	if len(crossings) > 0 {
		r.Low, r.High = crossings[0].Low, crossings[0].High
	}
}

// gridUnit is the hierarchical grid of Kumar and Cheung (1991) of side k on every level. Its quorums, a line with a cover, have
// kʰ + kʰ - 1 of the k²ʰ nodes after h levels. The threshold is that of lines, which fail more than covers for p < 1/2.
func gridUnit(k int, p *big.Rat, nodes int) (unitRow, error) {
	if k < 2 {
		return unitRow{}, fmt.Errorf("hierarchical grid of side %d: want at least 2", k)
	}
	row := unitRow{Unit: fmt.Sprintf("hierarchical grid, k = %d", k), N: k * k, K: 2*k - 1, Transversal: k, Exponent: 0.5}
	row.isolate(measure.LiveSets{Counts: lineLive(k)})
	object, side := singleLineCover(p), 1
	for level := 1; side*k*side*k <= nodes; level++ {
		side *= k
		object = object.level(k)
		failure := object.failure()
		row.Levels = append(row.Levels, unitLevel{level, side * side, 2*side - 1, failure.float(), failure.log10()})
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

// towerRow is a billiard system of side q each node of which is a hierarchy of the billiard system of side 3, of as few levels
// as make the hierarchies fail with probability at most 1/q².
type towerRow struct {
	Q, Levels, N, K int
	Ratio           float64 // K / √(2N)
	Limit           float64 // what the ratio is below: see the proof
	LogPart         float64 // decimal logarithm of the failure of one hierarchy
	LogFailure      float64 // of q times that: the whole fails with no greater probability
	Small           bool    // q·(failure of a hierarchy) <= 1/q, compared exactly
}

// towerUnit is the unit of the lower levels: the billiard system of side 3, whose quorums are all sets of 3 of 4 nodes.
func towerUnit() []*big.Int {
	return []*big.Int{big.NewInt(0), big.NewInt(0), big.NewInt(0), big.NewInt(4), big.NewInt(1)}
}

// mostTowerLevels stops the search for as few levels as suffice where there are none, because p is too great.
const mostTowerLevels = 10

func tower(q int, p *big.Rat) (towerRow, error) {
	row := towerRow{Q: q, N: (q*q - 1) / 2, K: q}
	part := chanceOf(p)
	want := chance{big.NewInt(1), big.NewInt(int64(q) * int64(q))}
	for ; part.cmp(want) > 0; row.Levels++ {
		if row.Levels == mostTowerLevels {
			return row, fmt.Errorf("p = %v: %d levels do not bring the failure below 1/%d²", p, row.Levels, q)
		}
		part = composed(towerUnit(), part)
		row.N, row.K = 4*row.N, 3*row.K
	}
	whole := part.times(q)
	row.Ratio = float64(row.K) / math.Sqrt(2*float64(row.N))
	row.Limit = towerLimit(q, p)
	row.LogPart, row.LogFailure = part.log10(), whole.log10()
	row.Small = whole.cmp(chance{big.NewInt(1), big.NewInt(int64(q))}) <= 0
	return row, nil
}

// towerLimit is 9/8·(2·ln(q²/6)/ln(1/(6p)))^log₂(3/2), and at least 9/8.
func towerLimit(q int, p *big.Rat) float64 {
	x, _ := p.Float64()
	twice := 2 * math.Log(float64(q)*float64(q)/6) / math.Log(1/(6*x))
	return 9.0 / 8 * math.Pow(max(1, twice), math.Log2(1.5))
}

// constantRow is a family whose smallest quorum does not grow with n.
type constantRow struct {
	Family    string
	N         []int
	Smallest  []int             // sizes of the smallest quorums
	Quorums   []int             // how many
	Available []bounds.Fraction // exactly
}

func constantFamily(ctx context.Context, family string, sizes []int, p *big.Rat) (constantRow, error) {
	row := constantRow{Family: family}
	for _, n := range sizes {
		i, err := construct.Parse(fmt.Sprintf("%s:n=%d", family, n))
		if err != nil {
			return row, err
		}
		built, err := i.Build(ctx, construct.BuildOptions{})
		if err != nil {
			return row, err
		}
		system, ok := built.(*quorum.System)
		if !ok {
			return row, fmt.Errorf("%s is a %s", i.Spec(), built.Kind())
		}
		live, err := measure.CountLive(ctx, system.Family(), measure.LiveOptions{})
		if err != nil {
			return row, fmt.Errorf("%s: %w", i.Spec(), err)
		}
		smallest := slices.Min(slices.Collect(func(yield func(int) bool) {
			for _, q := range system.Family().All() {
				if !yield(len(q)) {
					return
				}
			}
		}))
		row.N = append(row.N, n)
		row.Smallest = append(row.Smallest, smallest)
		row.Quorums = append(row.Quorums, system.Family().Len())
		row.Available = append(row.Available, bounds.NewFraction(live.Availability(p)))
	}
	return row, nil
}
