package chart

import (
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"coterie/internal/picture/canvas"
)

func guidePatterns() [][]float64 {
	return [][]float64{nil, {5, 3}, {1.2, 2}, {8, 2, 1.2, 2}, {12, 4}}
}

// measures are the lengths for a size of figure, in points.
type measures struct {
	width, height                              vg.Length // of the figure; the legend adds to the height of a column
	titleSize, labelSize, tickSize, legendSize vg.Length // of the fonts
	line, guide, mark                          vg.Length // line widths and glyph radius
	margin, gap                                vg.Length // around the figure, and between neighbours
	tickX, tickY                               vg.Length // least distance of tick labels
	legendRight                                bool      // otherwise it is below
}

func measuresOf(column bool) measures {
	if column {
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

// lettering measures and draws texts in the fonts of the program.
type lettering struct{ text.Plain }

func handler() lettering { return lettering{text.Plain{Fonts: canvas.Fonts()}} }

// Draw implements [text.Handler].
func (h lettering) Draw(c vg.Canvas, s string, sty text.Style, at vg.Point) {
	canvas.Anchor(c, sty.XAlign)
	h.Plain.Draw(c, s, sty, at)
}

func style(size vg.Length, bold bool) text.Style {
	return text.Style{Color: canvas.Ink(), Font: canvas.Font(size, bold), Handler: handler()}
}
