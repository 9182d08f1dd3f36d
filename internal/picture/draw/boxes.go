package draw

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"coterie/construct"
	"coterie/internal/picture/canvas"
	"coterie/quorum"
)

// hierarchicalPicture draws nested boxes: a box for each node of the outer system, in it one for
// each node of the inner system, and so on. Node w of box v is node v·n + w, where n is the size of
// the inner system.
func hierarchicalPicture(v *view) (*Picture, error) {
	levels, ok := levelsOf(v.instance)
	if !ok {
		return composedPicture(v)
	}
	total := 1
	for _, l := range levels {
		total *= l.N()
	}
	if total != v.n {
		return nil, nil
	}
	return boxesPicture(v, levels)
}

// levelsOf returns the systems of a hierarchical instance from the outermost to the innermost. It
// returns false if a level has different systems, or one of the systems has no family or is not
// ordinary.
func levelsOf(i *construct.Instance) ([]*construct.Instance, bool) {
	outer, inner := i.Parts()
	if outer == nil {
		_, family := construct.Lookup(i.Family().Name)
		return []*construct.Instance{i}, family && i.Kind() == quorum.KindSystem
	}
	for _, in := range inner {
		if in == nil || in != inner[0] {
			return nil, false
		}
	}
	var list []*construct.Instance
	for _, p := range []*construct.Instance{outer, inner[0]} {
		levels, ok := levelsOf(p)
		if !ok {
			return nil, false
		}
		list = append(list, levels...)
	}
	return list, true
}

// listedQuorum returns a quorum of a small system. Its number is at modulo the number of quorums.
func listedQuorum(ctx context.Context, families map[*construct.Instance]quorum.Family, i *construct.Instance, at int) ([]int, error) {
	f, ok := families[i]
	if !ok {
		s, err := i.Build(ctx, 0)
		if err != nil {
			return nil, err
		}
		if f, ok = single(s); !ok || f.Len() == 0 {
			return nil, ErrNoList
		}
		families[i] = f
	}
	return f.Set(at % f.Len()).Nodes(), nil
}

// nestedQuorum returns a quorum of the systems levels[0], levels[1], ..., each inside the nodes of
// the one before. It consists of a quorum of the outermost system and, in each of its nodes, a
// quorum of the next level, with different choices in different nodes.
func nestedQuorum(ctx context.Context, families map[*construct.Instance]quorum.Family, levels []*construct.Instance, turn int) ([]int, error) {
	outer, err := listedQuorum(ctx, families, levels[0], turn)
	if err != nil || len(levels) == 1 {
		return outer, err
	}
	inside := 1
	for _, l := range levels[1:] {
		inside *= l.N()
	}
	var nodes []int
	for k, v := range outer {
		inner, err := nestedQuorum(ctx, families, levels[1:], turn+k+1)
		if err != nil {
			return nil, err
		}
		for _, w := range inner {
			nodes = append(nodes, v*inside+w)
		}
	}
	return nodes, nil
}

// shapeOf returns the arrangement of a system's nodes in a box: that of its grid, that of its
// modified grid, or nearly square rows.
func shapeOf(i *construct.Instance) (rows, columns int, place func(node int) (row, column int)) {
	n := i.N()
	switch columns = int(math.Ceil(math.Sqrt(float64(n)))); {
	case i.Family().Name == "billiard":
		q := numberOf(i, "q")
		return q, q, func(node int) (int, int) { return construct.BilliardCell(q, node) }
	case i.Family().Name == "grid":
		_, columns, _ = construct.GridLayout(n)
	case n <= 3:
		columns = n
	}
	return (n + columns - 1) / columns, columns, func(node int) (int, int) { return node / columns, node % columns }
}

func boxesPicture(v *view, levels []*construct.Instance) (*Picture, error) {
	var list []highlight
	if len(v.opts.Quorums)+len(v.opts.Sites) > 0 {
		var err error
		if list, err = v.chosen(); err != nil {
			return nil, err
		}
	} else {
		nodes, err := nestedQuorum(v.ctx, map[*construct.Instance]quorum.Family{}, levels, 0)
		if err != nil {
			return nil, nil // the matrix is drawn, or an error that there is no list
		}
		list = []highlight{{nodes: nodes, look: Category(0), name: fmt.Sprintf("a quorum of %d nodes", len(nodes))}}
	}
	p := v.page(", boxes in boxes")
	b := &p.body

	// A box of level d consists of cells of side 1, with gaps that grow outwards.
	depth := len(levels)
	width, height := 1.0, 1.0 // of a box one level further in, in sides of a cell
	sizes := make([]XY, depth+1)
	sizes[depth] = XY{1, 1}
	gapOf := func(d int) float64 { return 0.45 * float64(depth-1-d) }
	for d := depth - 1; d >= 0; d-- {
		rows, columns, _ := shapeOf(levels[d])
		gap := gapOf(d)
		width = float64(columns)*width + float64(columns-1)*gap + 2*0.2
		height = float64(rows)*height + float64(rows-1)*gap + 2*0.2
		sizes[d] = XY{width, height}
	}
	side := min(30, bodyWidth/vg.Length(width), bodyHeight/vg.Length(height))
	last := depth
	if side < finest {
		// The cells are too small. The levels with visible boxes are drawn, and a box of the next
		// level becomes a cell.
		for last > 1 && side*vg.Length(min(sizes[last].X, sizes[last].Y)) < finest {
			last--
		}
		if side*vg.Length(min(sizes[last].X, sizes[last].Y)) < finest/2 {
			return nil, nil
		}
		p.notef("the %d nodes are too small to see: the boxes of the outer %d of %d levels are drawn", v.n, last, depth)
	}
	b.width, b.height = side*vg.Length(width), side*vg.Length(height)
	inside := 1 // nodes in a box of level last
	for _, l := range levels[last:] {
		inside *= l.N()
	}
	looks := map[int][]Look{}
	for _, h := range list {
		for _, x := range h.nodes {
			if box := x / inside; !slices.Contains(looks[box], h.look) {
				looks[box] = append(looks[box], h.look)
			}
		}
	}
	var cells []cell
	frames := make([]shape, depth)
	var lay func(d, first int, x, y float64)
	lay = func(d, first int, x, y float64) { // (x, y): upper left, y downwards
		box := canvas.Rect(side*vg.Length(x), b.height-side*vg.Length(y+sizes[d].Y), side*vg.Length(x+sizes[d].X), b.height-side*vg.Length(y))
		if d == last {
			text := ""
			if last == depth {
				text = quorum.Node(first).String()
			}
			cells = append(cells, cell{box: box, text: text, looks: looks[first]})
			return
		}
		frames[d].rings = append(frames[d].rings, corners(box))
		_, _, place := shapeOf(levels[d])
		next, gap := sizes[d+1], gapOf(d)
		for k := range levels[d].N() {
			row, column := place(k)
			lay(d+1, first*levels[d].N()+k, x+0.2+float64(column)*(next.X+gap), y+0.2+float64(row)*(next.Y+gap))
		}
	}
	lay(0, 0, 0, 0)
	for d := range frames {
		if last < depth && d >= last {
			continue
		}
		frames[d].closed = true
		frames[d].stroke = pen(canvas.Ink(), 0.5+0.5*vg.Length(depth-1-d))
		b.add(frames[d])
	}
	b.cells(cells)
	p.legend = quorumKeys(list)
	if last < depth {
		p.legend[0].text = "boxes with nodes of " + p.legend[0].text
	} else {
		p.numbers(cells, "the cells are too small for the numbers of the nodes, which run box by box", "Nodes are numbered box by box, row by row inside a box.")
	}
	for d, l := range levels {
		where := ""
		if d == 0 {
			where = " (outermost)"
		}
		p.remark("Level %v%s: %s.", quorum.Index(d), where, l.Spec())
	}
	return p.picture(), nil
}
