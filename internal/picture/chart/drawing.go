package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"coterie/internal/picture/plot"

	gonum "gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"coterie/internal/picture/canvas"
	"coterie/internal/words/show"
)

// drawing is a figure with its layout.
type drawing struct {
	plot.Figure
	measures
	plot      *gonum.Plot
	looks     []appearance
	title     string     // broken into lines
	within    []bool     // for each series: whether its name stands where the series ends, with LabelEnds
	labels    []endLabel // beside the data
	notes     []note     // among the data
	legends   []gonum.Legend
	legendAt  vg.Point     // the upper left corner of the first column
	legendGap vg.Length    // from the left side of one column to that of the next
	axes      vg.Rectangle // of the plot including the numbers at its axes
	data      vg.Rectangle
}

// newDrawing computes the layout.
func newDrawing(f plot.Figure) (*drawing, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	d := &drawing{Figure: f, measures: measuresOf(f.Column), plot: gonum.New()}
	d.chooseLooks()
	for _, i := range d.drawingOrder() {
		for _, p := range d.plotters(i) {
			d.plot.Add(bare{p})
		}
	}

	inner := d.width - 2*d.margin
	if !f.NoTitle {
		d.title = strings.Join(show.Wrap(f.Title, inner, style(d.titleSize, true).Width), "\n")
	}
	right := d.width - d.margin
	d.layData(right, 0)
	d.chooseWithin()
	if labels := d.labelsWidth(); labels > 0 {
		right -= labels
		d.layData(right, 0)
		if missing := d.placeLabels(); missing > 0 {
			d.height += missing + 1
			d.layData(right, 0)
			d.placeLabels()
		}
	} else {
		legend := d.layLegends(inner)
		below := legend.Y
		if d.legendRight {
			right, below = right-legend.X, 0
		}
		d.height += below
		d.layData(right, below)
		if missing := legend.Y - (d.data.Max.Y - d.margin); d.legendRight && missing > 0 {
			d.height += missing
			d.layData(right, below)
		}
		d.legendAt = canvas.Pt(d.margin, d.margin+below-d.gap)
		if d.legendRight {
			d.legendAt = canvas.Pt(d.width-d.margin-d.legendGap+2*d.gap, d.data.Max.Y)
		}
		clear(d.within)
		d.placeNotes()
	}
	label := style(d.labelSize, false)
	if size := d.data.Size(); size.X < d.width/4 || size.Y < d.height/5 {
		return nil, f.Refuse("title, labels and legend leave no room for the data: shorten them")
	}
	if label.Width(axisTitle(f.X)) > inner || label.Width(axisTitle(f.Y)) > d.height-2*d.margin {
		return nil, f.Refuse("the label of an axis is longer than the figure: shorten it")
	}
	return d, nil
}

// layData places the axes and the data below the title. They keep the given widths free on the
// right and below.
func (d *drawing) layData(right, below vg.Length) {
	name := style(d.labelSize, false).Height("n") + d.gap/2
	top := d.height - d.margin
	if d.title != "" {
		top -= style(d.titleSize, true).Height(d.title) + d.gap
	}
	d.axes = canvas.Rect(d.margin+name, d.margin+below+name, right, top)
	d.setAxis(&d.plot.X, d.X, func(p plotter.XY) float64 { return p.X }, d.axes.Size().X/d.tickX)
	d.setAxis(&d.plot.Y, d.Y, func(p plotter.XY) float64 { return p.Y }, d.axes.Size().Y/d.tickY)
	// YTop and YCenter would not do: gonum/plot allows for a descent, and digits have none.
	d.plot.X.Tick.Label.XAlign, d.plot.X.Tick.Label.YAlign = draw.XCenter, -1.15
	d.plot.Y.Tick.Label.XAlign, d.plot.Y.Tick.Label.YAlign = draw.XRight, -0.6
	d.data = d.plot.DataCanvas(draw.Canvas{Rectangle: d.axes}).Rectangle
}

// setAxis prepares an axis without its name, which gonum/plot cannot keep within a narrow figure.
// Guides count for the ends of the axis only if nothing else is drawn, because they must not shrink
// the data.
func (d *drawing) setAxis(axis *gonum.Axis, a plot.Axis, value func(plotter.XY) float64, most vg.Length) {
	low, high, whole := math.Inf(1), math.Inf(-1), true
	for _, guides := range []bool{false, true} {
		for _, s := range d.Series {
			if (s.Kind == plot.Guide) != guides {
				continue
			}
			for _, p := range s.Points {
				v := value(plotter.XY(p))
				low, high = min(low, v), max(high, v)
				whole = whole && v == math.Trunc(v)
			}
		}
		if low <= high {
			break
		}
	}
	axis.Min, axis.Max = ends(a, low, high)
	if a.Log {
		axis.Scale = gonum.LogScale{}
	}
	axis.LineStyle = draw.LineStyle{Color: canvas.Ink(), Width: 0.7}
	axis.Padding = -axis.Width / 2 // the axes meet in a corner
	axis.Tick.LineStyle = axis.LineStyle
	axis.Tick.Length = d.tickSize * 0.4
	axis.Tick.Marker = ticker{log: a.Log, whole: whole, most: max(2, int(most))}
	axis.Tick.Label = style(d.tickSize, false)
	axis.Tick.Label.Handler = exponents{handler()}
}

// drawingOrder puts guides below lines, and lines below points. Sparse series are above dense ones,
// which would hide them.
func (d *drawing) drawingOrder() []int {
	layer := func(i int) int {
		switch d.Series[i].Kind {
		case plot.Guide:
			return 0
		case plot.Scatter:
			return 2
		}
		return 1
	}
	order := make([]int, len(d.Series))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int {
		return cmp.Or(cmp.Compare(layer(i), layer(k)), cmp.Compare(len(d.Series[k].Points), len(d.Series[i].Points)))
	})
	return order
}

// bare hides the extent of a plotter, because this package chooses the ends of the axes.
type bare struct{ gonum.Plotter }

// plotters returns the plotters of a series: its lines and its glyphs, according to its kind. All
// can be drawn as samples in the legend, too.
func (d *drawing) plotters(i int) (list []gonum.Plotter) {
	s := d.Series[i]
	if s.Kind != plot.Scatter {
		for _, line := range d.joined(i) {
			list = append(list, line)
		}
	}
	if s.Kind != plot.Guide {
		glyphs := &plotter.Scatter{GlyphStyle: d.glyphStyle(i)}
		k := 0
		for _, piece := range pieces(s) {
			for _, p := range piece {
				if s.Kind == plot.Scatter || len(piece) == 1 || marked(k, len(s.Points), i, len(d.Series)) {
					glyphs.XYs = append(glyphs.XYs, plotter.XY(p))
				}
				k++
			}
		}
		list = append(list, glyphs)
	}
	return list
}

// samples returns the samples of a series for the legend: one line, and the glyph.
func (d *drawing) samples(i int) (list []gonum.Thumbnailer) {
	for _, p := range d.plotters(i) {
		if _, line := p.(*plotter.Line); !line || len(list) == 0 {
			list = append(list, p.(gonum.Thumbnailer))
		}
	}
	return list
}

func (d *drawing) glyphStyle(i int) draw.GlyphStyle {
	shape := d.looks[i].mark
	shape.backed = d.Series[i].Kind != plot.Scatter
	return draw.GlyphStyle{Color: d.looks[i].colour, Radius: d.mark, Shape: shape}
}

// marked chooses the points of a line that carry a glyph: all points of a short line, and about ten
// of a longer one. The choice differs between series, so that lines on top of each other can be
// told apart.
func marked(k, points, series, of int) bool {
	const marks = 10
	if points <= 2*marks {
		return true
	}
	every := points / marks
	return k%every == (every*series/of+every/2)%every
}

// layLegends fills the legend of several series, in as many columns as fit below the data. It
// returns the size of the legend, including the gap to the data.
func (d *drawing) layLegends(inner vg.Length) vg.Point {
	if len(d.Series) < 2 {
		return vg.Point{}
	}
	label := style(d.legendSize, false)
	label.YAlign = -0.2 // centres the names on their samples
	cell := vg.Length(0)
	for _, s := range d.Series {
		cell = max(cell, 3.2*d.legendSize+label.Width(" "+s.Name))
	}
	d.legendGap = cell + 2*d.gap
	columns := 1
	if !d.legendRight {
		columns = max(1, int((inner+2*d.gap)/d.legendGap))
	}
	rows := (len(d.Series) + columns - 1) / columns
	for i, s := range d.Series {
		if i%rows == 0 {
			legend := gonum.NewLegend()
			legend.TextStyle, legend.ThumbnailWidth = label, 3.2*d.legendSize
			legend.Padding = 1.4*d.legendSize - label.Rectangle("n").Max.Y
			legend.Top, legend.Left = true, true
			d.legends = append(d.legends, legend)
		}
		d.legends[len(d.legends)-1].Add(s.Name, d.samples(i)...)
	}
	return canvas.Pt(d.legendGap, vg.Length(rows)*1.4*d.legendSize+d.gap)
}

// axisTitle returns the label of an axis with its unit.
func axisTitle(a plot.Axis) string {
	if a.Unit == plot.NoUnit {
		return a.Label
	}
	return a.Label + " (" + a.Unit + ")"
}

// paint draws everything.
func (d *drawing) paint(page vg.Canvas) {
	c := draw.NewCanvas(page, d.width, d.height)
	grid := draw.LineStyle{Color: gridGrey(), Width: 0.5}
	inside := draw.Canvas{Canvas: page, Rectangle: d.data}
	(&plotter.Grid{Vertical: grid, Horizontal: grid}).Plot(inside, d.plot)
	d.plot.BackgroundColor = nil
	d.plot.Draw(draw.Canvas{Canvas: page, Rectangle: d.axes})

	title := style(d.titleSize, true)
	title.YAlign = draw.YTop
	c.FillText(title, canvas.Pt(d.margin, d.height-d.margin), d.title)
	// The names of the axes are centred on the data, as far as they stay on the page.
	label := style(d.labelSize, false)
	x, y := axisTitle(d.X), axisTitle(d.Y)
	middle := func(low, high, width, all vg.Length) vg.Length {
		return max(min((low+high-width)/2, all-d.margin-width), d.margin)
	}
	c.FillText(label, canvas.Pt(middle(d.data.Min.X, d.data.Max.X, label.Width(x), d.width), d.axes.Min.Y-d.gap/2-label.FontExtents().Ascent), x)
	label.Rotation = math.Pi / 2
	c.FillText(label, canvas.Pt(d.margin+label.FontExtents().Ascent, middle(d.data.Min.Y, d.data.Max.Y, label.Width(y), d.height)), y)

	d.paintLabels(page)
	for i, legend := range d.legends {
		at := d.legendAt.Add(canvas.Pt(vg.Length(i)*d.legendGap, 0))
		legend.Draw(draw.Canvas{Canvas: page, Rectangle: vg.Rectangle{Min: at, Max: canvas.Pt(d.width, at.Y)}})
	}
}
