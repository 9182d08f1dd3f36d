package availability

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/internal/words/table"
	"coterie/measure/availability"
	"coterie/quorum"
)

// smallPelegWool returns the parameters of a run of well under a second. At p = 1/10 grids turn at
// k = 6.
func smallPelegWool() pelegWoolParameters {
	return pelegWoolParameters{
		P: "1/10", Others: []string{"1/2", "9/10"}, Grids: 9, GridSides: []int{40}, Majorities: []int{1, 3, 5, 7, 9, 10001},
		Counted: []string{"billiard:q=3", "billiard:q=5", "fpp:order=2"}, Bounded: 11_000,
		Sampled: []string{"billiard:q=9", "fpp:order=32"}, Samples: 2000,
		Units: []string{"majority:n=3", "billiard:q=3", "billiard:q=5", "fpp:order=2"}, GridUnits: []int{2, 3}, Nodes: 2000,
		Towers: []int{3, 5, 21}, Constant: []string{"singleton", "wheel"}, Sizes: []int{4, 8, 16}, Small: 3,
	}
}

func pelegWoolVerdicts() map[string]string {
	return map[string]string{
		"agrawal-grid-availability": "proved", "ours-grid-trend": "holds under", "agrawal-billiard-availability": "proved",
		"agrawal-exponential-quorums": "proved", "agrawal-hierarchical-availability": "proved", "agrawal-hierarchical-grids": "proved",
		"agrawal-hierarchical-together": "holds under",
	}
}

func TestPelegWoolSmall(t *testing.T) {
	folder := studytest.Small(t, declarePelegWool, smallPelegWool(), nil)
	studytest.WantRows(t, folder, "failure.csv",
		// 3 of 4 nodes: 0.9⁴ + 4·0.9³·0.1 = 0.9477.
		"billiard,billiard:q=3,4,3,0.60206,exact: live sets counted,0.0523,-1.2815,,,0.9477,,,,,-1.55284,0.464788",
		"grid,grid:n=4,4,3,0.60206,exact: closed form,0.0523,-1.2815,,,0.9477,,,,,-1.55284,0.464788",
		// The failure of the greatest majority has no floating-point number.
		"majority,majority:n=10001,10001,5001,3008.5,exact: closed form,,-2221.23,,,1,,,,,-2221.23,2779.67",
		// 9940·0.9¹⁴¹.
		"billiard,billiard:q=141,9940,141,3.99739,bound: union of the quorums,,,0.996488,,,,0.00351221,,,,-2.45442",
	)
	studytest.WantRows(t, folder, "hierarchies.csv",
		"majority:n=3,2,9,4,1.33333,exact: composition,0.0023081,-2.63675", // 3x²-2x³ of 0.028
		`"hierarchical grid, k = 2",2,16,7,1.75,exact: composition,0.0057993,-2.23662`,
	)
	studytest.WantRows(t, folder, "thresholds.csv",
		"majority:n=3,3,2,2,0.63093,0.63093,0.5,0.5,true,to 0",
		`"hierarchical grid, k = 2",4,3,2,0.5,0.5,0.381966,0.381966,true,to 0`, // (3-√5)/2
	)
	studytest.WantRows(t, folder, "milestones.csv",
		`grid,from here to k = 9 every greater grid fails more,6,36,0.0197456,exact: closed form`,
		`grid,"after the turn, the first failure above p: such grids of such grids fail more with every level",18,324,0.100503,exact: closed form`,
		`billiard,from here on the failure is proved to be at least 9/10,105,5512,0.913548,bound: union of the quorums`,
		`fpp,from here on the failure is proved to be at least 1/2,97,9507,0.688248,bound: union of the quorums`,
	)
	studytest.WantRows(t, folder, "towers.csv", "3,0,4,3,1.06066,1.47421,-1,-0.522879", "5,2,192,45,2.2964,3.07784,-1.8156,-1.11663")
}

// computedPelegWool computes the rows at p = 1/10.
func computedPelegWool(t *testing.T, p pelegWoolParameters) (rows pelegWoolRows) {
	studytest.Declare(t, func(out *experiments.Output, p pelegWoolParameters) {
		rows = computePelegWool(out, p, []*big.Rat{big.NewRat(1, 10)})
	}, p, nil)
	return rows
}

// TestPelegWoolNeverBelowFloor: no exact figure beats the least possible failure, and planes lie
// between their bounds.
func TestPelegWoolNeverBelowFloor(t *testing.T) {
	p := smallPelegWool()
	rows := computedPelegWool(t, p)
	for _, r := range slices.Concat(rows.grids, rows.majorities, rows.counted) {
		if r.LogFailure < r.LogFloor-1e-12 || r.LogUnion < math.Log10(r.Available)-1e-12 {
			t.Errorf("%s: failure 10^%v, floor 10^%v, availability %v, union 10^%v", r.Spec, r.LogFailure, r.LogFloor, r.Available, r.LogUnion)
		}
	}
	for _, r := range rows.bounded {
		if r.AvailableLow > r.AvailableHigh || r.AvailableLow < 0 || r.AvailableHigh > 1 {
			t.Errorf("%s: availability from %v to %v", r.Spec, r.AvailableLow, r.AvailableHigh)
		}
	}
	if r := rows.sampled[0]; r.Spec != "billiard:q=9" || r.AvailableHigh < 1-0.00829319 || r.AvailableLow > 1-0.00829318 || r.Samples != p.Samples {
		t.Errorf("%+v does not hold the exact failure 0.00829319 of the billiard system of side 9", r)
	}
}

// TestBoundedSystems: the closed forms for systems that are not listed agree with listed systems.
func TestBoundedSystems(t *testing.T) {
	for _, s := range []failureRow{boundedBilliard(3), boundedBilliard(9), boundedPlane(2), boundedPlane(4), boundedPlane(9)} {
		built, _ := assert.Got2(listedRow(t.Context(), s.Spec))(t)
		if built.Family != s.Family || built.N != s.N || built.K != s.K || built.Quorums.Cmp(s.Quorums) != 0 {
			t.Errorf("%+v, but listed n = %d, k = %d, m = %d", s, built.N, built.K, built.Quorums)
		}
	}
	for _, spec := range []string{"surficial:n=12,m=3", "nothing"} {
		if _, _, err := listedRow(t.Context(), spec); err == nil {
			t.Errorf("%s passes for a quorum system", spec)
		}
	}
}

// TestPlaneBounds: the availability of small planes lies between the bounds, and the lower one is
// the best of its kind.
func TestPlaneBounds(t *testing.T) {
	for _, q := range []int{2, 3, 4} {
		s := boundedPlane(q)
		_, family := assert.Got2(listedRow(t.Context(), s.Spec))(t)
		live := assert.Got(availability.CountLive(t.Context(), family, availability.LiveOptions{}))(t)
		for _, p := range []*big.Rat{big.NewRat(1, 10), big.NewRat(1, 2), big.NewRat(4, 5)} {
			available, least, union := live.Availability(p), planeAvailable(q, p), s.union(p)
			if least.Cmp(available) > 0 || available.Cmp(union) > 0 {
				t.Errorf("order %d, p = %v: %v <= %v <= %v", q, p, least, available, union)
			}
			x, _ := p.Float64()
			m := float64(s.N)
			sum, pairs := m*math.Pow(1-x, float64(q+1)), m*(m-1)/2*math.Pow(1-x, float64(2*q+1))
			best := 0.0
			for i := 1.0; i < 100; i++ {
				best = max(best, 2*sum/(i+1)-2*pairs/(i*(i+1)))
			}
			near(t, s.Spec, float(least), best)
		}
	}
}

// TestTowerUnit: the unit is the system that its comment names, and a tower that can be composed
// fails no more often than the bound.
func TestTowerUnit(t *testing.T) {
	p := big.NewRat(1, 10)
	liveOfSide := func(q int) availability.LiveSets {
		s := assert.Got(quorum.As[*quorum.System](construct.Billiard(q)))(t)
		return assert.Got(availability.CountLive(t.Context(), s.Family(), availability.LiveOptions{}))(t)
	}
	assert.Equal(t, fmt.Sprint(liveOfSide(3).Counts), fmt.Sprint(towerUnit().Counts), "billiard:q=3 has the live sets %v", liveOfSide(3).Counts)
	for _, q := range []int{3, 5, 7, 9, 11} {
		row := assert.Got(tower(q, p))(t)
		part, fewer := p, p
		for range row.Levels {
			part, fewer = towerUnit().Failure(part), part
		}
		whole := log10(liveOfSide(q).Failure(part))
		if whole > row.logFailure() || !row.lasts() {
			t.Errorf("q = %d: failure 10^%v, bound 10^%v", q, whole, row.logFailure())
		}
		if side := float64(q); row.Levels > 0 && float(fewer) <= 1/(side*side) {
			t.Errorf("q = %d: fewer than %d levels suffice", q, row.Levels)
		}
	}
	assert.Refused(tower(5, big.NewRat(3, 10)))(t, "", "above the threshold no number of levels is enough")
}

// setsOfLevels lists the lines and the covers of the hierarchical grid with 2 × 2 objects on h
// levels, by definition, as masks.
func setsOfLevels(h int) (lines, covers []uint) {
	if h == 0 {
		return []uint{1}, []uint{1}
	}
	below, coversBelow := setsOfLevels(h - 1)
	width := 1 << (2 * (h - 1)) // nodes of an object
	for row := range 2 {
		for _, a := range below {
			for _, b := range below {
				lines = append(lines, a<<(2*row*width)|b<<((2*row+1)*width))
			}
		}
	}
	for at := range 4 {
		for _, a := range coversBelow {
			for _, b := range coversBelow {
				covers = append(covers, a<<(at/2*width)|b<<((2+at%2)*width))
			}
		}
	}
	return lines, covers
}

// TestHierarchicalGridSets: lines meet covers once, so that quorums have 2√n - 1 nodes and meet
// each other.
func TestHierarchicalGridSets(t *testing.T) {
	for h := 1; h <= 2; h++ {
		lines, covers := setsOfLevels(h)
		live := func(set uint) bool {
			in := func(q uint) bool { return q&^set == 0 }
			return slices.ContainsFunc(lines, in) && slices.ContainsFunc(covers, in)
		}
		for _, l := range lines {
			for _, c := range covers {
				if both := l & c; both == 0 || both&(both-1) != 0 {
					t.Fatalf("%d levels: line %b and cover %b", h, l, c)
				}
			}
		}
		unit := assert.Got(gridUnit(2, big.NewRat(1, 10), 1<<(2*h)))(t)
		level := unit.Levels[h-1]
		near(t, fmt.Sprintf("failure of %d levels", h), level.Failure, failureByTrial(1<<(2*h), 0.1, live))
		if level.K != 2<<h-1 || level.N != 1<<(2*h) {
			t.Errorf("%d levels: %+v", h, level)
		}
	}
	assert.Refused(gridUnit(1, big.NewRat(1, 10), 10))(t, "", "a grid of one node has no threshold")
}

// TestThresholds: known fixed points, and on which side of them p is.
func TestThresholds(t *testing.T) {
	p := big.NewRat(1, 10)
	for spec, want := range map[string]struct {
		threshold   float64
		transversal int
	}{
		"majority:n=5": {0.5, 3}, "fpp:order=2": {0.5, 3}, "fpp:order=3": {0.4803302, 4}, "billiard:q=5": {0.2328202, 2},
		// F(x) = 6x²(1-x)² + 4x³(1-x) + x⁴ = x says 3x³ - 8x² + 6x - 1 = (x-1)(3x²-5x+1) = 0.
		"billiard:q=3": {(5 - math.Sqrt(13)) / 6, 2},
	} {
		u := assert.Got(systemUnit(t.Context(), spec, p, 1))(t)
		if !u.Unique || u.Transversal != want.transversal || math.Abs(u.Low.Float64()-want.threshold) > 1e-7 || u.High.Float64()-u.Low.Float64() > 1e-12 {
			t.Errorf("%+v, want %+v", u, want)
		}
		for x, side := range map[*big.Rat]bool{p: true, big.NewRat(3, 5): false} {
			if below, known := u.below(x); !known || below != side {
				t.Errorf("%s at %v: below %v, known %v", spec, x, below, known)
			}
		}
	}
}

func TestTurningSide(t *testing.T) {
	rows := func(more ...bool) (list []failureRow) {
		for _, m := range more {
			list = append(list, failureRow{MoreThanSmaller: m})
		}
		return list
	}
	for want, list := range map[int][]failureRow{1: rows(false, true, true), 2: rows(false, false, true), 3: rows(false, true, false), 4: rows(false, false, true, false, true)} {
		assert.Equal(t, turningSide(list, len(list)), want, "turn at")
	}
}

// TestPelegWoolClaimsRefuse gives the judges rows with one error each.
func TestPelegWoolClaimsRefuse(t *testing.T) {
	p, crash := smallPelegWool(), big.NewRat(1, 10)
	p.Majorities, p.Sampled, p.Bounded = []int{1, 3}, nil, 0
	sound := computedPelegWool(t, p)
	claims := func(rows pelegWoolRows) func(*experiments.Output) {
		return func(out *experiments.Output) { claimPelegWool(out, p, crash, rows) }
	}
	compute := func() pelegWoolRows {
		rows := sound
		rows.grids, rows.majorities, rows.counted = slices.Clone(rows.grids), slices.Clone(rows.majorities), slices.Clone(rows.counted)
		rows.units, rows.towers = slices.Clone(rows.units), slices.Clone(rows.towers)
		for i := range rows.units {
			rows.units[i].Levels = slices.Clone(rows.units[i].Levels)
		}
		return rows
	}
	for id, verdict := range studytest.Verdicts(claims(sound)) {
		assert.Equal(t, verdict.String(), pelegWoolVerdicts()[id], "sound rows: %s", id)
	}
	billiard := func(r *pelegWoolRows) *unitRow { return &r.units[1] }
	grid := func(r *pelegWoolRows) *unitRow { return &r.units[len(r.units)-1] }
	for what, c := range map[string]struct {
		spoil func(r *pelegWoolRows)
		id    string
	}{
		"a grid above the bound":      {func(r *pelegWoolRows) { r.grids[4].RowBound = false }, "agrawal-grid-availability"},
		"a billiard above the bound":  {func(r *pelegWoolRows) { r.counted[1].WithinUnion = false }, "agrawal-billiard-availability"},
		"a system above the bound":    {func(r *pelegWoolRows) { r.majorities[1].WithinUnion = false }, "agrawal-exponential-quorums"},
		"two thresholds":              {func(r *pelegWoolRows) { billiard(r).Unique = false }, "agrawal-hierarchical-availability"},
		"no threshold above 0":        {func(r *pelegWoolRows) { billiard(r).Low = bounds.Integer(0) }, "agrawal-hierarchical-availability"},
		"a level that fails more":     {func(r *pelegWoolRows) { billiard(r).Levels[1].LogFailure = -1 }, "agrawal-hierarchical-availability"},
		"a grid that grows":           {func(r *pelegWoolRows) { grid(r).Levels[1].K++ }, "agrawal-hierarchical-grids"},
		"a grid level of failure":     {func(r *pelegWoolRows) { grid(r).Levels[1].LogFailure = 0 }, "agrawal-hierarchical-grids"},
		"a tower that fails too much": {func(r *pelegWoolRows) { r.towers[1].LogPart = 0 }, "agrawal-hierarchical-together"},
		"a tower that asks too many":  {func(r *pelegWoolRows) { r.towers[1].K *= 2 }, "agrawal-hierarchical-together"},
	} {
		rows := compute()
		c.spoil(&rows)
		assert.Equal(t, studytest.Verdicts(claims(rows))[c.id], experiments.Fails, "%s: %s", what, c.id)
	}
	// The trend begins at the turning side: a dip moves the beginning.
	rows := compute()
	rows.grids[7].MoreThanSmaller = false
	for _, claim := range experiments.ClaimsOf(claims(rows)) {
		if claim.ID == "ours-grid-trend" && !strings.Contains(claim.Judgement.Reading, "from k = 8") {
			t.Errorf("the trend begins %q", claim.Judgement.Reading)
		}
	}
}

// TestSmallWithinUnion: small coteries keep the bound, and it is the sharp one.
func TestSmallWithinUnion(t *testing.T) {
	for _, p := range []*big.Rat{big.NewRat(1, 10), big.NewRat(9, 10)} {
		for s := range small.Coteries(3, true) {
			assert.True(t, smallWithinUnion(s, p), "%v, p = %v", s, p)
		}
		// One quorum of two nodes attains its bound, and exceeds the bounds for three nodes and for
		// no quorum.
		pair := thresholdLive(2, 2).Availability(p)
		union := func(m int64, c int) *big.Rat { return unionBound(big.NewInt(m), c, p) }
		if pair.Cmp(union(1, 2)) != 0 || pair.Cmp(union(1, 3)) <= 0 || pair.Cmp(union(0, 2)) <= 0 {
			t.Errorf("p = %v: the bound of one quorum of two nodes is not its availability", p)
		}
	}
}

// TestWithin: one exceeded bound is enough.
func TestWithin(t *testing.T) {
	self := func(p *big.Rat) *big.Rat { return p }
	atMostThird := func(p *big.Rat) *big.Rat { return big.NewRat(1, 3) }
	half, third := big.NewRat(1, 2), big.NewRat(1, 3)
	if !within([]*big.Rat{third, third}, self, atMostThird) || within([]*big.Rat{third, half}, self, atMostThird) {
		t.Error("1/3 <= 1/3, and not 1/2 <= 1/3")
	}
	row := gridRow(9, []*big.Rat{big.NewRat(1, 10), big.NewRat(4, 5)})
	if !row.WithinUnion || !row.RowBound {
		t.Errorf("%+v", row)
	}
}

// TestFigureOfEstimates: an estimate that counts nine samples is not drawn, one that counts ten is.
func TestFigureOfEstimates(t *testing.T) {
	for failed, want := range map[int]bool{0: false, 9: false, 10: true} {
		cells := map[string]table.Cell{"failure": table.Float(float64(failed) / 1000), "samples": table.Int(1000)}
		assert.Equal(t, counted("failure")(func(column string) table.Cell { return cells[column] }), want, "%d samples", failed)
	}
}

func TestPelegWoolRefuses(t *testing.T) {
	for _, crash := range []string{"0", "1/6", "one"} {
		p := smallPelegWool()
		p.P = crash
		assert.Refused(p.chances())(t, "", "p = %s is accepted", crash)
	}
	assert.Refused(majorityRow(4, big.NewRat(1, 10)))(t, "", "majority of 4")
}
