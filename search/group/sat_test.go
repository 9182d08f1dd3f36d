package group

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
)

// kindOf names an array up to the order of rows, columns and symbols.
func kindOf(rows [][]int, m, d int) string {
	var least string
	for _, columns := range orders(m) {
		symbols := orders(d)
		pick := make([]int, m)
		for {
			var image []string
			for _, row := range rows {
				var text []byte
				for i, c := range columns {
					s := row[c]
					if s != blank {
						s = symbols[pick[i]][s]
					}
					text = append(text, byte('1'+s))
				}
				image = append(image, string(text))
			}
			slices.Sort(image)
			if text := fmt.Sprint(image); least == "" || text < least {
				least = text
			}
			i := 0
			for i < m && pick[i] == len(symbols)-1 {
				pick[i] = 0
				i++
			}
			if i == m {
				break
			}
			pick[i]++
		}
	}
	return least
}

func rowsOf(a *array) [][]int {
	rows := make([][]int, a.rows)
	for r := range rows {
		for _, s := range a.row(r) {
			rows[r] = append(rows[r], int(s))
		}
	}
	return rows
}

func TestEncoding(t *testing.T) {
	for _, c := range []struct{ n, m, d, responsibility int }{
		{1, 1, 1, 0}, {2, 1, 2, 0}, {3, 1, 2, 1}, {1, 2, 1, 0}, {2, 2, 1, 1}, {2, 3, 1, 2}, {3, 3, 1, 2}, {4, 2, 2, 0}, {4, 2, 2, 1}, {3, 2, 2, 0}, {4, 3, 2, 0}, {5, 2, 2, 0}, {3, 4, 1, 3},
	} {
		// All arrays, by definition, in every order of rows.
		want := map[string]bool{}
		all := rows(c.m, c.d, c.responsibility)
		if c.responsibility >= c.m {
			all = rows(c.m, c.d, 0)
		}
		var choose func(rows [][]int)
		choose = func(rows [][]int) {
			if len(rows) == c.n {
				if naiveCovering(rows, c.m, c.d) {
					want[fmt.Sprint(rows)] = true
				}
				return
			}
			for _, row := range all {
				choose(append(rows, row))
			}
		}
		choose(nil)
		f := &sat.CNF{}
		x := encode(f, c.n, c.m, c.d, c.responsibility)
		got := map[string]bool{}
		for a := range modelsOf(t, f, x) {
			got[fmt.Sprint(rowsOf(a))] = true
		}
		assert.Equal(t, len(got), len(want), "%+v", c)
		for text := range got {
			assert.True(t, want[text], "%+v: %s is a model and no array", c, text)
		}
	}
}

// modelsOf yields the arrays of all models.
func modelsOf(t *testing.T, f *sat.CNF, x vars) func(func(*array) bool) {
	var vars []int
	for r := range x {
		vars = append(vars, x.rowBits(r)...)
	}
	return func(yield func(*array) bool) {
		for values := range assert.Each(t, f.Models(context.Background(), 100_000, vars...)) {
			model := make([]bool, f.Variables()+1)
			for i, v := range vars {
				model[v] = values[i]
			}
			if !yield(x.array(model)) {
				return
			}
		}
	}
}

// TestGroupNormalise: every kind of array keeps a model, and nothing else becomes one.
func TestNormalise(t *testing.T) {
	for _, c := range []struct{ n, m, d, responsibility int }{
		{1, 2, 1, 0}, {2, 3, 1, 2}, {3, 3, 1, 2}, {4, 3, 1, 2}, {3, 4, 1, 3}, {3, 2, 2, 0}, {4, 2, 2, 0}, {5, 2, 2, 0}, {6, 2, 2, 0}, {4, 3, 2, 0}, {5, 3, 2, 0}, {6, 3, 2, 0}, {4, 2, 2, 1}, {5, 4, 2, 0},
	} {
		want := map[string]bool{}
		all := rows(c.m, c.d, c.responsibility)
		var choose func(rows [][]int, from int)
		choose = func(rows [][]int, from int) {
			if len(rows) == c.n {
				if naiveCovering(rows, c.m, c.d) {
					want[kindOf(rows, c.m, c.d)] = true
				}
				return
			}
			for i := from; i < len(all); i++ {
				choose(append(rows, all[i]), i)
			}
		}
		choose(nil, 0)
		for _, listed := range []bool{false, true} {
			var tables []table
			if listed && c.responsibility == 0 && c.d*c.d <= c.n {
				tables, _ = tablesFor(context.Background(), c.d, c.n-c.d*c.d, maxTried)
			}
			f := &sat.CNF{}
			x := encode(f, c.n, c.m, c.d, c.responsibility)
			normalise(f, x, tables)
			got := map[string]bool{}
			models := 0
			for a := range modelsOf(t, f, x) {
				models++
				if tables != nil {
					first := make(table, c.d*c.d)
					for r := range a.rows {
						first[a.at(r, 0)*c.d+a.at(r, 1)]++
					}
					if !slices.ContainsFunc(tables, func(x table) bool { return slices.Equal(x, first) }) {
						t.Errorf("%+v: a model with the table %v", c, first)
					}
				}
				got[kindOf(rowsOf(a), c.m, c.d)] = true
			}
			for kind := range want {
				if !got[kind] {
					t.Errorf("%+v, tables %v: no model of the kind %s", c, listed, kind)
				}
			}
			assert.Equal(t, len(got), len(want), "%+v, tables %v", c, listed)
		}
	}
}

// TestGroupTables: one table of each kind, against all tables.
func TestTables(t *testing.T) {
	for d := 1; d <= 3; d++ {
		for extra := 0; extra <= 4; extra++ {
			kinds := map[string]bool{}
			table := make(table, d*d)
			var place func(at, left int)
			place = func(at, left int) {
				if at == d*d {
					if left == 0 {
						kinds[tableKind(table, d)] = true
					}
					return
				}
				for k := range left + 1 {
					table[at] = int8(k + 1)
					place(at+1, left-k)
				}
			}
			place(0, extra)
			listed, ok := tablesFor(context.Background(), d, extra, maxTried)
			got := map[string]bool{}
			for _, x := range listed {
				got[tableKind(x, d)] = true
			}
			if !ok || len(listed) != len(kinds) || len(got) != len(kinds) {
				t.Errorf("d=%d, %d more: %d tables of %d kinds, want %d", d, extra, len(listed), len(got), len(kinds))
			}
		}
	}
}

func tableKind(t table, d int) string {
	image := make(table, d*d)
	var greatest table
	for _, a := range orders(d) {
		for _, b := range orders(d) {
			for _, swap := range []bool{false, true} {
				if t.image(image, a, b, swap); greatest == nil || slices.Compare(image, greatest) > 0 {
					greatest = slices.Clone(image)
				}
			}
		}
	}
	return fmt.Sprint(greatest)
}
