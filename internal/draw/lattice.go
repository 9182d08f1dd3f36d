package draw

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"coterie/construct"
	"coterie/quorum"
)

// lattice is a rectangle of equal cells with row 0 on top.
type lattice struct {
	rows, columns int
	side          vg.Length
	left          vg.Length // room for row numbers
	top           vg.Length // and column numbers
}

// finest is the least side of a cell that can be seen as one.
const finest vg.Length = 5

// newLattice chooses the side of the cells; ok is false if they would be too small to see.
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

// axes writes row and column numbers, as many as have room.
func (l lattice) axes(b *body) {
	const size = 7
	widest := textWidth(quorum.Index(l.columns-1).String(), size, false) + 2
	every := stride(l.columns, l.side, max(widest, size*(ascent+descent)))
	for c := 0; c < l.columns; c++ {
		if labelled(c, every) {
			at := l.centre(0, c)
			b.centred(quorum.Index(c).String(), size, false, pt(at.X, l.height()-l.top/2), Ink())
		}
	}
	every = stride(l.rows, l.side, size*(ascent+descent))
	for r := 0; r < l.rows; r++ {
		if labelled(r, every) {
			text := quorum.Index(r).String()
			at := l.centre(r, 0)
			b.write(text, size, false, pt(l.left-4-textWidth(text, size, false), at.Y-capital/2*size))
		}
	}
}

// stride returns every how many of count things, apart by step, a label of a length has room: 1, 2, 5, 10, ...
func stride(count int, step, length vg.Length) int {
	for every := 1; ; every *= 10 {
		for _, f := range []int{1, 2, 5} {
			if vg.Length(every*f)*step >= length || every*f >= count {
				return every * f
			}
		}
	}
}

// labelled reports whether thing i, from 0, carries a label if every how many do: round numbers as people count.
func labelled(i, every int) bool {
	return quorum.Index(i).Ordinal()%every == 0
}

// Billiard draws the broken billiard path of a site on the q × q modified grid (Agrawal, Eğecioğlu and El
// Abbadi 1997, Figure 5): odd q >= 3, site 0-based. It panics if they are out of range, as
// construct.BilliardPath does. The title is the canonical spec.
func Billiard(q, site int) *Picture {
	path := construct.BilliardPath(q, site)
	p := page{title: fmt.Sprintf("billiard:q=%d, the broken billiard path of site %v", q, quorum.Node(site))}
	l, ok := newLattice(q, q)
	at := func(v int) vg.Point {
		row, column := construct.BilliardCell(q, v)
		return l.centre(row, column)
	}
	if !ok {
		return billiardLine(q, site, path, p, l)
	}
	inPath := map[int]bool{}
	for _, v := range path {
		inPath[v] = true
	}
	numbers := p.modifiedGrid(l, q, func(v int, c *cell) {
		switch {
		case v == site:
			c.looks, c.strong = []Look{Chosen}, true
		case inPath[v]:
			c.looks = []Look{Category(0)}
		}
	}, path, at)
	p.legend = []key{
		lookKey(Chosen, fmt.Sprintf("site %v", quorum.Node(site))),
		lookKey(Category(0), fmt.Sprintf("the other sites of its quorum, K = %d", q)),
		lineKey(pathStroke(l.side), "the path"),
		lookKey(LeftOut, "left out: row + column is even"),
	}
	if !numbers {
		p.notes = append(p.notes, "the cells are too small for the numbers of the sites, which run row by row")
		p.legend = append(p.legend, remark("Sites are numbered row by row; row and column numbers stand beside."))
	}
	return p.picture()
}

func pathStroke(side vg.Length) stroke {
	return stroke{colour: black, width: max(1.2, min(2.2, side/8))}
}

// modifiedGrid draws the modified grid, a path over it, and its numbers; it reports whether these have room.
func (p *page) modifiedGrid(l lattice, q int, paint func(v int, c *cell), path []int, at func(int) vg.Point) bool {
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
	if len(path) > 0 {
		var points []vg.Point
		for _, v := range path {
			points = append(points, at(v))
		}
		b.line(pathStroke(l.side), points...)
	}
	size, ok := fit(cells, 10)
	if ok {
		b.texts(cells, size)
	}
	l.axes(b)
	return ok
}

// billiardLine draws the path alone, where cells are too small to see.
func billiardLine(q, site int, path []int, p page, l lattice) *Picture {
	b := &p.body
	b.width, b.height = l.width()+l.left/2, l.height()
	b.rect(frame, nil, vg.Rectangle{Min: pt(l.left, 0), Max: pt(l.width(), vg.Length(q)*l.side)})
	var points []vg.Point
	for i, v := range path {
		if turn := i > 0 && i < len(path)-1 && straight(q, path[i-1], v, path[i+1]); turn {
			continue // only the ends of straight parts
		}
		row, column := construct.BilliardCell(q, v)
		points = append(points, l.centre(row, column))
	}
	b.line(stroke{colour: blue, width: 1.6}, points...)
	row, column := construct.BilliardCell(q, site)
	b.add(shape{circles: []circle{{l.centre(row, column), 3.5}}, fill: vermilion, stroke: strong})
	l.axes(b)
	p.legend = []key{
		lookKey(Chosen, fmt.Sprintf("site %v, in row %v and column %v", quorum.Node(site), quorum.Index(row), quorum.Index(column))),
		lineKey(stroke{colour: blue, width: 1.6}, fmt.Sprintf("the path through the %d sites of its quorum", q)),
	}
	p.notes = append(p.notes, fmt.Sprintf("the %d cells of the grid are too small to see: only the path is drawn", q*q))
	return p.picture()
}

func straight(q, a, b, c int) bool {
	ra, ca := construct.BilliardCell(q, a)
	rb, cb := construct.BilliardCell(q, b)
	rc, cc := construct.BilliardCell(q, c)
	return rb-ra == rc-rb && cb-ca == cc-cb
}

// BilliardGrid draws the q × q modified grid with the numbers of its sites (Agrawal et al. 1997, Figure 4). It
// panics unless q is odd and at least 3; beyond what can be seen it draws the path of a site in the middle, as
// the note then says.
func BilliardGrid(q int) *Picture {
	construct.BilliardCell(q, 0) // for its panic
	l, ok := newLattice(q, q)
	if !ok {
		return Billiard(q, middleSite(q))
	}
	p := page{title: fmt.Sprintf("billiard:q=%d, the modified grid of n = %d sites", q, (q*q-1)/2)}
	numbers := p.modifiedGrid(l, q, func(int, *cell) {}, nil, nil)
	p.legend = []key{lookKey(Plain, "a site"), lookKey(LeftOut, "left out: row + column is even")}
	if !numbers {
		p.notes = append(p.notes, "the cells are too small for the numbers of the sites, which run row by row")
	}
	return p.picture()
}

// middleSite is a site near the middle whose path has three parts.
func middleSite(q int) int {
	row := q / 3
	column := q/2 - 1 + (row+q/2)%2
	return construct.BilliardSite(q, row, column)
}

func billiardPicture(v *view) (*Picture, error) {
	q := v.param("q")
	site := middleSite(q)
	if list, err := v.sites("every site has its own path"); err != nil {
		return nil, err
	} else if len(list) > 0 {
		site = list[0]
	}
	return Billiard(q, site), nil
}

// sites returns the one site that is highlighted, if one was asked for, in a family where S_i is quorum i.
func (v *view) sites(why string) ([]int, error) {
	list, what := v.opts.Sites, "site"
	if len(list) == 0 {
		list, what = v.opts.Quorums, "quorum"
	}
	if len(list) > 1 {
		return nil, &SelectionError{What: what, Value: quorum.Index(list[1]), Reason: "this picture shows one at a time: " + why}
	}
	if len(list) == 1 && (list[0] < 0 || list[0] >= v.n) {
		return nil, &SelectionError{What: what, Value: quorum.Index(list[0]), Count: v.n}
	}
	return list, nil
}
