package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// glyph is the form of a mark, in units of its radius.
type glyph struct {
	outlines [][]vg.Point // closed
	filled   bool         // whether the outlines are filled, or only drawn
	solid    [][]vg.Point // closed, and always filled: half of a glyph
	strokes  [][]vg.Point // open
	ringed   bool         // smaller and within a circle, for the second series of one look
	backed   bool         // filled with white if it is open, for glyphs on a line
}

func polygon(corners int, radius, turn float64) []vg.Point {
	points := make([]vg.Point, corners)
	for i := range points {
		a := turn + 2*math.Pi*float64(i)/float64(corners)
		points[i] = vg.Point{X: vg.Length(radius * math.Cos(a)), Y: vg.Length(radius * math.Sin(a))}
	}
	return points
}

// circle returns a polygon with corners too small to be seen.
func circle(radius float64) []vg.Point { return polygon(32, radius, 0) }

// star returns a star with points at the radius 1.4 and dents at the given one.
func star(points int, dent, turn float64) []vg.Point {
	outer, inner := polygon(points, 1.4, turn), polygon(points, dent, turn+math.Pi/float64(points))
	var all []vg.Point
	for i := range outer {
		all = append(all, outer[i], inner[i])
	}
	return all
}

// spokes returns lines of the given half length through the middle.
func spokes(lines int, turn, length float64) [][]vg.Point {
	var strokes [][]vg.Point
	for i := range lines {
		a := turn + math.Pi*float64(i)/float64(lines)
		end := vg.Point{X: vg.Length(length * math.Cos(a)), Y: vg.Length(length * math.Sin(a))}
		strokes = append(strokes, []vg.Point{{X: -end.X, Y: -end.Y}, end})
	}
	return strokes
}

// cross returns a thick plus sign.
func cross(turn float64) []vg.Point {
	const long, short = 1.25, 0.42
	corner := []vg.Point{{X: long, Y: -short}, {X: long, Y: short}, {X: short, Y: short}}
	var all []vg.Point
	for i := range 4 {
		sin, cos := math.Sincos(turn + float64(i)*math.Pi/2)
		for _, p := range corner {
			all = append(all, vg.Point{X: p.X*vg.Length(cos) - p.Y*vg.Length(sin), Y: p.X*vg.Length(sin) + p.Y*vg.Length(cos)})
		}
	}
	return all
}

// rays returns lines from the middle outwards.
func rays(n int, turn float64) [][]vg.Point {
	var strokes [][]vg.Point
	for _, end := range polygon(n, 1.25, turn) {
		strokes = append(strokes, []vg.Point{{}, end})
	}
	return strokes
}

// glyphs returns the glyphs in five rows of seven, one for each colour. Looks of one colour differ
// as much as possible: filled, open, filled, open, and half filled or crossed.
func glyphs() []glyph {
	const right, up, left, down = 0, math.Pi / 2, math.Pi, -math.Pi / 2
	one := func(points ...vg.Point) [][]vg.Point { return [][]vg.Point{points} }
	triangle := func(turn float64) [][]vg.Point { return one(polygon(3, 1.25, turn)...) }
	square, diamond, round := one(polygon(4, 1.15, math.Pi/4)...), one(polygon(4, 1.2, 0)...), one(circle(0.9)...)
	bow := one(vg.Point{X: -1, Y: -0.9}, vg.Point{X: 1, Y: 0.9}, vg.Point{X: 1, Y: -0.9}, vg.Point{X: -1, Y: 0.9})
	glass := one(vg.Point{X: -0.9, Y: -1}, vg.Point{X: 0.9, Y: 1}, vg.Point{X: -0.9, Y: 1}, vg.Point{X: 0.9, Y: -1})
	half := polygon(32, 1, -math.Pi/2)[:17]
	return []glyph{
		{outlines: round, filled: true},
		{outlines: square, filled: true},
		{outlines: triangle(up), filled: true},
		{outlines: diamond, filled: true},
		{outlines: triangle(down), filled: true},
		{strokes: spokes(2, 0, 1.1)},
		{strokes: spokes(2, math.Pi/4, 1.1)},

		{outlines: round},
		{outlines: square},
		{outlines: triangle(up)},
		{outlines: diamond},
		{outlines: triangle(down)},
		{strokes: spokes(3, math.Pi/2, 1.1)},
		{outlines: bow, filled: true},

		{outlines: one(star(5, 0.55, up)...), filled: true},
		{outlines: triangle(left), filled: true},
		{outlines: triangle(right), filled: true},
		{outlines: glass, filled: true},
		{outlines: one(cross(0)...), filled: true},
		{outlines: one(cross(math.Pi / 4)...), filled: true},
		{outlines: one(vg.Point{X: -0.4, Y: -1.2}, vg.Point{X: 0.4, Y: -1.2}, vg.Point{X: 0.4, Y: 1.2}, vg.Point{X: -0.4, Y: 1.2}), filled: true},

		{outlines: one(star(5, 0.55, up)...)},
		{outlines: triangle(left)},
		{outlines: triangle(right)},
		{outlines: glass},
		{outlines: bow},
		{outlines: one(vg.Point{X: -1.2, Y: -0.45}, vg.Point{X: 1.2, Y: -0.45}, vg.Point{X: 1.2, Y: 0.45}, vg.Point{X: -1.2, Y: 0.45})},
		{strokes: rays(3, down)},

		{outlines: one(circle(1.15)...), strokes: spokes(2, 0, 1.15)},
		{outlines: square, strokes: spokes(2, math.Pi/4, 1.15)},
		{outlines: one(circle(1)...), solid: one(half...)},
		{outlines: square, solid: one(vg.Point{X: -0.81, Y: -0.81}, vg.Point{X: 0.81, Y: -0.81}, vg.Point{X: -0.81, Y: 0.81})},
		{outlines: diamond, solid: one(vg.Point{X: -1.2}, vg.Point{Y: -1.2}, vg.Point{X: 1.2})},
		{outlines: one(circle(1.15)...), solid: one(circle(0.5)...)},
		{strokes: rays(3, up)},
	}
}

// DrawGlyph implements [draw.GlyphDrawer]. The library has only eight glyphs of its own, all of one
// line width.
func (m glyph) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, at vg.Point) {
	radius := sty.Radius
	path := func(points []vg.Point, closed bool) (p vg.Path) {
		p.Move(at.Add(points[0].Scale(radius)))
		for _, q := range points[1:] {
			p.Line(at.Add(q.Scale(radius)))
		}
		if closed {
			p.Close()
		}
		return p
	}
	fill := func(in color.Color, outlines [][]vg.Point) {
		c.SetColor(in)
		for _, o := range outlines {
			c.Fill(path(o, true))
		}
	}
	pen := draw.LineStyle{Color: sty.Color, Width: 0.42 * sty.Radius}
	if m.ringed {
		around := [][]vg.Point{circle(1.55)}
		fill(color.White, around)
		c.SetLineStyle(draw.LineStyle{Color: sty.Color, Width: 0.25 * sty.Radius})
		c.Stroke(path(around[0], true))
		radius *= 0.8
		pen.Width *= 0.8
	}
	switch {
	case m.filled:
		fill(sty.Color, m.outlines)
		return
	case m.backed:
		fill(color.White, m.outlines)
	}
	fill(sty.Color, m.solid)
	c.SetLineStyle(pen)
	for _, o := range m.outlines {
		c.Stroke(path(o, true))
	}
	for _, s := range m.strokes {
		c.Stroke(path(s, false))
	}
}
