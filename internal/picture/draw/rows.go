package draw

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// rowsPicture draws nodes in centred rows of the given widths, numbered row by row from the top,
// with highlights.
func rowsPicture(p page, widths []int, list []highlight, site int) *Picture {
	widest := slices.Max(widths)
	side := min(30, (bodyWidth-30)/vg.Length(widest), bodyHeight/vg.Length(len(widths)))
	if side < finest {
		return rowsAsBars(p, widths, list)
	}
	b := &p.body
	const left = 22
	b.width, b.height = left+side*vg.Length(widest)+8, side*vg.Length(len(widths))
	looks := looksOf(sets.Sum(widths), list)
	var cells []cell
	v := 0
	every := stride(len(widths), side, axisSize*(ascent+descent))
	for r, w := range widths {
		x := left + side*vg.Length(widest-w)/2
		y := b.height - vg.Length(r+1)*side
		if labelled(r, every) {
			b.before(quorum.Index(r).String(), axisSize, pt(left-6, y+side/2))
		}
		for c := range w {
			cells = append(cells, nodeCell(square(x+vg.Length(c)*side, y, side), v, looks[v], v == site))
			v++
		}
	}
	b.cells(cells)
	p.numbers(cells, "the cells are too small for the numbers of the nodes, which run row by row", "Nodes are numbered row by row; row numbers stand beside.")
	p.legend = append(quorumKeys(list), p.legend...)
	return p.picture()
}

// rowsAsBars draws rows whose nodes are too small to see as bars. The share of a quorum in a row is
// dark.
func rowsAsBars(p page, widths []int, list []highlight) *Picture {
	const most = 110
	b := &p.body
	shown := min(len(widths), most)
	tall := min(16, bodyHeight/vg.Length(shown))
	widest := slices.Max(widths[:shown])
	unit := (bodyWidth - 44) / vg.Length(widest)
	b.width, b.height = bodyWidth, tall*vg.Length(shown)
	h := list[0]
	inRow := make([]int, len(widths))
	row, start := 0, 0
	for _, v := range slices.Sorted(slices.Values(h.nodes)) {
		for v >= start+widths[row] {
			start += widths[row]
			row++
		}
		inRow[row]++
	}
	every := stride(shown, tall, axisSize*(ascent+descent))
	for r, w := range widths[:shown] {
		y := b.height - vg.Length(r+1)*tall
		x := 36 + unit*vg.Length(widest-w)/2
		box := canvas.Rect(x, y+0.1*tall, x+max(0.4, unit*vg.Length(w)), y+0.9*tall)
		fill := white
		if inRow[r] == w {
			fill = h.look.style().fill
		}
		b.rect(outline, fill, box)
		if inRow[r] > 0 && inRow[r] < w {
			m := cell{box: box}.centre()
			b.circle(pen(black, 0.5), h.look.style().fill, m, min(3, 0.4*tall))
		}
		if labelled(r, every) {
			b.before(quorum.Index(r).String(), axisSize, pt(30, y+tall/2))
		}
	}
	p.legend = append([]Entry{LookEntry(h.look, h.name), TextEntry("A filled bar is a row whose nodes are all in the quorum; a dot, one with some of its nodes.")}, p.legend...)
	p.notef("the nodes are too small to see: a bar stands for each row")
	if shown < len(widths) {
		p.notef("the first %d of %d rows are drawn", shown, len(widths))
	}
	if len(list) > 1 {
		p.notef("only the first quorum is shown")
	}
	return p.picture()
}

// wallQuorum returns a full row and one node of each row below it. If v >= 0, the full row is that
// of node v. Otherwise it is near the middle, and not above any row of a single node, because a
// minimal quorum through such a row has no nodes above it.
func wallQuorum(widths []int, v int) highlight {
	row := (len(widths) - 1) / 2
	for r, w := range widths {
		if w == 1 {
			row = max(row, r)
		}
	}
	start := 0
	if v >= 0 {
		row = 0
		for at := widths[0]; at <= v; at += widths[row] {
			row++
		}
	}
	for _, w := range widths[:row] {
		start += w
	}
	h := highlight{look: Category(0)}
	for c := range widths[row] {
		h.nodes = append(h.nodes, start+c)
	}
	start += widths[row]
	for r := row + 1; r < len(widths); r++ {
		// The place differs from row to row, to show that any will do.
		h.nodes = append(h.nodes, start+(widths[r]/3+(r-row)*2)%widths[r])
		start += widths[r]
	}
	h.name = fmt.Sprintf("a quorum: row %v and a node of each row below", quorum.Index(row))
	if row == len(widths)-1 {
		h.name = fmt.Sprintf("a quorum: row %v, the lowest", quorum.Index(row))
	}
	return h
}

func trianglePicture(v *view) (*Picture, error) {
	widths := make([]int, v.param("rows"))
	for i := range widths {
		widths[i] = i + 1
	}
	return wallOf(v, widths)
}

func wallPicture(v *view) (*Picture, error) { return wallOf(v, v.numbers("rows")) }

func wallOf(v *view, widths []int) (*Picture, error) {
	list, site, err := v.shownOr(func(site int) highlight { return wallQuorum(widths, site) })
	if err != nil {
		return nil, err
	}
	return rowsPicture(v.page(", a full row and a node of each row below"), widths, list, site), nil
}

// shownOr returns the quorums that the options choose from the list. Without a choice of quorums,
// it returns those that one makes: for a node, if there is no site assignment, or for -1 a quorum
// of its own choice.
func (v *view) shownOr(one func(site int) highlight) ([]highlight, int, error) {
	switch {
	case len(v.opts.Quorums) > 0:
		list, err := v.chosen()
		return list, -1, err
	case len(v.opts.Sites) == 1:
		h := one(v.opts.Sites[0])
		h.name += fmt.Sprintf(", through node %v", quorum.Node(v.opts.Sites[0]))
		v.notef("there is no site assignment: a quorum through node %v is drawn", quorum.Node(v.opts.Sites[0]))
		return []highlight{h}, v.opts.Sites[0], nil
	case len(v.opts.Sites) > 1:
		if len(v.opts.Sites) > MaxHighlights {
			return nil, 0, refused("site", v.opts.Sites[MaxHighlights], "at most %d quorums can be told apart in one picture", MaxHighlights)
		}
		var list []highlight
		for k, site := range v.opts.Sites {
			h := one(site)
			h.name += fmt.Sprintf(", through node %v", quorum.Node(site))
			h.look = Category(k)
			list = append(list, h)
		}
		v.notef("there is no site assignment: quorums through these nodes are drawn")
		return list, -1, nil
	}
	return []highlight{one(-1)}, -1, nil
}

// wheelPicture draws the hub, node 1, within its rim.
func wheelPicture(v *view) (*Picture, error) {
	n := v.n
	spoke := highlight{nodes: []int{0, n / 3}, look: Category(0), name: fmt.Sprintf("a spoke: the hub and node %v", quorum.Node(n/3))}
	rim := highlight{look: Category(1), name: "the rim: all other nodes"}
	const enough = 2000 // more than can be drawn
	for x := 1; x < min(n, enough); x++ {
		rim.nodes = append(rim.nodes, x)
	}
	list, _, err := v.shownOr(func(site int) highlight {
		if site > 0 {
			return highlight{nodes: []int{0, site}, look: Category(0), name: "a spoke"}
		}
		return spoke
	})
	if err != nil {
		return nil, err
	}
	if len(v.opts.Sites)+len(v.opts.Quorums) == 0 {
		list = append(list, rim)
	}
	p := v.page(", the hub and the rim")
	b := &p.body
	radius := min(210, max(70, vg.Length(n-1)*30/(2*math.Pi)))
	node := min(12, 0.42*2*math.Pi*radius/vg.Length(max(1, n-1)))
	most := n
	if node < 1.6 {
		most = int(0.42*2*math.Pi*radius/1.6) + 1
		node = 1.6
		p.notef("%d nodes are too many to see: the rim is drawn with %d", n, most-1)
	}
	b.width, b.height = 2*(radius+14), 2*(radius+14)
	centre := pt(b.width/2, b.height/2)
	looks := looksOf(n, list)
	var cells []cell
	var spokes shape
	spokes.stroke = pen(faint, min(0.8, node/4))
	hub := max(node, 9)
	for x := range most {
		at, size := centre, hub
		if x > 0 {
			at, size = clockwise(centre, radius, x-1, most-1), node
			spokes.rings = append(spokes.rings, []vg.Point{centre, at})
		}
		c := disc(at, size, x, looks[x], false)
		if most < n && x > 0 {
			c.text = ""
		}
		cells = append(cells, c)
	}
	if node < 4 {
		spokes.rings = nil // they would merge
	}
	b.circle(pen(faint, 0.8), nil, centre, radius)
	b.add(spokes)
	for _, h := range list {
		if len(h.nodes) == 2 && h.nodes[1] < most {
			b.line(pen(black, 1.6), centre, cells[h.nodes[1]].centre())
		}
	}
	b.cells(cells)
	if !b.textsIn(cells, 10) {
		b.texts(cells[:1], 9)
		p.say("the nodes of the rim are too small for their numbers, which run clockwise from the top", "The hub is node 1; the others run clockwise from node 2 at the top.")
	}
	p.legend = append(quorumKeys(list), p.legend...)
	return p.picture(), nil
}
