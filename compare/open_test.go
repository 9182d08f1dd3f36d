package compare

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/measure/loads"
	"coterie/measure/transversals"
)

// openCells lists the cells of a table that are no exact figures.
func openCells(t *Table) (list []string) {
	for i := range t.Rows {
		r := &t.Rows[i]
		for _, q := range costs() {
			if r.Cell(q).Exact == nil {
				list = append(list, r.Spec+" "+string(q))
			}
		}
		if r.Resilience == nil {
			list = append(list, r.Spec+" resilience")
		}
		if r.Degree == nil && r.M > 0 {
			list = append(list, r.Spec+" degree")
		}
		if r.Nondominated == 0 {
			list = append(list, r.Spec+" nondominated")
		}
	}
	return list
}

// The figures of the default systems are exact, but for those listed here: a new open cell is a
// cliff. The degenerate planes, whose figures are open from about 40 nodes on, are left out.
func TestNoNewOpenCell(t *testing.T) {
	var families []string
	for _, f := range construct.Families() {
		if f.Name != "degenerate-fpp" {
			families = append(families, f.Name)
		}
	}
	for _, c := range []struct {
		n, m int
		open []string
	}{
		{10, 0, nil}, {12, 2, nil}, {36, 0, nil},
		{57, 0, []string{"cyclic:order=7 failure", "fpp:order=7 failure"}},
		{100, 0, nil},
		{200, 0, []string{"grid:n=200 failure", "grid:n=200 resilience"}},
		{10_000, 0, nil},
	} {
		if testing.Short() && c.n > 36 { // estimates of failures take seconds, and minutes under the race detector
			continue
		}
		table := assert.Got(Compare(t.Context(), []int{c.n}, c.m, nil, Options{P: bounds.FractionOf(1, 100), Families: families}))(t)
		assert.True(t, len(table.Rows) > 1, "n = %d: no rows", c.n)
		for _, cell := range openCells(table) {
			assert.True(t, slices.Contains(c.open, cell), "n = %d, m = %d: %s is open", c.n, c.m, cell)
		}
	}
}

// BenchmarkCompareLarge measures the CPU time of the whole table of many nodes.
func BenchmarkCompareLarge(b *testing.B) {
	for _, c := range []struct{ n, target int }{{200, 4}, {1000, 4}, {10_000, 3}} {
		b.Run(fmt.Sprintf("n=%d", c.n), func(b *testing.B) {
			for b.Loop() {
				before := reach.CPU()
				table := assert.Got(Compare(b.Context(), []int{c.n}, 0, nil, Options{P: bounds.FractionOf(1, 100), Jobs: 1}))(b)
				reach.Time(b, fmt.Sprintf("compare --n %d", c.n), reach.CPU()-before, time.Duration(c.target)*time.Second)
				b.Logf("open: %q", openCells(table))
			}
		})
	}
}

// The theorems of a family say what the searches find, so that they can stand in where these end.
func TestTheoremsAgreeWithTheFigures(t *testing.T) {
	for _, spec := range []string{"grid:n=16", "grid:n=14", "mgrid:side=4,b=1", "byzantine-grid:side=4,b=1", "paths:d=2", "triangle-lattice:rows=4"} {
		known := assert.Got(assert.Got(construct.Open(t.Context(), spec, nil))(t).Listed(t.Context(), maxListed))(t)
		list := known.Cartels()[0]
		f := &filling{known: known}
		if f.proved(Load) {
			assert.SameNumber(t, f.Load.Exact, assert.Got(loads.Find(t.Context(), list, loads.Options{}))(t).Value.Rat(), "%s: load", spec)
		}
		assert.Equal(t, f.proved(Resilience), true, "%s has a theorem on its resilience", spec)
		assert.Equal(t, *f.Resilience, assert.Got(transversals.Smallest(t.Context(), list, transversals.Options{}))(t).Size-1, "%s: resilience", spec)
	}
}
