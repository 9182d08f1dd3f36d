package trust

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/measure"
	"coterie/measure/liars"
	"coterie/quorum"
)

// byzantine holds the parameters of the study byzantine.
type byzantine struct {
	Families int `json:"families"` // families: every n up to this
	Nodes    int `json:"nodes"`    // least loads: every n up to this
	Liars    int `json:"liars"`    // every b up to this
	Listed   int `json:"listed"`   // systems of at most this many quorums are listed
}

// system is a system of a family that bears a liar.
type system struct {
	N          int             `csv:"n,nodes" doc:"number of nodes"`
	Family     string          `csv:"family" doc:"name of the construction"`
	Spec       string          `csv:"spec" doc:"the default system of n nodes, and those of other b and kinds"`
	Smallest   int             `csv:"k_min,nodes" doc:"least quorum size"`
	Shared     int             `csv:"shared,nodes" doc:"least number of nodes that two quorums share"`
	Resilience int             `csv:"resilience,nodes" doc:"crashes that always leave a live quorum"`
	Load       bounds.Fraction `csv:"load" doc:"load"`
	Failure    *float64        // at crash probability 1/10, where it was counted
	Bears      [3]int          // by kind, the greatest b; -1 for none
	Wins       [3]int          // by kind, the b from which on no system of n nodes has a smaller load; 0: none
	B          int             // of the spec, where it has one
}

// Byzantine returns the study byzantine.
func Byzantine() experiments.Study {
	return experiments.NewStudy(experiments.Spec[byzantine]{
		Name:  "byzantine",
		Title: "Systems among liars: every family, and the least load",
		Doc: "Of any b nodes that may lie (Malkhi and Reiter 1997 and 1998): first, for every family and every number of nodes, the greatest b of each kind, load, resilience and failure probability, " +
			"beside the least load that the sizes of quorums and intersections allow. A system stands here if it bears a liar. Of a family with parameters b or kind all kinds are tried, and the b of the second table. " +
			"Then the least load of any system on at most n nodes, for every n and b, or its two bounds with their reasons; where it begins, fewer nodes have no system. The best systems are in least-load.json, as specs " +
			"whose load and liars a check measures again.",
		Default: byzantine{40, 12, 2, 5_000},
		Full:    &byzantine{60, 40, 4, 5_000},
		Declare: declareByzantine,
		Verify:  experiments.Decoded(verifyLeast),
	})
}

func declareByzantine(out *experiments.Output, p byzantine) {
	systems := slices.Concat(experiments.Compute(out, "families", experiments.Numbers(1, p.Families), func(ctx context.Context, n int) ([]system, error) {
		return systemsAt(ctx, p, n), nil
	})...)
	columns := experiments.Columns[system]("n", "family", "spec", "k_min", "shared", "resilience", "load",
		experiments.Ratios("floor", "", "no system with such sizes has a smaller load: max(shared/k_min, k_min/n)", func(s system) *big.Rat { return bounds.LoadFromIntersection(s.N, s.Smallest, s.Shared) }),
		experiments.Floats("load_about", "", "load, rounded", func(s system) float64 { return s.Load.Float64() }),
		experiments.Floats("failure", "", "probability that no quorum survives if nodes crash with probability 1/10 each; empty: not counted",
			func(s system) float64 { return *s.Failure }).If(func(s system) bool { return s.Failure != nil }))
	for k, kind := range liars.Kinds() {
		columns = append(columns, experiments.Ints(string(kind), "nodes", "greatest b of the kind "+string(kind)+"; -1: none", func(s system) int { return s.Bears[k] }),
			experiments.Ints("wins_"+string(kind), "nodes", "from this b to the greatest no system of n nodes in this table has a smaller load; empty: for no b", func(s system) int { return s.Wins[k] }).NonZero())
	}
	t := experiments.Table(out, "byzantine", systems, columns)
	for k, kind := range liars.Kinds() {
		best := experiments.Is("wins_"+string(kind), 1)
		layers := []experiments.Layer{t.Curve("no load is smaller", 4, float64(p.Families), func(n float64) float64 { return []float64{math.Sqrt(2 / n), math.Sqrt(3 / n), .5}[k] })}
		for _, family := range t.Values("family", best) {
			layers = append(layers, t.Scatter(family, "n", "load_about", best, experiments.Is("family", family)))
		}
		out.PlotWithLegend("load-"+string(kind), "The families of the least load where one node may lie: "+string(kind), experiments.NodeAxis(), plot.Linear("load", plot.NoUnit).Between(0, 1), layers...)
	}
	least := declareLeast(out, p)
	foundByzantine(out, p, systems, least)
	claimByzantine(out, p, systems, least)
}

// systemsAt returns the systems of n nodes that bear a liar: of each family the default one, and
// those of other kinds and b.
func systemsAt(ctx context.Context, p byzantine, n int) (list []system) {
	seen := map[string]bool{}
	for _, i := range experiments.Defaults(n) {
		for _, kind := range []string{"", ",kind=dissemination", ",kind=opaque"} {
			for b := range p.Liars {
				v, err := construct.Parse(ctx, strings.Replace(i.Spec(), "b="+i.Param("b"), fmt.Sprint("b=", b+1), 1)+kind)
				if err != nil || v.N() != n || seen[v.Spec()] {
					continue // the family has no such parameter, or another n with it
				}
				seen[v.Spec()] = true
				if s := measured(ctx, experiments.Must(v.Known().Listed(ctx, p.Listed))); s.Bears[0] > 0 {
					s.Family, s.Spec, s.B = v.Family().Name, v.Spec(), b+1
					list = append(list, s)
				}
			}
		}
	}
	for i, s := range list {
		for k, b := range s.Bears {
			for ; b > 0 && !slices.ContainsFunc(list, func(o system) bool { return o.Bears[k] >= b && o.Load.Cmp(s.Load) < 0 }); b-- {
				list[i].Wins[k] = b
			}
		}
	}
	return list
}

// measured returns the figures of a system, where they are known.
func measured(ctx context.Context, known quorum.Known) (s system) {
	r := experiments.Must(measure.Measure(ctx, known, measure.Options{
		Jobs: 1, Only: []measure.Figure{measure.ByzantineFigure, measure.LoadFigure, measure.ResilienceFigure, measure.AvailabilityFigure},
		CountWork: -1, Samples: 1, MaxStates: 1 << 17, Crash: []bounds.Fraction{bounds.FractionOf(1, 10)},
	}))
	if r.Byzantine == nil || r.Load == nil {
		return s
	}
	s.N, s.Smallest, s.Shared, s.Resilience, s.Load = r.N, *r.MinQuorum, *r.MinIntersection, *r.Resilience, *r.Load
	for k, b := range []*int{r.Byzantine.Dissemination, r.Byzantine.Masking, r.Byzantine.Opaque} {
		if s.Bears[k] = -1; b != nil {
			s.Bears[k] = *b
		}
	}
	if len(r.Availability) > 0 && r.Availability[0].Estimate == nil {
		s.Failure = &r.Availability[0].Failure
	}
	return s
}
