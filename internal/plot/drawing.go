package plot

import (
	"cmp"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	pictures "coterie/internal/draw"
)

// WritePNG draws the figure at 216 dots per inch. Errors are [FigureError]s or come from w.
func (f Figure) WritePNG(w io.Writer) error { return f.writePNG(w, pictures.PNGDPI) }

func (f Figure) writePNG(w io.Writer, dpi int) error {
	d, err := newDrawing(f)
	if err != nil {
		return err
	}
	return pictures.EncodePNG(w, d.width, d.height, dpi, d.paint)
}

// WriteSVG draws the figure as SVG, its texts as text. Errors are [FigureError]s or come from w.
func (f Figure) WriteSVG(w io.Writer) error {
	d, err := newDrawing(f)
	if err != nil {
		return err
	}
	return pictures.EncodeSVG(w, f.Title, d.width, d.height, d.paint)
}

// drawing is a figure with its layout.
type drawing struct {
	Figure
	measures
	plot      *plot.Plot
	looks     []appearance
	title     string // in lines
	legends   []plot.Legend
	legendAt  vg.Point     // the upper left corner of the first
	legendGap vg.Length    // from the left side of one to that of the next
	axes      vg.Rectangle // of the plot with the numbers at its axes
	data      vg.Rectangle
}

// newDrawing computes the layout.
func newDrawing(f Figure) (*drawing, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	d := &drawing{Figure: f, measures: measuresOf(f.Size), plot: plot.New()}
	d.chooseLooks()
	for _, i := range d.drawingOrder() {
		for _, p := range d.plotters(i) {
			d.plot.Add(bare{p})
		}
	}

	inner := d.width - 2*d.margin
	title := style(d.titleSize, true)
	d.title = strings.Join(wrap(f.Title, title, inner), "\n")
	right, legendHeight := d.width-d.margin, vg.Length(0)
	if size := d.layLegends(inner); d.legendRight {
		right -= size.X
	} else {
		legendHeight = size.Y
	}
	d.height += legendHeight
	d.legendAt = vg.Point{X: d.margin, Y: d.margin + legendHeight - d.gap}

	label := style(d.labelSize, false)
	name := label.Height("n") + d.gap/2
	d.axes = vg.Rectangle{
		Min: vg.Point{X: d.margin + name, Y: d.margin + legendHeight + name},
		Max: vg.Point{X: right, Y: d.height - d.margin - title.Height(d.title) - d.gap},
	}
	d.setAxis(&d.plot.X, f.X, func(p plotter.XY) float64 { return p.X }, d.axes.Size().X/d.tickX)
	d.setAxis(&d.plot.Y, f.Y, func(p plotter.XY) float64 { return p.Y }, d.axes.Size().Y/d.tickY)
	// Not YTop and YCenter: digits have no descent, for which gonum/plot allows.
	d.plot.X.Tick.Label.XAlign, d.plot.X.Tick.Label.YAlign = draw.XCenter, -1.15
	d.plot.Y.Tick.Label.XAlign, d.plot.Y.Tick.Label.YAlign = draw.XRight, -0.6
	d.data = d.plot.DataCanvas(draw.Canvas{Rectangle: d.axes}).Rectangle
	if d.legendRight {
		d.legendAt = vg.Point{X: d.width - d.margin - d.legendGap + 2*d.gap, Y: d.data.Max.Y}
	}
	if size := d.data.Size(); size.X < d.width/4 || size.Y < d.height/5 {
		return nil, &FigureError{Figure: f.Title, Reason: "title, labels and legend leave no room for the data: shorten them"}
	}
	if label.Width(axisTitle(f.X)) > inner || label.Width(axisTitle(f.Y)) > d.height-2*d.margin {
		return nil, &FigureError{Figure: f.Title, Reason: "the label of an axis is longer than the figure: shorten it"}
	}
	return d, nil
}

// setAxis prepares an axis without its name, which gonum/plot cannot keep within a narrow figure.
// Guides count for its ends only where nothing else is drawn: they should not shrink the data.
func (d *drawing) setAxis(axis *plot.Axis, a Axis, value func(plotter.XY) float64, most vg.Length) {
	low, high, whole := math.Inf(1), math.Inf(-1), true
	for _, guides := range []bool{false, true} {
		for _, s := range d.Series {
			if (s.Kind == Guide) != guides {
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
	axis.Min, axis.Max = a.ends(low, high)
	if a.Log {
		axis.Scale = plot.LogScale{}
	}
	axis.LineStyle = draw.LineStyle{Color: pictures.Ink(), Width: 0.7}
	axis.Padding = -axis.Width / 2 // the axes meet in a corner
	axis.Tick.LineStyle = axis.LineStyle
	axis.Tick.Length = d.tickSize * 0.4
	axis.Tick.Marker = ticker{log: a.Log, whole: whole, most: max(2, int(most))}
	axis.Tick.Label = style(d.tickSize, false)
	axis.Tick.Label.Handler = exponents{handler()}
}

// chooseLooks gives each series its look; those without a wish take what is free, in order.
func (d *drawing) chooseLooks() {
	taken := make(map[int]bool)
	for _, s := range d.Series {
		if s.Kind != Guide && s.Look > 0 {
			taken[s.Look] = true
		}
	}
	next, guide := 1, 1
	for _, s := range d.Series {
		if s.Kind == Guide {
			i := s.Look
			if i == 0 {
				i = guide
				guide++
			}
			d.looks = append(d.looks, appearance{colour: guideGrey(), dashes: guidePatterns()[i-1]})
			continue
		}
		i := s.Look
		if i == 0 {
			for taken[next] {
				next++
			}
			i = next
			next++
		}
		d.looks = append(d.looks, appearanceOf(i))
	}
}

// drawingOrder puts guides below lines, lines below points, and sparse series above dense ones,
// which would hide them.
func (d *drawing) drawingOrder() []int {
	layer := func(i int) int {
		switch d.Series[i].Kind {
		case Guide:
			return 0
		case Scatter:
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

// bare hides what a plotter says of its extent: the ends of the axes are ours.
type bare struct{ plot.Plotter }

// sample is drawn in the plot and, as a sample, in its legend.
type sample interface {
	plot.Plotter
	plot.Thumbnailer
}

// plotters returns the line of a series and its glyphs, as far as its kind has them.
func (d *drawing) plotters(i int) (list []sample) {
	s, look := d.Series[i], d.looks[i]
	if s.Kind != Scatter {
		width := d.line
		if s.Kind == Guide {
			width = d.guide
		}
		line := &plotter.Line{LineStyle: draw.LineStyle{Color: look.colour, Width: width, Dashes: scaled(look.dashes, width)}}
		if s.Kind == Steps {
			line.StepStyle = plotter.PostStep
		}
		for _, p := range s.Points {
			line.XYs = append(line.XYs, plotter.XY(p))
		}
		list = append(list, line)
	}
	if s.Kind != Guide {
		glyphs := &plotter.Scatter{GlyphStyle: draw.GlyphStyle{Color: look.colour, Radius: d.mark, Shape: mark{look.mark, s.Kind != Scatter}}}
		for k, p := range s.Points {
			if s.Kind == Scatter || marked(k, len(s.Points), i, len(d.Series)) {
				glyphs.XYs = append(glyphs.XYs, plotter.XY(p))
			}
		}
		list = append(list, glyphs)
	}
	return list
}

// marked chooses the points of a line that carry a glyph: all of a short line, else about ten,
// which differ from series to series so that lines on top of each other can be told apart.
func marked(k, points, series, of int) bool {
	const marks = 10
	if points <= 2*marks {
		return true
	}
	every := points / marks
	return k%every == (every*series/of+every/2)%every
}

// layLegends fills the legend of several series, in as many columns as there is room for below the
// data, and returns what it needs with the gap to the data.
func (d *drawing) layLegends(inner vg.Length) vg.Point {
	if len(d.Series) < 2 {
		return vg.Point{}
	}
	label := style(d.legendSize, false)
	label.YAlign = -0.2 // the names stand in the middle of their samples
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
			legend := plot.NewLegend()
			legend.TextStyle, legend.ThumbnailWidth = label, 3.2*d.legendSize
			legend.Padding = 1.4*d.legendSize - label.Rectangle("n").Max.Y
			legend.Top, legend.Left = true, true
			d.legends = append(d.legends, legend)
		}
		var samples []plot.Thumbnailer
		for _, p := range d.plotters(i) {
			samples = append(samples, p)
		}
		d.legends[len(d.legends)-1].Add(s.Name, samples...)
	}
	return vg.Point{X: d.legendGap, Y: vg.Length(rows)*1.4*d.legendSize + d.gap}
}

// wrap breaks a text between words so that no line is wider than width, if words allow it.
func wrap(s string, sty text.Style, width vg.Length) []string {
	var lines []string
	for _, word := range strings.Fields(s) {
		if n := len(lines); n > 0 && sty.Width(lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// axisTitle is the label with its unit.
func axisTitle(a Axis) string {
	if a.Unit == NoUnit {
		return a.Label
	}
	return a.Label + " (" + a.Unit + ")"
}

// paint draws everything.
func (d *drawing) paint(canvas vg.Canvas) {
	c := draw.NewCanvas(canvas, d.width, d.height)
	grid := draw.LineStyle{Color: gridGrey(), Width: 0.5}
	inside := draw.Canvas{Canvas: canvas, Rectangle: d.data}
	(&plotter.Grid{Vertical: grid, Horizontal: grid}).Plot(inside, d.plot)
	d.plot.BackgroundColor = nil
	d.plot.Draw(draw.Canvas{Canvas: canvas, Rectangle: d.axes})

	title := style(d.titleSize, true)
	title.YAlign = draw.YTop
	c.FillText(title, vg.Point{X: d.margin, Y: d.height - d.margin}, d.title)
	// The names of the axes stand in the middle of the data, as far as that keeps them on the page.
	label := style(d.labelSize, false)
	x, y := axisTitle(d.X), axisTitle(d.Y)
	middle := func(low, high, width, page vg.Length) vg.Length {
		return max(min((low+high-width)/2, page-d.margin-width), d.margin)
	}
	c.FillText(label, vg.Point{X: middle(d.data.Min.X, d.data.Max.X, label.Width(x), d.width), Y: d.axes.Min.Y - d.gap/2 - label.FontExtents().Ascent}, x)
	label.Rotation = math.Pi / 2
	c.FillText(label, vg.Point{X: d.margin + label.FontExtents().Ascent, Y: middle(d.data.Min.Y, d.data.Max.Y, label.Width(y), d.height)}, y)

	for i, legend := range d.legends {
		at := d.legendAt.Add(vg.Point{X: vg.Length(i) * d.legendGap})
		legend.Draw(draw.Canvas{Canvas: canvas, Rectangle: vg.Rectangle{Min: at, Max: vg.Point{X: d.width, Y: at.Y}}})
	}
}
