package billiard

import (
	"fmt"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/quorum"
)

// gridCell is a cell of a q × q grid, row and column from 0; its text counts from 1, as the paper does.
type gridCell struct{ Row, Column int }

func (c gridCell) String() string { return fmt.Sprintf("(%d,%d)", c.Row+1, c.Column+1) }

func (c gridCell) plus(d gridCell) gridCell { return gridCell{c.Row + d.Row, c.Column + d.Column} }

func cellsText(cells []gridCell) string {
	var text []string
	for _, c := range cells {
		text = append(text, c.String())
	}
	return strings.Join(text, " ")
}

// billiardWalk follows a ball through a cell of the q × q grid, any q and any cell: from the left or the
// bottom side up and right through the cell, reflected at the sides, for q cells. It knows neither site numbers
// nor procedure generate. at is the place of the cell on the walk.
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

// breaking says what becomes of the part of a billiard path after its cell s.
type breaking int

const (
	interchanged breaking = iota // the two segments after s are walked in the other order
	rotated                      // the rest turns by 90° about s as a whole: clockwise above the diagonal, else the other way
	mirrored                     // each of the two segments turns by 90°: the rest is reflected in the line through s
)

// brokenWalk breaks the billiard path through a cell at the cell. The cells may leave the grid, save for interchanged.
func brokenWalk(q int, cell gridCell, how breaking) []gridCell {
	walk, at := billiardWalk(q, cell)
	var steps []gridCell
	for k := at; k+1 < q; k++ {
		steps = append(steps, gridCell{walk[k+1].Row - walk[k].Row, walk[k+1].Column - walk[k].Column})
	}
	above := cell.Row+cell.Column < q-1
	switch how {
	case interchanged:
		slices.Reverse(steps)
	case rotated:
		for k, s := range steps {
			steps[k] = gridCell{s.Column, -s.Row}
			if !above {
				steps[k] = gridCell{-s.Column, s.Row}
			}
		}
	case mirrored:
		for k, s := range steps {
			steps[k] = gridCell{-s.Row, s.Column}
			if !above {
				steps[k] = gridCell{s.Row, -s.Column}
			}
		}
	}
	broken, c := slices.Clone(walk[:at+1]), cell
	for _, s := range steps {
		c = c.plus(s)
		broken = append(broken, c)
	}
	return broken
}

// sitesOf numbers cells of the modified grid; ok is false if one is none.
func sitesOf(q int, cells []gridCell) (sites []int, ok bool) {
	for _, c := range cells {
		if min(c.Row, c.Column) < 0 || max(c.Row, c.Column) >= q || (c.Row+c.Column)%2 == 0 {
			return nil, false
		}
		sites = append(sites, construct.BilliardSite(q, c.Row, c.Column))
	}
	return sites, true
}

// crossings lists the blocks of 2 × 2 cells in which one walk takes one diagonal and the other walk the other
// one, by their upper left cell.
func crossings(a, b []gridCell) []gridCell {
	type diagonal struct {
		block gridCell
		down  bool // to the right
	}
	steps := func(walk []gridCell) []diagonal {
		var list []diagonal
		for k := range len(walk) - 1 {
			p, r := walk[k], walk[k+1]
			list = append(list, diagonal{gridCell{min(p.Row, r.Row), min(p.Column, r.Column)}, (r.Row-p.Row)*(r.Column-p.Column) > 0})
		}
		return list
	}
	var blocks []gridCell
	for _, s := range steps(a) {
		for _, u := range steps(b) {
			if s.block == u.block && s.down != u.down {
				blocks = append(blocks, s.block)
			}
		}
	}
	return blocks
}

// turns counts the cells in which a walk changes its direction.
func turns(walk []gridCell) (n int) {
	for k := 2; k < len(walk); k++ {
		if walk[k].Row-walk[k-1].Row != walk[k-1].Row-walk[k-2].Row || walk[k].Column-walk[k-1].Column != walk[k-1].Column-walk[k-2].Column {
			n++
		}
	}
	return n
}

// generated is procedure generate of Figure 6 as it is printed, 1-based: x[k] for k = 1..q, x[0] unused, and how
// many additions to x it makes.
func generated(q, n int) (x []int, additions int) {
	x = make([]int, q+1)
	j := 2 * n % q
	if j == 0 {
		j = q // mod returns 1, 2, ..., q
	}
	i := 1 + (2*n-j)/q
	set := func(k, value int) { x[k] = value; additions++ }
	if i+j < q+1 {
		x[1] = ((i+j-2)*q + 1) / 2
		for k := 1; k <= j-1; k++ {
			set(k+1, x[k]-(q-1)/2)
		}
		for k := j; k <= q-i; k++ {
			set(k+1, x[k]+(q+1)/2)
		}
		for k := q - i + 1; k <= q-1; k++ {
			set(k+1, x[k]-(q-1)/2)
		}
	}
	if i+j > q+1 {
		x[1] = (q*q-1)/2 - (2*q-i-j-1)/2
		for k := 1; k <= q-i; k++ {
			set(k+1, x[k]-(q-1)/2)
		}
		for k := q - i + 1; k <= j-1; k++ {
			set(k+1, x[k]-(q+1)/2)
		}
		for k := j; k <= q-1; k++ {
			set(k+1, x[k]-(q-1)/2)
		}
	}
	return x, additions
}

// ordinaryRow is what was found about broken billiard paths on the ordinary q × q grid, diagonal adjacency
// allowed.
type ordinaryRow struct {
	Q, Sites, Paths int // cells, and different paths as sets of cells
	Pairs, Disjoint int // pairs of cells, and those whose paths share no cell
	SameParity      int // of the disjoint pairs, those whose cells have sums of equal parity
	Uncrossed       int // of the disjoint pairs, those whose paths do not cross inside a block either
	First           string
}

// disjointPair is a pair of cells whose broken paths share no cell.
type disjointPair struct{ s, t gridCell }

// ordinaryGrid judges all pairs of cells.
func ordinaryGrid(q int) (ordinaryRow, []disjointPair) {
	row := ordinaryRow{Q: q, Sites: q * q}
	walks, sets, names := make([][]gridCell, q*q), make([]quorum.Set, q*q), map[string]bool{}
	for c := range q * q {
		walks[c] = brokenWalk(q, gridCell{c / q, c % q}, interchanged)
		var cells []int
		for _, w := range walks[c] {
			cells = append(cells, w.Row*q+w.Column)
		}
		sets[c] = quorum.SetOf(cells...)
		names[sets[c].String()] = true
	}
	row.Paths = len(names)
	var pairs []disjointPair
	for b := range q * q {
		for a := range b {
			row.Pairs++
			if sets[a].Intersects(sets[b]) {
				continue
			}
			row.Disjoint++
			s, t := gridCell{a / q, a % q}, gridCell{b / q, b % q}
			pairs = append(pairs, disjointPair{s, t})
			if (s.Row+s.Column-t.Row-t.Column)%2 == 0 {
				row.SameParity++
			}
			if len(crossings(walks[a], walks[b])) == 0 {
				row.Uncrossed++
			}
		}
	}
	if len(pairs) > 0 {
		row.First = fmt.Sprintf("%v and %v", pairs[0].s, pairs[0].t)
	}
	return row, pairs
}
