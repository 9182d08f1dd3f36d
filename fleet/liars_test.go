package fleet

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/measure/liars"
	"coterie/quorum"
)

// holds reports whether a set has one of the quorums.
func holds(quorums []int, set int) bool {
	return slices.ContainsFunc(quorums, func(q int) bool { return q&^set == 0 })
}

// away calls check for each set of so many of n nodes, until it is false.
func away(n, count int, check func(gone int) bool) bool {
	for gone := range 1 << n {
		if bits.OnesCount(uint(gone)) == count && !check(gone) {
			return false
		}
	}
	return true
}

func TestSpared(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 5))
	leaves := quorum.Leaves([]int{0, 1, 2, 3, 4, 5})
	grid := quorum.Or(quorum.Choose(2, leaves[:3]...), quorum.Choose(2, leaves[3:]...))
	votes := quorum.Votes(4, []int{2, 1, 1, 1, 1, 1}, leaves...)
	for round := range assert.Sized(60, 600) {
		count, n := round%3, 6
		s := System{Reads: grid, Writes: grid.Dual()}
		switch round % 4 {
		case 0:
			s = System{Reads: votes, Writes: votes.Dual()}
		case 1, 2:
			var masks []int
			for range 1 + rng.IntN(6) {
				masks = append(masks, 1+rng.IntN(1<<n-1))
			}
			f := assert.Got(quorum.FamilyOfMasks(n, masks))(t)
			s = System{Reads: f, Writes: f}
		}
		before := assert.Got(s.lists(t.Context()))(t)
		got, err := s.Spared(t.Context(), liars.Faulty{Any: count}, liars.Faulty{Any: count})
		assert.OK(t, err)
		after := assert.Got(got.lists(t.Context()))(t)
		for i := range before {
			from, to := masksOf(before[i]), masksOf(after[i])
			for set := range 1 << n {
				want := away(n, count, func(gone int) bool { return holds(from, set&^gone) })
				if has := holds(to, set); has && !want || round%4%3 != 0 && want != has {
					t.Fatalf("%v, without %d of its nodes: %b is %v, not %v", before[i], count, set, has, want)
				}
			}
		}
	}
}

func masksOf(f quorum.Family) (masks []int) {
	for _, q := range f.All() {
		masks = append(masks, int(sets.Mask(q)))
	}
	return masks
}

// TestLied judges systems by the definition: what two quorums share is no part of two sets of
// liars, or of one, and a read and a write have none of the liars and of those that are down.
func TestLied(t *testing.T) {
	rng, seen := rand.New(rand.NewPCG(33, 6)), map[bool]int{}
	for round := range assert.Sized(60, 600) {
		n, b, down := 7, 1+rng.IntN(2), rng.IntN(2)
		kind := []quorum.Property{quorum.Dissemination, quorum.Masking}[round%2]
		f := read(t, fmt.Sprintf("nodes: [{count: 7}]\nrequire: {survive: {nodes: %d}, writes_meet: %v, liars: {nodes: %d, kind: %s}}", down, rng.IntN(2) == 0, b, kind))
		least := b * (1 + round%2)
		var masks [2][]int
		for o := range masks {
			for set, k := range rng.Perm(1 << n) {
				if size := bits.OnesCount(uint(k)); size == 4+o || size == 5 && set%8 < round%9 {
					masks[o] = append(masks[o], k)
				}
			}
		}
		s := System{Reads: assert.Got(quorum.FamilyOfMasks(n, masks[0]))(t), Writes: assert.Got(quorum.FamilyOfMasks(n, masks[1]))(t)}
		want := away(n, b+down, func(gone int) bool { return holds(masks[0], (1<<n-1)&^gone) && holds(masks[1], (1<<n-1)&^gone) })
		for _, p := range append(slices.Clone(masks[0]), masks[1]...) {
			for _, q := range masks[1] {
				if slices.Contains(masks[0], p) || f.Require.WritesMeet {
					want = want && away(n, least, func(gone int) bool { return p&q&^gone != 0 })
				}
			}
		}
		how := assert.Got(f.Lied(t.Context(), s))(t)
		assert.Equal(t, how == "", want, "%v, %+v: %s", s, f.Require.Liars, how)
		seen[want]++
	}
	assert.True(t, seen[true] > 5 && seen[false] > 5, "%v", seen)
}
