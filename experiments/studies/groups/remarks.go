package groups

import (
	"context"
	"fmt"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/planes"
	"coterie/quorum"
)

type remarksParameters struct {
	Nodes  int   `json:"nodes"`  // surficial systems and lines of singletons of at most this many nodes
	Sides  int   `json:"sides"`  // cubes of side 1 to this
	Small  int   `json:"small"`  // all group quorum systems on this many nodes are tried, at most 4
	Pairs  int   `json:"pairs"`  // and all pairs of them on this many nodes
	Orders []int `json:"orders"` // of planes
	Exact  int   `json:"exact"`  // the planes of at most this order are judged by all their transversals
}

// Remarks returns the study joung-remarks.
func Remarks() experiments.Study {
	return experiments.NewStudy(experiments.Spec[remarksParameters]{
		Name:  "joung-remarks",
		Title: "The remarks of Joung's section 3: lines, cubes and stairs, redundant nodes, dominated planes",
		Doc: "What the paper says in passing about group quorum systems, tried by definition: on all group quorum systems of few nodes, on " +
			"listed surficial systems, on lines wrapped round a cube of k × k × k, and on projective planes, of which those of order 3 and more " +
			"are dominated and those of order 1 and 2 are not.",
		Default: remarksParameters{Nodes: 400, Sides: 8, Small: 4, Pairs: 3, Orders: []int{1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16}, Exact: 3},
		Declare: declareRemarks,
	})
}

func declareRemarks(out *experiments.Output, p remarksParameters) {
	claimStairs(out, p)
	claimSmall(out, p)
	claimRedundant(out, p)
	claimExistence(out, p)

	rows := experiments.Compute(out, "planes", p.Orders, func(ctx context.Context, q int) (planeRow, error) { return dominatePlane(ctx, q, p.Exact) })
	experiments.Table(out, "planes", rows,
		"order", "n", "dominated", "witness", "by")
	foundRemarks(out, rows)
	dominated := func(r planeRow) (bool, string) {
		return r.Dominated, fmt.Sprintf("order %d (K = %d, %d nodes): every minimal transversal is a line, so it is nondominated", r.Order, r.Order+1, r.N)
	}
	over := "planes of order " + experiments.JoinInts(p.Orders)
	out.Claim("joung-planes-dominated", joung, "section 3, after Theorem 3.4",
		"The fully distributed quorum system proposed by Maekawa (the projective plane) is dominated.",
		experiments.ButFor("orders 1 and 2", func(r planeRow) bool { return r.Order < 3 }, "for order 3 and more, K >= 4",
			experiments.Every(over), experiments.Every(over+", from order 3"), rows, dominated).Proved("planes-dominated"))
}

// planeRow records whether the plane of one order is dominated.
type planeRow struct {
	Order     int    `csv:"order" doc:"q"`
	N         int    `csv:"n,nodes" doc:"q²+q+1"`
	Dominated bool   `csv:"dominated" doc:"there is a set that meets every line and contains none"`
	Witness   string `csv:"witness" doc:"such a set, where it has at most 12 nodes"`
	By        string `csv:"by" doc:"how it was decided"`
}

// dominatePlane decides whether the lines of PG(2,q) are a dominated coterie. Up to order exact it
// tries all minimal transversals.
//
// Proof: docs/theorems/planes-dominated.md.
func dominatePlane(ctx context.Context, q, exact int) (planeRow, error) {
	plane := experiments.Must(planes.NewProjective(ctx, q))
	row := planeRow{Order: q, N: plane.Points(), By: "all minimal transversals"}
	b := experiments.Must(quorum.NewFamilyBuilder(plane.Points()))
	for _, l := range plane.AllLines() {
		experiments.Ensure(b.AddSorted(l))
	}
	lines := b.Family()
	if q > exact {
		row.By = "a line less a point, and one point on each other line through it"
		set := blockingSet(plane)
		row.Dominated = !small.ContainsQuorum(set, lines)
		for _, l := range lines.Sets() {
			row.Dominated = row.Dominated && set.Intersects(l)
		}
		if set.Len() <= 12 {
			row.Witness = set.String()
		}
		return row, nil
	}
	for _, t := range experiments.Must(lines.Dual(ctx, 100_000)).Sets() {
		if !small.ContainsQuorum(t, lines) {
			row.Dominated, row.Witness = true, t.String()
			break
		}
	}
	return row, nil
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
