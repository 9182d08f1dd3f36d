package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	pictures "coterie/internal/draw"
)

// Looks is how many series of a figure can be told apart: that many glyphs. Looks i and i+7 share a
// colour and differ in the glyph being filled or open.
const Looks = 14

// GuideLooks is how many guides can be told apart: that many dash patterns.
const GuideLooks = 5

// The greys of what is not data.
func guideGrey() color.Color { return color.Gray{Y: 0x70} }
func gridGrey() color.Color  { return color.Gray{Y: 0xE4} }

func guidePatterns() [][]float64 {
	return [][]float64{nil, {5, 3}, {1.2, 2}, {8, 2, 1.2, 2}, {12, 4}}
}

// scaled returns the pattern for a line width.
func scaled(pattern []float64, width vg.Length) []vg.Length {
	var dashes []vg.Length
	for _, d := range pattern {
		dashes = append(dashes, vg.Length(d)*width)
	}
	return dashes
}

// glyph is the form of a mark, in units of its radius: closed outlines, filled or not, and open
// strokes.
type glyph struct {
	round    bool // a circle of radius 0.9, in place of an outline
	outlines [][]vg.Point
	strokes  [][]vg.Point
	filled   bool
}

func polygon(corners int, radius, turn float64) []vg.Point {
	points := make([]vg.Point, corners)
	for i := range points {
		a := turn + 2*math.Pi*float64(i)/float64(corners)
		points[i] = vg.Point{X: vg.Length(radius * math.Cos(a)), Y: vg.Length(radius * math.Sin(a))}
	}
	return points
}

func spokes(lines int, turn float64) [][]vg.Point {
	var strokes [][]vg.Point
	for i := range lines {
		a := turn + math.Pi*float64(i)/float64(lines)
		end := vg.Point{X: vg.Length(1.1 * math.Cos(a)), Y: vg.Length(1.1 * math.Sin(a))}
		strokes = append(strokes, []vg.Point{{X: -end.X, Y: -end.Y}, end})
	}
	return strokes
}

// glyphs lists the marks. The first seven and the last seven run in parallel, filled against open,
// so that two looks of one colour differ most.
func glyphs() []glyph {
	square := [][]vg.Point{polygon(4, 1.15, math.Pi/4)}
	up := [][]vg.Point{polygon(3, 1.25, math.Pi/2)}
	down := [][]vg.Point{polygon(3, 1.25, -math.Pi/2)}
	diamond := [][]vg.Point{polygon(4, 1.2, 0)}
	bow := [][]vg.Point{{{X: -1, Y: -0.9}, {X: 1, Y: 0.9}, {X: 1, Y: -0.9}, {X: -1, Y: 0.9}}}
	return []glyph{
		{round: true, filled: true},
		{outlines: square, filled: true},
		{outlines: up, filled: true},
		{outlines: diamond, filled: true},
		{outlines: down, filled: true},
		{strokes: spokes(2, 0)},
		{strokes: spokes(2, math.Pi/4)},
		{round: true},
		{outlines: square},
		{outlines: up},
		{outlines: diamond},
		{outlines: down},
		{strokes: spokes(3, math.Pi/2)},
		{outlines: bow, filled: true},
	}
}

// mark draws a glyph of gonum/plot, whose own are eight and of one line width; backed fills an open
// outline with white, for glyphs on a line.
type mark struct {
	glyph
	backed bool
}

// DrawGlyph implements [draw.GlyphDrawer].
func (m mark) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, at vg.Point) {
	place := func(points []vg.Point) (p vg.Path) {
		p.Move(at.Add(points[0].Scale(sty.Radius)))
		for _, q := range points[1:] {
			p.Line(at.Add(q.Scale(sty.Radius)))
		}
		return p
	}
	var closed []vg.Path
	for _, outline := range m.outlines {
		p := place(outline)
		p.Close()
		closed = append(closed, p)
	}
	if m.round {
		var p vg.Path
		p.Move(vg.Point{X: at.X + 0.9*sty.Radius, Y: at.Y})
		p.Arc(at, 0.9*sty.Radius, 0, 2*math.Pi)
		p.Close()
		closed = append(closed, p)
	}
	fill := sty.Color
	if !m.filled {
		fill = color.White
	}
	for _, p := range closed {
		if m.filled || m.backed {
			c.SetColor(fill)
			c.Fill(p)
		}
	}
	if m.filled {
		return
	}
	c.SetLineStyle(draw.LineStyle{Color: sty.Color, Width: 0.42 * sty.Radius})
	for _, p := range closed {
		c.Stroke(p)
	}
	for _, stroke := range m.strokes {
		c.Stroke(place(stroke))
	}
}

// appearance is how a series is drawn.
type appearance struct {
	colour color.Color
	mark   glyph
	dashes []float64
}

// appearanceOf returns look i, from 1; its line has the dashes of pattern i mod 7.
func appearanceOf(i int) appearance {
	colours, patterns := pictures.Palette(), pictures.DashPatterns()
	return appearance{colour: colours[(i-1)%len(colours)], mark: glyphs()[i-1], dashes: patterns[(i-1)%len(patterns)]}
}

// measures are the lengths of a size, in points.
type measures struct {
	width, height                              vg.Length // of the figure; a column grows by its legend
	titleSize, labelSize, tickSize, legendSize vg.Length // of the fonts
	line, guide, mark                          vg.Length // line widths and glyph radius
	margin, gap                                vg.Length // around everything, between neighbours
	tickX, tickY                               vg.Length // least distance of tick labels
	legendRight                                bool      // or below
}

func measuresOf(s Size) measures {
	if s == ColumnWidth {
		return measures{
			width: 252, height: 176, titleSize: 9, labelSize: 8, tickSize: 7, legendSize: 7,
			line: 1, guide: 0.7, mark: 2, margin: 5, gap: 4, tickX: 34, tickY: 22,
		}
	}
	return measures{
		width: 504, height: 324, titleSize: 12, labelSize: 10.5, tickSize: 9, legendSize: 9,
		line: 1.3, guide: 0.9, mark: 2.5, margin: 8, gap: 6, tickX: 46, tickY: 30, legendRight: true,
	}
}

// handler measures and draws texts with the fonts of the program.
func handler() text.Plain { return text.Plain{Fonts: pictures.Fonts()} }

func style(size vg.Length, bold bool) text.Style {
	return text.Style{Color: pictures.Ink(), Font: pictures.Font(size, bold), Handler: handler()}
}
