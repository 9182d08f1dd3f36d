package groups

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
)

// known are the numbers of groups of order 0, 1, ..., 100: OEIS A000001.
var known = [...]int{
	0, 1, 1, 1, 2, 1, 2, 1, 5, 2, 2, 1, 5, 1, 2, 1, 14, 1, 5, 1, 5, 2, 2, 1, 15, 2, 2, 5, 4, 1, 4, 1, 51, 1, 2, 1, 14, 1, 2, 2, 14, 1, 6, 1, 4, 2, 2, 1, 52, 2, 5,
	1, 5, 1, 15, 2, 13, 2, 2, 1, 13, 1, 2, 4, 267, 1, 4, 1, 5, 1, 4, 1, 50, 1, 2, 3, 4, 1, 6, 1, 52, 15, 2, 1, 15, 1, 2, 1, 12, 1, 10, 1, 4, 2, 2, 1, 231, 1, 5, 2, 16,
}

// abelian returns the number of partitions of exponents, multiplied.
func abelianGroups(n int) int {
	partitions := []int{1, 1, 2, 3, 5, 7, 11}
	product := 1
	for _, f := range gf.Factor(uint64(n)) {
		product *= partitions[f.Exponent]
	}
	return product
}

// candidates are the names that groups of order n may get, the best first, given the names of
// smaller ones.
func candidates(n int, names [][]string) []string {
	list := []string{fmt.Sprintf("Z%d", n)}
	var abelian func(n, least int, text string)
	abelian = func(n, least int, text string) {
		for d := least; d*d <= n; d++ {
			if n%d == 0 && d%least == 0 && n/d%d == 0 {
				abelian(n/d, d, fmt.Sprintf("%sZ%dx", text, d))
			}
		}
		if text != "" && n%least == 0 {
			list = append(list, fmt.Sprintf("%sZ%d", text, n))
		}
	}
	abelian(n, 2, "")
	// Where a least divisor is not prime the recursion misses chains; products below have these.
	list = append(list, fmt.Sprintf("S%d", map[int]int{24: 4}[n]), fmt.Sprintf("A%d", map[int]int{12: 4, 60: 5}[n]),
		fmt.Sprintf("D%d", n/2), fmt.Sprintf("Q%d", n), fmt.Sprintf("SD%d", n), fmt.Sprintf("M%d", n),
		fmt.Sprintf("Dic%d", n/4), fmt.Sprintf("H%d", n))
	for q := 2; q <= 5; q++ {
		list = append(list, fmt.Sprintf("SL2-%d", q), fmt.Sprintf("GL2-%d", q))
	}
	for q := 4; q < n; q++ {
		if _, e, ok := gf.PrimePower(q); ok && e > 1 && n%q == 0 {
			list = append(list, fmt.Sprintf("GF%d:Z%d", q, n/q))
		}
	}
	var products []string
	for d := 2; d < n; d++ {
		if n%d != 0 {
			continue
		}
		for _, a := range names[d] {
			for _, b := range names[n/d] {
				if !strings.Contains(a+b, ".") {
					products = append(products, a+"x"+b)
				}
			}
		}
	}
	slices.SortStableFunc(products, func(a, b string) int { return strings.Count(a, "x") - strings.Count(b, "x") })
	list = append(list, products...)
	for m := 3; m < n; m++ {
		if n%m == 0 {
			list = append(list, fmt.Sprintf("Z%d:Z%d", m, n/m))
		}
	}
	for m := 3; m < n; m++ {
		for r := 2; r < m && n%m == 0; r++ {
			list = append(list, fmt.Sprintf("Z%d:Z%d@%d", m, n/m, r))
		}
	}
	for d := 4; d <= 2*n; d++ {
		if 2*n%d != 0 || d >= len(names) || 2*n/d >= len(names) {
			continue
		}
		for _, a := range names[d] {
			for _, b := range names[2*n/d] {
				if !strings.ContainsAny(a+b, ".xo") {
					list = append(list, a+"o"+b)
				}
			}
		}
	}
	return list
}

// origin is how a group of the catalogue was made first.
type origin struct {
	g, h  *Group // h is nil for the trivial group and A5
	sigma []int
	a     int
}

// rank returns how many cyclic groups, each of an order that divides the next, an abelian group is
// the product of: the most over the primes p that p^rank elements have an order that divides p.
func rank(g *Group) int {
	most := 0
	for _, f := range gf.Factor(uint64(g.n)) {
		count := 0
		for a := range g.n {
			if int(f.Prime)%g.elementOrder(a) == 0 {
				count++
			}
		}
		r := 0
		for ; count > 1; count /= int(f.Prime) {
			r++
		}
		most = max(most, r)
	}
	return most
}

// origins finds all groups of order n, given the groups of smaller orders.
func origins(n int, smaller [][]*Group) []origin {
	found := &classes{}
	var list []origin
	take := func(o origin) {
		if _, fresh := found.add(o.g); fresh {
			list = append(list, o)
		}
	}
	if n == 1 {
		take(origin{g: cyclic(1)})
	}
	for _, f := range gf.Factor(uint64(n)) {
		p := int(f.Prime)
		for _, h := range smaller[n/p] {
			for sigma, a := range extensions(h, p) {
				take(origin{extend("", h, p, sigma, a), h, sigma, a})
			}
		}
	}
	if n == 60 {
		take(origin{g: symmetric(5, true)})
	}
	slices.SortStableFunc(list, func(p, q origin) int {
		switch a, b := p.g.Abelian(), q.g.Abelian(); {
		case a && !b:
			return -1
		case b && !a:
			return 1
		case a:
			return rank(p.g) - rank(q.g)
		}
		return 0
	})
	return list
}

// firstNames finds names for groups, the number of the catalogue where there is none.
func firstNames(t *testing.T, n int, list []origin, names [][]string) []string {
	var all classes
	for _, o := range list {
		all.add(o.g)
	}
	first := make([]string, len(list))
	left := len(list)
	for _, name := range candidates(n, names) {
		if left == 0 {
			break
		}
		g, err := Parse(name)
		if err != nil || g.n != n {
			continue
		}
		if i := all.find(g); i < 0 {
			t.Errorf("%s is not in the catalogue", name)
		} else if first[i] == "" {
			first[i] = g.Name()
			left--
		}
	}
	return first
}

// catalogueOf makes the catalogue from the trivial group up to an order, and compares the numbers
// of groups with the known ones. All groups of these orders but A5 are solvable.
func catalogueOf(t *testing.T, most int) string {
	var text strings.Builder
	fmt.Fprintln(&text, "number\tname\tnormal\tpower\timages")
	chains := make([][]*Group, most+1) // with the numbers of the catalogue as names
	gens := map[string][]int{}
	names := make([][]string, most+1)
	for n := 1; n <= most; n++ {
		if !Catalogued(n) {
			continue
		}
		list := origins(n, chains)
		assert.Equal(t, len(list), known[n], "groups of order %d", n)
		abelian := 0
		first := firstNames(t, n, list, names)
		for i, o := range list {
			if o.g.Abelian() {
				abelian++
			}
			o.g.name = fmt.Sprintf("G%d.%d", n, i+1)
			fmt.Fprintf(&text, "%s\t%s", o.g.name, first[i])
			if o.h != nil {
				var images []string
				for _, s := range gens[o.h.name] {
					images = append(images, fmt.Sprint(o.sigma[s]))
				}
				fmt.Fprintf(&text, "\t%s\t%d\t%s", o.h.name, o.a, strings.Join(images, "-"))
				gens[o.g.name] = append(slices.Clone(gens[o.h.name]), o.h.n)
			}
			fmt.Fprintln(&text)
			chains[n] = append(chains[n], o.g)
			names[n] = append(names[n], cmp.Or(first[i], o.g.name))
		}
		assert.Equal(t, abelian, abelianGroups(n), "abelian groups of order %d", n)
	}
	return text.String()
}

// TestCatalogue makes the first part of the catalogue again.
func TestCatalogue(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	text := catalogueOf(t, 31)
	assert.True(t, strings.HasPrefix(catalogueText, text), "the file does not begin with\n%s", text)
}

// TestEveryGroup reads every group of the catalogue, by its number and its name: both are the same
// group, no two are isomorphic, and none is missing.
func TestEveryGroup(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	for n := 1; n <= CatalogueOrder; n++ {
		if !Catalogued(n) {
			continue
		}
		all := assert.Got(All(n))(t)
		assert.Equal(t, len(all), known[n], "groups of order %d", n)
		var found classes
		for i, g := range all {
			if _, fresh := found.add(g); !fresh {
				t.Errorf("%s twice", g.Name())
			}
			number := fmt.Sprintf("G%d.%d", n, i+1)
			again, err := Parse(g.Name())
			if err != nil || again.Name() != g.Name() || !slices.Equal(again.mul, g.mul) {
				t.Errorf("%s: %v", g.Name(), err)
			}
			assert.Equal(t, assert.Got(Parse(number))(t).Name(), g.Name(), "%s", number)
			assert.Equal(t, found.find(chained(number)), i, "%s is not %s", g.Name(), number)
		}
	}
}
