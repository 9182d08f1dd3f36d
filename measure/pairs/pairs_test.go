package pairs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/measure/pairs"
	"coterie/quorum"
)

// rulerCover is a difference cover of Z_n without arithmetic of the project: 0..r-1 and the
// multiples of r up to n/2.
func rulerCover(n, r int) (cover []int) {
	for x := range n {
		if x < r || x%r == 0 && x <= n/2+r {
			cover = append(cover, x)
		}
	}
	return cover
}

// owned counts the pairs of each owner from the definition, and that each pair is once there and
// held.
func owned(t *testing.T, a *pairs.Assignment, held func(owner, block int) bool) []int {
	t.Helper()
	of, seen := make([]int, a.Owners), map[[2]quorum.Node]bool{}
	for _, p := range a.Pairs {
		of[p.Owner]++
		if seen[p.Blocks] || p.Blocks[0] >= p.Blocks[1] || !held(int(p.Owner), int(p.Blocks[0])) || !held(int(p.Owner), int(p.Blocks[1])) {
			t.Fatalf("%v to %v, twice or not held", p.Blocks, p.Owner)
		}
		seen[p.Blocks] = true
	}
	assert.Equal(t, len(seen), a.Blocks*(a.Blocks-1)/2, "pairs")
	return of
}

// TestCoversShareEvenly: every translate of a cover has half of n-1 pairs, rounded down or up, for
// odd and even n, and flows over the same translates come to the same share.
func TestCoversShareEvenly(t *testing.T) {
	for n := 1; n <= 40; n++ {
		for _, r := range []int{3, 5} {
			cover := rulerCover(n, r)
			a := assert.Got(pairs.OfCover(n, cover))(t)
			in := make([]bool, n)
			for _, x := range cover {
				in[x] = true
			}
			of := owned(t, a, func(owner, block int) bool { return in[(block-owner+n)%n] })
			for i, c := range of {
				if c != (n-1)/2 && c != n/2 {
					t.Errorf("n=%d: owner %d has %d pairs", n, i, c)
				}
			}
			assert.Equal(t, a.Most, n/2, "n=%d", n)
			assert.Equal(t, a.Copies.All, n*len(cover), "n=%d: copies", n)
			if n > 1 && n <= 24 {
				sets := make([][]int, n)
				for i := range sets {
					for _, x := range cover {
						sets[i] = append(sets[i], (x+i)%n)
					}
				}
				flow := assert.Got(pairs.Of(t.Context(), assert.Got(quorum.NewFamily(n, sets))(t), nil))(t)
				assert.Equal(t, flow.Share.String(), a.Share.String(), "n=%d: by flows", n)
			}
		}
	}
	_, err := pairs.OfCover(13, []int{0, 1, 3, 8})
	assert.Fails(t, err, "are not all residues")
	_, err = pairs.OfCover(1_000_000, []int{0})
	assert.Fails(t, err, "out of range")
}

// leastShare tries all assignments.
func leastShare(holders [][]int, speeds []int) (least float64) {
	of := make([]int, len(speeds))
	least = 1e9
	var from func(p int, greatest float64)
	from = func(p int, greatest float64) {
		if greatest >= least {
			return
		}
		if p == len(holders) {
			least = greatest
			return
		}
		for _, i := range holders[p] {
			if speeds[i] > 0 {
				of[i]++
				from(p+1, max(greatest, float64(of[i])/float64(speeds[i])))
				of[i]--
			}
		}
	}
	from(0, 0)
	return least
}

// TestAgainstAllAssignments: random families of few sets, with equal speeds and random ones, some
// of them 0.
func TestAgainstAllAssignments(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	unheld, uneven := 0, 0
	for range 300 {
		n, owners := 3+rng.IntN(2), 2+rng.IntN(4)
		sets, speeds := make([][]int, owners), make([]int, owners)
		for i := range sets {
			for len(sets[i]) == 0 {
				for v := range n {
					if rng.IntN(4) > 0 {
						sets[i] = append(sets[i], v)
					}
				}
			}
			speeds[i] = rng.IntN(4)
		}
		var holders [][]int
		for u := range n {
			for v := u + 1; v < n; v++ {
				var of []int
				for i, set := range sets {
					in := map[int]bool{}
					for _, x := range set {
						in[x] = true
					}
					if in[u] && in[v] {
						of = append(of, i)
					}
				}
				holders = append(holders, of)
			}
		}
		a, err := pairs.Of(t.Context(), assert.Got(quorum.NewFamily(n, sets))(t), speeds)
		want := leastShare(holders, speeds)
		if want == 1e9 {
			assert.Fails(t, err, "no owner that works holds both")
			unheld++
			continue
		}
		assert.OK(t, err, "%v %v", sets, speeds)
		if diff := a.Share.Float64() - want; diff > 1e-9 || diff < -1e-9 {
			t.Errorf("%v %v: share %v, want %v", sets, speeds, a.Share, want)
		}
		if len(a.Cut) < owners {
			uneven++
		}
	}
	if unheld < 20 || uneven < 20 {
		t.Errorf("%d families with a pair that nobody holds, %d with a cut", unheld, uneven)
	}
}

func TestOfRefuses(t *testing.T) {
	fano := assert.Got(quorum.NewFamily(3, [][]int{{0, 1}, {0, 2}, {1, 2}}))(t)
	for want, speeds := range map[string][]int{
		"[1 1] are no speeds of 3 owners": {1, 1},
		"[1 1 -1] are no speeds":          {1, 1, -1},
		"holds both 2 and 3":              {1, 1, 0},
	} {
		_, err := pairs.Of(t.Context(), fano, speeds)
		assert.Fails(t, err, want)
	}
	wide := assert.Got(quorum.NewFamily(3000, [][]int{{0, 1}}))(t)
	_, err := pairs.Of(t.Context(), wide, nil)
	assert.Fails(t, err, "3000 nodes and 1 owners")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = pairs.Of(ctx, fano, nil)
	assert.True(t, err != nil, "a context that has ended")
}

func ExampleOfCover() {
	a, _ := pairs.OfCover(8, []int{0, 1, 2, 4})
	fmt.Println(len(a.Pairs), "pairs,", a.Fewest, "to", a.Most, "an owner; the first:", a.Pairs[0].Blocks, "to", a.Pairs[0].Owner)
	// Output: 28 pairs, 3 to 4 an owner; the first: [1 2] to 8
}
