package canvas

import (
	"bytes"
	"html"
	"image/color"
	"io"
	"strings"
	"sync"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// PNGDPI is the resolution of PNG files: three pixels for each point.
const PNGDPI = 216

// EncodeSVG writes the drawing of paint on a white page as SVG, with a title. Its texts stay texts,
// set in Liberation Sans. A reader without this font gets Arial or Helvetica, which have the same
// widths, so the layout holds. Errors come from w.
func EncodeSVG(w io.Writer, title string, width, height vg.Length, paint func(vg.Canvas)) error {
	canvas := vgsvg.New(width, height)
	canvas.SetColor(color.White)
	canvas.Fill(vg.Rectangle{Max: Pt(width, height)}.Path())
	paint(canvas)
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return err
	}
	// The canvas names the one font it measured with and writes no title.
	const head = "xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n"
	_, err := strings.NewReplacer(
		"font-family:Liberation Sans;font-variant:normal", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif",
		head, head+"<title>"+html.EscapeString(title)+"</title>\n",
	).WriteString(w, out.String())
	return err
}

// EncodePNG writes the drawing of paint on a white page as PNG. Errors come from w.
func EncodePNG(w io.Writer, width, height vg.Length, dpi int, paint func(vg.Canvas)) error {
	canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi)) // the canvas is white at first
	paint(canvas)
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

// Pt is a point.
func Pt(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }

// Rect is the rectangle between two corners.
func Rect(left, low, right, high vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: Pt(left, low), Max: Pt(right, high)}
}

// Fonts holds Liberation Sans, which is embedded in the program. So the layout does not depend on
// the fonts of the machine.
var Fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

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
