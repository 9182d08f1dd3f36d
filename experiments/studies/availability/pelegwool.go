package availability

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/gf"
	"coterie/measure/availability"
	"coterie/quorum"
)

// pelegWoolParameters holds the parameters of the study peleg-wool.
type pelegWoolParameters struct {
	P          string   `json:"p"`          // crash probability, a fraction
	Others     []string `json:"others"`     // crash probabilities at which exact figures are compared with the union bound, too
	Grids      int      `json:"grids"`      // every k × k grid up to this side
	GridSides  []int    `json:"gridSides"`  // and these
	Majorities []int    `json:"majorities"` // odd n
	Counted    []string `json:"counted"`    // systems whose live sets are counted
	Bounded    int      `json:"bounded"`    // billiard systems and planes of at most this many nodes get the union bound
	Sampled    []string `json:"sampled"`    // systems whose availability is estimated
	Samples    int      `json:"samples"`
	Units      []string `json:"units"`     // systems put into themselves, again and again
	GridUnits  []int    `json:"gridUnits"` // sides k of hierarchical grids
	Nodes      int      `json:"nodes"`     // hierarchies of at most this many nodes
	Towers     []int    `json:"towers"`    // sides q of billiard systems over hierarchies
	Constant   []string `json:"constant"`  // families whose smallest quorum does not grow
	Sizes      []int    `json:"sizes"`     // their n
	Small      int      `json:"small"`     // all coteries on 1 to this many nodes
}

// failureRow is the failure probability of one system: a number, bounds or an estimate.
type failureRow struct {
	Family  string `csv:"family" doc:"family of the system"`
	Spec    string `csv:"spec" doc:"the system"`
	N       int    `csv:"n,nodes" doc:"number of nodes"`
	K       int    `csv:"k,nodes" doc:"size of the quorums"`
	Quorums *big.Int
	Method  string `csv:"method" doc:"exact (closed form, or live sets counted), rigorous bounds (from the union of the quorums alone, or also from pairs of them), or an estimate from samples"`

	Failure    float64 `csv:"failure" doc:"probability that no quorum survives; empty where only bounds are given, and where it is below the range of floating-point numbers"`
	LogFailure float64 `csv:"log10_failure" doc:"decimal logarithm of the failure; empty where only bounds are given, and for an estimate of 0"` // holds values that are too small for Failure, too
	Available  float64 `csv:"availability" doc:"1 - failure, with digits of its own"`

	// For a bound or an estimate: the availability is between these two, for an estimate with the
	// stated confidence.
	AvailableLow  float64 `csv:"availability_low" doc:"1 - failure_high"`
	AvailableHigh float64 `csv:"availability_high" doc:"1 - failure_low"`
	Samples       int     `csv:"samples,samples" doc:"of an estimate"`
	Confidence    float64 `csv:"confidence" doc:"of an estimate: probability with which an interval found in this way holds the figure"`

	LogFloor        float64 `csv:"log10_floor" doc:"decimal logarithm of the least failure of all coteries of n nodes (Peleg and Wool 1995); empty in rows of bounds"`
	LogUnion        float64 `csv:"log10_union_bound" doc:"decimal logarithm of m(1-p)^k, which no availability exceeds; above 0 it says nothing"`
	WithinUnion     bool    // availability <= m(1-p)^c, compared exactly, at p and at the others
	RowBound        bool    // of a grid: availability <= k(1-p)^k, likewise
	MoreThanSmaller bool    // of a grid: it fails more than the grid of side k-1, compared exactly
}

// The methods of the table.
const (
	exactClosedForm = "exact: closed form"
	exactLiveSets   = "exact: live sets counted"
	byUnionBound    = "bound: union of the quorums"
	byPairs         = "bound: union of the quorums, pairs of quorums"
	bySampling      = "estimate: samples"
)

func (r failureRow) exact() bool   { return r.Method == exactClosedForm || r.Method == exactLiveSets }
func (r failureRow) sampled() bool { return r.Method == bySampling }
func (r failureRow) bounded() bool { return !r.exact() && !r.sampled() }

// twoSided reports whether the row has a least and a greatest availability.
func (r failureRow) twoSided() bool { return r.sampled() || r.Method == byPairs }

func (r failureRow) union(p *big.Rat) *big.Rat { return unionBound(r.Quorums, r.K, p) }

// PelegWool returns the study peleg-wool.
func PelegWool() experiments.Study {
	full := pelegWoolDefaults()
	full.GridSides = append(experiments.EveryFrom(52, 100, 2), 120, 141)
	full.Sampled = append(full.Sampled, "billiard:q=29", "billiard:q=35", "billiard:q=71", "billiard:q=91", "billiard:q=111", "billiard:q=131",
		"fpp:order=7", "fpp:order=8", "fpp:order=11", "fpp:order=16", "fpp:order=23", "fpp:order=53", "fpp:order=59", "fpp:order=71", "fpp:order=73", "fpp:order=89")
	slices.SortStableFunc(full.Sampled, bySystem)
	full.Samples = 400_000
	return experiments.NewStudy(experiments.Spec[pelegWoolParameters]{
		Name:  "peleg-wool",
		Title: "How the failure probability moves with the number of nodes",
		Doc: "Each node crashes with probability `p`, independently. The failure probability of grids, billiard systems, projective planes and majorities " +
			"against n: exactly, by closed forms for grids and majorities and by counting live sets for the others; then between rigorous " +
			"bounds, and by seeded samples with an interval; the column method says which. As long as n is small, a greater grid, billiard system or " +
			"plane fails less; far on their failure goes to 1, as Agrawal, Eğecioğlu and El Abbadi remark with Peleg and Wool (1995). The figures leave out " +
			"estimates that rest on fewer than ten samples. " +
			"What hierarchies do about it is computed exactly: systems put into their own nodes again and again, the hierarchical grids of Kumar and " +
			"Cheung (1991), the crash probability at which each turns from lasting to failing, and what that costs in quorum size.",
		Default: pelegWoolDefaults(),
		Full:    &full,
		Declare: declarePelegWool,
	})
}

func pelegWoolDefaults() pelegWoolParameters {
	return pelegWoolParameters{
		P: "1/10", Others: []string{"3/10", "1/2", "7/10", "9/10"}, Grids: 50, GridSides: []int{55, 60, 65, 70, 75, 80, 85, 90, 95, 100},
		Majorities: []int{1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 25, 31, 41, 51, 61, 81, 101, 201, 501, 1001, 2501, 5001, 10001},
		Counted: []string{
			"billiard:q=3", "billiard:q=5", "billiard:q=7", "billiard:q=9", "billiard:q=11", "billiard:q=13", "billiard:q=15",
			"fpp:order=2", "fpp:order=3", "fpp:order=4", "fpp:order=5",
		},
		Bounded: 30_000,
		Sampled: []string{
			"billiard:q=17", "billiard:q=19", "billiard:q=21", "billiard:q=25", "billiard:q=31", "billiard:q=41", "billiard:q=51", "billiard:q=61",
			"billiard:q=81", "billiard:q=101", "billiard:q=121", "billiard:q=141",
			"fpp:order=13", "fpp:order=32", "fpp:order=41", "fpp:order=49", "fpp:order=64", "fpp:order=81", "fpp:order=97",
		},
		Samples: 10_000,
		Units: []string{
			"majority:n=3", "triangle:rows=3", "fpp:order=2", "fpp:order=3",
			"billiard:q=3", "billiard:q=5", "billiard:q=7", "billiard:q=9", "billiard:q=11", "billiard:q=13",
			"grid:n=9", "grid:n=16", "grid:n=36", "grid:n=100",
		},
		GridUnits: []int{2, 3, 4, 5},
		Nodes:     100_000,
		Towers:    []int{3, 5, 7, 9, 11, 15, 21, 31, 51, 101, 201, 501, 1001, 2001, 5001},
		Constant:  []string{"singleton", "wheel"},
		Sizes:     []int{4, 8, 16, 32, 64},
		Small:     4,
	}
}

// bySystem orders specs of one number each by family and by that number.
func bySystem(a, b string) int {
	fa, na, _ := strings.Cut(a, "=")
	fb, nb, _ := strings.Cut(b, "=")
	return cmp.Or(strings.Compare(fa, fb), cmp.Compare(len(na), len(nb)), strings.Compare(na, nb))
}

// chances reads the crash probability of the study, followed by the others at which bounds are
// compared.
func (p pelegWoolParameters) chances() ([]*big.Rat, error) {
	list, err := experiments.ReadChances(append([]string{p.P}, p.Others...))
	if err == nil && list[0].Cmp(big.NewRat(1, 6)) >= 0 {
		err = fmt.Errorf("crash probability %s: the towers need one below 1/6", p.P)
	}
	return list, err
}

func declarePelegWool(out *experiments.Output, p pelegWoolParameters) {
	tried := experiments.Must(p.chances())
	crash := tried[0]
	rows := computePelegWool(out, p, tried)
	if out.Err() != nil {
		return
	}
	failures := tabulateFailures(out, rows.systems())
	hierarchies := tabulateHierarchies(out, rows.units, crash)
	plotGrowth(out, crash, failures, hierarchies)
	plotAvailability(out, crash, failures)
	tabulateTowers(out, rows.towers, crash)
	tabulateMilestones(out, append(gridMilestones(p, crash, rows.grids), boundMilestones(crash)...))
	foundPelegWool(out, p, rows)
	claimPelegWool(out, p, crash, rows)
}

// pelegWoolRows holds all rows that the study computes.
type pelegWoolRows struct {
	grids, majorities, counted, bounded, sampled []failureRow
	units                                        []unitRow // hierarchies of systems, then hierarchical grids
	towers                                       []towerRow
	constant                                     [][]failureRow // a list for each family
}

// systems returns the rows of failure.csv in their order.
func (r pelegWoolRows) systems() []failureRow {
	return slices.Concat(r.majorities, r.grids, r.counted, r.bounded, r.sampled)
}

// computePelegWool computes all rows. The first crash probability is the study's own; at the others
// only bounds are compared.
func computePelegWool(out *experiments.Output, p pelegWoolParameters, tried []*big.Rat) pelegWoolRows {
	crash := tried[0]
	counted := func(ctx context.Context, spec string) (failureRow, error) { return countedRow(ctx, spec, tried) }
	return pelegWoolRows{
		grids: experiments.Compute(out, "grids", slices.Concat(experiments.Numbers(1, p.Grids), p.GridSides),
			func(_ context.Context, k int) (failureRow, error) { return gridRow(k, tried), nil }),
		majorities: experiments.Compute(out, "majorities", p.Majorities,
			func(_ context.Context, n int) (failureRow, error) { return majorityRow(n, crash) }),
		counted: experiments.Compute(out, "counted", p.Counted, counted),
		bounded: boundedRows(p.Bounded, crash),
		sampled: experiments.Compute(out, "sampled", p.Sampled, func(ctx context.Context, spec string) (failureRow, error) {
			return sampledRow(ctx, out.Env, spec, crash, p.Samples)
		}),
		units: append(
			experiments.Compute(out, "units", p.Units,
				func(ctx context.Context, spec string) (unitRow, error) { return systemUnit(ctx, spec, crash, p.Nodes) }),
			experiments.Compute(out, "grid-units", p.GridUnits,
				func(_ context.Context, k int) (unitRow, error) { return gridUnit(k, crash, p.Nodes) })...),
		towers: experiments.Compute(out, "towers", p.Towers,
			func(_ context.Context, q int) (towerRow, error) { return tower(q, crash) }),
		constant: experiments.Compute(out, "constant", p.Constant, func(ctx context.Context, family string) (list []failureRow, err error) {
			for _, n := range p.Sizes {
				row := experiments.Must(counted(ctx, fmt.Sprintf("%s:n=%d", family, n)))
				list = append(list, row)
			}
			return list, nil
		}),
	}
}

// known fills in the exact availability at the first of the tried crash probabilities, and compares
// it with the union bound at each of them.
func (r failureRow) known(method string, tried []*big.Rat, available func(p *big.Rat) *big.Rat) failureRow {
	p := tried[0]
	alive := available(p)
	failure := complement(alive)
	r.Method, r.WithinUnion = method, within(tried, available, r.union)
	r.Failure, r.Available, r.LogFailure = experiments.FloatRat(failure), experiments.FloatRat(alive), log10(failure)
	r.LogFloor, r.LogUnion = log10(bounds.FailureFloor(r.N, p)), log10(r.union(p))
	return r
}

// within reports whether a figure is at most its bound at each crash probability.
func within(tried []*big.Rat, figure, bound func(p *big.Rat) *big.Rat) bool {
	return !slices.ContainsFunc(tried, func(p *big.Rat) bool { return figure(p).Cmp(bound(p)) > 0 })
}

func gridRow(k int, tried []*big.Rat) failureRow {
	available := func(p *big.Rat) *big.Rat { return availability.OfGrid(k, k, p) }
	row := failureRow{Family: "grid", Spec: fmt.Sprintf("grid:n=%d", k*k), N: k * k, K: 2*k - 1, Quorums: big.NewInt(int64(k * k))}
	row = row.known(exactClosedForm, tried, available)
	row.RowBound = within(tried, available, func(p *big.Rat) *big.Rat { return unionBound(big.NewInt(int64(k)), k, p) })
	row.MoreThanSmaller = k > 1 && availability.OfGrid(k-1, k-1, tried[0]).Cmp(available(tried[0])) > 0
	return row
}

func majorityRow(n int, p *big.Rat) (failureRow, error) {
	if n < 1 || n%2 == 0 {
		return failureRow{}, fmt.Errorf("majority of %d nodes: want an odd number", n)
	}
	c := (n + 1) / 2
	row := failureRow{Family: "majority", Spec: fmt.Sprintf("majority:n=%d", n), N: n, K: c, Quorums: new(big.Int).Binomial(int64(n), int64(c))}
	return row.known(exactClosedForm, []*big.Rat{p}, func(p *big.Rat) *big.Rat { return complement(bounds.FailureFromSize(n, c, p)) }), nil
}

// listedRow lists an ordinary system, and fills in its figures.
func listedRow(ctx context.Context, spec string) (failureRow, quorum.Family, error) {
	i, err := construct.Parse(ctx, spec)
	if err != nil {
		return failureRow{}, quorum.Family{}, err
	}
	built, err := i.Build(ctx, 0)
	if err != nil {
		return failureRow{}, quorum.Family{}, err
	}
	system, ok := built.(*quorum.System)
	if !ok {
		return failureRow{}, quorum.Family{}, fmt.Errorf("%s is a %s, no quorum system", i.Spec(), built.Kind())
	}
	f := system.Family()
	least, _ := f.Sizes()
	return failureRow{Family: i.Family().Name, Spec: i.Spec(), N: i.N(), K: least, Quorums: big.NewInt(int64(f.Len()))}, f, nil
}

// liveRow counts the live sets of an ordinary system, too.
func liveRow(ctx context.Context, spec string) (failureRow, availability.LiveSets, error) {
	row, family := experiments.Must2(listedRow(ctx, spec))
	live, err := availability.CountLive(ctx, family, availability.LiveOptions{})
	if err != nil {
		return row, live, fmt.Errorf("%s: %w", row.Spec, err)
	}
	return row, live, nil
}

func countedRow(ctx context.Context, spec string, tried []*big.Rat) (failureRow, error) {
	row, live := experiments.Must2(liveRow(ctx, spec))
	return row.known(exactLiveSets, tried, live.Availability), nil
}

// boundedBilliard returns the row of the billiard system of side q, with (q²-1)/2 nodes and as many
// quorums of q nodes.
func boundedBilliard(q int) failureRow {
	n := (q*q - 1) / 2
	return failureRow{Family: "billiard", Spec: fmt.Sprintf("billiard:q=%d", q), N: n, K: q, Quorums: big.NewInt(int64(n)), Method: byUnionBound}
}

// boundedPlane returns the row of the plane of order q, with q²+q+1 points and as many lines of q+1
// points.
func boundedPlane(q int) failureRow {
	n := bounds.PlanePoints(q)
	return failureRow{Family: "fpp", Spec: fmt.Sprintf("fpp:order=%d", q), N: n, K: q + 1, Quorums: big.NewInt(int64(n)), Method: byPairs}
}

// boundedFamilies are the families in which the number of quorums and their size follow from a
// side.
var boundedFamilies = []struct {
	first, step int // sides that are looked at
	exists      func(side int) bool
	of          func(side int) failureRow
}{
	{3, 2, func(int) bool { return true }, boundedBilliard},
	{2, 1, gf.IsPrimePower, boundedPlane},
}

// boundedRows lists the billiard systems and the planes of prime-power order of at most the given
// number of nodes for which the union bound is below 1: m(1-p)^c < 1.
func boundedRows(nodes int, p *big.Rat) []failureRow {
	var list []failureRow
	for _, f := range boundedFamilies {
		for q := f.first; f.of(q).N <= nodes; q += f.step {
			row := f.of(q)
			union := row.union(p)
			if !f.exists(q) || union.Cmp(big.NewRat(1, 1)) >= 0 {
				continue
			}
			row.AvailableHigh, row.LogUnion = experiments.FloatRat(union), log10(union)
			if row.Method == byPairs {
				row.AvailableLow = experiments.FloatRat(planeAvailable(q, p))
			}
			list = append(list, row)
		}
	}
	return list
}

// sampledRow estimates the availability from samples that depend on the seed and on the spec alone.
func sampledRow(ctx context.Context, env experiments.Env, spec string, p *big.Rat, samples int) (failureRow, error) {
	row, family := experiments.Must2(listedRow(ctx, spec))
	// One job: rows run side by side already.
	e, err := availability.Sample(ctx, family, []float64{experiments.FloatRat(p)}, availability.SampleOptions{
		Samples: samples, Seed: env.Rand("sampled", row.Spec).Uint64(), Jobs: 1,
	})
	if err != nil {
		return row, fmt.Errorf("%s: %w", row.Spec, err)
	}
	row.Method, row.Samples, row.Confidence = bySampling, e.Samples, e.Confidence
	row.Available, row.AvailableLow, row.AvailableHigh = e.Value, e.Low, e.High
	if failed := e.Samples - e.Live; failed > 0 {
		row.Failure = float64(failed) / float64(e.Samples)
		row.LogFailure = math.Log10(row.Failure)
	}
	row.LogFloor, row.LogUnion = log10(bounds.FailureFloor(row.N, p)), log10(row.union(p))
	return row, nil
}
