package experiments

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/picture/plot"
)

// TestColumns: a column turns a value into a cell, and a value with nothing to show into an empty
// one.
func TestColumns(t *testing.T) {
	type row struct {
		n    int
		big  *big.Int
		rat  *big.Rat
		text string
	}
	out := newOutput(t.Context(), Env{}, newFake("alpha").study(), false)
	Table(out, "t", []row{{3, big.NewInt(7), big.NewRat(1, 2), "a"}, {}},
		Ints("n", "", "a number", func(r row) int { return r.n }),
		Ints("known", "", "the same", func(r row) int { return r.n }).NonZero(),
		BigInts("big", "", "any size", func(r row) *big.Int { return r.big }),
		Ratios("ratio", "", "exact", func(r row) *big.Rat { return r.rat }),
		Floats("inverse", "", "not of 0", func(r row) float64 { return float64(6 / r.n) }).If(func(r row) bool { return r.n > 0 }),
		Texts("text", "", "words", func(r row) string { return r.text }),
		Bools("odd", "", "whether", func(r row) bool { return r.n%2 == 1 }))
	want := "n,known,big,ratio,inverse,text,odd\n3,3,7,1/2,2,a,true\n0,,,,,,false\n"
	if got := string(out.files["t.csv"].data); got != want || out.Err() != nil {
		t.Errorf("%q, %v; want %q", got, out.Err(), want)
	}
}

// TestOutputKeepsTheFirstError: nothing is computed, emitted or tried after it, and nothing
// stumbles.
func TestOutputKeepsTheFirstError(t *testing.T) {
	never := func(int) int { t.Error("a cell was asked for"); return 0 }
	out := newOutput(t.Context(), Env{}, newFake("alpha").study(), false)
	first := errors.New("first")
	rows := Compute(out, "stage", []int{1, 2}, func(context.Context, int) (int, error) { return 0, first })
	if len(rows) != 0 || !errors.Is(out.Err(), first) {
		t.Fatalf("%v, %v", rows, out.Err())
	}
	out.Fail(errors.New("second"))
	rows = Compute(out, "other", []int{1}, func(context.Context, int) (int, error) { t.Error("a row was computed"); return 0, nil })
	sheet := Table(out, "t", []int{1}, Ints("n", "", "a number", never))
	out.Plot("p", "T", plot.Linear("x", plot.NoUnit), plot.Linear("y", plot.NoUnit), sheet.Line("l", "n", "n"), sheet.Curve("c", 0, 1, func(x float64) float64 { return x }))
	out.Claim("c", "S", "1", "It is so.", ForAll("all", rows, func(int) (bool, string) { return true, "" }))
	if len(out.files) != 0 || len(out.claims) != 0 || !errors.Is(out.finish(), first) {
		t.Errorf("%d files, %d claims, %v", len(out.files), len(out.claims), out.finish())
	}
}

// TestSheet: a plot shows the rows that its filters keep, grouped by the values of a column.
// Without rows nothing is drawn.
func TestSheet(t *testing.T) {
	out := newOutput(t.Context(), Env{}, newFake("alpha").study(), true)
	sheet := Table(out, "t", []int{1, 2, 3, 4, 5},
		Ints("n", "", "a number", func(n int) int { return n }),
		Texts("kind", "", "odd, even or nothing", func(n int) string { return []string{"even", "odd", "", "odd", "even"}[n%5] }))
	assert.Slice(t, sheet.Values("kind"), []string{"odd", "even"}, "values")
	assert.Slice(t, sheet.Values("n", Is("kind", "odd"), AtLeast("n", 2)), []string{"3"}, "values")
	layer := sheet.Scatter("not one", "n", "n", Not(Is("n", 1)), Is("kind", "odd")).Look(3)
	if points := layer.series.Points; len(points) != 1 || points[0].X != 3 || layer.series.Look != 3 {
		t.Errorf("layer %+v", layer.series)
	}
	x, none := plot.Linear("x", plot.NoUnit), sheet.Line("none", "n", "n", AtLeast("n", 6))
	out.Plot("nothing", "T", x, x, none, sheet.Curve("c", 0, 1, func(x float64) float64 { return x }))
	out.Plot("p", "T", x, x, none, layer)
	if names := out.names(); !slices.Equal(names, []string{"p.svg", "t.csv"}) || out.Err() != nil {
		t.Errorf("%q, %v", names, out.Err())
	}
}

// TestShown: a picture is tied to the points, names and titles of its layers, or to the rows from
// which it was drawn, and to nothing else in its tables.
func TestShown(t *testing.T) {
	type row struct{ x, y, other int }
	rows := []row{{1, 1, 0}, {2, 4, 0}, {3, 9, 0}}
	// shown are the hashes of a plot and of a drawing of the first two rows.
	shown := func(rows []row, title, name string, further ...any) [2]string {
		out := newOutput(t.Context(), Env{}, newFake("alpha").study(), true)
		sheet := Table(out, "t", rows,
			Ints("x", "", "a number", func(r row) int { return r.x }), Ints("y", "", "a number", func(r row) int { return r.y }),
			Columns[row](further...))
		axis := plot.Linear("x", plot.NoUnit)
		out.Plot("p", title, axis, axis, sheet.Line(name, "x", "y", Not(AtLeast("x", 3))))
		out.Sketch("d", dot{}, sheet.Where(Not(AtLeast("x", 3))))
		assert.OK(t, out.Err())
		return [2]string{out.files["p.svg"].DrawnFrom["t.csv"], out.files["d.svg"].DrawnFrom["t.csv"]}
	}
	as := shown(rows, "T", "l")
	for _, c := range []struct {
		what         string
		now          [2]string
		plot, sketch bool // whether each is out of date
	}{
		{"the same", shown(slices.Clone(rows), "T", "l"), false, false},
		{"a row that is not drawn", shown(append(slices.Clone(rows), row{x: 4}), "T", "l"), false, false},
		{"such a row gone", shown(rows[:2], "T", "l"), false, false},
		{"a column more", shown(rows, "T", "l", Ints("other", "", "a number", func(r row) int { return r.other })), false, true},
		{"a point moved", shown([]row{{1, 1, 0}, {2, 5, 0}}, "T", "l"), true, true},
		{"a point more", shown(slices.Insert(slices.Clone(rows), 1, row{1, 2, 0}), "T", "l"), true, true},
		{"a point less", shown(rows[1:], "T", "l"), true, true},
		{"points in another order", shown([]row{rows[1], rows[0]}, "T", "l"), true, true},
		{"another name", shown(rows, "T", "m"), true, false},
		{"another title", shown(rows, "U", "l"), true, false},
	} {
		assert.Equal(t, c.now[0] != as[0], c.plot, "%s: the plot is out of date", c.what)
		assert.Equal(t, c.now[1] != as[1], c.sketch, "%s: the drawing is out of date", c.what)
	}
}

// TestDeclaredColumns: the type of a field decides what its cells are, in embedded structs too. A
// name that no field declares is refused, and so is one that two fields declare.
func TestDeclaredColumns(t *testing.T) {
	type inner struct {
		Load *big.Rat `csv:"load,share" doc:"load"`
		Twin int      `csv:"n" doc:"another n"`
	}
	type row struct {
		N     uint64   `csv:"k,nodes,omitzero" doc:"size"`
		Count *big.Int `csv:"count" doc:"how many"`
		Near  float64  `csv:"near" doc:"about"`
		name  string   `csv:"name" doc:"name"`
		By    Verdict  `csv:"by" doc:"verdict"`
		Sure  bool     `csv:"sure" doc:"whether"`
		Other []int    `csv:"other" doc:"no cell"`
		Pair  int      `csv:"n" doc:"n"`
		inner
	}
	sure := func(r row) bool { return r.Sure }
	table := assert.Got(filled([]row{{7, big.NewInt(5), 0.5, "a", HoldsOn, true, nil, 1, inner{big.NewRat(1, 2), 2}}, {}},
		Columns[row]("k", "load", "count", "near", If(sure, "name", "by"), "sure")))(t)
	var csv strings.Builder
	if err := table.WriteCSV(&csv); err != nil || csv.String() != "k,load,count,near,name,by,sure\n7,1/2,5,0.5,a,holds on,true\n,,,0,,,false\n" {
		t.Errorf("%v:\n%s", err, &csv)
	}
	if c := table.Columns()[0]; c.Unit != "nodes" || c.Doc != "size" || c.Kind.String() != "int" {
		t.Errorf("%+v", c)
	}
	for _, part := range []any{"nothing", "n", "other", Ints("n", "", "n", func(int) int { return 1 }), 7} {
		if !panics(func() { Columns[row](part) }) {
			t.Errorf("%v is a column", part)
		}
	}
}
