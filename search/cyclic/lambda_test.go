package cyclic

import (
	"math/bits"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/search"
)

// leastRepeated goes through all sets of residues with 0, and returns the least number of a set
// that meets each of its translates lambda times.
func leastRepeated(n, lambda int) int {
	least := n
	for d := uint(1); d < 1<<n; d += 2 {
		ok := bits.OnesCount(d) < least
		for by := 1; by < n && ok; by++ {
			ok = bits.OnesCount(d&(d<<by|d>>(n-by))) >= lambda
		}
		if ok {
			least = bits.OnesCount(d)
		}
	}
	return least
}

func TestRepeatedAgainstAllSets(t *testing.T) {
	for n := 2; n <= 20; n++ {
		for lambda := 2; lambda <= min(n, 3); lambda++ {
			want := leastRepeated(n, lambda)
			methods := []search.Method{search.Auto, search.SAT}
			if n > 12 {
				methods = methods[:1]
			}
			for _, method := range methods {
				r := MustFind(t, n, Options{Lambda: lambda, Method: method})
				k, _ := r.Value.Int()
				if k != want || len(r.Cover) != k || !r.Optimal || r.System.N() != n {
					t.Errorf("n=%d lambda=%d %s: %v, %d is least", n, lambda, method, r.Cover, want)
				}
			}
		}
	}
}

func TestRepeatedReasons(t *testing.T) {
	for _, c := range []struct {
		n, lambda    int
		lower, upper string
	}{
		{22, 2, "theorem of Bruck, Ryser and Chowla: v = 22 is even and k-λ = 5 is not a square", "a union of orbits under multiplication by 21"},
		{37, 2, "counting, K(K-1) >= 2(n-1)", "a union of orbits under multiplication by 7"},
		{8, 3, "counting, K(K-1) >= 3(n-1)+1, as n/2 is a difference an even number of times", "a union of orbits under multiplication by 3"},
		{16, 2, "exhaustive search over sets of residues: none of 6", "a union of orbits under multiplication by 3"},
		{40, 2, "counting, K(K-1) >= 2(n-1)", "annealing"},
	} {
		if r := MustFind(t, c.n, Options{Lambda: c.lambda}); r.LowerBy != c.lower || r.UpperBy != c.upper || !r.Optimal {
			t.Errorf("n=%d lambda=%d: %q, %q", c.n, c.lambda, r.LowerBy, r.UpperBy)
		}
	}
	for _, c := range []struct{ n, lambda int }{{7, 8}, {7, -1}, {258, 2}} {
		if r, err := Find(t.Context(), c.n, Options{Lambda: c.lambda}); r != nil || err == nil || !strings.Contains(err.Error(), "large") && !strings.Contains(err.Error(), "range") {
			t.Errorf("n=%d lambda=%d: %v, %v", c.n, c.lambda, r, err)
		}
	}
}

// TestRepeatedComesDown: where no union of orbits is near, the steps are enough to come down from
// all residues to two more than counting allows.
func TestRepeatedComesDown(t *testing.T) {
	for _, c := range []struct{ n, lambda, most int }{{80, 2, 15}, {84, 2, 16}, {90, 5, 24}, {96, 2, 16}, {96, 5, 25}} {
		cover, by := Repeated(t.Context(), c.n, c.lambda)
		assert.True(t, len(cover) <= c.most, "n = %d, lambda = %d: %d residues, by %s", c.n, c.lambda, len(cover), by)
	}
}
