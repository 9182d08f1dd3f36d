package plot

import (
	"bytes"
	"cmp"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	pictures "coterie/internal/draw"

	"coterie/internal/table"
)

// pngDPI makes three pixels of a point.
const pngDPI = 216

// WritePNG draws the figure at 216 dots per inch. Errors are [FigureError]s or come from w.
func (f Figure) WritePNG(w io.Writer) error { return f.writePNG(w, pngDPI) }

func (f Figure) writePNG(w io.Writer, dpi int) error {
	d, err := newDrawing(f)
	if err != nil {
		return err
	}
	canvas := vgimg.NewWith(vgimg.UseWH(d.width, d.height), vgimg.UseDPI(dpi))
	d.draw(draw.New(canvas))
	_, err = vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

// WriteSVG draws the figure as SVG, its texts as text. They are set in Liberation Sans; a reader without it
// gets Arial or Helvetica, which have the same widths, so the layout holds. Errors are [FigureError]s or come
// from w.
func (f Figure) WriteSVG(w io.Writer) error {
	d, err := newDrawing(f)
	if err != nil {
		return err
	}
	canvas := vgsvg.New(d.width, d.height)
	d.draw(draw.New(canvas))
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return err
	}
	_, err = io.WriteString(w, pictures.FinishSVG(out.String(), f.Title))
	return err
}

// drawing is a figure with its layout.
type drawing struct {
	Figure
	measures
	xs, ys         scale
	xticks, yticks []tick
	looks          []appearance
	titleLines     []string
	legendCell     vg.Length // width of an entry of the legend
	legendColumns  int
	data           vg.Rectangle // the rectangle of the data
}

// newDrawing computes the layout.
func newDrawing(f Figure) (*drawing, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	d := &drawing{Figure: f, measures: measuresOf(f.Size)}
	d.chooseLooks()
	d.xs = f.scale(f.X, func(p table.Point) float64 { return p.X })
	d.ys = f.scale(f.Y, func(p table.Point) float64 { return p.Y })

	inner := d.width - 2*d.margin
	d.titleLines = wrap(f.Title, face(d.title, true), inner)
	if d.hasLegend() {
		for _, s := range f.Series {
			d.legendCell = max(d.legendCell, d.keyWidth()+d.gap/2+face(d.legend, false).Width(s.Name))
		}
		d.legendColumns = 1
		if !d.legendRight {
			d.legendColumns = max(1, int((inner+2*d.gap)/(d.legendCell+2*d.gap)))
			d.height += vg.Length(d.legendRows())*d.legendLine() + d.gap
		}
	}

	tickFace, labelFace := face(d.tick, false), face(d.label, false)
	top := d.margin + vg.Length(len(d.titleLines))*d.title*1.2 + d.gap
	bottom := d.margin + lineHeight(labelFace) + d.gap/2 + lineHeight(tickFace) + d.tickLength() + 2
	right := d.margin + d.gap
	if d.hasLegend() && d.legendRight {
		right = d.margin + d.legendCell + 2*d.gap
	} else if d.hasLegend() {
		bottom += vg.Length(d.legendRows())*d.legendLine() + d.gap
	}
	d.yticks = d.ys.ticks(int((d.height - top - bottom) / d.tickY))
	widest := vg.Length(0)
	for _, t := range d.yticks {
		widest = max(widest, d.labelWidth(t.label))
	}
	left := d.margin + lineHeight(labelFace) + d.gap/2 + widest + d.tickLength() + 2
	d.xticks = d.xs.ticks(int((d.width - left - right) / d.tickX))
	for _, t := range d.xticks {
		// Half of the last label may stand out to the right of the data.
		if !d.hasLegend() || !d.legendRight {
			overhang := d.labelWidth(t.label)/2 - vg.Length(1-d.xs.at(t.value))*(d.width-left-right)
			right = max(right, d.margin+overhang)
		}
	}
	d.data = vg.Rectangle{Min: vg.Point{X: left, Y: bottom}, Max: vg.Point{X: d.width - right, Y: d.height - top}}
	if size := d.data.Size(); size.X < d.width/4 || size.Y < d.height/5 {
		return nil, &FigureError{Figure: f.Title, Reason: "title, labels and legend leave no room for the data: shorten them"}
	}
	if labelFace.Width(axisTitle(f.X)) > inner || labelFace.Width(axisTitle(f.Y)) > d.height-2*d.margin {
		return nil, &FigureError{Figure: f.Title, Reason: "the label of an axis is longer than the figure: shorten it"}
	}
	return d, nil
}

func (d *drawing) hasLegend() bool { return len(d.Series) > 1 }
func (d *drawing) legendRows() int {
	return (len(d.Series) + d.legendColumns - 1) / d.legendColumns
}
func (d *drawing) legendLine() vg.Length { return d.legend * 1.4 }
func (d *drawing) keyWidth() vg.Length   { return d.legend * 3.2 }
func (d *drawing) tickLength() vg.Length { return d.tick * 0.4 }

func lineHeight(f *font.Face) vg.Length {
	e := f.Extents()
	return e.Ascent + e.Descent
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

// scale chooses the ends of an axis. Guides count only where nothing else is drawn: they should not shrink
// the data.
func (f Figure) scale(a Axis, value func(table.Point) float64) scale {
	low, high, whole := math.Inf(1), math.Inf(-1), true
	for _, guides := range []bool{false, true} {
		for _, s := range f.Series {
			if (s.Kind == Guide) != guides {
				continue
			}
			for _, p := range s.Points {
				v := value(p)
				low, high = min(low, v), max(high, v)
				whole = whole && v == math.Trunc(v)
			}
		}
		if low <= high {
			break
		}
	}
	return scaleOf(a, low, high, whole)
}

// wrap breaks a text between words so that no line is wider than width, if words allow it.
func wrap(s string, f *font.Face, width vg.Length) []string {
	var lines []string
	for _, word := range strings.Fields(s) {
		if n := len(lines); n > 0 && f.Width(lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// draw draws everything.
func (d *drawing) draw(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	d.drawGrid(c)
	for _, i := range d.drawingOrder() {
		d.drawSeries(c, i)
	}
	d.drawAxes(c)
	d.drawTexts(c)
	d.drawLegend(c)
}

// drawingOrder puts guides below lines, lines below points, and sparse series above dense ones, which would
// hide them.
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

// at maps a point of the data to the canvas.
func (d *drawing) at(p table.Point) vg.Point {
	size := d.data.Size()
	return vg.Point{
		X: d.data.Min.X + vg.Length(d.xs.at(p.X))*size.X,
		Y: d.data.Min.Y + vg.Length(d.ys.at(p.Y))*size.Y,
	}
}

func (d *drawing) xAt(v float64) vg.Length {
	return d.data.Min.X + vg.Length(d.xs.at(v))*d.data.Size().X
}
func (d *drawing) yAt(v float64) vg.Length {
	return d.data.Min.Y + vg.Length(d.ys.at(v))*d.data.Size().Y
}

func (d *drawing) drawGrid(c draw.Canvas) {
	style := draw.LineStyle{Color: gridGrey(), Width: 0.5}
	for _, t := range d.xticks {
		if !t.isMinor() {
			c.StrokeLine2(style, d.xAt(t.value), d.data.Min.Y, d.xAt(t.value), d.data.Max.Y)
		}
	}
	for _, t := range d.yticks {
		if !t.isMinor() {
			c.StrokeLine2(style, d.data.Min.X, d.yAt(t.value), d.data.Max.X, d.yAt(t.value))
		}
	}
}

func (d *drawing) drawAxes(c draw.Canvas) {
	style := draw.LineStyle{Color: ink(), Width: 0.7}
	c.StrokeLine2(style, d.data.Min.X, d.data.Min.Y, d.data.Max.X, d.data.Min.Y)
	c.StrokeLine2(style, d.data.Min.X, d.data.Min.Y, d.data.Min.X, d.data.Max.Y)
	ascent := face(d.tick, false).Extents().Ascent
	for _, t := range d.xticks {
		x, length := d.xAt(t.value), d.tickLength()
		if t.isMinor() {
			length /= 2
		}
		c.StrokeLine2(style, x, d.data.Min.Y, x, d.data.Min.Y-length)
		d.writeLabel(c, t.label, x-d.labelWidth(t.label)/2, d.data.Min.Y-d.tickLength()-2-ascent)
	}
	for _, t := range d.yticks {
		y, length := d.yAt(t.value), d.tickLength()
		if t.isMinor() {
			length /= 2
		}
		c.StrokeLine2(style, d.data.Min.X, y, d.data.Min.X-length, y)
		d.writeLabel(c, t.label, d.data.Min.X-d.tickLength()-2-d.labelWidth(t.label), y-0.36*d.tick)
	}
}

// exponentSize is the size of an exponent, in that of its base.
const exponentSize = 0.72

func (d *drawing) labelWidth(l tickLabel) vg.Length {
	return face(d.tick, false).Width(l.text) + face(d.tick*exponentSize, false).Width(l.exponent)
}

// writeLabel puts the label of a tick with the left end of its baseline at (x, y).
func (d *drawing) writeLabel(c draw.Canvas, l tickLabel, x, y vg.Length) {
	base := face(d.tick, false)
	d.write(c, base, l.text, x, y)
	d.write(c, face(d.tick*exponentSize, false), l.exponent, x+base.Width(l.text), y+0.4*d.tick)
}

// write puts a line of text with the left end of its baseline at (x, y).
func (d *drawing) write(c draw.Canvas, f *font.Face, s string, x, y vg.Length) {
	if s == "" {
		return
	}
	c.SetColor(ink())
	c.FillString(*f, vg.Point{X: x, Y: y}, s)
}

// axisTitle is the label with its unit.
func axisTitle(a Axis) string {
	if a.Unit == NoUnit {
		return a.Label
	}
	return a.Label + " (" + a.Unit + ")"
}

func (d *drawing) drawTexts(c draw.Canvas) {
	bold, label := face(d.title, true), face(d.label, false)
	for i, line := range d.titleLines {
		d.write(c, bold, line, d.margin, d.height-d.margin-bold.Extents().Ascent-vg.Length(i)*d.title*1.2)
	}
	x := axisTitle(d.X)
	center := (d.data.Min.X + d.data.Max.X) / 2
	below := d.data.Min.Y - d.tickLength() - 2 - lineHeight(face(d.tick, false)) - d.gap/2
	d.write(c, label, x, clamp(center-label.Width(x)/2, d.margin, d.width-d.margin-label.Width(x)), below-label.Extents().Ascent)

	y := axisTitle(d.Y)
	middle := (d.data.Min.Y + d.data.Max.Y) / 2
	c.Push()
	c.Translate(vg.Point{
		X: d.margin + label.Extents().Ascent,
		Y: clamp(middle-label.Width(y)/2, d.margin, d.height-d.margin-label.Width(y)),
	})
	c.Rotate(math.Pi / 2)
	d.write(c, label, y, 0, 0)
	c.Pop()
}

// clamp keeps v between low and high, and prefers low where they cross.
func clamp(v, low, high vg.Length) vg.Length { return max(min(v, high), low) }

// drawLegend draws it to the right of the data or below them.
func (d *drawing) drawLegend(c draw.Canvas) {
	if !d.hasLegend() {
		return
	}
	f := face(d.legend, false)
	rows := d.legendRows()
	left, top := d.margin, d.margin+vg.Length(rows)*d.legendLine()
	if d.legendRight {
		left, top = d.data.Max.X+2*d.gap, d.data.Max.Y
	}
	for i, s := range d.Series {
		x := left + vg.Length(i/rows)*(d.legendCell+2*d.gap)
		y := top - (vg.Length(i%rows)+0.5)*d.legendLine()
		d.drawKey(c, i, x, y)
		d.write(c, f, s.Name, x+d.keyWidth()+d.gap/2, y-0.36*d.legend)
	}
}

// drawKey draws the sample of a series in the legend, centred on the height y.
func (d *drawing) drawKey(c draw.Canvas, i int, x, y vg.Length) {
	s := d.Series[i]
	if s.Kind != Scatter {
		c.StrokeLine2(d.lineStyle(i), x, y, x+d.keyWidth(), y)
	}
	if s.Kind != Guide {
		d.looks[i].mark.draw(c, vg.Point{X: x + d.keyWidth()/2, Y: y}, d.mark, d.looks[i].colour, true)
	}
}

func (d *drawing) lineStyle(i int) draw.LineStyle {
	width := d.line
	if d.Series[i].Kind == Guide {
		width = d.guide
	}
	return draw.LineStyle{Color: d.looks[i].colour, Width: width, Dashes: scaled(d.looks[i].dashes, width)}
}

func (d *drawing) drawSeries(c draw.Canvas, i int) {
	s := d.Series[i]
	points := make([]vg.Point, 0, len(s.Points))
	for k, p := range s.Points {
		at := d.at(p)
		if s.Kind == Steps && k > 0 {
			points = append(points, vg.Point{X: at.X, Y: points[len(points)-1].Y})
		}
		points = append(points, at)
	}
	if s.Kind != Scatter {
		inside := draw.Canvas{Canvas: c.Canvas, Rectangle: d.data}
		c.StrokeLines(d.lineStyle(i), inside.ClipLinesXY(points)...)
	}
	if s.Kind == Guide {
		return
	}
	for k, p := range s.Points {
		if s.Kind == Scatter || marked(k, len(s.Points), i, len(d.Series)) {
			d.looks[i].mark.draw(c, d.at(p), d.mark, d.looks[i].colour, s.Kind != Scatter)
		}
	}
}

// marked chooses the points of a line that carry a glyph: all of a short line, else about ten, which differ
// from series to series so that lines on top of each other can be told apart.
func marked(k, points, series, of int) bool {
	const marks = 10
	if points <= 2*marks {
		return true
	}
	every := points / marks
	return k%every == (every*series/of+every/2)%every
}
