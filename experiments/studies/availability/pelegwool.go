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
	"coterie/measure"
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
	Bounded    int      `json:"bounded"`    // billiard systems and planes of at most so many nodes get the union bound
	Sampled    []string `json:"sampled"`    // systems whose availability is estimated
	Samples    int      `json:"samples"`
	Units      []string `json:"units"`     // systems put into themselves, again and again
	GridUnits  []int    `json:"gridUnits"` // sides k of hierarchical grids
	Nodes      int      `json:"nodes"`     // hierarchies of at most so many nodes
	Towers     []int    `json:"towers"`    // sides q of billiard systems over hierarchies
	Constant   []string `json:"constant"`  // families whose smallest quorum does not grow
	Sizes      []int    `json:"sizes"`     // their n
	Small      int      `json:"small"`     // all coteries on 1 to so many nodes
}

// failureRow is the failure probability of one system: a number, or what is known of it.
type failureRow struct {
	Family, Spec    string
	N, K            int     // K: size of the smallest quorum
	LogQuorums      float64 // decimal logarithm of the number of quorums
	Method          string
	Failure         float64 // exact, or an estimate
	Available       float64 // 1 - Failure, of full precision where that is near 1
	LogFailure      float64 // of an exact failure: decimal logarithm, with room for what Failure has none for
	Low, High       float64 // of a bound or an estimate: the failure is between them, for an estimate with the stated confidence
	AvailableLow    float64 // 1 - High and 1 - Low of an estimate, of full precision where those are near 1
	AvailableHigh   float64
	Samples         int
	Confidence      float64
	LogFloor        float64 // decimal logarithm of the failure of the best system of n nodes
	LogUnion        float64 // decimal logarithm of m(1-p)^c
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
		Run:     runPelegWool,
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

const pelegWoolCommand = "coterie experiment run peleg-wool"

func runPelegWool(ctx context.Context, env experiments.Env, p pelegWoolParameters, out *experiments.Output) error {
	crash, err := experiments.ReadChance(p.P)
	if err != nil {
		return err
	}
	if crash.Cmp(big.NewRat(1, 6)) >= 0 {
		return fmt.Errorf("crash probability %s: the towers need one below 1/6", p.P)
	}
	tried := []*big.Rat{crash}
	for _, other := range p.Others {
		x, err := experiments.ReadChance(other)
		if err != nil {
			return err
		}
		tried = append(tried, x)
	}
	found, err := computePelegWool(ctx, env, p, tried)
	if err != nil {
		return err
	}
	failures, err := failureTable(found.systems())
	if err != nil {
		return err
	}
	if err := out.Table("failure.csv", failures); err != nil {
		return err
	}
	hierarchies, err := unitLevelTable(found.units)
	if err != nil {
		return err
	}
	if err := out.Table("hierarchies.csv", hierarchies); err != nil {
		return err
	}
	thresholds, err := thresholdTable(found.units, crash)
	if err != nil {
		return err
	}
	if err := out.Table("thresholds.csv", thresholds); err != nil {
		return err
	}
	towers, err := towerTable(found.towers)
	if err != nil {
		return err
	}
	if err := out.Table("towers.csv", towers); err != nil {
		return err
	}
	milestones, err := milestoneTable(p, crash, found.grids)
	if err != nil {
		return err
	}
	if err := out.Table("milestones.csv", milestones); err != nil {
		return err
	}
	if err := experiments.PlotBoth(out, "failure-against-n", growthFigure(crash, failures, hierarchies), "failure.csv", "hierarchies.csv"); err != nil {
		return err
	}
	if err := experiments.PlotBoth(out, "availability-against-n", availabilityFigure(crash, failures), "failure.csv"); err != nil {
		return err
	}
	return out.Claims(pelegWoolClaims(p, crash, found)...)
}

// pelegWoolRows is all that the study computes.
type pelegWoolRows struct {
	grids, majorities, counted, bounded, sampled []failureRow
	units                                        []unitRow // hierarchies of systems, then hierarchical grids
	towers                                       []towerRow
	constant                                     []constantRow
}

// systems returns the rows of failure.csv in their order.
func (r pelegWoolRows) systems() []failureRow {
	return slices.Concat(r.majorities, r.grids, r.counted, r.bounded, r.sampled)
}

// computePelegWool computes all rows. The first crash probability is that of the study; at the others only bounds are compared.
func computePelegWool(ctx context.Context, env experiments.Env, p pelegWoolParameters, tried []*big.Rat) (rows pelegWoolRows, err error) {
	crash := tried[0]
	sides := slices.Concat(experiments.Numbers(1, p.Grids), p.GridSides)
	if rows.grids, err = experiments.Rows(ctx, env, "grids", sides, func(_ context.Context, k int) (failureRow, error) { return gridRow(k, tried), nil }); err != nil {
		return rows, err
	}
	if rows.majorities, err = experiments.Rows(ctx, env, "majorities", p.Majorities, func(_ context.Context, n int) (failureRow, error) { return majorityRow(n, crash) }); err != nil {
		return rows, err
	}
	if rows.counted, err = experiments.Rows(ctx, env, "counted", p.Counted, func(ctx context.Context, spec string) (failureRow, error) {
		return countedRow(ctx, spec, tried)
	}); err != nil {
		return rows, err
	}
	if rows.bounded, err = experiments.Rows(ctx, env, "bounded", boundedSystems(p.Bounded, crash), func(_ context.Context, s boundedSystem) (failureRow, error) {
		return s.row(crash), nil
	}); err != nil {
		return rows, err
	}
	if rows.sampled, err = experiments.Rows(ctx, env, "sampled", p.Sampled, func(ctx context.Context, spec string) (failureRow, error) {
		return sampledRow(ctx, env, spec, crash, p.Samples)
	}); err != nil {
		return rows, err
	}
	if rows.units, err = experiments.Rows(ctx, env, "units", p.Units, func(ctx context.Context, spec string) (unitRow, error) {
		return systemUnit(ctx, spec, crash, p.Nodes)
	}); err != nil {
		return rows, err
	}
	grids, err := experiments.Rows(ctx, env, "grid-units", p.GridUnits, func(_ context.Context, k int) (unitRow, error) { return gridUnit(k, crash, p.Nodes) })
	if err != nil {
		return rows, err
	}
	rows.units = append(rows.units, grids...)
	if rows.towers, err = experiments.Rows(ctx, env, "towers", p.Towers, func(_ context.Context, q int) (towerRow, error) { return tower(q, crash) }); err != nil {
		return rows, err
	}
	rows.constant, err = experiments.Rows(ctx, env, "constant", p.Constant, func(ctx context.Context, family string) (constantRow, error) {
		return constantFamily(ctx, family, p.Sizes, crash)
	})
	return rows, err
}

// exactRow fills in a failure probability that is known, at the first crash probability that is tried, and compares the
// availability with the union bound at each of them.
func exactRow(row failureRow, method string, tried []*big.Rat, failures, unions []chance) failureRow {
	row.Method = method
	row.Failure, row.Available, row.LogFailure = failures[0].float(), failures[0].other().float(), failures[0].log10()
	row.LogFloor, row.LogUnion = floorFailure(row.N, tried[0]).log10(), unions[0].log10()
	row.WithinUnion = availableAtMost(failures, unions)
	return row
}

// availableAtMost reports whether each availability, one less the failure, is at most its bound.
func availableAtMost(failures, bounds []chance) bool {
	for i, failure := range failures {
		if failure.other().cmp(bounds[i]) > 0 {
			return false
		}
	}
	return true
}

// atEach returns a value for each crash probability.
func atEach(tried []*big.Rat, at func(p *big.Rat) chance) []chance {
	list := make([]chance, len(tried))
	for i, p := range tried {
		list[i] = at(p)
	}
	return list
}

// floorFailure is the least failure of all coteries of n nodes; for p <= 1/2 that of the majority of the nodes, or of all but
// one of them if n is even (Peleg and Wool 1995).
func floorFailure(n int, p *big.Rat) chance { return chanceOf(bounds.FailureFloor(n, p)) }

func gridRow(k int, tried []*big.Rat) failureRow {
	failures := atEach(tried, func(p *big.Rat) chance { return gridFailure(k, p) })
	row := failureRow{Family: "grid", Spec: fmt.Sprintf("grid:n=%d", k*k), N: k * k, K: 2*k - 1, LogQuorums: 2 * math.Log10(float64(k))}
	row = exactRow(row, exactClosedForm, tried, failures, atEach(tried, func(p *big.Rat) chance { return unionBound(k*k, 2*k-1, p) }))
	row.RowBound = availableAtMost(failures, atEach(tried, func(p *big.Rat) chance { return unionBound(k, k, p) }))
	row.MoreThanSmaller = k > 1 && gridFailure(k-1, tried[0]).cmp(failures[0]) < 0
	return row
}

func majorityRow(n int, p *big.Rat) (failureRow, error) {
	if n < 1 || n%2 == 0 {
		return failureRow{}, fmt.Errorf("majority of %d nodes: want an odd number", n)
	}
	c := (n + 1) / 2
	quorums := new(big.Int).Binomial(int64(n), int64(c))
	union := unionBound(1, c, p)
	union.num.Mul(union.num, quorums)
	row := failureRow{Family: "majority", Spec: fmt.Sprintf("majority:n=%d", n), N: n, K: c, LogQuorums: chance{quorums, big.NewInt(1)}.log10()}
	return exactRow(row, exactClosedForm, []*big.Rat{p}, []chance{majorityFailure(n, p)}, []chance{union}), nil
}

// builtSystem is a system that a spec lists, with the figures that the study needs.
type builtSystem struct {
	family, spec string
	n, k         int // k: size of all quorums
	system       *quorum.System
}

// buildUniform lists a system; it must be an ordinary one with quorums of one size.
func buildUniform(ctx context.Context, spec string) (builtSystem, error) {
	i, err := construct.Parse(spec)
	if err != nil {
		return builtSystem{}, err
	}
	shape, err := i.Shape()
	if err != nil {
		return builtSystem{}, err
	}
	built, err := i.Build(ctx, construct.BuildOptions{})
	if err != nil {
		return builtSystem{}, err
	}
	system, ok := built.(*quorum.System)
	if !ok || shape.MinQuorum != shape.MaxQuorum {
		return builtSystem{}, fmt.Errorf("%s: want a quorum system with quorums of one size", i.Spec())
	}
	return builtSystem{i.Family().Name, i.Spec(), i.N(), shape.MinQuorum, system}, nil
}

func (s builtSystem) row() failureRow {
	return failureRow{Family: s.family, Spec: s.spec, N: s.n, K: s.k, LogQuorums: math.Log10(float64(s.system.Family().Len()))}
}

func countedRow(ctx context.Context, spec string, tried []*big.Rat) (failureRow, error) {
	s, err := buildUniform(ctx, spec)
	if err != nil {
		return failureRow{}, err
	}
	live, err := measure.CountLive(ctx, s.system.Family(), measure.LiveOptions{})
	if err != nil {
		return failureRow{}, fmt.Errorf("%s: %w", s.spec, err)
	}
	return exactRow(s.row(), exactLiveSets, tried, atEach(tried, func(p *big.Rat) chance { return composed(live.Counts, chanceOf(p)) }),
		atEach(tried, func(p *big.Rat) chance { return unionBound(s.system.Family().Len(), s.k, p) })), nil
}

// boundedSystem is a system whose union bound follows from its number of quorums and their size.
type boundedSystem struct {
	Family, Spec  string
	N, M, K, Side int
}

// boundedBilliard is the billiard system of side q, of (q²-1)/2 nodes and as many quorums of q nodes.
func boundedBilliard(q int) boundedSystem {
	n := (q*q - 1) / 2
	return boundedSystem{"billiard", fmt.Sprintf("billiard:q=%d", q), n, n, q, q}
}

// boundedPlane is the plane of order q, of q²+q+1 points and as many lines of q+1 points.
func boundedPlane(q int) boundedSystem {
	n := bounds.PlanePoints(q)
	return boundedSystem{"fpp", fmt.Sprintf("fpp:order=%d", q), n, n, q + 1, q}
}

// boundedSystems lists the billiard systems and the planes of prime-power order of at most so many nodes for which the union
// bound says something: m(1-p)^c < 1.
func boundedSystems(nodes int, p *big.Rat) []boundedSystem {
	var list []boundedSystem
	one := chanceOf(big.NewRat(1, 1))
	add := func(s boundedSystem) {
		if unionBound(s.M, s.K, p).cmp(one) < 0 {
			list = append(list, s)
		}
	}
	for q := 3; boundedBilliard(q).N <= nodes; q += 2 {
		add(boundedBilliard(q))
	}
	for q := 2; boundedPlane(q).N <= nodes; q++ {
		if _, _, ok := gf.PrimePower(q); ok {
			add(boundedPlane(q))
		}
	}
	return list
}

func (s boundedSystem) row(p *big.Rat) failureRow {
	union := unionBound(s.M, s.K, p)
	row := failureRow{
		Family: s.Family, Spec: s.Spec, N: s.N, K: s.K, LogQuorums: math.Log10(float64(s.M)), Method: byUnionBound,
		Low: union.other().float(), High: 1, AvailableHigh: union.float(), LogUnion: union.log10(),
	}
	if s.Family == "fpp" {
		least := planeAvailable(s.Side, p)
		row.Method, row.High, row.AvailableLow = byPairs, least.other().float(), least.float()
	}
	return row
}

// sampledRow estimates the availability from samples that depend on the seed and on the spec alone.
func sampledRow(ctx context.Context, env experiments.Env, spec string, p *big.Rat, samples int) (failureRow, error) {
	s, err := buildUniform(ctx, spec)
	if err != nil {
		return failureRow{}, err
	}
	x, _ := p.Float64()
	// One job: rows run side by side already.
	e, err := measure.EstimateAvailability(ctx, s.system.Family(), []float64{x}, measure.EstimateOptions{
		Samples: samples, Seed: env.Rand("sampled", s.spec).Uint64(), Jobs: 1,
	})
	if err != nil {
		return failureRow{}, fmt.Errorf("%s: %w", s.spec, err)
	}
	row := s.row()
	row.Method, row.Samples, row.Confidence = bySampling, e.Samples, e.Confidence
	row.Available, row.AvailableLow, row.AvailableHigh = e.Value, e.Low, e.High
	row.Failure = float64(e.Samples-e.Live) / float64(e.Samples)
	row.Low, row.High = 1-e.High, 1-e.Low
	row.LogFloor = floorFailure(s.n, p).log10()
	row.LogUnion = unionBound(s.system.Family().Len(), s.k, p).log10()
	return row, nil
}
