package chart

import (
	"slices"

	"coterie/internal/picture/plot"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"coterie/internal/picture/canvas"
	"coterie/internal/words/table"
)

// note is a text among the data: the label of a point, or the name of a series near its end. A line
// from there to a name beside the data would look like data.
type note struct {
	series int
	text   string
	end    vg.Point // the point that the text belongs to
	box    vg.Rectangle
}

// farFrom is how far from the right side a series must end for its name to stand there, as a share
// of the width of the data.
const farFrom = 0.2

// chooseWithin decides which names stand among the data.
func (d *drawing) chooseWithin() {
	axis := d.plot.X
	d.within = make([]bool, len(d.Series))
	for i := range d.Series {
		d.within[i] = d.LabelEnds && 1-axis.Norm(d.endOf(i).X) > farFrom
	}
}

// placeNotes chooses the place of each note around its point. The place covers little of the data
// and of earlier notes, and nearness counts more than slightly more free space.
func (d *drawing) placeNotes() {
	d.notes = nil
	var inked []vg.Point
	for i := range d.Series {
		inked = append(inked, d.inked(i)...)
	}
	label, h := style(d.legendSize, false), d.lineHeight()
	trX, trY := d.plot.Transforms(&draw.Canvas{Rectangle: d.data})
	var notes []note
	for i, s := range d.Series {
		add := func(text string, at table.Point) {
			notes = append(notes, note{series: i, text: text, end: canvas.Pt(trX(at.X), trY(at.Y))})
		}
		if d.within[i] {
			add(s.Name, d.endOf(i))
		}
		for k, text := range s.Labels {
			add(text, s.Points[k])
		}
	}
	for _, n := range notes {
		width, least := label.Width(n.text), -1
		for k, box := range around(n.end, width, h, 3*d.mark) {
			ring := max(0, k-2) / 6
			edge, _ := note{box: box}.from(n.end)
			if !holds(d.data, box) {
				continue
			}
			covered := 0
			for _, p := range inked {
				if near(box, p, d.mark) {
					covered++
				}
			}
			for _, o := range d.notes {
				if box.Min.X < o.box.Max.X+d.gap && o.box.Min.X < box.Max.X+d.gap && box.Min.Y < o.box.Max.Y && o.box.Min.Y < box.Max.Y {
					covered += max(len(inked), 1000)
				}
				if d.Series[n.series].Labels != nil && slices.ContainsFunc(between(nil, n.end, edge, d.mark), func(p vg.Point) bool { return holds(o.box, vg.Rectangle{Min: p, Max: p}) }) {
					covered += 20 // the line to the point would cross that note
				}
			}
			if cost := covered + 2*ring; least < 0 || cost < least {
				least, n.box = cost, box
			}
		}
		if least < 0 { // the data are narrower than the name, which extends beyond them
			n.box = canvas.Rect(n.end.X, n.end.Y+h/2, n.end.X+width, n.end.Y+3*h/2)
		}
		d.notes = append(d.notes, n)
	}
}

// around lists the places of a name around a point, the nearest first: beside it, above and below,
// and then in rings farther away, and farther to both sides.
func around(p vg.Point, width, height, gap vg.Length) (boxes []vg.Rectangle) {
	add := func(x, y vg.Length) {
		boxes = append(boxes, canvas.Rect(x, y-height/2, x+width, y+height/2))
	}
	for ring := range 6 {
		right, left, up := p.X+gap, p.X-gap-width, gap/2+height/2+vg.Length(ring)*height
		if ring == 0 {
			add(right, p.Y)
			add(left, p.Y)
		}
		for _, y := range []vg.Length{p.Y + up, p.Y - up} {
			for _, x := range []vg.Length{right, p.X - width/2, left} {
				add(x, y)
			}
		}
	}
	for _, y := range []vg.Length{0, height, -height, 2 * height, -2 * height, 3 * height, -3 * height} {
		for step := range 3 {
			far := vg.Length(step+1) * (width + 2*gap)
			add(p.X+gap+far, p.Y+y)
			add(p.X-gap-width-far, p.Y+y)
		}
	}
	return boxes
}

// inked returns points on the drawing of a series, at distances below the height of a name.
func (d *drawing) inked(i int) (list []vg.Point) {
	trX, trY := d.plot.Transforms(&draw.Canvas{Rectangle: d.data})
	s := d.Series[i]
	for _, piece := range pieces(s) {
		for k, p := range piece {
			to := canvas.Pt(trX(p.X), trY(p.Y))
			if k > 0 && s.Kind != plot.Scatter {
				from := list[len(list)-1]
				if corner := (canvas.Pt(to.X, from.Y)); s.Kind == plot.Steps {
					list = append(between(list, from, corner, 2*d.mark), corner)
					from = corner
				}
				list = between(list, from, to, 2*d.mark)
			}
			list = append(list, to)
		}
	}
	return list
}

// between appends points at that distance on the way from one point to another, without the two.
func between(list []vg.Point, from, to vg.Point, distance vg.Length) []vg.Point {
	const most = 500
	way := to.Sub(from)
	steps := min(int(max(abs(float64(way.X)), abs(float64(way.Y)))/float64(distance)), most)
	for step := 1; step < steps; step++ {
		list = append(list, from.Add(way.Scale(vg.Length(step)/vg.Length(steps))))
	}
	return list
}

func holds(outer, inner vg.Rectangle) bool {
	return inner.Min.X >= outer.Min.X && inner.Max.X <= outer.Max.X && inner.Min.Y >= outer.Min.Y && inner.Max.Y <= outer.Max.Y
}

// near reports whether a glyph of that radius at p would touch the box.
func near(box vg.Rectangle, p vg.Point, radius vg.Length) bool {
	return p.X > box.Min.X-radius && p.X < box.Max.X+radius && p.Y > box.Min.Y-radius && p.Y < box.Max.Y+radius
}

// from returns the point of the note's box that is nearest to p, and its distance.
func (n note) from(p vg.Point) (near vg.Point, distance float64) {
	near = canvas.Pt(max(n.box.Min.X, min(p.X, n.box.Max.X)), max(n.box.Min.Y, min(p.Y, n.box.Max.Y)))
	way := near.Sub(p)
	return near, max(abs(float64(way.X)), abs(float64(way.Y)))
}

// paintNotes draws the texts. A text that is not next to its point, or is nearer to another point
// with a label, gets a short dotted line to its point.
func (d *drawing) paintNotes(c draw.Canvas) {
	for _, n := range d.notes {
		look := d.looks[n.series]
		near, distance := n.from(n.end)
		other := func(o note) bool {
			_, apart := n.from(o.end)
			return apart < distance
		}
		if distance > float64(d.lineHeight()) || d.Series[n.series].Labels != nil && slices.ContainsFunc(d.notes, other) {
			var line vg.Path
			line.Move(n.end)
			line.Line(near)
			c.SetLineStyle(draw.LineStyle{Color: look.colour, Width: 0.5, Dashes: []vg.Length{0.7, 1.6}})
			c.Stroke(line)
		}
		name := style(d.legendSize, false)
		name.Color, name.YAlign = legible(look.colour), draw.YCenter
		c.FillText(name, canvas.Pt(n.box.Min.X, (n.box.Min.Y+n.box.Max.Y)/2+0.08*d.legendSize), n.text)
	}
}
