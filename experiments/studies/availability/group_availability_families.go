package availability

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/internal/words/table"
	"coterie/measure/availability"
	"coterie/quorum"
)

// groupFamilyRow is one group system with the availability of its cartels.
type groupFamilyRow struct {
	N       int                     `csv:"n,nodes" doc:"number of nodes"`
	M       int                     `csv:"m,groups" doc:"number of cartels"`
	Spec    string                  `csv:"spec" doc:"the group system"`
	Degree  int                     `csv:"degree,quorums,omitzero" doc:"degree of the system"`
	Live    []availability.LiveSets `json:",omitempty"` // of each cartel
	Reason  string                  `json:",omitempty" csv:"reason" doc:"why figures are missing"`
	ToBest  order                   // the mean of the cartels beside the best ordinary system
	Reached int                     `csv:"cartels_not_below,cartels" doc:"cartels that are at some p in 0 < p < 1/2 as available as the best ordinary system, or more"`
}

func (r groupFamilyRow) known() bool { return r.Reason == "" }

// tenth returns the crash probability of the table and of the picture.
func tenth() *big.Rat { return big.NewRat(1, 10) }

// failures returns the failure probabilities of the cartels, in ascending order.
func (r groupFamilyRow) failures() []*big.Rat {
	var list []*big.Rat
	for _, live := range r.Live {
		list = append(list, live.Failure(tenth()))
	}
	slices.SortFunc(list, (*big.Rat).Cmp)
	return list
}

func (r groupFamilyRow) mean() *big.Rat {
	sum := new(big.Rat)
	for _, f := range r.failures() {
		sum.Add(sum, f)
	}
	return sum.Quo(sum, big.NewRat(int64(r.M), 1))
}

func (r groupFamilyRow) best() *big.Rat { return mostAvailable(r.N).Failure(tenth()) }

// groupSpecs lists the group systems of the study: the default ones, and rectangles of the
// read-write grid.
func groupSpecs(p groupAvailabilityParameters) (specs []string) {
	for n := 2; n <= p.Nodes; n++ {
		for _, i := range experiments.Defaults(n, p.Groups...) {
			if i.Kind() == quorum.KindGroupSystem {
				specs = append(specs, i.Spec())
			}
		}
		for columns := min(4, n/2); columns >= 1; columns-- { // more have too many reads
			spec := fmt.Sprintf("read-write-grid:rows=%d,columns=%d", n/columns, columns)
			if n%columns == 0 && !slices.Contains(specs, spec) {
				specs = append(specs, spec)
			}
		}
	}
	return specs
}

func groupFamily(ctx context.Context, p groupAvailabilityParameters, spec string) (groupFamilyRow, error) {
	i := experiments.Must(construct.Parse(ctx, spec))
	shape := experiments.Must(i.Shape(ctx))
	row := groupFamilyRow{N: i.N(), M: i.Groups(), Spec: i.Spec(), Degree: shape.Degree}
	built, reason := experiments.Must2(experiments.ListSystem(ctx, i, p.Listed))
	if row.Reason = reason; built == nil {
		return row, nil
	}
	system := built.(*quorum.GroupSystem)
	best := mostAvailable(row.N)
	for c := range system.Groups() {
		live, reason, err := liveOf(ctx, system.Cartel(c), p.States)
		if err != nil || reason != "" {
			row.Live, row.Reason = nil, reason
			return row, err
		}
		row.Live = append(row.Live, live)
		if orderBelowHalf(live, best) != lessAvailable {
			row.Reached++
		}
	}
	row.ToBest = orderBelowHalf(sumOf(row.Live), timesLive(best, row.M))
	return row, nil
}

func declareGroupFamilies(out *experiments.Output, p groupAvailabilityParameters) {
	rows := experiments.Compute(out, "group-families", groupSpecs(p), func(ctx context.Context, spec string) (groupFamilyRow, error) {
		return groupFamily(ctx, p, spec)
	})
	figure := func(name, doc string, of func(r groupFamilyRow) *big.Rat) experiments.Column[groupFamilyRow] {
		return experiments.Floats(name, "", doc, func(r groupFamilyRow) float64 { return experiments.FloatRat(of(r)) }).If(groupFamilyRow.known)
	}
	t := experiments.Table(out, "group-families", rows,
		"n", "m", "spec", "degree",
		figure("failure_mean", "failure probability at p = 0.1, mean of the cartels", groupFamilyRow.mean),
		figure("failure_least", "that of the most available cartel", func(r groupFamilyRow) *big.Rat { return r.failures()[0] }),
		figure("failure_greatest", "that of the least available cartel", func(r groupFamilyRow) *big.Rat { return r.failures()[r.M-1] }),
		figure("failure_best", "least failure probability of an ordinary quorum system of n nodes at p = 0.1", groupFamilyRow.best),
		figure("cost", "failure_mean / failure_best", func(r groupFamilyRow) *big.Rat { return new(big.Rat).Quo(r.mean(), r.best()) }),
		experiments.Bools("mean_below_best", "", "whether the mean of the cartels is less available than the best ordinary system at every p in 0 < p < 1/2; false: equal at every p",
			func(r groupFamilyRow) bool { return r.ToBest == lessAvailable }).If(groupFamilyRow.known),
		experiments.If(groupFamilyRow.known, "cartels_not_below"),
		"reason")
	plotCost(out, t)

	wide := experiments.Keep(rows, func(r groupFamilyRow) bool { return r.known() && r.Degree > 1 })
	words := fmt.Sprintf("default group systems of degree above 1, n in 2..%d, m in %v, whose live sets were counted", p.Nodes, p.Groups)
	out.ClaimAgain("joung-degree-availability", "joung-degree-availability-families", joung, joungSection,
		"Group quorum systems with degree higher than 1 come with a cost in availability: so do the surficial, affine and net systems.",
		experiments.HoldsUnderReading("in the mean of the cartels, and for all but one of them",
			experiments.ForAll(words+"; every cartel, all p in 0 < p < 1/2", wide, func(r groupFamilyRow) (bool, string) {
				return r.Reached == 0, fmt.Sprintf("%s: a cartel is as available as the best ordinary system at some p", r.Spec)
			}),
			experiments.ForAll(words+"; all p in 0 < p < 1/2", wide, func(r groupFamilyRow) (bool, string) {
				return r.ToBest == lessAvailable && r.Reached <= 1, fmt.Sprintf("%s: the mean of the cartels is not below the best ordinary system", r.Spec)
			})))
}

// plotCost draws the mean failure probability of group systems beside the best ordinary one. All
// cartels of a net are alike, and so are those of a surficial system.
func plotCost(out *experiments.Output, t *experiments.Sheet) {
	family := func(name string) experiments.Filter {
		return func(cell func(string) table.Cell) bool {
			i, err := construct.Parse(context.Background(), cell("spec").String())
			return err == nil && i.Family().Name == name && (name != "read-write-grid" || i.Param("rows") == i.Param("columns"))
		}
	}
	layers := []experiments.Layer{t.Guide("best ordinary system", "n", "failure_best")}
	for _, l := range append(surficialLines(), groupLine{"net, every m", "net", 2, false},
		groupLine{"square read-write grid", "read-write-grid", 2, false}) {
		layers = append(layers, t.Line(l.name, "n", "failure_mean", family(l.family), experiments.Is("m", l.m)).Family(l.family).Ringed(l.ringed))
	}
	out.Plot("cost", "What groups cost: failure probability at p = 0.1, mean of the cartels", experiments.NodeAxis(),
		plot.Logarithmic("failure probability", plot.NoUnit).Between(1e-6, 1), layers...)
}
