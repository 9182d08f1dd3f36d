package covers

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"coterie/groups"
	"coterie/internal/check/assert"
)

// hol is a group with its symmetries x -> α(x)g, listed by trying all automorphisms.
type hol struct {
	g    *groups.Group
	auts [][]int
}

func holOf(t *testing.T, name string) hol {
	t.Helper()
	g := assert.Got(groups.Parse(name))(t)
	h := hol{g: g}
	for f := range g.Automorphisms().All() {
		h.auts = append(h.auts, f)
	}
	return h
}

// canonical returns the first image of a set, as text.
func (h hol) canonical(d []int) string {
	var least []int
	for _, f := range h.auts {
		for _, origin := range d {
			image := make([]int, len(d))
			for i, x := range d {
				image[i] = h.g.Mul(f[x], h.g.Inv(f[origin]))
			}
			slices.Sort(image)
			if least == nil || slices.Compare(image, least) < 0 {
				least = image
			}
		}
	}
	return fmt.Sprint(least)
}

// covers visits all covers of k elements that contain 0.
func (h hol) covers(k int, visit func(d []int)) {
	n := h.g.Order()
	var from func(d []int)
	from = func(d []int) {
		if len(d) == k {
			have := make([]bool, n)
			for _, x := range d {
				for _, y := range d {
					have[h.g.Mul(x, h.g.Inv(y))] = true
				}
			}
			if !slices.Contains(have, false) {
				visit(d)
			}
			return
		}
		for x := d[len(d)-1] + 1; x < n; x++ {
			from(append(d, x))
		}
	}
	from([]int{0})
}

// TestLosesNoCoverOfGroups lists all covers of the least size up to symmetry.
func TestLosesNoCoverOfGroups(t *testing.T) { // those of more elements are in the slow part
	losesNoCoverOfGroups(t, []groupCover{{"D3", 4}, {"Q8", 4}, {"Z2xZ2xZ2", 5}, {"D5", 5}, {"A4", 5}, {"Dic3", 5}, {"D7", 6}, {"SD16", 5}, {"Q16", 5}, {"Z7:Z3", 5}})
}

// groupCover is a group and the least size of its covers.
type groupCover struct {
	name string
	k    int
}

func losesNoCoverOfGroups(t *testing.T, list []groupCover) {
	for _, c := range list {
		h := holOf(t, c.name)
		want := map[string]bool{}
		h.covers(c.k, func(d []int) { want[h.canonical(d)] = true })
		space, ok := Of(h.g)
		if !ok || len(want) == 0 {
			t.Fatalf("%s: %d covers of %d", c.name, len(want), c.k)
		}
		for _, bias := range []int{-1000, 0, 1000} {
			for _, watched := range []int{0, 5, 7} {
				got := map[string]bool{}
				tables := newTables(space, c.k)
				tables.watched, tables.bias = watched, bias
				w := tables.worker(func() bool { return false })
				w.each = func(d []int) { got[h.canonical(d)] = true }
				for _, seed := range seeds(t.Context(), space) {
					w.start(seed.set[:])
					tables.mark(seed.set)
				}
				assert.Map(t, got, want, "%s k=%d watched=%d bias=%d: %d classes of covers, want %d", c.name, c.k, watched, bias, len(got), len(want))
			}
		}
	}
}

// TestSeedsOfGroups compares the orbits of sets of four with those under all automorphisms.
func TestSeedsOfGroups(t *testing.T) {
	for _, name := range []string{"Z2xZ2", "D3", "Q8", "Z2xZ2xZ2", "D5", "A4", "Z3xZ3", "Z4xZ4", "D8", "Z7:Z3", "SL2-3"} {
		h := holOf(t, name)
		space, _ := Of(h.g)
		seeds := seeds(t.Context(), space)
		classes, want := map[string]int{}, map[string]int{}
		for _, s := range seeds {
			classes[h.canonical(s.set[:])] += s.size
		}
		n := h.g.Order()
		for a := 1; a < n; a++ {
			for b := a + 1; b < n; b++ {
				for c := b + 1; c < n; c++ {
					want[h.canonical([]int{0, a, b, c})]++
				}
			}
		}
		if len(classes) != len(seeds) || !maps.Equal(classes, want) {
			t.Errorf("%s: %d orbits, %d of them different, not %d", name, len(seeds), len(classes), len(want))
		}
	}
}

// TestPartners: an element and its partner have a quotient in the class that is asked for, on the
// side on which covers take it. Searches of small groups hardly ever need two open elements, and
// would not notice.
func TestPartners(t *testing.T) {
	for _, name := range []string{"Z7", "D5", "A4", "Z7:Z3", "SL2-3"} {
		space, _ := Of(holOf(t, name).g)
		for d := 1; d < len(space.partner); d++ {
			for x, y := range space.partner[d] {
				if space.class[x][y] != maskOf(d) || space.class[y][x] != maskOf(d) {
					t.Fatalf("%s: elements %d and %d have no quotient of class %d", name, x, y, d)
				}
			}
		}
	}
}
