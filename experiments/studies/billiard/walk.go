package billiard

import (
	"context"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// gridCell is a cell of a q × q grid, row and column from 0; its text counts from 1, as the paper
// does.
type gridCell struct{ Row, Column int }

func (c gridCell) String() string { return fmt.Sprintf("(%d,%d)", c.Row+1, c.Column+1) }

func (c gridCell) plus(d gridCell) gridCell  { return gridCell{c.Row + d.Row, c.Column + d.Column} }
func (c gridCell) minus(d gridCell) gridCell { return gridCell{c.Row - d.Row, c.Column - d.Column} }

// above reports whether the cell is above the diagonal from the lower left corner.
func (c gridCell) above(q int) bool { return c.Row+c.Column < q-1 }

// cellOf returns the cell of a site by Proposition 2.
func cellOf(q, site int) gridCell {
	i, j := construct.BilliardCell(q, site)
	return gridCell{i, j}
}

func cellsText(cells []gridCell) string {
	return show.Join(cells, " ", gridCell.String)
}

// billiardWalk follows a ball through a cell of the q × q grid, any q and any cell: from the left
// or the bottom side up and right through the cell, reflected at the sides, for q cells. It uses
// neither site numbers nor procedure generate. at is the position of the cell on the walk.
func billiardWalk(q int, cell gridCell) (walk []gridCell, at int) {
	c := cell
	for c.Column > 0 && c.Row < q-1 {
		c = c.plus(gridCell{1, -1})
		at++
	}
	walk, step := []gridCell{c}, gridCell{-1, 1}
	for len(walk) < q {
		if c.Row+step.Row < 0 {
			step.Row = 1
		}
		if c.Column+step.Column >= q {
			step.Column = -1
		}
		c = c.plus(step)
		walk = append(walk, c)
	}
	return walk, at
}

// steps lists the differences of successive cells.
func steps(walk []gridCell) []gridCell {
	list := make([]gridCell, len(walk)-1)
	for k := range list {
		list[k] = walk[k+1].minus(walk[k])
	}
	return list
}

// turns counts the cells in which a walk changes its direction.
func turns(walk []gridCell) int { return len(slices.Compact(steps(walk))) - 1 }

// breaking is a way to transform the part of a billiard path after its cell s.
type breaking int

const (
	interchanged breaking = iota // the two segments after s are walked in the other order
	rotated                      // the rest turns by 90° about s as a whole: clockwise above the diagonal, otherwise the other way
	mirrored                     // each of the two segments turns by 90°: the rest is reflected in the line through s
)

// brokenWalk breaks the billiard path through a cell at the cell. The cells may leave the grid,
// except for interchanged.
func brokenWalk(q int, cell gridCell, how breaking) []gridCell {
	walk, at := billiardWalk(q, cell)
	rest := steps(walk[at:])
	clockwise := 1
	if !cell.above(q) {
		clockwise = -1
	}
	switch how {
	case interchanged:
		slices.Reverse(rest)
	case rotated:
		for k, s := range rest {
			rest[k] = gridCell{clockwise * s.Column, -clockwise * s.Row}
		}
	case mirrored:
		for k, s := range rest {
			rest[k] = gridCell{-clockwise * s.Row, clockwise * s.Column}
		}
	}
	broken := slices.Clone(walk[:at+1])
	for _, s := range rest {
		cell = cell.plus(s)
		broken = append(broken, cell)
	}
	return broken
}

// sitesOf numbers cells of the modified grid; ok is false if a cell is not in it.
func sitesOf(q int, cells []gridCell) (sites []int, ok bool) {
	for _, c := range cells {
		if min(c.Row, c.Column) < 0 || max(c.Row, c.Column) >= q || (c.Row+c.Column)%2 == 0 {
			return nil, false
		}
		sites = append(sites, construct.BilliardSite(q, c.Row, c.Column))
	}
	return sites, true
}

// crossings lists the blocks of 2 × 2 cells in which the two walks take different diagonals, by
// their upper left cell.
func crossings(a, b []gridCell) []gridCell {
	var blocks []gridCell
	other := steps(b)
	for k, s := range steps(a) {
		for l, u := range other {
			// Different diagonals with the same middle belong to one block.
			if a[k].plus(a[k+1]) == b[l].plus(b[l+1]) && s.Row*s.Column != u.Row*u.Column {
				blocks = append(blocks, gridCell{min(a[k].Row, a[k+1].Row), min(a[k].Column, a[k+1].Column)})
			}
		}
	}
	return blocks
}

// generated runs procedure generate of Figure 6 as printed. Its x is 1-based: x[k] for k = 1..q,
// x[0] unused. additions counts the additions to x.
func generated(q, n int) (x []int, additions int) {
	x = make([]int, q+1)
	j := 2 * n % q
	if j == 0 {
		j = q // mod returns 1, 2, ..., q
	}
	i := 1 + (2*n-j)/q
	add := func(first, last, difference int) {
		for k := first; k <= last; k++ {
			x[k+1] = x[k] + difference
			additions++
		}
	}
	if i+j < q+1 {
		x[1] = ((i+j-2)*q + 1) / 2
		add(1, j-1, -(q-1)/2)
		add(j, q-i, (q+1)/2)
		add(q-i+1, q-1, -(q-1)/2)
	}
	if i+j > q+1 {
		x[1] = (q*q-1)/2 - (2*q-i-j-1)/2
		add(1, q-i, -(q-1)/2)
		add(q-i+1, j-1, -(q+1)/2)
		add(j, q-1, -(q-1)/2)
	}
	return x, additions
}

// generateRow compares procedure generate with the geometric path, for all sites of one grid.
type generateRow struct {
	Q              int    `csv:"q,cells" doc:"side of the modified grid"`
	Sites          int    `csv:"sites,sites" doc:"N"`
	Agree          int    `csv:"agree,sites" doc:"for which the procedure as printed gives the walked path, in order"`
	Library        int    `csv:"construct_agrees,sites" doc:"for which the library does"`
	Starts         int    `csv:"starts,sites" doc:"for which x_1 is in the cell and on the side that comments and text name"`
	LeastAdditions int    `csv:"least_additions,additions" doc:"to x in one run of the procedure"`
	MostAdditions  int    `csv:"most_additions,additions" doc:"to x in one run of the procedure"`
	First          string // first disagreement
}

func judgeGenerate(_ context.Context, q int) (generateRow, error) {
	row := generateRow{Q: q, Sites: (q*q - 1) / 2, LeastAdditions: q * q}
	for site := range row.Sites {
		x, additions := generated(q, quorum.Node(site).Ordinal())
		row.LeastAdditions, row.MostAdditions = min(row.LeastAdditions, additions), max(row.MostAdditions, additions)
		cell := cellOf(q, site)
		walk := brokenWalk(q, cell, interchanged)
		same := func(sites []int) bool {
			return slices.EqualFunc(sites, x[1:], func(v, number int) bool { return quorum.Node(v).Ordinal() == number })
		}
		if walked, ok := sitesOf(q, walk); ok && same(walked) {
			row.Agree++
		} else if row.First == "" {
			row.First = fmt.Sprintf("q = %d, site %v: generate %v, walk %s", q, quorum.Node(site), x[1:], cellsText(walk))
		}
		row.Library += oneIf(same(construct.BilliardPath(q, site)))
		// The comments of Figure 6 and the text after it, 1-based.
		sum := cell.Row + cell.Column
		start := gridCell{sum, 0}
		if sum+2 > q+1 {
			start = gridCell{q - 1, sum + 1 - q}
		}
		row.Starts += oneIf(walk[0] == start && quorum.Node(construct.BilliardSite(q, start.Row, start.Column)).Ordinal() == x[1])
	}
	return row, nil
}

// ordinaryRow holds the results for broken billiard paths on the ordinary q × q grid, with diagonal
// adjacency allowed.
type ordinaryRow struct {
	Q          int    `csv:"q,cells" doc:"side of the ordinary grid"`
	Sites      int    `csv:"sites,sites" doc:"cells"`
	Paths      int    `csv:"paths,paths" doc:"different broken billiard paths"`
	Pairs      int    `csv:"pairs,pairs" doc:"of two sites"`
	Disjoint   int    `csv:"disjoint,pairs" doc:"whose broken paths share no cell"`
	SameParity int    `csv:"disjoint_equal_parity,pairs" doc:"of these, with row + column of equal parity: steps keep the parity, so all pairs of unequal parity are disjoint, and no others"`
	Uncrossed  int    `csv:"disjoint_uncrossed,pairs" doc:"of these, whose paths do not cross in a block of 2 × 2 cells either"`
	First      string `csv:"first" doc:"the first such pair, cells (row,column)"`
}

// meetContinuous reports whether the broken paths through the centres of two cells meet in the unit
// square.
func meetContinuous(q int, cells [2]gridCell) bool {
	path := func(c gridCell) polyline { return BrokenPath(2*q, 2*c.Column+1, 2*(q-c.Row)-1) }
	return path(cells[0]).meets(path(cells[1]))
}

// ordinaryGrid judges all pairs of cells, and lists those whose broken paths share no cell.
func ordinaryGrid(q int) (row ordinaryRow, disjoint [][2]gridCell) {
	row = ordinaryRow{Q: q, Sites: q * q}
	walks, paths, names := make([][]gridCell, q*q), make([]quorum.Set, q*q), map[string]bool{}
	for c := range q * q {
		walks[c] = brokenWalk(q, gridCell{c / q, c % q}, interchanged)
		var cells []int
		for _, w := range walks[c] {
			cells = append(cells, w.Row*q+w.Column)
		}
		paths[c] = quorum.SetOf(cells...)
		names[paths[c].String()] = true
	}
	row.Paths = len(names)
	for b := range q * q {
		for a := range b {
			row.Pairs++
			if paths[a].Intersects(paths[b]) {
				continue
			}
			s, t := gridCell{a / q, a % q}, gridCell{b / q, b % q}
			disjoint = append(disjoint, [2]gridCell{s, t})
			row.SameParity += oneIf((s.Row+s.Column-t.Row-t.Column)%2 == 0)
			row.Uncrossed += oneIf(len(crossings(walks[a], walks[b])) == 0)
		}
	}
	row.Disjoint = len(disjoint)
	if len(disjoint) > 0 {
		row.First = fmt.Sprintf("%v and %v", disjoint[0][0], disjoint[0][1])
	}
	return row, disjoint
}

// oneIf returns 1 if the case holds, otherwise 0.
func oneIf(holds bool) int {
	if holds {
		return 1
	}
	return 0
}
