package covers

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
)

// naiveCovers calls visit with every k-element cover of Z_n that contains 0, and 1 if unit is
// true, by trying all sets; visit returns false to end it. No code is shared with the search.
func naiveCovers(n, k int, unit bool, visit func(d []int) bool) {
	d := make([]int, 1, k)
	times := make([]int, n)
	missing := n - 1
	count := func(x, by int) {
		for _, y := range d {
			for _, c := range [2]int{(x - y + n) % n, (y - x + n) % n} {
				if times[c] == 0 {
					missing--
				}
				if times[c] += by; times[c] == 0 {
					missing++
				}
			}
		}
	}
	var from func(x int) bool
	from = func(x int) bool {
		if len(d) == k {
			return missing > 0 || visit(d)
		}
		for ; x <= n-(k-len(d)); x++ {
			count(x, 1)
			d = append(d, x)
			more := from(x + 1)
			d = d[:len(d)-1]
			count(x, -1)
			if !more || unit && len(d) == 1 {
				return more
			}
		}
		return true
	}
	from(1)
}

// naiveCover uses that a translate of a cover contains 0 and 1, for n > 1.
func naiveCover(n, k int) (found bool) {
	naiveCovers(n, k, n > 1, func([]int) bool { found = true; return false })
	return found
}

// exhausted is the answer of the exhaustive search, without constructions.
func exhausted(t testing.TB, n, k, jobs int) []int {
	t.Helper()
	cover, decided := Search{Space: Cyclic(n), K: k, Jobs: jobs}.Run(context.Background())
	assert.MustTrue(t, decided, "n=%d k=%d: not decided", n, k)
	if cover != nil && (Cyclic(n).Missing(cover) >= 0 || len(cover) > k) {
		t.Errorf("n=%d k=%d: %v is no cover", n, k, cover)
	}
	return cover
}

func TestExhaustionAgainstAllSets(t *testing.T) { exhaustAgainstAllSets(t, 4, 29) }

func exhaustAgainstAllSets(t *testing.T, first, last int) {
	for n := first; n <= last; n++ {
		found := false // larger sets contain a cover too
		for k := 4; k <= min(n, 9); k++ {
			found = found || naiveCover(n, k)
			assert.Equal(t, exhausted(t, n, k, 1) != nil, found, "n=%d k=%d", n, k)
		}
	}
}

// canonicalCover returns the first image of a set under x -> ux+t, as text.
func canonicalCover(n int, units, d []int) string {
	var least []int
	for _, u := range units {
		for _, origin := range d {
			image := make([]int, len(d))
			for i, x := range d {
				image[i] = u * (x - origin + n) % n
			}
			slices.Sort(image)
			if least == nil || slices.Compare(image, least) < 0 {
				least = image
			}
		}
	}
	return fmt.Sprint(least)
}

// TestLosesNoCover lists all covers of k residues, where fewer are not enough, up to
// x -> ux+t, with branches of both kinds, of one alone, and with different depths at which
// orbits that are done are kept out. A bound that cuts too much loses one of them.
func TestLosesNoCover(t *testing.T) {
	losesNoCover(t, 13, 18, 19, 21, 26, 28)
	losesNoCover(t, 36, 39) // three join sets of four
}

// unitsOf lists the units of Z_n.
func unitsOf(n int) []int {
	var units []int
	for u := 1; u < n; u++ {
		if gf.GCD(u, n) == 1 {
			units = append(units, u)
		}
	}
	return units
}

// leastSizes are those of covers of Z_n, which package search/cyclic finds and compares with
// published tables.
var leastSizes = map[int]int{13: 4, 18: 5, 19: 5, 21: 5, 26: 6, 27: 6, 28: 6, 33: 7, 34: 7, 35: 7, 36: 7, 37: 7, 39: 7, 46: 8, 47: 8, 51: 8}

func losesNoCover(t *testing.T, moduli ...int) {
	for _, n := range moduli {
		k := leastSizes[n]
		units := unitsOf(n)
		want := map[string]bool{}
		naiveCovers(n, k, true, func(d []int) bool {
			want[canonicalCover(n, units, d)] = true
			return true
		})
		for _, bias := range []int{-1000, 0, 1000} {
			for _, watched := range []int{0, 5, 7} {
				got := map[string]bool{}
				tables := newTables(Cyclic(n), k)
				tables.watched, tables.bias = watched, bias
				w := tables.worker(func() bool { return false })
				w.each = func(d []int) { got[canonicalCover(n, units, d)] = true }
				for _, seed := range seeds(t.Context(), Cyclic(n)) {
					w.start(seed.set[:])
					tables.mark(seed.set)
				}
				assert.Map(t, got, want, "n=%d k=%d watched=%d bias=%d: %d classes of covers, want %d", n, k, watched, bias, len(got), len(want))
			}
		}
	}
}

// TestEachDifferenceLeadsToAllCovers branches by every missing difference in turn, at
// sets of four: the covers that contain the set must come out, whatever the difference.
func TestEachDifferenceLeadsToAllCovers(t *testing.T) {
	for _, c := range []struct{ n, k int }{{28, 6}, {36, 7}} {
		var covers [][]int
		naiveCovers(c.n, c.k, true, func(d []int) bool { covers = append(covers, slices.Clone(d)); return true })
		tables := newTables(Cyclic(c.n), c.k)
		w := tables.worker(func() bool { return false })
		tried := 0
		for _, seed := range seeds(t.Context(), Cyclic(c.n)) {
			if seed.set[1] != 1 {
				continue
			}
			want := map[string]bool{}
			for _, d := range covers {
				if !slices.ContainsFunc(seed.set[:], func(x int) bool { return !slices.Contains(d, x) }) {
					want[fmt.Sprint(d)] = true
				}
			}
			if len(want) == 0 {
				continue
			}
			if tried++; tried > 12 {
				break
			}
			node := w.node(seed.set[:])
			node.uncovered.each(func(d int) {
				got := map[string]bool{}
				w.each = func(d []int) { slices.Sort(d); got[fmt.Sprint(d)] = true }
				copy(w.d, node.d)
				for i := range node.open {
					w.levels[4].isOpen[node.open[i].x] = true
				}
				w.cover(4, node.uncovered, node.open, d)
				clear(w.levels[4].isOpen)
				assert.Map(t, got, want, "n=%d, %v, difference %d: %d covers, want %d", c.n, seed.set, d, len(got), len(want))
			})
		}
		if tried == 0 {
			t.Errorf("n=%d: no set of four in a cover of %d", c.n, c.k)
		}
	}
}

func TestBranchesReachNeed(t *testing.T) {
	// Gains 5 4 4 1: two of them reach 8 from the first and from the second place only.
	open := []candidate{{gain: 5}, {gain: 4}, {gain: 4}, {gain: 1}}
	for need, want := range map[int32]int{0: 4, 1: 4, 2: 3, 5: 3, 6: 2, 8: 2, 9: 1, 10: 0} {
		assert.Equal(t, branches(open, 2, need), want, "need %d: branches", need)
	}
	level := level{raw: open, open: make([]candidate, 4), gains: []int32{0, 1, 0, 0, 2, 1}, place: make([]int32, 6)}
	for need, want := range map[int32]int{5: 4, 6: 4, 7: 3, 9: 3, 10: 1, 11: 0} {
		assert.Equal(t, len(level.choose(5, 2, need)), want, "need %d: open", need)
	}
}

func TestSeedsAreAllSetsOfFour(t *testing.T) {
	for n := 4; n <= 24; n++ {
		units := unitsOf(n)
		seeds := seeds(t.Context(), Cyclic(n))
		classes := map[string]int{}
		for _, s := range seeds {
			classes[canonicalCover(n, units, s.set[:])] += s.size
		}
		assert.Equal(t, len(classes), len(seeds), "n=%d: %d orbits: of them different", n, len(seeds))
		want := map[string]int{}
		for a := 1; a < n; a++ {
			for b := a + 1; b < n; b++ {
				for c := b + 1; c < n; c++ {
					want[canonicalCover(n, units, []int{0, a, b, c})]++
				}
			}
		}
		assert.Equal(t, fmt.Sprint(classes), fmt.Sprint(want), "n=%d: orbits %v, want %v", n, classes, want)
	}
}

// TestMarkedSetsStayOut marks one orbit and asks for each set of five whether its
// last element would complete a set of the orbit.
func TestMarkedSetsStayOut(t *testing.T) {
	const n = 13
	units := unitsOf(n)
	for _, seed := range seeds(t.Context(), Cyclic(n)) {
		tables := newTables(Cyclic(n), 6)
		tables.mark(seed.set)
		w := tables.worker(func() bool { return false })
		orbit := canonicalCover(n, units, seed.set[:])
		for a := 1; a < n; a++ {
			for b := a + 1; b < n; b++ {
				for c := b + 1; c < n; c++ {
					for x := c + 1; x < n; x++ {
						set := []int{0, a, b, c}
						want := false
						for i := range set {
							three := slices.Delete(slices.Clone(set), i, i+1)
							want = want || canonicalCover(n, units, append(three, x)) == orbit
						}
						assert.MustEqual(t, w.completes(x, set), want, "orbit %v: %v and %d", seed.set, set, x)
					}
				}
			}
		}
	}
}

func TestJobsAgree(t *testing.T) {
	cases := [][2]int{{39, 7}, {40, 7}, {50, 8}, {57, 8}, {63, 9}, {72, 9}, {79, 10}, {107, 12}}
	for n := 8; n <= 31; n++ {
		for k := 4; k <= 9; k++ { // with k to spare a cover may come up before the work is split
			cases = append(cases, [2]int{n, k})
		}
	}
	for _, c := range cases {
		want := exhausted(t, c[0], c[1], 1)
		for _, jobs := range []int{2, 3, 7} {
			assert.Slice(t, exhausted(t, c[0], c[1], jobs), want, "n=%d k=%d", c[0], c[1])
		}
	}
}

// Missing returns the least element that is no quotient of two elements of a set; -1 if it is a
// cover.
func (s *Space) Missing(set []int) int {
	have := make([]bool, s.n)
	for _, x := range set {
		for _, y := range set {
			have[s.quotient[x][y]] = true
		}
	}
	for g, h := range have {
		if !h {
			return g
		}
	}
	return -1
}
