package draw

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"

	"coterie/construct"
	"coterie/internal/picture/canvas"
	"coterie/quorum"
)

// lattice is a rectangle of equal cells with row 0 on top.
type lattice struct {
	rows, columns int
	side          vg.Length
	left          vg.Length // space for row numbers
	top           vg.Length // space for column numbers
}

// finest is the least side of a cell that can be seen as a cell.
const finest vg.Length = 5

// newLattice chooses the side of the cells. It returns false for ok if they would be too small to
// see.
func newLattice(rows, columns int) (l lattice, ok bool) {
	l = lattice{rows: rows, columns: columns, left: 22, top: 14}
	l.side = min((bodyWidth-1.5*l.left)/vg.Length(columns), (bodyHeight-l.top)/vg.Length(rows), 30)
	return l, l.side >= finest
}

func (l lattice) width() vg.Length  { return l.left + vg.Length(l.columns)*l.side }
func (l lattice) height() vg.Length { return l.top + vg.Length(l.rows)*l.side }

func (l lattice) box(row, column int) vg.Rectangle {
	return square(l.left+vg.Length(column)*l.side, vg.Length(l.rows-1-row)*l.side, l.side)
}

func (l lattice) centre(row, column int) vg.Point { return cell{box: l.box(row, column)}.centre() }

// axes writes row and column numbers, as many as fit.
func (l lattice) axes(b *body) {
	const size = 7
	widest := textWidth(quorum.Index(l.columns-1).String(), size, false) + 2
	every := stride(l.columns, l.side, max(widest, size*(ascent+descent)))
	for c := 0; c < l.columns; c++ {
		if labelled(c, every) {
			at := l.centre(0, c)
			b.centred(quorum.Index(c).String(), size, false, pt(at.X, l.height()-l.top/2), canvas.Ink())
		}
	}
	every = stride(l.rows, l.side, size*(ascent+descent))
	for r := 0; r < l.rows; r++ {
		if labelled(r, every) {
			at := l.centre(r, 0)
			b.before(quorum.Index(r).String(), size, pt(l.left-4, at.Y))
		}
	}
}

// stride returns the least of 1, 2, 5, 10, ... such that labels of a length fit on every so many of
// count things, which are step apart.
func stride(count int, step, length vg.Length) int {
	for every := 1; ; every *= 10 {
		for _, f := range []int{1, 2, 5} {
			if vg.Length(every*f)*step >= length || every*f >= count {
				return every * f
			}
		}
	}
}

// labelled reports whether thing i, from 0, has a label when one in every things has. These things
// have round numbers, counted from 1.
func labelled(i, every int) bool {
	return quorum.Index(i).Ordinal()%every == 0
}

// billiardPaths draws the paths of several sites. A cell on several paths is divided.
func billiardPaths(q int, sites []int) *Picture {
	p := page{title: fmt.Sprintf("billiard:q=%d, the broken billiard path of site %v", q, quorum.Node(sites[0]))}
	if len(sites) > 1 {
		p.title = fmt.Sprintf("billiard:q=%d, the broken billiard paths of sites %s", q, nodeList(sites))
	}
	l, ok := newLattice(q, q)
	if !ok {
		return billiardLines(q, sites, p, l)
	}
	var list []highlight
	for k, site := range sites {
		list = append(list, highlight{nodes: construct.BilliardPath(q, site), look: Category(k),
			name: fmt.Sprintf("the path of site %v, K = %d", quorum.Node(site), q)})
	}
	looks := looksOf((q*q-1)/2, list)
	numbers := p.modifiedGrid(l, q, func(v int, c *cell) {
		c.looks = looks[v]
		if slices.Contains(sites, v) {
			if c.strong = true; len(sites) == 1 {
				c.looks = []Look{Chosen}
			}
		}
	}, list)
	if len(sites) == 1 {
		p.legend = []Entry{
			LookEntry(Chosen, fmt.Sprintf("site %v", quorum.Node(sites[0]))),
			LookEntry(Category(0), fmt.Sprintf("the other sites of its quorum, K = %d", q)),
			lineKey(pathStroke(l.side, 0), "the path"),
		}
	} else {
		p.legend = append(quorumKeys(list), TextEntry("The sites themselves have a thick outline."))
	}
	p.legend = append(p.legend, LookEntry(LeftOut, "left out: row + column is even"))
	if !numbers {
		p.say("the cells are too small for the numbers of the sites, which run row by row", "Sites are numbered row by row; row and column numbers stand beside.")
	}
	return p.picture()
}

// nodeList writes nodes as "11, 12 and 34".
func nodeList(nodes []int) string {
	text := quorum.Node(nodes[0]).String()
	for i, v := range nodes[1:] {
		if i == len(nodes)-2 {
			text += " and "
		} else {
			text += ", "
		}
		text += quorum.Node(v).String()
	}
	return text
}

// pathStroke returns the stroke of path k over cells with the given side.
func pathStroke(side vg.Length, k int) stroke {
	return stroke{black, max(1.2, min(2.2, side/8)), lineOf(k, 1).dashes}
}

// modifiedGrid draws the modified grid, the paths on it, and its numbers. It reports whether the
// numbers fit.
func (p *page) modifiedGrid(l lattice, q int, paint func(v int, c *cell), paths []highlight) bool {
	b := &p.body
	b.width, b.height = l.width()+l.left/2, l.height()
	var cells []cell
	for row := range q {
		for column := range q {
			c := cell{box: l.box(row, column)}
			if (row+column)%2 == 0 {
				c.looks = []Look{LeftOut}
			} else {
				v := construct.BilliardSite(q, row, column)
				c.text = quorum.Node(v).String()
				paint(v, &c)
			}
			cells = append(cells, c)
		}
	}
	b.cells(cells)
	for k, h := range paths {
		var points []vg.Point
		for _, v := range h.nodes {
			row, column := construct.BilliardCell(q, v)
			points = append(points, l.centre(row, column))
		}
		b.line(pathStroke(l.side, k), points...)
	}
	ok := b.textsIn(cells, 10)
	l.axes(b)
	return ok
}

// billiardLines draws only the paths, if the cells are too small to see.
func billiardLines(q int, sites []int, p page, l lattice) *Picture {
	b := &p.body
	b.width, b.height = l.width()+l.left/2, l.height()
	b.rect(frame, nil, canvas.Rect(l.left, 0, l.width(), vg.Length(q)*l.side))
	var dots shape
	dots.fill, dots.stroke = vermilion, strong
	for k, site := range sites {
		path := construct.BilliardPath(q, site)
		var points []vg.Point
		for i, v := range path {
			if i > 0 && i < len(path)-1 && straight(q, path[i-1], v, path[i+1]) {
				continue // only the ends of straight parts are needed
			}
			row, column := construct.BilliardCell(q, v)
			points = append(points, l.centre(row, column))
		}
		b.line(lineOf(k, 1.6), points...)
		row, column := construct.BilliardCell(q, site)
		dots.circles = append(dots.circles, circle{l.centre(row, column), 3.5})
		p.legend = append(p.legend, lineKey(lineOf(k, 1.6), fmt.Sprintf("the path of site %v, in row %v and column %v, through %d sites",
			quorum.Node(site), quorum.Index(row), quorum.Index(column), q)))
	}
	b.add(dots)
	l.axes(b)
	p.legend = append(p.legend, LookEntry(Chosen, "the site"))
	p.notef("the %d cells of the grid are too small to see: only the path is drawn", q*q)
	return p.picture()
}

func straight(q, a, b, c int) bool {
	ra, ca := construct.BilliardCell(q, a)
	rb, cb := construct.BilliardCell(q, b)
	rc, cc := construct.BilliardCell(q, c)
	return rb-ra == rc-rb && cb-ca == cc-cb
}

// middleSite returns a site near the middle whose path has three parts.
func middleSite(q int) int {
	row := q / 3
	column := q/2 - 1 + (row+q/2)%2
	return construct.BilliardSite(q, row, column)
}

func billiardPicture(v *view) (*Picture, error) {
	q := v.param("q")
	list, err := v.sites(MaxHighlights)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		list = []int{middleSite(q)}
	}
	return billiardPaths(q, list), nil
}

// sites returns the sites to highlight, at most so many, of a family whose quorum i is S_i. It is
// empty if the options choose none.
func (v *view) sites(most int) ([]int, error) {
	list, what := v.opts.Sites, "site"
	if len(list) == 0 {
		list, what = v.opts.Quorums, "quorum"
	}
	for k, x := range list {
		switch {
		case k == most:
			return nil, refused(what, x, "this picture shows %d at a time", most)
		case x < 0 || x >= v.n:
			return nil, outOf(what, x, v.n)
		case slices.Contains(list[:k], x):
			return nil, refused(what, x, "it is named twice")
		}
	}
	return list, nil
}
