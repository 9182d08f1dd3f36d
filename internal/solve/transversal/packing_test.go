package transversal

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// packNaive returns the greatest number of pairwise disjoint quorums from the i-th on that
// avoid the used nodes: take it, or not.
func packNaive(f quorum.Family, i int, used quorum.Set) int {
	if i == f.Len() {
		return 0
	}
	most := packNaive(f, i+1, used)
	if q := f.Set(i); !q.Intersects(used) {
		most = max(most, 1+packNaive(f, i+1, used.Union(q)))
	}
	return most
}

// checkPacking checks a result from the definitions: the quorums are disjoint, and the reason
// given for the upper bound holds.
func checkPacking(t testing.TB, what string, f quorum.Family, p Packing) {
	t.Helper()
	if len(p.Quorums) > p.Upper || (len(p.Quorums) < p.Upper) != (p.Stopped != nil) {
		t.Fatalf("%s: %+v does not hold together", what, p)
	}
	for i, a := range p.Quorums {
		for _, b := range p.Quorums[:i] {
			if b >= a || f.Set(int(a)).Intersects(f.Set(int(b))) {
				t.Fatalf("%s: quorums %v and %v", what, b, a)
			}
		}
	}
	if p.UpperBy == "transversal" {
		assert.MustEqual(t, p.Transversal.Len(), p.Upper, "%s", what)
		for i := range f.Len() {
			assert.MustTrue(t, f.Set(i).Intersects(p.Transversal), "%s: %v does not meet quorum %d", what, p.Transversal, i)
		}
	} else if !p.Transversal.Empty() {
		t.Fatalf("%s: a transversal for a bound by %q", what, p.UpperBy)
	}
	if p.UpperBy == "intersection" {
		for i := range f.Len() {
			for j := range i {
				assert.MustTrue(t, f.Set(i).Intersects(f.Set(j)), "%s: quorums %d and %d do not meet", what, i, j)
			}
		}
	}
}

func TestDisjointAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	reasons := map[string]int{}
	for trial := range 2500 {
		n := 1 + r.IntN(14)
		f := randomSets(t, r, n, 1+r.IntN(16), 1+r.IntN(1+n/2), trial%7 == 0)
		want := packNaive(f, 0, quorum.Set{})
		got := Disjoint(t.Context(), f, Options{Most: 1 << 40})
		checkPacking(t, fmt.Sprint(trial), f, got)
		if len(got.Quorums) != want || got.Stopped != nil {
			t.Fatalf("trial %d: %+v, want %d", trial, got, want)
		}
		reasons[got.UpperBy]++

		// The bounds and the search, each alone.
		h := searchable(t, f)
		if s, w := h.sizesBound(), h.weightsBound(); s < want || w < want {
			t.Fatalf("trial %d: bounds %d by sizes, %d by weights, but %d are disjoint", trial, s, w, want)
		}
		s := newPackSearch(t.Context(), h, 1<<40)
		for _, need := range []int{want + 1, want, max(1, want-1), 1, want, want + 1} { // with one memo
			s.chosen = s.chosen[:0]
			assert.MustEqual(t, s.extend(0, sets.Full(len(h.index)), need), need <= want, "trial %d: are %d disjoint", trial, need)
		}
	}
	for _, by := range []string{"sizes", "weights", "transversal", "intersection", "search"} {
		if reasons[by] == 0 {
			t.Errorf("no upper bound by %s among %v", by, reasons)
		}
	}
}

// TestInterchangeable exchanges every two nodes of one class, and one node of every class with one
// of every other: exactly the first maps quorums to quorums.
func TestInterchangeable(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	together := 0
	for trial := range 400 {
		h := searchable(t, randomSets(t, r, 3+r.IntN(5), 1+r.IntN(8), 3, false))
		rows := map[uint64]bool{}
		for i := range h.index {
			rows[h.row(i)[0]] = true
		}
		class, _ := h.interchangeable(t.Context())
		for v := range h.nodes {
			for u := range v {
				kept := true
				for x := range rows {
					if x>>u&1 != x>>v&1 {
						kept = kept && rows[x^(1<<u|1<<v)]
					}
				}
				assert.MustEqual(t, kept, class[u] == class[v], "trial %d: exchange of columns %d and %d", trial, u, v)
				if kept {
					together++
				}
			}
		}
	}
	if together == 0 {
		t.Error("no two nodes were interchangeable")
	}
}

// TestDefaultNodesShrink: a search in a large family has a limit that it reaches in time.
func TestDefaultNodesShrink(t *testing.T) {
	for _, c := range []struct {
		nodes, words int
		want         int64
	}{{1, 1, 1000}, {64, 8, 1000}, {64, 16, 500}, {2500, 40, 5}, {2500, 4000, 1}} {
		h := &hitting{nodes: make([]int, c.nodes), index: make([]quorum.Index, 64*c.words)}
		assert.Equal(t, h.defaultNodes(1000), c.want, "%d columns of %d words: nodes", c.nodes, c.words)
	}
}
