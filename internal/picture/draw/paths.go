package draw

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"

	"coterie/construct"
	"coterie/quorum"
)

// crossing is a quorum of Paths: a path of the grid from left to right, and one of the dual from
// top to bottom. Each is given by its vertices.
type crossing struct{ across, down []half }

// half is a place in half units of the grid of Paths, as in construct.PathsElement. Vertices of the
// grid have even coordinates, those of the dual have odd ones, and a node is in the middle of its
// edge.
type half struct{ x, y int }

// halfNode returns the number of the node at a place. Nodes are ordered by y and then by x,
// alternating between d+1 and d nodes for one y.
func halfNode(d int, p half) int {
	return p.y/2*(2*d+1) + p.y%2*(d+1) + (p.x-1-p.y%2)/2
}

// halfPlace returns the place of a node, without construct.PathsLayout, which is long for large
// grids.
func halfPlace(d, node int) half {
	y, x := node/(2*d+1)*2, node%(2*d+1)
	if x > d {
		return half{2 * (x - d), y + 1}
	}
	return half{2*x + 1, y}
}

// nodesAlong returns the nodes on the edges of a path.
func nodesAlong(d int, path []half) []int {
	var nodes []int
	for i := range len(path) - 1 {
		nodes = append(nodes, halfNode(d, half{(path[i].x + path[i+1].x) / 2, (path[i].y + path[i+1].y) / 2}))
	}
	return nodes
}

// straightCrossing returns a quorum through a place. For a horizontal edge, it is the row of the
// edge and the column of horizontal edges through it. For a vertical edge, it is the row above the
// edge up to the edge and then the row below, and the column to the left of the edge down to the
// edge and then the column to the right; both paths contain the edge. Either quorum has 2d+1 nodes.
// No quorum has fewer (see construct.Paths), so it is minimal.
func straightCrossing(d int, p half) crossing {
	var c crossing
	shift := p.y % 2 // 1 for a vertical edge
	for x := 0; x <= 2*d+2; x += 2 {
		if x <= p.x {
			c.across = append(c.across, half{x, p.y - shift})
		}
		if x >= p.x {
			c.across = append(c.across, half{x, p.y + shift})
		}
	}
	for y := -1; y <= 2*d+1; y += 2 {
		if y <= p.y {
			c.down = append(c.down, half{p.x - shift, y})
		}
		if y >= p.y {
			c.down = append(c.down, half{p.x + shift, y})
		}
	}
	return c
}

// crossingOf returns the shortest paths in a listed quorum. As the quorum is minimal, they have all
// its nodes.
func crossingOf(d int, nodes []int) crossing {
	in := map[half]bool{}
	for _, x := range nodes {
		in[halfPlace(d, x)] = true
	}
	search := func(from []half, there func(half) bool) []half {
		before := map[half]half{}
		for _, p := range from {
			before[p] = p
		}
		for i := 0; i < len(from); i++ {
			p := from[i]
			if there(p) {
				path := []half{p}
				for before[p] != p {
					p = before[p]
					path = append(path, p)
				}
				slices.Reverse(path)
				return path
			}
			for _, by := range []half{{1, 0}, {0, 1}, {0, -1}, {-1, 0}} {
				q := half{p.x + 2*by.x, p.y + 2*by.y}
				if _, seen := before[q]; !seen && in[half{p.x + by.x, p.y + by.y}] {
					before[q] = p
					from = append(from, q)
				}
			}
		}
		panic(fmt.Sprintf("draw: %v is no quorum of paths:d=%d", nodes, d))
	}
	var left, top []half
	for i := range d + 1 {
		left, top = append(left, half{0, 2 * i}), append(top, half{2*i + 1, -1})
	}
	return crossing{
		across: search(left, func(p half) bool { return p.x == 2*d+2 }),
		down:   search(top, func(p half) bool { return p.y == 2*d+1 }),
	}
}

// crossingShown returns the quorum of the picture, and its site or -1.
func (v *view) crossingShown(d int) (c crossing, site int, err error) {
	switch {
	case len(v.opts.Sites) > 1:
		return c, 0, refused("site", v.opts.Sites[1], "this picture shows 1 at a time")
	case len(v.opts.Quorums) > 1:
		return c, 0, refused("quorum", v.opts.Quorums[1], "this picture shows 1 at a time")
	case len(v.opts.Quorums) == 1:
		list, err := v.chosen()
		if err != nil {
			return c, 0, err
		}
		v.title += ", " + list[0].name
		return crossingOf(d, list[0].nodes), -1, nil
	case len(v.opts.Sites) == 1:
		site = v.opts.Sites[0]
		v.title += fmt.Sprintf(", a quorum through node %v", quorum.Node(site))
		v.notef("there is no site assignment: a quorum through node %v is drawn", quorum.Node(site))
		return straightCrossing(d, halfPlace(d, site)), site, nil
	}
	v.title += ", a quorum"
	return straightCrossing(d, half{(d + 1) / 2 * 2, (d-1)/2*2 + 1}), -1, nil
}

// pathsPicture draws the grid and its dual, whose edges cross in the nodes, and a quorum: a path
// from left to right in the grid and one from top to bottom in the dual (Naor and Wool 1998).
func pathsPicture(v *view) (*Picture, error) {
	d := v.param("d")
	c, site, err := v.crossingShown(d)
	if err != nil {
		return nil, err
	}
	p := v.page("")
	b := &p.body
	const rim = 16 // space for the names of the sides
	unit := min(24, (bodyWidth-2*rim)/vg.Length(2*d+2), (bodyHeight-2*rim)/vg.Length(2*d+2))
	fine := unit < 0.8*finest
	b.width, b.height = unit*vg.Length(2*d+2)+2*rim, unit*vg.Length(2*d+2)+2*rim
	at := func(q half) vg.Point { return pt(rim+unit*vg.Length(q.x), b.height-rim-unit*vg.Length(q.y+1)) }
	line := func(s stroke, path []half) {
		var points []vg.Point
		for i, q := range path {
			if i > 0 && i < len(path)-1 && path[i-1].x+path[i+1].x == 2*q.x && path[i-1].y+path[i+1].y == 2*q.y {
				continue // only the ends of straight parts are needed
			}
			points = append(points, at(q))
		}
		b.line(s, points...)
	}
	width := max(1.6, min(3, unit/8))
	grid, dual := pen(faint, min(0.8, unit/12)), stroke{faint, min(0.6, unit/14), []float64{3, 3}}
	across, down := lineOf(0, width), lineOf(1, width)
	down.dashes = []float64{1.8, 0.9} // more than one dash between two nodes

	end := 2*d + 2
	if !fine {
		edges, crossings := shape{stroke: grid}, shape{stroke: dual}
		for i := range d + 1 {
			edges.rings = append(edges.rings, []vg.Point{at(half{0, 2 * i}), at(half{end, 2 * i})})
			crossings.rings = append(crossings.rings, []vg.Point{at(half{2*i + 1, -1}), at(half{2*i + 1, end - 1})})
			if i > 0 {
				edges.rings = append(edges.rings, []vg.Point{at(half{2 * i, 0}), at(half{2 * i, end - 2})})
				crossings.rings = append(crossings.rings, []vg.Point{at(half{1, 2*i - 1}), at(half{end - 1, 2*i - 1})})
			}
		}
		b.add(edges)
		b.add(crossings)
	}
	for _, side := range []struct {
		name     string
		from, to half
	}{
		{"left", half{0, 0}, half{0, end - 2}}, {"right", half{end, 0}, half{end, end - 2}},
		{"top", half{1, -1}, half{end - 1, -1}}, {"bottom", half{1, end - 1}, half{end - 1, end - 1}},
	} {
		from, to := at(side.from), at(side.to)
		m := pt((from.X+to.X)/2, (from.Y+to.Y)/2)
		w := textWidth(side.name, legendSize, false)
		b.line(frame, from, to)
		switch side.name {
		case "left":
			b.upward(side.name, legendSize, pt(rim/2-1, m.Y-w/2))
		case "right":
			b.upward(side.name, legendSize, pt(b.width-rim/2+1, m.Y-w/2))
		case "top":
			b.write(side.name, legendSize, false, pt(m.X-w/2, b.height-rim+5))
		case "bottom":
			b.write(side.name, legendSize, false, pt(m.X-w/2, rim-5-capital*legendSize))
		}
	}
	line(across, c.across)
	line(down, c.down)
	acrossKey, downKey := lineKey(across, "from left to right in the grid"), lineKey(down, "from top to bottom in the dual")
	list := []highlight{
		{nodes: nodesAlong(d, c.across), look: Category(0), name: "nodes of the path in the grid"},
		{nodes: nodesAlong(d, c.down), look: Category(1), name: "nodes of the path in the dual"},
	}
	if fine {
		p.notef("the %d nodes are too small to see: the sides of the grid and the paths of the quorum are drawn", v.n)
		acrossKey.text += fmt.Sprintf(", %d nodes", len(list[0].nodes))
		downKey.text += fmt.Sprintf(", %d nodes", len(list[1].nodes))
		p.legend = []Entry{acrossKey, downKey}
		return p.picture(), nil
	}

	looks := looksOf(v.n, list)
	radius := 0.5 * unit
	var cells []cell
	for x, e := range construct.PathsLayout(d) {
		cells = append(cells, disc(at(half{e.X, e.Y}), radius, x, looks[x], x == site))
	}
	b.cells(cells)
	keys := quorumKeys(list) // the looks, and perhaps an entry for divided nodes
	p.legend = append([]Entry{acrossKey, downKey, keys[0], keys[1], lineKey(grid, "edges of the grid"), lineKey(dual, "edges of the dual")}, TextEntry("Nodes are where they cross."))
	if len(keys) > 2 {
		p.remark("Nodes of both paths are divided.")
	}
	p.numbers(cells, "the nodes are too small for their numbers, which run row by row", "Nodes are numbered row by row, from left to right.")
	return p.picture(), nil
}
