package draw

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"coterie/quorum"
)

// triangularPicture draws the triangular lattice in a triangle of d rows, and connected sets that
// touch its three sides (Bazzi 2000). Node c of row r has the number r(r+1)/2 + c.
func triangularPicture(v *view) (*Picture, error) {
	d := v.param("rows")
	list, site, err := v.shownOr(func(site int) highlight { return tripodQuorum(d, site) })
	if err != nil {
		return nil, err
	}
	p := v.page(", a quorum touches all sides")
	if len(list) > 1 {
		p.title = v.title + ", quorums touch all sides"
	}
	l := newTriangle(d)
	b := &p.body
	b.width, b.height = l.step*vg.Length(d-1)+2*l.left, rowHeight*l.step*vg.Length(d-1)+l.low+2*l.rim+sideWidth
	if !l.fine {
		b.add(l.edges())
	}
	keys := l.sides(b)
	if l.fine {
		return triangularLines(v, p, l, list, keys), nil
	}

	edges := shape{stroke: pen(black, max(1, min(2.6, l.step/10)))}
	for _, h := range list {
		edges.rings = append(edges.rings, runs(h.nodes, l.at)...)
	}
	b.add(edges)
	looks := looksOf(v.n, list)
	var cells []cell
	for x := range v.n {
		cells = append(cells, disc(l.at(latticePlace(x)), l.radius, x, looks[x], x == site))
	}
	b.cells(cells)
	p.legend = quorumKeys(list)
	if len(edges.rings) > 0 {
		p.legend = append(p.legend, lineKey(edges.stroke, "edges within a quorum"))
	}
	p.legend = append(p.legend, keys...)
	p.numbers(cells, "the nodes are too small for their numbers, which run row by row", "Nodes are numbered row by row, from left to right.")
	return p.picture(), nil
}

// triangle is the geometry of a triangular lattice of d rows.
type triangle struct {
	d            int
	step, radius vg.Length // between neighbours, and of a node
	rim          vg.Length // from the centres of nodes on a side to the line that marks the side
	left, low    vg.Length // place of the first node of the last row
	fine         bool      // too small for nodes, so only lines are drawn
}

const (
	rowHeight   = 0.8660254    // the distance of rows, in steps
	cornerAside = 1.7320508    // how far beyond the corners the lines of two sides would meet, in rims
	sideWidth   = vg.Length(2) // of the lines at the sides
)

func newTriangle(d int) triangle {
	// The rim grows with the radius. The page has to hold the rim and the ends of its lines.
	const apart, share = 5, 0.34
	l := triangle{d: d}
	steps := vg.Length(max(1, d-1))
	l.step = min(36, (bodyWidth-2*(cornerAside*apart+sideWidth))/(steps+2*cornerAside*share),
		(bodyHeight-3*apart-2*sideWidth)/(steps*rowHeight+3*share))
	if l.fine = l.step < finest; l.fine {
		l.step = (bodyWidth - 2*sideWidth) / steps
	} else {
		l.radius = share * l.step
		l.rim = l.radius + apart
	}
	l.left, l.low = cornerAside*l.rim+sideWidth, l.rim+sideWidth
	return l
}

func (l triangle) at(n spot) vg.Point {
	below := vg.Length(l.d - 1 - n.row)
	return pt(l.left+l.step*(vg.Length(n.col)+below/2), l.low+rowHeight*l.step*below)
}

// edges returns the edges of the lattice. Edges on a straight line are one line.
func (l triangle) edges() shape {
	lines := shape{stroke: pen(faint, max(0.3, min(0.7, l.step/30)))}
	for i := range l.d {
		last := l.d - 1
		for _, ends := range [3][2]spot{{{i, 0}, {i, i}}, {{i, 0}, {last, last - i}}, {{i, i}, {last, i}}} {
			if ends[0] != ends[1] {
				lines.rings = append(lines.rings, []vg.Point{l.at(ends[0]), l.at(ends[1])})
			}
		}
	}
	return lines
}

// sides draws a line along each side, and returns the entries of the legend for them.
func (l triangle) sides(b *body) []Entry {
	top, bottomLeft, bottomRight := spot{0, 0}, spot{l.d - 1, 0}, spot{l.d - 1, l.d - 1}
	var keys []Entry
	for k, side := range []struct {
		name     string
		from, to spot
		out      vg.Point // direction away from the triangle
	}{
		{"left side", bottomLeft, top, pt(-rowHeight, 0.5)},
		{"right side", top, bottomRight, pt(rowHeight, 0.5)},
		{"bottom", bottomRight, bottomLeft, pt(0, -1)},
	} {
		along := pt(side.out.Y, -side.out.X)
		past := 0.85 * cornerAside * l.rim // not quite to the place where two lines would meet
		out := side.out.Scale(l.rim)
		style := lineOf(1+k, sideWidth)
		b.line(style, l.at(side.from).Add(out).Sub(along.Scale(past)), l.at(side.to).Add(out).Add(along.Scale(past)))
		keys = append(keys, lineKey(style, side.name))
	}
	return keys
}

// triangularLines draws quorums as lines, because nodes are too small to see.
func triangularLines(v *view, p page, l triangle, list []highlight, sides []Entry) *Picture {
	styles := []int{0, 4, 5, 6} // the sides have the other styles
	p.notef("the %d nodes are too small to see: the sides of the triangle and the paths of the quorum are drawn", v.n)
	if len(list) > len(styles) {
		p.notef("only the first %d quorums are shown", len(styles))
		list = list[:len(styles)]
	}
	for k, h := range list {
		style := lineOf(styles[k], 1.8)
		centre, legs := tripod(l.d, h.nodes[0])
		for _, leg := range legs {
			line := []vg.Point{l.at(centre)}
			for _, n := range leg {
				line = append(line, l.at(n))
			}
			if len(line) > 1 {
				p.body.line(style, line...)
			}
		}
		p.legend = append(p.legend, lineKey(style, h.name))
	}
	p.legend = append(p.legend, sides...)
	return p.picture()
}

// spot is a place in the triangular lattice. Rows count from the top and columns from the left,
// from 0.
type spot struct{ row, col int }

func (n spot) node() int { return n.row*(n.row+1)/2 + n.col }

func latticePlace(node int) spot {
	row := int((math.Sqrt(float64(8*node+1)) - 1) / 2)
	for row*(row+1)/2 > node {
		row--
	}
	for (row+1)*(row+2)/2 <= node {
		row++
	}
	return spot{row, node - row*(row+1)/2}
}

// runs returns the edges between nodes of a set. Edges on a straight line are one line.
func runs(nodes []int, at func(spot) vg.Point) [][]vg.Point {
	in := map[spot]bool{}
	for _, x := range nodes {
		in[latticePlace(x)] = true
	}
	var lines [][]vg.Point
	for _, x := range nodes {
		from := latticePlace(x)
		for _, by := range []spot{{0, 1}, {1, 0}, {1, 1}} {
			if in[spot{from.row - by.row, from.col - by.col}] {
				continue // inside a line
			}
			to := from
			for in[spot{to.row + by.row, to.col + by.col}] {
				to = spot{to.row + by.row, to.col + by.col}
			}
			if to != from {
				lines = append(lines, []vg.Point{at(from), at(to)})
			}
		}
	}
	return lines
}

// tripod returns a node, which for site -1 is the one in the middle, and a shortest path from it to
// each side that it is not on.
//
// Together they are a quorum. The distances of a node from the sides add up to d-1. A step of a
// shortest path lessens one of them and increases one other, so on the path to a side the others
// never fall below those of the node where it starts, and no two paths share a node. So the set has
// d nodes; it is connected and touches the three sides, and no such set has fewer nodes (see
// construct.TriangleLattice).
func tripod(d, site int) (spot, [3][]spot) {
	row := 2 * (d - 1) / 3
	centre := spot{row, row / 2}
	if site >= 0 {
		centre = latticePlace(site)
	}
	start := [3]int{centre.col, centre.row - centre.col, d - 1 - centre.row} // distances from the left, the right and the bottom side
	var legs [3][]spot
	for side := range 3 {
		next, last := (side+1)%3, (side+2)%3
		far := start
		for far[side] > 0 {
			// The path goes straight on, unless it would run along a side.
			away := next
			if start[last] == 0 && (far[last] < far[next] || start[next] == 0 && far[last] == far[next]) {
				away = last
			}
			far[side]--
			far[away]++
			legs[side] = append(legs[side], spot{row: far[0] + far[1], col: far[0]})
		}
	}
	return centre, legs
}

func tripodQuorum(d, site int) highlight {
	centre, legs := tripod(d, site)
	h := highlight{nodes: []int{centre.node()}, look: Category(0)}
	for _, leg := range legs {
		for _, n := range leg {
			h.nodes = append(h.nodes, n.node())
		}
	}
	switch {
	case d == 1:
		h.name = "the quorum: the only node"
	case site < 0:
		h.name = fmt.Sprintf("a quorum: a shortest path to each side from node %v, K = %d", quorum.Node(centre.node()), d)
	default:
		h.name = fmt.Sprintf("a quorum: a shortest path to each side, K = %d", d)
	}
	return h
}
