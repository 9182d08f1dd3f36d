package comparison

import (
	"fmt"
	"math/big"
	"testing"

	"coterie/bounds"
	"coterie/compare"
	"coterie/internal/check/assert"
	"coterie/internal/picture/plot"
	"coterie/internal/words/table"
)

// row returns a row whose load is 1/n, or lies in the given interval.
func row(n int, family, spec string, interval ...float64) compare.Row {
	r := compare.Row{N: n, Family: family, Spec: spec, Default: true, Load: compare.Cell{Exact: big.NewRat(1, int64(n))}}
	if interval != nil {
		r.Load = compare.Cell{Reason: "too large", Interval: &compare.Interval{Low: interval[0], High: interval[1], Confidence: 0.99}}
	}
	return r
}

func own(r compare.Row, name string) compare.Row {
	r.Given, r.Default, r.Name = true, false, name
	return r
}

// TestPictureOf: each family has a line that breaks where there is no system, and families with the
// same points share one. The user's systems have their names and different looks, and the rest are
// named as left out.
func TestPictureOf(t *testing.T) {
	picture, left := assert.Got2(PictureOf(&compare.Table{Rows: []compare.Row{
		row(4, "grid", "grid:n=4"), row(5, "grid", "grid:n=5"),
		row(7, "fpp", "fpp:order=2"), row(7, "cyclic", "cyclic:order=2"), own(row(7, "", "@q.json"), "mine"), own(row(7, "", "@a/r.json"), "mine"), own(row(7, "", "b/r.json"), "mine"),
		row(9, "grid", "grid:n=9"), own(row(9, "wall", "wall:rows=4-5"), "wall:rows=4-5"), own(row(9, "wall", "wall:rows=2-7"), "wall:rows=2-7"),
		row(57, "fpp", "fpp:order=7", 0.1, 0.11), row(73, "fpp", "fpp:order=8", 0.001, 0.1),
	}}, compare.Load, "1%"))(t)
	assert.NoError(t, picture.Validate())
	var got []string
	for _, s := range picture.Series {
		if s.Kind == plot.Line && s.Gap != 1 {
			t.Errorf("the line of %s has gap %v", s.Name, s.Gap)
		}
		got = append(got, fmt.Sprintf("%s look %d ringed %t points %d", s.Name, s.Look, s.Ringed, len(s.Points)))
	}
	want := []string{
		fmt.Sprintf("grid look %d ringed false points 3", plot.LookOf("grid")),
		fmt.Sprintf("fpp look %d ringed false points 1", plot.LookOf("fpp")),
		fmt.Sprintf("cyclic look %d ringed false points 1", plot.LookOf("cyclic")),
		fmt.Sprintf("fpp, estimated look %d ringed true points 1", plot.LookOf("fpp")),
		fmt.Sprintf("q look %d ringed false points 1", plot.OwnLook(0)),
		fmt.Sprintf("@a/r.json look %d ringed false points 1", plot.OwnLook(1)),
		fmt.Sprintf("b/r.json look %d ringed false points 1", plot.OwnLook(2)),
		fmt.Sprintf("wall:rows=4-5 look %d ringed true points 1", plot.LookOf("wall")),
		fmt.Sprintf("wall:rows=2-7 look %d ringed false points 1", plot.OwnLook(3)),
	}
	want = append(want[:1], append([]string{fmt.Sprintf("fpp, cyclic look %d ringed false points 1", plot.LookOf("fpp"))}, want[3:]...)...)
	assert.Slice(t, got, want, "got\n")
	assert.Slice(t, left, []string{"fpp:order=8"}, "left out")
	assert.Equal(t, picture.Series[0].Points[2], (table.At(9, 1.0/9)), "the grid of 9 nodes stands at")
}

// TestPictureOfBest: the best known values of the quantity are a line, and the bound for all
// systems is another.
func TestPictureOfBest(t *testing.T) {
	best := func(n int, of compare.Quantity, value, lower int) compare.Row {
		r := row(n, "", "best known")
		r.K.Max = big.NewInt(99)
		r.Best = &compare.Best{Of: of, Value: bounds.Integer(value), Lower: bounds.Integer(lower), Upper: bounds.Integer(value)}
		return r
	}
	table := &compare.Table{Rows: []compare.Row{best(37, compare.K, 7, 7), best(37, compare.Load, 1, 1), best(38, compare.K, 8, 7)}}
	picture, _ := assert.Got2(PictureOf(table, compare.K, "1%"))(t)
	if got := fmt.Sprint(picture.Series[0].Name, picture.Series[0].Points, picture.Series[1].Name, picture.Series[1].Points); len(picture.Series) != 2 || got != "best known[{37 7} {38 8}]bound[{37 7} {38 7}]" {
		t.Errorf("%s", got)
	}
	table.Rows = []compare.Row{best(24, compare.Degree, 4, 4)}
	if picture, _, err := PictureOf(table, compare.Degree, "1%"); err != nil || len(picture.Series) != 1 {
		t.Errorf("a degree that is proved has one line: %v, %v", picture.Series, err)
	}
}

// TestPictureOfNothing: without a figure there is no picture.
func TestPictureOfNothing(t *testing.T) {
	_, _, err := PictureOf(&compare.Table{Rows: []compare.Row{row(7, "fpp", "fpp:order=2", 0, 1)}}, compare.Load, "1%")
	assert.Fails(t, err, "", "nothing was drawn")
}
