package transversal

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/looks"
	"coterie/quorum"
)

// randomSets returns a family of up to m random sets of at most size of n nodes; it may repeat
// quorums, contain supersets and leave nodes out. If meeting is set, every two quorums meet.
func randomSets(t testing.TB, r *rand.Rand, n, m, size int, meeting bool) quorum.Family {
	t.Helper()
	var quorums [][]int
	for range m {
		q := r.Perm(n)[:1+r.IntN(size)]
		if meeting && slices.ContainsFunc(quorums, func(p []int) bool {
			return !slices.ContainsFunc(p, func(v int) bool { return slices.Contains(q, v) })
		}) {
			continue
		}
		quorums = append(quorums, q)
	}
	return assert.Got(quorum.NewFamily(n, quorums))(t)
}

// naiveTransversal returns the size of a smallest transversal, from all 2^n sets.
func naiveTransversal(f quorum.Family) int {
	var masks []uint32
	for _, q := range f.All() {
		var x uint32
		for _, v := range q {
			x |= 1 << v
		}
		masks = append(masks, x)
	}
	least := f.N() + 1
	for set := range uint32(1) << f.N() {
		if c := bits.OnesCount32(set); c < least && !slices.ContainsFunc(masks, func(x uint32) bool { return x&set == 0 }) {
			least = c
		}
	}
	return least
}

// checkTransversal checks a result from the definitions: the set meets every quorum, the packing
// is disjoint, and the fields agree with each other.
func checkTransversal(t testing.TB, what string, f quorum.Family, r Cover) {
	t.Helper()
	if r.Lower > r.Set.Len() || (r.Lower < r.Set.Len()) != (r.Stopped != nil) {
		t.Fatalf("%s: %+v does not hold together", what, r)
	}
	for i, q := range f.All() {
		if !slices.ContainsFunc(q, func(v int32) bool { return r.Set.Has(int(v)) }) {
			t.Fatalf("%s: %v does not meet quorum %v", what, r.Set, f.Set(i))
		}
	}
	assert.MustEqual(t, r.By == "packing", len(r.Packing) > 0, "%s: %q with a packing of %d", what, r.By, len(r.Packing))
	if r.By == "packing" {
		assert.MustEqual(t, len(r.Packing), r.Lower, "%s", what)
		for i, a := range r.Packing {
			for _, b := range r.Packing[:i] {
				if f.Set(int(a)).Intersects(f.Set(int(b))) {
					t.Fatalf("%s: quorums %v and %v of the packing meet", what, a, b)
				}
			}
		}
	}
}

// TestTransversalAgainstAllSets compares the whole, and each of its parts that decides alone,
// with the naive oracle on random families.
func TestTransversalAgainstAllSets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	reasons := map[string]int{}
	for trial := range 1500 {
		n := 1 + r.IntN(12)
		f := randomSets(t, r, n, 1+r.IntN(30), 1+r.IntN(n), trial%2 == 0)
		want := naiveTransversal(f)
		got := Smallest(t.Context(), f, Options{Jobs: 1 + trial%3, Most: 1 << 40})
		checkTransversal(t, fmt.Sprint(trial), f, got)
		if got.Set.Len() != want || got.Stopped != nil {
			t.Fatalf("trial %d: %+v, want size %d", trial, got, want)
		}
		reasons[got.By]++

		h := searchable(t, f)
		best := bounded(t, h)
		if best.lower > want || len(best.columns) < want || !h.meetsAll(t.Context(), best.columns) {
			t.Fatalf("trial %d: bounds %d..%d, smallest is %d", trial, best.lower, len(best.columns), want)
		}
		if c := assert.Got(h.tableTransversal(t.Context(), 1))(t); len(c) != want || !h.meetsAll(t.Context(), c) {
			t.Fatalf("trial %d: table %v, smallest is %d", trial, c, want)
		}
		if c := h.improved(best.columns, want); len(c) < want || !h.meetsAll(t.Context(), c) {
			t.Fatalf("trial %d: local search %v, smallest is %d", trial, c, want)
		}
		for k := range want + 2 {
			chosen, _, err := decideHitting(t.Context(), h, k, 1+trial%3, 1<<40)
			if err != nil || (chosen != nil) != (k >= want) || chosen != nil && (len(chosen) > k || !h.meetsAll(t.Context(), chosen)) {
				t.Fatalf("trial %d: is there a transversal of %d: %v %v; smallest is %d", trial, k, chosen, err, want)
			}
		}
	}
	for _, by := range []string{"packing", "degrees", "table", "parts"} {
		if reasons[by] == 0 {
			t.Errorf("no lower bound by %s among %v", by, reasons)
		}
	}
}

// TestTransversalSearchAgainstTable compares the branch and bound with the table above the
// reach of the naive oracle, where rows fill several words and views are compacted.
func TestTransversalSearchAgainstTable(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for trial := range 60 {
		n := 14 + r.IntN(7)
		f := randomSets(t, r, n, 50+r.IntN(900), 2+r.IntN(6), trial%2 == 0)
		h := searchable(t, f)
		want := len(assert.Got(h.tableTransversal(t.Context(), 1))(t))
		for _, k := range []int{want - 1, want} {
			chosen, visited, err := decideHitting(t.Context(), h, k, 2, 1<<40)
			if err != nil || (chosen != nil) != (k == want) || chosen != nil && !h.meetsAll(t.Context(), chosen) {
				t.Fatalf("trial %d: is there a transversal of %d: %v %v; smallest is %d", trial, k, chosen, err, want)
			}
			same, count, err := decideHitting(t.Context(), h, k, 1, 1<<40)
			if err != nil || !slices.Equal(same, chosen) || count != visited {
				t.Fatalf("trial %d: one worker found %v after %d nodes, two found %v after %d", trial, same, count, chosen, visited)
			}
			// With less work than it takes, both give up; with as much, neither does.
			for _, jobs := range []int{1, 2} {
				if _, _, err := decideHitting(t.Context(), h, k, jobs, visited-1); err != errTooManyNodes {
					t.Fatalf("trial %d: %d workers: %v after %d of %d nodes", trial, jobs, err, visited-1, visited)
				}
				if a, _, err := decideHitting(t.Context(), h, k, jobs, visited); err != nil || !slices.Equal(a, chosen) {
					t.Fatalf("trial %d: %d workers: answer %v, %v with all of %d nodes", trial, jobs, a, err, visited)
				}
			}
		}
	}
}

// TestCutShortProvesNothing: a search whose context ends early never says that there is no
// transversal, which would raise a proved bound.
func TestCutShortProvesNothing(t *testing.T) {
	h := searchable(t, grid(t, 7))
	ended := 0
	for after := range 20 {
		chosen, _, err := decideHitting(looks.Before(t.Context(), after), h, 7, 1+after%2, 1<<40)
		assert.True(t, chosen != nil || err != nil, "after %d looks there is no transversal of 7 nodes", after)
		if err != nil {
			ended++
		}
	}
	assert.True(t, ended > 0, "no search was ended by the context")
}

// TestSweepAfterSearch: where a search would take longer than a sweep over all sets, the sweep
// decides, and says the same.
func TestSweepAfterSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for trial := range 3 {
		var quorums [][]int
		for range 2000 {
			quorums = append(quorums, r.Perm(25 + trial)[:9])
		}
		f := assert.Got(quorum.NewFamily(25+trial, quorums))(t)
		got := Smallest(t.Context(), f, Options{Jobs: 1 + trial, MaxNodes: 100_000})
		checkTransversal(t, fmt.Sprint(trial), f, got)
		assert.Equal(t, got.By, "table", "trial %d: %+v", trial, got)
		h := searchable(t, f)
		for _, k := range []int{got.Lower - 1, got.Lower} {
			chosen, _, err := decideHitting(t.Context(), h, k, 1, 1<<40)
			if err != nil || (chosen != nil) != (k == got.Lower) {
				t.Errorf("trial %d: is there a transversal of %d: %v %v; smallest is %d", trial, k, chosen, err, got.Lower)
			}
		}
	}
}
