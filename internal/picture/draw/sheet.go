package draw

import (
	"math"
	"strings"

	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
)

// Sheet is a picture by the caller on a body of a given size, in points from its lower left corner,
// with y upwards. Later drawings cover earlier ones. Title and legend are laid out as in all
// pictures.
type Sheet struct {
	Title         string
	Notes         []string // notes on what was left out
	Width, Height float64  // at most SheetWidth and SheetHeight, or those of a slide
	Legend        []Entry  // at least one
	Slide         bool     // whether the page is a slide, of 1600 by 900 pixels

	body body
}

// The largest body of a sheet.
const (
	SheetWidth  = float64(bodyWidth)
	SheetHeight = float64(bodyHeight)
	SlideWidth  = float64(slideWidth - 2*margin)
	SlideHeight = 591.3 // beside a title and a legend of one line
)

// The least size of a text, and the shares of its size above and below its baseline.
const (
	SmallestText = float64(smallest)
	Ascent       = float64(ascent)
	Descent      = float64(descent)
	Capital      = float64(capital) // the height of capitals and digits
)

// The styles of lines that stand for no thing of several: grey and thin, or black.
const (
	Faint  = -1
	Strong = -2
)

// Bar is a rectangle of a look.
type Bar struct {
	Min, Max XY
	Look     Look
}

func points(list []XY) []vg.Point {
	out := make([]vg.Point, len(list))
	for i, q := range list {
		out[i] = pt(vg.Length(q.X), vg.Length(q.Y))
	}
	return out
}

// Line draws a polyline in a style: that of a [PathEntry], Faint or Strong.
func (s *Sheet) Line(style int, width float64, at ...XY) {
	s.body.line(lineOf(style, vg.Length(width)), points(at)...)
}

// Polygon fills a polygon with the colour of a style.
func (s *Sheet) Polygon(style int, at ...XY) {
	s.body.polygon(stroke{}, lineOf(style, 1).colour, points(at))
}

// Head returns the triangle at the end of an arrow.
func Head(from, to XY) []XY {
	const length, half = 4.2, 1.5
	n := max(1e-6, math.Hypot(to.X-from.X, to.Y-from.Y))
	x, y := (to.X-from.X)/n, (to.Y-from.Y)/n
	foot := At(to.X-length*x, to.Y-length*y)
	return []XY{to, At(foot.X-half*y, foot.Y+half*x), At(foot.X+half*y, foot.Y-half*x)}
}

// Bars draws rectangles.
func (s *Sheet) Bars(bars []Bar) {
	var cells []cell
	for _, b := range bars {
		corner := points([]XY{b.Min, b.Max})
		cells = append(cells, cell{box: vg.Rectangle{Min: corner[0], Max: corner[1]}, looks: []Look{b.Look}})
	}
	s.body.cells(cells)
}

// Text writes a text on a white patch, which hides the drawing below. The left end of its baseline
// is at the point.
func (s *Sheet) Text(text string, size float64, bold bool, at XY) {
	if strings.TrimSpace(text) == "" {
		return
	}
	w := TextWidth(text, size, bold)
	patch := points([]XY{{at.X - 0.1*size, at.Y - 0.1*size}, {at.X + w + 0.1*size, at.Y + 0.8*size}})
	s.body.rect(stroke{}, white, vg.Rectangle{Min: patch[0], Max: patch[1]})
	s.body.writeIn(text, vg.Length(size), bold, points([]XY{at})[0], canvas.Ink())
}

// TextWidth returns the width of a text.
func TextWidth(text string, size float64, bold bool) float64 {
	return float64(textWidth(text, vg.Length(size), bold))
}

// Shorten cuts a text to a width, and marks the cut with an ellipsis.
func Shorten(text string, size float64, bold bool, width float64) string {
	return shorten(text, vg.Length(size), bold, vg.Length(width))
}

// Picture computes the layout of the sheet. The error says which part of the sheet is not legal
// (see [Picture.Validate]).
func (s *Sheet) Picture() (*Picture, error) {
	p := page{title: s.Title, notes: s.Notes, legend: s.Legend, body: s.body, slide: s.Slide}
	p.body.width, p.body.height = vg.Length(s.Width), vg.Length(s.Height)
	return p.valid()
}
