package measure

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"coterie/internal/sets"
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
	if len(p.Quorums) > p.Upper || p.Exact() != (p.Stopped == "") {
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
		if p.Transversal.Len() != p.Upper {
			t.Fatalf("%s: %v proves no upper bound of %d", what, p.Transversal, p.Upper)
		}
		for i := range f.Len() {
			if !f.Set(i).Intersects(p.Transversal) {
				t.Fatalf("%s: %v does not meet quorum %d", what, p.Transversal, i)
			}
		}
	} else if !p.Transversal.Empty() {
		t.Fatalf("%s: a transversal for a bound by %q", what, p.UpperBy)
	}
	if p.UpperBy == "intersection" {
		for i := range f.Len() {
			for j := range i {
				if !f.Set(i).Intersects(f.Set(j)) {
					t.Fatalf("%s: quorums %d and %d do not meet", what, i, j)
				}
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
		got := MaxDisjoint(t.Context(), f, PackingOptions{})
		checkPacking(t, fmt.Sprint(trial), f, got)
		if len(got.Quorums) != want || !got.Exact() {
			t.Fatalf("trial %d: %+v, want %d", trial, got, want)
		}
		reasons[got.UpperBy]++

		// The bounds and the search, each alone.
		h := newHitting(f)
		if s, w := h.sizesBound(), h.weightsBound(); s < want || w < want {
			t.Fatalf("trial %d: bounds %d by sizes, %d by weights, but %d are disjoint", trial, s, w, want)
		}
		s := newPackSearch(t.Context(), h, 1<<40)
		for _, need := range []int{want + 1, want, max(1, want-1), 1, want, want + 1} { // with one memo
			s.chosen = s.chosen[:0]
			if got := s.extend(0, sets.Full(len(h.index)), need); got != (need <= want) {
				t.Fatalf("trial %d: are %d disjoint: %v; %d are", trial, need, got, want)
			}
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
		h := newHitting(randomSets(t, r, 3+r.IntN(5), 1+r.IntN(8), 3, false))
		rows := map[uint64]bool{}
		for i := range h.index {
			rows[h.row(i)[0]] = true
		}
		class, _ := h.interchangeable()
		for v := range h.nodes {
			for u := range v {
				kept := true
				for x := range rows {
					if x>>u&1 != x>>v&1 {
						kept = kept && rows[x^(1<<u|1<<v)]
					}
				}
				if kept != (class[u] == class[v]) {
					t.Fatalf("trial %d: exchange of columns %d and %d: %v, classes %v", trial, u, v, kept, class)
				}
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

// TestDegreesOfCartels takes group quorum systems whose degrees are known: the number of parallel
// quorums, and ⌊n/r⌋ for r of n nodes.
func TestDegreesOfCartels(t *testing.T) {
	for _, c := range []struct {
		spec string
		want []int
	}{
		{"surficial:n=24,m=4", []int{2, 2, 2, 2}},
		{"surficial:n=54,m=4", []int{3, 3, 3, 3}},
		{"affine:order=7,m=4", []int{7, 7, 7, 7}},
		{"affine:order=16,m=5", []int{16, 16, 16, 16, 16}},
		{"net:side=10,m=3", []int{10, 10, 10}},
		{"lift:m=3,of=(fpp:order=4)", []int{1, 1, 1}},
		{"lift:m=2,of=(majority:n=15)", []int{1, 1}},
		{"read-write-grid:rows=4,columns=3", []int{4, 1}},
		{"read-write-grid:rows=5,columns=5", []int{5, 1}},
		{"gifford:votes=1-1-1-1-1-1-1,read=2,write=6", []int{3, 1}},
		// Read quotas of 4: {3,1}, {2,2}, {1,1,1,...}: 3+3+2+2+2+1+1+1 = 15 votes are at most three
		// fours; the writes hold 12 of 15 votes.
		{"gifford:votes=3-3-2-2-2-1-1-1,read=4,write=12", []int{3, 1}},
	} {
		g := builtOf(t, c.spec).(*quorum.GroupSystem)
		for i, want := range c.want {
			got := MaxDisjoint(t.Context(), g.Cartel(i), PackingOptions{})
			checkPacking(t, c.spec, g.Cartel(i), got)
			if len(got.Quorums) != want || !got.Exact() {
				t.Errorf("%s: cartel %d: %+v, want %d", c.spec, i+1, got, want)
			}
			// Every cartel has a transversal of at least its degree, and the one does not depend
			// on quorums that meet.
			tr := SmallestTransversal(t.Context(), g.Cartel(i), TransversalOptions{})
			checkTransversal(t, c.spec, g.Cartel(i), tr)
			if tr.Size < want {
				t.Errorf("%s: cartel %d: transversal of %d, degree %d", c.spec, i+1, tr.Size, want)
			}
		}
	}
}

// TestDisjointStops: with little work or a context that has ended, an interval comes back.
func TestDisjointStops(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var quorums [][]int
	for range 300 {
		quorums = append(quorums, r.Perm(43)[:4])
	}
	f, err := quorum.NewFamily(43, quorums)
	if err != nil {
		t.Fatal(err)
	}
	got := MaxDisjoint(t.Context(), f, PackingOptions{MaxNodes: 1})
	checkPacking(t, "limited", f, got)
	if got.Exact() || got.Stopped != "more than 1 nodes of the search tree" {
		t.Errorf("limited: %+v", got)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	got = MaxDisjoint(ctx, f, PackingOptions{})
	checkPacking(t, "cancelled", f, got)
	if got.Exact() || got.Stopped != "stopped: enough" {
		t.Errorf("cancelled: %+v", got)
	}
	empty, err := quorum.NewFamily(3, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := MaxDisjoint(t.Context(), empty, PackingOptions{}); !got.Exact() || len(got.Quorums) != 0 {
		t.Errorf("empty family: %+v", got)
	}
}
