package groups

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
	"coterie/internal/words/show"
)

// permutations calls visit for the permutations of 0..n-1 that fix 0.
func permutations(n int, visit func(p []int)) {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	var from func(i int)
	from = func(i int) {
		if i == n {
			visit(p)
			return
		}
		for j := i; j < n; j++ {
			p[i], p[j] = p[j], p[i]
			from(i + 1)
			p[i], p[j] = p[j], p[i]
		}
	}
	from(1)
}

// homomorphism tries all pairs.
func homomorphism(g, h *Group, f []int) bool {
	for a := range g.n {
		for b := range g.n {
			if f[g.Mul(a, b)] != h.Mul(f[a], f[b]) {
				return false
			}
		}
	}
	return true
}

func every(t *testing.T, most int, visit func(g *Group)) {
	t.Helper()
	for n := 1; n <= most; n++ {
		all := assert.Got(All(n))(t)
		for _, g := range all {
			visit(g)
		}
	}
}

// TestAutomorphismsAgainstAllPermutations counts the automorphisms among all permutations.
func TestAutomorphismsAgainstAllPermutations(t *testing.T) {
	every(t, 9, func(g *Group) {
		want := map[string]bool{}
		permutations(g.n, func(p []int) {
			if homomorphism(g, g, p) {
				want[fmt.Sprint(p)] = true
			}
		})
		auts := g.Automorphisms()
		got := map[string]bool{}
		for f := range auts.All() {
			got[fmt.Sprint(f)] = true
			if !want[fmt.Sprint(f)] {
				t.Errorf("%s: %v is no automorphism", g.Name(), f)
			}
		}
		if len(got) != len(want) || auts.Order() != len(want) {
			t.Errorf("%s: %d automorphisms, %d by order, not %d", g.Name(), len(got), auts.Order(), len(want))
		}
	})
}

// TestAutomorphismGenerators: the generators generate all automorphisms, and their orbits are the
// orbits of all.
func TestAutomorphismGenerators(t *testing.T) {
	every(t, 24, func(g *Group) {
		auts := g.Automorphisms()
		if auts.Order() > 2000 {
			return
		}
		gens := auts.Generators()
		identity := make([]int, g.n)
		for i := range identity {
			identity[i] = i
		}
		seen := map[string]bool{fmt.Sprint(identity): true}
		for list := [][]int{identity}; len(list) > 0; {
			f := list[len(list)-1]
			list = list[:len(list)-1]
			for _, e := range gens {
				next := make([]int, g.n)
				for x := range next {
					next[x] = e[f[x]]
				}
				if key := fmt.Sprint(next); !seen[key] {
					seen[key] = true
					list = append(list, next)
				}
			}
		}
		assert.Equal(t, len(seen), auts.Order(), "%s: automorphisms that the generators make", g.Name())
		for f := range auts.All() {
			for _, orbit := range auts.orbits() {
				if !slices.Contains(orbit, f[orbit[0]]) {
					t.Fatalf("%s: %d goes to %d, out of its orbit", g.Name(), orbit[0], f[orbit[0]])
				}
			}
		}
	})
}

// TestIsomorphism renumbers groups, and compares groups of the same order with one another.
func TestIsomorphism(t *testing.T) {
	every(t, 20, func(g *Group) {
		// x -> 0, n-1, n-2, ..., 1
		renumber := func(x int) int { return (g.n - x) % g.n }
		h := made("", g.n, func(a, b int) int { return renumber(g.Mul(renumber(a), renumber(b))) })
		f := isomorphism(g, h)
		if f == nil || !homomorphism(g, h, f) {
			t.Errorf("%s: %v", g.Name(), f)
		}
		sorted := slices.Sorted(slices.Values(f))
		assert.Equal(t, len(slices.Compact(sorted)), g.n, "%s: %v is no bijection", g.Name(), f)
		if h.number() != g.number() || g.number() == 0 {
			t.Errorf("%s: numbers %d and %d", g.Name(), g.number(), h.number())
		}
		all, _ := All(g.n)
		for _, other := range all {
			assert.Equal(t, isomorphism(g, other) != nil, (other.Name() == g.Name()), "%s and %s", g.Name(), other.Name())
		}
	})
}

// isomorphism returns an isomorphism of two groups of one order, nil if there is none.
func isomorphism(g, h *Group) []int {
	from, one := g.colours()
	to, other := h.colours()
	if one != other {
		return nil
	}
	return newMatcher(g, h, from, to).match(h.Automorphisms().representatives())
}

// TestSubgroups lists all closed sets of small groups.
func TestSubgroups(t *testing.T) {
	every(t, 12, func(g *Group) {
		count := 0
		for set := 1; set < 1<<g.n; set += 2 {
			closed := true
			for a := range g.n {
				for b := range g.n {
					if set>>a&1 == 1 && set>>b&1 == 1 && set>>g.Mul(a, b)&1 == 0 {
						closed = false
					}
				}
			}
			if closed {
				count++
			}
		}
		got := 0
		for _, sub := range g.Subgroups() {
			conjugates := map[string]bool{}
			for b := range g.n {
				var c []int
				for _, x := range sub {
					c = append(c, g.Conjugate(x, b))
				}
				slices.Sort(c)
				conjugates[fmt.Sprint(c)] = true
			}
			got += len(conjugates)
			assert.Equal(t, g.normal(sub), (len(conjugates) == 1), "%s: Normal of %v", g.Name(), sub)
			perms := g.OnCosets(sub)
			for a := range g.n {
				for b := range g.n {
					for i, j := range perms[b] {
						assert.MustEqual(t, perms[g.Mul(a, b)][i], perms[a][j], "%s on the cosets of %v is no action", g.Name(), sub)
					}
				}
			}
		}
		assert.Equal(t, got, count, "%s: subgroups", g.Name())
	})
}

func TestMadeRefuses(t *testing.T) {
	for _, table := range [][][]int{
		{{1}}, {{0, 1}, {1, 1}}, {{1, 0}, {0, 1}},
		{{0, 1, 2, 3, 4}, {1, 0, 3, 4, 2}, {2, 4, 0, 1, 3}, {3, 2, 4, 0, 1}, {4, 3, 1, 2, 0}}, // a loop
	} {
		assert.Panics(t, fmt.Sprint(table), func() { made("", len(table), func(a, b int) int { return table[a][b] }) })
	}
}

// exponent returns the least common multiple of the orders of the elements.
func exponent(g *Group) int {
	e := 1
	for a := range g.n {
		for o := g.elementOrder(a); e%o != 0; {
			e *= o / gf.GCD(e, o)
		}
	}
	return e
}

func TestNames(t *testing.T) {
	for name, want := range map[string]struct {
		order, center, exponent int
		same                    string
	}{
		"C12": {12, 12, 12, "Z12"}, "Z2xZ8": {16, 16, 8, "Z2xZ8"}, "D5": {10, 1, 10, "D5"}, "Q8": {8, 2, 4, "Q8"}, "Dic3": {12, 2, 12, "Dic3"}, "S3": {6, 1, 6, "D3"},
		"SD16": {16, 2, 8, "SD16"}, "M27": {27, 3, 9, "M27"}, "A4": {12, 1, 6, "A4"}, "GF4:Z3": {12, 1, 6, "A4"}, "SL2-3": {24, 2, 12, "SL2-3"}, "H27": {27, 3, 3, "H27"},
		"Z7:Z3": {21, 1, 21, "Z7:Z3"}, "Z7:Z3@4": {21, 1, 21, "Z7:Z3"}, "Z7:Z3@1": {21, 21, 21, "Z21"}, "D4oD4": {32, 2, 4, "D4oD4"}, "D4xZ3": {24, 6, 12, "Z3xD4"}, "SL2-4": {60, 1, 30, "A5"},
		"H8": {8, 2, 4, "D4"}, "Dic4": {16, 2, 8, "Q16"},
	} {
		g, err := Parse(name)
		if err != nil {
			t.Error(err)
			continue
		}
		all := assert.Got(All(g.n))(t)
		if same := all[g.number()-1].Name(); g.n != want.order || len(g.center()) != want.center || exponent(g) != want.exponent || same != want.same {
			t.Errorf("%s: order %d, centre %d, exponent %d, the same as %s", name, g.n, len(g.center()), exponent(g), same)
		}
	}
	for _, name := range []string{"", "Z", "Z0", "Z01", "z3", "Z-3", "Z3x", "xZ3", "Z2000", "Z32xZ33", "D2", "D513", "Q12", "SD8", "M8", "M9", "S7", "A3", "SL2-6", "GL2-16", "H4", "Z7:Z3@3", "Z7:Z5", "Z7:D3", "D3:Z2",
		"GF6:Z5", "GF9:Z5", "GF9:Z4@2", "Z4oZ3", "G64.1", "G96.1", "G101.1", "G16.0", "G16.15", "G16", "G16.", "Z4oD4oD4", "Z99999999999999999999"} {
		if g, err := Parse(name); err == nil || !strings.HasPrefix(err.Error(), "group "+show.Value(name)+": ") {
			t.Errorf("%s is %v: %v", name, g, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"Z12", "Z2xZ8", "D5", "Q8", "Dic3", "SD16", "M16", "S4", "A5", "SL2-3", "GL2-3", "H27", "Z7:Z3@2", "GF9:Z4", "D4oQ8", "G32.17", "G64.1", "Z3:Z4xZ2"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		g, err := Parse(name)
		if err != nil {
			return
		}
		again, err := Parse(g.Name())
		if err != nil || again.Name() != g.Name() || !slices.Equal(again.mul, g.mul) {
			t.Errorf("%s is %s, which is %v: %v", name, g.Name(), again, err)
		}
	})
}
