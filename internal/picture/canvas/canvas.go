package canvas

import (
	"bytes"
	"html"
	"image/color"
	"io"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Page is a picture that can be written.
type Page struct {
	Title         string
	Width, Height vg.Length
	Paint         func(vg.Canvas) // draws the picture on a white page
	TeX           string          // remark for a reader of the TeX file, after "in the font of the text"
}

// Format is a file format of pages: [SVG], or one of package paper.
type Format interface {
	Ending() string // of the names of its files: svg
	// Encode writes a page. Errors come from w.
	Encode(w io.Writer, p Page) error
}

type svg struct{}

// SVG is the format of browsers. Its texts stay texts, set in Liberation Sans. A reader without
// this font gets Arial or Helvetica, which have the same widths, so the layout holds.
var SVG Format = svg{}

// Ending implements [Format].
func (svg) Ending() string { return "svg" }

// Encode implements [Format].
func (svg) Encode(w io.Writer, p Page) error {
	canvas := vgsvg.New(p.Width, p.Height)
	canvas.SetColor(color.White)
	canvas.Fill(vg.Rectangle{Max: Pt(p.Width, p.Height)}.Path())
	p.Paint(canvas)
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return err
	}
	// The canvas names the one font it measured with and writes no title.
	const head = "xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n"
	_, err := strings.NewReplacer(
		"font-family:Liberation Sans;font-variant:normal", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif",
		head, head+"<title>"+html.EscapeString(p.Title)+"</title>\n",
	).WriteString(w, out.String())
	return err
}

// Anchored is a canvas that sets texts in a font of its own, as LaTeX does, and so has to know how
// they are aligned.
type Anchored interface{ Anchor(text.XAlignment) }

// Anchor tells a canvas how the following texts are aligned. It reports whether the canvas needs
// that.
func Anchor(c vg.Canvas, align text.XAlignment) bool {
	if d, ok := c.(*draw.Canvas); ok {
		c = d.Canvas
	}
	t, ok := c.(Anchored)
	if ok {
		t.Anchor(align)
	}
	return ok
}

// Pt is a point.
func Pt(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }

// Rect is the rectangle between two corners.
func Rect(left, low, right, high vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: Pt(left, low), Max: Pt(right, high)}
}

// Fonts holds Liberation Sans, regular and bold, which are embedded in the program. So the layout
// does not depend on the fonts of the machine.
var Fonts = sync.OnceValue(func() *font.Cache {
	var faces font.Collection
	for bold, ttf := range map[bool][]byte{false: liberationsansregular.TTF, true: liberationsansbold.TTF} {
		face, err := opentype.Parse(ttf)
		if err != nil {
			panic(err) // the font is part of the program
		}
		faces = append(faces, font.Face{Font: Font(0, bold), Face: face})
	}
	return font.NewCache(faces)
})

// Font returns the description of Liberation Sans.
func Font(size vg.Length, bold bool) font.Font {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	if bold {
		f.Weight = 3 // font.WeightBold of golang.org/x/image
	}
	return f
}

// Face returns Liberation Sans in a size, for measuring and drawing.
func Face(size vg.Length, bold bool) font.Face { return Fonts().Lookup(Font(size, bold), size) }

// Palette returns the colours of Okabe and Ito ("Color universal design", 2008) without their
// yellow, which is too faint for points and lines on white.
func Palette() []color.RGBA {
	return []color.RGBA{
		{0x00, 0x72, 0xB2, 0xFF}, // blue
		{0xD5, 0x5E, 0x00, 0xFF}, // vermilion
		{0x00, 0x9E, 0x73, 0xFF}, // green
		{0xCC, 0x79, 0xA7, 0xFF}, // purple
		{0xE6, 0x9F, 0x00, 0xFF}, // orange
		{0x56, 0xB4, 0xE9, 0xFF}, // sky
		{0x00, 0x00, 0x00, 0xFF}, // black
	}
}

// DashPatterns returns a pattern for each colour of [Palette], so that lines of different colours
// can be told apart in grey. A pattern is a list of dashes and gaps in units of the line width.
func DashPatterns() [][]float64 {
	return [][]float64{
		nil,
		{6, 2.5},
		{1.5, 2},
		{7, 2, 1.5, 2},
		{11, 3},
		{4, 2, 1.5, 2, 1.5, 2},
		{3, 1.5},
	}
}

// Dashes returns the lengths of a dash pattern for a line of the given width.
func Dashes(pattern []float64, width vg.Length) []vg.Length {
	var dashes []vg.Length
	for _, d := range pattern {
		dashes = append(dashes, vg.Length(d)*width)
	}
	return dashes
}

// Ink is the colour of texts and axes.
func Ink() color.Color { return color.Gray{Y: 0x20} }
