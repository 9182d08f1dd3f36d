package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"coterie/internal/picture/canvas"
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
		points[i] = canvas.Pt(vg.Length(radius*math.Cos(a)), vg.Length(radius*math.Sin(a)))
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
		end := canvas.Pt(vg.Length(length*math.Cos(a)), vg.Length(length*math.Sin(a)))
		strokes = append(strokes, []vg.Point{canvas.Pt(-end.X, -end.Y), end})
	}
	return strokes
}

// cross returns a thick plus sign.
func cross(turn float64) []vg.Point {
	const long, short = 1.25, 0.42
	corner := []vg.Point{canvas.Pt(long, -short), canvas.Pt(long, short), canvas.Pt(short, short)}
	var all []vg.Point
	for i := range 4 {
		sin, cos := math.Sincos(turn + float64(i)*math.Pi/2)
		for _, p := range corner {
			all = append(all, canvas.Pt(p.X*vg.Length(cos)-p.Y*vg.Length(sin), p.X*vg.Length(sin)+p.Y*vg.Length(cos)))
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
	bow := one(canvas.Pt(-1, -0.9), canvas.Pt(1, 0.9), canvas.Pt(1, -0.9), canvas.Pt(-1, 0.9))
	glass := one(canvas.Pt(-0.9, -1), canvas.Pt(0.9, 1), canvas.Pt(-0.9, 1), canvas.Pt(0.9, -1))
	half := polygon(32, 1, -math.Pi/2)[:17]
	filled := func(outlines [][]vg.Point) glyph { return glyph{outlines: outlines, filled: true} }
	drawn := func(outlines, solid, strokes [][]vg.Point) glyph {
		return glyph{outlines: outlines, solid: solid, strokes: strokes}
	}
	return []glyph{
		filled(round),
		filled(square),
		filled(triangle(up)),
		filled(diamond),
		filled(triangle(down)),
		drawn(nil, nil, spokes(2, 0, 1.1)),
		drawn(nil, nil, spokes(2, math.Pi/4, 1.1)),

		drawn(round, nil, nil),
		drawn(square, nil, nil),
		drawn(triangle(up), nil, nil),
		drawn(diamond, nil, nil),
		drawn(triangle(down), nil, nil),
		drawn(nil, nil, spokes(3, math.Pi/2, 1.1)),
		filled(bow),

		filled(one(star(5, 0.55, up)...)),
		filled(triangle(left)),
		filled(triangle(right)),
		filled(glass),
		filled(one(cross(0)...)),
		filled(one(cross(math.Pi / 4)...)),
		filled(one(canvas.Pt(-0.4, -1.2), canvas.Pt(0.4, -1.2), canvas.Pt(0.4, 1.2), canvas.Pt(-0.4, 1.2))),

		drawn(one(star(5, 0.55, up)...), nil, nil),
		drawn(triangle(left), nil, nil),
		drawn(triangle(right), nil, nil),
		drawn(glass, nil, nil),
		drawn(bow, nil, nil),
		drawn(one(canvas.Pt(-1.2, -0.45), canvas.Pt(1.2, -0.45), canvas.Pt(1.2, 0.45), canvas.Pt(-1.2, 0.45)), nil, nil),
		drawn(nil, nil, rays(3, down)),

		drawn(one(circle(1.15)...), nil, spokes(2, 0, 1.15)),
		drawn(square, nil, spokes(2, math.Pi/4, 1.15)),
		drawn(one(circle(1)...), one(half...), nil),
		drawn(square, one(canvas.Pt(-0.81, -0.81), canvas.Pt(0.81, -0.81), canvas.Pt(-0.81, 0.81)), nil),
		drawn(diamond, one(canvas.Pt(-1.2, 0), canvas.Pt(0, -1.2), canvas.Pt(1.2, 0)), nil),
		drawn(one(circle(1.15)...), one(circle(0.5)...), nil),
		drawn(nil, nil, rays(3, up)),
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
