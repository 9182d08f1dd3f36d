package degenerate

import (
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/planes"
	"coterie/quorum"

	"pgregory.net/rapid"
)

// TestReplaceNodes replaces random nodes of random systems, and compares with a list of sets.
func TestReplaceNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		sets := make([][]int, n)
		sites := rapid.Permutation(slices.Collect(count(n))).Draw(t, "sites")
		for i := range sets {
			sets[i] = rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 1, n, rapid.ID[int]).Draw(t, "set")
		}
		order := rapid.Permutation(slices.Collect(count(n))).Draw(t, "order")
		removed := rapid.IntRange(0, n-1).Draw(t, "removed")
		by := map[int]int{}
		for _, x := range order[:removed] {
			by[x] = rapid.SampledFrom(order[removed:]).Draw(t, "by")
		}
		kept := slices.Sorted(slices.Values(order[removed:]))
		f, err := quorum.NewFamily(n, sets)
		if err != nil {
			t.Fatal(err)
		}
		s, err := quorum.NewSystem("", f, quorum.SystemOptions{Sites: sites})
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReplaceNodes(t.Context(), "name", s, by)
		if err != nil {
			t.Fatal(err)
		}
		if got.N() != len(kept) || got.Name() != "name" || !slices.Equal(got.Sites(), slices.Collect(count(len(kept)))) {
			t.Fatalf("%d nodes, sites %v", got.N(), got.Sites())
		}
		for i, v := range kept {
			var want []int
			for _, u := range sets[sites[v]] {
				if y, ok := by[u]; ok {
					u = y
				}
				want = append(want, slices.Index(kept, u))
			}
			if !got.Family().Set(i).Equal(quorum.SetOf(want...)) {
				t.Fatalf("S_%d = %v, want %v from 0", i+1, got.Family().Set(i), want)
			}
			if slices.Contains(sets[sites[v]], v) && !got.Family().Set(i).Has(i) {
				t.Fatalf("site %d is no longer in its set", i+1)
			}
			for j, w := range kept {
				if f.Set(sites[v]).Intersects(f.Set(sites[w])) && !got.Family().Set(i).Intersects(got.Family().Set(j)) {
					t.Fatalf("sets %d and %d no longer meet", i+1, j+1)
				}
			}
		}
	})
}

func count(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func TestReplaceNodesRefuses(t *testing.T) {
	fano := figure1(t)["b"]
	for says, by := range map[string]map[int]int{
		"node 8 is to be replaced by node 1; nodes are 1..7":          {7: 0},
		"node 0 is to be replaced by node 1; nodes are 1..7":          {-1: 0},
		"node 1 is to be replaced by node 8; nodes are 1..7":          {0: 7},
		"node 1 is to be replaced by node 0; nodes are 1..7":          {0: -1},
		"node 0 is to be replaced by node 0; nodes are 1..7":          {-1: -1},
		"node 3 is to be replaced by node 3, which is removed itself": {2: 2},
		"node 3 is to be replaced by node 5, which is removed itself": {2: 4, 4: 1},
		"node 1 is to be replaced by node 2, which is removed itself": {0: 1, 1: 0},
		"the sets of sites, and the system has no site assignment":    nil,
	} {
		s := fano
		if by == nil {
			s = assert.Got(quorum.NewSystem("", fano.Family(), quorum.SystemOptions{}))(t)
		}
		assert.Refused(ReplaceNodes(t.Context(), "", s, by))(t, says, "%v", by)
	}
	if s, err := ReplaceNodes(t.Context(), "same", fano, nil); err != nil || !s.Family().Equal(fano.SiteFamily()) {
		t.Errorf("nothing replaced: %v, %v", s, err)
	}
}

// TestReplacementMustBeTheSameInEveryLine has the witness of the other reading of the paper.
func TestReplacementMustBeTheSameInEveryLine(t *testing.T) {
	a, b := quorum.SetOf(0, 5, 6), quorum.SetOf(1, 4, 6) // {1,6,7} and {2,5,7}
	fano := figure1(t)["b"].Family()
	lines := 0
	for i := range fano.Len() {
		if s := fano.Set(i); s.Equal(a) || s.Equal(b) {
			lines++
		}
	}
	if lines != 2 || !a.Intersect(b).Equal(quorum.SetOf(6)) {
		t.Fatal("not two lines that meet in 7")
	}
	if quorum.SetOf(0, 5, 2).Intersects(quorum.SetOf(1, 4, 3)) {
		t.Error("with 7 replaced by 3 in one and by 4 in the other they still meet")
	}
}

// TestEnoughNodesToReplace checks that no more points are removed than kept, for every n.
func TestEnoughNodesToReplace(t *testing.T) {
	for q := 1; q <= planes.MaxOrder; q = bounds.PlaneOrderAtLeast(q + 1) {
		least := 2 // the least n for which q is the order
		if q > 1 {
			least = bounds.PlanePoints(bounds.PlaneOrderAtMost(q-1)) + 1
		}
		if Order(least) != q || Order(bounds.PlanePoints(q)) != q {
			t.Errorf("order %d: not that of n = %d or %d", q, least, bounds.PlanePoints(q))
		}
		if removed := bounds.PlanePoints(q) - least; removed > least {
			t.Errorf("order %d: for n = %d, %d points are removed", q, least, removed)
		}
	}
}
