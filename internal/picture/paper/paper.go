package paper

import (
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"coterie/internal/picture/canvas"
	"coterie/internal/picture/tikz"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// format is a file format, named by the ending of its files.
type format string

// The formats beside [canvas.SVG] and [tikz.TeX]: PNG for pixels, and PDF for pdflatex.
const (
	PNG format = "png"
	PDF format = "pdf"
)

// Formats lists all formats.
func Formats() canvas.Formats { return canvas.Formats{canvas.SVG, PNG, PDF, tikz.TeX} }

// Ending implements [canvas.Format].
func (f format) Ending() string { return string(f) }

// Encode implements [canvas.Format].
func (f format) Encode(w io.Writer, p canvas.Page) error {
	if f == PNG {
		return EncodePNG(w, p, PNGDPI)
	}
	return writePDF(w, p)
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
	p.Paint(pdfCanvas{tikz.Plain{Canvas: c}})
	_, err := c.WriteTo(w)
	return err
}

// pdfCanvas writes texts with any characters and both weights. The library's files have 256
// characters of one font, so other characters are drawn as outlines.
type pdfCanvas struct{ tikz.Plain }

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
