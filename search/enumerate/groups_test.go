package enumerate

import (
	"encoding/json"
	"math/big"
	"os"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/measure"
	"coterie/quorum"
)

// antichainsNaive returns all families of non-empty sets of n nodes, none in another, with at least
// one: by trying all families of sets and asking package quorum.
func antichainsNaive(t *testing.T, n int) []quorum.Family {
	var families []quorum.Family
	for choice := uint64(1); choice < 1<<(1<<n-1); choice++ {
		var quorums [][]int
		for set := 1; set < 1<<n; set++ {
			if choice>>(set-1)&1 == 1 {
				quorums = append(quorums, quorumOf(set))
			}
		}
		f := assert.Got(quorum.NewFamily(n, quorums))(t)
		g := assert.Got(quorum.NewGroupSystem("", []quorum.Family{f, f}, nil))(t)
		if quorum.JudgeCartelMinimality(t.Context(), g, quorum.Options{Jobs: 1}).Holds == quorum.Holds {
			families = append(families, f)
		}
	}
	return families
}

// systemNaive is a group system that was found by the definition.
type systemNaive struct {
	functions    []Function
	nondominated bool
}

// groupsNaive returns all group systems of m of these cartels, in the order of listGroups: the
// systems that package quorum finds no fault with, and what package measure says of their
// domination.
func groupsNaive(t *testing.T, families []quorum.Family, m int) []systemNaive {
	var systems []systemNaive
	var extend func(cartels []quorum.Family)
	extend = func(cartels []quorum.Family) {
		if len(cartels) >= 2 {
			g := assert.Got(quorum.NewGroupSystem("", cartels, nil))(t)
			if quorum.JudgeCrossIntersection(t.Context(), g, quorum.Options{Jobs: 1}).Holds != quorum.Holds {
				return
			}
		}
		if len(cartels) < m {
			for _, f := range families {
				extend(append(slices.Clone(cartels), f))
			}
			return
		}
		var s systemNaive
		for _, c := range cartels {
			f := assert.Got(FunctionOf(c))(t)
			s.functions = append(s.functions, f)
		}
		d := assert.Got(measure.JudgeDomination(t.Context(), cartels, measure.DominationOptions{}))(t)
		s.nondominated = !d.Dominated()
		systems = append(systems, s)
	}
	extend(nil)
	slices.SortFunc(systems, func(a, b systemNaive) int { return slices.CompareFunc(a.functions, b.functions, Function.compare) })
	return systems
}

func renamedTuple(tuple []Function, to []int) []Function {
	var out []Function
	for _, f := range tuple {
		g := Function{n: f.n}
		for set := range 1 << f.n {
			if f.Has(set) {
				s := movedSet(set, to)
				g.words[s/64] |= 1 << (s % 64)
			}
		}
		out = append(out, g)
	}
	return out
}

func usesAll(tuple []Function) bool {
	used := 0
	for _, f := range tuple {
		used |= f.Used()
	}
	return used == 1<<tuple[0].n-1
}

func listAll(t *testing.T, q Query, opts Options) []Item {
	t.Helper()
	var items []Item
	for item := range assert.Each(t, listGroups(t.Context(), q, opts), "%+v", q) {
		items = append(items, item)
	}
	return items
}

func sameItem(a, b Item) bool {
	return a.Index == b.Index && slices.Equal(a.Cartels, b.Cartels) && a.Automorphisms == b.Automorphisms && a.Orbit == b.Orbit
}

// TestGroupsByDefinition compares listings and counts, of every kind, with all group systems on up
// to 3 nodes with up to 4 cartels.
func TestGroupsByDefinition(t *testing.T) {
	for n := 1; n <= 3; n++ {
		families := antichainsNaive(t, n)
		for m := 2; m <= 4; m++ {
			all := groupsNaive(t, families, m)
			for _, nondominated := range []bool{false, true} {
				for _, used := range []bool{false, true} {
					var want []Item
					var classes []Item
					for _, s := range all {
						if nondominated && !s.nondominated || used && !usesAll(s.functions) {
							continue
						}
						want = append(want, Item{Index: len(want), Cartels: s.functions})
						least, same, total := true, 0, 0
						for to := range renamings(n) {
							c := slices.CompareFunc(renamedTuple(s.functions, to), s.functions, Function.compare)
							least = least && c >= 0
							total++
							if c == 0 {
								same++
							}
						}
						if least {
							classes = append(classes, Item{Index: len(classes), Cartels: s.functions, Automorphisms: same, Orbit: total / same})
						}
					}
					for _, byClass := range []bool{false, true} {
						q := Query{Nodes: n, Groups: m, Nondominated: nondominated, AllUsed: used, Classes: byClass}
						expected := want
						if byClass {
							expected = classes
						}
						if got := listAll(t, q, Options{}); !slices.EqualFunc(got, expected, sameItem) {
							t.Fatalf("%+v: %d listed, %d by the definition, or others", q, len(got), len(expected))
						}
						counted, err := countGroups(t.Context(), q, Options{})
						if err != nil || counted.Method == "" || counted.Count.Cmp(big.NewInt(int64(len(expected)))) != 0 {
							t.Fatalf("%+v: counted %v, %d by the definition (%v)", q, counted.Count, len(expected), err)
						}
					}
				}
			}
		}
	}
}

// TestGroupsListedAndCounted compares the two where the definition is out of reach, and the sum of
// the orbits with the labelled systems.
func TestGroupsListedAndCounted(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for _, q := range []Query{
		{Nodes: 1, Groups: 100}, {Nodes: 2, Groups: 6}, {Nodes: 3, Groups: 5}, {Nodes: 3, Groups: 6}, {Nodes: 4, Groups: 2}, {Nodes: 4, Groups: 3},
		{Nodes: 4, Groups: 4, Nondominated: true}, {Nodes: 4, Groups: 9, Nondominated: true}, {Nodes: 5, Groups: 2, Nondominated: true},
		{Nodes: 5, Groups: 3, Nondominated: true}, {Nodes: 5, Groups: 5, Nondominated: true},
	} {
		if !assert.WithSlow && (q.Nodes == 5 || q.Groups == 6) {
			continue
		}
		for _, used := range []bool{false, true} {
			q.AllUsed = used
			labelled, last := 0, []Function(nil)
			q.Classes = false
			for item := range assert.Each(t, listGroups(t.Context(), q, Options{})) {
				if item.Index != labelled || last != nil && slices.CompareFunc(last, item.Cartels, Function.compare) >= 0 {
					t.Fatalf("%+v: item %d is out of order", q, labelled)
				}
				labelled, last = labelled+1, item.Cartels
			}
			expectCount(t, q, labelled)
			q.Classes = true
			sum, classes := 0, 0
			for item := range assert.Each(t, listGroups(t.Context(), q, Options{})) {
				sum += item.Orbit
				classes++
			}
			expectCount(t, q, classes)
			assert.Equal(t, sum, labelled, "%+v: the orbits have: systems", q)
		}
	}
	// 7,813,193, 7,828,352 and 35,144,433 labelled systems.
	for _, q := range []Query{
		{Nodes: 5, Groups: 2, Classes: true}, {Nodes: 6, Groups: 2, Nondominated: true, Classes: true}, {Nodes: 6, Groups: 3, Nondominated: true, Classes: true},
	} {
		if !assert.WithSlow {
			continue
		}
		sum, classes := 0, 0
		for item := range assert.Each(t, listGroups(t.Context(), q, Options{})) {
			sum += item.Orbit
			classes++
		}
		expectCount(t, q, classes)
		q.Classes = false
		expectCount(t, q, sum)
	}
}

func expectCount(t *testing.T, q Query, listed int) {
	t.Helper()
	assert.SameNumber(t, assert.Got(countGroups(t.Context(), q, Options{}))(t).Count, big.NewInt(int64(listed)), "%+v", q)
}

// TestGroupsAgainstDedekind compares the counts of two cartels with published numbers of monotone
// functions.
func TestGroupsAgainstDedekind(t *testing.T) {
	data := assert.Got(os.ReadFile("../../experiments/papers/group-dedekind.json"))(t)
	var published struct {
		Source             string
		Functions, Classes []string
	}
	assert.OK(t, json.Unmarshal(data, &published))
	number := func(s string) *big.Int {
		x, ok := new(big.Int).SetString(s, 10)
		if !ok {
			t.Fatal(s)
		}
		return x
	}
	count := func(q Query) *big.Int {
		counted := assert.Got(countGroups(t.Context(), q, Options{}))(t)
		return counted.Count
	}
	for n := 1; n <= 7; n++ {
		d := number(published.Functions[n])
		assert.SameNumber(t, count(Query{Nodes: n, Groups: 2, Nondominated: true}), new(big.Int).Sub(d, big.NewInt(2)), "n = %d: nondominated systems of two cartels", n)
		r := number(published.Classes[n])
		assert.SameNumber(t, count(Query{Nodes: n, Groups: 2, Nondominated: true, Classes: true}), r.Sub(r, big.NewInt(2)), "n = %d: classes of nondominated systems of two cartels", n)
		if n < 7 {
			want := number(published.Functions[n+1])
			want.Sub(want, d.Lsh(d, 1)).Add(want, big.NewInt(1))
			assert.SameNumber(t, count(Query{Nodes: n, Groups: 2}), want, "n = %d: systems of two cartels", n)
		}
	}
}

// TestGroupMethodsAgree compares, for renamings of every type, the methods with one another where
// two of them reach, and with functions and tuples that are renamed one by one.
func TestGroupMethodsAgree(t *testing.T) {
	ctx := t.Context()
	must := func(x *big.Int, err error) *big.Int {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for n := 1; n <= 5; n++ {
		all := allMonotone(n)
		for _, kind := range CycleTypes(n) {
			typ := cycleType(kind.Cycles)
			l := assert.Got(invariantLattice(ctx, typ))(t)
			assert.MustSlice(t, all.invariant(renamingWithCycles(typ)).members, l.members, "%v", typ)
			functions, pairs := int64(len(l.members)), int64(0)
			for _, f := range l.members {
				for _, g := range l.members {
					if f.below(g) && f != 0 && g != one(n) {
						pairs++
					}
				}
			}
			same := func(what string, a, b *big.Int) {
				t.Helper()
				assert.SameNumber(t, a, b, "%v: %s", typ, what)
			}
			same("functions", must(countMonotone(ctx, typ)), big.NewInt(functions))
			same("pairs", must(countPairs(ctx, typ)), big.NewInt(pairs))
			same("pairs by transfer", must(countTuples(ctx, l, 2)), big.NewInt(pairs))
			same("nondominated pairs", must(countNondominatedTuples(ctx, typ, 2)), big.NewInt(functions-2))
			if n >= 2 {
				same("triples", must(countTriples(ctx, typ, Options{Jobs: 2})), must(countTuples(ctx, l, 3)))
			}
		}
	}
	// On 6 nodes pairs are counted by two methods, and triples where few functions are left.
	for _, kind := range CycleTypes(6) {
		typ := cycleType(kind.Cycles)
		if fixed := typ.fixedNodes(); fixed > 0 && (typ[0] >= 4 || len(typ) == 3) {
			l := assert.Got(invariantLattice(ctx, typ))(t)
			if a, b := must(countTriples(ctx, typ, Options{Jobs: 2})), must(countTuples(ctx, l, 3)); a.Cmp(b) != 0 {
				t.Errorf("%v: triples of %d functions: %v and %v", typ, len(l.members), a, b)
			}
		}
		functions := must(countMonotone(ctx, typ))
		assert.SameNumber(t, must(countNondominatedTuples(ctx, typ, 2)), functions.Sub(functions, big.NewInt(2)), "%v", typ)
	}
}

// TestNondominatedGroupsOnFourNodes picks the nondominated ones out of all systems of two and three
// cartels on 4 nodes.
func TestNondominatedGroupsOnFourNodes(t *testing.T) {
	for m := 2; m <= 3; m++ {
		var want [][]Function
		for item := range assert.Each(t, listGroups(t.Context(), Query{Nodes: 4, Groups: m}, Options{})) {
			nondominated := true
			for i, f := range item.Cartels {
				others := Function{n: 4}
				for j, g := range item.Cartels {
					if i != j {
						others.table().Unite(g.table().Bits)
					}
				}
				if others.Dual() != f {
					nondominated = false
					break
				}
			}
			if nondominated {
				want = append(want, item.Cartels)
			}
		}
		got := listAll(t, Query{Nodes: 4, Groups: m, Nondominated: true}, Options{})
		if !slices.EqualFunc(got, want, func(a Item, b []Function) bool { return slices.Equal(a.Cartels, b) }) {
			t.Errorf("m = %d: %d nondominated systems listed, %d among all", m, len(got), len(want))
		}
	}
}

// TestNondominatedGroupsOfOneAndNone evaluates the sum over coteries at m = 1 and m = 0, where it
// counts coteries and nondominated coteries.
func TestNondominatedGroupsOfOneAndNone(t *testing.T) {
	for n := 1; n <= 5; n++ {
		of := assert.Got(coteriesByComponents(t.Context(), identityType(n)))(t)
		next := assert.Got(coteriesByComponents(t.Context(), identityType(n+1)))(t)
		coteries := uint64(0)
		for _, x := range of {
			coteries += x
		}
		assert.Equal(t, coteries, next[0]-1, "%d nodes", n)
		self := uint64(0)
		l := allMonotone(n)
		for i := range l.members {
			if int(l.duals[i]) == i {
				self++
			}
		}
		if n == 4 && !slices.Equal(of, []uint64{12, 61, 6, 1}) {
			t.Errorf("%v coteries on 4 nodes by components", of)
		}
		assert.Equal(t, self, of[0], "n = %d", n)
	}
}
