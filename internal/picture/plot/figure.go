package plot

import (
	"fmt"
	"math"
	"strings"

	"coterie/internal/words/table"
)

// SeriesKind says how a series is drawn.
type SeriesKind int

// The kinds of series.
const (
	Scatter SeriesKind = iota // a glyph per point
	Line                      // points joined in their order, with glyphs here and there to tell lines apart
	Steps                     // as Line, but the value holds until the next x; x must not decrease
	Guide                     // a thin grey line without glyphs for a bound or a reference curve; may leave the axes
)

// Series is one list of points of a figure.
type Series struct {
	Name   string // for the legend; with several series it is required and unique
	Kind   SeriesKind
	Points []table.Point // at least one
	Labels []string      // texts beside the points; nil for none

	// Look chooses colour, glyph and dashes, from 1 to [Looks], so that a family looks the same in
	// every figure (see [LookOf]). Zero chooses a look by the place of the series among those that
	// are no guides. For a guide, Look is from 1 to [GuideLooks].
	Look int

	// Ringed marks the second series of one look, such as estimates beside exact values. Its glyphs
	// have a ring, and its line is thinner.
	Ringed bool

	// Gap is the greatest distance of two neighbours that a line joins. If the next x is farther
	// away, the line breaks, so that it does not run through sizes that do not exist. A point
	// without neighbours is a glyph alone. Zero means that the line never breaks.
	Gap float64
}

// NoUnit is the unit of an axis whose values are pure numbers.
const NoUnit = "1"

// Axis describes one axis of a figure.
type Axis struct {
	Label string // the measured quantity
	Unit  string // its unit; NoUnit for pure numbers
	Log   bool   // logarithmic; all values must be positive

	// From and To fix the ends. If both are zero, the data determine the ends, and a linear axis
	// starts at zero if the data come near to it, compared with their extent.
	From, To float64
}

// Linear is a linear axis, whose ends the data determine.
func Linear(label, unit string) Axis { return Axis{Label: label, Unit: unit} }

// Logarithmic is a logarithmic axis, whose ends the data determine.
func Logarithmic(label, unit string) Axis { return Axis{Label: label, Unit: unit, Log: true} }

// Between is the axis with these ends.
func (a Axis) Between(from, to float64) Axis {
	a.From, a.To = from, to
	return a
}

// Figure is a plot in the house style: a title, labelled axes with units, light grid, and series
// that can be told apart in colour (Okabe and Ito's palette, made for colour-blind readers), in
// grey and in print, by glyph and dashes. Equal figures give equal bytes in every format.
type Figure struct {
	Title  string
	X, Y   Axis
	Series []Series

	// Column makes the figure 3.5 inches wide, for a column of a two-column paper, with the legend
	// below the data. Otherwise it is 7 by 4.5 inches, for the width of a page, with the legend
	// beside the data.
	Column bool

	// LabelEnds replaces the legend of several series by names at their ends, in their colours and
	// moved apart. A name is beside the data, or among them if its series ends far from the right
	// side. If the names would take more than a third of the width, the legend stays.
	LabelEnds bool

	// NoTitle leaves the title out of the picture, for a paper that has it in the caption. Errors
	// and the metadata of the file keep it.
	NoTitle bool
}

// Refuse returns the error of a figure that cannot be drawn.
func (f Figure) Refuse(format string, args ...any) error {
	return fmt.Errorf("figure %q: "+format, append([]any{f.Title}, args...)...)
}

// Validate reports why the figure cannot be drawn: a missing title, label or unit; no series, or
// one without points; a value that is not finite, not positive on a logarithmic axis, or outside
// fixed ends (save in a guide); missing or equal names of several series; more series than looks.
func (f Figure) Validate() error {
	fail := f.Refuse
	if strings.TrimSpace(f.Title) == "" {
		return fail("no title")
	}
	if len(f.Series) == 0 {
		return fail("no series")
	}
	for name, axis := range map[string]Axis{"x": f.X, "y": f.Y} {
		if reason := axis.flaw(); reason != "" {
			return fail("%s axis: %s", name, reason)
		}
	}
	names := make(map[string]bool)
	coloured, guides := 0, 0
	for i, s := range f.Series {
		place := fmt.Sprintf("series %d (%s)", i+1, s.Name)
		if len(f.Series) > 1 && (s.Name == "" || names[s.Name]) {
			return fail("%s: several series need names of their own", place)
		}
		names[s.Name] = true
		if reason := f.seriesFlaw(s); reason != "" {
			return fail("%s: %s", place, reason)
		}
		if s.Kind == Guide {
			guides++
		} else {
			coloured++
		}
	}
	if coloured > Looks || guides > GuideLooks {
		return fail("%d series and %d guides cannot be told apart: at most %d and %d", coloured, guides, Looks, GuideLooks)
	}
	return nil
}

func (a Axis) flaw() string {
	switch {
	case strings.TrimSpace(a.Label) == "":
		return "no label"
	case strings.TrimSpace(a.Unit) == "":
		return "no unit (NoUnit says that there is none)"
	case !isFinite(a.From) || !isFinite(a.To):
		return "its ends must be finite"
	case a.fixed() && a.From >= a.To:
		return fmt.Sprintf("it runs from %v to %v", a.From, a.To)
	case a.Log && a.fixed() && a.From <= 0:
		return "a logarithmic axis starts above zero"
	}
	return ""
}

func (a Axis) fixed() bool { return a.From != 0 || a.To != 0 }

// admits returns why the axis cannot show a value, or "". The values of guides may lie outside.
func (a Axis) admits(v float64, guide bool) string {
	switch {
	case !isFinite(v):
		return fmt.Sprintf("%v is not finite", v)
	case a.Log && v <= 0:
		return fmt.Sprintf("%v has no place on a logarithmic axis", v)
	case a.fixed() && !guide && (v < a.From || v > a.To):
		return fmt.Sprintf("%v lies outside the axis, %v to %v", v, a.From, a.To)
	}
	return ""
}

func (f Figure) seriesFlaw(s Series) string {
	if s.Labels != nil && len(s.Labels) != len(s.Points) {
		return fmt.Sprintf("%d labels of %d points", len(s.Labels), len(s.Points))
	}
	if s.Kind < Scatter || s.Kind > Guide {
		return fmt.Sprintf("no kind %d", int(s.Kind))
	}
	looks := Looks
	if s.Kind == Guide {
		looks = GuideLooks
	}
	if s.Look < 0 || s.Look > looks {
		return fmt.Sprintf("look %d, want 1 to %d", s.Look, looks)
	}
	if len(s.Points) == 0 {
		return "no points"
	}
	if s.Gap < 0 || !isFinite(s.Gap) {
		return fmt.Sprintf("a gap of %v", s.Gap)
	}
	for i, p := range s.Points {
		if reason := f.X.admits(p.X, s.Kind == Guide); reason != "" {
			return "x: " + reason
		}
		if reason := f.Y.admits(p.Y, s.Kind == Guide); reason != "" {
			return "y: " + reason
		}
		if s.Kind == Steps && i > 0 && p.X < s.Points[i-1].X {
			return fmt.Sprintf("x decreases from %v to %v", s.Points[i-1].X, p.X)
		}
	}
	return ""
}

// Curve returns the points (x, f(x)) of steps+1 equidistant x from from to to, for a [Guide]. It
// panics if steps is less than 1.
func Curve(from, to float64, steps int, f func(float64) float64) []table.Point {
	if steps < 1 {
		panic(fmt.Sprintf("plot: a curve of %d steps", steps))
	}
	points := make([]table.Point, steps+1)
	for i := range points {
		x := from + (to-from)*float64(i)/float64(steps)
		points[i] = table.At(x, f(x))
	}
	return points
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
