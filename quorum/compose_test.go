package quorum

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A table is a monotone function: live[w] says whether the node set w contains a
// quorum. The tests judge domination on tables, which share no code with the lists.
type table []bool

func tableOf(f Family) table {
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
func antichains(n int) []Family {
	var out []Family
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
		f, err := NewFamily(n, quorums)
		if err != nil {
			panic(err)
		}
		out = append(out, f)
	}
	return out
}

func coteries(n int) []Family {
	return slices.DeleteFunc(antichains(n), func(f Family) bool {
		return f.Len() == 0 || naiveFirstDisjoint(f, f, true).i >= 0
	})
}

func systemOf(f Family) *System {
	s, err := NewSystem("", f, SystemOptions{})
	if err != nil {
		panic(err)
	}
	return s
}

func groupOf(cartels ...Family) *GroupSystem {
	g, err := NewGroupSystem("", cartels, nil)
	if err != nil {
		panic(err)
	}
	return g
}

func composed(t testing.TB, outer Structure, node int, inner Structure) Structure {
	t.Helper()
	s, err := Compose(ctx, outer, node, inner, ComposeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
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

// TestComposeIsSubstitution: over all antichains on at most three nodes, empty ones and nodes
// in no quorum included, the composition has the function f(u, g(w)) and is minimal.
func TestComposeIsSubstitution(t *testing.T) {
	for n := 1; n <= 3; n++ {
		for m := 1; m <= 3; m++ {
			for _, f := range antichains(n) {
				for _, g := range antichains(m) {
					for x := range n {
						c := composed(t, systemOf(f), x, systemOf(g)).(*System).Family()
						if !slices.Equal(tableOf(c), substituted(tableOf(f), tableOf(g), x)) {
							t.Fatalf("%v at %d of %v: %v", g, x, f, c)
						}
						if !naiveAntichain(c) {
							t.Fatalf("%v at %d of %v: %v is no antichain", g, x, f, c)
						}
					}
				}
			}
		}
	}
}

// TestCompositionOfCoteries is the theorem on ordinary systems, over all coteries on
// at most four nodes in all such coteries: intersection and minimality are kept, and
// the composition is nondominated iff the outer one is, and the inner one or the node unused.
// Relabelled coteries are coteries, so that one node stands for all.
func TestCompositionOfCoteries(t *testing.T) {
	count := map[bool]int{}
	for n := 1; n <= 4; n++ {
		for m := 1; m <= 4; m++ {
			inner := coteries(m)
			for _, f := range coteries(n) {
				used := f.Responsibilities()[0] > 0
				outerND := nondominated(tableOf(f))
				for _, g := range inner {
					c := composed(t, systemOf(f), 0, systemOf(g)).(*System).Family()
					if p := naiveFirstDisjoint(c, c, true); p.i >= 0 || !naiveAntichain(c) {
						t.Fatalf("%v in %v: %v is no coterie", g, f, c)
					}
					want := outerND && (!used || nondominated(tableOf(g)))
					got := nondominated(tableOf(c))
					count[got]++
					if got != want {
						t.Fatalf("%v in %v: nondominated %v, want %v", g, f, got, want)
					}
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
	meets := func(f Family) bool { return naiveFirstDisjoint(f, f, true).i < 0 }
	innerFails := 0
	for _, f := range antichains(3) {
		for _, g := range antichains(3) {
			if g.Len() == 0 {
				continue
			}
			c := composed(t, systemOf(f), 1, systemOf(g)).(*System).Family()
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

// ndGroups lists the nondominated group systems of m = 2 or 3 cartels over n nodes; each cartel
// but the first may be any, the first is what the others leave.
func ndGroups(n, m int) [][]Family {
	fs := antichains(n)[1:]
	tables := make([]table, len(fs))
	byTable := map[string]int{}
	for i, f := range fs {
		tables[i] = tableOf(f)
		byTable[fmt.Sprint(tables[i])] = i
	}
	var out [][]Family
	for j, a := range tables {
		if m == 2 {
			out = append(out, []Family{fs[byTable[fmt.Sprint(a.dual())]], fs[j]})
			continue
		}
		for k, b := range tables {
			i, ok := byTable[fmt.Sprint(a.dual().and(b.dual()))]
			if ok && nondominated(tables[i], a, b) {
				out = append(out, []Family{fs[i], fs[j], fs[k]})
			}
		}
	}
	return out
}

func groupTables(g *GroupSystem) []table {
	var ts []table
	for i := range g.Groups() {
		ts = append(ts, tableOf(g.Cartel(i)))
	}
	return ts
}

// TestCompositionOfGroups goes through the nondominated group systems of two and three cartels on
// at most three nodes: what the theorem says is kept is, and what it says can fail does, first
// in the example of the documentation.
func TestCompositionOfGroups(t *testing.T) {
	equal := func(c []Family) bool {
		return !slices.ContainsFunc(c, func(f Family) bool { return !f.Equal(c[0]) })
	}
	first := ""
	count := map[string]int{}
	for m := 2; m <= 3; m++ {
		for n := 1; n <= 3; n++ {
			for _, c := range ndGroups(n, m) {
				for k := 1; k <= 3; k++ {
					for _, d := range ndGroups(k, m) {
						g := composed(t, groupOf(c...), 0, groupOf(d...)).(*GroupSystem)
						for i := range m {
							for j := range i {
								if naiveFirstDisjoint(g.Cartel(i), g.Cartel(j), false).i >= 0 {
									t.Fatalf("%v in %v: cartels %d and %d do not meet", d, c, j, i)
								}
							}
						}
						kept := nondominated(groupTables(g)...)
						sure := m == 2 || equal(c) || equal(d)
						switch {
						case sure && !kept:
							t.Fatalf("%v in %v is dominated", d, c)
						case !kept && first == "":
							first = fmt.Sprint(sets(c), sets(d), sets(g.cartels))
						}
						count[fmt.Sprint(sure, kept)]++
					}
				}
			}
		}
	}
	const want = "[[{1} {2}] [{1,2}] [{1,2}]] [[{1,2}] [{1,2}] [{1} {2}]] [[{1,2} {3}] [{1,2,3}] [{1,3} {2,3}]]"
	if first != want {
		t.Errorf("the first dominated composition is %s, want %s", first, want)
	}
	if count["true true"] < 500 || count["false false"] < 300 || count["false true"] < 200 {
		t.Errorf("one-sided: %v", count)
	}
}

func sets(cartels []Family) (out [][]Set) {
	for _, f := range cartels {
		var list []Set
		for i := range f.Len() {
			list = append(list, f.Set(i))
		}
		out = append(out, list)
	}
	return out
}

// TestGroupCompositionNeeds is the converse for three cartels: over all group systems on at most two
// nodes, dominated ones too.
func TestGroupCompositionNeeds(t *testing.T) {
	var all [][]Family
	for n := 1; n <= 2; n++ {
		fs := antichains(n)[1:]
		for _, a := range fs {
			for _, b := range fs {
				for _, c := range fs {
					if naiveFirstDisjoint(a, b, false).i < 0 && naiveFirstDisjoint(a, c, false).i < 0 && naiveFirstDisjoint(b, c, false).i < 0 {
						all = append(all, []Family{a, b, c})
					}
				}
			}
		}
	}
	dominated := 0
	for _, c := range all {
		outer := groupOf(c...)
		usedByAll := !slices.ContainsFunc(c, func(f Family) bool { return f.Responsibilities()[0] == 0 })
		for _, d := range all {
			inner := groupOf(d...)
			if !nondominated(groupTables(composed(t, outer, 0, inner).(*GroupSystem))...) {
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

// TestComposeMixedKinds: an ordinary system among cartels is its lift.
func TestComposeMixedKinds(t *testing.T) {
	for _, f := range coteries(3) {
		for _, d := range ndGroups(2, 3) {
			inner := groupOf(d...)
			got := composed(t, systemOf(f), 2, inner).(*GroupSystem)
			want := composed(t, groupOf(f, f, f), 2, inner).(*GroupSystem)
			back := composed(t, inner, 1, systemOf(f)).(*GroupSystem)
			lifted := composed(t, inner, 1, groupOf(f, f, f)).(*GroupSystem)
			for i := range 3 {
				if !got.Cartel(i).Equal(want.Cartel(i)) || !back.Cartel(i).Equal(lifted.Cartel(i)) {
					t.Fatalf("%v and %v: cartel %d differs from that of the lift", f, d, i+1)
				}
			}
		}
	}
}

// TestCompositionOfKCoteries: over all k-coteries on four nodes and all coteries on at most three, the
// composition is a k-coterie with the same k.
func TestCompositionOfKCoteries(t *testing.T) {
	count := map[int]int{}
	for _, f := range antichains(4)[1:] {
		for k := 1; k <= 4; k++ {
			if !naiveKIntersection(k, f) || !naiveKNonIntersection(k, f) {
				continue
			}
			count[k]++
			outer, err := NewKCoterie("", k, f, nil)
			if err != nil {
				t.Fatal(err)
			}
			for m := 1; m <= 3; m++ {
				for _, g := range coteries(m) {
					c := composed(t, outer, 3, systemOf(g)).(*KCoterie)
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

// TestComposeAllIsComposeRepeated composes at several nodes at once and one after the other, and
// compares what was counted with what was listed.
func TestComposeAllIsComposeRepeated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		n := 1 + rng.IntN(5)
		outer := systemOf(randomFamily(rng, n, rng.IntN(5), n))
		inner := map[int]Structure{}
		one := Structure(outer)
		for x := n - 1; x >= 0; x-- { // from the last on, so that numbers of earlier nodes stay
			if rng.IntN(2) == 0 {
				continue
			}
			inner[x] = systemOf(randomFamily(rng, 1+rng.IntN(4), rng.IntN(4), 3))
			var err error
			if one, err = Compose(ctx, one, x, inner[x], ComposeOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		all, err := ComposeAll(ctx, outer, inner, ComposeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		a, b := all.(*System).Family(), one.(*System).Family()
		if a.N() != b.N() || !slices.EqualFunc(a.sortedOrder(), b.sortedOrder(), func(i, j int) bool { return slices.Equal(a.Quorum(i), b.Quorum(j)) }) {
			t.Fatalf("%v and %v", a, b)
		}
		for _, q := range a.All() {
			if !slices.IsSorted(q) {
				t.Fatalf("quorum %v", q)
			}
		}
		if a.Len() < 2 {
			return
		}
		var limit *ComposeLimitError
		_, err = ComposeAll(ctx, outer, inner, ComposeOptions{MaxQuorums: a.Len() - 1})
		if !errors.As(err, &limit) || limit.Quorums.Int64() != int64(a.Len()) || limit.Entries.Int64() != int64(a.Incidences()) {
			t.Fatalf("%v of %d quorums with %d entries", err, a.Len(), a.Incidences())
		}
		_, err = ComposeAll(ctx, outer, inner, ComposeOptions{MaxIncidences: a.Incidences() - 1})
		if !errors.As(err, &limit) {
			t.Fatal(err)
		}
		if _, err = ComposeAll(ctx, outer, inner, ComposeOptions{MaxQuorums: a.Len(), MaxIncidences: a.Incidences()}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestComposeCountsFirst: a composition of astronomically many quorums is refused at once.
func TestComposeCountsFirst(t *testing.T) {
	n := 400
	whole := make([]int, n)
	inner := map[int]Structure{}
	for v := range whole {
		whole[v] = v
		inner[v] = systemOf(fano())
	}
	f, err := NewFamily(n, [][]int{whole})
	if err != nil {
		t.Fatal(err)
	}
	var limit *ComposeLimitError
	if _, err := ComposeAll(ctx, systemOf(f), inner, ComposeOptions{}); !errors.As(err, &limit) || limit.Quorums.BitLen() != 1123 { // 7^400
		t.Errorf("%v", err)
	}
	stopped, cancel := context.WithCancelCause(ctx)
	cause := errors.New("enough")
	cancel(cause)
	if s, err := Compose(stopped, systemOf(fano()), 0, systemOf(fano()), ComposeOptions{}); s != nil || !errors.Is(err, cause) {
		t.Errorf("%v, %v", s, err)
	}
	huge, err := NewFamily(MaxNodes, [][]int{{0}})
	if err != nil {
		t.Fatal(err)
	}
	var form *FamilyError
	if _, err := Compose(ctx, systemOf(fano()), 0, systemOf(huge), ComposeOptions{}); !errors.As(err, &form) || form.Problem != TooManyNodes {
		t.Errorf("%v", err)
	}
}

func TestComposeNames(t *testing.T) {
	pair := mustFamily(2, []int{1, 2})
	named := func(names ...string) *System {
		s, err := NewSystem("", pair, SystemOptions{Names: names})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		outer, inner *System
		want         string
	}{
		{systemOf(pair), systemOf(pair), ""},
		{named("a", "b"), systemOf(pair), "a.1 a.2 b"},
		{systemOf(pair), named("s", "t"), "1.s 1.t 2"},
		{named("a", "b"), named("s", "t"), "a.s a.t b"},
		{named("a", "a.1"), systemOf(pair), `"a"."1" "a"."2" "a.1"`},
	} {
		s := composed(t, c.outer, 0, c.inner)
		if got := strings.Join(s.Names(), " "); got != c.want {
			t.Errorf("%v in %v: %s, want %s", c.inner.Names(), c.outer.Names(), got, c.want)
		}
	}
	// Names that no separator would tell apart.
	f := mustFamily(2, []int{1}, []int{2})
	outer, _ := NewSystem("", f, SystemOptions{Names: []string{"a", "a."}})
	left, _ := NewSystem("", f, SystemOptions{Names: []string{".b", "c"}})
	right, _ := NewSystem("", f, SystemOptions{Names: []string{"b", "c"}})
	s, err := ComposeAll(ctx, outer, map[int]Structure{0: left, 1: right}, ComposeOptions{})
	if err != nil || len(s.Names()) != 4 || s.Names()[0] != `"a".".b"` {
		t.Errorf("%v, %v", s, err)
	}
}

func TestComposeRefuses(t *testing.T) {
	ordinary := systemOf(fano())
	two, three := groupOf(fano(), fano()), groupOf(fano(), fano(), fano())
	k, err := NewKCoterie("", 2, mustFamily(2, []int{1}, []int{2}), nil)
	if err != nil {
		t.Fatal(err)
	}
	sharing, err := NewSharingStructure("", 1, [][]int{{0}}, 0, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		outer   Structure
		node    int
		inner   Structure
		problem ComposeProblem
		says    string
	}{
		{ordinary, 7, ordinary, NoSuchNode, "composition: there is no node 8; the outer system has the nodes 1..7"},
		{ordinary, -1, ordinary, NoSuchNode, "composition: there is no node 0; the outer system has the nodes 1..7"},
		{sharing, 0, ordinary, OuterKind, "composition: nothing can be put into a sharing-structure"},
		{ordinary, 0, sharing, InnerKind, "composition: a sharing-structure for node 1 cannot be put into a quorum-system"},
		{ordinary, 0, k, InnerKind, "composition: a k-coterie for node 1 cannot be put into a quorum-system"},
		{k, 1, k, InnerKind, "composition: a k-coterie for node 2 cannot be put into a k-coterie"},
		{two, 1, k, InnerKind, "composition: a k-coterie for node 2 cannot be put into a group-quorum-system"},
		{k, 1, two, InnerKind, "composition: a group-quorum-system for node 2 cannot be put into a k-coterie"},
		{two, 2, three, CartelsDiffer, "composition: a group system of 3 cartels for node 3 in one of 2"},
	} {
		var e *ComposeError
		s, err := Compose(ctx, c.outer, c.node, c.inner, ComposeOptions{})
		if s != nil || !errors.As(err, &e) || e.Problem != c.problem || err.Error() != c.says {
			t.Errorf("%v, want %s", err, c.says)
		} else if (e.Hint() == "") != (c.problem == NoSuchNode) {
			t.Errorf("hint %q", e.Hint())
		}
	}
	var e *ComposeError
	if _, err := ComposeAll(ctx, ordinary, map[int]Structure{1: two, 4: three}, ComposeOptions{}); !errors.As(err, &e) || e.Node != 4 {
		t.Errorf("%v", err)
	}
}
