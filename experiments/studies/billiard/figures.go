package billiard

import (
	"context"
	"math/big"
	"slices"

	"coterie/experiments"
	"coterie/internal/picture/draw"
)

// figureParameters holds the parameters of the study billiard-figures.
type figureParameters struct {
	Unit     int    `json:"unit"`     // of the points of Figures 1 and 2: coordinates in 1/unit
	Above    [2]int `json:"above"`    // s
	Below    [2]int `json:"below"`    // s'
	Denoms   int    `json:"denoms"`   // continuous statements: points in multiples of 1/d, d = 1..denoms
	Ordinary int    `json:"ordinary"` // Figure 3: ordinary grids of side 3..ordinary
	Sides    int    `json:"sides"`    // Figure 6: odd q from 3 to this
}

// Figures returns the study billiard-figures.
func Figures() experiments.Study {
	return experiments.NewStudy(experiments.Spec[figureParameters]{
		Name:  "billiard-figures",
		Title: "Figures 1 to 7 of the billiard paper, computed beside printed",
		Doc: "Agrawal, Eğecioğlu and El Abbadi 1997, sections 3 to 5: row and column, billiard and broken billiard paths in the unit square with exact " +
			"coordinates, and what is claimed of them, judged on all points with small denominators; pairs of sites of the ordinary q × q grid whose " +
			"broken paths cross without a common cell (Figure 3); the modified grid, both paths of Figure 5, procedure generate against a walk that " +
			"knows no site numbers, and every set of Figure 7.",
		Default: figureParameters{Unit: 20, Above: [2]int{5, 13}, Below: [2]int{14, 6}, Denoms: 16, Ordinary: 13, Sides: 41},
		Full:    &figureParameters{Unit: 20, Above: [2]int{5, 13}, Below: [2]int{14, 6}, Denoms: 28, Ordinary: 23, Sides: 101},
		Declare: declareFigures,
	})
}

func declareFigures(out *experiments.Output, p figureParameters) {
	printed, text := experiments.Must2(readPaper(out.Env))
	continuous := experiments.Compute(out, "continuous", experiments.Numbers(1, p.Denoms), judgeContinuous)
	ordinary := experiments.Compute(out, "ordinary", experiments.Numbers(3, max(p.Ordinary, text.Figure3)),
		func(_ context.Context, q int) (ordinaryRow, error) {
			row, _ := ordinaryGrid(q)
			return row, nil
		})
	generate := experiments.Compute(out, "generate", experiments.EveryFrom(3, p.Sides, 2), judgeGenerate)
	if out.Err() != nil {
		return
	}
	pairs := figureThreePairs(text.Figure3)
	tabulateSquare(out, p, continuous)
	tabulateOrdinary(out, text.Figure3, ordinary, pairs)
	tabulateModified(out, printed, text, generate)
	foundFigures(out, p, generate)
	claimContinuous(out, p, continuous)
	claimDiscrete(out, p, printed, text, ordinary, pairs)
	claimGenerate(out, p, printed, text, generate)
}

// picture emits a scene that was drawn from the sheets.
func picture(out *experiments.Output, stem string, scene draw.Scene, from ...*experiments.Sheet) {
	out.Draw(stem, func() (experiments.Picture, error) { return scene.Picture() }, from...)
}

// tabulateSquare emits Figures 1 and 2 and the results for points of the unit square.
func tabulateSquare(out *experiments.Output, p figureParameters, rows []continuousRow) {
	coordinate := func(i int) func(squareLine) *big.Rat {
		return func(v squareLine) *big.Rat { return unitRatio(v.path[v.k][i], p.Unit) }
	}
	lines := squareLines(p)
	figures := experiments.Table(out, "figure-1-2", experiments.Flat(lines, squareLine.vertices),
		"figure", "point", "line",
		experiments.Ints("vertex", "", "place in the polyline, from 1", func(v squareLine) int { return v.k + 1 }),
		experiments.Ratios("x", "", "to the right", coordinate(0)),
		experiments.Ratios("y", "", "up", coordinate(1)),
		experiments.Bools("is_point", "", "whether the vertex is the point itself", func(v squareLine) bool { return v.path[v.k] == v.at }))
	picture(out, "figure-1", sceneOne(p.Unit, lines[:2]), figures)
	picture(out, "figure-2", sceneTwo(p.Unit, lines[2:]), figures)

	experiments.Table(out, "continuous", rows,
		"denominator", "points", "pairs",
		experiments.Ints("grid_disjoint", "pairs", "with disjoint row-and-column quorums", func(r continuousRow) int { return r.GridMeetings.Count }),
		experiments.Ints("grid_same", "pairs", "with the same row-and-column quorum", func(r continuousRow) int { return r.GridSame.Count }),
		"slope_1_pairs",
		experiments.Ints("slope_1_differ", "pairs", "of these, with different billiard paths", func(r continuousRow) int { return r.SlopeOne.Count }),
		experiments.Ints("broken_disjoint", "pairs", "with disjoint broken billiard paths", func(r continuousRow) int { return r.BrokenMeetings.Count }),
		experiments.Ints("broken_same", "pairs", "with the same broken billiard path", func(r continuousRow) int { return r.BrokenSame.Count }),
		experiments.Ints("broken_same_unexplained", "pairs",
			"of different points where the rule of equal paths fails: both on y = x, or the corners (0,1) and (1,0)",
			func(r continuousRow) int { return r.OtherSame.Count }),
		experiments.Ints("other_length", "points", "with a broken billiard path of another length than √2",
			func(r continuousRow) int { return r.BrokenLengths.Count }),
		experiments.Ints("no_peak", "points", "off y = x without the peak that the text promises", func(r continuousRow) int { return r.Peaks.Count }),
		"rotated_outside")
}

// numberedPair is a pair of sites of figure-3.csv.
type numberedPair struct {
	number int `csv:"pair" doc:"number of the pair"`
	sites  [2]gridCell
	paths  [2][]gridCell
	meet   bool `csv:"continuous_meet" doc:"whether the paths through the centres of s and s' meet in the unit square"`
}

// figureThreePairs lists the pairs of sites with disjoint paths. The pairs that look most like the
// figure come first: both paths have two turns, one site is above the diagonal and one below.
func figureThreePairs(q int) []numberedPair {
	_, found := ordinaryGrid(q)
	pairs := make([]numberedPair, len(found))
	for i, p := range found {
		pairs[i] = numberedPair{sites: p, meet: meetContinuous(q, p)}
		for k, c := range p {
			pairs[i].paths[k] = brokenWalk(q, c, interchanged)
		}
	}
	unlike := func(p numberedPair) int {
		sameSide := p.sites[0].above(q) == p.sites[1].above(q)
		return oneIf(sameSide) - turns(p.paths[0]) - turns(p.paths[1])
	}
	slices.SortStableFunc(pairs, func(a, b numberedPair) int { return unlike(a) - unlike(b) })
	for i := range pairs {
		pairs[i].number = i + 1
	}
	return pairs
}

// pairNames are the names of the sites of a pair.
var pairNames = [...]string{"s", "s'"}

// pathCell is a cell of the broken path of s or of s'.
type pathCell struct {
	gridCell
	point string   `csv:"point" doc:"s as in part (a), s' as in part (b)"`
	k     int      `csv:"k" doc:"place on the path, from the left or the bottom side"`
	at    gridCell // the site
}

// cells lists the cells of both paths.
func (p numberedPair) cells() (list []pathCell) {
	for i, path := range p.paths {
		for k, c := range path {
			list = append(list, pathCell{c, pairNames[i], k + 1, p.sites[i]})
		}
	}
	return list
}

// tabulateOrdinary emits Figure 3. The paper's text does not name its sites s and s'.
func tabulateOrdinary(out *experiments.Output, side int, rows []ordinaryRow, pairs []numberedPair) {
	experiments.Table(out, "ordinary-grid", rows,
		"q", "sites", "paths", "pairs", "disjoint", "disjoint_equal_parity", "disjoint_uncrossed",
		"first")

	experiments.Table(out, "figure-3", pairs,
		"pair",
		experiments.Texts("s", "", "cell of s, (row,column) from 1 as in the paper", func(p numberedPair) string { return p.sites[0].String() }),
		experiments.Texts("other", "", "cell of s'", func(p numberedPair) string { return p.sites[1].String() }),
		experiments.Texts("path_s", "", "cells of the broken path of s, in order", func(p numberedPair) string { return cellsText(p.paths[0]) }),
		experiments.Texts("path_other", "", "cells of the broken path of s'", func(p numberedPair) string { return cellsText(p.paths[1]) }),
		experiments.Ints("turns_s", "turns", "of the path of s", func(p numberedPair) int { return turns(p.paths[0]) }),
		experiments.Ints("turns_other", "turns", "of the path of s'", func(p numberedPair) int { return turns(p.paths[1]) }),
		experiments.Texts("crossings", "", "upper left cells of the 2 × 2 blocks in which the paths cross along different diagonals",
			func(p numberedPair) string { return cellsText(crossings(p.paths[0], p.paths[1])) }),
		"continuous_meet")

	first := pairs[:min(1, len(pairs))]
	paths := experiments.Table(out, "figure-3-paths", experiments.Flat(first, numberedPair.cells),
		"point", "k",
		experiments.Ints("row", "", "i, from the top", func(c pathCell) int { return c.Row + 1 }),
		experiments.Ints("column", "", "j, from the left", func(c pathCell) int { return c.Column + 1 }),
		experiments.Bools("is_point", "", "whether the cell is the site itself", func(c pathCell) bool { return c.gridCell == c.at }))
	for _, p := range first {
		picture(out, "figure-3", sceneThree(side, p), paths)
	}
}

// tabulateModified emits Figures 4 to 7.
func tabulateModified(out *experiments.Output, printed printedFigures, text printedText, rows []generateRow) {
	grid, side := printed.grid(), len(printed.Figure4)
	figure4 := experiments.Table(out, "figure-4", grid,
		experiments.Ints("row", "", "i", func(c numberedCell) int { return c.Row + 1 }),
		experiments.Ints("column", "", "j", func(c numberedCell) int { return c.Column + 1 }),
		"site", "printed",
		experiments.Bools("agrees", "", "computed equals printed", func(c numberedCell) bool { return c.site == c.printed }))
	picture(out, "figure-4", sceneFour(side, grid), figure4)

	paths := printed.paths(text)
	figure5 := experiments.Table(out, "figure-5", slices.Concat(paths...),
		"site", "piece", "k",
		experiments.Ints("row", "", "i, by the walk", func(s pathSite) int { return s.Row + 1 }),
		experiments.Ints("column", "", "j, by the walk", func(s pathSite) int { return s.Column + 1 }),
		"computed", "printed", "agrees")
	picture(out, "figure-5", sceneFive(side, grid, paths), figure4, figure5)

	experiments.Table(out, "figure-6", rows,
		"q", "sites", "agree", "construct_agrees", "starts", "least_additions", "most_additions")

	experiments.Table(out, "figure-7", printed.sets(),
		"q",
		experiments.Ints("site", "", "i", func(s printedPath) int { return s.Site.Ordinal() }),
		experiments.Texts("computed", "", "S_i", func(s printedPath) string { return s.computed().String() }),
		experiments.Texts("printed", "", "S_i in Figure 7, or in the text for q = 9", func(s printedPath) string { return s.Quorum.String() }),
		experiments.Bools("agrees", "", "computed equals printed", func(s printedPath) bool { return s.computed().Equal(s.Quorum) }))
}
