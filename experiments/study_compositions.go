package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/construct"
	"coterie/gf"
	"coterie/internal/table"
	"coterie/quorum"
)

// compositionParameters holds the parameters of the study compositions.
type compositionParameters struct {
	Cartels int   `json:"cartels"` // rectangular staircases of 2 to so many cartels
	Sides   int   `json:"sides"`   // each with 1 to so many quorums
	Mapped  int   `json:"mapped"`  // those of at most so many nodes are put on fewer processes, too
	Paths   []int `json:"paths"`   // sides q of the billiard systems put into each other
	Listed  int   `json:"listed"`  // hierarchies of at most so many quorums are listed and judged
}

// staircaseRow is what was found about one rectangular staircase.
type staircaseRow struct {
	Spec                  string
	N                     int
	Sides                 []int
	Processes             int // 0: a process for each node
	Crossing, Minimal     bool
	Reason                string // what breaks, if anything does
	MinQuorum, MaxQuorum  int
	MinResp, MaxResp      int
	Degree, Bound         int  // Bound: the degree that Lemma 3.3 allows at most; for responsibility 2 alone
	MeetOnce, SidesDegree bool // without a mapping: quorums meet in one node, and cartel i has k_i disjoint ones
}

// hierarchyRow is what was found about one billiard system of billiard systems.
type hierarchyRow struct {
	Spec         string
	Outer, Inner int // sides q
	N, K, Flat   int // Flat: ⌈√2·√N⌉, the size of a billiard quorum among N sites
	Listed       bool
	Intersecting bool
	Reason       string
}

func compositionsStudy() Study {
	return NewStudy(Spec[compositionParameters]{
		Name:  "compositions",
		Title: "Adjusted and composed: rectangular staircases, several nodes per process, billiards in billiards",
		Doc: "Joung remarks that the squares of his staircase can have other dimensions and its nodes other mappings to processes: every " +
			"staircase of rectangles within the limits is listed and judged, with each node a process of its own and with fewer processes, node v on " +
			"process v modulo their number. Agrawal, Eğecioğlu and El Abbadi propose hierarchies of billiard systems: each cell of one is " +
			"replaced by another, and the quorum size compared with that of a billiard system of the same size.",
		Default: compositionParameters{Cartels: 4, Sides: 4, Mapped: 30, Paths: []int{3, 5, 7, 9}, Listed: 100_000},
		Run:     runCompositions,
	})
}

const compositionsCommand = "coterie experiment run compositions"

func runCompositions(ctx context.Context, env Env, p compositionParameters, out *Output) error {
	staircases, err := Rows(ctx, env, "staircases", staircaseSpecs(p), judgeStaircase)
	if err != nil {
		return err
	}
	type pair struct{ Outer, Inner int }
	var pairs []pair
	for _, outer := range p.Paths {
		for _, inner := range p.Paths {
			pairs = append(pairs, pair{outer, inner})
		}
	}
	hierarchies, err := Rows(ctx, env, "hierarchies", pairs, func(ctx context.Context, q pair) (hierarchyRow, error) {
		return judgeHierarchy(ctx, q.Outer, q.Inner, p.Listed)
	})
	if err != nil {
		return err
	}
	if err := emitStaircases(out, staircases); err != nil {
		return err
	}
	if err := emitHierarchies(out, hierarchies); err != nil {
		return err
	}
	return out.Claims(compositionClaims(p, staircases, hierarchies)...)
}

// staircaseSpecs lists the staircases: sides ascending, so that each choice of sides comes once.
func staircaseSpecs(p compositionParameters) []string {
	var specs []string
	var choose func(sides []int)
	choose = func(sides []int) {
		if len(sides) >= 2 {
			words := make([]string, len(sides))
			n, sum := 0, 0
			for i, k := range sides {
				words[i] = fmt.Sprint(k)
				n += sum * k
				sum += k
			}
			spec := "rectangular-surficial:sides=" + strings.Join(words, "-")
			specs = append(specs, spec)
			if n <= p.Mapped {
				for processes := 1; processes < n; processes++ {
					specs = append(specs, fmt.Sprintf("%s,processes=%d", spec, processes))
				}
			}
		}
		if len(sides) == p.Cartels {
			return
		}
		least := 1
		if len(sides) > 0 {
			least = sides[len(sides)-1]
		}
		for k := least; k <= p.Sides; k++ {
			choose(append(slices.Clone(sides), k))
		}
	}
	choose(nil)
	return specs
}

// judgeStaircase lists one system and judges it by the definitions.
func judgeStaircase(ctx context.Context, spec string) (staircaseRow, error) {
	i, err := construct.Parse(spec)
	if err != nil {
		return staircaseRow{}, err
	}
	shape, err := i.Shape()
	if err != nil {
		return staircaseRow{}, err
	}
	built, err := i.Build(ctx, construct.BuildOptions{})
	if err != nil {
		return staircaseRow{}, err
	}
	system, ok := built.(*quorum.GroupSystem)
	if !ok {
		return staircaseRow{}, fmt.Errorf("%s is a %s", spec, built.Kind())
	}
	row := staircaseRow{Spec: i.Spec(), N: i.N(), Degree: shape.Degree, MinQuorum: shape.MinQuorum, MaxQuorum: shape.MaxQuorum}
	for k := range strings.SplitSeq(i.Param("sides"), "-") {
		var side int
		if _, err := fmt.Sscan(k, &side); err != nil {
			return row, err
		}
		row.Sides = append(row.Sides, side)
	}
	if strings.Contains(i.Spec(), "processes=") {
		row.Processes = i.N()
	}
	row.Crossing, row.Minimal = true, true
	for _, v := range quorum.Check(ctx, system, quorum.Options{Jobs: 1}).Properties {
		switch {
		case v.Limit:
			return row, contextError(ctx)
		case v.Holds == quorum.Holds:
			continue
		case v.Property == quorum.CrossIntersection:
			row.Crossing, row.Reason = false, v.Reason
		case v.Property == quorum.CartelMinimality:
			row.Minimal, row.Reason = false, v.Reason
		}
	}
	responsibilities := system.Responsibilities()
	row.MinResp, row.MaxResp = slices.Min(responsibilities), slices.Max(responsibilities)
	if row.MaxResp <= 2 {
		row.Bound = bounds.DegreeByResponsibility(row.N, system.Groups(), 2)
	}
	if row.Processes == 0 {
		row.MeetOnce, row.SidesDegree = meetOnce(system), true
		for c, side := range row.Sides {
			cartel := system.Cartel(c)
			// Disjoint quorums: no node is in two of the cartel.
			row.SidesDegree = row.SidesDegree && cartel.Len() == side && slices.Max(cartel.Responsibilities()) == 1
		}
	}
	return row, ctx.Err()
}

// judgeHierarchy puts the billiard system of one side into every cell of another.
func judgeHierarchy(ctx context.Context, outer, inner, listed int) (hierarchyRow, error) {
	i, err := construct.Parse(fmt.Sprintf("hierarchical:outer=(billiard:q=%d),inner=(billiard:q=%d)", outer, inner))
	if err != nil {
		return hierarchyRow{}, err
	}
	shape, err := i.Shape()
	if err != nil {
		return hierarchyRow{}, err
	}
	row := hierarchyRow{
		Spec: i.Spec(), Outer: outer, Inner: inner, N: i.N(), K: shape.MaxQuorum, Flat: gf.FloorSqrt(2*i.N()-1) + 1,
	}
	if shape.MinQuorum != shape.MaxQuorum {
		return row, fmt.Errorf("%s has quorums of %d to %d nodes", i, shape.MinQuorum, shape.MaxQuorum)
	}
	if !shape.Quorums.IsInt64() || shape.Quorums.Int64() > int64(listed) {
		return row, nil
	}
	system, err := i.Build(ctx, construct.BuildOptions{})
	if err != nil {
		return row, err
	}
	v, _ := quorum.Check(ctx, system, quorum.Options{Jobs: 1}).Verdict(quorum.Intersection)
	if v.Limit {
		return row, contextError(ctx)
	}
	row.Listed, row.Intersecting, row.Reason = true, v.Holds == quorum.Holds, v.Reason
	return row, ctx.Err()
}

func emitStaircases(out *Output, rows []staircaseRow) error {
	t := table.New(
		table.Texts("spec", "", "the staircase"),
		table.Ints("n", "nodes", "number of processes"),
		table.Ints("m", "groups", "number of cartels"),
		table.Bools("mapped", "", "whether there are fewer processes than nodes"),
		table.Bools("group_quorum_system", "", "quorums of different cartels meet and cartels are antichains"),
		table.Ints("k_min", "nodes", "least quorum size"),
		table.Ints("k_max", "nodes", "greatest quorum size"),
		table.Ints("responsibility_min", "quorums", "least responsibility"),
		table.Ints("responsibility_max", "quorums", "greatest responsibility"),
		table.Ints("degree", "quorums", "degree of the system; empty where the search for it gave up"),
		table.Ints("degree_bound", "quorums", "most that Lemma 3.3 allows; empty where a node is in more than two quorums"),
	)
	for _, r := range rows {
		if err := t.Append(table.Text(r.Spec), table.Int(r.N), table.Int(len(r.Sides)), table.Bool(r.Processes > 0), table.Bool(r.Crossing && r.Minimal), table.Int(r.MinQuorum),
			table.Int(r.MaxQuorum), table.Int(r.MinResp), table.Int(r.MaxResp), knownSize(r.Degree), knownSize(r.Bound)); err != nil {
			return err
		}
	}
	return out.Table("staircases.csv", t)
}

func emitHierarchies(out *Output, rows []hierarchyRow) error {
	t := table.New(
		table.Texts("spec", "", "the hierarchy"),
		table.Ints("outer", "", "side q of the outer modified grid"),
		table.Ints("inner", "", "side q of the grid in each of its cells"),
		table.Ints("n", "sites", "number of sites"),
		table.Ints("k", "sites", "quorum size, the product of the sides"),
		table.Ints("flat", "sites", "⌈√2·√n⌉, the size of a billiard quorum among n sites"),
		table.Floats("ratio", "", "k / (√2·√n)"),
		table.Bools("intersection", "", "every two quorums meet, judged on the list; empty: too many to list"),
	)
	for _, r := range rows {
		intersecting := table.Empty()
		if r.Listed {
			intersecting = table.Bool(r.Intersecting)
		}
		if err := t.Append(table.Text(r.Spec), table.Int(r.Outer), table.Int(r.Inner), table.Int(r.N), table.Int(r.K), table.Int(r.Flat),
			table.Float(float64(r.K)/math.Sqrt(2*float64(r.N))), intersecting); err != nil {
			return err
		}
	}
	return out.Table("hierarchies.csv", t)
}

func compositionClaims(p compositionParameters, staircases []staircaseRow, hierarchies []hierarchyRow) []Claim {
	within := fmt.Sprintf("2 to %d cartels of 1 to %d quorums", p.Cartels, p.Sides)
	keep := func(want func(staircaseRow) bool) func(func(staircaseRow) bool) {
		return func(yield func(staircaseRow) bool) {
			for _, r := range staircases {
				if want(r) && !yield(r) {
					return
				}
			}
		}
	}
	listed := func(yield func(hierarchyRow) bool) {
		for _, r := range hierarchies {
			if r.Listed && !yield(r) {
				return
			}
		}
	}
	sides := fmt.Sprintf("billiard systems with q in %v within each other", p.Paths)
	return []Claim{
		{
			ID: "joung-dimensions", Source: "Joung 2003", Section: "section 3, after Lemma 3.3",
			Statement: "The dimensions of the squares can be adjusted: with k_i × k_j nodes for cartels i and j the staircase is a group quorum " +
				"system on Σ k_i·k_j nodes whose quorums meet once, with responsibility 2, and cartel i has degree k_i.",
			Command: compositionsCommand,
			Judgement: Judge(Every("staircases of "+within), keep(func(r staircaseRow) bool { return r.Processes == 0 }), func(r staircaseRow) (bool, string) {
				ok := r.Crossing && r.Minimal && r.MeetOnce && r.SidesDegree && r.MinResp == 2 && r.MaxResp == 2 && r.Degree == slices.Min(r.Sides)
				return ok, fmt.Sprintf("%s: %s responsibilities %d..%d, degree %d", r.Spec, r.Reason, r.MinResp, r.MaxResp, r.Degree)
			}).Proved("rectangular-staircase"),
		},
		{
			ID: "joung-dimensions-degree", Source: "Joung 2003", Section: "Lemma 3.3 and the remark after it",
			Statement: "Adjusted dimensions do not beat the degree √(2n/(m(m-1))) of responsibility two.",
			Command:   compositionsCommand,
			Judgement: Judge(Every("staircases of "+within), keep(func(r staircaseRow) bool { return r.Processes == 0 }), func(r staircaseRow) (bool, string) {
				return r.Degree <= r.Bound, fmt.Sprintf("%s: degree %d, bound %d", r.Spec, r.Degree, r.Bound)
			}),
		},
		{
			ID: "joung-mappings", Source: "Joung 2003", Section: "section 3, after Lemma 3.3",
			Statement: "Other mappings of nodes to processes tune the system: with several nodes on a process it remains a group quorum system.",
			Command:   compositionsCommand,
			Judgement: HoldsUnderReading("if the quorums that then contain another of their cartel are left out",
				Judge(Every(fmt.Sprintf("staircases of %s and at most %d nodes, on every smaller number of processes", within, p.Mapped)),
					keep(func(r staircaseRow) bool { return r.Processes > 0 }), func(r staircaseRow) (bool, string) {
						return r.Crossing && r.Minimal && keptAll(r), fmt.Sprintf("%s: a quorum contains another of its cartel, or equals it", r.Spec)
					}),
				Judge(Every(fmt.Sprintf("staircases of %s and at most %d nodes, on every smaller number of processes", within, p.Mapped)),
					keep(func(r staircaseRow) bool { return r.Processes > 0 }), func(r staircaseRow) (bool, string) {
						return r.Crossing && r.Minimal, fmt.Sprintf("%s: %s", r.Spec, r.Reason)
					})),
		},
		{
			ID: "agrawal-hierarchical", Source: "Agrawal, Eğecioğlu, El Abbadi 1997", Section: "section 5",
			Statement: "The hierarchical structuring that Kumar and Cheung propose for grids can be adapted to billiard quorums.",
			Command:   compositionsCommand,
			Judgement: Judge(Every(fmt.Sprintf("%s, of at most %d quorums", sides, p.Listed)), listed, func(r hierarchyRow) (bool, string) {
				return r.Intersecting && r.K == r.Outer*r.Inner, fmt.Sprintf("%s: %s", r.Spec, r.Reason)
			}).Proved("composition"),
		},
		{
			ID: "agrawal-hierarchical-size", Source: "Agrawal, Eğecioğlu, El Abbadi 1997", Section: "section 5",
			Statement: "The hierarchical structuring maintains the quorum sizes.",
			Command:   compositionsCommand,
			Judgement: HoldsUnderReading("up to a factor of little more than √2 for the second level: K² = 4N + q² + q'² - 1, against 2N",
				Judge(Every(sides), slices.Values(hierarchies), func(r hierarchyRow) (bool, string) {
					return r.K <= r.Flat, fmt.Sprintf("%s: %d of %d sites, a billiard quorum among as many has %d", r.Spec, r.K, r.N, r.Flat)
				}),
				Judge(Every(sides), slices.Values(hierarchies), func(r hierarchyRow) (bool, string) {
					// K = q·q' and 4N = (q²-1)(q'²-1).
					return r.K*r.K == 4*r.N+r.Outer*r.Outer+r.Inner*r.Inner-1, fmt.Sprintf("%s: K = %d, N = %d", r.Spec, r.K, r.N)
				})),
		},
	}
}

// keptAll reports whether a mapped staircase has as many quorums as before: none was left out as not minimal. In a
// staircase the responsibilities add up to the quorum sizes.
func keptAll(r staircaseRow) bool {
	i, err := construct.Parse(r.Spec)
	if err != nil {
		return false
	}
	shape, err := i.Shape()
	if err != nil || shape.Quorums == nil {
		return false
	}
	sum := 0
	for _, k := range r.Sides {
		sum += k
	}
	return shape.Quorums.IsInt64() && int(shape.Quorums.Int64()) == sum
}
