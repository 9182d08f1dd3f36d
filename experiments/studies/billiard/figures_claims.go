package billiard

import (
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/gf"
	"coterie/quorum"
)

func claim(out *experiments.Output, id, section, statement string, j experiments.Judgement) {
	out.Claim(id, experiments.BilliardPaper, section, statement, j)
}

// claimContinuous judges section 3 on the unit square.
func claimContinuous(out *experiments.Output, p figureParameters, rows []continuousRow) {
	none := func(what string, of func(continuousRow) exceptions) experiments.Judgement {
		over := fmt.Sprintf("%s of the unit square with coordinates in multiples of 1/d, for each d in 1..%d", what, p.Denoms)
		return experiments.ForAll(over, rows, func(r continuousRow) (bool, string) {
			return of(r).Count == 0, fmt.Sprintf("d = %d: %s", r.Unit, of(r).First)
		})
	}
	const doc = "continuous-billiards"
	claim(out, "agrawal-continuous-grid-distinct", "section 3 and Figure 1",
		"With a horizontal and a vertical segment through it, each point of the unit square has a distinct quorum.",
		none("all pairs of points", func(r continuousRow) exceptions { return r.GridSame }))
	claim(out, "agrawal-continuous-grid-length", "section 3 and Figure 1", "The size (total length) of the quorums H ∪ V is the same, 2√1.",
		none("all points", func(r continuousRow) exceptions { return r.GridLengths }))
	claim(out, "agrawal-continuous-grid-intersection", "section 3 and Figure 1", "Any two of the quorums H ∪ V intersect.",
		none("all pairs of points", func(r continuousRow) exceptions { return r.GridMeetings }))
	claim(out, "agrawal-billiard-path-shape", "section 3 and Figure 2 (a), (b)",
		"The first √2 units of a billiard path are two segments: one from the x or the y axis, of slope 1, which includes s, "+
			"and a tail of slope -1 that ends on x = 1 or y = 1.",
		none("all points", func(r continuousRow) exceptions {
			if r.BilliardLengths.Count > 0 {
				return r.BilliardLengths
			}
			return r.BilliardShapes
		}))
	claim(out, "agrawal-billiard-path-corners", "section 3", "As a limiting case, the billiard path through a corner is a diagonal of the unit square.",
		none("the corners", func(r continuousRow) exceptions { return r.Corners }))
	claim(out, "agrawal-billiard-path-slope", "section 3", "Two points on a line of slope 1 define the same billiard path.",
		none("all pairs of points on a line of slope 1", func(r continuousRow) exceptions { return r.SlopeOne }))
	claim(out, "agrawal-broken-path-length", "section 3", "The length of a broken billiard path is √2.",
		none("all points", func(r continuousRow) exceptions { return r.BrokenLengths }).Proved(doc))
	claim(out, "agrawal-broken-path-peaks", "section 3",
		"Above y = x a broken billiard path has a local vertical peak at its point, below y = x a left-to-right one.",
		none("all points off y = x", func(r continuousRow) exceptions { return r.Peaks }).Proved(doc))
	claim(out, "agrawal-broken-path-corners", "section 3",
		"The corners (0,0) and (1,1) produce the same broken billiard path, and so do (0,1) and (1,0).",
		none("the corners", func(r continuousRow) exceptions { return r.NamedCorners }).Proved(doc))
	claim(out, "agrawal-broken-path-unique", "section 3", "Broken billiard paths make the assignment of paths to points unique.",
		experiments.HoldsUnderReading("for points off the line y = x, all of which share a path, not only its ends; "+
			"the corners (0,1) and (1,0) share one, as the paper says",
			none("all pairs of points but the opposite corners, which the paper names", func(r continuousRow) exceptions { return r.BrokenUnnamed }),
			none("all pairs of points, equal paths exactly in the cases named,", func(r continuousRow) exceptions { return r.OtherSame }).Proved(doc)))
	claim(out, "agrawal-broken-path-intersection", "section 3", "Any two distinct broken billiard paths in the continuous case intersect.",
		none("all pairs of points", func(r continuousRow) exceptions { return r.BrokenMeetings }).Proved(doc))
}

const paperSets = "the sets of Figure 7 and section 4"

// claimDiscrete judges broken paths on grids, and Figures 3 to 5.
func claimDiscrete(
	out *experiments.Output, p figureParameters, printed printedFigures, text printedText, ordinary []ordinaryRow, pairs []numberedPair,
) {
	claim(out, "agrawal-broken-path-rotation", "section 3",
		"The broken billiard path is obtained from the billiard path by the rotation of the line segments after s by 90° at s.",
		brokenAs(printed.sets()))
	claim(out, "agrawal-diagonal-cells", "section 3", "On a discretized square grid the length of a diagonal is the length of a side.",
		experiments.ForAll(fmt.Sprintf("grids of side 3..%d", p.Ordinary), experiments.Numbers(3, p.Ordinary), func(q int) (bool, string) {
			// The walk of the upper corner cell is the diagonal, from one side to the other.
			walk, _ := billiardWalk(q, gridCell{0, q - 1})
			return len(walk) == q && walk[0] == gridCell{q - 1, 0} && walk[q-1] == gridCell{0, q - 1}, fmt.Sprintf("q = %d: %s", q, cellsText(walk))
		}))
	least := slices.IndexFunc(ordinary, func(r ordinaryRow) bool { return r.Disjoint > 0 })
	claim(out, "agrawal-figure-3", "section 3 and Figure 3",
		fmt.Sprintf("On the %d × %d grid there are sites s, s' whose paths intersect in the continuous domain and do not when diagonal adjacencies "+
			"are allowed in the discrete case.", text.Figure3, text.Figure3),
		experiments.JudgeExists(experiments.Every("all pairs of sites"), slices.Values(pairs), func(d numberedPair) (bool, string) {
			return d.meet, fmt.Sprintf("s = %v, path %s; s' = %v, path %s: they cross in the blocks at %s; one of %d such pairs; "+
				"the least side with such a pair is %d", d.sites[0], cellsText(d.paths[0]), d.sites[1], cellsText(d.paths[1]), cellsText(crossings(d.paths[0], d.paths[1])), len(pairs), ordinary[least].Q)
		}))
	claim(out, "agrawal-modified-grid-crossings", "section 4", "Using only every other cell of the grid eliminates cross-overs of the type shown in Figure 3.",
		experiments.ForAll(fmt.Sprintf("all pairs of cells with i+j odd, and all with i+j even, odd q in 3..%d", p.Ordinary),
			experiments.Keep(ordinary, func(r ordinaryRow) bool { return r.Q%2 == 1 }), func(r ordinaryRow) (bool, string) {
				return r.SameParity == 0, fmt.Sprintf("q = %d: %d pairs", r.Q, r.SameParity)
			}).Proved("billiard-quorums"))
	claim(out, "agrawal-modified-grid-anomalies", "section 4", "The anomalies of the points on the diagonals no longer exist on the modified grid.",
		experiments.ForAll(fmt.Sprintf("odd q in 3..%d", p.Sides), experiments.EveryFrom(3, p.Sides, 2), noDiagonalAnomaly))
	claim(out, "agrawal-figure-4", "Figure 4", "The modified grid for q = 9 and N = 40 is the printed one, cell by cell.",
		experiments.ForAll("the cells of Figure 4", printed.grid(), func(c numberedCell) (bool, string) {
			return c.site == c.printed, fmt.Sprintf("cell %v: computed %d, printed %d", c.gridCell, c.site, c.printed)
		}))
	claim(out, "agrawal-figure-5", "section 4 and Figure 5", "The quorums S_11 and S_34 are the printed ones, as unions of three pieces and as sets.",
		experiments.ForAll("the sets of section 4", experiments.Numbers(0, len(printed.Text)-1), func(e int) (bool, string) {
			return piecesAgree(printed.Text[e], slices.Concat(text.Pieces[e].Pieces...))
		}))
	claim(out, "agrawal-figure-5-size", "section 4", "The quorum size is 9 = ⌈√2·√40⌉.",
		experiments.ForAll("the sets of section 4", printed.Text, func(e printedPath) (bool, string) {
			size, ceiling := len(construct.BilliardPath(e.Q, int(e.Site))), gf.FloorSqrt(2*text.Example.N-1)+1
			return size == text.Example.Q && ceiling == size, fmt.Sprintf("S_%v: size %d, ⌈√(2·%d)⌉ = %d", e.Site, size, text.Example.N, ceiling)
		}))
}

// claimGenerate judges procedure generate, the sets of Figure 7 and the examples of Proposition 2.
func claimGenerate(out *experiments.Output, p figureParameters, printed printedFigures, text printedText, rows []generateRow) {
	odd := fmt.Sprintf("odd q in 3..%d", p.Sides)
	claim(out, "agrawal-figure-6", "Figure 6", "Procedure generate gives the broken billiard path of every site.",
		experiments.ForAll(odd, rows, func(r generateRow) (bool, string) { return r.Agree == r.Sites, r.First }))
	claim(out, "agrawal-figure-6-start", "Figure 6 and section 5",
		"x_1 is the site of (i+j-1,1), on the leftmost column, if i+j < q+1, and of (q,i+j-q), on the bottommost row, if i+j > q+1.",
		experiments.ForAll(odd, rows, func(r generateRow) (bool, string) {
			return r.Starts == r.Sites, fmt.Sprintf("q = %d: for %d of %d sites", r.Q, r.Starts, r.Sites)
		}))
	claim(out, "agrawal-figure-6-linear", "section 5", "Procedure generate takes linear time: q-1 additions to x for each set.",
		experiments.ForAll(odd, rows, func(r generateRow) (bool, string) {
			return r.LeastAdditions == r.Q-1 && r.MostAdditions == r.Q-1, fmt.Sprintf("q = %d: %d to %d additions", r.Q, r.LeastAdditions, r.MostAdditions)
		}))
	claim(out, "agrawal-x-1", "section 5", "x_1 = 23 for the path of Figure 5 (a), and x_1 = 38 for that of Figure 5 (b).",
		experiments.ForAll("both paths", experiments.Numbers(0, len(text.Starts)-1), func(e int) (bool, string) {
			s := text.Starts[e]
			x, _ := generated(s.Q, s.Site.Ordinal())
			return x[1] == s.X1.Ordinal(), fmt.Sprintf("S_%v: x_1 = %d, printed %v", s.Site, x[1], s.X1)
		}))
	claim(out, "agrawal-figure-7", "Figure 7", "The billiard quorums for q = 3, 5 and 7 are the printed ones, every set.",
		experiments.ForAll(paperSets, printed.sets(), func(s printedPath) (bool, string) {
			return s.computed().Equal(s.Quorum), fmt.Sprintf("q = %d, S_%v: computed %v, printed %v", s.Q, s.Site, s.computed(), s.Quorum)
		}))
	claim(out, "agrawal-proposition-2-examples", "Proposition 2, examples", "For q = 9, cell (8,5) contains site 34, and site 27 is in cell (6,9).",
		experiments.ForAll("the printed cells", slices.Concat(printed.Cells, printed.Text), func(c printedPath) (bool, string) {
			cell, printed := cellOf(c.Q, int(c.Site)), gridCell{c.Cell[0] - 1, c.Cell[1] - 1}
			return cell == printed && construct.BilliardSite(c.Q, printed.Row, printed.Column) == int(c.Site),
				fmt.Sprintf("site %v is in %v, printed %v", c.Site, cell, printed)
		}))
}

// brokenAs judges which meaning of "rotation of the segments after s" gives the printed sets.
func brokenAs(sets []printedPath) experiments.Judgement {
	gives := func(how breaking) func(s printedPath) (bool, string) {
		return func(s printedPath) (bool, string) {
			walk := brokenWalk(s.Q, cellOf(s.Q, int(s.Site)), how)
			sites, ok := sitesOf(s.Q, walk)
			return ok && quorum.SetOf(sites...).Equal(s.Quorum),
				fmt.Sprintf("q = %d, S_%v: the rotated path is %s, printed %v", s.Q, s.Site, cellsText(walk), s.Quorum)
		}
	}
	count := func(how breaking) int {
		return experiments.Count(sets, func(s printedPath) bool { ok, _ := gives(how)(s); return ok })
	}
	reading := fmt.Sprintf("the two segments after s are walked in the other order, so that the path ends where the billiard path ends; "+
		"of %d printed sets this gives %d, a rotation of the rest about s %d, turning each segment by 90° %d",
		len(sets), count(interchanged), count(rotated), count(mirrored))
	return experiments.HoldsUnderReading(reading,
		experiments.ForAll(paperSets, sets, gives(rotated)), experiments.ForAll(paperSets, sets, gives(interchanged)))
}

// noDiagonalAnomaly judges one modified grid: no cell lies on the line from the bottom left corner
// to the top right one, whose points share a path, nor in the other two corners, and all paths
// differ.
func noDiagonalAnomaly(q int) (bool, string) {
	names := map[string]int{}
	for site := range (q*q - 1) / 2 {
		cell := cellOf(q, site)
		corner := cell.Row%(q-1) == 0 && cell.Column%(q-1) == 0
		name := quorum.SetOf(construct.BilliardPath(q, site)...).String()
		other, twice := names[name]
		if cell.Row+cell.Column == q-1 || corner || twice {
			return false, fmt.Sprintf("q = %d: site %v in cell %v, path of site %v", q, quorum.Node(site), cell, quorum.Node(other))
		}
		names[name] = site
	}
	return true, ""
}

// piecesAgree judges whether the union of pieces is the path of the text, the path of procedure
// generate, and the set.
func piecesAgree(example printedPath, path []quorum.Node) (bool, string) {
	x, _ := generated(example.Q, example.Site.Ordinal())
	var nodes, numbers []int
	for _, v := range path {
		nodes, numbers = append(nodes, int(v)), append(numbers, v.Ordinal())
	}
	return slices.Equal(path, example.Path) && slices.Equal(numbers, x[1:]) && quorum.SetOf(nodes...).Equal(example.Quorum),
		fmt.Sprintf("S_%v: path %v, printed pieces %v, printed set %v", example.Site, x[1:], path, example.Quorum)
}
