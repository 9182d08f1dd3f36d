package chart

import (
	"testing"

	"coterie/internal/picture/plot"

	"coterie/internal/check/assert"
	"coterie/internal/picture/canvas"
	"coterie/internal/words/table"
)

// A point far from the right side has its name beside it, on the paper and free of other data and
// names; a series that ends at the right has its name there.
func TestNamesStandWhereSeriesEnd(t *testing.T) {
	f := simple(table.At(0, 1), table.At(100, 9))
	f.LabelEnds = true
	f.Series[0].Kind = plot.Line
	far := []table.Point{table.At(12, 5), table.At(13, 5.1), table.At(79, 8)}
	for i, p := range far {
		f.Series = append(f.Series, plot.Series{Name: []string{"mine", "yours", "theirs"}[i], Points: []table.Point{p}})
	}
	f.Series = append(f.Series, plot.Series{Name: "late", Points: []table.Point{table.At(90, 4)}})
	for _, column := range []bool{false, true} {
		f.Column = column
		d := assert.Got(newDrawing(f))(t)
		if len(d.labels) != 2 || len(d.notes) != len(far) {
			t.Fatalf("%d names beside the data and %d among them, want 2 and %d", len(d.labels), len(d.notes), len(far))
		}
		for i, n := range d.notes {
			if n.series != i+1 || !holds(d.data, n.box) || near(n.box, n.end, 0) {
				t.Errorf("column %t: the note of series %d at %v: %v", column, n.series, n.end, n.box)
			}
			near := canvas.Pt(max(n.box.Min.X, min(n.end.X, n.box.Max.X)), max(n.box.Min.Y, min(n.end.Y, n.box.Max.Y)))
			if way := near.Sub(n.end); max(abs(float64(way.X)), abs(float64(way.Y))) > float64(3*d.lineHeight()) {
				t.Errorf("column %t: the note of series %d stands %v from its end", column, n.series, way)
			}
			for _, o := range d.notes[:i] {
				if n.box.Min.X < o.box.Max.X && o.box.Min.X < n.box.Max.X && n.box.Min.Y < o.box.Max.Y && o.box.Min.Y < n.box.Max.Y {
					t.Errorf("column %t: notes %v and %v overlap", column, n.box, o.box)
				}
			}
		}
	}
	f.LabelEnds = false
	if d, err := newDrawing(f); err != nil || len(d.notes) > 0 || len(d.legends) == 0 {
		t.Errorf("with a legend there are notes (%v)", err)
	}
}

// The vertical of a step is on paper, too: no name is to stand on it.
func TestStepsAreInked(t *testing.T) {
	f := simple(table.At(0, 0), table.At(10, 10))
	f.Series[0].Kind = plot.Steps
	d := assert.Got(newDrawing(f))(t)
	halfway := canvas.Rect(d.data.Min.X+0.9*d.data.Size().X, d.data.Min.Y+0.4*d.data.Size().Y, d.data.Max.X, d.data.Min.Y+0.6*d.data.Size().Y)
	for _, p := range d.inked(0) {
		if near(halfway, p, 0) {
			return
		}
	}
	t.Error("the vertical is not there")
}

// Labels of points that are near each other, at the side of the data, do not overlap.
func TestLabelsOfNearPoints(t *testing.T) {
	f := simple(table.At(86, 175), table.At(91, 149), table.At(95, 137), table.At(100, 127.4))
	f.Series[0].Kind, f.Series[0].Labels = plot.Line, []string{"12", "11", "10", "1 2"}
	other := plot.Series{Name: "b"}
	for i, y := range []float64{128.6, 130.3, 133.4, 134, 134.3, 134.6, 134.7, 134.8} {
		other.Points, other.Labels = append(other.Points, table.At(100, y)), append(other.Labels, []string{"3", "4", "5", "6", "7", "8 9", "13", "14"}[i])
	}
	f.Series = append(f.Series, other)
	d := assert.Got(newDrawing(f))(t)
	assert.Equal(t, len(d.notes), 12, "labels")
	for i, n := range d.notes {
		for _, o := range d.notes[:i] {
			if n.box.Min.X < o.box.Max.X && o.box.Min.X < n.box.Max.X && n.box.Min.Y < o.box.Max.Y && o.box.Min.Y < n.box.Max.Y {
				t.Errorf("the labels %s and %s overlap", n.text, o.text)
			}
		}
	}
}
