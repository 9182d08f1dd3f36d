package enumerate

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/quorum"
)

// selfDualFunctions lists the self-dual functions of n = 1..7 nodes.
func selfDualFunctions(n int) []Function {
	if n == 1 {
		return []Function{{n: 1, words: [4]uint64{2}}}
	}
	var all []Function
	l := allMonotone(n - 2)
	for _, p := range l.members {
		below := p & p.dual(n-2)
		for _, e := range l.members {
			if e.below(below) {
				all = append(all, selfDual(n-2, e, p))
			}
		}
	}
	return all
}

// isFixedNaive renames all sets, one node at a time.
func isFixedNaive(f Function, images []int) bool {
	for set, image := range images {
		if f.Has(set) != f.Has(image) {
			return false
		}
	}
	return true
}

// imagesNaive returns where the sets go under a renaming with these cycles.
func imagesNaive(cycles []int) []int {
	var to []int
	for _, length := range cycles {
		first := len(to)
		for i := 1; i < length; i++ {
			to = append(to, first+i)
		}
		to = append(to, first)
	}
	images := make([]int, 1<<len(to))
	for set := range images {
		for v, w := range to {
			images[set] |= set >> v & 1 << w
		}
	}
	return images
}

// testFixed compares all ways to count what a renaming leaves as it is with the list of all
// functions.
func testFixed(t *testing.T, n int) {
	functions := selfDualFunctions(n)
	for _, kind := range CycleTypes(n) {
		images := imagesNaive(kind.Cycles)
		want := int64(0)
		for _, f := range functions {
			if isFixedNaive(f, images) {
				want++
			}
		}
		assert.SameNumber(t, assert.Got(FixedBy(t.Context(), kind.Cycles, Options{}))(t), big.NewInt(want), "cycles %v", kind.Cycles)
		even := !slices.ContainsFunc(kind.Cycles, func(length int) bool { return length%2 == 1 })
		assert.Equal(t, even, want == 0, "cycles %v leave %d functions as they are", kind.Cycles, want)
		for _, s := range fixedSplits() {
			rest, ok := s.without(kind.Cycles)
			if !ok {
				continue
			}
			assert.SameNumber(t, assert.Got(s.count(t.Context(), renamingWithCycles(rest), Options{}))(t), big.NewInt(want), "cycles %v with %v apart", kind.Cycles, s.apart)
		}
	}
}

// TestFixedAgainstAllFunctions goes through every cycle type, and every way to take cycles apart.
func TestFixedAgainstAllFunctions(t *testing.T) {
	for n := 1; n <= 6; n++ {
		testFixed(t, n)
	}
}

// TestFixedSplitsAgree compares the ways to take cycles apart with one another on 8 and 9 nodes,
// where they end soon: most types have several.
func TestFixedSplitsAgree(t *testing.T) {
	compared := map[string]int{}
	for _, cycles := range [][]int{
		{2, 2, 2, 1, 1}, {2, 2, 1, 1, 1, 1}, {3, 2, 2, 1}, {3, 3, 1, 1}, {3, 3, 2}, {4, 2, 1, 1}, {4, 1, 1, 1, 1}, {4, 3, 1},
		{5, 1, 1, 1}, {5, 2, 1}, {5, 3}, {6, 1, 1}, {7, 1}, {6, 2}, {4, 4}, {2, 2, 2, 2},
		{3, 2, 2, 2}, {4, 3, 1, 1}, {4, 3, 2}, {5, 4}, {5, 2, 2}, {5, 3, 1}, {5, 2, 1, 1}, {6, 2, 1}, {6, 3}, {4, 4, 1}, {9},
	} {
		var first *big.Int
		for _, s := range fixedSplits() {
			rest, ok := s.without(cycles)
			to := renamingWithCycles(rest)
			orbits := len(orbitsOfSets(to))
			if !ok || len(to) == 6 && orbits > 24 || s.apart == nil && orbits > 84 {
				continue // too slow or too large
			}
			got := assert.Got(s.count(t.Context(), to, Options{Jobs: 2}))(t)
			if first == nil {
				first = got
				continue
			}
			compared[fmt.Sprint(s.apart)]++
			assert.SameNumber(t, got, first, "cycles %v with %v apart", cycles, s.apart)
		}
	}
	if len(compared) < 8 {
		t.Errorf("too few ways compared: %v", compared)
	}
}

func TestTablesUnder(t *testing.T) {
	for k := range 6 {
		all := allMonotone(k)
		for _, kind := range CycleTypes(k) {
			to := renamingWithCycles(kind.Cycles)
			want := all.invariant(to).members
			got := latticeUnder(to)
			assert.MustSlice(t, got.members, want, "%d variables, cycles %v: %d functions, want %d", k, kind.Cycles, len(got.members), len(want))
			v := newBottomIntervals(got)
			below := got.intervals(0)
			for i, e := range got.members {
				if len(want) > 400 && i%97 != 0 {
					continue
				}
				assert.MustEqual(t, uint64(below[i]), countBetween(got.members, 0, e), "%d variables, cycles %v: %d members below %x", k, kind.Cycles, below[i], e)
				if !e.below(e.dual(k)) {
					continue
				}
				v.from(e)
				assert.MustEqual(t, uint64(len(v.inside)), countBetween(got.members, e, e.dual(k)), "%d variables, cycles %v: %d members between %x and its dual", k, kind.Cycles, len(v.inside), e)
				for j, x := range v.inside {
					if j%7 == 0 && v.size(x) != countBetween(got.members, e, x) {
						t.Fatalf("%d variables, cycles %v: [%x, %x] has %d members", k, kind.Cycles, e, x, v.size(x))
					}
				}
			}
		}
	}
	six := 0
	for range tablesUnder([]int{0, 1, 2, 3, 4, 5}) {
		six++
		if six == 10 {
			break // an early end must be heard at every depth
		}
	}
	assert.Equal(t, six, 10)
}

func countBetween(members []table, low, high table) (count uint64) {
	for _, x := range members {
		if low.below(x) && x.below(high) {
			count++
		}
	}
	return count
}

// TestCycleTypes compares the sizes with a count of all renamings.
func TestCycleTypes(t *testing.T) {
	for n := range 8 {
		sizes := map[string]int64{}
		renamingsNaive(n, func(to []int) {
			var cycles []int
			seen := make([]bool, n)
			for v := range to {
				length := 0
				for w := v; !seen[w]; w = to[w] {
					seen[w] = true
					length++
				}
				if length > 0 {
					cycles = append(cycles, length)
				}
			}
			slices.Sort(cycles)
			slices.Reverse(cycles)
			sizes[fmt.Sprint(cycles)]++
		})
		types := CycleTypes(n)
		for _, kind := range types {
			if want := sizes[fmt.Sprint(kind.Cycles)]; kind.Size.Cmp(big.NewInt(want)) != 0 {
				t.Errorf("%v renamings with cycles %v, want %d", kind.Size, kind.Cycles, want)
			}
		}
		assert.Equal(t, len(types), len(sizes))
	}
	assert.Equal(t, fmt.Sprint(powerCycles([]int{6, 2, 1}, 3)), "[2 2 2 2 1]", "a third power has cycles")
}

// renamingsNaive visits the n! renamings of n nodes.
func renamingsNaive(n int, visit func(to []int)) {
	var extend func(to []int)
	extend = func(to []int) {
		if len(to) == n {
			visit(to)
		}
		for v := range n {
			if !slices.Contains(to, v) {
				extend(append(to, v))
			}
		}
	}
	extend(make([]int, 0, n))
}

// TestClassesPublished compares classes of nondominated coteries with OEIS A107765, its partial
// sums, and the number for 8 nodes of Pawelski and Szepietowski 2025.
func TestClassesPublished(t *testing.T) {
	known := readPublished(t)
	sum := 0
	for i, used := range known.ClassesAllUsed {
		n := i + 1
		sum += used
		for _, c := range []struct {
			q    Query
			want int
		}{
			{Query{Nodes: n, Nondominated: true, Classes: true}, sum},
			{Query{Nodes: n, Nondominated: true, Classes: true, AllUsed: true}, used},
		} {
			got, err := countClasses(t.Context(), c.q, Options{})
			if err != nil || got.Count.Cmp(big.NewInt(int64(c.want))) != 0 || !strings.Contains(got.Method, "fixed systems of renamings") {
				t.Errorf("%+v: %v by %q (%v), want %d", c.q, got.Count, got.Method, err, c.want)
			}
		}
	}
	assert.SameNumber(t, assert.Got(countClasses(t.Context(), Query{Nodes: 8, Nondominated: true, Classes: true}, Options{}))(t).Count, big.NewInt(int64(known.Classes[7])))
	for i, want := range known.SelfDual[:8] {
		assert.SameNumber(t, assert.Got(FixedBy(t.Context(), slices.Repeat([]int{1}, i+1), Options{}))(t), want)
	}
}

// TestClassesOfCoteries lists all coteries on up to 5 nodes and puts them into classes by the least
// of their renamed truth tables.
func TestClassesOfCoteries(t *testing.T) {
	for n := 1; n <= 5; n++ {
		var classes, used [2]map[table]bool // of all, of nondominated ones
		for i := range 2 {
			classes[i], used[i] = map[table]bool{}, map[table]bool{}
		}
		seen := map[table]bool{}
		for _, f := range allMonotone(n).members {
			if f == 0 || !f.below(f.dual(n)) || seen[f] {
				continue
			}
			least := f
			renamingsNaive(n, func(to []int) {
				g := renamedNaive(f, n, to)
				seen[g] = true
				least = min(least, g)
			})
			depends := true
			for v := range n {
				depends = depends && slices.ContainsFunc(slices.Collect(f.minimal(n).sets()), func(q int) bool { return q>>v&1 == 1 })
			}
			for i, is := range [2]bool{true, f == f.dual(n)} {
				if is {
					classes[i][least] = true
					if depends {
						used[i][least] = true
					}
				}
			}
		}
		for i, nondominated := range [2]bool{false, true} {
			for _, all := range [2]bool{false, true} {
				q := Query{Nodes: n, Nondominated: nondominated, Classes: true, AllUsed: all}
				want := len(classes[i])
				if all {
					want = len(used[i])
				}
				assert.SameNumber(t, assert.Got(countClasses(t.Context(), q, Options{}))(t).Count, big.NewInt(int64(want)), "%+v", q)
			}
		}
	}
}

// TestClassesOfCoteriesOnSixNodes lists the 1,422,563 coteries on six nodes and counts those that
// no renaming makes less: one of each class.
func TestClassesOfCoteriesOnSixNodes(t *testing.T) {
	assert.Long(t, "goes through 7,828,354 functions")
	const n = 6
	exchanges := transpositions(n)
	var labelled, all, used int64
	for f := range tablesUnder([]int{0, 1, 2, 3, 4, 5}) {
		if f == 0 || !f.below(f.dual(n)) {
			continue
		}
		labelled++
		if !leastOfRenamed(f, exchanges) {
			continue
		}
		all++
		nodes := 0
		for quorum := range f.minimal(n).sets() {
			nodes |= quorum
		}
		if nodes == 1<<n-1 {
			used++
		}
	}
	if want := readPublished(t).Labelled[n]; labelled+1 != int64(want) {
		t.Errorf("%d coteries, want one less than %d", labelled, want)
	}
	for _, c := range []struct {
		allUsed bool
		want    int64
	}{{false, all}, {true, used}} {
		got, err := countClasses(t.Context(), Query{Nodes: n, Classes: true, AllUsed: c.allUsed}, Options{})
		if err != nil || got.Count.Cmp(big.NewInt(c.want)) != 0 {
			t.Errorf("all nodes used: %v: %v classes (%v), want %d", c.allUsed, got.Count, err, c.want)
		}
	}
}

// leastOfRenamed reports whether no renaming makes the table a smaller number.
func leastOfRenamed(f table, exchanges []int) bool {
	g := f
	for _, i := range exchanges {
		if g = g.swapped(i); g < f {
			return false
		}
	}
	return true
}

// TestClassesLarger has the largest numbers of classes that take less than a second. Every sum is
// checked inside; here it is that all coteries are more than the nondominated ones, and no more
// than those on one node more, and that a class has at most n! members.
func TestClassesLarger(t *testing.T) {
	eight := assert.Got(countClasses(t.Context(), Query{Nodes: 8, Nondominated: true, Classes: true}, Options{}))(t)
	seven := assert.Got(countClasses(t.Context(), Query{Nodes: 7, Classes: true}, Options{}))(t)
	if eight.Count.Cmp(seven.Count) >= 0 {
		// Each class of self-dual functions gives one or more classes of coteries, by the node that
		// is left out.
		t.Errorf("%v classes of nondominated coteries on 8 nodes, %v of coteries on 7", eight.Count, seven.Count)
	}
	labelled := assert.Got(FixedBy(t.Context(), slices.Repeat([]int{1}, 8), Options{}))(t)
	if least := new(big.Int).Div(labelled, factorialBig(8)); eight.Count.Cmp(least) < 0 {
		t.Errorf("%v classes for %v coteries", eight.Count, labelled)
	}
}

func TestCountClassesInputs(t *testing.T) {
	for _, c := range []struct {
		q      Query
		option string
	}{
		{Query{Nodes: 10, Nondominated: true, Classes: true}, "n"},
		{Query{Nodes: 9, Classes: true}, "n"},
		{Query{Nodes: 0, Classes: true}, "n"},
		{Query{Nodes: 3, Classes: true, Groups: 2}, "group"},
	} {
		_, err := countClasses(t.Context(), c.q, Options{})
		var input *quorum.InputError
		if !errors.As(err, &input) || input.What != c.option || input.Hint() == "" {
			t.Errorf("%+v: %v", c.q, err)
		}
	}
	for _, cycles := range [][]int{nil, {0}, {3, -1}, {10}, {5, 5}, {1 << 62, 1 << 62}} {
		_, err := FixedBy(t.Context(), cycles, Options{})
		var input *quorum.InputError
		if !errors.As(err, &input) || input.What != "cycles" {
			t.Errorf("%v: %v", cycles, err)
		}
	}
}

// TestFixedStops ends what would take long: each of the ways to count hears it.
func TestFixedStops(t *testing.T) {
	cause := errors.New("enough")
	for _, cycles := range [][]int{
		{2, 1, 1, 1, 1, 1, 1, 1}, {2, 2, 2, 1, 1, 1}, {2, 2, 2, 2, 1}, {3, 3, 1, 1, 1}, {4, 2, 2, 1}, {3, 3, 3},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		// The first report comes soon after the start, and the work goes on after it.
		start := reach.CPU()
		_, err := FixedBy(ctx, cycles, Options{Progress: func(stage string, _, _ int) {
			if stage == "" {
				t.Error("a stage without a name")
			}
			if ctx.Err() == nil {
				start = reach.CPU()
				cancel(cause)
			}
		}})
		assert.Is(t, err, cause, "cycles %v", cycles)
		if took := reach.CPU() - start; took > 10*time.Second {
			t.Errorf("cycles %v: ended %v after it was told to", cycles, took)
		}
		cancel(nil)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	assert.Is(t, assert.Err(countClasses(ctx, Query{Nodes: 9, Nondominated: true, Classes: true}, Options{})), cause)
}

// TestCyclicGroupsNoticeAWrongNumber spoils one number after the other: all checks together must
// see it where a number that is 1 too large has to be wrong.
func TestCyclicGroupsNoticeAWrongNumber(t *testing.T) {
	types := CycleTypes(5)
	fixes := map[string]*big.Int{}
	for _, kind := range types {
		fix := assert.Got(FixedBy(t.Context(), kind.Cycles, Options{}))(t)
		fixes[fmt.Sprint(kind.Cycles)] = fix
	}
	assert.OK(t, checkCyclicGroups(types, fixes))
	for _, kind := range types {
		fix := fixes[fmt.Sprint(kind.Cycles)]
		fix.Add(fix, big.NewInt(1))
		assert.ErrorAs[*quorum.InternalError](t, checkCyclicGroups(types, fixes), "%v functions fixed by cycles %v", fix, kind.Cycles)
		fix.Sub(fix, big.NewInt(1))
	}
}
