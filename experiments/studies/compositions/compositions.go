package compositions

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
	"coterie/experiments/small"
	"coterie/gf"
	"coterie/quorum"
)

type parameters struct {
	Cartels int   `json:"cartels"` // rectangular staircases of 2 to this many cartels
	Sides   int   `json:"sides"`   // each with 1 to this many quorums
	Mapped  int   `json:"mapped"`  // those of at most this many nodes are put on fewer processes, too
	Paths   []int `json:"paths"`   // sides q of the billiard systems put into each other
	Listed  int   `json:"listed"`  // hierarchies of at most this many quorums are listed and judged
}

// staircaseRow holds the results for one rectangular staircase.
type staircaseRow struct {
	Sides                 []int
	Processes             int    // 0 if each node is one process
	Spec                  string `csv:"spec" doc:"the staircase"`
	N                     int    `csv:"n,nodes" doc:"number of processes"`
	Crossing, Minimal     bool
	Reason                string // the broken property, if any
	MinQuorum             int    `csv:"k_min,nodes" doc:"least quorum size"`
	MaxQuorum             int    `csv:"k_max,nodes" doc:"greatest quorum size"`
	MinResp               int    `csv:"responsibility_min,quorums" doc:"least responsibility"`
	MaxResp               int    `csv:"responsibility_max,quorums" doc:"greatest responsibility"`
	Degree                int    `csv:"degree,quorums,omitzero" doc:"degree of the system; empty where the search for it gave up"`
	Bound                 int    `csv:"degree_bound,quorums,omitzero" doc:"most that Lemma 3.3 allows; empty where a node is in more than two quorums"`
	MeetOnce, SidesDegree bool   // without a mapping: quorums meet in one node, and cartel i has k_i disjoint ones
	KeptAll               bool   // no quorum of the unmapped staircase was left out as not minimal
}

func (r staircaseRow) mapped() bool { return r.Processes > 0 }

// sound reports whether the staircase is a group quorum system.
func (r staircaseRow) sound() bool { return r.Crossing && r.Minimal }

// hierarchyRow holds the results for one billiard system of billiard systems.
type hierarchyRow struct {
	Spec         string `csv:"spec" doc:"the hierarchy"`
	Outer        int    `csv:"outer" doc:"side q of the outer modified grid"`
	Inner        int    `csv:"inner" doc:"side q of the grid in each of its cells"`
	N            int    `csv:"n,sites" doc:"number of sites"`
	K            int    `csv:"k,sites" doc:"quorum size, the product of the sides"`
	Flat         int    `csv:"flat,sites" doc:"⌈√2·√n⌉, the size of a billiard quorum among n sites"`
	Listed       bool
	Intersecting bool `csv:"intersection" doc:"every two quorums meet, judged on the list; empty: too many to list"`
	Reason       string
}

func (r hierarchyRow) listed() bool { return r.Listed }

// Study returns the study compositions.
func Study() experiments.Study {
	return experiments.NewStudy(experiments.Spec[parameters]{
		Name:  "compositions",
		Title: "Adjusted and composed: rectangular staircases, several nodes per process, billiards in billiards",
		Doc: "Joung remarks that the squares of his staircase can have other dimensions and its nodes other mappings to processes: every " +
			"staircase of rectangles within the limits is listed and judged, with each node a process of its own and with fewer processes, node v on " +
			"process v modulo their number. Agrawal, Eğecioğlu and El Abbadi propose hierarchies of billiard systems: each cell of one is " +
			"replaced by another, and the quorum size compared with that of a billiard system of the same size.",
		Default: parameters{Cartels: 4, Sides: 4, Mapped: 30, Paths: []int{3, 5, 7, 9}, Listed: 100_000},
		Declare: declare,
	})
}

func declare(out *experiments.Output, p parameters) {
	stairs := experiments.Compute(out, "staircases", staircases(p), judgeStaircase)
	sides := experiments.Flat(p.Paths, func(outer int) (with [][2]int) {
		for _, inner := range p.Paths {
			with = append(with, [2]int{outer, inner})
		}
		return with
	})
	hierarchies := experiments.Compute(out, "hierarchies", sides, func(ctx context.Context, q [2]int) (hierarchyRow, error) {
		return judgeHierarchy(ctx, q[0], q[1], p.Listed)
	})
	experiments.Table(out, "staircases", stairs,
		"spec", "n",
		experiments.Ints("m", "groups", "number of cartels", func(r staircaseRow) int { return len(r.Sides) }),
		experiments.Bools("mapped", "", "whether there are fewer processes than nodes", staircaseRow.mapped),
		experiments.Bools("group_quorum_system", "", "quorums of different cartels meet and cartels are antichains", staircaseRow.sound),
		"k_min", "k_max", "responsibility_min", "responsibility_max", "degree", "degree_bound")
	experiments.Table(out, "hierarchies", hierarchies,
		"spec", "outer", "inner", "n", "k", "flat",
		experiments.Floats("ratio", "", "k / (√2·√n)", func(r hierarchyRow) float64 { return float64(r.K) / math.Sqrt(2*float64(r.N)) }),
		experiments.If(hierarchyRow.listed, "intersection"))
	found(out, stairs, hierarchies)
	claim(out, p, stairs, hierarchies)
}

// staircases lists the rectangular staircases. Their sides ascend, so that each choice of sides
// comes once.
func staircases(p parameters) []staircaseRow {
	var list []staircaseRow
	add := func(sides []int, processes int) {
		spec := "rectangular-surficial:sides=" + strings.Trim(strings.ReplaceAll(fmt.Sprint(sides), " ", "-"), "[]")
		if processes > 0 {
			spec += fmt.Sprintf(",processes=%d", processes)
		}
		list = append(list, staircaseRow{Sides: sides, Processes: processes, Spec: spec})
	}
	var choose func(sides []int, n, sum int)
	choose = func(sides []int, n, sum int) {
		if len(sides) >= 2 {
			add(sides, 0)
			for processes := 1; processes < n && n <= p.Mapped; processes++ {
				add(sides, processes)
			}
		}
		if len(sides) == p.Cartels {
			return
		}
		for k := slices.Max(append(sides, 1)); k <= p.Sides; k++ {
			choose(append(slices.Clone(sides), k), n+sum*k, sum+k)
		}
	}
	choose(nil, 0, 0)
	return list
}

// judgeStaircase lists one system and judges it by the definitions.
func judgeStaircase(ctx context.Context, row staircaseRow) (staircaseRow, error) {
	i := experiments.Must(construct.Parse(ctx, row.Spec))
	shape := experiments.Must(i.Shape(ctx))
	built := experiments.Must(i.Build(ctx, 0))
	system, ok := built.(*quorum.GroupSystem)
	if !ok {
		return row, fmt.Errorf("%s is a %s", row.Spec, built.Kind())
	}
	row.Spec, row.N, row.Crossing, row.Minimal = i.Spec(), i.N(), true, true
	row.Degree, row.MinQuorum, row.MaxQuorum = shape.Degree, shape.MinQuorum, shape.MaxQuorum
	quorums := 0
	for _, k := range row.Sides {
		quorums += k
	}
	row.KeptAll = shape.Quorums != nil && shape.Quorums.Cmp(big.NewInt(int64(quorums))) == 0
	for _, v := range quorum.Check(ctx, system, quorum.Options{Jobs: 1}).Properties {
		switch {
		case v.Limit:
			return row, experiments.ContextError(ctx)
		case v.Holds == quorum.Holds:
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
		row.MeetOnce, row.SidesDegree = small.MeetOnce(system), true
		for c, side := range row.Sides {
			cartel := system.Cartel(c)
			// Disjoint quorums: no node is in two quorums of the cartel.
			row.SidesDegree = row.SidesDegree && cartel.Len() == side && slices.Max(cartel.Responsibilities()) == 1
		}
	}
	return row, ctx.Err()
}

// judgeHierarchy puts the billiard system of one side into every cell of another.
func judgeHierarchy(ctx context.Context, outer, inner, listed int) (hierarchyRow, error) {
	i := experiments.Must(construct.Parse(ctx, fmt.Sprintf("hierarchical:outer=(billiard:q=%d),inner=(billiard:q=%d)", outer, inner)))
	shape := experiments.Must(i.Shape(ctx))
	row := hierarchyRow{
		Spec: i.Spec(), Outer: outer, Inner: inner, N: i.N(), K: shape.MaxQuorum, Flat: gf.FloorSqrt(2*i.N()-1) + 1,
	}
	if shape.MinQuorum != shape.MaxQuorum {
		return row, fmt.Errorf("%s has quorums of %d to %d nodes", i, shape.MinQuorum, shape.MaxQuorum)
	}
	if !shape.Quorums.IsInt64() || shape.Quorums.Int64() > int64(listed) {
		return row, nil
	}
	system := experiments.Must(i.Build(ctx, 0))
	v, _ := quorum.Check(ctx, system, quorum.Options{Jobs: 1}).Judged(quorum.Intersection)
	if v.Limit {
		return row, experiments.ContextError(ctx)
	}
	row.Listed, row.Intersecting, row.Reason = true, v.Holds == quorum.Holds, v.Reason
	return row, ctx.Err()
}

func claim(out *experiments.Output, p parameters, stairs []staircaseRow, hierarchies []hierarchyRow) {
	within := fmt.Sprintf("staircases of 2 to %d cartels of 1 to %d quorums", p.Cartels, p.Sides)
	plain := experiments.Keep(stairs, func(r staircaseRow) bool { return !r.mapped() })
	out.Claim("joung-dimensions", "Joung 2003", "section 3, after Lemma 3.3",
		"The dimensions of the squares can be adjusted: with k_i × k_j nodes for cartels i and j the staircase is a group quorum "+
			"system on Σ k_i·k_j nodes whose quorums meet once, with responsibility 2, and cartel i has degree k_i.",
		experiments.ForAll(within, plain, func(r staircaseRow) (bool, string) {
			ok := r.sound() && r.MeetOnce && r.SidesDegree && r.MinResp == 2 && r.MaxResp == 2 && r.Degree == slices.Min(r.Sides)
			return ok, fmt.Sprintf("%s: %s responsibilities %d..%d, degree %d", r.Spec, r.Reason, r.MinResp, r.MaxResp, r.Degree)
		}).Proved("rectangular-staircase"))
	out.Claim("joung-dimensions-degree", "Joung 2003", "Lemma 3.3 and the remark after it",
		"Adjusted dimensions do not beat the degree √(2n/(m(m-1))) of responsibility two.",
		experiments.ForAll(within, plain, func(r staircaseRow) (bool, string) {
			return r.Degree <= r.Bound, fmt.Sprintf("%s: degree %d, bound %d", r.Spec, r.Degree, r.Bound)
		}))

	mapped := experiments.Keep(stairs, staircaseRow.mapped)
	within = fmt.Sprintf("%s and at most %d nodes, on every smaller number of processes", within, p.Mapped)
	out.Claim("joung-mappings", "Joung 2003", "section 3, after Lemma 3.3",
		"Other mappings of nodes to processes tune the system: with several nodes on a process it remains a group quorum system.",
		experiments.HoldsUnderReading("if the quorums that then contain another of their cartel are left out",
			experiments.ForAll(within, mapped, func(r staircaseRow) (bool, string) {
				return r.sound() && r.KeptAll, fmt.Sprintf("%s: a quorum contains another of its cartel, or equals it", r.Spec)
			}),
			experiments.ForAll(within, mapped, func(r staircaseRow) (bool, string) { return r.sound(), r.Spec + ": " + r.Reason })))

	const agrawal, section = experiments.BilliardPaper, "section 5"
	sides := fmt.Sprintf("billiard systems with q in %v within each other", p.Paths)
	out.Claim("agrawal-hierarchical", agrawal, section,
		"The hierarchical structuring that Kumar and Cheung propose for grids can be adapted to billiard quorums.",
		experiments.ForAll(fmt.Sprintf("%s, of at most %d quorums", sides, p.Listed), experiments.Keep(hierarchies, hierarchyRow.listed), func(r hierarchyRow) (bool, string) {
			return r.Intersecting && r.K == r.Outer*r.Inner, r.Spec + ": " + r.Reason
		}).Proved("composition"))
	out.ClaimAgain("agrawal-hierarchical-together", "agrawal-hierarchical-size", agrawal, section,
		"The hierarchical structuring maintains the quorum sizes.",
		experiments.HoldsUnderReading("up to a factor of little more than √2 for the second level: K² = 4N + q² + q'² - 1, against 2N",
			experiments.ForAll(sides, experiments.LargestFirst(hierarchies), func(r hierarchyRow) (bool, string) {
				return r.K <= r.Flat, fmt.Sprintf("%s: %d of %d sites, a billiard quorum among as many has %d", r.Spec, r.K, r.N, r.Flat)
			}),
			experiments.ForAll(sides, hierarchies, func(r hierarchyRow) (bool, string) {
				// K = q·q' and 4N = (q²-1)(q'²-1).
				return r.K*r.K == 4*r.N+r.Outer*r.Outer+r.Inner*r.Inner-1, fmt.Sprintf("%s: K = %d, N = %d", r.Spec, r.K, r.N)
			})))
}
