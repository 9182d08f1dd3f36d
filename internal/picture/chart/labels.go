package chart

import (
	"cmp"
	"slices"

	"coterie/internal/picture/plot"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"coterie/internal/picture/canvas"
	"coterie/internal/words/table"
)

// endLabel is the name of a series beside the data, near the height at which the series ends.
type endLabel struct {
	series int
	end    vg.Point  // where the series ends
	y      vg.Length // of the middle of the name
}

// lineHeight returns the least distance of two names.
func (d *drawing) lineHeight() vg.Length { return 1.2 * d.legendSize }

// labelSample returns the width of a glyph and of the gap after it.
func (d *drawing) labelSample() vg.Length { return 4.4 * d.mark }

// labelsWidth returns the width of the names beside the data. It is 0 if the names are in a legend:
// names at the ends were not asked for, there is only one series, or the names would take more than
// a third of the figure.
func (d *drawing) labelsWidth() vg.Length {
	if !d.LabelEnds || len(d.Series) < 2 {
		return 0
	}
	label, width, widest := style(d.legendSize, false), vg.Length(0), vg.Length(0)
	for i, s := range d.Series {
		widest = max(widest, label.Width(s.Name))
		if !d.within[i] {
			width = max(width, label.Width(s.Name))
		}
	}
	beside := d.labelSample() + 2*d.gap
	if widest+beside > 0.38*d.width {
		return 0
	}
	return width + beside
}

// placeLabels chooses the heights of the names after the data are placed. It returns how much
// height is missing.
func (d *drawing) placeLabels() (missing vg.Length) {
	h := d.lineHeight()
	low, high := d.data.Min.Y-h/2, d.data.Max.Y+h/2
	beside := 0
	for _, within := range d.within {
		if !within {
			beside++
		}
	}
	if missing = vg.Length(beside)*h - (high - low); missing > 0 {
		return missing
	}
	d.labels = nil
	trX, trY := d.plot.Transforms(&draw.Canvas{Rectangle: d.data})
	for i := range d.Series {
		if end := d.endOf(i); !d.within[i] {
			d.labels = append(d.labels, endLabel{series: i, end: canvas.Pt(trX(end.X), trY(end.Y))})
		}
	}
	slices.SortStableFunc(d.labels, func(a, b endLabel) int { return cmp.Compare(b.end.Y, a.end.Y) })
	wanted := make([]float64, len(d.labels))
	for i, l := range d.labels {
		wanted[i] = float64(-l.end.Y)
	}
	for i, y := range spread(wanted, float64(h), float64(-high+h/2), float64(-low-h/2)) {
		d.labels[i].y = vg.Length(-y)
	}
	d.placeNotes()
	return 0
}

// endOf returns the end of a series, within the axes.
func (d *drawing) endOf(i int) table.Point {
	if s := d.Series[i]; s.Kind != plot.Guide {
		return lastOf(s)
	}
	return d.lastInside(d.Series[i])
}

// lastOf returns the point farthest to the right, or the last of several.
func lastOf(s plot.Series) table.Point {
	last := s.Points[0]
	for _, p := range s.Points {
		if p.X >= last.X {
			last = p
		}
	}
	return last
}

// lastInside returns the last point of a guide within the axes. If there is none, it returns the
// point of the axes that is nearest to the guide's end.
func (d *drawing) lastInside(s plot.Series) table.Point {
	x, y := d.plot.X, d.plot.Y
	for _, p := range slices.Backward(s.Points) {
		if p.X >= x.Min && p.X <= x.Max && p.Y >= y.Min && p.Y <= y.Max {
			return p
		}
	}
	p := lastOf(s)
	return table.At(min(max(p.X, x.Min), x.Max), min(max(p.Y, y.Min), y.Max))
}

// spread moves ascending places apart until neighbours are at least gap from each other and all are
// between low and high. There must be room for them. The sum of the squares of the moves is the
// least possible. After subtracting the gaps, this asks for the closest ascending sequence, in
// which neighbours that are out of order both take their mean.
func spread(wanted []float64, gap, low, high float64) []float64 {
	var sums []float64 // of places that take their mean
	var counts []int
	for i, w := range wanted {
		sum, count := w-float64(i)*gap, 1
		last := len(sums) - 1
		for ; last >= 0 && !(sums[last]*float64(count) < sum*float64(counts[last])); last-- {
			sum, count = sum+sums[last], count+counts[last]
		}
		sums, counts = append(sums[:last+1], sum), append(counts[:last+1], count)
	}
	var places []float64
	top := high - float64(len(wanted)-1)*gap
	for i, count := range counts {
		at := max(min(sums[i]/float64(count), top), low)
		for range count {
			places = append(places, at+float64(len(places))*gap)
		}
	}
	return places
}

// paintLabels draws the names with their glyphs, each in the colour of its series. If a name is
// apart from the end of its series, a dotted line joins them.
func (d *drawing) paintLabels(page vg.Canvas) {
	c := draw.NewCanvas(page, d.width, d.height)
	at := d.data.Max.X + d.gap
	for _, l := range d.labels {
		s, look := d.Series[l.series], d.looks[l.series]
		var line vg.Path
		line.Move(canvas.Pt(min(l.end.X+1.6*d.mark, d.data.Max.X), l.end.Y))
		line.Line(canvas.Pt(d.data.Max.X, l.end.Y))
		line.Line(canvas.Pt(at, l.y))
		c.SetLineStyle(draw.LineStyle{Color: look.colour, Width: 0.5, Dashes: []vg.Length{0.7, 1.6}})
		c.Stroke(line)

		name := style(d.legendSize, false)
		name.Color, name.YAlign = legible(look.colour), draw.YCenter
		x := at + 1
		if s.Kind != plot.Guide {
			c.DrawGlyph(d.glyphStyle(l.series), canvas.Pt(at+1.9*d.mark, l.y))
			x = at + d.labelSample()
		}
		c.FillText(name, canvas.Pt(x, l.y+0.08*d.legendSize), s.Name)
	}
	d.paintNotes(c)
}

// pieces cuts the points of a series where neighbours are farther apart than Gap.
func pieces(s plot.Series) [][]table.Point {
	var all [][]table.Point
	from := 0
	for i := 1; i <= len(s.Points); i++ {
		if i == len(s.Points) || s.Gap > 0 && abs(s.Points[i].X-s.Points[i-1].X) > s.Gap {
			all = append(all, s.Points[from:i])
			from = i
		}
	}
	return all
}

func abs(x float64) float64 { return max(x, -x) }

// joined returns the lines of a series, one for each piece of several points.
func (d *drawing) joined(i int) []*plotter.Line {
	s, look := d.Series[i], d.looks[i]
	width := d.line
	if s.Kind == plot.Guide {
		width = d.guide
	}
	if s.Ringed {
		width *= 0.7
	}
	var lines []*plotter.Line
	for _, piece := range pieces(s) {
		if len(piece) == 1 && len(s.Points) > 1 {
			continue
		}
		line := &plotter.Line{LineStyle: draw.LineStyle{Color: look.colour, Width: width, Dashes: canvas.Dashes(look.dashes, width)}}
		if s.Kind == plot.Steps {
			line.StepStyle = plotter.PostStep
		}
		for _, p := range piece {
			line.XYs = append(line.XYs, plotter.XY(p))
		}
		lines = append(lines, line)
	}
	return lines
}
