package plot

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

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgtex"

	"coterie/internal/canvas"
)

// Format is a format of files.
type Format string

// The formats: what a browser scales, pixels, what pdflatex includes, and what LaTeX reads with
// \input and sets in the fonts of the paper.
const (
	SVG Format = "svg"
	PNG Format = "png"
	PDF Format = "pdf"
	TeX Format = "tex"
)

// Formats lists the formats; each is also the ending of its files' names.
func Formats() []Format { return []Format{SVG, PNG, PDF, TeX} }

// Write draws the figure in the format. Errors are [FigureError]s or come from w.
func (f Figure) Write(w io.Writer, format Format) error {
	switch format {
	case SVG:
		return f.WriteSVG(w)
	case PNG:
		return f.WritePNG(w)
	case PDF:
		return f.writePDF(w)
	case TeX:
		return f.writeTeX(w)
	}
	return &FigureError{Figure: f.Title, Reason: fmt.Sprintf("no format %q", string(format))}
}

// WritePNG draws the figure at 216 dots per inch. Errors are [FigureError]s or come from w.
func (f Figure) WritePNG(w io.Writer) error { return f.writePNG(w, canvas.PNGDPI) }

func (f Figure) writePNG(w io.Writer, dpi int) error {
	d, err := newDrawing(f)
	if err != nil {
		return err
	}
	return canvas.EncodePNG(w, d.width, d.height, dpi, d.paint)
}

// WriteSVG draws the figure as SVG, its texts as text. Errors are [FigureError]s or come from w.
func (f Figure) WriteSVG(w io.Writer) error {
	d, err := newDrawing(f)
	if err != nil {
		return err
	}
	return canvas.EncodeSVG(w, f.Title, d.width, d.height, d.paint)
}

// datelessPDF takes the clock and the order of maps out of what the library of PDF files writes;
// its canvas here has no other way to them than the library's defaults.
var datelessPDF = sync.OnceFunc(func() {
	day := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	fpdf.SetDefaultCreationDate(day)
	fpdf.SetDefaultModificationDate(day)
	fpdf.SetDefaultCatalogSort(true)
})

// writePDF draws the figure as one page of its size, the fonts embedded.
func (f Figure) writePDF(w io.Writer) error {
	d, err := newDrawing(f)
	if err != nil {
		return err
	}
	datelessPDF()
	canvas := vgpdf.New(d.width, d.height)
	d.paint(pdfCanvas{paper{canvas}})
	_, err = canvas.WriteTo(w)
	return err
}

// writeTeX draws the figure as a pgfpicture for \input.
func (f Figure) writeTeX(w io.Writer) error {
	d, err := newDrawing(f)
	if err != nil {
		return err
	}
	canvas := vgtex.New(d.width, d.height)
	// A picture is as large as what is drawn, so an invisible page is.
	canvas.SetColor(color.Transparent)
	canvas.Fill(vg.Rectangle{Max: vg.Point{X: d.width, Y: d.height}}.Path())
	d.paint(&texCanvas{paper: paper{canvas}})
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return err
	}
	_, body, _ := strings.Cut(out.String(), "\\begin{pgfpicture}") // in place of the library's own preface
	shrinks := ""
	if f.Size == PageWidth {
		shrinks = "; in a column of a two-column paper \\resizebox shrinks its type to half"
	}
	_, err = fmt.Fprintf(w, "%% %s\n%%\n%% In the preamble: \\usepackage{pgf}\n%% In the text, with the name of this file: \\resizebox{\\columnwidth}{!}{\\input{FILE.tex}}\n%% %.2f by %.2f inches, in the font of the text%s.\n\\begin{pgfpicture}%s",
		strings.Join(strings.Fields(f.Title), " "), d.width/vg.Inch, d.height/vg.Inch, shrinks, body)
	return err
}

// paper is a canvas whose paths are of straight lines and curves alone, with coordinates of three
// decimals: the libraries' arcs are not to be relied on, LaTeX reads no 1e-05, and vgtex closes no
// path.
type paper struct{ vg.Canvas }

// Fill implements [vg.Canvas].
func (p paper) Fill(path vg.Path) { p.Canvas.Fill(plain(path)) }

// Stroke implements [vg.Canvas].
func (p paper) Stroke(path vg.Path) { p.Canvas.Stroke(plain(path)) }

// plain rounds a path, and closes it by a line. The figures of this package have no arcs.
func plain(path vg.Path) vg.Path {
	out := make(vg.Path, 0, len(path)+1)
	var start vg.Point
	for _, c := range path {
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

func rounded(p vg.Point) vg.Point {
	round := func(x vg.Length) vg.Length { return vg.Length(math.Round(float64(x)*1000) / 1000) }
	return vg.Point{X: round(p.X), Y: round(p.Y)}
}

// pdfCanvas writes texts that are of more than the 256 characters and the one font of the library's
// files: what is not in these is drawn as its outline.
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

// outline fills the outline of one character.
func (c pdfCanvas) outline(face font.Face, at vg.Point, s string) {
	r, _ := utf8.DecodeRuneInString(s)
	var buf sfnt.Buffer
	index, err := face.Face.GlyphIndex(&buf, r)
	if err != nil {
		return // the other formats show nothing, either
	}
	units := face.Face.UnitsPerEm()
	segments, err := face.Face.LoadGlyph(&buf, index, fixed.I(int(units)), nil)
	if err != nil {
		return
	}
	scale := face.Font.Size / vg.Length(units)
	place := func(p fixed.Point26_6) vg.Point {
		return vg.Point{X: at.X + vg.Length(p.X)/64*scale, Y: at.Y - vg.Length(p.Y)/64*scale}
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

// texCanvas writes texts for LaTeX. They are set in a font of which nothing is known here, so each
// is anchored where it is aligned: at its left end, its middle or its right end.
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
	// vgtex centres the text over what it takes for its width; a text in \rlap or \llap has none.
	at.X -= face.Width(set) / 2
	c.Canvas.FillString(face, at, set)
}

// anchor tells a canvas that cares how the next text is aligned.
func anchor(c vg.Canvas, align text.XAlignment) bool {
	if d, ok := c.(*draw.Canvas); ok {
		c = d.Canvas
	}
	t, ok := c.(*texCanvas)
	if ok {
		t.align = align
	}
	return ok
}
