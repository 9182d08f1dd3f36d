package bounds

import (
	"math/big"
	"math/bits"
	"testing"

	"coterie/internal/check/assert"
)

// disjointLeast returns the least and the greatest number of pairwise disjoint sets of a family to
// which no further one can be added.
func disjointLeast(family []nodeSet, used nodeSet) (least, most int) {
	least = 64
	for _, s := range family {
		if s&used == 0 {
			few, many := disjointLeast(family, used|s)
			least, most = min(least, few+1), max(most, many+1)
		}
	}
	if least == 64 {
		return 0, 0
	}
	return least, most
}

// shares returns the most quorums, up to a bound, of which any so many share a node.
func shares(family []nodeSet, most int) int {
	met := map[nodeSet]bool{}
	for _, s := range family {
		met[s] = true
	}
	for count := 1; count < most; count++ {
		next := map[nodeSet]bool{}
		for common := range met {
			for _, s := range family {
				next[common&s] = true
			}
		}
		if next[0] {
			return count
		}
		met = next
	}
	return most
}

// TestHolderLimits tries the limits on every antichain of up to four nodes, and of five in a long
// run, and each is reached.
func TestHolderLimits(t *testing.T) {
	reached := map[string]int{}
	top := 5
	if testing.Short() {
		top = 4
	}
	for n := 1; n <= top; n++ {
		for _, family := range antichains(n) {
			atMost := func(name string, figure, bound int) {
				if figure > bound {
					t.Fatalf("n=%d %b: %s is %d, above %d", n, family, name, figure, bound)
				} else if figure == bound {
					reached[name]++
				}
			}
			resilience := mostCrashes(n, family)
			if least, k := disjointLeast(family, 0); least == k { // a k-coterie
				atMost("smallest", smallest(family), KCoterieSmallest(n, k))
				atMost("largest", largest(family), KCoterieLargest(n, k))
				atMost("resilience", resilience, KCoterieResilience(n, k))
				switch order := KCoterieLoad(n, k).Cmp(exactLoad(n, family)); {
				case order > 0:
					t.Fatalf("n=%d %b: the load is below the bound for k = %d", n, family, k)
				case order == 0:
					reached["load"]++
				}
			}
			if k := shares(family, 5) - 1; k >= 1 && k <= n {
				atMost("arbiter", resilience, ArbiterResilience(n, k))
			}
		}
	}
	for _, name := range []string{"smallest", "largest", "resilience", "load", "arbiter"} {
		assert.True(t, reached[name] > 0, "no system reaches the limit %s", name)
	}
}

// TestHolderSizes tries the sizes on all assignments of quorums to the nodes of few nodes.
func TestHolderSizes(t *testing.T) {
	for n := 1; n <= 4; n++ {
		var sites []nodeSet
		var assign func()
		assign = func() {
			if len(sites) < n {
				for s := nodeSet(1); s < 1<<n; s++ {
					sites = append(sites, s)
					assign()
					sites = sites[:len(sites)-1]
				}
				return
			}
			most := largest(sites)
			for _, r := range responsibilities(n, sites) {
				most = max(most, r)
			}
			_, k := disjointLeast(sites, 0) // two of any k+1 meet
			if k <= n && most < KCoterieSize(n, k) {
				t.Fatalf("n = %d, k = %d: %b", n, k, sites)
			}
			if k := shares(sites, n+1) - 1; k >= 1 && most < ArbiterSize(n, k) {
				t.Fatalf("n = %d, a %d-arbiter: %b", n, k, sites)
			}
		}
		assign()
	}
	assert.Equal(t, KCoterieSize(14, 2), 3) // two Fano planes
	assert.Equal(t, KCoterieSize(15, 2), 4)
	for n := 1; n <= 60; n++ {
		assert.Equal(t, KCoterieSize(n, 1), MaekawaSize(n), "n = %d", n)
		for k := 1; k <= min(n, 5); k++ {
			size := ArbiterSize(n, k)
			power := func(x, e int) *big.Int { return new(big.Int).Exp(big.NewInt(int64(x)), big.NewInt(int64(e)), nil) }
			if power(size, k+1).Cmp(power(n, k)) < 0 || power(size-1, k+1).Cmp(power(n, k)) >= 0 {
				t.Errorf("n = %d, k = %d: %d", n, k, size)
			}
			assert.True(t, len(assert.Got(HolderLimits(n, k))(t)) == 7 && bits.Len(uint(size)) > 0, "n = %d, k = %d", n, k)
		}
	}
	assert.Refused(HolderLimits(3, 4))(t, "k", "four holders on three nodes")
}
