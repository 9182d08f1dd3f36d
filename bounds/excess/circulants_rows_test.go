package excess

import (
	"math/bits"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// TestRowsOfCycles compares the profiles of some cycles with those found by hand, and the rows of
// blocks with all rows that have the right intersections of neighbours on a cycle, and of others.
func TestRowsOfCycles(t *testing.T) {
	for _, c := range []struct {
		t, a, k  int
		profiles [][]int
	}{{11, 5, 8, [][]int{{2, 2, 2, 1, 1}, {3, 1, 1, 1, 1, 1}}}, {6, 5, 6, [][]int{{2, 2, 2}, {3, 1, 1, 1}}}, {5, 5, 6, [][]int{{2, 2, 2}, {3, 1, 1, 1}}}} {
		s := forCycles(t.Context(), c.t, c.a, c.k, families{})
		slices.SortFunc(s.profiles, slices.Compare)
		if !slices.EqualFunc(s.profiles, c.profiles, slices.Equal) {
			t.Errorf("%d cycles of %d, K = %d: profiles %v, want %v", c.t, c.a, c.k, s.profiles, c.profiles)
		}
		for _, weights := range c.profiles {
			list, ok := s.rows(weights, false)
			want := 0
			var choose func(row []uint64)
			choose = func(row []uint64) {
				if j := len(row); j < len(weights) {
					for set := range uint64(1) << c.a {
						if bits.OnesCount64(set) == weights[j] && (j > 0 || s.least(set)) {
							choose(append(row[:j:j], set))
						}
					}
					return
				}
				for d := 1; d < c.a; d++ {
					share := 0
					for _, set := range row {
						share += bits.OnesCount64(set & s.turn(set, d))
					}
					if neighbours := d == 1 || d == c.a-1; neighbours && share != 2 || !neighbours && share != 1 {
						return
					}
				}
				want++
				if !slices.ContainsFunc(list, func(r []uint64) bool { return slices.Equal(r, row) }) {
					t.Errorf("K = %d: %b is not listed", c.k, row)
				}
			}
			choose(nil)
			if !ok || want == 0 || len(list) != want {
				t.Errorf("K = %d, weights %v: %d rows, want %d", c.k, weights, len(list), want)
			}
		}
	}
}

// TestCompleteGoesOn: the first row of the shortest list fits one row of each other list, but no
// choice of these is complete. The second row has a complete choice. Rows of two single residues go
// together if their differences differ.
func TestCompleteGoesOn(t *testing.T) {
	row := func(d int) []uint64 { return []uint64{1, 1 << d} }
	s := newCirculants(t.Context(), 3, 5)
	for _, c := range []struct {
		lists [][][]uint64
		want  bool
	}{
		{[][][]uint64{{row(0), row(1)}, {row(0), row(2)}, {row(0), row(2)}}, true},
		{[][][]uint64{{row(0), row(2)}, {row(0), row(2)}, {row(0), row(2)}}, false},
	} {
		if found, decided := s.complete(c.lists); found != c.want || !decided {
			t.Errorf("found %v, decided %v, want %v", found, decided, c.want)
		}
	}
}

// TestRowsTogether: for the rows of blocks 3I+T, with the tournament T of the squares modulo 11,
// every row that fits the first has a third row that fits both, five rows fit together, and no six
// do. So no short argument about few rows replaces the search.
func TestRowsTogether(t *testing.T) {
	assert.Long(t, "takes a second")
	s := newCirculants(t.Context(), 11, 5)
	s.need[1], s.need[4] = 2, 2
	lists := make([][][]uint64, 11)
	for i := range lists {
		weights := make([]int, 11)
		weights[i] = 3
		for x := 1; x <= 5; x++ {
			weights[(i+x*x)%11] = 1
		}
		lists[i], _ = s.rows(weights, i == 0)
	}
	row := func(own int, residues map[int]int) []uint64 {
		r := make([]uint64, 11)
		r[own] = 0b111
		for j, x := range residues {
			r[j] = 1 << x
		}
		return r
	}
	first := row(0, map[int]int{1: 0, 3: 0, 4: 0, 5: 0, 9: 0})
	second := row(1, map[int]int{2: 0, 4: 3, 5: 4, 6: 0, 10: 0})
	third := row(2, map[int]int{0: 0, 3: 1, 5: 2, 6: 4, 7: 0})
	if !s.disjoint(first, second) || !s.disjoint(first, third) || !s.disjoint(second, third) {
		t.Error("the three rows of the page do not go together")
	}
	fitting := func(row []uint64, lists [][][]uint64) (left [][][]uint64) {
		for _, list := range lists {
			var fit [][]uint64
			for _, r := range list {
				if s.disjoint(row, r) {
					fit = append(fit, r)
				}
			}
			if fit != nil {
				left = append(left, fit)
			}
		}
		return left
	}
	most, seconds := 0, 0
	var add func(rows int, lists [][][]uint64)
	add = func(rows int, lists [][][]uint64) {
		most = max(most, rows)
		for i := range lists {
			if rows+len(lists)-i <= most {
				return
			}
			for _, r := range lists[i] {
				add(rows+1, fitting(r, lists[i+1:]))
			}
		}
	}
	after := fitting(first, lists[1:])
	for _, list := range after {
		for _, r := range list {
			seconds++
			if len(fitting(r, after)) == 0 {
				t.Fatalf("no third row with %b", r)
			}
		}
	}
	if add(1, after); seconds != 2500 || most != 5 {
		t.Errorf("%d second rows, %d go together", seconds, most)
	}
}
