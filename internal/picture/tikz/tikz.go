package tikz

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgtex"

	"coterie/internal/picture/canvas"
)

type tex struct{}

// TeX is the format for \input into LaTeX, which sets its texts in the fonts of the paper.
var TeX canvas.Format = tex{}

// Ending implements [canvas.Format].
func (tex) Ending() string { return "tex" }

// Encode implements [canvas.Format].
func (tex) Encode(w io.Writer, p canvas.Page) error {
	c := vgtex.New(p.Width, p.Height)
	// The library makes a picture as large as its drawing, so an invisible page is drawn.
	c.SetColor(color.Transparent)
	c.Fill(vg.Rectangle{Max: canvas.Pt(p.Width, p.Height)}.Path())
	p.Paint(&texCanvas{Plain: Plain{c}})
	var out bytes.Buffer
	if _, err := c.WriteTo(&out); err != nil {
		return err
	}
	_, body, _ := strings.Cut(out.String(), "\\begin{pgfpicture}") // without the library's own preface
	_, err := fmt.Fprintf(w, "%% %s\n%%\n%% In the preamble: \\usepackage{pgf}\n%% In the text, with the name of this file: \\resizebox{\\columnwidth}{!}{\\input{FILE.tex}}\n%% %.2f by %.2f inches, in the font of the text%s.\n\\begin{pgfpicture}%s",
		strings.Join(strings.Fields(p.Title), " "), p.Width/vg.Inch, p.Height/vg.Inch, p.TeX, body)
	return err
}

// texCanvas writes texts for LaTeX. Their font is not known here, so each text is anchored at the
// point of its alignment: its left end, its middle or its right end.
type texCanvas struct {
	Plain
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

// Plain is a canvas whose paths have only straight lines and curves, with coordinates of three
// decimals. The arcs of the libraries are unreliable, LaTeX does not read 1e-05, and vgtex does not
// close paths.
type Plain struct{ vg.Canvas }

// Fill implements [vg.Canvas].
func (p Plain) Fill(path vg.Path) { p.Canvas.Fill(plain(path)) }

// Stroke implements [vg.Canvas].
func (p Plain) Stroke(path vg.Path) { p.Canvas.Stroke(plain(path)) }

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
