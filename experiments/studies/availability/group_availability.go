package availability

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/plot"
	"coterie/internal/sets"
	"coterie/internal/table"
	"coterie/measure"
	"coterie/quorum"
)

// groupAvailabilityParameters holds the parameters of the study group-availability.
type groupAvailabilityParameters struct {
	Coteries int   `json:"coteries"` // every coterie on at most so many nodes is tried
	Small    int   `json:"small"`    // every group quorum system of two cartels on at most so many nodes, 5 at most
	Three    int   `json:"three"`    // and of three cartels on at most so many
	Nodes    int   `json:"nodes"`    // group families and degenerate sets of at most so many nodes
	Groups   []int `json:"groups"`   // the m for which group families are asked
	Listed   int   `json:"listed"`   // systems of at most so many quorums are listed
	States   int   `json:"states"`   // live sets are counted with decision diagrams of at most so many states
	Rows     int   `json:"rows"`     // triangle lattices of at most so many rows
	Order    int   `json:"order"`    // planes of at most this order, for the messages
}

func GroupAvailability() experiments.Study {
	full := groupAvailabilityParameters{
		Coteries: 5, Small: 5, Three: 4, Nodes: 64, Groups: []int{2, 3, 4, 5}, Listed: 700_000, States: 1 << 20, Rows: 10, Order: 64,
	}
	return experiments.NewStudy(experiments.Spec[groupAvailabilityParameters]{
		Name:  "group-availability",
		Title: "Joung's section 4.4: what group quorum systems cost and save beside ordinary ones",
		Doc: "Which coterie is the most available, among all coteries of few nodes, for every crash probability below 1/2; what degree above 1 costs in " +
			"availability, on all group quorum systems of few nodes and on the group families; the exact loads of triangle lattices, and of degenerate planes and " +
			"surficial systems beside what other systems of as many nodes reach; and messages of ordinary and group systems under Maekawa_M. " +
			"Bazzi's cost of failures, which the paper mentions, is not judged: the paper does not define it.",
		Default: groupAvailabilityParameters{
			Coteries: 5, Small: 5, Three: 4, Nodes: 40, Groups: []int{2, 3, 4, 5}, Listed: 100_000, States: 1 << 17, Rows: 9, Order: 32,
		},
		Full: &full,
		Run:  runGroupAvailability,
	})
}

const groupAvailabilityCommand = "coterie experiment run group-availability"

func runGroupAvailability(ctx context.Context, env experiments.Env, p groupAvailabilityParameters, out *experiments.Output) error {
	coteries, err := tryCoteries(ctx, env, out, p)
	if err != nil {
		return err
	}
	tried, err := trySmallGroups(ctx, env, out, p)
	if err != nil {
		return err
	}
	families, err := tryGroupFamilies(ctx, env, out, p)
	if err != nil {
		return err
	}
	loads, err := tryLoads(ctx, env, out, p)
	if err != nil {
		return err
	}
	messages, err := tryMessages(out, p)
	if err != nil {
		return err
	}
	var claims []experiments.Claim
	for _, list := range [][]experiments.Claim{coteries, append(tried, families...), loads, messages} {
		claims = append(claims, list...)
	}
	return out.Claims(claims...)
}

// mostAvailable returns the live sets, by size, of a most available coterie on n nodes.
//
// Proof: docs/theorems/optimal-availability.md.
func mostAvailable(n int) measure.LiveSets {
	counts := thresholdLive(n, n/2+1)
	if n%2 == 0 {
		middle := counts[n/2].Binomial(int64(n), int64(n/2)) // even: C(n,n/2) = 2·C(n-1,n/2)
		middle.Rsh(middle, 1)
	}
	return measure.LiveSets{Counts: counts}
}

// order says how two availabilities compare on 0 < p < 1/2.
type order int

const (
	lessAvailable order = iota - 1 // everywhere
	asAvailable                    // everywhere
	moreAvailable                  // everywhere
	mixedOrder                     // none of these
)

// orderBelowHalf compares the availabilities of two families at all p in 0 < p < 1/2, exactly.
func orderBelowHalf(a, b measure.LiveSets) order {
	half := bounds.FractionOf(1, 2)
	list, equal := measure.Crossings(a, b, bounds.FractionOf(1, 1<<20))
	switch {
	case equal:
		return asAvailable
	case len(list) > 0 && list[0].Low.Cmp(half) < 0: // intervals are found by halving, and none has 1/2 within
		return mixedOrder
	}
	p := big.NewRat(1, 4) // there is no change up to 1/2
	return order(a.Availability(p).Cmp(b.Availability(p)))
}

// smallLive counts the live sets of a cartel or coterie on n <= 8 nodes, by size.
func smallLive(n int, quorums []uint8) measure.LiveSets {
	counts := make([]*big.Int, n+1)
	for s := range counts {
		counts[s] = new(big.Int)
	}
	one := big.NewInt(1)
	for set := range 1 << n {
		for _, q := range quorums {
			if int(q)&set == int(q) {
				s := bits.OnesCount(uint(set))
				counts[s].Add(counts[s], one)
				break
			}
		}
	}
	return measure.LiveSets{Counts: counts}
}

// coterieRow counts the coteries on n nodes.
type coterieRow struct {
	N              int
	Coteries       int
	Nondominated   int
	Best           int // most available at every p < 1/2
	AboveMajority  int // above the majority ⌊n/2⌋+1 at every p < 1/2
	Mixed          int // above it at some p < 1/2 and below it at others
	MajorityIsBest bool
	Witness        string // a coterie that is not below the majority, and not it
	Beyond         string // a coterie that is not at most as available as mostAvailable says
}

// tryCoteries compares every small coterie with the majority and with the bound.
func tryCoteries(ctx context.Context, env experiments.Env, out *experiments.Output, p groupAvailabilityParameters) ([]experiments.Claim, error) {
	var ns []int
	for n := 1; n <= p.Coteries; n++ {
		ns = append(ns, n)
	}
	rows, err := experiments.Rows(ctx, env, "coteries", ns, func(ctx context.Context, n int) (coterieRow, error) {
		row := coterieRow{N: n}
		best, majority := mostAvailable(n), measure.LiveSets{Counts: thresholdLive(n, n/2+1)}
		row.MajorityIsBest = orderBelowHalf(majority, best) == asAvailable
		type compared struct{ toBest, toMajority order }
		known := map[string]compared{}
		for _, c := range small.Antichains(n) {
			if sets.MostDisjoint(c) > 1 {
				continue
			}
			live := smallLive(n, c)
			key := fmt.Sprint(live.Counts)
			r, ok := known[key]
			if !ok {
				r = compared{orderBelowHalf(live, best), orderBelowHalf(live, majority)}
				known[key] = r
			}
			row.Coteries++
			if live.Total().Cmp(new(big.Int).Lsh(big.NewInt(1), uint(n-1))) == 0 {
				row.Nondominated++
			}
			if r.toBest == asAvailable {
				row.Best++
			}
			switch r.toMajority {
			case moreAvailable:
				row.AboveMajority++
			case mixedOrder:
				row.Mixed++
			}
			if (r.toMajority == moreAvailable || r.toMajority == mixedOrder) && row.Witness == "" {
				row.Witness = small.Groups{c}.String()
			}
			if r.toBest != asAvailable && r.toBest != lessAvailable && row.Beyond == "" {
				row.Beyond = small.Groups{c}.String()
			}
		}
		return row, ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("coteries", "coteries", "all coteries on n nodes, labelled; a node may be in no quorum"),
		table.Ints("nondominated", "coteries", "of these, half of all node sets are live"),
		table.Ints("best", "coteries", "of these, most available at every crash probability p in 0 < p < 1/2"),
		table.Bools("majority_best", "", "whether the majority, quorums of ⌊n/2⌋+1 nodes, is one of the best"),
		table.Ints("above_majority", "coteries", "how many are more available than the majority at every p in 0 < p < 1/2"),
		table.Ints("mixed", "coteries", "how many are more available than it at some of these p and less at others"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.N), table.Int(r.Coteries), table.Int(r.Nondominated), table.Int(r.Best), table.Bool(r.MajorityIsBest), table.Int(r.AboveMajority), table.Int(r.Mixed)); err != nil {
			return nil, err
		}
	}
	if err := out.Table("coteries.csv", t); err != nil {
		return nil, err
	}
	over := experiments.Every(fmt.Sprintf("all coteries, n in 1..%d, at all p in 0 < p < 1/2", p.Coteries))
	all := func(yield func(coterieRow) bool) {
		for _, r := range rows {
			if !yield(r) {
				return
			}
		}
	}
	return []experiments.Claim{{
		ID: "joung-majority-availability", Source: "Joung 2003", Section: "section 4.4",
		Statement: "The majority quorum systems have the highest availability when the failure probability is p < 1/2.",
		Command:   groupAvailabilityCommand,
		Judgement: experiments.HoldsUnderReading("for odd n; for even n the majority of n-1 nodes is the best, or a majority in which one node breaks ties",
			experiments.Judge(over, all, func(r coterieRow) (bool, string) {
				return r.AboveMajority+r.Mixed == 0, fmt.Sprintf("n = %d: %s is more available than the majority", r.N, r.Witness)
			}),
			experiments.Judge(over, all, func(r coterieRow) (bool, string) {
				return r.Beyond == "" && r.Best > 0 && r.MajorityIsBest == (r.N%2 == 1) && (r.N%2 == 0 || r.Best == 1), fmt.Sprintf("n = %d: %s", r.N, r.Beyond)
			}).Proved("optimal-availability")),
	}}, nil
}

// groupFamilyRow is one group system with the availability of its cartels.
type groupFamilyRow struct {
	N, M    int
	Spec    string
	Degree  int
	Live    [][]*big.Int `json:",omitempty"` // of each cartel
	Reason  string       `json:",omitempty"`
	ToBest  order        // the mean of the cartels beside the best ordinary system
	Reached int          // cartels that are not below it
}

// groupSpecs lists the group systems that are asked: the default ones, and rectangles of the read-write grid.
func groupSpecs(p groupAvailabilityParameters) ([]string, error) {
	var specs []string
	for n := 2; n <= p.Nodes; n++ {
		for _, f := range construct.Families() {
			if !f.Groups() || !f.HasDefault() {
				continue
			}
			for _, m := range p.Groups {
				i, err := f.ForN(n, m)
				var none *construct.NoSystemError
				if errors.As(err, &none) {
					continue
				}
				if err != nil {
					return nil, err
				}
				specs = append(specs, i.Spec())
			}
		}
		const columnsAtMost = 4 // more have too many reads
		for rows := 2; rows <= n; rows++ {
			if columns := n / rows; columns*rows == n && columns <= columnsAtMost {
				if spec := fmt.Sprintf("read-write-grid:rows=%d,columns=%d", rows, columns); !slices.Contains(specs, spec) {
					specs = append(specs, spec)
				}
			}
		}
	}
	return specs, nil
}

func tryGroupFamilies(ctx context.Context, env experiments.Env, out *experiments.Output, p groupAvailabilityParameters) ([]experiments.Claim, error) {
	specs, err := groupSpecs(p)
	if err != nil {
		return nil, err
	}
	rows, err := experiments.Rows(ctx, env, "group-families", specs, func(ctx context.Context, spec string) (groupFamilyRow, error) {
		return groupFamily(ctx, p, spec)
	})
	if err != nil {
		return nil, err
	}
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("m", "groups", "number of cartels"),
		table.Texts("spec", "", "the group system"),
		table.Ints("degree", "quorums", "degree of the system"),
		table.Floats("failure_mean", "", "failure probability at p = 0.1, mean of the cartels"),
		table.Floats("failure_least", "", "that of the most available cartel"),
		table.Floats("failure_greatest", "", "that of the least available cartel"),
		table.Floats("failure_best", "", "least failure probability of an ordinary quorum system of n nodes at p = 0.1"),
		table.Floats("cost", "", "failure_mean / failure_best"),
		table.Bools("mean_below_best", "", "whether the mean of the cartels is less available than the best ordinary system at every p in 0 < p < 1/2; false: equal at every p"),
		table.Ints("cartels_not_below", "cartels", "cartels that are at some p in 0 < p < 1/2 as available as the best ordinary system, or more"),
		table.Texts("reason", "", "why figures are missing"),
	)
	tenth := big.NewRat(1, 10)
	for _, r := range rows {
		cells := make([]table.Cell, 7)
		if r.Reason == "" {
			best := mostAvailable(r.N).Failure(tenth)
			sum, least, greatest := new(big.Rat), big.NewRat(1, 1), new(big.Rat)
			for _, live := range r.Live {
				f := measure.LiveSets{Counts: live}.Failure(tenth)
				sum.Add(sum, f)
				if f.Cmp(least) < 0 {
					least = f
				}
				if f.Cmp(greatest) > 0 {
					greatest = f
				}
			}
			mean := sum.Quo(sum, big.NewRat(int64(r.M), 1))
			cells = []table.Cell{floatOf(mean), floatOf(least), floatOf(greatest), floatOf(best), floatOf(new(big.Rat).Quo(mean, best)), table.Bool(r.ToBest == lessAvailable), table.Int(r.Reached)}
		}
		if err := t.Append(append(append([]table.Cell{table.Int(r.N), table.Int(r.M), table.Text(r.Spec), experiments.KnownSize(r.Degree)}, cells...), experiments.TextOr(r.Reason))...); err != nil {
			return nil, err
		}
	}
	if err := out.Table("group-families.csv", t); err != nil {
		return nil, err
	}
	if err := drawCost(out, t); err != nil {
		return nil, err
	}
	known := func(yield func(groupFamilyRow) bool) {
		for _, r := range rows {
			if r.Reason == "" && r.Degree > 1 && !yield(r) {
				return
			}
		}
	}
	return []experiments.Claim{{
		ID: "joung-degree-availability-families", Source: "Joung 2003", Section: "section 4.4",
		Statement: "Group quorum systems with degree higher than 1 come with a cost in availability: so do the surficial, affine and net systems.",
		Command:   groupAvailabilityCommand,
		Judgement: experiments.HoldsUnderReading("in the mean of the cartels, and for all but one of them",
			experiments.Judge(experiments.Every(fmt.Sprintf("default group systems of degree above 1, n in 2..%d, m in %v, whose live sets were counted; every cartel, all p in 0 < p < 1/2", p.Nodes, p.Groups)), known, func(r groupFamilyRow) (bool, string) {
				return r.Reached == 0, fmt.Sprintf("%s: a cartel is as available as the best ordinary system at some p", r.Spec)
			}),
			experiments.Judge(experiments.Every(fmt.Sprintf("default group systems of degree above 1, n in 2..%d, m in %v, whose live sets were counted; all p in 0 < p < 1/2", p.Nodes, p.Groups)), known, func(r groupFamilyRow) (bool, string) {
				return r.ToBest == lessAvailable && r.Reached <= 1, fmt.Sprintf("%s: the mean of the cartels is not below the best ordinary system", r.Spec)
			})),
	}}, nil
}

func floatOf(x *big.Rat) table.Cell {
	v, _ := x.Float64()
	return table.Float(v)
}

func groupFamily(ctx context.Context, p groupAvailabilityParameters, spec string) (groupFamilyRow, error) {
	i, err := construct.Parse(spec)
	if err != nil {
		return groupFamilyRow{}, err
	}
	shape, err := i.Shape()
	if err != nil {
		return groupFamilyRow{}, err
	}
	row := groupFamilyRow{N: i.N(), M: i.Groups(), Spec: i.Spec(), Degree: shape.Degree}
	if shape.Quorums == nil || shape.Quorums.Cmp(big.NewInt(int64(p.Listed))) > 0 {
		row.Reason = fmt.Sprintf("more than %d quorums", p.Listed)
		return row, nil
	}
	built, err := i.Build(ctx, construct.BuildOptions{})
	if err != nil {
		return row, err
	}
	system := built.(*quorum.GroupSystem)
	best, sum := mostAvailable(row.N), measure.LiveSets{}
	for c := range system.Groups() {
		live, err := measure.CountLive(ctx, system.Cartel(c), measure.LiveOptions{MaxStates: p.States})
		var limit *measure.LimitError
		switch {
		case ctx.Err() != nil:
			return row, experiments.ContextError(ctx)
		case errors.As(err, &limit):
			row.Live, row.Reason = nil, fmt.Sprintf("more than %d states", p.States)
			return row, nil
		case err != nil:
			return row, err
		}
		row.Live = append(row.Live, live.Counts)
		sum = addLive(sum, live)
		if orderBelowHalf(live, best) != lessAvailable {
			row.Reached++
		}
	}
	row.ToBest = orderBelowHalf(sum, timesLive(best, system.Groups()))
	return row, ctx.Err()
}

// addLive adds numbers of live sets, so that m times the mean availability of m cartels is that of the sum.
func addLive(a, b measure.LiveSets) measure.LiveSets {
	sum := make([]*big.Int, len(b.Counts))
	for s, c := range b.Counts {
		sum[s] = new(big.Int).Set(c)
		if len(a.Counts) > 0 {
			sum[s].Add(sum[s], a.Counts[s])
		}
	}
	return measure.LiveSets{Counts: sum}
}

func timesLive(a measure.LiveSets, m int) measure.LiveSets {
	out := make([]*big.Int, len(a.Counts))
	for s, c := range a.Counts {
		out[s] = new(big.Int).Mul(c, big.NewInt(int64(m)))
	}
	return measure.LiveSets{Counts: out}
}

// drawCost draws the mean failure probability of group systems beside the best ordinary one. All cartels of a net
// are alike, and of a surficial system.
func drawCost(out *experiments.Output, t *table.Table) error {
	f := plot.Figure{
		Title: "What groups cost: failure probability at p = 0.1, mean of the cartels",
		X:     plot.Axis{Label: "n", Unit: "nodes"},
		Y:     plot.Axis{Label: "failure probability", Unit: plot.NoUnit, Log: true, From: 1e-6, To: 1},
	}
	if points := t.Points("n", "failure_best", nil); len(points) > 0 {
		f.Series = append(f.Series, plot.Series{Name: "best ordinary system", Kind: plot.Guide, Points: points})
	}
	for _, s := range []struct {
		name, family string
		m            int
		look         string
	}{
		{"surficial, m = 5", "surficial", 5, "billiard"}, {"surficial, m = 4", "surficial", 4, "triangle"}, {"surficial, m = 3", "surficial", 3, "surficial"},
		{"net, every m", "net", 2, "net"}, {"square read-write grid", "read-write-grid", 2, "grid"},
	} {
		points := t.Points("n", "failure_mean", func(row int) bool {
			i, err := construct.Parse(t.At(row, "spec").String())
			return err == nil && i.Family().Name == s.family && i.Groups() == s.m && (s.family != "read-write-grid" || i.Param("rows") == i.Param("columns"))
		})
		if len(points) > 0 {
			f.Series = append(f.Series, plot.Series{Name: s.name, Kind: plot.Line, Points: points, Look: experiments.FamilyLook(s.look)})
		}
	}
	if len(f.Series) < 2 {
		return nil
	}
	return experiments.PlotBoth(out, "cost", f, "group-families.csv")
}

// rootOf is √n.
func rootOf(n int) float64 { return math.Sqrt(float64(n)) }

// overPlane is load divided by the least load that bounds.PlaneLoad allows for n nodes.
func overPlane(load bounds.Fraction, n int) float64 {
	return load.Float64() / bounds.PlaneLoad(n).Float64()
}
