package draw

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"

	"coterie/construct"
	"coterie/gf"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// gridSet draws the row and the column of a site (0-based) in the square or degenerate grid of n
// nodes (Maekawa 1985, section 7, Method 2). If the last row is short, it also draws the nodes that
// complete them.
func gridSet(n, site int) *Picture {
	rows, columns, last := construct.GridLayout(n)
	p := page{title: fmt.Sprintf("grid:n=%d, the quorum of site %v, K = %d", n, quorum.Node(site), len(construct.GridSet(n, site)))}
	row, column := site/columns, site%columns
	set := construct.GridSet(n, site)
	l, ok := newLattice(rows, columns)
	var completing []int
	looks := map[int][]Look{}
	for _, v := range set {
		if looks[v] = []Look{Category(0)}; v/columns != row && v%columns != column {
			looks[v] = []Look{Category(1)}
			completing = append(completing, v)
		}
	}
	looks[site] = []Look{Chosen}
	p.legend = []Entry{LookEntry(Chosen, fmt.Sprintf("site %v", quorum.Node(site)))}
	if len(set) > 1 {
		p.legend = append(p.legend, LookEntry(Category(0), "its row and column"))
	}
	if len(completing) > 0 {
		p.legend = append(p.legend, LookEntry(Category(1), "nodes that complete them, from other rows or columns"))
	}
	if !ok {
		b := &p.body
		b.width, b.height = l.width()+l.left/2, l.height()
		// The cells are too small to see. Row and column become lines, and the completing nodes
		// become dots.
		grid := []vg.Point{pt(l.left, l.side*vg.Length(rows)), pt(l.width(), l.side*vg.Length(rows)), pt(l.width(), l.side),
			pt(l.left+l.side*vg.Length(last), l.side), pt(l.left+l.side*vg.Length(last), 0), pt(l.left, 0)}
		b.polygon(frame, nil, grid)
		at := l.centre(row, column)
		end, bottom := l.width(), vg.Length(0)
		if row == rows-1 {
			end = l.left + l.side*vg.Length(last)
		}
		if column >= last {
			bottom = l.side
		}
		b.line(pen(sky, 1.6), pt(l.left, at.Y), pt(end, at.Y))
		b.line(pen(sky, 1.6), pt(at.X, l.side*vg.Length(rows)), pt(at.X, bottom))
		for _, v := range completing {
			b.circle(pen(black, 0.6), yellow, l.centre(v/columns, v%columns), 2)
		}
		b.circle(strong, vermilion, at, 3.5)
		l.axes(b)
		p.notef("the %d cells of the grid are too small to see: only the row and the column are drawn", n)
		return p.picture()
	}
	var cells []cell
	for v := range n {
		cells = append(cells, nodeCell(l.box(v/columns, v%columns), v, looks[v], v == site))
	}
	return p.grid(l, cells)
}

// gridSets draws the sets of several sites, if the cells are large enough to see.
func gridSets(n int, sites []int) *Picture {
	rows, columns, _ := construct.GridLayout(n)
	p := page{title: fmt.Sprintf("grid:n=%d, the quorums of sites %s", n, nodeList(sites))}
	l, ok := newLattice(rows, columns)
	if !ok {
		one := gridSet(n, sites[0])
		one.note += "; of several sites the first"
		return one
	}
	var list []highlight
	for k, site := range sites {
		list = append(list, highlight{nodes: construct.GridSet(n, site), look: Category(k),
			name: fmt.Sprintf("row and column of site %v, completed", quorum.Node(site))})
	}
	looks := looksOf(n, list)
	var cells []cell
	for v := range n {
		cells = append(cells, nodeCell(l.box(v/columns, v%columns), v, looks[v], slices.Contains(sites, v)))
	}
	p.legend = append(quorumKeys(list), TextEntry("The sites themselves have a thick outline."))
	return p.grid(l, cells)
}

// grid draws the nodes of a lattice, numbered row by row, with its axes.
func (p *page) grid(l lattice, cells []cell) *Picture {
	p.body.width, p.body.height = l.width()+l.left/2, l.height()
	p.body.cells(cells)
	p.numbers(cells, "the cells are too small for the numbers of the nodes, which run row by row", "Nodes are numbered row by row; row and column numbers stand beside.")
	l.axes(&p.body)
	return p.picture()
}

func gridPicture(v *view) (*Picture, error) {
	rows, columns, _ := construct.GridLayout(v.n)
	site := max(0, min((rows-1)/2*columns+columns/2, v.n-1))
	list, err := v.sites(MaxHighlights)
	switch {
	case err != nil:
		return nil, err
	case len(list) > 1:
		return gridSets(v.n, list), nil
	case len(list) == 1:
		site = list[0]
	}
	return gridSet(v.n, site), nil
}

// crossPicture draws a grid whose quorums are some rows and some columns, by default the first
// ones, or those from a node on.
func crossPicture(v *view) (*Picture, error) {
	b := v.param("b")
	rows, columns := 2*b+1, 1
	switch {
	case v.instance.Family().Name == "mgrid":
		rows = gf.FloorSqrt(b) + 1
		columns = rows
	case v.instance.Param("kind") == string(quorum.Dissemination):
		rows = b + 1
	}
	side := v.param("side")
	list, site, err := v.shownOr(func(site int) highlight {
		h := highlight{look: Category(0), name: fmt.Sprintf("a quorum: %s, %s", show.Count(rows, "row"), show.Count(columns, "column"))}
		for x := range v.n {
			from := max(site, 0)
			if (x/side-from/side+side)%side < rows || (x%side-from%side+side)%side < columns {
				h.nodes = append(h.nodes, x)
			}
		}
		return h
	})
	l, ok := newLattice(side, side)
	if err != nil || !ok {
		return nil, err
	}
	looks := looksOf(v.n, list)
	var cells []cell
	for x := range v.n {
		cells = append(cells, nodeCell(l.box(x/side, x%side), x, looks[x], x == site))
	}
	p := v.page("")
	p.legend = quorumKeys(list)
	return p.grid(l, cells), nil
}
