package draw

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
	"coterie/quorum"
)

// body collects the drawing between title and legend, in points from its lower left corner, with y
// upwards.
type body struct {
	width, height vg.Length
	items         []item
}

// The largest size of a body, and the least size of a legible text.
const (
	bodyWidth  vg.Length = maxWidth - 2*margin
	bodyHeight vg.Length = 490
	margin     vg.Length = 14
	smallest   vg.Length = 5
)

func pt(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }

func (b *body) add(s shape) {
	if len(s.rings)+len(s.circles) > 0 {
		b.items = append(b.items, item{shape: &s})
	}
}

// line draws a polyline.
func (b *body) line(s stroke, points ...vg.Point) {
	b.add(shape{rings: [][]vg.Point{points}, stroke: s})
}

// rect draws a rectangle.
func (b *body) rect(s stroke, fill color.Color, r vg.Rectangle) {
	b.polygon(s, fill, corners(r))
}

func (b *body) polygon(s stroke, fill color.Color, corners []vg.Point) {
	b.add(shape{rings: [][]vg.Point{corners}, closed: true, fill: fill, stroke: s})
}

func (b *body) circle(s stroke, fill color.Color, centre vg.Point, radius vg.Length) {
	b.add(shape{circles: []circle{{centre, radius}}, fill: fill, stroke: s})
}

func corners(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, pt(r.Max.X, r.Min.Y), r.Max, pt(r.Min.X, r.Max.Y)}
}

// write puts a text on the body. The left end of its baseline is at the point.
func (b *body) write(text string, size vg.Length, bold bool, at vg.Point) {
	b.writeIn(text, size, bold, at, canvas.Ink())
}

func (b *body) writeIn(text string, size vg.Length, bold bool, at vg.Point, colour color.Color) {
	if text != "" {
		b.items = append(b.items, item{label: &label{text: text, at: at, size: size, bold: bold, colour: colour}})
	}
}

// before puts a text on the body that ends at a point and is centred on its y.
func (b *body) before(text string, size vg.Length, at vg.Point) {
	b.write(text, size, false, pt(at.X-textWidth(text, size, false), at.Y-capital/2*size))
}

// centred puts a text on the body, centred on a point.
func (b *body) centred(text string, size vg.Length, bold bool, at vg.Point, colour color.Color) {
	if text != "" {
		b.items = append(b.items, item{label: &label{
			text: text, at: pt(at.X-textWidth(text, size, bold)/2, at.Y-capital/2*size), size: size, bold: bold, middle: true, colour: colour,
		}})
	}
}

// upward puts a text on the body that runs upwards from a point and is centred on its x.
func (b *body) upward(text string, size vg.Length, at vg.Point) {
	if text != "" {
		b.items = append(b.items, item{label: &label{text: text, at: pt(at.X+capital/2*size, at.Y), size: size, upward: true, colour: canvas.Ink()}})
	}
}

// cell is a rectangle, or a circle within one, that may belong to several things at once.
type cell struct {
	box    vg.Rectangle
	round  bool
	looks  []Look // one part for each look; none is Plain
	text   string
	strong bool // has a thick outline and a bold text
}

// nodeCell returns the cell of a node, with its number.
func nodeCell(box vg.Rectangle, node int, looks []Look, strong bool) cell {
	return cell{box: box, text: quorum.Node(node).String(), looks: looks, strong: strong}
}

// disc returns the circle of a node, with its number.
func disc(centre vg.Point, radius vg.Length, node int, looks []Look, strong bool) cell {
	c := nodeCell(square(centre.X-radius, centre.Y-radius, 2*radius), node, looks, strong)
	c.round = true
	return c
}

// clockwise returns place i of n on a circle, clockwise from the top.
func clockwise(centre vg.Point, radius vg.Length, i, n int) vg.Point {
	sin, cos := math.Sincos(math.Pi/2 - 2*math.Pi*float64(i)/float64(n))
	return pt(centre.X+radius*vg.Length(cos), centre.Y+radius*vg.Length(sin))
}

func square(x, y, side vg.Length) vg.Rectangle {
	return canvas.Rect(x, y, x+side, y+side)
}

func (c cell) centre() vg.Point {
	return pt((c.box.Min.X+c.box.Max.X)/2, (c.box.Min.Y+c.box.Max.Y)/2)
}

func (c cell) radius() vg.Length {
	return min(c.box.Max.X-c.box.Min.X, c.box.Max.Y-c.box.Min.Y) / 2
}

// outline returns the outline of the cell as a polygon.
func (c cell) outline() []vg.Point {
	if !c.round {
		return corners(c.box)
	}
	return arc(c.centre(), c.radius(), 0, 2*math.Pi)
}

// arc returns points on a circle, between two angles.
func arc(centre vg.Point, radius vg.Length, from, to float64) []vg.Point {
	steps := max(2, int(math.Ceil(math.Abs(to-from)/(math.Pi/24))))
	points := make([]vg.Point, 0, steps+1)
	for i := range steps + 1 {
		sin, cos := math.Sincos(from + (to-from)*float64(i)/float64(steps))
		points = append(points, pt(centre.X+radius*vg.Length(cos), centre.Y+radius*vg.Length(sin)))
	}
	return points
}

// part returns the polygon of part i of k: a half along a diagonal, a strip, or a sector of a
// circle.
func (c cell) part(i, k int) []vg.Point {
	switch {
	case k == 1:
		return c.outline()
	case c.round:
		from := math.Pi/2 + 2*math.Pi*float64(i)/float64(k)
		return append(arc(c.centre(), c.radius(), from, from+2*math.Pi/float64(k)), c.centre())
	case k == 2:
		if p := corners(c.box); i == 0 {
			return []vg.Point{p[0], p[2], p[3]} // upper left
		} else {
			return []vg.Point{p[0], p[1], p[2]}
		}
	}
	w := (c.box.Max.X - c.box.Min.X) / vg.Length(k)
	return corners(canvas.Rect(c.box.Min.X+vg.Length(i)*w, c.box.Min.Y, c.box.Min.X+vg.Length(i+1)*w, c.box.Max.Y))
}

// cells draws cells without their texts. Cells of one look become one shape, so that a picture of
// thousands of cells is a small file.
func (b *body) cells(cells []cell) {
	fills := map[Look]*shape{}
	lines := map[Look]*shape{}
	var outlines, thick shape
	outlines.closed, outlines.stroke = true, outline
	thick.closed, thick.stroke = true, strong
	last := Look(0)
	for _, c := range cells {
		// Thick lines around small cells would hide the cells.
		if !c.round {
			outlines.stroke.width = max(0.15, min(outlines.stroke.width, 0.04*c.radius()))
		}
		looks := c.looks
		if len(looks) == 0 {
			looks = []Look{Plain}
		}
		for i, l := range looks {
			last = max(last, l)
			if fills[l] == nil {
				fills[l] = &shape{closed: true, fill: l.style().fill}
				lines[l] = &shape{stroke: pen(black, 0.45)}
			}
			if c.round && len(looks) == 1 {
				fills[l].circles = append(fills[l].circles, circle{c.centre(), c.radius()})
			} else {
				fills[l].rings = append(fills[l].rings, c.part(i, len(looks)))
			}
			lines[l].rings = append(lines[l].rings, hatch(l.style().pattern, c.part(i, len(looks)))...)
		}
		to := &outlines
		if c.strong {
			to = &thick
		}
		if c.round {
			to.circles = append(to.circles, circle{c.centre(), c.radius()})
		} else {
			to.rings = append(to.rings, c.outline())
		}
	}
	for l := range last + 1 {
		if fills[l] != nil {
			b.add(*fills[l])
			b.add(*lines[l])
		}
	}
	b.add(outlines)
	b.add(thick)
}

// texts writes the texts of cells. Each is on a patch that hides lines and patterns.
func (b *body) texts(cells []cell, size vg.Length) {
	if size < smallest {
		return
	}
	patches := map[color.RGBA]*shape{}
	var order []color.RGBA
	for _, c := range cells {
		if c.text == "" || len(c.looks) == 0 {
			continue
		}
		fill := white
		if len(c.looks) == 1 {
			fill = c.looks[0].style().fill
		}
		if patches[fill] == nil {
			patches[fill] = &shape{closed: true, fill: fill}
			order = append(order, fill)
		}
		w, m := textWidth(c.text, size, c.strong)/2+0.2*size, c.centre()
		patches[fill].rings = append(patches[fill].rings, corners(canvas.Rect(max(m.X-w, c.box.Min.X+0.5), max(m.Y-(capital/2+0.16)*size, c.box.Min.Y+0.5), min(m.X+w, c.box.Max.X-0.5), min(m.Y+(capital/2+0.16)*size, c.box.Max.Y-0.5))))
	}
	for _, fill := range order {
		b.add(*patches[fill])
	}
	for _, c := range cells {
		colour := black
		if len(c.looks) == 1 {
			colour = c.looks[0].style().text
		}
		b.centred(c.text, size, c.strong, c.centre(), colour)
	}
}

// fit returns the greatest size, at most most, at which every text fits in its cell. It returns
// false if that size is not legible.
func fit(cells []cell, most vg.Length) (vg.Length, bool) {
	size := most
	for _, c := range cells {
		if c.text == "" {
			continue
		}
		w, h := c.box.Max.X-c.box.Min.X, c.box.Max.Y-c.box.Min.Y
		if c.round {
			w, h = 0.84*w, 0.7*h
		}
		const unit = 100 // widths are proportional to sizes
		size = min(size, 0.9*w*unit/textWidth(c.text, unit, true), 0.95*h/(ascent+descent))
	}
	return size, size >= smallest
}

// textsIn writes the texts of cells in the size that fits, at most most. It returns false, and
// writes nothing, if that is not legible.
func (b *body) textsIn(cells []cell, most vg.Length) bool {
	size, ok := fit(cells, most)
	if ok {
		b.texts(cells, size)
	}
	return ok
}

// hatch returns the lines of a pattern inside a convex polygon. They are aligned to the page, so
// that they run on from cell to cell.
func hatch(pattern string, polygon []vg.Point) (lines [][]vg.Point) {
	const apart, diagonal = 4, 4 * math.Sqrt2
	steps := [...][3]vg.Length{{1, -1, diagonal}, {1, 1, diagonal}, {0, 1, apart}, {1, 0, apart}}
	for _, direction := range pattern {
		step := steps[strings.IndexRune(`/\-|`, direction)]
		lines = append(lines, stripes(polygon, step[0], step[1], step[2])...)
	}
	return lines
}

// stripes returns the parts of the lines a·x + b·y = i·step (i whole) within a convex polygon.
func stripes(polygon []vg.Point, a, b, step vg.Length) [][]vg.Point {
	low, high := vg.Length(math.Inf(1)), vg.Length(math.Inf(-1))
	for _, p := range polygon {
		low, high = min(low, a*p.X+b*p.Y), max(high, a*p.X+b*p.Y)
	}
	var lines [][]vg.Point
	for i := math.Ceil(float64(low / step)); vg.Length(i)*step < high; i++ {
		c := vg.Length(i) * step
		var cuts []vg.Point
		for k, p := range polygon {
			q := polygon[(k+1)%len(polygon)]
			dp, dq := a*p.X+b*p.Y-c, a*q.X+b*q.Y-c
			if (dp < 0) != (dq < 0) {
				t := dp / (dp - dq)
				cuts = append(cuts, pt(p.X+t*(q.X-p.X), p.Y+t*(q.Y-p.Y)))
			}
		}
		if len(cuts) == 2 {
			lines = append(lines, cuts)
		}
	}
	return lines
}

// page is a body with its title, notes and legend.
type page struct {
	title  string
	notes  []string // notes on substitutes that were drawn
	legend []Entry
	body   body
	slide  bool // whether the page has the size of a slide
}

// The sizes of texts around the body.
const (
	titleSize  vg.Length = 12
	legendSize vg.Length = 9
	keyWidth   vg.Length = 20
	keyHeight  vg.Length = 9
	leastWidth vg.Length = 360

	slideTitle  vg.Length = 20
	slideLegend vg.Length = 10.5
)

// numbers writes the numbers of nodes in their cells. If they do not fit, a note and the legend say
// how they run.
func (p *page) numbers(cells []cell, note, legend string) {
	if !p.body.textsIn(cells, 10) {
		p.say(note, legend)
	}
}

// notef adds a note.
func (p *page) notef(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

// remark adds a remark to the legend.
func (p *page) remark(format string, args ...any) {
	p.legend = append(p.legend, TextEntry(fmt.Sprintf(format, args...)))
}

// say adds a note, and a remark to the legend.
func (p *page) say(note, legend string) {
	p.notef("%s", note)
	p.remark("%s", legend)
}

// valid is picture for a layout by a caller. It validates the picture.
func (p page) valid() (*Picture, error) {
	out := p.picture()
	if err := out.Validate(); err != nil {
		return nil, err
	}
	return out, nil
}

// picture computes the layout of the page.
func (p page) picture() *Picture {
	out := &Picture{title: p.title, note: strings.Join(p.notes, "; "), legend: len(p.legend), slide: p.slide}
	titleSize, legendSize := titleSize, legendSize
	out.width = max(p.body.width+2*margin, leastWidth)
	if p.slide {
		out.width, titleSize, legendSize = slideWidth, slideTitle, slideLegend
	}
	inner := out.width - 2*margin
	lines := wrap(firstRunes(p.title, 600), titleSize, true, inner) // a longer title is cut to three lines anyway
	if len(lines) > 3 {
		lines = lines[:3]
		lines[2] = shorten(lines[2]+" …", titleSize, true, inner)
	}
	keys, keysHeight := layLegend(p.legend, inner, legendSize)
	titleHeight := vg.Length(len(lines)) * 1.25 * titleSize
	const gap = 8
	out.height = 2*margin + titleHeight + gap + p.body.height + gap + keysHeight

	page := body{}
	for i, line := range lines {
		page.write(line, titleSize, true, pt(margin, out.height-margin-ascent*titleSize-vg.Length(i)*1.25*titleSize))
	}
	shift(p.body.items, pt((out.width-p.body.width)/2, margin+keysHeight+gap))
	shift(keys.items, pt(margin, margin))
	out.items = append(append(page.items, p.body.items...), keys.items...)
	for _, k := range p.legend {
		out.looks = append(out.looks, k.looks...)
	}
	return out
}

func shift(items []item, by vg.Point) {
	for _, it := range items {
		if it.label != nil {
			it.label.at = it.label.at.Add(by)
			continue
		}
		for _, ring := range it.shape.rings {
			for i := range ring {
				ring[i] = ring[i].Add(by)
			}
		}
		for i := range it.shape.circles {
			it.shape.circles[i].centre = it.shape.circles[i].centre.Add(by)
		}
	}
}

// wrap breaks a text between words, and a word that is wider than a line within the word, so that
// no line is wider than width.
func wrap(s string, size vg.Length, bold bool, width vg.Length) []string {
	var lines []string
	for _, word := range strings.Fields(s) {
		if n := len(lines); n > 0 && textWidth(lines[n-1]+" "+word, size, bold) <= width {
			lines[n-1] += " " + word
			continue
		}
		for textWidth(word, size, bold) > width {
			runes := []rune(word)
			if len(runes) == 1 {
				break
			}
			cut := len(runes) - 1
			for cut > 1 && textWidth(string(runes[:cut]), size, bold) > width {
				cut--
			}
			// A spec is one long word, which is better broken after one of its punctuation marks.
			for i := cut; i > cut/2; i-- {
				if strings.ContainsRune(",-:(=", runes[i-1]) {
					cut = i
					break
				}
			}
			lines = append(lines, string(runes[:cut]))
			word = string(runes[cut:])
		}
		lines = append(lines, word)
	}
	return lines
}

// firstRunes returns the first runes of a text, at most most.
func firstRunes(s string, most int) string {
	for i := range s {
		if most--; most < 0 {
			return s[:i]
		}
	}
	return s
}

// shorten cuts a text to a width, and marks the cut with an ellipsis.
func shorten(s string, size vg.Length, bold bool, width vg.Length) string {
	if textWidth(s, size, bold) <= width {
		return s
	}
	runes := []rune(s)
	for len(runes) > 1 && textWidth(string(runes), size, bold) > 2*width { // a much too long text is cut in a few steps
		runes = runes[:len(runes)*3/4]
	}
	for len(runes) > 0 && textWidth(string(runes)+"…", size, bold) > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}
