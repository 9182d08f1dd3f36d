package compose

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// A table is a monotone function: live[w] says whether the node set w contains a
// quorum. The tests judge domination on tables, which share no code with the lists.
type table []bool

func tableOf(f quorum.Family) table {
	live := make(table, 1<<f.N())
	for w := range live {
		for _, q := range f.All() {
			in := true
			for _, v := range q {
				in = in && w>>v&1 == 1
			}
			live[w] = live[w] || in
		}
	}
	return live
}

func (a table) dual() table {
	d := make(table, len(a))
	for w := range a {
		d[w] = !a[len(a)-1-w]
	}
	return d
}

func (a table) and(b table) table {
	c := make(table, len(a))
	for w := range a {
		c[w] = a[w] && b[w]
	}
	return c
}

// nondominated judges f_i = ∧_{j≠i} f_j^d for every i, and f = f^d for a single one.
func nondominated(fs ...table) bool {
	if len(fs) == 1 {
		return slices.Equal(fs[0], fs[0].dual())
	}
	for i := range fs {
		var others table
		for j := range fs {
			switch {
			case j == i:
			case others == nil:
				others = fs[j].dual()
			default:
				others = others.and(fs[j].dual())
			}
		}
		if !slices.Equal(fs[i], others) {
			return false
		}
	}
	return true
}

// antichains lists all antichains of non-empty sets over n <= 4 nodes, the empty one
// first: minimal sets of all monotone functions but the constant 1.
func antichains(n int) []quorum.Family {
	var out []quorum.Family
	for code := range uint32(1) << (1 << n) {
		monotone := code&1 == 0
		var quorums [][]int
		for w := range 1 << n {
			minimal := code>>w&1 == 1
			var nodes []int
			for v := range n {
				if w>>v&1 == 0 {
					continue
				}
				nodes = append(nodes, v)
				below := code>>(w&^(1<<v))&1 == 1
				monotone = monotone && (!below || code>>w&1 == 1)
				minimal = minimal && !below
			}
			if minimal {
				quorums = append(quorums, nodes)
			}
		}
		if !monotone {
			continue
		}
		out = append(out, must(quorum.NewFamily(n, quorums)))
	}
	return out
}

func coteries(n int) []quorum.Family {
	return slices.DeleteFunc(antichains(n), func(f quorum.Family) bool {
		return f.Len() == 0 || naiveDisjoint(f, f)
	})
}

// substituted is the table of f(u, g(w)), g at node x of f.
func substituted(f, g table, x int) table {
	m := bits.Len(uint(len(g))) - 1
	c := make(table, len(f)/2*len(g))
	for w := range c {
		low, high := w&(1<<x-1), w>>(x+m)
		u := low | high<<(x+1)
		if g[w>>x&(len(g)-1)] {
			u |= 1 << x
		}
		c[w] = f[u]
	}
	return c
}

// TestComposeIsSubstitution: over all antichains on at most three nodes, empty ones
// and nodes in no quorum included, the composition has the function f(u, g(w)) and
// is minimal.
func TestComposeIsSubstitution(t *testing.T) {
	for n := 1; n <= 3; n++ {
		for m := 1; m <= 3; m++ {
			for _, f := range antichains(n) {
				for _, g := range antichains(m) {
					for x := range n {
						c := composed(t, systemOf(f), x, systemOf(g)).(*quorum.System).Family()
						assert.MustSlice(t, tableOf(c), substituted(tableOf(f), tableOf(g), x), "%v at %d of %v: %v", g, x, f, c)
						if !naiveAntichain(c) {
							t.Fatalf("%v at %d of %v: %v is no antichain", g, x, f, c)
						}
					}
				}
			}
		}
	}
}

// TestCompositionOfCoteries is the theorem on ordinary systems, for all coteries on at most four
// nodes inside all coteries on at most four nodes: intersection and minimality are kept, and the
// composition is nondominated iff the outer one is, and the inner one is or the node is unused.
// Relabelled coteries are coteries, so that one node stands for all.
func TestCompositionOfCoteries(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	count := map[bool]int{}
	for n := 1; n <= 4; n++ {
		for m := 1; m <= 4; m++ {
			inner := coteries(m)
			for _, f := range coteries(n) {
				used := f.Responsibilities()[0] > 0
				outerND := nondominated(tableOf(f))
				for _, g := range inner {
					c := composed(t, systemOf(f), 0, systemOf(g)).(*quorum.System).Family()
					if naiveDisjoint(c, c) || !naiveAntichain(c) {
						t.Fatalf("%v in %v: %v is no coterie", g, f, c)
					}
					want := outerND && (!used || nondominated(tableOf(g)))
					got := nondominated(tableOf(c))
					count[got]++
					assert.MustEqual(t, got, want, "%v in %v: nondominated", g, f)
				}
			}
		}
	}
	if count[true] < 100 || count[false] < 1000 {
		t.Errorf("one-sided: %v", count)
	}
}

// TestCompositionIntersecting is the converse for intersection, over all antichains.
func TestCompositionIntersecting(t *testing.T) {
	meets := func(f quorum.Family) bool { return !naiveDisjoint(f, f) }
	innerFails := 0
	for _, f := range antichains(3) {
		for _, g := range antichains(3) {
			if g.Len() == 0 {
				continue
			}
			c := composed(t, systemOf(f), 1, systemOf(g)).(*quorum.System).Family()
			if meets(f) && meets(g) && !meets(c) || meets(c) && !meets(f) {
				t.Fatalf("%v in %v: %v", g, f, c)
			}
			if meets(c) && !meets(g) && f.Responsibilities()[1] > 0 {
				innerFails++
			}
		}
	}
	if innerFails == 0 {
		t.Error("no composition is intersecting with an inner family that is not")
	}
}

// ndGroups lists the nondominated group systems of m = 2 or 3 cartels over n nodes;
// each cartel but the first may be any, and the first follows from the others.
func ndGroups(n, m int) [][]quorum.Family {
	fs := antichains(n)[1:]
	tables := make([]table, len(fs))
	byTable := map[string]int{}
	for i, f := range fs {
		tables[i] = tableOf(f)
		byTable[fmt.Sprint(tables[i])] = i
	}
	var out [][]quorum.Family
	for j, a := range tables {
		if m == 2 {
			out = append(out, []quorum.Family{fs[byTable[fmt.Sprint(a.dual())]], fs[j]})
			continue
		}
		for k, b := range tables {
			i, ok := byTable[fmt.Sprint(a.dual().and(b.dual()))]
			if ok && nondominated(tables[i], a, b) {
				out = append(out, []quorum.Family{fs[i], fs[j], fs[k]})
			}
		}
	}
	return out
}

func groupTables(g *quorum.GroupSystem) []table {
	var ts []table
	for i := range g.Groups() {
		ts = append(ts, tableOf(g.Cartel(i)))
	}
	return ts
}

// TestCompositionOfGroups goes through the nondominated group systems of two and three cartels on
// at most three nodes: the properties that the theorem keeps are kept, and those that can fail do
// fail, first in the example of the documentation.
func TestCompositionOfGroups(t *testing.T) {
	equal := func(c []quorum.Family) bool {
		return !slices.ContainsFunc(c, func(f quorum.Family) bool { return !f.Equal(c[0]) })
	}
	first := ""
	count := map[string]int{}
	for m := 2; m <= 3; m++ {
		for n := 1; n <= 3; n++ {
			for _, c := range ndGroups(n, m) {
				for k := 1; k <= 3; k++ {
					for _, d := range ndGroups(k, m) {
						g := composed(t, groupOf(c...), 0, groupOf(d...)).(*quorum.GroupSystem)
						for i := range m {
							for j := range i {
								if naiveDisjoint(g.Cartel(i), g.Cartel(j)) {
									t.Fatalf("%v in %v: cartels %d and %d do not meet", d, c, j, i)
								}
							}
						}
						kept := nondominated(groupTables(g)...)
						sure := m == 2 || equal(c) || equal(d)
						switch {
						case kept != composesND(groupTables(groupOf(c...)), groupTables(groupOf(d...))):
							t.Fatalf("%v in %v: nondominated %v, against the condition", d, c, kept)
						case sure && !kept:
							t.Fatalf("%v in %v is dominated", d, c)
						case !kept && first == "":
							first = fmt.Sprint(setsOf(c), setsOf(d), setsOf([]quorum.Family{g.Cartel(0), g.Cartel(1), g.Cartel(2)}))
						}
						count[fmt.Sprint(sure, kept)]++
					}
				}
			}
		}
	}
	const want = "[[{1} {2}] [{1,2}] [{1,2}]] [[{1,2}] [{1,2}] [{1} {2}]] [[{1,2} {3}] [{1,2,3}] [{1,3} {2,3}]]"
	assert.Equal(t, first, want, "the first dominated composition")
	if count["true true"] < 500 || count["false false"] < 300 || count["false true"] < 200 {
		t.Errorf("one-sided: %v", count)
	}
}

func setsOf(cartels []quorum.Family) (out [][]quorum.Set) {
	for _, f := range cartels {
		var list []quorum.Set
		for i := range f.Len() {
			list = append(list, f.Set(i))
		}
		out = append(out, list)
	}
	return out
}

// composesND is the exact condition of the theorem, for node 0 of an outer system.
func composesND(outer, inner []table) bool {
	if !nondominated(outer...) {
		return false
	}
	for i := range outer {
		for u := 0; u < len(outer[0]); u += 2 {
			var conjunction table
			vanishes := false
			for j := range outer {
				if j == i {
					continue
				}
				d := outer[j].dual()
				switch {
				case !d[u|1]:
					vanishes = true
				case d[u]: // constantly 1
				case conjunction == nil:
					conjunction = inner[j].dual()
				default:
					conjunction = conjunction.and(inner[j].dual())
				}
			}
			if !vanishes && conjunction != nil && !slices.Equal(conjunction, inner[i]) {
				return false
			}
		}
	}
	return true
}

// TestGroupCompositionNeeds is the converse for three cartels: over all group
// systems on at most two nodes, dominated ones too.
func TestGroupCompositionNeeds(t *testing.T) {
	var all [][]quorum.Family
	for n := 1; n <= 2; n++ {
		fs := antichains(n)[1:]
		for _, a := range fs {
			for _, b := range fs {
				for _, c := range fs {
					if !naiveDisjoint(a, b) && !naiveDisjoint(a, c) && !naiveDisjoint(b, c) {
						all = append(all, []quorum.Family{a, b, c})
					}
				}
			}
		}
	}
	dominated := 0
	for _, c := range all {
		outer := groupOf(c...)
		usedByAll := !slices.ContainsFunc(c, func(f quorum.Family) bool { return f.Responsibilities()[0] == 0 })
		for _, d := range all {
			inner := groupOf(d...)
			kept := nondominated(groupTables(composed(t, outer, 0, inner).(*quorum.GroupSystem))...)
			assert.MustEqual(t, kept, composesND(groupTables(outer), groupTables(inner)), "%v in %v: nondominated: against the condition", d, c)
			if !kept {
				dominated++
				continue
			}
			if !nondominated(groupTables(outer)...) || usedByAll && !nondominated(groupTables(inner)...) {
				t.Fatalf("%v in %v is nondominated", d, c)
			}
		}
	}
	if dominated == 0 || dominated == len(all)*len(all) {
		t.Errorf("%d of %d dominated", dominated, len(all)*len(all))
	}
}

// TestCompositionOfKCoteries: over all k-coteries on four nodes and all coteries on
// at most three, the composition is a k-coterie with the same k.
func TestCompositionOfKCoteries(t *testing.T) {
	count := map[int]int{}
	for _, f := range antichains(4)[1:] {
		for k := 1; k <= 4; k++ {
			if !naiveKIntersection(k, f) || !naiveKNonIntersection(k, f) {
				continue
			}
			count[k]++
			outer := assert.Got(quorum.NewKCoterie("", k, f, nil))(t)
			for m := 1; m <= 3; m++ {
				for _, g := range coteries(m) {
					c := composed(t, outer, 3, systemOf(g)).(*quorum.KCoterie)
					if c.K() != k || !naiveKIntersection(k, c.Family()) || !naiveKNonIntersection(k, c.Family()) || !naiveAntichain(c.Family()) {
						t.Fatalf("%v in the %d-coterie %v: %v", g, k, f, c.Family())
					}
				}
			}
		}
	}
	if count[1] < 20 || count[2] < 5 || count[3] < 5 || count[4] < 1 {
		t.Errorf("k-coteries seen: %v", count)
	}
}
