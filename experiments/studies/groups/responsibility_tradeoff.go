package groups

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/gf"
	"coterie/internal/table"
	"coterie/quorum"
)

// tradeoffParameters holds the parameters of the study responsibility.
type tradeoffParameters struct {
	Groups  []int `json:"groups"`  // m
	Degrees int   `json:"degrees"` // degrees from 1 to this
	Nodes   int   `json:"nodes"`   // systems of at most so many nodes are listed
	Figure  []int `json:"figure"`  // m of the curves, at most as many as a figure has guides
}

// tradeoffRow is what was found about one system over a block design, on the listed quorums.
type tradeoffRow struct {
	M         int
	Design    construct.BlockDesign
	Spec      string
	BlockSize int // R of the design

	N, K, Degree, Responsibility int // the greatest responsibility; K and the degree of the system

	Crossing, Minimal bool // Definition 3.1
	EqualCartels      bool // condition 1
	EqualSizes        bool // condition 2
	Equal             bool // condition 3: every node has the responsibility
	SingleMeetings    bool // condition 4
	NoNeedless        bool // quorums are minimal sets that meet those of the other cartels
	MeetsBound        bool // the degree squared is bounds.DegreeRadicand
	Dominated         bool // a set shows it; otherwise each cartel is all minimal sets that meet the others
	LoadExact         bool // every quorum of a cartel used equally often gives the least load of the mix

	Net       string // of surficial systems: the largest net of m cartels and at most N nodes
	NetNodes  int
	NetDegree int // and K
	Reason    string
}

// load is that of the mix in which all groups are equally active, where LoadExact.
func (r tradeoffRow) load() *big.Rat {
	return big.NewRat(int64(r.Responsibility), int64(r.M*r.Degree))
}

// messages is the worst number for an entry by Maekawa_M, where each group has all n processes (Joung 2003, section 4.2.1):
// 3c + 3c·n/deg.
func (r tradeoffRow) messages() *big.Rat {
	n := big.NewRat(int64(3*r.K*r.N), int64(r.Degree))
	return n.Add(n, big.NewRat(int64(3*r.K), 1))
}

func Responsibility() experiments.Study {
	full := tradeoffParameters{Groups: []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 15, 16, 19, 21, 25, 27, 31, 33, 49, 57, 64, 73}, Degrees: 16, Nodes: 20_000, Figure: []int{7, 13, 25, 57, 73}}
	return experiments.NewStudy(experiments.Spec[tradeoffParameters]{
		Name:  "responsibility",
		Title: "What a degree costs in nodes against responsibility: block designs between the surficial system and the net",
		Doc: "Joung's Lemma 3.3 bounds the degree where no node is in more than two quorums; with R in the place of two, a system of degree d and " +
			"m cartels needs d²·m(m-1)/(R(R-1)) nodes. Systems over block designs with blocks of R cartels are listed and judged by the definitions: " +
			"they have exactly so many, from R = 2, all pairs (the surficial system), to R = m, one block (the net), with planes and Steiner triple systems " +
			"between. Beside the nodes: quorum size, load with all groups equally active, and messages.",
		Default: tradeoffParameters{Groups: []int{2, 3, 4, 5, 6, 7, 9, 13, 15, 16, 21, 25, 31}, Degrees: 8, Nodes: 2000, Figure: []int{7, 9, 13, 25, 31}},
		Full:    &full,
		Run:     runResponsibilityTradeoff,
	})
}

const tradeoffCommand = "coterie experiment run responsibility"

func runResponsibilityTradeoff(ctx context.Context, env experiments.Env, p tradeoffParameters, out *experiments.Output) error {
	var params []string
	for _, m := range p.Groups {
		for _, design := range tradeoffDesigns() {
			for degree := 1; degree <= p.Degrees; degree++ {
				i, err := tradeoffInstance(design, m, degree)
				if err != nil {
					return err
				}
				if i != nil && i.N() <= p.Nodes {
					params = append(params, i.Spec())
				}
			}
		}
	}
	rows, err := experiments.Rows(ctx, env, "systems", params, judgeTradeoff)
	if err != nil {
		return err
	}
	systems, err := tradeoffTable(rows)
	if err != nil {
		return err
	}
	if err := out.Table("systems.csv", systems); err != nil {
		return err
	}
	responsibilities, err := responsibilitiesTable(p)
	if err != nil {
		return err
	}
	if err := out.Table("responsibilities.csv", responsibilities); err != nil {
		return err
	}
	if len(p.Figure) > 0 {
		for stem, f := range tradeoffFigures(p, systems) {
			if err := experiments.PlotBoth(out, stem, f, "systems.csv"); err != nil {
				return err
			}
		}
	}
	return out.Claims(tradeoffClaims(p, rows)...)
}

// tradeoffDesigns lists the designs by responsibility, as far as that can be said of all m.
func tradeoffDesigns() []construct.BlockDesign {
	return []construct.BlockDesign{
		construct.PairsDesign, construct.TriplesDesign, construct.AffineDesign, construct.ProjectiveDesign, construct.OneDesign,
	}
}

// tradeoffInstance returns the system of m cartels and that degree over a design, or nil if there is none.
func tradeoffInstance(design construct.BlockDesign, m, degree int) (*construct.Instance, error) {
	i, err := construct.Parse(fmt.Sprintf("design-surficial:design=%s,m=%d,degree=%d", design, m, degree))
	var none *construct.NoSystemError
	var outside *construct.ParamError
	if errors.As(err, &none) || errors.As(err, &outside) && outside.Problem == construct.OutOfRange {
		return nil, nil
	}
	return i, err
}

// judgeTradeoff lists one system and judges it by the definitions, without the closed forms.
func judgeTradeoff(ctx context.Context, spec string) (tradeoffRow, error) {
	row := tradeoffRow{Spec: spec}
	i, err := construct.Parse(spec)
	if err != nil {
		return row, err
	}
	shape, err := i.Shape()
	if err != nil {
		return row, err
	}
	row.BlockSize = int(shape.MaxResponsibility.Int64())
	row.Design = construct.BlockDesign(i.Param("design"))
	built, err := i.Build(ctx, construct.BuildOptions{})
	if err != nil {
		return row, err
	}
	g := built.(*quorum.GroupSystem)
	if err := row.judge(ctx, g); err != nil {
		return row, err
	}
	if err := row.dominate(ctx, g, i); err != nil {
		return row, err
	}
	if row.Design == construct.PairsDesign {
		if err := row.findNet(ctx); err != nil {
			return row, err
		}
	}
	return row, ctx.Err()
}

// judge fills in what the list says.
func (r *tradeoffRow) judge(ctx context.Context, g *quorum.GroupSystem) error {
	r.N, r.M = g.N(), g.Groups()
	note := func(ok bool, format string, args ...any) bool {
		if !ok && r.Reason == "" {
			r.Reason = fmt.Sprintf(format, args...)
		}
		return ok
	}
	report := quorum.Check(ctx, g, quorum.Options{Jobs: 1})
	for property, holds := range map[quorum.Property]*bool{quorum.CrossIntersection: &r.Crossing, quorum.CartelMinimality: &r.Minimal} {
		v, _ := report.Judged(property)
		if v.Limit {
			return experiments.ContextError(ctx)
		}
		*holds = note(v.Holds == quorum.Holds, "%s: %s", property, v.Reason)
	}
	r.EqualCartels, r.EqualSizes = true, true
	first := g.Cartel(0)
	r.K, _ = first.Sizes()
	disjoint := true
	for c := range r.M {
		cartel := g.Cartel(c)
		least, greatest := cartel.Sizes()
		r.EqualCartels = note(cartel.Len() == first.Len(), "cartel %v has %d quorums", quorum.Index(c), cartel.Len()) && r.EqualCartels
		r.EqualSizes = note(least == r.K && greatest == r.K, "cartel %v has quorums of %d..%d nodes", quorum.Index(c), least, greatest) && r.EqualSizes
		disjoint = note(slices.Max(cartel.Responsibilities()) == 1, "cartel %v has quorums that meet", quorum.Index(c)) && disjoint
		if c == 0 || cartel.Len() < r.Degree {
			r.Degree = cartel.Len() // the degree, as no node is in two of them
		}
	}
	if !disjoint {
		r.Degree = 0
	}
	responsibilities := g.Responsibilities()
	r.Responsibility = slices.Max(responsibilities)
	r.Equal = note(slices.Min(responsibilities) == r.Responsibility, "responsibilities %d..%d", slices.Min(responsibilities), r.Responsibility)
	r.SingleMeetings = note(small.MeetOnce(g), "two quorums of different cartels share more or less than one node")
	extra := small.Needless(g)
	r.NoNeedless = note(extra == "", "%s is not needed", extra)
	limit := bounds.DegreeRadicand(r.N, r.M, r.Responsibility)
	r.MeetsBound = note(limit.Cmp(big.NewRat(int64(r.Degree*r.Degree), 1)) == 0, "degree %d, limit √%v", r.Degree, limit)
	// Quorums used equally often load the busiest node so much; no strategy can do with less than K/n (bounds.MixLoadFromSizes).
	r.LoadExact = r.Degree > 0 && r.EqualCartels && r.EqualSizes && r.load().Cmp(big.NewRat(int64(r.K), int64(r.N))) == 0
	return ctx.Err()
}

// dominate judges domination: by the set of construct.DesignSurficialDominatingSet, or where there is none by all minimal
// transversals, which are few there.
func (r *tradeoffRow) dominate(ctx context.Context, g *quorum.GroupSystem, i *construct.Instance) error {
	var size int
	if _, err := fmt.Sscan(i.Param("order")+i.Param("m"), &size); err != nil {
		return err
	}
	set, err := construct.DesignSurficialDominatingSet(r.Design, size, r.Degree)
	var none *construct.NondominatedError
	switch {
	case err == nil:
		if r.Dominated = showsDominated(g, set); !r.Dominated {
			return fmt.Errorf("%s: %v does not show that it is dominated", r.Spec, set)
		}
		return nil
	case !errors.As(err, &none):
		return err
	}
	isND, err := small.Nondominated(ctx, g, 1000)
	if err == nil && !isND {
		err = fmt.Errorf("%s is said to be nondominated, and is not", r.Spec)
	}
	return err
}

// findNet finds the net of m cartels with the greatest side that has at most N nodes.
func (r *tradeoffRow) findNet(ctx context.Context) error {
	for side := gf.FloorSqrt(r.N); side >= 1; side-- {
		i, err := tradeoffInstance(construct.OneDesign, r.M, side)
		if err != nil {
			return err
		}
		if i == nil {
			continue
		}
		built, err := i.Build(ctx, construct.BuildOptions{})
		if err != nil {
			return err
		}
		r.Net, r.NetNodes = i.Spec(), i.N()
		r.NetDegree, _, err = measureDegree(ctx, built.(*quorum.GroupSystem))
		return err
	}
	return nil
}

func tradeoffTable(rows []tradeoffRow) (*table.Table, error) {
	t := table.New(
		table.Ints("m", "groups", "number of cartels"),
		table.Texts("design", "", "block design on the cartels: any two are in exactly one block"),
		table.Ints("responsibility", "quorums", "R: cartels in a block, and quorums that a node is in"),
		table.Ints("degree", "quorums", "d: disjoint quorums in each cartel, and no more"),
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("least_n", "nodes", "no system of m cartels, degree d and responsibility at most R has fewer (bounds.NodesByDegree)"),
		table.Ints("k", "nodes", "quorum size K"),
		table.Ints("least_k", "nodes", "and none has a smaller quorum (bounds.SizeByDegree)"),
		table.Ratios("nodes_per_d2", "nodes", "n/d²"),
		table.Floats("k_per_root_n", "", "K/√n"),
		table.Ratios("load", "", "least probability of the busiest node, all groups equally active"),
		table.Ratios("messages", "messages", "worst case of Maekawa_M for groups of n processes: 3K + 3K·n/d"),
		table.Bools("meets_bound", "", "d² = n·R(R-1)/(m(m-1)): Lemma 3.3 for responsibility R, with equality"),
		table.Bools("group_quorum_system", "", "quorums of different cartels meet and cartels are antichains (Definition 3.1)"),
		table.Bools("condition_1", "", "cartels have equally many quorums"),
		table.Bools("condition_2", "", "quorums have equally many nodes"),
		table.Bools("condition_3", "", "nodes are in equally many quorums"),
		table.Bools("condition_4", "", "quorums of different cartels share exactly one node"),
		table.Bools("no_needless_node", "", "each quorum is a minimal set that meets all quorums of the other cartels"),
		table.Bools("dominated", "", "a set meets all quorums of the other cartels and contains none of cartel 1"),
		table.Texts("spec", "", "the system"),
	)
	for _, r := range rows {
		load := table.Empty()
		if r.LoadExact {
			load = table.Ratio(r.load())
		}
		if r.Degree == 0 {
			return nil, fmt.Errorf("%s: no degree: %s", r.Spec, r.Reason)
		}
		if err := t.Append(table.Int(r.M), table.Text(string(r.Design)), table.Int(r.Responsibility), table.Int(r.Degree),
			table.Int(r.N), table.Int(bounds.NodesByDegree(r.M, r.Degree, r.Responsibility)), table.Int(r.K), table.Int(bounds.SizeByDegree(r.M, r.Degree, r.Responsibility)),
			table.Ratio(big.NewRat(int64(r.N), int64(r.Degree*r.Degree))), table.Float(float64(r.K)/math.Sqrt(float64(r.N))), load, table.Ratio(r.messages()), table.Bool(r.MeetsBound), table.Bool(r.Crossing && r.Minimal), table.Bool(r.EqualCartels), table.Bool(r.EqualSizes), table.Bool(r.Equal),
			table.Bool(r.SingleMeetings), table.Bool(r.NoNeedless), table.Bool(r.Dominated), table.Text(r.Spec)); err != nil {
			return nil, err
		}
	}
	return t, nil
}
