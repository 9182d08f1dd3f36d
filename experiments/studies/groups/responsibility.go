package groups

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/gf"
	"coterie/internal/picture/plot"
	"coterie/internal/words/table"
	"coterie/quorum"
)

type tradeoffParameters struct {
	Groups  []int `json:"groups"`  // m
	Degrees int   `json:"degrees"` // degrees from 1 to this
	Nodes   int   `json:"nodes"`   // systems of at most this many nodes are listed
	Figure  []int `json:"figure"`  // m of the curves, at most as many as a figure has guides
}

// tradeoffRow holds the results for one system over a block design, from its listed quorums.
type tradeoffRow struct {
	facts
	Design    construct.BlockDesign `csv:"design" doc:"block design on the cartels: any two are in exactly one block"`
	Spec      string                `csv:"spec" doc:"the system"`
	Needless  string                // a node that its quorum does not need to meet those of the other cartels; empty if there is none
	Dominated bool                  `csv:"dominated" doc:"a set meets all quorums of the other cartels and contains none of cartel 1"`
	Net       partitions            // of surficial systems: the largest net of m cartels and at most N nodes
}

// load returns the load of the mix in which all groups are equally active, if loadExact holds.
func (r tradeoffRow) load() *big.Rat { return big.NewRat(int64(r.Responsibility), int64(r.M*r.Degree)) }

// loadExact reports whether load is exact: quorums used equally often give the busiest node that
// load, and no strategy has less than K/n (bounds.MixLoadFromSizes).
func (r tradeoffRow) loadExact() bool {
	return r.Degree > 0 && r.EqualCartels && r.EqualSizes && r.load().Cmp(big.NewRat(int64(r.K), int64(r.N))) == 0
}

// messages returns the worst number of messages for an entry by Maekawa_M, if each group has all n
// processes (Joung 2003, section 4.2.1): 3c + 3c·n/deg.
func (r tradeoffRow) messages() *big.Rat {
	n := big.NewRat(int64(3*r.K*r.N), int64(r.Degree))
	return n.Add(n, big.NewRat(int64(3*r.K), 1))
}

// meetsBound reports whether the degree is the greatest that Lemma 3.3 allows for the
// responsibility.
func (r tradeoffRow) meetsBound() bool {
	return bounds.DegreeRadicand(r.N, r.M, r.Responsibility).Cmp(big.NewRat(int64(r.Degree*r.Degree), 1)) == 0
}

// Responsibility returns the study responsibility.
func Responsibility() experiments.Study {
	return experiments.NewStudy(experiments.Spec[tradeoffParameters]{
		Name:  "responsibility",
		Title: "What a degree costs in nodes against responsibility: block designs between the surficial system and the net",
		Doc: "Joung's Lemma 3.3 bounds the degree where no node is in more than two quorums; with R in the place of two, a system of degree d and " +
			"m cartels needs d²·m(m-1)/(R(R-1)) nodes. Systems over block designs with blocks of R cartels are listed and judged by the definitions: " +
			"they have exactly so many, from R = 2, all pairs (the surficial system), to R = m, one block (the net), with planes and Steiner triple systems " +
			"between. Beside the nodes: quorum size, load with all groups equally active, and messages.",
		Default: tradeoffParameters{
			Groups: []int{2, 3, 4, 5, 6, 7, 9, 13, 15, 16, 21, 25, 31}, Degrees: 8, Nodes: 2000, Figure: []int{7, 9, 13, 25, 31},
		},
		Full: &tradeoffParameters{
			Groups:  []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 15, 16, 19, 21, 25, 27, 31, 33, 49, 57, 64, 73},
			Degrees: 16, Nodes: 20_000, Figure: []int{7, 13, 25, 57, 73},
		},
		Declare: declareResponsibility,
	})
}

// blockDesigns lists the designs, ordered by responsibility as far as the order is the same for all
// m, with their names in figures and the family's name if it has one of its own.
var blockDesigns = []struct {
	design       construct.BlockDesign
	name, family string
}{
	{construct.PairsDesign, "all pairs (surficial)", "surficial"}, {construct.TriplesDesign, "Steiner triples", ""},
	{construct.AffineDesign, "lines of AG(2,q)", ""}, {construct.ProjectiveDesign, "lines of PG(2,q)", ""},
	{construct.OneDesign, "one block (net)", "net"},
}

func declareResponsibility(out *experiments.Output, p tradeoffParameters) {
	var specs []string
	byBlock := map[[2]int][]string{} // designs, by the number of cartels and the size of a block
	for _, m := range p.Groups {
		for _, d := range blockDesigns {
			for degree := 1; degree <= p.Degrees; degree++ {
				if out.Stopped() {
					return
				}
				i := overDesign(d.design, m, degree)
				if i != nil && i.N() <= p.Nodes {
					specs = append(specs, i.Spec())
				}
				if i == nil || degree > 1 { // with degree 1 it needs no orthogonal array: there is the design
					continue
				}
				shape := experiments.Must(i.Shape(context.Background()))
				block := [2]int{m, int(shape.MaxResponsibility.Int64())}
				byBlock[block] = append(byBlock[block], string(d.design))
			}
		}
	}
	rows := experiments.Compute(out, "systems", specs, judgeTradeoff)
	if i := slices.IndexFunc(rows, func(r tradeoffRow) bool { return r.Degree == 0 }); i >= 0 {
		out.Fail(fmt.Errorf("%s: no degree: %s", rows[i].Spec, rows[i].Reason))
	}
	plotTradeoff(out, p, experiments.Table(out, "systems", rows, tradeoffColumns()))
	declareBounds(out, p, byBlock)
	foundTradeoff(out, rows)
	claimTradeoff(out, p, rows)
}

func tradeoffColumns() []experiments.Column[tradeoffRow] {
	return experiments.Columns[tradeoffRow](
		"m", "design", "responsibility", "degree", "n",
		experiments.Ints("least_n", "nodes", "no system of m cartels, degree d and responsibility at most R has fewer (bounds.NodesByDegree)",
			func(r tradeoffRow) int { return bounds.NodesByDegree(r.M, r.Degree, r.Responsibility) }),
		"k",
		experiments.Ints("least_k", "nodes", "and none has a smaller quorum (bounds.SizeByDegree)",
			func(r tradeoffRow) int { return bounds.SizeByDegree(r.M, r.Degree, r.Responsibility) }),
		experiments.Ratios("nodes_per_d2", "nodes", "n/d²", func(r tradeoffRow) *big.Rat { return big.NewRat(int64(r.N), int64(r.Degree*r.Degree)) }),
		experiments.Floats("k_per_root_n", "", "K/√n", func(r tradeoffRow) float64 { return float64(r.K) / math.Sqrt(float64(r.N)) }),
		experiments.Ratios("load", "", "least probability of the busiest node, all groups equally active", tradeoffRow.load).If(tradeoffRow.loadExact),
		experiments.Ratios("messages", "messages", "worst case of Maekawa_M for groups of n processes: 3K + 3K·n/d", tradeoffRow.messages),
		experiments.Bools("meets_bound", "", "d² = n·R(R-1)/(m(m-1)): Lemma 3.3 for responsibility R, with equality", tradeoffRow.meetsBound),
		experiments.Bools("group_quorum_system", "", "quorums of different cartels meet and cartels are antichains (Definition 3.1)",
			tradeoffRow.isGroupSystem),
		"condition_1", "condition_2", "condition_3", "condition_4",
		experiments.Bools("no_needless_node", "", "each quorum is a minimal set that meets all quorums of the other cartels",
			func(r tradeoffRow) bool { return r.Needless == "" }),
		"dominated", "spec",
	)
}

// judgeTradeoff lists one system and judges it by the definitions, without the closed forms.
func judgeTradeoff(ctx context.Context, spec string) (tradeoffRow, error) {
	row := tradeoffRow{Spec: spec}
	i := experiments.Must(construct.Parse(ctx, spec))
	row.Design = construct.BlockDesign(i.Param("design"))
	built := experiments.Must(i.Build(ctx, 0))
	g := built.(*quorum.GroupSystem)
	experiments.Ensure(row.judge(ctx, g))
	experiments.Ensure(row.dominate(ctx, g, i))
	if row.Design == construct.PairsDesign {
		row.Net = experiments.Must(largestNet(ctx, row.M, row.N))
	}
	return row, nil
}

// largestNet finds the net of m cartels with the greatest side that has at most n nodes.
func largestNet(ctx context.Context, m, n int) (partitions, error) {
	for side := gf.FloorSqrt(n); side >= 1; side-- {
		if net := overDesign(construct.OneDesign, m, side); net != nil {
			return measurePartitions(ctx, net)
		}
	}
	return partitions{}, nil
}

// judge fills in the results from the list.
func (r *tradeoffRow) judge(ctx context.Context, g *quorum.GroupSystem) (err error) {
	r.facts = experiments.Must(factsOf(ctx, g))
	r.Needless, err = small.Needless(ctx, g)
	return err
}

// dominate judges domination by the set of construct.DesignSurficialDominatingSet. If there is no
// such set it lists all minimal transversals, which are then few.
func (r *tradeoffRow) dominate(ctx context.Context, g *quorum.GroupSystem, i *construct.Instance) error {
	size := experiments.Must(strconv.Atoi(i.Param("order") + i.Param("m")))
	set, err := construct.DesignSurficialDominatingSet(ctx, r.Design, size, r.Degree)
	if err == nil && set.Empty() {
		isND, err := small.Nondominated(ctx, g, 1000)
		if err == nil && !isND {
			err = fmt.Errorf("%s is said to be nondominated, and is not", r.Spec)
		}
		return err
	}
	r.Dominated = err == nil && showsDominated(g, set)
	if err == nil && !r.Dominated {
		err = fmt.Errorf("%s: %v does not show that it is dominated", r.Spec, set)
	}
	return err
}

// declareBounds declares, for each m and each responsibility R from 2 to m, the least cost of a
// degree, and the designs that attain it.
func declareBounds(out *experiments.Output, p tradeoffParameters, designs map[[2]int][]string) {
	type at struct {
		m int `csv:"m,groups" doc:"number of cartels"`
		r int `csv:"responsibility,quorums" doc:"R: greatest number of quorums that a node is in"`
	}
	divides := func(c at, d int) bool { return d*(c.m-1)%(c.r-1) == 0 && d*d*c.m*(c.m-1)%(c.r*(c.r-1)) == 0 }
	rows := experiments.Flat(p.Groups, func(m int) (list []at) {
		for _, r := range experiments.Numbers(2, m) {
			list = append(list, at{m, r})
		}
		return list
	})
	experiments.Table(out, "responsibilities", rows,
		"m", "responsibility",
		experiments.Ratios("nodes_per_d2", "nodes", "m(m-1)/(R(R-1)): n/d² is at least so much (bounds.DegreeRadicand)",
			func(c at) *big.Rat { return big.NewRat(int64(c.m*(c.m-1)), int64(c.r*(c.r-1))) }),
		experiments.Floats("k_per_root_n", "", "K/√n where the bound is met: √(R(m-1)/(m(R-1)))", func(c at) float64 { return sizePerRoot(c.m, float64(c.r)) }),
		experiments.Bools("design_divides", "", "m-1 is a multiple of R-1 and m(m-1) of R(R-1), as a design of blocks of R on m cartels needs",
			func(c at) bool { return divides(c, 1) }),
		experiments.Ints("least_divided_degree", "quorums", "least d for which R-1 divides d(m-1) and R(R-1) divides d²·m(m-1), as any system that meets the bound needs",
			func(c at) int {
				degree := 1
				for !divides(c, degree) { // ends: R(R-1) is a multiple of both
					degree++
				}
				return degree
			}),
		experiments.Texts("design", "", "designs that there are, the bound being met for the degrees with an orthogonal array; empty if none is built",
			func(c at) string { return strings.Join(designs[[2]int{c.m, c.r}], " ") }))
}

// sizePerRoot returns K/√n if the bound is attained: K = d(m-1)/(R-1) and n = d²·m(m-1)/(R(R-1)).
func sizePerRoot(m int, r float64) float64 {
	return math.Sqrt(r * float64(m-1) / (float64(m) * (r - 1)))
}

// plotTradeoff draws n/d² and K/√n against R: the bounds as curves, and the listed systems as
// marks. Systems of one design and different degrees coincide.
func plotTradeoff(out *experiments.Output, p tradeoffParameters, t *experiments.Sheet) {
	if len(p.Figure) == 0 {
		return
	}
	x := plot.Logarithmic("responsibility R", "quorums of a node").Between(1.8, float64(slices.Max(p.Figure))*1.15)
	shown := func(cell func(string) table.Cell) bool {
		m, _ := cell("m").Number()
		return slices.Contains(p.Figure, int(m))
	}
	draw := func(stem, title string, y plot.Axis, column string, curve func(m int, r float64) float64) {
		var layers []experiments.Layer
		for _, m := range p.Figure {
			layers = append(layers, t.Curve(fmt.Sprintf("m = %d", m), 2, float64(m), func(r float64) float64 { return curve(m, r) }))
		}
		for _, d := range blockDesigns {
			layers = append(layers, t.Scatter(d.name, "responsibility", column, shown, experiments.Is("design", d.design)).Family(d.family))
		}
		out.PlotWithLegend(stem, title, x, y, layers...)
	}
	draw("nodes", "Nodes that a degree costs, against responsibility", plot.Logarithmic("n/d²", "nodes"), "nodes_per_d2",
		func(m int, r float64) float64 { return float64(m*(m-1)) / (r * (r - 1)) })
	draw("sizes", "Quorum size where the degree is greatest, against responsibility", plot.Linear("K/√n (and load·√n)", plot.NoUnit),
		"k_per_root_n", sizePerRoot)
}
