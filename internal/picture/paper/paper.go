package paper

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"coterie/internal/picture/canvas"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgtex"
)

// format is a file format, named by the ending of its files.
type format string

// The formats beside [canvas.SVG]: PNG for pixels, PDF for pdflatex, and TeX for \input into LaTeX,
// which sets it in the fonts of the paper.
const (
	PNG format = "png"
	PDF format = "pdf"
	TeX format = "tex"
)

// Formats lists all formats.
func Formats() canvas.Formats { return canvas.Formats{canvas.SVG, PNG, PDF, TeX} }

// Ending implements [canvas.Format].
func (f format) Ending() string { return string(f) }

// Encode implements [canvas.Format].
func (f format) Encode(w io.Writer, p canvas.Page) error {
	switch f {
	case PNG:
		return EncodePNG(w, p, PNGDPI)
	case PDF:
		return writePDF(w, p)
	}
	return writeTeX(w, p)
}

// PNGDPI is the resolution of PNG files: three pixels for each point.
const PNGDPI = 216

// EncodePNG writes the page as PNG. Errors come from w.
func EncodePNG(w io.Writer, p canvas.Page, dpi int) error {
	c := vgimg.NewWith(vgimg.UseWH(p.Width, p.Height), vgimg.UseDPI(dpi)) // the canvas is white at first
	p.Paint(c)
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// datelessPDF removes the date and the random order of maps from PDF files. The library offers no
// way to do so but its global defaults.
var datelessPDF = sync.OnceFunc(func() {
	day := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	fpdf.SetDefaultCreationDate(day)
	fpdf.SetDefaultModificationDate(day)
	fpdf.SetDefaultCatalogSort(true)
})

// writePDF writes one page with embedded fonts.
func writePDF(w io.Writer, p canvas.Page) error {
	datelessPDF()
	c := vgpdf.New(p.Width, p.Height)
	p.Paint(pdfCanvas{paper{c}})
	_, err := c.WriteTo(w)
	return err
}

// writeTeX writes a pgfpicture for \input.
func writeTeX(w io.Writer, p canvas.Page) error {
	c := vgtex.New(p.Width, p.Height)
	// The library makes a picture as large as its drawing, so an invisible page is drawn.
	c.SetColor(color.Transparent)
	c.Fill(vg.Rectangle{Max: canvas.Pt(p.Width, p.Height)}.Path())
	p.Paint(&texCanvas{paper: paper{c}})
	var out bytes.Buffer
	if _, err := c.WriteTo(&out); err != nil {
		return err
	}
	_, body, _ := strings.Cut(out.String(), "\\begin{pgfpicture}") // without the library's own preface
	_, err := fmt.Fprintf(w, "%% %s\n%%\n%% In the preamble: \\usepackage{pgf}\n%% In the text, with the name of this file: \\resizebox{\\columnwidth}{!}{\\input{FILE.tex}}\n%% %.2f by %.2f inches, in the font of the text%s.\n\\begin{pgfpicture}%s",
		strings.Join(strings.Fields(p.Title), " "), p.Width/vg.Inch, p.Height/vg.Inch, p.TeX, body)
	return err
}

// paper is a canvas whose paths have only straight lines and curves, with coordinates of three
// decimals. The arcs of the libraries are unreliable, LaTeX does not read 1e-05, and vgtex does not
// close paths.
type paper struct{ vg.Canvas }

// Fill implements [vg.Canvas].
func (p paper) Fill(path vg.Path) { p.Canvas.Fill(plain(path)) }

// Stroke implements [vg.Canvas].
func (p paper) Stroke(path vg.Path) { p.Canvas.Stroke(plain(path)) }

// plain rounds the coordinates of a path, closes it by a line, and replaces its arcs by curves.
func plain(path vg.Path) vg.Path {
	out := make(vg.Path, 0, len(path)+1)
	var start vg.Point
	for _, c := range path {
		if c.Type == vg.ArcComp {
			out = appendArc(out, c)
			continue
		}
		c.Pos = rounded(c.Pos)
		control := make([]vg.Point, len(c.Control))
		for i, p := range c.Control {
			control[i] = rounded(p)
		}
		c.Control = control
		switch c.Type {
		case vg.MoveComp:
			start = c.Pos
		case vg.CloseComp:
			out = append(out, vg.PathComp{Type: vg.LineComp, Pos: start})
		}
		out = append(out, c)
	}
	return out
}

// appendArc adds an arc as cubic curves of at most a quarter of a turn, which miss the circle by
// less than 0.03 % of its radius (Goldapp 1991).
func appendArc(out vg.Path, c vg.PathComp) vg.Path {
	parts := math.Max(1, math.Ceil(math.Abs(c.Angle)/(math.Pi/2)-1e-9))
	step := c.Angle / parts
	reach := c.Radius * vg.Length(4.0/3*math.Tan(step/4))
	on := func(angle float64, along vg.Length) vg.Point {
		sin, cos := math.Sincos(angle)
		return rounded(canvas.Pt(c.Pos.X+c.Radius*vg.Length(cos)-along*vg.Length(sin), c.Pos.Y+c.Radius*vg.Length(sin)+along*vg.Length(cos)))
	}
	first := vg.LineComp
	if len(out) == 0 {
		first = vg.MoveComp
	}
	out = append(out, vg.PathComp{Type: first, Pos: on(c.Start, 0)})
	for i := range int(parts) {
		from, to := c.Start+float64(i)*step, c.Start+float64(i+1)*step
		out = append(out, vg.PathComp{Type: vg.CurveComp, Pos: on(to, 0), Control: []vg.Point{on(from, reach), on(to, -reach)}})
	}
	return out
}

func rounded(p vg.Point) vg.Point {
	round := func(x vg.Length) vg.Length { return vg.Length(math.Round(float64(x)*1000) / 1000) }
	return canvas.Pt(round(p.X), round(p.Y))
}

// pdfCanvas writes texts with any characters and both weights. The library's files have 256
// characters of one font, so other characters are drawn as outlines.
type pdfCanvas struct{ paper }

// FillString implements [vg.Canvas].
func (c pdfCanvas) FillString(face font.Face, at vg.Point, s string) {
	bold := face.Font.Weight > 0 // vgpdf cannot have two fonts in one file
	for s != "" {
		n := strings.IndexFunc(s, func(r rune) bool { return bold || r >= utf8.RuneSelf })
		if n < 0 {
			n = len(s)
		}
		if n > 0 {
			c.Canvas.FillString(face, at, s[:n])
		} else {
			_, n = utf8.DecodeRuneInString(s)
			c.outline(face, at, s[:n])
		}
		at.X += face.Width(s[:n])
		s = s[n:]
	}
}

// outline draws one character as a filled outline.
func (c pdfCanvas) outline(face font.Face, at vg.Point, s string) {
	r, _ := utf8.DecodeRuneInString(s)
	var buf sfnt.Buffer
	index, err := face.Face.GlyphIndex(&buf, r)
	if err != nil {
		return // the other formats show nothing either
	}
	units := face.Face.UnitsPerEm()
	segments, err := face.Face.LoadGlyph(&buf, index, fixed.I(int(units)), nil)
	if err != nil {
		return
	}
	scale := face.Font.Size / vg.Length(units)
	place := func(p fixed.Point26_6) vg.Point {
		return canvas.Pt(at.X+vg.Length(p.X)/64*scale, at.Y-vg.Length(p.Y)/64*scale)
	}
	var path vg.Path
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if len(path) > 0 {
				path.Close()
			}
			path.Move(place(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			path.Line(place(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			path.QuadTo(place(s.Args[0]), place(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			path.CubeTo(place(s.Args[0]), place(s.Args[1]), place(s.Args[2]))
		}
	}
	if len(path) > 0 {
		path.Close()
		c.Fill(path)
	}
}

// texCanvas writes texts for LaTeX. Their font is not known here, so each text is anchored at the
// point of its alignment: its left end, its middle or its right end.
type texCanvas struct {
	paper
	align text.XAlignment // of the next text
}

// FillString implements [vg.Canvas].
func (c *texCanvas) FillString(face font.Face, at vg.Point, s string) {
	set := texText(s)
	if face.Font.Weight > 0 {
		set = `\bfseries ` + set
	}
	switch width := face.Width(s); c.align {
	case draw.XLeft:
		set = `\rlap{` + set + `}`
	case draw.XRight:
		at.X += width
		set = `\llap{` + set + `}`
	default:
		at.X += width / 2
	}
	// vgtex centres a text over its supposed width, but a text in \rlap or \llap has no width.
	at.X -= face.Width(set) / 2
	c.Canvas.FillString(face, at, set)
}

// Anchor implements [canvas.Anchored].
func (c *texCanvas) Anchor(align text.XAlignment) { c.align = align }
