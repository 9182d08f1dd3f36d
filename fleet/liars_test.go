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

// lying returns sets of nodes that may lie, and all of their unions: of two, or of one.
func lying(rng *rand.Rand, n int, masking bool) (list []quorum.Set, apart []int) {
	for range 1 + rng.IntN(4) {
		list = append(list, quorum.SetOfMask(rng.IntN(1<<n)&rng.IntN(1<<n)&rng.IntN(1<<n)))
	}
	for _, b := range list {
		for _, c := range list {
			if masking || b.Equal(c) {
				apart = append(apart, int(b.Union(c).Mask()))
			}
		}
	}
	return list, apart
}

// TestSparedOfSets: a spared set contains a quorum without any of the sets; of lists those are all.
func TestSparedOfSets(t *testing.T) {
	rng, shaped := rand.New(rand.NewPCG(41, 5)), 0
	leaves := quorum.Leaves([]int{0, 1, 2, 3, 4, 5, 6, 7, 8})
	zones := quorum.Choose(2, quorum.Choose(2, leaves[:3]...), quorum.Choose(2, leaves[3:6]...), quorum.Choose(2, leaves[6:]...), quorum.Leaf(9))
	votes := quorum.Votes(4, []int{2, 1, 1, 1, 1, 1}, leaves[:6]...)
	for round := range assert.Sized(60, 600) {
		n, may := 6, liars.Faulty{}
		may.Sets, _ = lying(rng, n, true)
		f := assert.Got(quorum.FamilyOfMasks(n, []int{1 + rng.IntN(1<<n-1), 1 + rng.IntN(1<<n-1), 1 + rng.IntN(1<<n-1)}))(t)
		s := System{Reads: f, Writes: f}
		switch round % 3 {
		case 0:
			s = System{Reads: votes, Writes: votes.Dual()}
		case 1:
			n, may.Sets = 10, []quorum.Set{quorum.SetOf(0, 1, 2), quorum.SetOf(3, 4, 5), quorum.SetOf(6, 7), quorum.SetOf(1)}
			s = System{Reads: zones, Writes: zones.Dual()}
		}
		before := assert.Got(s.lists(t.Context()))(t)
		got := assert.Got(s.Spared(t.Context(), may, liars.Faulty{}))(t)
		if _, formula := got.Reads.Formula(); formula {
			shaped++
		}
		after := assert.Got(got.lists(t.Context()))(t)
		assert.Equal(t, after[1].Sorted().String(), assert.Got(before[1].Minimize(t.Context()))(t).Sorted().String())
		from, to := masksOf(before[0]), masksOf(after[0])
		for set := range 1 << n {
			want := !slices.ContainsFunc(may.Sets, func(b quorum.Set) bool { return !holds(from, set&^int(b.Mask())) })
			if has := holds(to, set); has && !want || round%3 == 2 && want != has {
				t.Fatalf("%v, without any of %v: %b is %v, not %v", before[0], may.Sets, set, has, want)
			}
		}
	}
	assert.True(t, shaped > 15, "%d formulas", shaped)
}

// TestLiedOfSets judges systems by the definition, and as check does.
func TestLiedOfSets(t *testing.T) {
	rng, seen := rand.New(rand.NewPCG(41, 6)), map[bool]int{}
	for round := range assert.Sized(100, 1000) {
		n, down := 6, rng.IntN(2)
		kind := []quorum.Property{quorum.Dissemination, quorum.Masking}[round%2]
		f := read(t, fmt.Sprintf("nodes: [{count: 6}]\nrequire: {survive: {nodes: %d}, writes_meet: %v, liars: {nodes: [[1]], kind: %s}}", down, rng.IntN(2) == 0, kind))
		may, apart := lying(rng, n, round%2 == 1)
		f.Require.Liars.Sets = may
		var masks [2][]int
		for o := range masks {
			for set := range 1 << n {
				if size := bits.OnesCount(uint(set)); size == 4 || size == 3+o && rng.IntN(9) < 2*(round/2%4) {
					masks[o] = append(masks[o], set)
				}
			}
		}
		s := System{Reads: assert.Got(quorum.FamilyOfMasks(n, masks[0]))(t), Writes: assert.Got(quorum.FamilyOfMasks(n, masks[1]))(t)}
		borne := func(of ...[]int) bool { // of two families, or of one
			for _, gone := range apart {
				for _, p := range of[0] {
					for _, q := range of[len(of)-1] {
						if p&q&^gone == 0 {
							return false
						}
					}
				}
			}
			return true
		}
		silent := func(down int) bool {
			return !slices.ContainsFunc(may, func(b quorum.Set) bool {
				return !away(n, down, func(gone int) bool {
					left := (1<<n - 1) &^ gone &^ int(b.Mask())
					return holds(masks[0], left) && holds(masks[1], left)
				})
			})
		}
		want := borne(masks[:]...) && silent(down) && (!f.Require.WritesMeet || borne(masks[1]))
		how := assert.Got(f.Lied(t.Context(), s))(t)
		assert.Equal(t, how == "", want, "%v, %+v: %s", s, f.Require.Liars, how)
		judged := liars.Judge(t.Context(), []quorum.Family{s.Reads.(quorum.Family), s.Writes.(quorum.Family)}, liars.Faulty{Sets: may}, 1)
		assert.Equal(t, judged[round%2].Holds == quorum.Holds, borne(masks[:]...) && silent(0), "%v", judged[round%2])
		seen[want]++
	}
	assert.True(t, seen[true] > 5 && seen[false] > 5, "%v", seen)
}

// TestLyingSets: which sets a file names, and what is derived from them.
func TestLyingSets(t *testing.T) {
	nodes := "nodes: [{name: a, zone: x, operator: o}, {name: b, zone: x, operator: q}, {name: c, zone: y, operator: o}, {name: d}]\nrequire: "
	for text, want := range map[string]Liars{
		"{liars: zones}":     {2, quorum.Masking, 1, []quorum.Set{quorum.SetOf(0, 1), quorum.SetOf(2)}, "the zones"},
		"{liars: operators}": {2, quorum.Masking, 1, []quorum.Set{quorum.SetOf(0, 2), quorum.SetOf(1)}, "the operators"},
		"{liars: [o, x]}":    {2, quorum.Masking, 1, []quorum.Set{quorum.SetOf(0, 2), quorum.SetOf(0, 1)}, ""},
		"{liars: {nodes: zones, kind: dissemination}}":          {2, quorum.Dissemination, 1, []quorum.Set{quorum.SetOf(0, 1), quorum.SetOf(2)}, "the zones"},
		"{liars: [x, [y, d]]}":                                  {2, quorum.Masking, 3, []quorum.Set{quorum.SetOf(0, 1), quorum.SetOf(2, 3)}, ""},
		"{liars: {nodes: [[a, y, d], b], kind: dissemination}}": {3, quorum.Dissemination, 2, []quorum.Set{quorum.SetOf(0, 2, 3), quorum.SetOf(1)}, ""},
		"{liars: [[a, b]]}":                                     {2, quorum.Masking, 1, []quorum.Set{quorum.SetOf(0, 1)}, ""},
		"{liars: {nodes: 2}}":                                   {2, quorum.Masking, 5, nil, ""},
	} {
		f := read(t, nodes+text)
		assert.Equal(t, fmt.Sprint(*f.Require.Liars), fmt.Sprint(want), "%s", text)
		f.Require.SurviveNodes, f.Require.SurviveZones = 1, 1
		var down []uint64
		for set := range f.Beside(want.Sets).Failures() {
			down = append(down, set.Mask())
		}
		for _, b := range want.Sets {
			for _, zone := range []uint64{3, 4} { // and one node besides
				for v := range uint64(4) {
					at := b.Mask() | zone | 1<<v
					assert.True(t, zone>>v&1 == 1 || slices.Contains(down, at), "%s: %b is not among %b", text, at, down)
				}
			}
		}
		assert.Equal(t, f.Alike(0, 1), !slices.ContainsFunc(want.Sets, func(s quorum.Set) bool { return s.Has(0) != s.Has(1) }), "%s", text)
	}
}
