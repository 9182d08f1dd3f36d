package draw

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// part is a node, or a box of parts: a gate of a formula, or a system with systems in its places.
type part struct {
	node  int    // -1 for a box
	name  string // of a node
	words string // title of a box: how many of its parts are needed
	bold  bool   // of the words
	bare  bool   // without a frame
	votes int    // number of votes in its box; 0 if each part has one
	parts []*part
	shape func(k int) (row, column int) // place of part k; nil for the most compact arrangement
	more  int                           // number of parts left out after the last

	// The layout, in points before scaling: the size, and the upper left corner within the
	// surrounding box.
	w, h, x, y vg.Length
}

// The sizes of boxes before they are scaled to the page, and the limits of the scale.
const (
	partText    vg.Length = 9
	partWords   vg.Length = 8
	partPad     vg.Length = 6
	partGap     vg.Length = 5
	partHeight  vg.Length = 19
	votesHeight vg.Length = 9
	leastScale  vg.Length = 0.72
	mostScale   vg.Length = 1.3
)

// leaves calls visit with the nodes of a part.
func (p *part) leaves(visit func(node int)) {
	if p.node >= 0 {
		visit(p.node)
	}
	for _, q := range p.parts {
		q.leaves(visit)
	}
}

// depth is the number of boxes around the innermost nodes.
func (p *part) depth() int {
	deepest := 0
	for _, q := range p.parts {
		levels := q.depth()
		if !p.bare {
			levels++
		}
		deepest = max(deepest, levels)
	}
	return deepest
}

// cut returns the part with at most so many levels of boxes, and at most so many parts in each box.
func (p *part) cut(levels, breadth int) *part {
	c := *p
	c.parts = nil
	if levels == 0 {
		return &c
	}
	for _, q := range p.parts[:min(breadth, len(p.parts))] {
		next := levels
		if !p.bare {
			next--
		}
		c.parts = append(c.parts, q.cut(next, breadth))
	}
	c.more = len(p.parts) - len(c.parts)
	return &c
}

// text returns the text in the cell of a node, or on a box that is closed.
func (p *part) text() string {
	if p.node >= 0 {
		return shorten(p.name, partText, false, 64)
	}
	return shorten(p.words, partWords, false, 150)
}

func (p *part) moreText() string { return fmt.Sprintf("… %d more", p.more) }

func (p *part) votesText() string { return show.Count(p.votes, "vote") }

// measure computes the size of a part and the places of the parts in it.
func (p *part) measure() {
	if len(p.parts) == 0 {
		p.w, p.h = max(partHeight+3, textWidth(p.text(), partText, false)/0.9+3), partHeight
		if p.votes > 0 {
			p.w, p.h = max(p.w, textWidth(p.votesText(), partWords, false)+2), p.h+votesHeight
		}
		return
	}
	widest := vg.Length(0)
	for _, q := range p.parts {
		q.measure()
		if q.node >= 0 {
			widest = max(widest, q.w)
		}
	}
	for _, q := range p.parts {
		if q.node >= 0 {
			q.w = widest // equal widths make columns
		}
	}
	head, pad := partPad, partPad
	if p.bare {
		head, pad = 0, 0
	}
	least := vg.Length(0)
	if p.words != "" {
		head += partWords + 3
		least = textWidth(p.text(), partWords, true)
	}
	if p.more > 0 {
		least = max(least, textWidth(p.moreText(), partWords, false))
	}
	w, h := p.arrange()
	p.w, p.h = max(w, least)+2*pad, head+h+pad
	if p.more > 0 {
		p.h += partWords + 3
	}
	if p.votes > 0 {
		p.h += votesHeight
	}
	for _, q := range p.parts {
		q.x, q.y = q.x+pad, q.y+head
	}
}

// arrange places the parts as shape says, or in rows that make the box small. It returns their
// total size.
func (p *part) arrange() (w, h vg.Length) {
	if p.shape != nil && p.more == 0 {
		return p.arrangeIn(p.shape)
	}
	// Boxes of nodes are wide, so that their titles fit; boxes of boxes are nearly square.
	tall := 1.3
	if !slices.ContainsFunc(p.parts, func(q *part) bool { return q.node < 0 }) {
		tall = 2
	}
	best, least := 1, math.Inf(1)
	for columns := 1; columns <= min(len(p.parts), 60); columns++ {
		w, h := p.flow(columns)
		if size := max(float64(w), tall*float64(h)) + float64(w*h)/10_000; size < least {
			best, least = columns, size
		}
	}
	return p.flow(best)
}

// flow places the parts in rows of so many columns, each as close to the one before as possible.
func (p *part) flow(columns int) (w, h vg.Length) {
	for row := range slices.Chunk(p.parts, columns) {
		x, highest := vg.Length(0), vg.Length(0)
		for _, q := range row {
			q.x, q.y = x, h
			x += q.w + partGap
			highest = max(highest, q.h)
		}
		w, h = max(w, x-partGap), h+highest+partGap
	}
	return w, h - partGap
}

// arrangeIn places the parts in given rows and columns.
func (p *part) arrangeIn(place func(k int) (row, column int)) (w, h vg.Length) {
	var widths, heights []vg.Length
	for k, q := range p.parts {
		row, column := place(k)
		for len(heights) <= row {
			heights = append(heights, 0)
		}
		for len(widths) <= column {
			widths = append(widths, 0)
		}
		widths[column], heights[row] = max(widths[column], q.w), max(heights[row], q.h)
	}
	lefts, tops := make([]vg.Length, len(widths)), make([]vg.Length, len(heights))
	for i, width := range widths {
		lefts[i] = w
		w += width + partGap
	}
	for i, height := range heights {
		tops[i] = h
		h += height + partGap
	}
	for k, q := range p.parts {
		row, column := place(k)
		q.x, q.y = lefts[column], tops[row]
	}
	return w - partGap, h - partGap
}

// nested draws boxes in boxes on the page. Parts that do not fit are cut off, and a note says so.
// looks are those of the nodes.
func (p *page) nested(root *part, looks map[int][]Look) {
	fitted, scale := fitParts(root)
	levels, all := fitted.depth(), root.depth()
	if levels < all {
		p.say(fmt.Sprintf("%d levels of boxes in boxes are too small to see: the outer %d are drawn, and the next closed", all, levels), fmt.Sprintf("Of %d levels of boxes the outer %d are drawn, and the next closed.", all, levels))
	}
	if fitted.anyMore() {
		p.notef("boxes have more parts than can be seen: the first of each are drawn")
	}
	b := &p.body
	b.width, b.height = scale*fitted.w, scale*fitted.h
	var cells []cell
	var frames []*shape // of each level
	var texts []label
	// draw draws a part with its upper left corner at (x, y), before scaling. whole is the same
	// part before anything was cut off.
	var draw func(p, whole *part, x, y vg.Length, level int)
	draw = func(p, whole *part, x, y vg.Length, level int) {
		at := func(x, y vg.Length) vg.Point { return pt(scale*x, b.height-scale*y) }
		w, h := p.w, p.h
		if p.votes > 0 {
			h -= votesHeight
			text, size := p.votesText(), 0.95*scale*partWords
			m := at(x+w/2, y+h+votesHeight-1.5)
			texts = append(texts, label{text: text, size: size, at: pt(m.X-textWidth(text, size, false)/2, m.Y), middle: true})
		}
		box := vg.Rectangle{Min: at(x, y+h), Max: at(x+w, y)}
		if len(p.parts) == 0 {
			c := cell{box: box, text: p.text(), round: false}
			whole.leaves(func(node int) {
				for _, l := range looks[node] {
					if !slices.Contains(c.looks, l) {
						c.looks = append(c.looks, l)
					}
				}
			})
			slices.Sort(c.looks)
			cells = append(cells, c)
			return
		}
		if !p.bare {
			for len(frames) <= level {
				frames = append(frames, &shape{closed: true, fill: white, stroke: pen(canvas.Ink(), max(0.6, 1.4-0.3*vg.Length(len(frames))))})
				if len(frames)%2 == 0 {
					frames[len(frames)-1].fill = boxShade
				}
			}
			frames[level].rings = append(frames[level].rings, corners(box))
			level++
		}
		left, head := x, y
		if !p.bare {
			left, head = x+partPad, y+partPad
		}
		if p.words != "" {
			texts = append(texts, label{text: p.text(), size: scale * partWords, bold: p.bold, at: at(left, head+partWords-1)})
		}
		for k, q := range p.parts {
			draw(q, whole.parts[k], x+q.x, y+q.y, level)
		}
		if p.more > 0 {
			texts = append(texts, label{text: p.moreText(), size: scale * partWords, at: at(left, y+h-partPad-1)})
		}
	}
	draw(fitted, root, 0, 0, 0)
	for _, f := range frames {
		b.add(*f)
	}
	b.cells(cells)
	b.texts(cells, scale*partText)
	for _, t := range texts {
		b.writeIn(t.text, t.size, t.bold, t.at, canvas.Ink())
	}
}

func (p *part) anyMore() bool { return p.more > 0 || slices.ContainsFunc(p.parts, (*part).anyMore) }

// fitParts measures the part, or as much of it as fits on a page.
func fitParts(root *part) (*part, vg.Length) {
	size := 0
	root.leaves(func(int) { size++ })
	for _, breadth := range []int{math.MaxInt, 64, 32, 16, 8} {
		if breadth == math.MaxInt && size > 2000 {
			continue // so many levels do not fit
		}
		for levels := root.depth(); levels > 0; levels-- {
			cut := root.cut(levels, breadth)
			cut.measure()
			scale := min(mostScale, bodyWidth/cut.w, bodyHeight/cut.h)
			if scale >= leastScale || breadth == 8 && levels == 1 {
				return cut, scale
			}
			if levels <= 2 && breadth > 8 {
				break // fewer parts are better than no boxes at all
			}
		}
	}
	root.measure() // a single node
	return root, mostScale
}

// gatePart returns the box of a formula. The function name returns the names of nodes.
func gatePart(f quorum.Formula, name func(v int) string) *part {
	if v, ok := f.Leaf(); ok {
		return &part{node: v, name: name(v)}
	}
	p := &part{node: -1}
	for i := range f.Len() {
		q := gatePart(f.Part(i), name)
		if !f.UnitVotes() {
			q.votes = f.PartVotes(i)
		}
		p.parts = append(p.parts, q)
	}
	switch quota, total := f.Quota(); {
	case !f.UnitVotes():
		p.words = fmt.Sprintf("%d of %d votes", quota, total)
	case quota == total:
		p.words = fmt.Sprintf("all of %d", total)
	case quota == 1:
		p.words = fmt.Sprintf("any of %d", total)
	default:
		p.words = fmt.Sprintf("%d of %d", quota, total)
	}
	return p
}
