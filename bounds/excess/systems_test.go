package excess

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// systems lists n pairwise meeting sets of k nodes on n nodes, every node in k of them: each system
// at least once up to the names of sets and nodes. The least node that lacks sets is served next,
// and nodes are named in the order in which they appear.
func systems(n, k int, yield func(sets [][]int) bool) {
	var sets []uint
	var beyond []int // the nodes that each set shares with the others, beyond one each
	e := k*(k-1) + 1 - n
	degree := make([]int, n)
	used := 0
	var next func() bool
	var grow func(set uint, from, fresh int) bool
	grow = func(set uint, from, fresh int) bool {
		if bits.OnesCount(set) == k {
			// Sizes and responsibilities are k, so that a set shares e nodes beyond one with each
			// other.
			own := 0
			for i, s := range sets {
				shared := bits.OnesCount(s&set) - 1
				if own += shared; shared < 0 || own > e || beyond[i]+shared > e {
					return true
				}
			}
			// Sets that begin with the same node come in ascending order, equal ones are allowed.
			if len(sets) > 0 {
				last := sets[len(sets)-1]
				if bits.TrailingZeros(last) == bits.TrailingZeros(set) && set < last {
					return true
				}
			}
			old, before := used, slices.Clone(beyond)
			for i, s := range sets {
				beyond[i] += bits.OnesCount(s&set) - 1
			}
			beyond = append(beyond, own)
			used = max(used, bits.Len(set))
			sets = append(sets, set)
			for x := range n {
				degree[x] += int(set >> x & 1)
			}
			ok := next()
			for x := range n {
				degree[x] -= int(set >> x & 1)
			}
			sets, used, beyond = sets[:len(sets)-1], old, before
			return ok
		}
		for x := from; x < n && x <= fresh; x++ {
			if degree[x] < k && !grow(set|1<<x, x+1, max(fresh, x+1)) {
				return false
			}
		}
		return true
	}
	next = func() bool {
		if len(sets) == n {
			list := make([][]int, n)
			for i, s := range sets {
				for x := range n {
					if s>>x&1 == 1 {
						list[i] = append(list[i], x)
					}
				}
			}
			return yield(list)
		}
		for x := range n {
			if degree[x] < k {
				return grow(1<<x, x+1, max(used, x+1))
			}
		}
		return true
	}
	next()
}

// checkLemmas judges the theorems on one system.
func checkLemmas(t *testing.T, n, k int, sets [][]int) (kind string) {
	t.Helper()
	e := k*(k-1) + 1 - n
	own, dual := excessOf(sets)
	for _, g := range []graph{own, dual} {
		if sum, ok := g.regular(); !ok || sum != e {
			t.Fatalf("n = %d, %v: not %d-regular", n, sets, e)
		}
	}
	simple := true
	for i := range n {
		for j := range n {
			simple = simple && own[i][j] <= 1
			if own[i][j] < 0 || dual[i][j] < -1 {
				t.Fatalf("n = %d, %v: entries %d and %d", n, sets, own[i][j], dual[i][j])
			}
		}
	}
	if simple {
		for i := range n {
			for j := range n {
				if dual[i][j] < 0 || dual[i][j] > 1 {
					t.Fatalf("n = %d, %v: the dual has the entry %d", n, sets, dual[i][j])
				}
			}
		}
	}
	// AE' = EA.
	in := make([][]int, n)
	for i, s := range sets {
		in[i] = make([]int, n)
		for _, x := range s {
			in[i][x] = 1
		}
	}
	for i := range n {
		for x := range n {
			left, right := 0, 0
			for y := range n {
				left += in[i][y] * dual[y][x]
				right += own[i][y] * in[y][x]
			}
			assert.MustEqual(t, left, right, "n = %d, %v: AE' and EA differ", n, sets)
		}
	}
	if d := compareGraph(k, own); d != 0 {
		t.Fatalf("n = %d, %v: the form is not that of a sum of squares: %+v", n, sets, d)
	}
	if e != 2 || k < 4 {
		return fmt.Sprint(simple)
	}
	a, ok := own.cycles()
	b, also := dual.cycles()
	if !ok || !also || !slices.Equal(a, b) {
		t.Fatalf("n = %d, %v: cycles %v and %v", n, sets, a, b)
	}
	r, err := Decide(t.Context(), n, k)
	if err != nil || r.Excluded || !slices.ContainsFunc(r.Left, func(l []int) bool { return slices.Equal(l, a) }) {
		t.Fatalf("n = %d, %v: cycles %v are refuted: %+v, %v", n, sets, a, r, err)
	}
	return fmt.Sprint(a)
}

// TestLemmasOnAllSystems goes through all systems for K = 3 and 4 with e <= 2.
func TestLemmasOnAllSystems(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for _, c := range []struct {
		n, k  int
		kinds []string // which exist
	}{
		{7, 3, []string{"true"}}, {6, 3, []string{"true"}},
		{13, 4, []string{"true"}}, {12, 4, []string{"true"}}, {11, 4, []string{"[11]", "[6 3 2]"}},
	} {
		kinds, count := map[string]bool{}, 0
		systems(c.n, c.k, func(sets [][]int) bool {
			kinds[checkLemmas(t, c.n, c.k, sets)] = true
			count++
			return true
		})
		var seen []string
		for kind := range kinds {
			seen = append(seen, kind)
		}
		slices.Sort(seen)
		t.Logf("n = %d, K = %d: %d systems, %v", c.n, c.k, count, seen)
		assert.Slice(t, seen, c.kinds, "n = %d, K = %d", c.n, c.k)
	}
}

// TestLemmasOnCovers: the translates of covers that are little larger than a difference set, among
// them 19 nodes with K = 5 and 40 with K = 7 in two orbits.
func TestLemmasOnCovers(t *testing.T) {
	tried := 0
	for n := 6; n <= 31; n++ {
		k := 3
		for k*(k-1)+1 < n {
			k++
		}
		if k*(k-1)+1-n > k-2 {
			continue
		}
		if cover := anyCover(n, k); cover != nil {
			var sets [][]int
			for i := range n {
				var s []int
				for _, x := range cover {
					s = append(s, (x+i)%n)
				}
				slices.Sort(s)
				sets = append(sets, s)
			}
			checkLemmas(t, n, k, sets)
			tried++
		}
	}
	if tried < 8 {
		t.Errorf("%d covers", tried)
	}
}

// anyCover returns k residues whose differences are all residues modulo n; nil if there are none.
func anyCover(n, k int) (cover []int) {
	var grow func(list []int) bool
	grow = func(list []int) bool {
		if len(list) == k {
			seen := make([]bool, n)
			count := 0
			for _, x := range list {
				for _, y := range list {
					if d := (x - y + n) % n; !seen[d] {
						seen[d] = true
						count++
					}
				}
			}
			if count == n {
				cover = slices.Clone(list)
			}
			return cover != nil
		}
		for x := list[len(list)-1] + 1; x < n; x++ {
			if grow(append(list, x)) {
				return true
			}
		}
		return false
	}
	grow([]int{0, 1})
	return cover
}
