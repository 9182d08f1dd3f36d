package groups

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/gf"
	"coterie/internal/sets"
	"coterie/internal/table"
	"coterie/planes"
	"coterie/quorum"
)

// remarksParameters holds the parameters of the study joung-remarks.
type remarksParameters struct {
	Nodes  int   `json:"nodes"`  // surficial systems and lines of singletons of at most so many nodes
	Sides  int   `json:"sides"`  // cubes of side 1 to this
	Small  int   `json:"small"`  // all group quorum systems on so many nodes are tried, at most 4
	Pairs  int   `json:"pairs"`  // and all pairs of them on so many nodes
	Orders []int `json:"orders"` // of planes
	Exact  int   `json:"exact"`  // the planes of at most this order are judged by all their transversals
}

func Remarks() experiments.Study {
	return experiments.NewStudy(experiments.Spec[remarksParameters]{
		Name:  "joung-remarks",
		Title: "The remarks of Joung's section 3: lines, cubes and stairs, redundant nodes, dominated planes",
		Doc: "What the paper says in passing about group quorum systems, tried by definition: on all group quorum systems of few nodes, on " +
			"listed surficial systems, on lines wrapped round a cube of k × k × k, and on projective planes, of which those of order 3 and more " +
			"are dominated and those of order 1 and 2 are not.",
		Default: remarksParameters{Nodes: 400, Sides: 8, Small: 4, Pairs: 3, Orders: []int{1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16}, Exact: 3},
		Run:     runJoungRemarks,
	})
}

const remarksCommand = "coterie experiment run joung-remarks"

func runJoungRemarks(ctx context.Context, env experiments.Env, p remarksParameters, out *experiments.Output) error {
	surficial, err := surficialRemarks(ctx, p)
	if err != nil {
		return err
	}
	small := smallRemarks(ctx, p)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	rows, err := experiments.Rows(ctx, env, "planes", p.Orders, func(ctx context.Context, q int) (planeDominationRow, error) {
		return dominatePlane(ctx, q, p.Exact)
	})
	if err != nil {
		return err
	}
	t := table.New(
		table.Ints("order", "", "q"),
		table.Ints("n", "nodes", "q²+q+1"),
		table.Bools("dominated", "", "there is a set that meets every line and contains none"),
		table.Texts("witness", "", "such a set, where it has at most 12 nodes"),
		table.Texts("by", "", "how it was decided"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.Order), table.Int(r.N), table.Bool(r.Dominated), experiments.TextOr(r.Witness), table.Text(r.By)); err != nil {
			return err
		}
	}
	if err := out.Table("planes.csv", t); err != nil {
		return err
	}
	return out.Claims(slices.Concat(surficial, small, planeRemarks(rows))...)
}

// planeDominationRow is whether the plane of one order is dominated.
type planeDominationRow struct {
	Order, N  int
	Dominated bool
	Witness   string
	By        string
}

// dominatePlane decides whether the lines of PG(2,q) are a dominated coterie.
//
// Proof: docs/theorems/planes-dominated.md.
func dominatePlane(ctx context.Context, q, exact int) (planeDominationRow, error) {
	plane, err := planes.NewProjective(q)
	if err != nil {
		return planeDominationRow{}, err
	}
	row := planeDominationRow{Order: q, N: plane.Points()}
	lines, err := quorum.NewFamilyBuilder(plane.Points())
	if err != nil {
		return row, err
	}
	for _, l := range plane.AllLines() {
		if err := lines.AddSorted(l); err != nil {
			return row, err
		}
	}
	f := lines.Family()
	if q <= exact {
		row.By = "all minimal transversals"
		transversals, err := f.Dual(ctx, 100_000)
		if err != nil {
			return row, err
		}
		for i := range transversals.Len() {
			if t := transversals.Set(i); !small.ContainsQuorum(t, f) {
				row.Dominated, row.Witness = true, t.String()
				break
			}
		}
		return row, nil
	}
	row.By = "a line less a point, and one point on each other line through it"
	set := blockingSet(plane)
	row.Dominated = !small.ContainsQuorum(set, f)
	for i := range f.Len() {
		row.Dominated = row.Dominated && set.Intersects(f.Set(i))
	}
	if set.Len() <= 12 {
		row.Witness = set.String()
	}
	return row, ctx.Err()
}

// blockingSet builds the set B of docs/theorems/planes-dominated.md; the order is at least 3.
func blockingSet(plane *planes.Plane) quorum.Set {
	line := plane.Line(0)
	apex := int(line[0])
	var nodes, chosen []int
	for _, v := range line[1:] {
		nodes = append(nodes, int(v))
	}
	for _, l := range plane.LinesThrough(apex) {
		if l == 0 {
			continue
		}
		for _, v := range plane.Line(int(l)) {
			if int(v) == apex || len(chosen) == 2 && plane.Incident(int(v), plane.LineThrough(chosen[0], chosen[1])) {
				continue
			}
			chosen = append(chosen, int(v))
			break
		}
	}
	return quorum.SetOf(append(nodes, chosen...)...)
}

func planeRemarks(rows []planeDominationRow) []experiments.Claim {
	var orders []int
	for _, r := range rows {
		orders = append(orders, r.Order)
	}
	holds := func(r planeDominationRow) (bool, string) {
		return r.Dominated, fmt.Sprintf("order %d (K = %d, %d nodes): every minimal transversal is a line, so it is nondominated", r.Order, r.Order+1, r.N)
	}
	beyond := slices.DeleteFunc(slices.Clone(rows), func(r planeDominationRow) bool { return r.Order < 3 })
	return []experiments.Claim{{
		ID: "joung-planes-dominated", Source: "Joung 2003", Section: "section 3, after Theorem 3.4",
		Statement: "The fully distributed quorum system proposed by Maekawa (the projective plane) is dominated.",
		Command:   remarksCommand,
		Judgement: experiments.HoldsUnderReading("for order 3 and more, K >= 4",
			experiments.Judge(experiments.Every("planes of order "+experiments.JoinInts(orders)), slices.Values(rows), holds),
			experiments.Judge(experiments.Every("planes of order "+experiments.JoinInts(orders)+", from order 3"), slices.Values(beyond), holds).
				Proved("planes-dominated")),
	}}
}

// smallRemarks tries what is said of all group quorum systems, on all that are small.
func smallRemarks(ctx context.Context, p remarksParameters) []experiments.Claim {
	all := func(yield func(small.System) bool) {
		for n := 1; n <= p.Small; n++ {
			for m := 2; m <= 3; m++ {
				if m == 3 && n > 3 {
					continue
				}
				for g := range small.GroupSystems(n, m) {
					if ctx.Err() != nil || !yield(small.System{N: n, Cartels: g}) {
						return
					}
				}
			}
		}
	}
	words := fmt.Sprintf("all systems of 2 and 3 non-empty cartels, n in 1..%d (3 cartels: n up to 3)", p.Small)
	over := experiments.Every(words)
	claim := func(id, section, statement string, j experiments.Judgement) experiments.Claim {
		return experiments.Claim{ID: id, Source: "Joung 2003", Section: section, Statement: statement, Command: remarksCommand, Judgement: j}
	}
	single := experiments.Every(words + ", and every node of just one quorum")
	return []experiments.Claim{
		claim("joung-degree-faults", "section 3, after Definition 3.2",
			"In a group quorum system of degree k every cartel has an unhit quorum even if k-1 processes have failed.",
			experiments.Judge(over, all, func(s small.System) (bool, string) {
				k := s.Cartels.Degree()
				for failed := range 1 << s.N {
					for _, c := range s.Cartels {
						if bits.OnesCount(uint(failed)) <= k-1 && !slices.ContainsFunc(c, func(q uint8) bool { return q&uint8(failed) == 0 }) {
							return false, s.String()
						}
					}
				}
				return true, ""
			})),
		claim("joung-degree-size", "section 3, after Definition 3.2",
			"In a group quorum system of degree k with m > 1 every quorum has at least k nodes.",
			experiments.Judge(over, all, func(s small.System) (bool, string) {
				for _, c := range s.Cartels {
					for _, q := range c {
						if bits.OnesCount8(q) < s.Cartels.Degree() {
							return false, s.String()
						}
					}
				}
				return true, ""
			})),
		claim("joung-lemma-3-2-proof", "Lemma 3.2, its proof", "The k² nodes of the k disjoint quorums must be less than n.",
			experiments.HoldsUnderReading("at most n",
				experiments.Judge(over, all, func(s small.System) (bool, string) {
					k := s.Cartels.Degree()
					return k*k < s.N, fmt.Sprintf("%v has degree %d", s, k)
				}),
				experiments.Judge(over, all, func(s small.System) (bool, string) {
					k := s.Cartels.Degree()
					return k*k <= s.N, fmt.Sprintf("%v has degree %d", s, k)
				}).Proved("degree"))),
		claim("joung-redundant-intersection", "section 3, before Lemma 3.3",
			"If a node is in only one quorum, removing it from that quorum does not affect the intersection property.",
			experiments.Judge(single, singleNodes(all), func(s singleNode) (bool, string) {
				return small.CrossesAll(s.rest(), s.reduced()), s.String()
			})),
		claim("joung-redundant-minimality", "section 3, before Lemma 3.3",
			"If a node is in only one quorum, removing it from that quorum does not affect the minimality property.",
			experiments.HoldsUnderReading("the quorums that then contain the reduced one are dropped",
				experiments.Judge(single, singleNodes(all), func(s singleNode) (bool, string) {
					return sets.IsAntichain(s.reduced()), s.String()
				}),
				experiments.Judge(single, singleNodes(all), func(s singleNode) (bool, string) {
					c := sets.Minimal(s.reduced())
					return len(c) > 0 && !slices.Contains(c, 0) && sets.IsAntichain(c) && small.CrossesAll(s.rest(), c), s.String()
				}))),
		claim("joung-lift-degree-one", "sections 3 and 4.2", "T_m(C) = (C, ..., C) is an m-group quorum system, of degree one.",
			experiments.Judge(experiments.Every(fmt.Sprintf("all coteries, n in 1..%d, m = 2, 3, 4", p.Small)), small.Coteries(p.Small, true), func(s small.System) (bool, string) {
				for m := 2; m <= 4; m++ {
					g := slices.Repeat(s.Cartels, m)
					if !small.CrossesAll(g[1:], g[0]) || !sets.IsAntichain(g[0]) || g.Degree() != 1 {
						return false, fmt.Sprintf("m = %d, C = %v", m, s)
					}
				}
				return true, ""
			})),
		claim("joung-l-coteries", "section 1", "A coterie for l-exclusion that has two disjoint quorums cannot be used for group mutual exclusion: (C, ..., C) has no intersection property.",
			experiments.Judge(experiments.Every(fmt.Sprintf("all antichains with two disjoint quorums, n in 1..%d", p.Small)), small.Coteries(p.Small, false), func(s small.System) (bool, string) {
				return !small.CrossesAll(s.Cartels, s.Cartels[0]), s.String()
			})),
		claim("joung-definition-3-3", "Definition 3.3, beside the criterion by transversals",
			"No group system dominates a given one if and only if every transversal of the other cartels contains a quorum of each cartel.",
			judgeDefinition(ctx, p.Pairs)),
		claim("joung-degree-exists", "section 4.4", "For k <= √n there are group quorum systems of degree k.", judgeDegreeExists(p.Small, gf.FloorSqrt(p.Nodes))),
	}
}
