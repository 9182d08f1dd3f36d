package construct

import (
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestGridIsRowAndColumn compares every S_i with the definition: all nodes of the row and of the
// column of i, and other nodes in the places that the row and the column lack.
func TestGridIsRowAndColumn(t *testing.T) {
	for n := 1; n <= 260; n++ {
		s := assert.Got(quorum.As[*quorum.System](Grid(n)))(t)
		h, w, r := GridLayout(n)
		if h*w < n || (h-1)*w+r != n || r < 1 || r > w || h != w && h != w+1 {
			t.Fatalf("n = %d: %d rows of %d, the last of %d", n, h, w, r)
		}
		for i := range n {
			set := s.Family().Set(i)
			var lines []int
			for v := range n {
				if v/w == i/w || v%w == i%w {
					lines = append(lines, v)
				}
			}
			if cross := quorum.SetOf(lines...); !cross.SubsetOf(set) {
				t.Fatalf("n = %d: S_%d = %v lacks nodes of its row or column %v", n, i+1, set, cross)
			}
			short := 0
			if i/w == h-1 {
				short = w - r
			} else if i%w >= r {
				short = 1
			}
			assert.MustEqual(t, len(lines)+short, set.Len(), "n = %d: S_%d = %v has %d completions, want %d", n, i+1, set, set.Len()-len(lines), short)
		}
	}
}

// TestGridProperties judges the statements in the documentation of Grid, for every n of a range.
func TestGridProperties(t *testing.T) {
	limit := assert.Sized(200, 500)
	uneven := map[int]bool{}
	for w := 2; w*w+w-1 <= limit; w++ {
		uneven[w*w+w-1] = true
	}
	for n := 1; n <= limit; n++ {
		s := assert.Got(quorum.As[*quorum.System](Grid(n)))(t)
		report := quorum.Check(t.Context(), s, quorum.Options{})
		unique := n != 2 && n != 3 && n != 5
		for p, want := range map[quorum.Property]bool{
			quorum.Intersection:        true,
			quorum.Inclusion:           true,
			quorum.EqualEffort:         true,
			quorum.EqualResponsibility: !uneven[n],
			quorum.Uniqueness:          unique,
			quorum.Minimality:          unique,
		} {
			if v, _ := report.Judged(p); (v.Holds == quorum.Holds) != want {
				t.Errorf("n = %d: %s %v, want %v: %s", n, p, v.Holds, want, v.Reason)
			}
		}
		// K = ⌈2√n⌉ - 1: the least K with (K+1)² >= 4n.
		k := len(s.Family().Quorum(0))
		if (k+1)*(k+1) < 4*n || k*k >= 4*n {
			t.Errorf("n = %d: K = %d", n, k)
		}
		if uneven[n] {
			r := s.Family().Responsibilities()
			slices.Sort(r)
			if r[0] != k-1 || r[1] != k || r[n-2] != k || r[n-1] != k+1 {
				t.Errorf("n = %d: K = %d and responsibilities %v", n, k, r)
			}
		}
	}
}

// TestGridSquare compares with Maekawa's Method 2 as it is stated for L × L grids.
func TestGridSquare(t *testing.T) {
	for side := 1; side <= 12; side++ {
		s := assert.Got(quorum.As[*quorum.System](Grid(side * side)))(t)
		for i, got := range s.Family().All() {
			var want []int32
			for v := range int32(side * side) {
				if int(v)/side == i/side || int(v)%side == i%side {
					want = append(want, v)
				}
			}
			assert.Slice(t, got, want, "L = %d: S_%d", side, i+1)
		}
	}
}

func TestGridLayoutPanics(t *testing.T) {
	assert.Panics(t, "n = 0", func() { GridLayout(0) })
}

// TestGridSet compares the sets of single sites with the list.
func TestGridSet(t *testing.T) {
	for n := 1; n <= 60; n++ {
		s := assert.Got(quorum.As[*quorum.System](Grid(n)))(t)
		for site := range n {
			var want []int
			for _, v := range s.Family().Quorum(site) {
				want = append(want, int(v))
			}
			assert.Slice(t, GridSet(n, site), want, "GridSet(%d, %d)", n, site)
		}
	}
	assert.Panics(t, "n = 0", func() { GridSet(0, 0) })
	assert.Panics(t, "site n", func() { GridSet(5, 5) })
	assert.Panics(t, "site -1", func() { GridSet(5, -1) })
}
