package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	imagedraw "image/draw"
	"image/png"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"coterie/internal/picture/plot"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"pgregory.net/rapid"

	"coterie/internal/check/assert"
	"coterie/internal/picture/canvas"
	"coterie/internal/picture/paper"
	"coterie/internal/words/table"
)

// crowded is a figure with as many series and guides as there may be.
func crowded(column bool, kind plot.SeriesKind) plot.Figure {
	f := plot.Figure{
		Title: "Quorum size of every family against the number of nodes", Column: column,
		X: plot.Linear("number of nodes n", "nodes"), Y: plot.Linear("quorum size K", "nodes"),
	}
	for i := range plot.Looks {
		s := plot.Series{Name: fmt.Sprint("degenerate-fpp ", i+1), Kind: kind}
		for n := 3; n <= 200; n += 1 + i {
			s.Points = append(s.Points, table.At(float64(n), math.Ceil(math.Sqrt(float64(n))*(1+0.13*float64(i)))))
		}
		f.Series = append(f.Series, s)
	}
	for i := range plot.GuideLooks {
		f.Series = append(f.Series, plot.Series{Name: fmt.Sprint(i+1, "√n"), Kind: plot.Guide, Points: plot.Curve(1, 200, 100, func(n float64) float64 { return float64(i+1) * math.Sqrt(n) })})
	}
	return f
}

func simple(points ...table.Point) plot.Figure {
	return plot.Figure{Title: "T", X: plot.Linear("x", "s"), Y: plot.Linear("y", plot.NoUnit), Series: []plot.Series{{Name: "a", Points: points}}}
}

func TestFigureValidate(t *testing.T) {
	one := []table.Point{table.At(1, 1)}
	for _, c := range []struct {
		name   string
		alter  func(f *plot.Figure)
		reason string // "" where it is sound
	}{
		{"sound", func(f *plot.Figure) {}, ""},
		{"no title", func(f *plot.Figure) { f.Title = " " }, "no title"},
		{"no x label", func(f *plot.Figure) { f.X.Label = "" }, "x axis: no label"},
		{"no y label", func(f *plot.Figure) { f.Y.Label = "" }, "y axis: no label"},
		{"no x unit", func(f *plot.Figure) { f.X.Unit = "" }, "x axis: no unit"},
		{"no y unit", func(f *plot.Figure) { f.Y.Unit = "" }, "y axis: no unit"},
		{"no series", func(f *plot.Figure) { f.Series = nil }, "no series"},
		{"no points", func(f *plot.Figure) { f.Series[0].Points = nil }, "no points"},
		{"kind", func(f *plot.Figure) { f.Series[0].Kind = 9 }, "no kind 9"},
		{"NaN", func(f *plot.Figure) { f.Series[0].Points = []table.Point{table.At(1, math.NaN())} }, "not finite"},
		{"infinity", func(f *plot.Figure) { f.Series[0].Points = []table.Point{table.At(math.Inf(1), 1)} }, "not finite"},
		{"one series needs no name", func(f *plot.Figure) { f.Series[0].Name = "" }, ""},
		{"several need names", func(f *plot.Figure) { f.Series = append(f.Series, plot.Series{Points: one}) }, "names of their own"},
		{"of their own", func(f *plot.Figure) { f.Series = append(f.Series, plot.Series{Name: "a", Points: one}) }, "names of their own"},
		{"two series", func(f *plot.Figure) { f.Series = append(f.Series, plot.Series{Name: "b", Points: one}) }, ""},
		{"look", func(f *plot.Figure) { f.Series[0].Look = plot.Looks + 1 }, "look 36"},
		{"guide look", func(f *plot.Figure) { f.Series[0].Kind, f.Series[0].Look = plot.Guide, plot.GuideLooks+1 }, "look 6"},
		{"only a guide", func(f *plot.Figure) { f.Series[0].Kind = plot.Guide }, ""},
		{"zero on a log axis", func(f *plot.Figure) { f.Y.Log, f.Series[0].Points = true, []table.Point{table.At(1, 0)} }, "logarithmic"},
		{"log axis", func(f *plot.Figure) { f.Y.Log, f.X.Log = true, true }, ""},
		{"log axis from zero", func(f *plot.Figure) { f.Y.Log, f.Y.To = true, 5 }, "starts above zero"},
		{"ends crossed", func(f *plot.Figure) { f.X.From, f.X.To = 2, 1 }, "runs from 2 to 1"},
		{"end not finite", func(f *plot.Figure) { f.X.To = math.Inf(1) }, "finite"},
		{"outside the ends", func(f *plot.Figure) { f.X.From, f.X.To = 2, 3 }, "outside the axis"},
		{"a guide outside the ends", func(f *plot.Figure) {
			f.X.From, f.X.To = 0.5, 3
			f.Series = append(f.Series, plot.Series{Name: "g", Kind: plot.Guide, Points: []table.Point{table.At(0, 0), table.At(9, 9)}})
		}, ""},
		{"steps backwards", func(f *plot.Figure) {
			f.Series[0].Kind, f.Series[0].Points = plot.Steps, []table.Point{table.At(2, 1), table.At(1, 1)}
		}, "x decreases"},
		{"a line backwards", func(f *plot.Figure) {
			f.Series[0].Kind, f.Series[0].Points = plot.Line, []table.Point{table.At(2, 1), table.At(1, 1)}
		}, ""},
		{"too many series", func(f *plot.Figure) {
			for i := range plot.Looks {
				f.Series = append(f.Series, plot.Series{Name: fmt.Sprint("s", i), Points: one})
			}
		}, "told apart"},
		{"too many guides", func(f *plot.Figure) {
			for i := range plot.GuideLooks + 1 {
				f.Series = append(f.Series, plot.Series{Name: fmt.Sprint("s", i), Kind: plot.Guide, Points: one})
			}
		}, "told apart"},
	} {
		f := simple(one...)
		c.alter(&f)
		err := f.Validate()
		if c.reason == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			} else if err := Write(io.Discard, f, canvas.SVG); err != nil {
				t.Errorf("%s: drawing: %v", c.name, err)
			}
		} else if assert.Fails(t, err, c.reason, "%s", c.name); Write(io.Discard, f, canvas.SVG) == nil || Write(io.Discard, f, paper.PNG) == nil {
			t.Errorf("%s: was drawn", c.name)
		}
	}
}

func TestFigureHasRoom(t *testing.T) {
	f := crowded(false, plot.Scatter)
	for i := range f.Series {
		f.Series[i].Name = strings.Repeat("long ", 16) + fmt.Sprint(i)
	}
	assert.Fails(t, Write(io.Discard, f, canvas.SVG), "no room")
	for _, column := range []bool{false, true} {
		f := simple(table.At(1, 1))
		f.Column, f.Y.Label = column, strings.Repeat("long ", 20)
		assert.Fails(t, Write(io.Discard, f, canvas.SVG), "label")
	}
}

func TestFiguresAreDeterministic(t *testing.T) {
	for _, column := range []bool{false, true} {
		f := crowded(column, plot.Line)
		var svg, png [2]bytes.Buffer
		for i := range 2 {
			assert.OK(t, errors.Join(Write(&svg[i], f, canvas.SVG), small(f, &png[i])))
		}
		if !bytes.Equal(svg[0].Bytes(), svg[1].Bytes()) || !bytes.Equal(png[0].Bytes(), png[1].Bytes()) {
			t.Errorf("column %t: two drawings of one figure differ", column)
		}
	}
}

// The SVG is XML, holds title, labels with units and the whole legend as text, and names fonts that
// a reader without ours has.
func TestSVG(t *testing.T) {
	f := crowded(false, plot.Scatter)
	f.Series[0].Name = "a < b & c"
	var out bytes.Buffer
	assert.OK(t, Write(&out, f, canvas.SVG))
	texts := make(map[string]bool)
	dec := xml.NewDecoder(bytes.NewReader(out.Bytes()))
	element := ""
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		assert.OK(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			element = token.Name.Local
		case xml.CharData:
			if s := strings.TrimSpace(string(token)); s != "" {
				texts[element+":"+s] = true
			}
		}
	}
	want := []string{"title:" + f.Title, "text:" + f.Title, "text:number of nodes n (nodes)", "text:quorum size K (nodes)", "text:200", "text:0"}
	for _, s := range f.Series {
		want = append(want, "text:"+s.Name)
	}
	for _, s := range want {
		assert.True(t, texts[s], "no %q in the SVG", s)
	}
	families := strings.Count(out.String(), "font-family:")
	if families == 0 || families != strings.Count(out.String(), "font-family:'Liberation Sans',Arial,Helvetica,sans-serif") {
		t.Error("a text has no font to fall back to")
	}
}

// decode draws the figure with one pixel per point.
func decode(t *testing.T, f plot.Figure) *image.RGBA {
	t.Helper()
	var out bytes.Buffer
	assert.OK(t, small(f, &out))
	img := assert.Got(png.Decode(&out))(t)
	rgba := image.NewRGBA(img.Bounds())
	imagedraw.Draw(rgba, rgba.Rect, img, image.Point{}, imagedraw.Src)
	return rgba
}

// Nothing is drawn over the edge of the picture, and the legend stands outside the rectangle of the
// data.
func TestLayout(t *testing.T) {
	for _, column := range []bool{false, true} {
		for name, f := range map[string]plot.Figure{
			"crowded": crowded(column, plot.Steps),
			"numbers": {
				Title: "Large numbers at both ends", Column: column,
				X:      plot.Linear("a rather long label for so small a figure as this one", "with a unit").Between(0, 900000),
				Y:      plot.Logarithmic("another long label, upright", "messages"),
				Series: []plot.Series{{Kind: plot.Line, Points: []table.Point{table.At(0, 1e-12), table.At(900000, 3e15)}}},
			},
		} {
			d := assert.Got(newDrawing(f))(t)
			img := decode(t, f)
			b := img.Bounds()
			assert.Equal(t, b.Dx(), int(float64(d.width)+0.5), "%s: pixels wide", name)
			for x := range b.Dx() {
				for y := range b.Dy() {
					if (x < 2 || y < 2 || x >= b.Dx()-2 || y >= b.Dy()-2) && img.RGBAAt(x, y) != (color.RGBA{255, 255, 255, 255}) {
						t.Fatalf("%s, column %t: something is drawn at (%d, %d), at the edge", name, column, x, y)
					}
				}
			}
			assert.Equal(t, (len(d.legends) > 0), (len(f.Series) > 1), "%s: %d legends", name, len(d.legends))
			for i, legend := range d.legends {
				at := d.legendAt.Add(canvas.Pt(vg.Length(i)*d.legendGap, 0))
				size := legend.Rectangle(draw.Canvas{}).Size()
				if at.X+size.X > d.width-d.margin+0.01 || at.Y-size.Y < d.margin-0.01 || at.Y > d.height-d.margin {
					t.Errorf("%s: the legend leaves the picture", name)
				}
				if at.X < d.data.Max.X && at.Y > d.data.Min.Y {
					t.Errorf("%s: the legend reaches into the data", name)
				}
			}
		}
	}
}

// Series of one figure differ in glyph, and where they share a colour or a dash pattern they differ
// in form.
func TestLooksDiffer(t *testing.T) {
	seen := make(map[string]int)
	colours := regexp.MustCompile("#[0-9A-F]{6}")
	for i := 1; i <= plot.Looks; i++ {
		f := simple(table.At(1, 1))
		f.Series[0].Look = i
		var svg strings.Builder
		assert.OK(t, Write(&svg, f, canvas.SVG))
		form := colours.ReplaceAllString(svg.String(), "ink") // the form without colour and shade
		if other, taken := seen[form]; taken {
			t.Errorf("looks %d and %d have one form", other, i)
		}
		seen[form] = i
	}
	f := crowded(false, plot.Line)
	f.Series[3].Look = 1 // a wish moves the others
	d := assert.Got(newDrawing(f))(t)
	marks := make(map[string]int)
	for i, l := range d.looks[:plot.Looks] {
		key := fmt.Sprint(l.colour, l.mark)
		if other, taken := marks[key]; taken {
			t.Errorf("series %d and %d look alike", other+1, i+1)
		}
		marks[key] = i
	}
}

func TestSingleValues(t *testing.T) {
	for _, f := range []plot.Figure{simple(table.At(3, 3)), simple(table.At(0, 0)), simple(table.At(-5, 1e9)), simple(table.At(1e-9, 1e-9), table.At(2e-9, 1e-9))} {
		for _, log := range []bool{false, true} {
			if log && f.Series[0].Points[0].X <= 0 {
				continue
			}
			f.X.Log, f.Y.Log = log, log
			assert.NoError(t, Write(io.Discard, f, canvas.SVG), "%v", f.Series[0].Points)
		}
	}
}

// Ticks are in order, in range, at the values their labels say, and neither missing nor crowded.
func TestTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := rapid.Bool().Draw(t, "log")
		most := rapid.IntRange(2, 12).Draw(t, "most")
		from := rapid.Float64Range(-1e6, 1e6).Draw(t, "from")
		to := from + math.Pow(10, rapid.Float64Range(-3, 7).Draw(t, "extent"))
		if log {
			from = math.Pow(10, rapid.Float64Range(-12, 12).Draw(t, "low"))
			to = from * math.Pow(10, rapid.Float64Range(0.01, 25).Draw(t, "decades"))
		}
		marks := ticker{log: log, most: most}.Ticks(from, to)
		// An axis too short for its wish takes a finer division rather than a single label.
		if n := labelled(marks); n > max(most+1, 6) || n < 2 && !log || n == 0 && to/from >= 10 {
			t.Fatalf("%d labels for %v to %v, wanted about %d", n, from, to, most)
		}
		before := math.Inf(-1)
		for _, m := range marks {
			if slack := 1e-6 * (to - from); m.Value < from-slack || m.Value > to+slack || m.Value <= before {
				t.Fatalf("tick %v in %v to %v after %v", m.Value, from, to, before)
			}
			before = m.Value
			if m.IsMinor() {
				continue
			}
			if v := labelValue(t, m.Label); math.Abs(v-m.Value) > 1e-6*max(math.Abs(m.Value), (to-from)/1e3) {
				t.Fatalf("the label %v stands at %v", m.Label, m.Value)
			}
		}
	})
}

// labelValue reads a label back.
func labelValue(t *rapid.T, label string) float64 {
	text := strings.ReplaceAll(label, "−", "-")
	if base, exponent, found := strings.Cut(text, "10^"); found {
		text = strings.TrimSuffix(base, "·")
		if text == "" || text == "-" {
			text += "1"
		}
		text += "e" + exponent
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatalf("label %q", label)
	}
	return v
}

func TestWholeNumbersHaveNoFractionalTicks(t *testing.T) {
	for to := 1; to < 300; to++ {
		for most := 2; most < 12; most++ {
			for _, m := range (ticker{whole: true, most: most}).Ticks(0, float64(to)) {
				assert.MustEqual(t, m.Value, math.Trunc(m.Value), "0..%d: a tick at", to)
			}
		}
	}
}

func TestCurve(t *testing.T) {
	got := plot.Curve(0, 2, 4, func(x float64) float64 { return x * x })
	for i, want := range []table.Point{table.At(0, 0), table.At(0.5, 0.25), table.At(1, 1), table.At(1.5, 2.25), table.At(2, 4)} {
		assert.Equal(t, got[i], want, "point %d", i)
	}
	if !panics(func() { plot.Curve(0, 1, 0, math.Sqrt) }) {
		t.Error("a curve of no steps was drawn")
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

// small writes a figure with a pixel for each point.
func small(f plot.Figure, w io.Writer) error {
	d, err := newDrawing(f)
	if err != nil {
		return err
	}
	return paper.EncodePNG(w, canvas.Page{Width: d.width, Height: d.height, Paint: d.paint}, 72)
}
