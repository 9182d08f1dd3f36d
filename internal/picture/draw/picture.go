package draw

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
)

// The largest page, in points. It is 7 by 9 inches, which fits within the margins of A4 and letter
// paper.
const (
	maxWidth  vg.Length = 504
	maxHeight vg.Length = 648
)

// The page of a slide, in points: 1600 by 900 pixels of 1/96 inch.
const (
	slideWidth  vg.Length = 1200
	slideHeight vg.Length = 675
)

// Picture is a finished picture: a list of shapes and texts on a page of a fixed size. Pictures are
// immutable; equal pictures give equal bytes.
type Picture struct {
	title, note   string
	width, height vg.Length
	items         []item
	slide         bool
	legend        int // number of entries of the legend
	looks         []Look
}

// item is a shape or a label.
type item struct {
	shape *shape
	label *label
}

// shape is a set of polylines and circles of one style.
type shape struct {
	rings   [][]vg.Point
	closed  bool // whether the rings are closed; circles always are
	circles []circle
	fill    color.Color // nil for none
	stroke  stroke      // of width 0 for none
}

type circle struct {
	centre vg.Point
	radius vg.Length
}

// label is a line of text.
type label struct {
	text   string
	at     vg.Point // left end of the baseline; of a vertical label, which runs upwards, its lower end
	size   vg.Length
	bold   bool
	upward bool
	middle bool // keeps its middle when it is set in another font
	colour color.Color
}

// box returns a rectangle that contains the text.
func (l *label) box() vg.Rectangle {
	w := textWidth(l.text, l.size, l.bold)
	if l.upward {
		return canvas.Rect(l.at.X-ascent*l.size, l.at.Y, l.at.X+descent*l.size, l.at.Y+w)
	}
	return canvas.Rect(l.at.X, l.at.Y-descent*l.size, l.at.X+w, l.at.Y+ascent*l.size)
}

// Title returns the title. For a picture of a system, it is the spec.
func (p *Picture) Title() string { return p.title }

// Note names the parts that were left out, or drawn instead of the request. It is "" if there are
// none.
func (p *Picture) Note() string { return p.note }

// bad returns the error of a picture that cannot be drawn well.
func bad(title, format string, args ...any) error {
	return fmt.Errorf("picture %q: %s", title, fmt.Sprintf(format, args...))
}

// Validate checks the layout: a title and a legend, at most 7 by 9 inches (or the size of a slide),
// everything on the page, and no two texts overlapping. No picture of this package's builders
// fails, except that of a [Scene] that asks for it. The cost is O(t log t) for t texts that are not
// all in one column.
func (p *Picture) Validate() error {
	fail := func(format string, args ...any) error {
		return bad(p.title, format, args...)
	}
	most := pt(maxWidth, maxHeight)
	if p.slide {
		most = pt(slideWidth, slideHeight)
	}
	switch {
	case strings.TrimSpace(p.title) == "":
		return fail("no title")
	case p.legend == 0:
		return fail("no legend")
	case p.width > most.X+slack || p.height > most.Y+slack:
		return fail("%.1f by %.1f inches; at most %.4g by %.4g", p.width.Points()/72, p.height.Points()/72, most.X.Points()/72, most.Y.Points()/72)
	}
	page := vg.Rectangle{Max: pt(p.width, p.height)}
	type placed struct {
		box  vg.Rectangle
		text string
	}
	var texts []placed
	for _, it := range p.items {
		if it.label == nil {
			if !within(it.shape.extent(), page) {
				return fail("a shape leaves the page")
			}
			continue
		}
		box := it.label.box()
		if !within(box, page) {
			return fail("the text %q leaves the page", it.label.text)
		}
		texts = append(texts, placed{box, it.label.text})
	}
	slices.SortFunc(texts, func(a, b placed) int { return cmp.Compare(a.box.Min.X, b.box.Min.X) })
	for i, a := range texts {
		for _, b := range texts[i+1:] {
			if b.box.Min.X >= a.box.Max.X {
				break
			}
			if overlap(a.box, b.box) {
				return fail("the texts %q and %q overlap", a.text, b.text)
			}
		}
	}
	return nil
}

// slack is how far rounding may move a place.
const slack = 0.01

func within(r, page vg.Rectangle) bool {
	return r.Min.X >= page.Min.X-slack && r.Min.Y >= page.Min.Y-slack && r.Max.X <= page.Max.X+slack && r.Max.Y <= page.Max.Y+slack
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X-slack && b.Min.X < a.Max.X-slack && a.Min.Y < b.Max.Y-slack && b.Min.Y < a.Max.Y-slack
}

// extent returns the rectangle that contains the shape, including half the width of its line.
func (s *shape) extent() vg.Rectangle {
	inf := vg.Length(math.Inf(1))
	r := canvas.Rect(inf, inf, -inf, -inf)
	grow := func(p vg.Point, by vg.Length) {
		by += s.stroke.width / 2
		r.Min.X, r.Min.Y = min(r.Min.X, p.X-by), min(r.Min.Y, p.Y-by)
		r.Max.X, r.Max.Y = max(r.Max.X, p.X+by), max(r.Max.Y, p.Y+by)
	}
	for _, ring := range s.rings {
		for _, p := range ring {
			grow(p, 0)
		}
	}
	for _, c := range s.circles {
		grow(c.centre, c.radius)
	}
	return r
}

// Write writes the picture in a format of package canvas. Errors come from Validate or from w.
func (p *Picture) Write(w io.Writer, format canvas.Format) error {
	if err := p.Validate(); err != nil {
		return err
	}
	return format.Encode(w, canvas.Page{Title: p.title, Width: p.width, Height: p.height, Paint: p.paint})
}

func (p *Picture) paint(c vg.Canvas) {
	for _, it := range p.items {
		if it.shape != nil {
			it.shape.paint(c)
		} else {
			it.label.paint(c)
		}
	}
}

func (s *shape) paint(c vg.Canvas) {
	var path vg.Path
	for _, ring := range s.rings {
		for i, p := range ring {
			if i == 0 {
				path.Move(p)
			} else {
				path.Line(p)
			}
		}
		if s.closed {
			path.Close()
		}
	}
	for _, o := range s.circles {
		path.Move(pt(o.centre.X+o.radius, o.centre.Y))
		path.Arc(o.centre, o.radius, 0, 2*math.Pi)
		path.Close()
	}
	if len(path) == 0 {
		return
	}
	if s.fill != nil {
		c.SetColor(s.fill)
		c.Fill(path)
	}
	if s.stroke.width > 0 {
		c.SetColor(s.stroke.colour)
		c.SetLineWidth(s.stroke.width)
		c.SetLineDash(canvas.Dashes(s.stroke.dashes, s.stroke.width), 0)
		c.Stroke(path)
	}
}

func (l *label) paint(c vg.Canvas) {
	c.SetColor(l.colour)
	align := text.XLeft
	if l.middle {
		align = text.XCenter
	}
	canvas.Anchor(c, align)
	if !l.upward {
		c.FillString(canvas.Face(l.size, l.bold), l.at, l.text)
		return
	}
	c.Push()
	c.Translate(l.at)
	c.Rotate(math.Pi / 2)
	c.FillString(canvas.Face(l.size, l.bold), vg.Point{}, l.text)
	c.Pop()
}
