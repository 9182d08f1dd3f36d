package experiments

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"coterie/internal/picture/canvas"
	"coterie/internal/picture/chart"
	"coterie/internal/picture/plot"
	"coterie/internal/words/table"
)

// Sheet is a table that a study has emitted ([Table]). Every layer of a plot comes from a sheet, so
// a picture shows only values that a CSV file holds.
type Sheet struct {
	name  string // its file
	table *table.Table
}

// Filter chooses rows of a sheet by their cells.
type Filter func(cell func(column string) table.Cell) bool

// Is keeps the rows whose cell in the column has the text of the value: Is("family", "grid"),
// Is("m", 3), Is("plane", true); Is("reason", "") keeps the empty ones.
func Is(column string, value any) Filter {
	text := fmt.Sprint(value)
	return func(cell func(string) table.Cell) bool { return cell(column).String() == text }
}

// Not keeps the rows that the filter leaves out.
func Not(f Filter) Filter {
	return func(cell func(string) table.Cell) bool { return !f(cell) }
}

// AtLeast keeps the rows whose cell in the column is a number not below x.
func AtLeast(column string, x float64) Filter {
	return func(cell func(string) table.Cell) bool {
		v, ok := cell(column).Number()
		return ok && v >= x
	}
}

// Where returns the part of the sheet that all filters keep, for a picture that shows only some
// rows.
func (s *Sheet) Where(filters ...Filter) *Sheet {
	part := &Sheet{s.name, table.New(s.table.Columns()...)}
	for i := range s.table.Len() {
		if s.keep(i, filters) {
			part.table.Add(s.table.Row(i)...)
		}
	}
	return part
}

// keep reports whether all filters keep row i.
func (s *Sheet) keep(i int, filters []Filter) bool {
	cell := func(column string) table.Cell { return s.table.At(i, column) }
	return !slices.ContainsFunc(filters, func(f Filter) bool { return !f(cell) })
}

// Values returns the texts of the column in the rows that all filters keep: each text once, in row
// order, without the empty one. It groups a plot: one layer for each value.
func (s *Sheet) Values(column string, filters ...Filter) []string {
	var values []string
	for i := range s.table.Len() {
		text := s.table.At(i, column).String()
		if text != "" && s.keep(i, filters) && !slices.Contains(values, text) {
			values = append(values, text)
		}
	}
	return values
}

// Layer is a series of a plot with the sheet that it belongs to.
type Layer struct {
	series plot.Series
	sheet  *Sheet
}

// Look gives the layer a fixed colour, glyph and dashes instead of those that follow from its
// position; see [plot.Series].
func (l Layer) Look(look int) Layer {
	l.series.Look = look
	return l
}

// Family gives the layer the look of a family, the same in every figure; see [plot.LookOf]. Its x
// must be numbers of nodes: a line breaks where the family has no system.
func (l Layer) Family(name string) Layer {
	if l.series.Kind == plot.Line {
		l.series.Gap = 1
	}
	return l.Look(plot.LookOf(name))
}

// Ringed marks the second layer of one look; see [plot.Series].
func (l Layer) Ringed(ringed bool) Layer {
	l.series.Ringed = ringed
	return l
}

// Scatter returns a layer with a glyph for each row that all filters keep and that has numbers in
// the columns x and y.
func (s *Sheet) Scatter(name, x, y string, filters ...Filter) Layer {
	return s.layer(plot.Scatter, name, x, y, filters)
}

// Line returns a line through the points of [Sheet.Scatter] in row order.
func (s *Sheet) Line(name, x, y string, filters ...Filter) Layer {
	return s.layer(plot.Line, name, x, y, filters)
}

// Steps returns a line whose value holds until the next x; x must not decrease.
func (s *Sheet) Steps(name, x, y string, filters ...Filter) Layer {
	return s.layer(plot.Steps, name, x, y, filters)
}

// Guide returns a thin grey line, for a bound.
func (s *Sheet) Guide(name, x, y string, filters ...Filter) Layer {
	return s.layer(plot.Guide, name, x, y, filters)
}

// Curve returns a thin grey line of a formula beside the points of the sheet.
func (s *Sheet) Curve(name string, from, to float64, f func(float64) float64) Layer {
	return Layer{plot.Series{Name: name, Kind: plot.Guide, Points: plot.Curve(from, to, 200, f)}, s}
}

func (s *Sheet) layer(kind plot.SeriesKind, name, x, y string, filters []Filter) Layer {
	points := s.table.Points(x, y, func(i int) bool { return s.keep(i, filters) })
	return Layer{plot.Series{Name: name, Kind: kind, Points: points}, s}
}

// Plot emits STEM.svg: the layers under a title and two axes, with their names at their ends.
// Layers without points are left out. If only guides would be left, there is no plot.
func (o *Output) Plot(stem, title string, x, y plot.Axis, layers ...Layer) {
	o.plot(stem, plot.Figure{Title: title, X: x, Y: y, LabelEnds: true}, layers)
}

// PlotWithLegend is [Output.Plot] with a legend, for layers that end in one place or far from the
// right side.
func (o *Output) PlotWithLegend(stem, title string, x, y plot.Axis, layers ...Layer) {
	o.plot(stem, plot.Figure{Title: title, X: x, Y: y}, layers)
}

func (o *Output) plot(stem string, figure plot.Figure, layers []Layer) {
	if o.redrawing() {
		o.passed[stem] = true
	}
	shows, points := make(map[string]string), false
	for _, l := range layers {
		s := l.series
		if len(s.Points) == 0 {
			continue
		}
		if shows[l.sheet.name] == "" {
			shows[l.sheet.name] = fmt.Sprintf("%q %v %v\n", figure.Title, figure.X, figure.Y)
		}
		// Nine digits of a point are more than a picture shows, and processors agree on them.
		shows[l.sheet.name] += fmt.Sprintf("%q %d %q %.9g\n", s.Name, s.Kind, s.Labels, s.Points)
		figure.Series = append(figure.Series, s)
		points = points || s.Kind != plot.Guide
	}
	if points {
		o.picture(stem+".svg", Drawn(figure), shows)
	}
}

// Draw emits STEM.svg, a picture that depends on the sheets: [Check] takes it for up to date as
// long as they have not changed. Pass [Sheet.Where] to leave out rows that it does not show. If
// only plots are drawn again ([Redraw]), make is not called, because there are no rows to make a
// picture of.
func (o *Output) Draw(stem string, make func() (Picture, error), from ...*Sheet) {
	if o.redrawing() {
		o.passed[stem] = true
		return
	}
	if o.Stopped() || o.replaying() {
		return
	}
	if picture, err := make(); !o.Fail(err) {
		o.Sketch(stem, picture, from...)
	}
}

// Sketch is [Output.Draw] for a picture that is already made.
func (o *Output) Sketch(stem string, picture Picture, from ...*Sheet) {
	if o.redrawing() {
		o.passed[stem] = true
		return
	}
	shows := make(map[string]string)
	for _, s := range from {
		var rows strings.Builder
		o.Fail(s.table.WriteCSV(&rows))
		shows[s.name] += rows.String()
	}
	o.picture(stem+".svg", picture, shows)
}

// Drawn is a figure as a [Picture]: for points that stand in a certificate and not in a table.
type Drawn plot.Figure

func (d Drawn) Write(w io.Writer, format canvas.Format) error {
	return chart.Write(w, plot.Figure(d), format)
}

func (d Drawn) Validate() error { return plot.Figure(d).Validate() }
