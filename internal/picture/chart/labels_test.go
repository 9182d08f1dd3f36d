package chart

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coterie/internal/picture/plot"

	"pgregory.net/rapid"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/picture/canvas"
	"coterie/internal/words/table"
)

// Families with a look of their own are families of the registry, none shares a look, and a
// person's own systems have others.
func TestFamiliesHaveLooks(t *testing.T) {
	owner := make(map[int]string)
	for _, f := range construct.Families() {
		if look := plot.LookOf(f.Name); look > 0 {
			assert.Equal(t, owner[look], "", "look %d of %s", look, f.Name)
			owner[look] = f.Name
		}
	}
	assert.Equal(t, len(owner), plot.Looks-plot.OwnLooks()-1, "families in the registry, and searches")
	own := []int{plot.LookOf(plot.Searched)}
	for i := range plot.OwnLooks() {
		own = append(own, plot.OwnLook(i))
	}
	for i, look := range own {
		if look == 0 || look > plot.Looks || owner[look] != "" || slices.Contains(own[:i], look) {
			t.Errorf("look %d is of %q and not its own", look, owner[look])
		}
	}
	if plot.OwnLooks() < 5 || plot.OwnLook(-1) != 0 || plot.OwnLook(plot.OwnLooks()) != 0 || plot.LookOf("nobody") != 0 {
		t.Error("looks beyond the catalogue")
	}
}

// Beside a family, a series without a wish looks like no other family; alone, as by its place.
func TestOwnSeriesBesideFamilies(t *testing.T) {
	f := simple(table.At(1, 1))
	f.Series = append(f.Series, plot.Series{Name: "b", Points: f.Series[0].Points})
	for _, c := range []struct{ wish, want int }{{0, 1}, {plot.LookOf("grid"), plot.OwnLook(0)}} {
		f.Series[1].Look = c.wish
		d := assert.Got(newDrawing(f))(t)
		if want := appearanceOf(c.want); d.looks[0].colour != want.colour || len(d.looks[0].mark.strokes) != len(want.mark.strokes) {
			t.Errorf("beside look %d: not look %d", c.wish, c.want)
		}
	}
}

// Looks of one colour have different dashes: lines are told apart even between their glyphs.
func TestDashesOfOneColour(t *testing.T) {
	seen := make(map[string]int)
	for i := 1; i <= plot.Looks; i++ {
		a := appearanceOf(i)
		key := fmt.Sprint(a.colour, a.dashes)
		if other, taken := seen[key]; taken {
			t.Errorf("looks %d and %d share colour and dashes", other, i)
		}
		seen[key] = i
	}
}

func TestNamesAreLegible(t *testing.T) {
	for i := 1; i <= plot.Looks; i++ {
		if contrast := 1.05 / (luminance(legible(appearanceOf(i).colour)) + 0.05); contrast < 4.5 {
			t.Errorf("the name in look %d has contrast %.1f", i, contrast)
		}
	}
}

// paths counts the lines of the figure that are not of its frame: those of the colour of look 1.
func paths(t *testing.T, f plot.Figure) int {
	t.Helper()
	f.Series[0].Look = 1
	var svg strings.Builder
	assert.OK(t, Write(&svg, f, canvas.SVG))
	return len(regexp.MustCompile(`(?s)<path d="[^"]*"\s+style="fill:none;stroke:#0072B2`).FindAllString(svg.String(), -1))
}

// A line breaks where sizes are missing, and a point alone keeps its glyph.
func TestGap(t *testing.T) {
	var points []table.Point
	for _, x := range []float64{1, 2, 3, 7, 13, 14, 20} {
		points = append(points, table.At(x, x))
	}
	for _, kind := range []plot.SeriesKind{plot.Line, plot.Steps} {
		for _, c := range []struct {
			gap  float64
			want int
		}{{0, 1}, {1, 2}, {3.9, 2}, {4, 2}, {6, 1}, {0.5, 0}} {
			f := simple(points...)
			f.Series[0].Kind, f.Series[0].Gap = kind, c.gap
			assert.Equal(t, paths(t, f), c.want, "kind %d, gap %v: lines", kind, c.gap)
		}
	}
	long := simple()
	for x := range 200 {
		long.Series[0].Points = append(long.Series[0].Points, table.At(float64(x), 1))
	}
	long.Series[0].Points = append(long.Series[0].Points, table.At(210, 1))
	long.Series[0].Kind = plot.Line
	glyphs := func(gap float64) int {
		long.Series[0].Gap = gap
		d := assert.Got(newDrawing(long))(t)
		list := d.plotters(0)
		return list[len(list)-1].(interface{ Len() int }).Len()
	}
	if with, without := glyphs(1), glyphs(0); with != without+1 {
		t.Errorf("%d glyphs with the gap, %d without: the point alone should have one more", with, without)
	}
	for _, gap := range []float64{-1, math.NaN(), math.Inf(1)} {
		f := simple(points...)
		f.Series[0].Gap = gap
		if f.Validate() == nil {
			t.Errorf("a gap of %v was accepted", gap)
		}
	}
}

// Names keep their order and their distance, stay within the ends, and none moves further than it
// must.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wanted := rapid.SliceOfN(rapid.Float64Range(0, 100), 1, 12).Draw(t, "wanted")
		slices.Sort(wanted)
		low, gap := 0.0, rapid.Float64Range(0.5, 8).Draw(t, "gap")
		high := max(100, gap*float64(len(wanted)-1))
		got := spread(wanted, gap, low, high)
		moved := 0.0
		for i, y := range got {
			if y < low-1e-9 || y > high+1e-9 || i > 0 && y-got[i-1] < gap-1e-9 {
				t.Fatalf("%v of %v with gap %v", got, wanted, gap)
			}
			moved += (y - wanted[i]) * (y - wanted[i])
		}
		// A single name or a pair of neighbours that may move, may not come nearer by it.
		for i := range got {
			for k := i + 1; k <= len(got); k++ {
				for _, step := range []float64{-1e-3, 1e-3} {
					trial, sum := slices.Clone(got), 0.0
					for j := i; j < k; j++ {
						trial[j] += step
					}
					sound := true
					for j, y := range trial {
						sound = sound && y >= low && y <= high && (j == 0 || y-trial[j-1] >= gap)
						sum += (y - wanted[j]) * (y - wanted[j])
					}
					if sound && sum < moved-1e-9 {
						t.Fatalf("%v of %v with gap %v: better is %v", got, wanted, gap, trial)
					}
				}
			}
		}
	})
	assert.Slice(t, spread([]float64{5, 5, 5}, 2, 0, 10), []float64{3, 5, 7}, "three names at one height")
	assert.Slice(t, spread([]float64{10, 10}, 2, 0, 10), []float64{8, 10}, "two names at the upper end")
}

// Names at the ends stand beside the data and within the picture, however many there are, and in
// the order of the ends.
func TestLabelEnds(t *testing.T) {
	for _, column := range []bool{false, true} {
		f := crowded(column, plot.Line)
		f.LabelEnds = true
		d := assert.Got(newDrawing(f))(t)
		if len(d.legends) != 0 || len(d.labels) != len(f.Series) {
			t.Fatalf("column %t: %d legends and %d names at ends", column, len(d.legends), len(d.labels))
		}
		for i, l := range d.labels {
			if l.y > d.data.Max.Y+0.1 || l.y < d.data.Min.Y-0.1 || i > 0 && (d.labels[i-1].y-l.y < d.lineHeight()-0.01 || d.labels[i-1].end.Y < l.end.Y) {
				t.Errorf("column %t: the name of series %d stands at %v", column, l.series+1, l.y)
			}
			width := style(d.legendSize, false).Width(f.Series[l.series].Name)
			if right := d.data.Max.X + d.gap + d.labelSample() + width; right > d.width-d.margin {
				t.Errorf("column %t: %s ends at %v of %v", column, f.Series[l.series].Name, right, d.width)
			}
		}
		img := decode(t, f)
		for y := range img.Bounds().Dy() {
			if r, _, _, _ := img.At(img.Bounds().Dx()-2, y).RGBA(); r != 0xFFFF {
				t.Fatalf("column %t: something is drawn at the right edge", column)
			}
		}
		for i := range f.Series {
			f.Series[i].Name += strings.Repeat(" long", 10)
		}
		f.Series = f.Series[:6]
		f.Column = false
		if d, err := newDrawing(f); err != nil || len(d.legends) == 0 || len(d.labels) != 0 {
			t.Errorf("names too long for the ends: %v", err)
		}
	}
	one := simple(table.At(1, 1))
	one.LabelEnds = true
	if d, err := newDrawing(one); err != nil || len(d.labels) != 0 {
		t.Errorf("a single series needs no name: %v", err)
	}
}

// Without its title a figure has more room for the data, and its file still has the title.
func TestNoTitle(t *testing.T) {
	f := simple(table.At(1, 1))
	f.Title = "Some title"
	with := assert.Got(newDrawing(f))(t)
	f.NoTitle = true
	without := assert.Got(newDrawing(f))(t)
	if without.data.Size().Y < with.data.Size().Y+12 {
		t.Error("the title still takes room")
	}
	var svg bytes.Buffer
	assert.OK(t, Write(&svg, f, canvas.SVG))
	if strings.Count(svg.String(), f.Title) != 1 || !strings.Contains(svg.String(), "<title>"+f.Title) {
		t.Error("the title should stand in the file's own data alone")
	}
}
