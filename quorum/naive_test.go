package quorum

import (
	"math/rand/v2"
	"slices"
)

// The oracles of the tests: definitions of doc.go word by word, on sorted slices,
// sharing no code with the kernels.

func naiveMeet(a, b []int32) bool {
	return slices.ContainsFunc(a, func(v int32) bool { return slices.Contains(b, v) })
}

func naiveSubset(a, b []int32) bool {
	return !slices.ContainsFunc(a, func(v int32) bool { return !slices.Contains(b, v) })
}

func naiveFirstDisjoint(f, g Family, same bool) pair {
	for i := range f.Len() {
		for j := range g.Len() {
			if same && j <= i {
				continue
			}
			if !naiveMeet(f.Quorum(i), g.Quorum(j)) {
				return pair{i, j}
			}
		}
	}
	return noPair
}

func naiveAntichain(f Family) bool {
	for i := range f.Len() {
		for j := range f.Len() {
			if i != j && naiveSubset(f.Quorum(i), f.Quorum(j)) {
				return false
			}
		}
	}
	return true
}

// naiveDual goes through all 2^n node sets.
func naiveDual(f Family) []Set {
	var transversals []Set
	for x := range 1 << f.n {
		var t []int32
		for v := range f.n {
			if x>>v&1 == 1 {
				t = append(t, int32(v))
			}
		}
		meets := true
		for _, q := range f.All() {
			meets = meets && naiveMeet(t, q)
		}
		if meets {
			transversals = append(transversals, setOfSorted(t))
		}
	}
	var minimal []Set
	for _, t := range transversals {
		if !slices.ContainsFunc(transversals, func(u Set) bool { return u.SubsetOf(t) && !u.Equal(t) }) {
			minimal = append(minimal, t)
		}
	}
	slices.SortFunc(minimal, Set.Compare)
	return minimal
}

// naivePackings yields every set of pairwise disjoint quorums, the empty one
// included, as ascending index lists.
func naivePackings(f Family, yield func([]int)) {
	var extend func(chosen []int, from int)
	extend = func(chosen []int, from int) {
		yield(chosen)
		for i := from; i < f.Len(); i++ {
			disjoint := true
			for _, c := range chosen {
				disjoint = disjoint && !naiveMeet(f.Quorum(c), f.Quorum(i))
			}
			if disjoint {
				extend(append(slices.Clone(chosen), i), i+1)
			}
		}
	}
	extend(nil, 0)
}

func naiveKIntersection(k int, f Family) bool {
	ok := true
	naivePackings(f, func(p []int) { ok = ok && len(p) <= k })
	return ok
}

func naiveKNonIntersection(k int, f Family) bool {
	ok := true
	naivePackings(f, func(p []int) {
		if len(p) >= k {
			return
		}
		extends := false
		for i := range f.Len() {
			disjoint := true
			for _, c := range p {
				disjoint = disjoint && !naiveMeet(f.Quorum(c), f.Quorum(i))
			}
			extends = extends || disjoint
		}
		ok = ok && extends
	})
	return ok
}

// randomFamily draws m quorums of 1..most nodes over n nodes.
func randomFamily(rng *rand.Rand, n, m, most int) Family {
	b, err := NewFamilyBuilder(n)
	if err != nil {
		panic(err)
	}
	for range m {
		q := rng.Perm(n)[:1+rng.IntN(min(n, most))]
		if err := b.Add(q...); err != nil {
			panic(err)
		}
	}
	return b.Family()
}

// meetingFamily draws m quorums over n nodes that all meet, each a random set
// that is completed until it meets the earlier ones.
func meetingFamily(rng *rand.Rand, n, m int) Family {
	var quorums [][]int
	for range m {
		q := rng.Perm(n)[:1+rng.IntN(n)]
		for _, r := range quorums {
			if !slices.ContainsFunc(q, func(v int) bool { return slices.Contains(r, v) }) {
				q = append(q, r[rng.IntN(len(r))])
			}
		}
		quorums = append(quorums, q)
	}
	f, err := NewFamily(n, quorums)
	if err != nil {
		panic(err)
	}
	return f
}

func mustFamily(n int, quorums ...[]int) Family {
	for _, q := range quorums {
		for i := range q {
			q[i]--
		}
	}
	f, err := NewFamily(n, quorums)
	if err != nil {
		panic(err)
	}
	return f
}

// fano is Figure 1(b) of Maekawa (1985), written with the nodes' printed numbers.
func fano() Family {
	return mustFamily(7, []int{1, 2, 3}, []int{1, 4, 5}, []int{1, 6, 7},
		[]int{2, 4, 6}, []int{2, 5, 7}, []int{3, 4, 7}, []int{3, 5, 6})
}
