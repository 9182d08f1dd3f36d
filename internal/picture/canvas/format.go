package canvas

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"slices"
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

// FormatOf returns the format of a file of this name, whatever the case of its ending.
func FormatOf(path string) (f Format, ok bool) {
	f = Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(path), ".")))
	return f, slices.Contains(Formats(), f)
}

// Endings are the endings of pictures, in words.
func Endings() string {
	var list []string
	for _, f := range Formats() {
		list = append(list, "."+string(f))
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

// Page is a picture that can be written.
type Page struct {
	Title         string
	Width, Height vg.Length
	Paint         func(vg.Canvas) // on white
	TeX           string          // what a reader of the TeX file should know, after "in the font of the text"
}

// Write writes the page in one of [Formats]; another one is a panic. Errors come from w.
func (p Page) Write(w io.Writer, format Format) error {
	switch format {
	case SVG:
		return EncodeSVG(w, p.Title, p.Width, p.Height, p.Paint)
	case PNG:
		return EncodePNG(w, p.Width, p.Height, PNGDPI, p.Paint)
	case PDF:
		return p.writePDF(w)
	case TeX:
		return p.writeTeX(w)
	}
	panic(fmt.Sprintf("canvas: no format %q", string(format)))
}

// datelessPDF takes the clock and the order of maps out of what the library of PDF files writes;
// its canvas here has no other way to them than the library's defaults.
var datelessPDF = sync.OnceFunc(func() {
	day := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	fpdf.SetDefaultCreationDate(day)
	fpdf.SetDefaultModificationDate(day)
	fpdf.SetDefaultCatalogSort(true)
})

// writePDF writes one page, the fonts embedded.
func (p Page) writePDF(w io.Writer) error {
	datelessPDF()
	canvas := vgpdf.New(p.Width, p.Height)
	p.Paint(pdfCanvas{paper{canvas}})
	_, err := canvas.WriteTo(w)
	return err
}

// writeTeX writes a pgfpicture for \input.
func (p Page) writeTeX(w io.Writer) error {
	canvas := vgtex.New(p.Width, p.Height)
	// A picture is as large as what is drawn, so an invisible page is.
	canvas.SetColor(color.Transparent)
	canvas.Fill(vg.Rectangle{Max: vg.Point{X: p.Width, Y: p.Height}}.Path())
	p.Paint(&texCanvas{paper: paper{canvas}})
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return err
	}
	_, body, _ := strings.Cut(out.String(), "\\begin{pgfpicture}") // in place of the library's own preface
	_, err := fmt.Fprintf(w, "%% %s\n%%\n%% In the preamble: \\usepackage{pgf}\n%% In the text, with the name of this file: \\resizebox{\\columnwidth}{!}{\\input{FILE.tex}}\n%% %.2f by %.2f inches, in the font of the text%s.\n\\begin{pgfpicture}%s",
		strings.Join(strings.Fields(p.Title), " "), p.Width/vg.Inch, p.Height/vg.Inch, p.TeX, body)
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

// plain rounds a path, closes it by a line, and takes its arcs apart.
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
		return rounded(vg.Point{
			X: c.Pos.X + c.Radius*vg.Length(cos) - along*vg.Length(sin),
			Y: c.Pos.Y + c.Radius*vg.Length(sin) + along*vg.Length(cos),
		})
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

// Anchor tells a canvas that cares how the texts after it are aligned, and reports whether it does:
// LaTeX, which sets them in a font of its own.
func Anchor(c vg.Canvas, align text.XAlignment) bool {
	if d, ok := c.(*draw.Canvas); ok {
		c = d.Canvas
	}
	t, ok := c.(*texCanvas)
	if ok {
		t.align = align
	}
	return ok
}
