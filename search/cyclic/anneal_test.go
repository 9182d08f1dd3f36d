package cyclic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
	"coterie/search"
)

// TestTally makes steps of annealing under every kind of group, and counts anew what the tally
// keeps count of.
func TestTally(t *testing.T) {
	for _, c := range []struct{ n, lambda, k int }{{21, 1, 5}, {48, 1, 8}, {63, 1, 9}, {91, 1, 12}, {105, 1, 12}, {40, 3, 12}, {41, 2, 10}} {
		all := groups(c.n, c.k)
		if c.lambda > 1 {
			all = [][]int{{1}}
		}
		for _, group := range all {
			o := orbitsUnder(c.n, group)
			a := newAnnealing(o, c.lambda, c.k, 1, rand.NewPCG(1, 2))
			for range 30 {
				if a.lack == 0 || len(a.in) == 0 {
					break
				}
				a.step()
				short, residues := make([]int, c.n), map[int32]bool{}
				for _, x := range a.d {
					residues[x] = true
					for _, u := range group {
						if !slices.Contains(a.d, int32(int(x)*u%c.n)) {
							t.Fatalf("n=%d: %v is no union of orbits under %v", c.n, a.d, group)
						}
					}
				}
				assert.MustEqual(t, len(residues), len(a.d), "n=%d: residues of %v", c.n, a.d)
				for _, x := range a.d {
					for _, y := range a.d {
						short[(int(x)-int(y)+c.n)%c.n]++
					}
				}
				lack, missing := 0, 0
				for class, d := range o.rep {
					wanted := c.lambda
					if c.lambda > 1 && 2*int(d) == c.n {
						wanted = (c.lambda + 1) / 2
						short[d] /= 2
					}
					if left := wanted - short[d]; left > 0 {
						lack += left
						missing++
						assert.MustTrue(t, slices.Contains(a.missing, int32(class)), "n=%d: %d is missing", c.n, d)
					}
				}
				if lack != a.lack || missing != len(a.missing) {
					t.Fatalf("n=%d, group %v: %v lacks %d, not %d; %d classes are missing, not %d", c.n, group, a.d, lack, a.lack, missing, len(a.missing))
				}
				if next := int32(a.below(len(o.members))); !a.isIn[next] {
					gain, before := a.gain(next), a.lack
					a.put(next)
					assert.MustEqual(t, before-a.lack, gain, "n=%d, group %v: gain of %v", c.n, group, o.members[next])
					a.drop(next)
					assert.MustEqual(t, a.lack, before, "n=%d, group %v", c.n, group)
				}
			}
		}
	}
}

// TestOrbits holds the classes against their definition.
func TestOrbits(t *testing.T) {
	for _, n := range []int{2, 15, 21, 40, 73} {
		for _, group := range groups(n, n) {
			assert.MustTrue(t, !slices.Contains(group, n-1) || n == 2, "n=%d: %v", n, group)
			o := orbitsUnder(n, group)
			for x := range n {
				for y := range n {
					same := slices.ContainsFunc(group, func(u int) bool { return u*x%n == y })
					assert.MustEqual(t, o.of[x] == o.of[y], same, "n=%d, group %v: %d and %d", n, group, x, y)
					if x > 0 && y > 0 {
						same = same || slices.ContainsFunc(group, func(u int) bool { return u*x%n == n-y })
						assert.MustEqual(t, o.class[x] == o.class[y] && o.class[n+x] == o.class[y], same, "n=%d, group %v: %d and %d", n, group, x, y)
					}
				}
			}
		}
	}
}

// TestGroups compares the groups with all sets of units that are closed.
func TestGroups(t *testing.T) {
	for _, n := range []int{7, 9, 13, 15, 16, 20, 21, 24, 28} {
		var units []int
		for u := 1; u < n; u++ {
			if gf.GCD(u, n) == 1 {
				units = append(units, u)
			}
		}
		for _, most := range []int{1, 3, 20} {
			want := map[string]bool{}
			for chosen := 1; chosen < 1<<len(units); chosen += 2 {
				var set []int
				closed := true
				for i, u := range units {
					if chosen>>i&1 == 0 {
						continue
					}
					set = append(set, u)
					for j, v := range units {
						closed = closed && (chosen>>j&1 == 0 || chosen>>slices.Index(units, u*v%n)&1 == 1)
					}
				}
				if closed && len(set) <= most && !slices.Contains(set, n-1) {
					want[fmt.Sprint(set)] = true
				}
			}
			for _, group := range groups(n, most) {
				assert.MustTrue(t, want[fmt.Sprint(group)], "n=%d: %v", n, group)
				delete(want, fmt.Sprint(group))
			}
			assert.MustEqual(t, len(want), 0, "n=%d: not listed: %v", n, want)
		}
	}
}

// TestAnnealing: annealing comes to covers that exhaustive search proves to be least, and to one of
// 14 residues modulo 147, which has three multipliers.
func TestAnnealing(t *testing.T) {
	for _, n := range []int{21, 39, 57, 147} {
		want := 14
		if n < len(leastSizes) {
			want = leastSizes[n-1]
		}
		r := MustFind(t, n, Options{Method: search.Annealing, Steps: 50_000})
		checkCover(t, n, r.Cover, want)
		again := MustFind(t, n, Options{Method: search.Annealing, Steps: 50_000, Options: search.Options{Jobs: 3}})
		assert.Slice(t, again.Cover, r.Cover, "n=%d, with one seed", n)
	}
}
