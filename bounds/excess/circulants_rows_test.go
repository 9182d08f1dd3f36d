package excess

import (
	"math/bits"
	"slices"
	"testing"
)

// TestRowsOfCycles compares the profiles of some cycles with those by hand, and the rows of blocks
// with all that have the right intersections of neighbours on a cycle, and of others.
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

// TestCompleteGoesOn: the first row of the shortest list fits one of each other list, and no choice
// of these; the second one has a choice. Rows of two single residues go together if their
// differences differ.
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
